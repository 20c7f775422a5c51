#!/usr/bin/env bash
# Turnstile's explorer beside SPIN: the same algorithm, the same steps, every state, k-exclusion judged in each, one core each.
#
#   turnstile-bench/spin/compare.sh                                  all sizes, 3 rounds
#   ROUNDS=5 turnstile-bench/spin/compare.sh "colored-ticket 5 3"    this size, 5 rounds
#
# Rounds alternate: one run of SPIN's verifier, one JVM that searches three times (the first cold). Both are bound to the same
# core where taskset is there. Times are what each program says of its own search: compiling the model and starting the JVM
# are not in them; loading and compiling our classes is, in the cold column. The script stops if the two do not find the same
# number of states.
#
# SPIN is compiled for speed: full optimisation for this machine, no liveness, states stored uncompressed, no bounds checks,
# nothing lossy (no BITSTATE, no hash-compact). Partial-order reduction is off, for both must see every state; in
# these models each step touches shared variables, and it finds nothing to leave out (tried). SEARCH=-DBFS makes SPIN search
# breadth first, as the explorer does; depth first, its default, is faster.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../target/benchmarks.jar
rounds=${ROUNDS:-3}
core=${CORE:-1}
search=${SEARCH:-}
gcc_options="-O3 -march=native -w -DSAFETY -DNOREDUCE -DNOCOMP -DNOBOUNDCHECK -DMEMLIM=14000 $search"
pan_options="-m20000000 -w24"
java_options="-XX:+UseSerialGC -Xmx12g ${JAVA_OPTIONS:-}"
[ $# -gt 0 ] || set -- "colored-ticket 4 3" "colored-ticket 5 3" "colored-ticket 7 2" "queue 8 3"

for tool in spin gcc; do
    command -v $tool > /dev/null || { echo "missing: $tool; apt-get install spin gcc" >&2; exit 1; }
done
[ -f "$jar" ] || { echo "missing: $jar; mvn package -pl turnstile-bench -am" >&2; exit 1; }

# A Java 25 or newer: JAVA, JAVA_HOME, the PATH, or what is installed.
java25() {
    local candidate
    for candidate in "${JAVA:-}" "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java; do
        if [ -x "$candidate" ] && "$candidate" -version 2>&1 | grep -qE 'version "(2[5-9]|[3-9][0-9])'; then
            echo "$candidate"
            return
        fi
    done
    echo "no Java 25 found; set JAVA_HOME" >&2
    return 1
}
java=$(java25)

pinned() {
    if command -v taskset > /dev/null; then taskset -c "$core" "$@"; else "$@"; fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

compile() { # algorithm N k
    spin -a "-DN=$2" "-DK=$3" "$here/$1.pml" > /dev/null
    # shellcheck disable=SC2086 # words
    gcc $gcc_options -o pan pan.c
}

spin_once() { # prints: spin states states/s
    # shellcheck disable=SC2086 # words
    pinned ./pan $pan_options > pan.out
    grep -q 'errors: 0' pan.out || { cat pan.out >&2; exit 1; }
    awk '/states, stored/ { states = $1 } /elapsed time/ { seconds = $4 }
         END { if (seconds < 0.01) seconds = 0.01; printf "spin %d %.0f\n", states, states / seconds }' pan.out
}

ours() { # prints: cold|warm states states/s
    # shellcheck disable=SC2086 # words
    pinned "$java" $java_options -cp "$jar" dev.turnstile.bench.checker.CheckerRate "$@" \
        | awk '{ print ($1 == 1 ? "cold" : "warm"), $2, $5 }'
}

of() { # spin|cold|warm: prints median min max in 1000/s
    awk -v kind="$1" '$1 == kind { print $3 / 1000 }' runs | sort -n \
        | awk '{ v[NR] = $1 } END { printf "%.0f %.0f %.0f\n", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'
}

row() { # algorithm N k
    local states
    states=$(awk '{ print $2 }' runs | sort -u)
    [ "$(echo "$states" | wc -l)" = 1 ] || { echo "$*: the numbers of states differ:" $states >&2; exit 1; }
    echo "$1 $2 $3 $states $(of spin) $(of cold) $(of warm)" | awk '{
        printf "| %-14s | %d | %d | %9d | %-16s | %-16s | %-16s | %5.2f | %5.2f |\n", $1, $2, $3, $4,
            $5 " (" $6 "-" $7 ")", $8 " (" $9 "-" $10 ")", $11 " (" $12 "-" $13 ")", $8 / $5, $11 / $5 }'
}

echo "$(spin -V); $(gcc --version | head -1); $("$java" --version | head -1)"
echo "gcc $gcc_options; pan $pan_options; java $java_options"
echo "$rounds rounds, alternating; 1000 states/s, median (min-max); load $(cut -d' ' -f1-3 /proc/loadavg)"
echo
echo "| algorithm      | N | k | states    | SPIN             | ours, cold       | ours, warm       | cold  | warm  |"
echo "|----------------|---|---|-----------|------------------|------------------|------------------|-------|-------|"
for size in "$@"; do
    # shellcheck disable=SC2086 # words
    set -- $size
    compile "$@"
    : > runs
    for _ in $(seq "$rounds"); do
        spin_once >> runs
        ours "$@" >> runs
    done
    row "$@"
done
