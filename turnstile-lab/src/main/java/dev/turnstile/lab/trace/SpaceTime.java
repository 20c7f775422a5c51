package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run drawn as a space-time diagram in SVG. Each process is a line, and time runs down. An arrow leads from the move
 * that sent a message to the move that received it, or, with shared memory, from a write to the read that saw it. A
 * line is thick while its process tries, is inside or leaves. Each move has a row, with its number to the left of all
 * lines and its words to the right, so that no text covers an arrow. A title states what is drawn, and a legend
 * explains the marks.
 *
 * <pre>{@code
 * Scenario scenario = Scenario.parse(text);
 * Files.writeString(file, new SpaceTime(scenario.title(), scenario.about(), scenario.replay().run()).svg());
 * }</pre>
 *
 * @param title the algorithm and its size
 * @param about the description of the run, in paragraphs; if empty, the drawing shows the number of moves instead
 * @param run the run
 */
public record SpaceTime(String title, List<String> about, Run run) {
    static final String ARROW = "msg";
    static final String LOOP = "loop";

    private static final int MARGIN = 16;
    private static final int TITLE_FONT = 15;
    private static final int TITLE_LINE = 17;
    private static final int TEXT_WIDTH_LEAST = 620;
    private static final int ROW = 22;
    private static final int COLUMN = 84;
    private static final int GAP = 14;
    private static final int BASELINE = 4; // of a text, below the middle of its row
    private static final int CROSS = 6;
    private static final String BECOMES = " \u2192 ";
    private static final String HEAD = """
        <style>
        .axis{stroke:#999}.band{fill:#f4f4f4}.dot{fill:#222}.row{fill:#888}.about{fill:#444}
        .title,.head,.name{font-weight:bold}
        .bar{fill:none}.TRYING{stroke:#e0a000;stroke-width:5}.CRITICAL{stroke:#2a9d4a;stroke-width:10}
        .EXIT{stroke:#777;stroke-width:5;stroke-dasharray:4 2}
        .msg{stroke:#3060c0;fill:none;marker-end:url(#head)}.stop{stroke:#c02020;stroke-width:2;fill:none}
        .loop{stroke:#8040a0;fill:none;stroke-width:1.5;marker-end:url(#back)}.cut{stroke:#8040a0;stroke-dasharray:4}
        .again{fill:#8040a0;font-weight:bold}
        </style>
        <defs>
        <marker id="head" markerWidth="8" markerHeight="8" refX="10" refY="3" orient="auto">
        <path d="M0,0 L7,3 L0,6 z" fill="#3060c0"/></marker>
        <marker id="back" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">
        <path d="M0,0 L7,3 L0,6 z" fill="#8040a0"/></marker>
        </defs>
        """;

    /** Copies the list. */
    public SpaceTime {
        about = List.copyOf(about);
    }

    /** Returns the drawing as a complete document. */
    public String svg() {
        return new Sheet().drawn();
    }

    /** Returns the style of a process's line in a region. */
    static String style(Region region) {
        return switch (region) {
            case REMAINDER -> "axis";
            case TRYING, CRITICAL, EXIT -> "bar " + region;
        };
    }

    /** Draws the mark of a crash, or of a kill. */
    static void cross(Svg svg, int x, int y) {
        int size = 2 * CROSS;
        svg.path(
                "stop",
                "M" + (x - CROSS) + "," + (y - CROSS) + " l" + size + "," + size + " m0,-" + size + " l-" + size + ","
                        + size);
    }

    /** One drawing: its layout, and the document written so far. */
    private final class Sheet {
        private final Svg svg = new Svg();
        private final Legend legend = new Legend(run);
        private final int moves = run.happenings().size();
        private final int[] columns = run.drawn();
        private final int[] x = new int[run.processes()]; // of the line of each drawn process
        private final int numbersEnd =
                MARGIN + GAP + Svg.width(String.valueOf(moves).length(), Svg.FONT);
        private final int names; // left edge of the process names
        private final int words;
        private final int width;
        private final List<String> lines; // of the description
        private final int top; // of the process lines
        private final Bend bend; // of the arrows, between the numbers and the words

        Sheet() {
            int at = numbersEnd + GAP + COLUMN / 2;
            for (int process : columns) {
                x[process] = at;
                at += COLUMN;
            }
            names = at - COLUMN / 2 + GAP;
            words = names + Svg.width(longest(Arrays.stream(columns).mapToObj(process -> "p" + process)) + 1, Svg.FONT);
            int textsEnd = words + Svg.width(longest(run.happenings().stream().map(Sheet::words)), Svg.FONT);
            int body = Math.max(Math.max(textsEnd, TEXT_WIDTH_LEAST), MARGIN + legend.width());
            lines = wrapped(body - MARGIN);
            width = MARGIN
                    + Math.max(
                            body,
                            MARGIN
                                    + Math.max(
                                            Svg.width(title.length(), TITLE_FONT),
                                            Svg.width(longest(lines.stream()), Svg.FONT)));
            top = MARGIN + TITLE_LINE * (lines.size() + 1) + 3 * ROW / 2;
            bend = new Bend(
                    new Rectangle2D.Double(numbersEnd + GAP, top, names - GAP - (numbersEnd + GAP), bottom() - top));
        }

        private static int longest(Stream<String> texts) {
            return texts.mapToInt(String::length).max().orElse(0);
        }

        /** Returns the description, wrapped at spaces. */
        private List<String> wrapped(int room) {
            int most = Svg.fitting(room, Svg.FONT);
            List<String> broken = new ArrayList<>();
            for (String paragraph : about.isEmpty() ? List.of(size()) : about) {
                StringBuilder line = new StringBuilder();
                for (String word : paragraph.split(" ", -1)) {
                    if (!line.isEmpty() && line.length() + 1 + word.length() > most) {
                        broken.add(line.toString());
                        line.setLength(0);
                    }
                    line.append(line.isEmpty() ? "" : " ").append(word);
                }
                broken.add(line.toString());
            }
            return broken;
        }

        private String size() {
            String all = moves == 1 ? "1 move" : moves + " moves";
            return run.repeatedFrom().isPresent()
                    ? all + ", of which the last " + (moves - run.repeatedFrom().getAsInt()) + " repeat forever"
                    : all;
        }

        /** Returns the row of a move; "then forever" has a row of its own. */
        private int row(int move) {
            return move
                    + (run.repeatedFrom().isPresent()
                                    && move >= run.repeatedFrom().getAsInt()
                            ? 1
                            : 0);
        }

        private int y(int move) {
            return top + ROW * row(move) + ROW / 2;
        }

        private int bottom() {
            return top + ROW * row(moves) + ROW / 2;
        }

        String drawn() {
            int height = bottom() + ROW + legend.height() + MARGIN;
            for (int row = 0; row < row(moves); row += 2) {
                svg.band(top + ROW * row, width, ROW);
            }
            svg.text("title", TITLE_FONT, Svg.Anchor.START, MARGIN, MARGIN + TITLE_LINE - BASELINE, title);
            for (int at = 0; at < lines.size(); at++) {
                svg.text("about", MARGIN, MARGIN + TITLE_LINE * (at + 2) - BASELINE, lines.get(at));
            }
            run.repeatedFrom().ifPresent(this::loop);
            for (int process : columns) {
                lifeline(process);
            }
            for (int at = 0; at < moves; at++) {
                arrows(at);
            }
            for (int at = 0; at < moves; at++) {
                mark(at);
            }
            legend.draw(svg, MARGIN, bottom() + ROW);
            return svg.document(title, HEAD, width, height);
        }

        private void lifeline(int process) {
            int here = x[process];
            svg.text("head", Svg.FONT, Svg.Anchor.MIDDLE, here, top - ROW / 2, "p" + process);
            int end = end(process);
            svg.line(style(Region.REMAINDER), here, top, here, end);
            Region region = run.start().get(process);
            int since = top;
            for (int at = 0; at < moves; at++) {
                Run.Happening one = run.happenings().get(at);
                if (one.process() == process) {
                    bar(region, here, since, y(at));
                    region = one.after();
                    since = y(at);
                }
            }
            bar(region, here, since, end);
        }

        /** Returns where the line of a process ends: at the bottom, or at its crash. */
        private int end(int process) {
            return IntStream.range(0, moves)
                    .filter(at -> run.happenings().get(at).stops()
                            && run.happenings().get(at).process() == process)
                    .map(this::y)
                    .findFirst()
                    .orElse(bottom());
        }

        private void bar(Region region, int here, int from, int to) {
            if (region != Region.REMAINDER && to > from) {
                svg.line(style(region), here, from, here, to);
            }
        }

        private void arrows(int at) {
            Run.Happening one = run.happenings().get(at);
            for (int cause : run.otherCauses(one)) {
                int from = run.happenings().get(cause).process();
                Point2D start = new Point2D.Double(x[from], y(cause));
                Point2D end = new Point2D.Double(x[one.process()], y(at));
                svg.arrow(ARROW, start, bend.control(start, end, dots(cause + 1, at)), end);
            }
        }

        private List<Point2D> dots(int from, int to) {
            return IntStream.range(from, to)
                    .mapToObj(at -> (Point2D)
                            new Point2D.Double(x[run.happenings().get(at).process()], y(at)))
                    .toList();
        }

        private void mark(int at) {
            Run.Happening one = run.happenings().get(at);
            int middle = y(at);
            svg.text("row", Svg.FONT, Svg.Anchor.END, numbersEnd, middle + BASELINE, String.valueOf(at + 1));
            svg.dot(x[one.process()], middle);
            if (one.stops() || one.killed()) {
                cross(svg, x[one.process()], middle);
            }
            svg.text("name", names, middle + BASELINE, "p" + one.process());
            svg.text("label", words, middle + BASELINE, words(one));
        }

        private static String words(Run.Happening one) {
            return (one.sender().isPresent() ? "receives from " : "") + one.words(BECOMES);
        }

        /** Draws a row above the repeating moves, and a bracket beside them that leads back to the first. */
        private void loop(int from) {
            int middle = y(from) - ROW;
            svg.line("cut", MARGIN, middle, names - GAP, middle);
            svg.text("again", names, middle + BASELINE, "then forever:");
            int first = y(from) - ROW / 4;
            int last = y(Math.max(from, moves - 1)) + ROW / 4;
            int end = MARGIN + GAP - BASELINE;
            svg.path(LOOP, "M" + end + "," + last + " H" + MARGIN + " V" + first + " H" + end);
        }
    }
}
