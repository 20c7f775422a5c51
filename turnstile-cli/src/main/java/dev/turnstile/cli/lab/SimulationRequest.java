package dev.turnstile.cli.lab;

import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.simulate.SimulationOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * What every simulation is told, of either model.
 *
 * @param processes how many processes or nodes
 * @param places how many places
 * @param settings what is set of {@link SimulationOptions}
 * @param trace where a failed run goes
 * @param deadline when the runs are to stop
 */
record SimulationRequest(int processes, int places, Settings settings, TraceFile trace, Deadline deadline) {
    /** The beginning of the line that runs one of them again. */
    String again(String algorithm) {
        List<String> words =
                new ArrayList<>(List.of("turnstile simulate", algorithm, "-n " + processes, "-k " + places));
        words.addAll(settings.words(SimulationOptions.ALL));
        words.add("--seeds 1");
        return String.join(" ", words);
    }
}
