package dev.turnstile.algorithm.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Goal: the class behaves as in the worked example of its page. Method: make the moves of the example, row by row. */
final class ColoredTicketExampleTest {
    private static final Path PAGE = Path.of("../docs/algorithms/colored-ticket.md");
    private static final String HEAD = "| | move | its ticket | ISSUE | VALID | QUANT | memory | then |";
    private static final int PROCESSES = 4;
    private static final int PLACES = 2;

    private final ColoredTicket system = new ColoredTicket(PROCESSES, PLACES);
    private final OneCell memory = new OneCell();
    private final List<ColoredTicket.Taker> takers = new ArrayList<>();

    @Test
    void theClassFollowsEveryRowOfTheWorkedExample() throws IOException {
        List<List<String>> shown = shown();
        assertThat(shown).hasSizeGreaterThan(10);
        system.initialise(memory);
        for (int i = 0; i < PROCESSES; i++) {
            takers.add((ColoredTicket.Taker) system.process(i));
        }
        for (int at = 0; at < shown.size(); at++) {
            assertThat(shown.get(at))
                    .as("row %d", at)
                    .isEqualTo(row(at, shown.get(at).get(1)));
        }
    }

    private static List<List<String>> shown() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** Makes a move, such as "p0 asks", and returns the resulting state. */
    private List<String> row(int number, String move) {
        String ticket = "";
        String then = "";
        if (number > 0) {
            ColoredTicket.Taker taker = takers.get(Character.digit(move.charAt(1), 10));
            String before = ticket(taker);
            switch (move.substring(3)) {
                case "asks" -> taker.acquire(1);
                case "leaves" -> taker.release();
                case "looks" -> {}
                default -> throw new IllegalArgumentException(move);
            }
            taker.step(memory);
            ticket = move.endsWith("leaves") ? before : ticket(taker);
            then = taker.region().name().toLowerCase(Locale.ROOT);
        }
        ColoredTicket.Taker reader = (ColoredTicket.Taker) system.process(0);
        reader.decode(memory.read(ColoredProcess.MEMORY));
        system.compositions.unrank(reader.quantityCode, reader.quantity);
        return List.of(
                String.valueOf(number),
                move,
                ticket,
                pair(reader.pointers.issueValue, reader.pointers.issueColor),
                pair(reader.pointers.validValue, reader.pointers.validColor),
                Arrays.stream(reader.quantity).mapToObj(String::valueOf).collect(Collectors.joining(", ")),
                String.valueOf(memory.read(ColoredProcess.MEMORY)),
                then);
    }

    private static String ticket(ColoredTicket.Taker taker) {
        return pair(taker.ticketValue, taker.ticketColor);
    }

    private static String pair(int value, int color) {
        return "(" + value + ", " + color + ")";
    }
}
