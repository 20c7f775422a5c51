package dev.turnstile.lab.explore;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Step;
import dev.turnstile.machine.facts.ProcessFacts;

/**
 * The trivial solution of fischer-1985, section 1: a count of the processes inside. At most k, and no fairness at all.
 */
record Counter(int processes, int places) implements ProcessSystem {
    @Override
    public int cells() {
        return 1;
    }

    @Override
    public void initialise(Cells shared) {
        shared.write(0, 0);
    }

    @Override
    public Process process(int index) {
        return new Member();
    }

    @Override
    public Sizes sizes() {
        return new Sizes(processes, places, 0, 1);
    }

    @Override
    public ProcessFacts facts() {
        return ProcessFacts.of((shared, fields) -> shared.write(0, fields.range("COUNT", shared.read(0), 0, places)));
    }

    @Override
    public boolean fifo() {
        return false;
    }

    @Override
    public int free(Cells shared) {
        return places - (int) shared.read(0);
    }

    private final class Member extends SimpleProcess {
        @Override
        public Step step(Cells shared) {
            if (region == Region.EXIT) {
                shared.add(0, -1);
                region = Region.REMAINDER;
            } else if (shared.read(0) < places) {
                shared.add(0, 1);
                region = Region.CRITICAL;
            }
            return Step.TAKEN;
        }
    }
}
