package dev.turnstile.cli;

import java.util.List;
import java.util.Optional;

/**
 * What every simulation is told, of either model.
 *
 * @param algorithms their names
 * @param processes how many processes or nodes
 * @param places how many places
 * @param hold the time inside, in words
 * @param entries after how many a run ends
 * @param seeds how many runs each
 * @param seed the first seed
 * @param trace where a failed run goes
 * @param deadline when the runs are to stop
 */
record Simulated(
        List<String> algorithms,
        int processes,
        int places,
        Optional<String> hold,
        Optional<Long> entries,
        Optional<Integer> seeds,
        Optional<Long> seed,
        TraceFile trace,
        Deadline deadline) {
    /** The beginning of the line that runs one of them again. */
    String again(String algorithm) {
        return "turnstile simulate " + algorithm + " -n " + processes + " -k " + places
                + hold.map(text -> " --hold " + text).orElse("")
                + entries.map(count -> " --entries " + count).orElse("") + " --seeds 1";
    }
}
