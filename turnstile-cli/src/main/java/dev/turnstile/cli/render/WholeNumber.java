package dev.turnstile.cli.render;

import picocli.CommandLine.TypeConversionException;

/** Parses whole numbers, with error messages for users. */
public final class WholeNumber {
    private WholeNumber() {}

    public static int parseInt(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw refusal(text, Integer.MAX_VALUE);
        }
    }

    public static long parseLong(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw refusal(text, Long.MAX_VALUE);
        }
    }

    private static TypeConversionException refusal(String text, long most) {
        return new TypeConversionException(
                "'" + text + "' is " + (text.matches("\\d+") ? "too large: at most " + most : "not a whole number"));
    }
}
