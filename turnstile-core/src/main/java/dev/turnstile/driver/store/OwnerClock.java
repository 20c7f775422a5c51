package dev.turnstile.driver.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The clock by which a process judges its own permits. It may run ahead of the time that has passed, but never falls
 * behind: it adds up the largest advance of three clocks. {@code nanoTime} stops while the machine sleeps. The wall
 * clock goes on, but can be set back. {@code /proc/uptime} goes on too, where there is one; reading it costs a system
 * call, so it is read only where it matters.
 *
 * <p>The other two show milliseconds, and hundredths of a second. So advances are measured from a mark that stays for
 * some seconds: from one reading to the next, each tick would count as a whole one, and the clock of a busy process
 * would run at twice the speed.
 */
final class OwnerClock {
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long NONE = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How long a mark stays. The ticks of all clocks together are about a thousandth of it. */
    private static final long MARK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Clocks that differ by more than their ticks have been set, or the machine has slept. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The clocks of the machine. */
    interface Clocks {
        long nanos();

        long wallMillis();

        /** Returns the time since the machine was started, in milliseconds; -1 if there is no such clock. */
        long bootMillis();
    }

    private final Clocks clocks;
    private long total; // nanoseconds
    private long marked; // total at the mark
    private long nanos;
    private long wall;
    private long boot;

    OwnerClock() {
        this(new Clocks() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public long bootMillis() {
                return uptime();
            }
        });
    }

    OwnerClock(Clocks clocks) {
        this.clocks = clocks;
        nanos = clocks.nanos();
        wall = clocks.wallMillis();
        boot = clocks.bootMillis();
    }

    /** Returns the time in milliseconds, without asking the system how long it slept. */
    synchronized long now() {
        return read(false);
    }

    /** Returns the time in milliseconds, including the time that the machine slept. */
    synchronized long exactly() {
        return read(true);
    }

    private long read(boolean isExact) {
        long bootNow = isExact ? clocks.bootMillis() : NONE;
        long nanosNow = clocks.nanos();
        long wallNow = clocks.wallMillis();
        long byNanos = nanosNow - nanos;
        long byWall = TimeUnit.MILLISECONDS.toNanos(wallNow - wall);
        long byBoot = bootNow == NONE || boot == NONE ? byNanos : TimeUnit.MILLISECONDS.toNanos(bootNow - boot);
        total = Math.max(total, marked + Math.max(byNanos, Math.max(byWall, byBoot)));
        boolean differ = Math.abs(byWall - byNanos) > STEP_NANOS || Math.abs(byBoot - byNanos) > STEP_NANOS;
        if (differ || byNanos > MARK_NANOS) {
            if (!isExact) {
                return read(true); // or a sleep since the last mark could be missed
            }
            marked = total;
            nanos = nanosNow;
            wall = wallNow;
            boot = bootNow;
        }
        return TimeUnit.NANOSECONDS.toMillis(total + NANOS_PER_MILLI - 1);
    }

    private static long uptime() {
        try {
            String text = Files.readString(UPTIME, StandardCharsets.US_ASCII);
            return (long) (Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1000);
        } catch (IOException | RuntimeException notHere) {
            return NONE;
        }
    }
}
