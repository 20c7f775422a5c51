package dev.turnstile.lab.run;

import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A stage of processes that share memory. */
final class ProcessStage implements Stage {
    private final World world;
    private final WatchedCells cells;
    private final boolean[] stopped;
    private final Map<Integer, Integer> lastWriter = new TreeMap<>(); // from cell to the number of a move
    private int made;

    ProcessStage(Supplier<ProcessSystem> system, int[] units) {
        world = new World(system, units, WatchedCells::new);
        cells = (WatchedCells) world.cells;
        stopped = new boolean[world.processes.length];
    }

    @Override
    public int processes() {
        return stopped.length;
    }

    @Override
    public Region region(int process) {
        return world.processes[process].region();
    }

    @Override
    public int progress(int process) {
        return world.processes[process].progress();
    }

    @Override
    public boolean hasStopped(int process) {
        return stopped[process];
    }

    @Override
    public Optional<Deed> make(Move move) {
        cells.forget();
        if (stopped[move.process()] || !world.move(move.process(), move.kind())) {
            return Optional.empty();
        }
        stopped[move.process()] |= move.kind() == Move.Kind.CRASH;
        boolean steps = move.kind() == Move.Kind.STEP || move.kind() == Move.Kind.ATTEMPT;
        Deed deed = new Deed(steps ? cells.lastAccess(world.facts) : move.kind().verb, List.of(), causes());
        made++;
        return Optional.of(deed);
    }

    private List<Integer> causes() {
        TreeSet<Integer> causes = new TreeSet<>();
        cells.lastCell().ifPresent(cell -> {
            if (cells.wasSeen() && lastWriter.containsKey(cell)) {
                causes.add(lastWriter.get(cell));
            }
            if (cells.wasWritten()) {
                lastWriter.put(cell, made);
            }
        });
        return List.copyOf(causes);
    }

    private boolean hasToAct(int process) {
        return !stopped[process] && region(process) != Region.REMAINDER;
    }

    @Override
    public Optional<Move> owed() {
        return IntStream.range(0, stopped.length)
                .filter(this::hasToAct)
                .mapToObj(process -> new Move(process, Move.Kind.STEP))
                .findFirst();
    }

    @Override
    public List<String> neglectedBy(List<Move> repeated) {
        List<String> neglected = new ArrayList<>();
        for (int i = 0; i < stopped.length; i++) {
            int process = i;
            if (hasToAct(i) && repeated.stream().noneMatch(move -> move.process() == process)) {
                neglected.add("p" + i + " is alive and in " + region(i) + ", but never takes a step");
            }
        }
        return neglected;
    }

    @Override
    public long tokens() {
        return 0;
    }

    @Override
    public List<String> onTheWay() {
        return List.of();
    }

    @Override
    public void put(int from, int to, String frame) {
        throw new IllegalArgumentException("processes that share memory send no messages");
    }

    @Override
    public List<String> variables(int process) {
        return State.variables(world.processes[process]);
    }

    @Override
    public List<Long> values(int process, List<String> variables) {
        throw new IllegalArgumentException("only a node's variables can be set");
    }

    @Override
    public List<String> print() {
        return world.print(0);
    }
}
