package dev.turnstile.lab.simulate;

/** A quantity measured in a run; {@link Result#value} returns it. */
public enum Metric {
    /** The mean time from wanting to enter to entering. */
    DELAY("delay"),
    /** The median of that time. */
    DELAY_P50("delay p50"),
    /** The 95th percentile of that time. */
    DELAY_P95("delay p95"),
    /** The 99th percentile of that time. */
    DELAY_P99("delay p99"),
    /** The maximum of that time, including nodes that still wait at the end. */
    DELAY_MAX("delay max"),
    /** The mean time from wanting to leave to being outside. Only in a window does a node wait to leave. */
    LEAVING("leaving"),
    /** The maximum time from wanting to leave to being outside. */
    LEAVING_MAX("leaving max"),
    /** Messages sent per entry. */
    MESSAGES("messages/entry"),
    /** Words sent per entry. */
    WORDS("words/entry"),
    /** Words per message. */
    WORDS_PER_MESSAGE("words/message"),
    /** Entries per unit of time. */
    THROUGHPUT("throughput"),
    /** Jain's fairness index of the entries per node: 1 if all nodes have equally many, 1/n if one node has all. */
    FAIRNESS("fairness"),
    /** The mean number of earlier requests, still waiting, that an entry overtakes. */
    OVERTAKES("overtakes"),
    /** The maximum number of requests that one entry overtook. */
    OVERTAKES_MAX("overtakes max"),
    /** The maximum number of entries of other nodes while one node waited: the waiting time of datta-2009. */
    ENTRIES_WAITED_MAX("entries waited max");

    private final String title;

    Metric(String title) {
        this.title = title;
    }

    /** Returns the name of the metric in tables. */
    public String title() {
        return title;
    }
}
