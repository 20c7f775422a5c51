/*
 * The Queue Algorithm, fischer-1985, figure 1, for SPIN. The twin of dev.turnstile.algorithm.ticket.Queue as
 * dev.turnstile.lab.explore explores it: one transaction is one step; a process that joins one of the first K positions is
 * inside at once; a waiting step that finds no such position changes nothing, and is simply not executable here.
 *
 * spin -a -DN=4 -DK=2 queue.pml     see compare.sh for the fastest options
 */

#define ME (_pid + 1)            /* its entry in the queue: from 1, since 0 is an empty place */

byte queue[N];
byte length;                     /* a function of the queue: adds no states */
byte inside;                     /* a function of where the processes are: adds no states */
byte at;                         /* used by remove only, 0 otherwise */

#if K == 1
#define AMONG_FIRST (queue[0] == ME)
#elif K == 2
#define AMONG_FIRST (queue[0] == ME || queue[1] == ME)
#elif K == 3
#define AMONG_FIRST (queue[0] == ME || queue[1] == ME || queue[2] == ME)
#elif K == 4
#define AMONG_FIRST (queue[0] == ME || queue[1] == ME || queue[2] == ME || queue[3] == ME)
#endif

inline enqueue() {
    queue[length] = ME;
    length++
}

inline remove() {
    at = 0;
    do
    :: queue[at] != ME -> at++
    :: else -> break
    od;
    length--;
    do
    :: at < length -> queue[at] = queue[at + 1]; at++
    :: else -> break
    od;
    queue[length] = 0;
    at = 0
}

inline enter() {
    inside++;
    assert(inside <= K)          /* k-exclusion */
}

active [N] proctype process() {
remainder:
    if
    :: d_step { length < K -> enqueue(); enter() }
    :: d_step { length >= K -> enqueue() };
waiting:
        d_step { AMONG_FIRST -> enter() }
    fi;
critical:
    d_step { remove(); inside-- };
    goto remainder
}
