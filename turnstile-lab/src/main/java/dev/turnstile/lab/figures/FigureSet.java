package dev.turnstile.lab.figures;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Figures that many simulations together make.
 *
 * <pre>{@code
 * FigureSet set = new Bulgannawar(5);
 * set.run(done -> System.err.println(done + " of " + set.simulations()));
 * set.figures().forEach(figure -> System.out.println(figure.table().csv()));
 * }</pre>
 */
public interface FigureSet {
    /**
     * One of them.
     *
     * @param name of its files, without the ending
     * @param chart the drawing
     * @param table the numbers
     */
    record Figure(String name, Chart chart, Table table) {}

    /** The names of the figures. */
    List<String> names();

    /** How many simulations there are. */
    int simulations();

    /**
     * Runs them, on all cores; tells how many are over. Takes seconds to minutes.
     *
     * @throws IllegalStateException when a property does not hold in one of them: then the numbers are worth nothing
     */
    void run(IntConsumer progress);

    /** The figures, after {@link #run}. */
    List<Figure> figures();

    /** What else there is to say, after {@link #run}. */
    List<Table> tables();
}
