#!/usr/bin/env bash
# Turnstile between processes beside what Linux offers there: POSIX semaphores, robust mutexes, flock(2), futexes, and the
# commands flock and GNU sem. One table; each round measures all rows in turn.
#
#   turnstile-bench/processes/run.sh                       all parts, 5 rounds, 500 ms a row
#   ROUNDS=9 MILLIS=1000 turnstile-bench/processes/run.sh  longer
#   PARTS=pair,crowd1 turnstile-bench/processes/run.sh     of pair, handoff, crowd1, crowd3, command
#   JAVA_OPTIONS=... FOLDER=/dev/shm                       options for the JVMs that are measured; where the files are
#
# Build first: mvn -q package -Dfast -DskipTests -pl turnstile-bench -am
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../target/benchmarks.jar
launcher=$here/../../turnstile
rounds=${ROUNDS:-5}
millis=${MILLIS:-500}
parts=${PARTS:-pair,handoff,crowd1,crowd3,command}

command -v gcc >/dev/null || { echo "missing: gcc; apt-get install gcc" >&2; exit 1; }
[ -f "$jar" ] || { echo "missing: $jar; mvn -q package -Dfast -DskipTests -pl turnstile-bench -am" >&2; exit 1; }

# A Java 25 or newer: JAVA_HOME, the PATH, or what is installed.
java25() {
    local candidate
    for candidate in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java; do
        if [ -x "$candidate" ] && "$candidate" -version 2>&1 | grep -qE 'version "(2[5-9]|[3-9][0-9])'; then
            echo "$candidate"
            return
        fi
    done
    echo "no Java 25 found; set JAVA_HOME" >&2
    return 1
}
java=$(java25)

# GNU parallel's sem; other packages have commands of that name.
sem=
if sem --version 2>/dev/null </dev/null | grep -q '^GNU parallel'; then
    sem=sem
else
    echo "no GNU sem, and so no row for it; apt-get install parallel" >&2
fi

# In memory, where there is such a place: turnstiles, and the files of flock.
memory=${FOLDER:-/dev/shm}
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
work=$(mktemp -d "$memory/turnstile-bench.XXXXXX") # mode 0700
trap 'rm -rf "$work"' EXIT
for peer in peers handoff cputime; do
    gcc -O2 -Wall -Wextra -pthread -o "$work/$peer" "$here/$peer.c"
done

# The folders of the commands, too: nothing is left behind.
export PEERS_FOLDER=$work TURNSTILE_DIR=$work PARALLEL_HOME=$work/parallel
mkdir -p "$PARALLEL_HOME" && : >"$PARALLEL_HOME/will-cite"

echo "$("$java" --version | head -1); $(gcc --version | head -1); $(uname -sr); load $(cut -d' ' -f1-3 /proc/loadavg)"
# shellcheck disable=SC2086 # words
"$java" -XX:+UseSerialGC -cp "$jar" dev.turnstile.bench.processes.Processes \
    "$work" "$launcher" "$work" "$rounds" "$millis" "$parts" "$sem"
