package dev.turnstile.lab.run;

import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.Optional;

/** Cells that remember the last access. */
final class WatchedCells extends LocalCells {
    private static final int NONE = -1;

    private int cell = NONE;
    private boolean looked;
    private boolean written;

    WatchedCells(int cells) {
        super(cells);
    }

    void forget() {
        cell = NONE;
        looked = false;
        written = false;
    }

    @Override
    public long read(int at) {
        cell = at;
        looked = true;
        return super.read(at);
    }

    @Override
    public void write(int at, long value) {
        cell = at;
        written = true;
        super.write(at, value);
    }

    @Override
    public boolean replace(int at, long seen, long next) {
        cell = at;
        looked = true;
        written = true;
        return super.replace(at, seen, next);
    }

    @Override
    public long add(int at, long delta) {
        cell = at;
        looked = true;
        written = true;
        return super.add(at, delta);
    }

    /** Returns the cell of the last access, if there was one. */
    Optional<Integer> lastCell() {
        return cell == NONE ? Optional.empty() : Optional.of(cell);
    }

    /** Returns whether the access read the old value. A plain write does not. */
    boolean wasSeen() {
        return looked;
    }

    boolean wasWritten() {
        return written;
    }

    /**
     * Returns the last access in words, or an empty string if there was none. If the cell is a variable of its own, it
     * is shown in the paper's words; otherwise the whole memory is, as it is after the access.
     */
    String lastAccess(ProcessFacts facts) {
        if (cell == NONE) {
            return "";
        }
        int accessed = cell;
        boolean wasSeen = looked;
        boolean wasWritten = written;
        String words = facts.memory()
                .map(memory -> (wasWritten ? "writes " : "reads ") + memory.apply(this))
                .orElseGet(() -> variable(facts, accessed, wasWritten));
        cell = accessed; // reading the value was itself an access
        looked = wasSeen;
        written = wasWritten;
        return words;
    }

    private String variable(ProcessFacts facts, int accessed, boolean wasWritten) {
        String name = facts.cell().apply(accessed);
        return State.variables(fields -> facts.shared().accept(this, fields)).stream()
                .filter(variable -> variable.startsWith(name + "="))
                .map(variable -> name + (wasWritten ? " := " : " = ") + variable.substring(name.length() + 1))
                .findFirst()
                .orElse((wasWritten ? "writes " : "reads ") + name);
    }
}
