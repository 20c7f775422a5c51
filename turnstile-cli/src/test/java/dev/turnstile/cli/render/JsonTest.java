package dev.turnstile.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.cli.JsonReader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: the writer writes valid JSON that reads back as the same values. */
class JsonTest {
    @Test
    void indentsObjectsAndArrays() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", "queue");
        members.put("sizes", List.of(1, 2));
        assertThat(Json.of(members)).isEqualTo("""
            {
              "name": "queue",
              "sizes": [
                1,
                2
              ]
            }\
            """);
    }

    @Test
    void writesEmptyValuesOnOneLine() {
        assertThat(Json.of(List.of(List.of(), Map.of(), ""))).isEqualTo("[\n  [],\n  {},\n  \"\"\n]");
    }

    @Test
    void escapesSpecialCharactersInStrings() {
        assertThat(Json.of("a\"b\\c\nd\te\u0000f")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0009e\\u0000f\"");
    }

    @Test
    void writesNonAsciiCharactersAsEscapes() {
        assertThat(Json.of("\u2113 \ud83d\ude00")).isEqualTo("\"\\u2113 \\ud83d\\ude00\"");
    }

    @Test
    void everyCharacterReadsBack() {
        String all = IntStream.rangeClosed(0, 0xffff)
                .mapToObj(character -> String.valueOf((char) character))
                .collect(Collectors.joining());
        assertThat(JsonReader.read(Json.of(all))).isEqualTo(all);
    }

    @Test
    void numbersBooleansAndNullReadBack() {
        List<Object> values = Arrays.asList(0L, -7L, Long.MAX_VALUE, 0.5, 1e300, -1e-300, true, false, null);
        assertThat(JsonReader.read(Json.of(values))).isEqualTo(values);
    }

    @Test
    void intsAreNumbers() {
        assertThat(Json.of(List.of(3))).isEqualTo("[\n  3\n]");
    }

    @Test
    void rejectsValuesThatJsonCanNotRepresent() {
        for (Object value : List.of(Double.NaN, Double.POSITIVE_INFINITY, Optional.empty(), 'c')) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Json.of(List.of(value)))
                    .withMessageStartingWith("no JSON for class");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "[1 2]",
                "{\"a\" 1}",
                "{\"a\":1,\"a\":2}",
                "01",
                "1.",
                "nul",
                "\"\t\"",
                "\"\\x\"",
                "1 2"
            })
    void theReaderIsStrict(String wrong) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.read(wrong));
    }
}
