package dev.turnstile.cli.lab;

import dev.turnstile.lab.explore.CheckRequest;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.Property;
import java.util.List;

/** What was asked of an algorithm, and what was found out. */
record CheckAnswer(CheckRequest request, List<Property> properties, Report report) {
    /** Copies the list. */
    CheckAnswer {
        properties = List.copyOf(properties);
    }

    /** The one line that shows a violation again. */
    String reproducedBy(Property violated) {
        String command = request.command();
        return violated instanceof Equivalent ? command : command + " --property " + violated.name();
    }
}
