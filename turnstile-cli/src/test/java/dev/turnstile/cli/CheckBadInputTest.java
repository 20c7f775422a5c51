package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: every bad command line is rejected with what is wrong and what is allowed, and nothing is explored. */
class CheckBadInputTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check                                | -n N, -k K and ALGORITHM are missing; the form is 'turnstile check -n N -k K ALGORITHM'
        check -n 3 -k 1                      | ALGORITHM is missing; the form is 'turnstile check -n N -k K ALGORITHM'
        check queue                          | -n N and -k K are missing; the form is 'turnstile check -n N -k K ALGORITHM'
        check queue -n 3                     | -k K is missing; the form is 'turnstile check -n N -k K ALGORITHM'
        check queue -k 1                     | -n N is missing; the form is 'turnstile check -n N -k K ALGORITHM'
        check queue queue -n 3 -k 1          | unexpected argument 'queue'; the form is 'turnstile check -n N -k K ALGORITHM'
        check queue -n 3 -k 1 -n 4           | -n is given twice
        check queue -n 3 -k                  | -k needs a value, K
        """)
    void rejectsMissingAndSuperfluousArguments(String line, String reason) {
        assertRefused(line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check que -n 3 -k 1                          | no algorithm is called 'que'; did you mean 'queue'? There are: queue, numbered-ticket,
        check queue -n 3 -k 1 --equivalent-to quue   | no algorithm is called 'quue'; did you mean 'queue'?
        check queue -n 3 -k 1 --property lockot      | no property is called 'lockot'; did you mean 'no-lockout'? There are: well-defined, exclusion, winners, no-k-deadlock, fifo, no-deadlock, no-lockout
        check queue -n 3 -k 1 --property fifo,dead   | no property is called 'dead'; did you mean 'no-deadlock'?
        check queue -n 3 -k 1 --property fifo,       | no property is called ''
        check queue -n 3 -k 1 --property ,           | no property is called ''
        check queue -n 3 -k 1 --property equivalence | equivalence needs something to compare with: --equivalent-to ALGORITHM
        """)
    void rejectsUnknownNames(String line, String reason) {
        assertRefused(line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check queue -n 0 -k 1                    | -n must be between 1 and 20, not 0
        check queue -n -1 -k 1                   | -n must be between 1 and 20, not -1
        check numbered-ticket -n 21 -k 1         | -n must be between 1 and 20, not 21
        check numbered-ticket -n 2147483647 -k 1 | -n must be between 1 and 20, not 2147483647
        check queue -n 3 -k 0                    | -k must be at least 1, not 0
        check queue -n 3 -k -1                   | -k must be at least 1, not -1
        check queue -n 16 -k 1                   | queue: N must be between 1 and 15, not 16
        check queue -n 3 -k 16                   | queue: k must be between 1 and 15, not 16
        check colored-ticket -n 3 -k 30          | colored-ticket: colored ticket with N=3, k=30 does not fit into one 64-bit cell
        check numbered-ticket -n 16 -k 1 --equivalent-to queue | queue: N must be between 1 and 15, not 16
        check queue -n 3 -k 1 --crashes -1       | --crashes must be between 0 and 3, not -1
        check queue -n 3 -k 1 --crashes 4        | --crashes must be between 0 and 3, not 4
        check queue -n x -k 1                    | -n: 'x' is not a whole number
        check queue -n 3 -k 1.5                  | -k: '1.5' is not a whole number
        check queue -n 3 -k 3000000000           | -k: '3000000000' is too large: at most 2147483647
        """)
    void rejectsSizesOutOfRange(String line, String reason) {
        assertRefused(line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check numbered-ticket -n 3 -k 2 --units 1,1    | --units must have one number, or 3, one for each process, not 2
        check numbered-ticket -n 3 -k 2 --units ,      | --units must have one number, or 3, one for each process, not 0
        check numbered-ticket -n 3 -k 2 --units 1,0,1  | --units: numbered-ticket with k = 2 allows a process 1 to 2 units, not 0
        check numbered-ticket -n 3 -k 2 --units 1,3,1  | --units: numbered-ticket with k = 2 allows a process 1 to 2 units, not 3
        check queue -n 3 -k 2 --units 1,2,1            | --units: queue with k = 2 allows a process 1 to 1 units, not 2
        check numbered-ticket -n 3 -k 2 --units 1,,1   | --units: '' is not a whole number
        check numbered-ticket -n 3 -k 2 --units 1,2,1 --equivalent-to queue | --units: queue with k = 2 allows a process 1 to 1 units, not 2
        """)
    void rejectsUnitsOutOfRange(String line, String reason) {
        assertRefused(line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check queue -n 3 -k 1 --threads 0     | --threads must be between 1 and 64, not 0
        check queue -n 3 -k 1 --threads 65    | --threads must be between 1 and 64, not 65
        check queue -n 3 -k 1 --threads two   | --threads: 'two' is not a whole number
        check queue -n 3 -k 1 --max-states 0  | --max-states must be at least 1, not 0
        check queue -n 3 -k 1 --max-states 1e6 | --max-states: '1e6' is not a whole number
        check queue -n 3 -k 1 --max-memory 4X | --max-memory: '4X' is not a size: use a whole number followed by K, M or G
        check queue -n 3 -k 1 --max-time 4w   | --max-time: '4w' is not a time: use a non-negative number followed by ms, s, m, h or d
        check queue -n 3 -k 1 --max-time 0    | --max-time: '0' is too short: it must be longer than 0
        """)
    void rejectsInvalidBounds(String line, String reason) {
        assertRefused(line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        check queue -n 3 -k 1 --cancel --property k-deadlock           | k-deadlock, as the paper defines it, has no waiters that give up
        check queue -n 3 -k 1 --cancel --equivalent-to numbered-ticket | equivalence is defined for schedules of steps: without cancels and attempts
        """)
    void rejectsIncompatibleOptions(String line, String reason) {
        assertRefused(line, reason);
    }

    private static void assertRefused(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason).contains("See 'turnstile check --help'.");
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
    }
}
