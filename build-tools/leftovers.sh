#!/bin/sh
# Tests leave nothing behind: no file in their temporary folder, and no process.
#
#   leftovers.sh begin FOLDER         makes the empty folder that the tests of a module get as java.io.tmpdir and TMPDIR
#   leftovers.sh end FOLDER MARKER    fails if it is not empty, or if a process has TURNSTILE_TESTS=MARKER in its environment
#
# Surefire sets that variable, and every process that a test starts inherits it; so processes of other builds and users don't
# count. A process that was told to end gets a few seconds.
set -u
folder=$2

processes() {
    grep -lzx "TURNSTILE_TESTS=$1" /proc/[0-9]*/environ 2>/dev/null | sed 's|/proc/||; s|/environ||'
}

case $1 in
begin)
    rm -rf "$folder"
    (umask 066 && mkdir -p "$folder") # others may pass through: tests share folders between users
    ;;
end)
    marker=$3
    left=$(processes "$marker")
    tries=0
    while [ -n "$left" ] && [ $tries -lt 50 ]; do
        sleep 0.1
        tries=$((tries + 1))
        left=$(processes "$marker")
    done
    failed=0
    for process in $left; do
        echo "left behind by the tests: process $process: $(tr '\0' ' ' <"/proc/$process/cmdline")" >&2
        failed=1
    done
    if [ -d "$folder" ]; then
        rm -f "$folder"/lincheck-bootstrap*.jar # Lincheck never deletes the one that it makes
        files=$(find "$folder" -mindepth 1)
        if [ -n "$files" ]; then
            printf 'left behind by the tests:\n%s\n' "$files" >&2
            failed=1
        else
            rmdir -p "$folder" 2>/dev/null
        fi
    fi
    exit $failed
    ;;
*)
    echo "leftovers.sh: begin or end, not '$1'" >&2
    exit 64
    ;;
esac
