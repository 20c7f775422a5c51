package dev.turnstile.lab.run;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * One configuration, unpacked: the real process objects and their cells. Moves are made only here; the models merely
 * remember the results.
 */
public final class World {
    private final Supplier<ProcessSystem> setup;
    final ProcessSystem system;
    public final LocalCells cells;
    public final ProcessFacts facts;
    public final Process[] processes;
    private final int[] units;
    private final LongMap packed = new LongMap(); // from the value of the only cell to its packed form
    private final LongMap unpacked = new LongMap(); // the reverse

    public World(Supplier<ProcessSystem> setup, int[] units) {
        this(setup, units, LocalCells::new);
    }

    World(Supplier<ProcessSystem> setup, int[] units, IntFunction<LocalCells> memory) {
        this(setup, setup.get(), units, memory);
    }

    private World(Supplier<ProcessSystem> setup, ProcessSystem system, int[] units, IntFunction<LocalCells> memory) {
        this.setup = setup;
        this.system = system;
        this.units = units;
        facts = system.facts();
        cells = memory.apply(system.cells());
        processes = new Process[system.sizes().participants()];
        for (int i = 0; i < processes.length; i++) {
            processes[i] = system.process(i);
        }
        system.initialise(cells);
    }

    /** Returns the initial configuration of the same system, for the same thread. */
    public World fresh() {
        return new World(setup, system, units, LocalCells::new);
    }

    /** Returns the initial configuration of a new system, for another thread. */
    public World copy() {
        return new World(setup, units);
    }

    /**
     * Makes a move of a process that has not crashed. Returns false if the move does not fit the region of the process,
     * or changes nothing.
     */
    public boolean move(int index, Move.Kind kind) {
        Process process = processes[index];
        return switch (kind) {
            case STEP -> step(process, index);
            case ATTEMPT -> attempt(process, index);
            case CANCEL -> cancel(process);
            case CRASH -> process.region() != Region.REMAINDER;
            case KILL -> kill(process);
            case TICK, ASK, LEAVE, DELIVER, TIMEOUT, BECOME -> false;
        };
    }

    /**
     * Takes a step. Making a request and taking the first step are one move, and so are beginning to leave and taking
     * the first step (fischer-1985, section 3.1).
     */
    private boolean step(Process process, int index) {
        switch (process.region()) {
            case REMAINDER -> process.acquire(units[index]);
            case CRITICAL -> process.release();
            case TRYING, EXIT -> {}
        }
        process.step(cells);
        return true;
    }

    private boolean attempt(Process process, int index) {
        if (process.region() != Region.REMAINDER) {
            return false;
        }
        process.attempt(units[index]);
        process.step(cells);
        return process.region() != Region.REMAINDER;
    }

    private boolean cancel(Process process) {
        if (process.region() != Region.TRYING) {
            return false;
        }
        process.cancel();
        return true;
    }

    private static boolean kill(Process process) {
        if (process.region() == Region.REMAINDER || !(process instanceof Process.Mortal mortal)) {
            return false;
        }
        mortal.die();
        return true;
    }

    public int sharedBits() {
        return State.bits(fields -> facts.shared().accept(cells, fields));
    }

    /** Packs the shared cells. A single cell is packed only once per value, and then looked up. */
    public long packShared() {
        if (system.cells() != 1 || cells.read(0) == LongMap.NONE) {
            return State.pack(fields -> facts.shared().accept(cells, fields));
        }
        long cell = cells.read(0);
        long known = packed.get(cell);
        return known != LongMap.NONE
                ? known
                : remember(cell, State.pack(fields -> facts.shared().accept(cells, fields)));
    }

    private long remember(long cell, long form) {
        if (form != LongMap.NONE) {
            packed.put(cell, form);
            unpacked.put(form, cell);
        }
        return form;
    }

    public void unpackShared(long form) {
        long cell = system.cells() == 1 ? unpacked.get(form) : LongMap.NONE;
        if (cell == LongMap.NONE) {
            State.unpack(fields -> facts.shared().accept(cells, fields), form);
        } else {
            cells.write(0, cell);
        }
    }

    /** Returns how many bytes the remembered forms take. */
    public long bytes() {
        return packed.bytes() + unpacked.bytes();
    }

    /** Returns every variable: the shared ones first, then those of process i as {@code pi.name=value}. */
    public List<String> print(long stopped) {
        List<String> parts =
                new ArrayList<>(State.variables(fields -> facts.shared().accept(cells, fields)));
        for (int i = 0; i < processes.length; i++) {
            String owner = "p" + i + ".";
            State.variables(processes[i]).forEach(variable -> parts.add(owner + variable));
            if ((stopped >>> i & 1) != 0) {
                parts.add("p" + i + " STOPPED");
            }
        }
        return parts;
    }
}
