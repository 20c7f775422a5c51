package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.Locale;

/**
 * A run as a space-time diagram in SVG: a line for each process, time runs down, an arrow for each message from where it was sent to
 * where it was taken; or, where processes share memory, from a write to whoever saw it. Thick where somebody tries, is inside or
 * leaves.
 *
 * <pre>{@code
 * Files.writeString(file, new SpaceTime(run).svg());
 * }</pre>
 */
public record SpaceTime(Run run) {
    private static final int LEFT = 60;
    private static final int TOP = 56;
    private static final int ROW = 26;
    private static final int COLUMN_LEAST = 120;
    private static final double CHARACTER = 6.2; // of the labels' font
    private static final int LINE_GAP = 8;
    private static final String ARROW = " \u2192 ";

    /** The drawing, as a document of its own. */
    public String svg() {
        int[] columns = run.drawn();
        int[] x = positions(columns);
        int width = LEFT + Arrays.stream(columns).map(this::columnWidth).sum();
        int height = TOP + ROW * (run.happenings().size() + 2);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"monospace\" font-size=\"11\">%n",
                width,
                height,
                width,
                height));
        svg.append("""
            <style>
            .bg{fill:#fff}.axis{stroke:#999}.TRYING{stroke:#e0a000}.CRITICAL{stroke:#2a9d4a}.EXIT{stroke:#888}
            .bar{stroke-width:6}.msg{stroke:#3060c0;fill:none}.dot{fill:#222}.row{fill:#999}.stop{stroke:#c02020;stroke-width:2}
                text{paint-order:stroke;stroke:#fff;stroke-width:3px}
            </style>
            <defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">
            <path d="M0,0 L7,3 L0,6 z" fill="#3060c0"/></marker></defs>
            """);
        svg.append(String.format(Locale.ROOT, "<rect class=\"bg\" width=\"%d\" height=\"%d\"/>%n", width, height));
        for (int i : columns) {
            lifeline(svg, i, x[i], height);
        }
        for (int at = 0; at < run.happenings().size(); at++) {
            arrows(svg, at, x);
        }
        for (int at = 0; at < run.happenings().size(); at++) {
            label(svg, at, x);
        }
        repeated(svg, width);
        return svg.append("</svg>\n").toString();
    }

    private int[] positions(int[] columns) {
        int[] x = new int[run.processes()];
        int at = LEFT;
        for (int i : columns) {
            x[i] = at;
            at += columnWidth(i);
        }
        return x;
    }

    /** Wide enough for the longest label at the process. */
    private int columnWidth(int process) {
        int longest = run.happenings().stream()
                .filter(one -> one.process() == process)
                .mapToInt(one -> one.words(ARROW).length())
                .max()
                .orElse(0);
        return Math.max(COLUMN_LEAST, (int) (longest * CHARACTER) + 3 * LINE_GAP);
    }

    private static int y(int happening) {
        return TOP + ROW * (happening + 1);
    }

    private void lifeline(StringBuilder svg, int process, int x, int height) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-weight=\"bold\">p%d</text>%n",
                x,
                TOP - 14,
                process));
        int end = height - ROW / 2;
        Region region = run.start().get(process);
        int since = TOP;
        for (int at = 0; at < run.happenings().size(); at++) {
            Run.Happening one = run.happenings().get(at);
            if (one.process() == process) {
                bar(svg, region, x, since, y(at));
                region = one.after();
                since = y(at);
                end = one.stops() ? y(at) : end;
            }
        }
        bar(svg, region, x, since, end);
        svg.append(String.format(
                Locale.ROOT, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n", x, TOP, x, end));
    }

    private static void bar(StringBuilder svg, Region region, int x, int from, int to) {
        if (region != Region.REMAINDER && to > from) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"bar %s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n",
                    region,
                    x,
                    from,
                    x,
                    to));
        }
    }

    private void arrows(StringBuilder svg, int at, int[] x) {
        Run.Happening one = run.happenings().get(at);
        for (int cause : one.causes()) {
            int from = run.happenings().get(cause).process();
            if (from != one.process()) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<path class=\"msg\" d=\"M%d,%d L%d,%d\" marker-end=\"url(#head)\"/>%n",
                        x[from],
                        y(cause),
                        x[one.process()],
                        y(at)));
            }
        }
    }

    private void label(StringBuilder svg, int at, int[] x) {
        Run.Happening one = run.happenings().get(at);
        int here = x[one.process()];
        svg.append(String.format(Locale.ROOT, "<text class=\"row\" x=\"6\" y=\"%d\">%d</text>%n", y(at) + 4, at + 1));
        svg.append(String.format(Locale.ROOT, "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"3\"/>%n", here, y(at)));
        if (one.stops()) {
            svg.append(String.format(
                    Locale.ROOT, "<path class=\"stop\" d=\"M%d,%d l12,12 m0,-12 l-12,12\"/>%n", here - 6, y(at) - 6));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\">%s</text>%n",
                here + LINE_GAP,
                y(at) - 4,
                escaped(one.words(ARROW))));
    }

    private void repeated(StringBuilder svg, int width) {
        run.repeatedFrom()
                .ifPresent(from -> svg.append(String.format(
                        Locale.ROOT,
                        "<line class=\"axis\" stroke-dasharray=\"4\" x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n"
                                + "<text class=\"row\" x=\"6\" y=\"%d\">then for ever</text>%n",
                        y(from) - ROW / 2,
                        width,
                        y(from) - ROW / 2,
                        y(from) - ROW / 2 - 2)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
