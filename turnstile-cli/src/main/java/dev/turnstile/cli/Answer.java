package dev.turnstile.cli;

import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.Property;
import java.util.List;

/** What was asked of a setting, and what was found out. */
record Answer(Setting setting, List<Property> properties, Report report) {
    /** Copies the list. */
    Answer {
        properties = List.copyOf(properties);
    }

    /** The one line that shows a violation again. */
    String reproducedBy(Property violated) {
        String command = setting.command();
        return violated instanceof Equivalent ? command : command + " --property " + violated.name();
    }
}
