package dev.turnstile.cli.lab;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of the lab's commands, as the lab describes them. */
public final class SettingOptions {
    /** Where they are in a help: after the options whose order is less. */
    static final int ORDER = 10;

    private SettingOptions() {}

    /** A command with such options. */
    interface Described {
        /** Which, in the order of its help. */
        List<Setting<?>> settings();
    }

    /** Adds to a command the options that it has. */
    public static void addTo(CommandLine command) {
        if (command.getCommand() instanceof Described described) {
            described
                    .settings()
                    .forEach(setting -> command.getCommandSpec()
                            .addOption(option(setting).order(ORDER).build()));
        }
    }

    private static OptionSpec.Builder option(Setting<?> setting) {
        OptionSpec.Builder option =
                OptionSpec.builder(setting.name()).description(setting.help().toArray(String[]::new));
        return switch (setting.form()) {
            case FLAG -> option.type(boolean.class).arity("0");
            case ONE -> option.type(setting.type()).paramLabel(setting.label()).arity("1");
            case LIST -> several(option, setting).splitRegex(",");
            case REPEATED -> several(option, setting);
        };
    }

    private static OptionSpec.Builder several(OptionSpec.Builder option, Setting<?> setting) {
        return option.type(List.class)
                .auxiliaryTypes(setting.type())
                .paramLabel(setting.label())
                .arity("1");
    }

    /** What was given of them. */
    static Settings read(CommandSpec spec, List<Setting<?>> settings) {
        ParseResult parsed = spec.commandLine().getParseResult();
        Settings given = Settings.NONE;
        for (Setting<?> setting : settings) {
            if (parsed.hasMatchedOption(setting.name())) {
                given = with(
                        given, setting, parsed.matchedOption(setting.name()).getValue());
            }
        }
        return given;
    }

    @SuppressWarnings("unchecked") // its form and type made the option
    private static <T> Settings with(Settings given, Setting<T> setting, Object value) {
        return given.with(setting, (T) value);
    }
}
