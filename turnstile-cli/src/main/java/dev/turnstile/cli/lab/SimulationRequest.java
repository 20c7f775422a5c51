package dev.turnstile.cli.lab;

import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.simulate.SimulationOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters that simulations of both models have in common.
 *
 * @param processes the number of processes or nodes
 * @param places the number of places
 * @param settings the values of {@link SimulationOptions}
 * @param trace where a failed run is saved
 * @param deadline when the runs must stop
 */
record SimulationRequest(int processes, int places, Settings settings, TraceFile trace, Deadline deadline) {
    /** Returns the beginning of the command line that repeats a run of one algorithm. */
    String again(String algorithm) {
        List<String> words =
                new ArrayList<>(List.of("turnstile simulate", algorithm, "-n " + processes, "-k " + places));
        words.addAll(settings.words(SimulationOptions.ALL));
        words.add("--seeds 1");
        return String.join(" ", words);
    }
}
