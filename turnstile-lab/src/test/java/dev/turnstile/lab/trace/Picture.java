package dev.turnstile.lab.trace;

import java.awt.geom.Line2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Point2D;
import java.awt.geom.QuadCurve2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The geometry of an SVG document: the boxes of its texts, its arrows and their heads. */
final class Picture {
    private static final double CHARACTER = 0.602; // of the font size: DejaVu Sans Mono, Courier and Menlo
    private static final double ASCENT = 0.76;
    private static final double DESCENT = 0.24;
    private static final double HEAD = 8;
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");

    private final Document document;

    /** A text and its bounding box. */
    record Label(String text, String kind, Rectangle2D box) {}

    Picture(String svg) {
        try {
            document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalArgumentException("not an SVG document", e);
        }
    }

    private Element root() {
        return document.getDocumentElement();
    }

    Rectangle2D frame() {
        return new Rectangle2D.Double(0, 0, number(root(), "width"), number(root(), "height"));
    }

    private List<Element> all(String tag) {
        NodeList found = document.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength())
                .mapToObj(at -> (Element) found.item(at))
                .toList();
    }

    /** Returns everything drawn in a style, including samples in the legend. */
    List<Element> styled(String name) {
        return ofClass("*", name);
    }

    static boolean isInLegend(Element element) {
        return element.getParentNode() instanceof Element parent
                && parent.getAttribute("class").equals("legend");
    }

    private List<Element> ofClass(String tag, String name) {
        return all(tag).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ")).contains(name))
                .toList();
    }

    List<Label> labels() {
        return all("text").stream().map(Picture::label).toList();
    }

    private static Label label(Element text) {
        double size = text.hasAttribute("font-size")
                ? number(text, "font-size")
                : number(text.getOwnerDocument().getDocumentElement(), "font-size");
        double width = CHARACTER * size * text.getTextContent().length();
        double shift = switch (text.getAttribute("text-anchor")) {
            case "middle" -> width / 2;
            case "end" -> width;
            default -> 0;
        };
        Rectangle2D box = new Rectangle2D.Double(
                number(text, "x") - shift, number(text, "y") - ASCENT * size, width, (ASCENT + DESCENT) * size);
        return new Label(text.getTextContent(), text.getAttribute("class"), box);
    }

    /** Returns the arrows of messages and reads, without their heads. Straight arrows are curves, too. */
    List<QuadCurve2D> arrows() {
        return ofClass("path", "msg").stream().map(Picture::curve).toList();
    }

    private static QuadCurve2D curve(Element path) {
        List<Double> at = numbers(path);
        List<Double> end = at.subList(at.size() - 2, at.size());
        List<Double> bend =
                at.size() > 4 ? at.subList(2, 4) : List.of((at.get(0) + end.get(0)) / 2, (at.get(1) + end.get(1)) / 2);
        return new QuadCurve2D.Double(at.get(0), at.get(1), bend.get(0), bend.get(1), end.get(0), end.get(1));
    }

    /** Returns the segments of a curve, which are almost straight. */
    static List<Line2D> pieces(QuadCurve2D curve) {
        List<Line2D> pieces = new ArrayList<>();
        double[] at = new double[6];
        Point2D last = curve.getP1();
        for (PathIterator path = curve.getPathIterator(null, 0.1); !path.isDone(); path.next()) {
            path.currentSegment(at);
            Point2D next = new Point2D.Double(at[0], at[1]);
            pieces.add(new Line2D.Double(last, next));
            last = next;
        }
        return pieces;
    }

    /** Returns the centres of the dots that stand for moves. */
    List<Point2D> dots() {
        return ofClass("circle", "dot").stream()
                .map(dot -> (Point2D) new Point2D.Double(number(dot, "cx"), number(dot, "cy")))
                .toList();
    }

    /** Returns the bounding boxes of the arrowheads. */
    List<Rectangle2D> heads() {
        return arrows().stream()
                .map(arrow -> (Rectangle2D)
                        new Rectangle2D.Double(arrow.getX2() - HEAD / 2, arrow.getY2() - HEAD / 2, HEAD, HEAD))
                .toList();
    }

    /** Returns the lines of the processes, and all other lines. */
    List<Line2D> lines() {
        return all("line").stream()
                .map(line -> (Line2D) new Line2D.Double(
                        number(line, "x1"), number(line, "y1"), number(line, "x2"), number(line, "y2")))
                .toList();
    }

    /** Returns the bounding box of the bracket beside the repeating moves. */
    Rectangle2D loop() {
        Element path = ofClass("path", "loop").stream()
                .filter(bracket -> !isInLegend(bracket))
                .findFirst()
                .orElseThrow();
        List<Double> at = numbers(path); // end, last, H margin, V first, H end
        Rectangle2D box = new Rectangle2D.Double(at.get(0), at.get(1), 0, 0);
        box.add(at.get(2), at.get(3));
        return box;
    }

    private static List<Double> numbers(Element path) {
        return NUMBER.matcher(path.getAttribute("d"))
                .results()
                .map(MatchResult::group)
                .map(Double::valueOf)
                .toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
