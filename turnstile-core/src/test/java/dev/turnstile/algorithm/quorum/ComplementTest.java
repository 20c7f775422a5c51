package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Makki;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import org.junit.jupiter.api.Test;

/** Inside and outside exchanged: kamei-2019, theorem 1. */
final class ComplementTest {
    @Test
    void floorAndLimitAreExchanged() {
        NodeSystem<?> inclusion = new Complement<>(new Raymond(5, 2));
        assertThat(inclusion.sizes().participants()).isEqualTo(5);
        assertThat(inclusion.sizes().floor()).isEqualTo(3);
        assertThat(inclusion.sizes().limit()).isEqualTo(5);
        NodeSystem<?> exclusion = new Complement<>(new Mutin(Coterie.of("majority", 5), 3, 5));
        assertThat(exclusion.sizes().floor()).isZero();
        assertThat(exclusion.sizes().limit()).isEqualTo(2);
        NodeSystem<?> window = new Complement<>(new Window(Coterie.of("grid", 9), 2, 4, 3));
        assertThat(window.sizes().floor()).isEqualTo(5);
        assertThat(window.sizes().limit()).isEqualTo(7);
        NodeSystem<?> twice = new Complement<>(window);
        assertThat(twice.sizes().floor()).isEqualTo(2);
        assertThat(twice.sizes().limit()).isEqualTo(4);
    }

    @Test
    void aNodeOutsideTheOriginalIsInsideTheComplement() {
        Network<Raymond.RaymondMessage> network = new Network<>(new Complement<>(new Raymond(2, 1)));
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        network.release(0);
        assertThat(network.region(0)).as("trying in the original").isEqualTo(Region.EXIT);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).as("the last node stays").isEqualTo(Region.EXIT);
        network.acquire(0);
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void theTimerOfTheOriginalIsTheTimerOfTheComplement() {
        NodeSystem<Makki.MakkiMessage> timed = Makki.timed(2, 1);
        Network<Makki.MakkiMessage> network = new Network<>(new Complement<>(timed));
        Network<Makki.MakkiMessage> there = new Network<>(timed);
        network.release(1);
        network.deliverAll();
        there.acquire(1);
        there.deliverAll();
        assertThat(there.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(there.node(1).timer()).as("the collector gathers").isPresent();
        assertThat(network.node(1).timer()).isEqualTo(there.node(1).timer());
        network.timeout(1);
        assertThat(network.node(1).timer()).as("its time has expired").isEmpty();
    }

    @Test
    void enteringWaitsUntilTheOriginalMayBeLeft() {
        Network<Mutin.MutinMessage> network =
                new Network<>(new Complement<>(new Mutin(Coterie.of("singleton", 2), 1, 2)));
        network.acquire(0);
        assertThat(network.region(0)).as("its own member").isEqualTo(Region.CRITICAL);
        network.acquire(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        network.cancel(1);
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.acquire(1);
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Network<Mutin.MutinMessage> network =
                new Network<>(new Complement<>(new Mutin(Coterie.of("singleton", 2), 1, 2)));
        assertThatIllegalStateException().isThrownBy(() -> network.release(0));
        assertThatIllegalStateException().isThrownBy(() -> network.cancel(0));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(0, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(0, 0));
        network.acquire(0);
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(0));
    }

    @Test
    void theMessagesAreThoseOfTheOriginal() {
        NodeSystem<Mutin.MutinMessage> kmex = new Complement<>(new Mutin(Coterie.of("singleton", 2), 1, 2));
        assertThat(kmex.messages()).isEqualTo(Mutin.MutinMessage.class);
        assertThat(kmex.fits(new Mutin.MutinMessage.Query(1))).isTrue();
        assertThat(kmex.fits(new Mutin.MutinMessage.Query(0))).isFalse();
    }
}
