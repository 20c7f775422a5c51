package dev.turnstile.driver.mapped;

/**
 * How many may be inside.
 *
 * @param floor nobody leaves if fewer units would be inside
 * @param limit nobody enters if more units would be inside
 */
record Bounds(int floor, int limit) {
    long packed() {
        return (long) floor << 32 | limit;
    }

    static Bounds unpacked(long packed) {
        return new Bounds((int) (packed >>> 32), (int) packed);
    }

    @Override
    public String toString() {
        return floor == 0 ? "at most " + limit : "between " + floor + " and " + limit;
    }
}
