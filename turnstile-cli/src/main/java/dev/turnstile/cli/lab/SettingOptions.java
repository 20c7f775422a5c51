package dev.turnstile.cli.lab;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Makes options of the lab's commands from the settings that describe them, and reads their values. */
public final class SettingOptions {
    /** The position of these options in the help: after the options with a smaller order. */
    static final int ORDER = 10;

    private SettingOptions() {}

    /** A command that has such options. */
    interface Described {
        /** Returns the settings of the command, in the order of its help. */
        List<Setting<?>> settings();
    }

    /** Adds the options of a command, if it has any. */
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

    /** Returns the settings that the command line gives. */
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

    @SuppressWarnings("unchecked") // the option was made from the setting's form and type
    private static <T> Settings with(Settings given, Setting<T> setting, Object value) {
        return given.with(setting, (T) value);
    }
}
