package dev.turnstile.lab.explore;

/** Something that can happen in a configuration: one process does one thing. */
record Move(int process, Kind kind) {
    enum Kind {
        /** The process takes its next step; from REMAINDER it asks first, from CRITICAL it begins to leave. */
        STEP("steps"),
        /** From REMAINDER: the process asks without being ready to wait. */
        ATTEMPT("attempts"),
        /** From TRYING: the process gives up. */
        CANCEL("gives up"),
        /** The process stops for ever. */
        CRASH("stops for ever"),
        /** The process is killed, and somebody will clear up after it; from then on it may begin anew. */
        KILL("is killed"),
        /** A unit of time passes; nobody moves. */
        TICK("lets time pass");

        final String verb;

        Kind(String verb) {
            this.verb = verb;
        }
    }

    @Override
    public String toString() {
        return "p" + process + " " + kind.verb;
    }
}
