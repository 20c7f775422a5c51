package dev.turnstile.cli.lab;

import dev.turnstile.lab.explore.CheckRequest;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.Property;
import java.util.List;

/** A request to check an algorithm, and its report. */
record CheckAnswer(CheckRequest request, List<Property> properties, Report report) {
    /** Copies the list. */
    CheckAnswer {
        properties = List.copyOf(properties);
    }

    /** Returns the command line that reproduces a violation. */
    String reproducedBy(Property violated) {
        String command = request.command();
        return violated instanceof Equivalent ? command : command + " --property " + violated.name();
    }
}
