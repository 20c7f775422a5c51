/*
 * Hand-offs between two processes by futex(2), on a word of shared memory: the one that does not have the turn sleeps, without
 * spinning first, until the other has passed it on and woken it.
 *
 *   handoff N        ns per one-way hand-off, of 2 N
 */
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint32_t *turn;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Not FUTEX_PRIVATE_FLAG: the other is another process. */
static void futex(int operation, uint32_t value) {
    syscall(SYS_futex, turn, operation, value, NULL, NULL, 0);
}

static void play(uint32_t self, long turns) {
    for (long i = 0; i < turns; i++) {
        while (atomic_load(turn) != self) futex(FUTEX_WAIT, 1 - self);
        atomic_store(turn, 1 - self);
        futex(FUTEX_WAKE, 1);
    }
}

int main(int count, char **args) {
    long turns = count > 1 ? atol(args[1]) : 0;
    turn = mmap(NULL, sizeof *turn, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (turns < 1 || turn == MAP_FAILED) return 1;
    int64_t start = now();
    if (fork() == 0) {
        play(1, turns);
        return 0;
    }
    play(0, turns);
    wait(NULL);
    printf("%.2f\n", (double) (now() - start) / (2.0 * (double) turns));
    return 0;
}
