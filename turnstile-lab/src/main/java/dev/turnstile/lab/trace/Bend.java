package dev.turnstile.lab.trace;

import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Determines how far to bend an arrow so that it keeps clear of the dots between its ends. An arrow through the dot of
 * another process would suggest that this process forwarded the message.
 */
final class Bend {
    private static final int CLEAR = 6; // from the centre of a dot
    private static final int STEP = 16;
    private static final int STEPS_MOST = 16;
    private static final int PIECE = 8; // approximate length of a segment of the curve
    private static final int PIECES_MOST = 256; // segments of a long curve, which is almost straight

    private final Rectangle2D field;

    /** Creates a bend for arrows that must stay within a field, which contains no text. */
    Bend(Rectangle2D field) {
        this.field = field;
    }

    /** Returns the control point of the least bent curve that is clear of all dots, or as clear as possible. */
    Point2D control(Point2D from, Point2D to, List<Point2D> dots) {
        return controls(from, to)
                .filter(control -> distance(from, control, to, dots) >= CLEAR)
                .findFirst()
                .orElseGet(() -> controls(from, to)
                        .max(Comparator.comparingDouble(control -> distance(from, control, to, dots)))
                        .orElseThrow());
    }

    /** Returns the candidate control points, from straight to most bent, alternating sides. */
    private Stream<Point2D> controls(Point2D from, Point2D to) {
        return IntStream.rangeClosed(0, 2 * STEPS_MOST)
                .map(i -> i % 2 == 0 ? i / 2 : -(i + 1) / 2) // 0, -1, 1, -2, 2, ..
                .mapToObj(steps -> bent(from, to, steps * STEP))
                .filter(field::contains);
    }

    /** Returns the midpoint, shifted to the side by the given distance. */
    private static Point2D bent(Point2D from, Point2D to, int by) {
        double length = Math.max(1, from.distance(to));
        return new Point2D.Double(
                Math.rint((from.getX() + to.getX()) / 2 + by * (to.getY() - from.getY()) / length),
                Math.rint((from.getY() + to.getY()) / 2 - by * (to.getX() - from.getX()) / length));
    }

    /** Returns the distance from the curve to the nearest dot. */
    private static double distance(Point2D from, Point2D control, Point2D to, List<Point2D> dots) {
        int pieces = 2 + Math.min(PIECES_MOST, (int) (from.distance(to) / PIECE));
        double nearest = Double.MAX_VALUE;
        Point2D last = from;
        for (int i = 1; i <= pieces; i++) {
            Point2D next = at((double) i / pieces, from, control, to);
            for (Point2D dot : dots) {
                nearest = Math.min(
                        nearest,
                        Line2D.ptSegDist(last.getX(), last.getY(), next.getX(), next.getY(), dot.getX(), dot.getY()));
            }
            last = next;
        }
        return nearest;
    }

    private static Point2D at(double t, Point2D from, Point2D control, Point2D to) {
        double before = (1 - t) * (1 - t);
        double middle = 2 * t * (1 - t);
        double after = t * t;
        return new Point2D.Double(
                before * from.getX() + middle * control.getX() + after * to.getX(),
                before * from.getY() + middle * control.getY() + after * to.getY());
    }
}
