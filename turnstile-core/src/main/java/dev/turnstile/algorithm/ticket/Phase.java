package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Region;

/** The program counter of a process of the ticket family, and the region that it implies. */
enum Phase {
    IDLE(Region.REMAINDER),
    /** About to take a ticket, regardless of the length of the line. */
    TAKING(Region.TRYING),
    /** About to take a ticket if it is valid at once, and none otherwise. */
    ATTEMPTING(Region.TRYING),
    /** Holds a ticket and waits for it to become valid. */
    WAITING(Region.TRYING),
    INSIDE(Region.CRITICAL),
    LEAVING(Region.EXIT),
    /** Gave up, still holds a ticket, and passes it on when all processes ahead may enter. */
    CANCELLED(Region.EXIT);

    final Region region;

    Phase(Region region) {
        this.region = region;
    }
}
