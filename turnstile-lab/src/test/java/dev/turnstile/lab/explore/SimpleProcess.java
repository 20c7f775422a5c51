package dev.turnstile.lab.explore;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;

/** A process whose state is its region, for the small systems of these tests. */
abstract class SimpleProcess implements Process {
    Region region = Region.REMAINDER;

    @Override
    public final Region region() {
        return region;
    }

    @Override
    public final void acquire(int units) {
        region = Region.TRYING;
    }

    @Override
    public final void attempt(int units) {
        region = Region.TRYING;
    }

    @Override
    public final void release() {
        region = Region.EXIT;
    }

    @Override
    public final void cancel() {
        region = Region.REMAINDER;
    }

    @Override
    public final int ahead(Cells shared) {
        return 0;
    }

    @Override
    public final void state(Fields fields) {
        region = fields.choice("region", region, Region.values());
    }
}
