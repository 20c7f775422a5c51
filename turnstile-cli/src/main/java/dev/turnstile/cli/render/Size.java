package dev.turnstile.cli.render;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an amount of memory, such as {@code 512M}, into bytes. */
public final class Size implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})([KMG])", Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a size: use a whole number followed by K, M or G, such as 512M or 4G");
        }
        return Long.parseLong(form.group(1)) << shift(form.group(2).charAt(0));
    }

    private static int shift(char unit) {
        return switch (unit) {
            case 'K', 'k' -> 10;
            case 'M', 'm' -> 20;
            default -> 30;
        };
    }
}
