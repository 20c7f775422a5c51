package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.LedgerMove;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The moves that a session wants to make in one commit. A clerk that keeps losing against others writes its batch to
 * {@code q/NAME/ID}, and the winner applies it: once, because the roster has the number of the last one applied.
 *
 * @param number the number of this batch among those of its session and turnstile; larger than every earlier one
 * @param moves what its requests want to happen, in order
 */
public record Batch(long number, List<LedgerMove> moves) {
    private static final int MARK = 0x54535131; // "TSQ1"
    private static final String WHAT = "a batch";
    private static final LedgerMove.Kind[] KINDS = LedgerMove.Kind.values();
    private static final int MOVE_BYTES = 1 + 2 * Long.BYTES + Integer.BYTES;

    /** Copies the moves. */
    public Batch {
        moves = List.copyOf(moves);
    }

    /** Returns the batch encoded as bytes. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the stored format
    public byte[] bytes() {
        ByteBuffer to = Stored.begin(MARK, Long.BYTES + MOVE_BYTES * moves.size());
        to.putLong(number);
        for (LedgerMove move : moves) {
            to.put((byte) move.kind().ordinal())
                    .putLong(move.who())
                    .putLong(move.since())
                    .putInt(move.units());
        }
        return Stored.end(to);
    }

    /**
     * Returns the batch that {@link #bytes} has encoded.
     *
     * @throws dev.turnstile.algorithm.ledger.DamagedException if the bytes do not encode a batch
     */
    public static Batch of(byte[] bytes) {
        return Stored.read(bytes, MARK, WHAT, from -> {
            long number = from.getLong();
            List<LedgerMove> moves = new ArrayList<>();
            while (from.remaining() >= MOVE_BYTES) {
                moves.add(new LedgerMove(KINDS[from.get()], from.getLong(), from.getLong(), from.getInt()));
            }
            return new Batch(number, moves);
        });
    }
}
