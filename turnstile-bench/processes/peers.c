/*
 * What Linux offers between processes, measured as Turnstile's mapped driver is: the peers of run.sh.
 *
 *   peers calibrate                                  rounds of the busy loop that take 1 us
 *   peers pair semaphore|mutex|flock N               ns per acquire and release, alone, of N
 *   peers crowd semaphore|mutex|flock N K R MILLIS   passes of each of N processes, K inside, R rounds of the busy loop each
 *
 * semaphore: sem_open(3), sem_wait, sem_post. mutex: pthread_mutex_t, process-shared and robust, in shared memory.
 * flock: flock(2), LOCK_EX and LOCK_UN, each process with its own open file in $PEERS_FOLDER.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CROWD_MAX 64

struct shared {
    pthread_mutex_t mutex;
    _Alignas(64) long passes[CROWD_MAX];
};

struct peer {
    const char *name;
    void (*open)(int places);
    void (*join)(void);
    void (*enter)(void);
    void (*leave)(void);
};

static struct shared *shared;
static sem_t *semaphore;
static char lock_file[PATH_MAX];
static int descriptor;
static volatile uint64_t sink;

static void check(int failed, const char *what) {
    if (failed) {
        perror(what);
        exit(1);
    }
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* The same in BusyLoop.java: each round needs the one before. */
static void busy(long rounds) {
    uint64_t x = sink;
    for (long i = 0; i < rounds; i++) x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    sink = x;
}

static void nothing(void) {}

static void semaphore_open(int places) {
    char name[64];
    snprintf(name, sizeof name, "/turnstile-bench-%d", (int) getpid());
    semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, places);
    check(semaphore == SEM_FAILED, "sem_open");
    sem_unlink(name);
}
static void semaphore_enter(void) { while (sem_wait(semaphore) != 0) check(errno != EINTR, "sem_wait"); }
static void semaphore_leave(void) { sem_post(semaphore); }

static void mutex_open(int places) {
    (void) places;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    check(pthread_mutex_init(&shared->mutex, &kind), "pthread_mutex_init");
}
static void mutex_enter(void) { check(pthread_mutex_lock(&shared->mutex), "pthread_mutex_lock"); }
static void mutex_leave(void) { pthread_mutex_unlock(&shared->mutex); }

static void flock_open(int places) {
    (void) places;
    const char *folder = getenv("PEERS_FOLDER");
    snprintf(lock_file, sizeof lock_file, "%s/peers-%d.lock", folder ? folder : ".", (int) getpid());
}
static void flock_join(void) {
    descriptor = open(lock_file, O_RDWR | O_CREAT, 0600);
    check(descriptor < 0, lock_file);
}
static void flock_enter(void) { while (flock(descriptor, LOCK_EX) != 0) check(errno != EINTR, "flock"); }
static void flock_leave(void) { flock(descriptor, LOCK_UN); }

static const struct peer PEERS[] = {
    {"semaphore", semaphore_open, nothing, semaphore_enter, semaphore_leave},
    {"mutex", mutex_open, nothing, mutex_enter, mutex_leave},
    {"flock", flock_open, flock_join, flock_enter, flock_leave},
};

static const struct peer *peer(const char *name) {
    for (size_t i = 0; i < sizeof PEERS / sizeof *PEERS; i++)
        if (strcmp(PEERS[i].name, name) == 0) return &PEERS[i];
    fprintf(stderr, "no such peer: %s\n", name);
    exit(2);
}

static double loop_pairs(const struct peer *peer, long pairs) {
    int64_t start = now();
    for (long i = 0; i < pairs; i++) {
        peer->enter();
        peer->leave();
    }
    return (double) (now() - start) / (double) pairs;
}

static void pair(const struct peer *peer, long pairs) {
    peer->open(1);
    peer->join();
    loop_pairs(peer, pairs / 10);
    printf("%.2f\n", loop_pairs(peer, pairs));
    if (*lock_file) unlink(lock_file);
}

static void pass(const struct peer *peer, int self, long rounds, int64_t start, int64_t end) {
    long passes = 0;
    peer->join();
    while (now() < start) usleep(100);
    while (now() < end) {
        peer->enter();
        busy(rounds);
        peer->leave();
        passes++;
    }
    shared->passes[self] = passes;
    exit(0);
}

static void crowd(const struct peer *peer, int processes, int places, long rounds, long millis) {
    check(processes > CROWD_MAX, "too many processes");
    peer->open(places);
    int64_t start = now() + 50 * 1000000;
    for (int i = 0; i < processes; i++)
        if (fork() == 0) pass(peer, i, rounds, start, start + millis * 1000000);
    while (wait(NULL) > 0) {}
    for (int i = 0; i < processes; i++) printf("%ld%c", shared->passes[i], i + 1 < processes ? ' ' : '\n');
    if (*lock_file) unlink(lock_file);
}

static void calibrate(void) {
    double best = 0;
    for (int i = 0; i < 50; i++) {
        int64_t start = now();
        busy(1000000);
        double rate = 1e9 / (double) (now() - start);
        best = rate > best ? rate : best;
    }
    printf("%.0f\n", best);
}

int main(int count, char **args) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(shared == MAP_FAILED, "mmap");
    const char *what = count > 1 ? args[1] : "";
    if (!strcmp(what, "calibrate")) calibrate();
    else if (!strcmp(what, "pair") && count == 4) pair(peer(args[2]), atol(args[3]));
    else if (!strcmp(what, "crowd") && count == 7)
        crowd(peer(args[2]), atoi(args[3]), atoi(args[4]), atol(args[5]), atol(args[6]));
    else return fprintf(stderr, "see the head of peers.c\n"), 2;
    return 0;
}
