package dev.turnstile.lab.trace;

import java.awt.geom.Point2D;
import java.util.Locale;

/** Writes an SVG document, shape by shape, in a monospaced font. */
final class Svg {
    static final int FONT = 12;
    private static final double CHARACTER = 0.62; // of the font size; common monospaced fonts have 0.55 to 0.602

    private final StringBuilder body = new StringBuilder();

    /** The point of a text that is placed at its coordinates. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Returns the width of a number of characters in a font size, rounded up. */
    static int width(int characters, int size) {
        return (int) Math.ceil(characters * CHARACTER * size);
    }

    /** Returns the number of characters of a font size that fit into a width. */
    static int fitting(int width, int size) {
        return (int) (width / (CHARACTER * size));
    }

    Svg text(String style, int size, Anchor anchor, int x, int y, String text) {
        body.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" font-size=\"%d\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n",
                style,
                size,
                anchor.name().toLowerCase(Locale.ROOT),
                x,
                y,
                escaped(text)));
        return this;
    }

    Svg text(String style, int x, int y, String text) {
        return text(style, FONT, Anchor.START, x, y, text);
    }

    Svg line(String style, int x1, int y1, int x2, int y2) {
        body.append(String.format(
                Locale.ROOT, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n", style, x1, y1, x2, y2));
        return this;
    }

    Svg path(String style, String d) {
        body.append(String.format(Locale.ROOT, "<path class=\"%s\" d=\"%s\"/>%n", style, d));
        return this;
    }

    /** Draws a curve from one point to another. Its style may give it an arrowhead. */
    Svg arrow(String style, Point2D from, Point2D control, Point2D to) {
        return path(style, "M" + words(from) + " Q" + words(control) + " " + words(to));
    }

    private static String words(Point2D point) {
        return Math.round(point.getX()) + "," + Math.round(point.getY());
    }

    Svg dot(int x, int y) {
        body.append(String.format(Locale.ROOT, "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"3\"/>%n", x, y));
        return this;
    }

    Svg band(int y, int width, int height) {
        body.append(String.format(
                Locale.ROOT, "<rect class=\"band\" y=\"%d\" width=\"%d\" height=\"%d\"/>%n", y, width, height));
        return this;
    }

    Svg group(String style) {
        body.append(String.format(Locale.ROOT, "<g class=\"%s\">%n", style));
        return this;
    }

    Svg end() {
        body.append("</g>\n");
        return this;
    }

    /** Returns the document, with a size, a title for screen readers, and everything drawn so far. */
    String document(String title, String head, int width, int height) {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"%d\">%n"
                                + "<title>%s</title>%n",
                        width,
                        height,
                        width,
                        height,
                        FONT,
                        escaped(title))
                + head
                + String.format(Locale.ROOT, "<rect fill=\"#fff\" width=\"%d\" height=\"%d\"/>%n", width, height)
                + body
                + "</svg>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
