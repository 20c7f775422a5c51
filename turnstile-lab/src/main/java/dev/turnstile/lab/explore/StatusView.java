package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.machine.Region;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * An invariant's view of a packed configuration. It shows the aspects that the invariant declares, and nothing else.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StatusView(Model model, long[] states, int at, long status, int[] unitsOf, Set<Invariant.Aspect> shown)
        implements Invariant.View {
    @Override
    public int participants() {
        return model.processes();
    }

    @Override
    public Region region(int participant) {
        show(Invariant.Aspect.REGIONS);
        return Invariant.View.counts(
                Model.region(status, participant), Model.stopped(status, participants(), participant));
    }

    @Override
    public boolean isInside(int participant) {
        show(Invariant.Aspect.REGIONS);
        return Model.isInside(Model.region(status, participant), model.floor());
    }

    @Override
    public int units(int participant) {
        return unitsOf[participant];
    }

    @Override
    public int progress(int participant) {
        show(Invariant.Aspect.PROGRESS);
        return Model.progress(model.stages(states, at), participants(), participant);
    }

    @Override
    public boolean resting() {
        show(Invariant.Aspect.REST);
        return rests(model, states, at, status);
    }

    @Override
    public long tokens() {
        show(Invariant.Aspect.TOKENS);
        return model.tokens(states, at);
    }

    /**
     * Returns whether nothing more will happen. A live process that is inside in a configuration at rest is one that
     * stays, and others may wait for it.
     */
    static boolean rests(Model model, long[] states, int at, long status) {
        return model.rests(states, at)
                && IntStream.range(0, model.processes())
                        .noneMatch(i -> Model.region(status, i) == Region.CRITICAL
                                && !Model.stopped(status, model.processes(), i));
    }

    private void show(Invariant.Aspect aspect) {
        if (!shown.contains(aspect)) {
            throw new IllegalStateException("an invariant looks at " + aspect + " without declaring it");
        }
    }
}
