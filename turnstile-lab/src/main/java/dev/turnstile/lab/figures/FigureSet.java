package dev.turnstile.lab.figures;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * A set of figures that are produced together from many simulations.
 *
 * <pre>{@code
 * FigureSet set = new Bulgannawar(5);
 * set.run(done -> System.err.println(done + " of " + set.simulations()));
 * set.figures().forEach(figure -> System.out.println(figure.table().csv()));
 * }</pre>
 */
public interface FigureSet {
    /**
     * A figure with its data.
     *
     * @param name the name of its files, without the extension
     * @param chart the drawing
     * @param table the numbers
     */
    record Figure(String name, Chart chart, Table table) {}

    /** Returns the names of the figures. */
    List<String> names();

    /** Returns the number of simulations. */
    int simulations();

    /**
     * Runs all simulations, on all cores, and reports the number completed. Takes seconds to minutes.
     *
     * @throws IllegalStateException if a property is violated in one of them, because the numbers are then worthless
     */
    void run(IntConsumer progress);

    /** Returns the figures; valid after {@link #run}. */
    List<Figure> figures();

    /** Returns the other tables; valid after {@link #run}. */
    List<Table> tables();
}
