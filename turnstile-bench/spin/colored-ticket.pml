/*
 * The Colored Ticket Algorithm, fischer-1985, figures 2, 4, 6 and 7 (figure 7 as in our corrections), for SPIN.
 * The twin of dev.turnstile.algorithm.ticket.ColoredTicket as dev.turnstile.lab.explore explores it:
 * one transaction is one step; taking a ticket that is valid at once leads straight into the critical section;
 * a waiting step that finds its ticket invalid changes nothing, and is simply not executable here.
 *
 * spin -a -DN=4 -DK=2 colored-ticket.pml     see compare.sh for the fastest options
 */

#if K > N - K
#define M (1 + K)
#else
#define M (1 + N - K)
#endif

/* At first the tickets 1..K are valid, and have color 0. */
#if K == 1
#define NONE_BUT_0 { 1, 0 }
#elif K == 2
#define NONE_BUT_0 { 2, 0, 0 }
#elif K == 3
#define NONE_BUT_0 { 3, 0, 0, 0 }
#elif K == 4
#define NONE_BUT_0 { 4, 0, 0, 0, 0 }
#endif

byte issue_value, issue_color;
byte valid_value = K, valid_color;
byte quant[K + 1] = NONE_BUT_0;  /* QUANT: how many valid tickets have this color */
byte inside;                     /* a function of where the processes are: adds no states */

/* LEADS(VALID, ISSUE) and LEADS(ISSUE, VALID) */
#define VALID_LEADS ((valid_color == issue_color && valid_value >= issue_value) || (valid_color != issue_color && valid_value < issue_value))
#define ISSUE_LEADS ((valid_color == issue_color && issue_value >= valid_value) || (valid_color != issue_color && issue_value < valid_value))

/* The next ticket is valid already: VALID leads ISSUE, and is not the same. */
#define FREE (VALID_LEADS && !(valid_color == issue_color && valid_value == issue_value))

#define IS_VALID ((color == valid_color && value <= valid_value) \
               || (color != valid_color && color == issue_color && VALID_LEADS) \
               || (color != valid_color && color != issue_color))

/* Figure 6: the first color that no valid ticket has. */
inline new_color(pointer_color) {
    pointer_color = 0;
    do
    :: quant[pointer_color] > 0 -> pointer_color++
    :: else -> break
    od
}

inline take_next_ticket() {
    if
    :: issue_value < M - 1 -> issue_value++
    :: else ->
        if
        :: ISSUE_LEADS -> new_color(issue_color)
        :: else -> issue_color = valid_color
        fi;
        issue_value = 0
    fi;
    value = issue_value;
    color = issue_color
}

inline validate_next_ticket() {
    if
    :: valid_value < M - 1 -> valid_value++
    :: else ->
        if
        :: VALID_LEADS -> new_color(valid_color)
        :: else -> valid_color = issue_color
        fi;
        valid_value = 0
    fi;
    quant[valid_color]++;
    quant[color]--;
    value = 0;
    color = 0
}

inline enter() {
    inside++;
    assert(inside <= K)          /* k-exclusion */
}

active [N] proctype process() {
    byte value, color;           /* TICKET */

remainder:
    if
    :: d_step { FREE -> take_next_ticket(); enter() }
    :: d_step { !FREE -> take_next_ticket() };
waiting:
        d_step { IS_VALID -> enter() }
    fi;
critical:
    d_step { validate_next_ticket(); inside-- };
    goto remainder
}
