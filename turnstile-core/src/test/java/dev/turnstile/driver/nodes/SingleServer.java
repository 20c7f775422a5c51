package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * The simplest algorithm that can start with holders. Node 0 serves all others in FIFO order, and takes part itself.
 */
final class SingleServer implements NodeSystem<SingleServer.Word> {
    private final int n;
    private final int k;
    private final int[] unitsInside;

    SingleServer(int n, int k, int... unitsInside) {
        this.n = n;
        this.k = k;
        this.unitsInside = unitsInside.length == 0 ? new int[n] : unitsInside.clone();
    }

    /** The messages. */
    sealed interface Word extends Message {
        /** Asks the clerk for one unit. */
        record Ask(int number) implements Word {}

        /** Withdraws a request from the clerk. */
        record Never(int number) implements Word {}

        /** Grants a unit, from the clerk. */
        record Take(int number) implements Word {}

        /** Returns a unit to the clerk. */
        record Back() implements Word {}
    }

    @Override
    public Sizes sizes() {
        return new Sizes(n, k, 0, 1);
    }

    @Override
    public NodeSystem<Word> from(int[] inside) {
        return new SingleServer(n, k, inside);
    }

    @Override
    public Class<Word> messages() {
        return Word.class;
    }

    @Override
    public boolean fits(Word message) {
        return !(message instanceof Word.Ask ask) || ask.number() >= 0;
    }

    @Override
    public Node<Word> node(int index) {
        return index == 0 ? new Server() : new Client(index);
    }

    private record Asking(int node, int number) {}

    private class Client implements Node<Word> {
        Region region;
        int number;

        Client(int index) {
            region = unitsInside[index] > 0 ? Region.CRITICAL : Region.REMAINDER;
        }

        @Override
        public final Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Word> out) {
            region = Region.TRYING;
            tell(new Word.Ask(++number), out);
        }

        @Override
        public void release(Outbox<Word> out) {
            region = Region.REMAINDER;
            tell(new Word.Back(), out);
        }

        @Override
        public void cancel(Outbox<Word> out) {
            region = Region.REMAINDER;
            tell(new Word.Never(number), out);
        }

        void tell(Word word, Outbox<Word> out) {
            out.send(0, word);
        }

        @Override
        public void receive(int from, Word message, Outbox<Word> out) {
            if (message instanceof Word.Take take && take.number() == number && region == Region.TRYING) {
                region = Region.CRITICAL;
            }
        }

        @Override
        public void state(Fields fields) {}
    }

    private final class Server extends Client {
        private final Deque<Asking> line = new ArrayDeque<>();
        private int free = k - IntStream.of(unitsInside).sum();

        Server() {
            super(0);
        }

        @Override
        void tell(Word word, Outbox<Word> out) {
            hear(0, word, out);
        }

        @Override
        public void receive(int from, Word message, Outbox<Word> out) {
            hear(from, message, out);
        }

        private void hear(int from, Word word, Outbox<Word> out) {
            switch (word) {
                case Word.Ask ask -> line.add(new Asking(from, ask.number()));
                case Word.Never never -> free += line.remove(new Asking(from, never.number())) ? 0 : 1;
                case Word.Back back -> free++;
                case Word.Take take -> throw new IllegalStateException("the clerk gives, and is not given");
            }
            while (free > 0 && !line.isEmpty()) {
                Asking next = line.remove();
                free--;
                if (next.node() == 0) {
                    super.receive(0, new Word.Take(next.number()), out);
                } else {
                    out.send(next.node(), new Word.Take(next.number()));
                }
            }
        }
    }
}
