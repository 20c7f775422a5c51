package dev.turnstile.lab.simulate;

/**
 * What is measured of a run.
 *
 * <pre>{@code
 * double delay = result.value(Metric.DELAY);
 * }</pre>
 */
public enum Metric {
    /** Mean time from wanting to enter to entering. */
    DELAY("delay"),
    /** The median of it. */
    DELAY_P50("delay p50"),
    /** The 95th percentile of it. */
    DELAY_P95("delay p95"),
    /** The 99th percentile of it. */
    DELAY_P99("delay p99"),
    /** The longest, also of those who still wait at the end. */
    DELAY_MAX("delay max"),
    /** Mean time from wanting to leave to being outside, in a window; nobody waits elsewhere. */
    LEAVING("leaving"),
    /** The longest. */
    LEAVING_MAX("leaving max"),
    /** Messages sent per entry. */
    MESSAGES("messages/entry"),
    /** Words sent per entry. */
    WORDS("words/entry"),
    /** Words per message. */
    WORDS_PER_MESSAGE("words/message"),
    /** Entries per unit of time. */
    THROUGHPUT("throughput"),
    /** Jain's index of how evenly the entries are spread over the nodes: 1 if all have as many, 1/n if one has all. */
    FAIRNESS("fairness"),
    /** How many requests that were made earlier and still wait an entry overtakes, on average. */
    OVERTAKES("overtakes"),
    /** The most that one entry overtook. */
    OVERTAKES_MAX("overtakes max"),
    /** The most entries of others while one waited: the waiting time of datta-2009. */
    ENTRIES_WAITED_MAX("entries waited max");

    private final String title;

    Metric(String title) {
        this.title = title;
    }

    /** What it is called in tables. */
    public String title() {
        return title;
    }
}
