package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;

/** Deliberately broken relatives of the ticket family, one mistake each, for the checker to catch. */
@SuppressWarnings("SameNameButDifferent") // each Taker is that of the class around it
public final class Twins {
    private Twins() {}

    /** The threshold is off by one: a ticket counts as valid one too early. */
    public static ProcessSystem validOneTooEarly(int n, int k) {
        return new NumberedTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    boolean isValid(long word) {
                        return ticket - valid(word) <= 1;
                    }
                };
            }
        };
    }

    /** Leaving forgets to validate the next ticket. */
    public static ProcessSystem leavesWithoutValidating(int n, int k) {
        return new NumberedTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    boolean leave(Cells shared) {
                        reset();
                        return true;
                    }
                };
            }
        };
    }

    /** One who gives up keeps its ticket for ever. */
    public static ProcessSystem keepsItsTicket(int n, int k) {
        return new NumberedTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    boolean passOn(Cells shared) {
                        return true;
                    }
                };
            }
        };
    }

    /** One who gives up passes its ticket on at once, although others ahead of it still wait. */
    public static ProcessSystem passesOnTooEarly(int n, int k) {
        return new NumberedTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    boolean passOn(Cells shared) {
                        return leave(shared);
                    }
                };
            }
        };
    }

    /** The count vector says at first that all valid tickets have the last color. */
    public static ProcessSystem wrongInitialCounts(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public void initialise(Cells shared) {
                Taker first = new Taker();
                first.pointers.validValue = k;
                first.quantity[k] = k;
                first.quantityCode = compositions.rank(first.quantity);
                shared.write(ColoredProcess.MEMORY, first.encode());
            }
        };
    }

    /** A new color is simply the next one, in use or not. */
    public static ProcessSystem newColorIsTheNext(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    int newColor() {
                        return (Math.max(pointers.issueColor, pointers.validColor) + 1) % (k + 1);
                    }
                };
            }
        };
    }

    /** The trailing pointer, too, takes a new color: the LEADS test is missing. */
    public static ProcessSystem noLeadsTest(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    void takeNextTicket() {
                        if (pointers.issueValue < pointers.block - 1) {
                            pointers.issueValue++;
                        } else {
                            pointers.issueColor = newColor();
                            pointers.issueValue = 0;
                        }
                    }
                };
            }
        };
    }

    /** The discarded ticket is taken off the counts before the new color is chosen. */
    public static ProcessSystem discardsBeforeItChooses(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    int newColor() {
                        compositions.unrank(quantityCode, quantity);
                        if (phase == Phase.LEAVING) {
                            quantity[ticketColor]--;
                        }
                        int color = 0;
                        while (quantity[color] > 0) {
                            color++;
                        }
                        return color;
                    }
                };
            }
        };
    }

    /** The counts are never updated. */
    public static ProcessSystem countsStayAsTheyAre(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    void updateQuantity() {}
                };
            }
        };
    }

    /** A colored ticket that is only the next to become valid is passed on already. */
    public static ProcessSystem coloredPassesOnTooEarly(int n, int k) {
        return new ColoredTicket(n, k) {
            @Override
            public Process process(int index) {
                return new Taker() {
                    @Override
                    boolean passOn(Cells shared) {
                        long seen = shared.read(MEMORY);
                        decode(seen);
                        boolean next = !pointers.isValid(ticketValue, ticketColor)
                                && pointers.ahead(ticketValue, ticketColor) == 1;
                        return next ? leave(shared) : super.passOn(shared);
                    }
                };
            }
        };
    }

    /** Only the head of the queue may enter, whatever k is: the bank with one slow customer (section 1). */
    public static ProcessSystem onlyTheHeadMayEnter(int n, int k) {
        return new Queue(n, k) {
            @Override
            public Process process(int index) {
                return new Member(index + 1) {
                    @Override
                    boolean mayEnter(long queue) {
                        return (queue & 15) == index + 1;
                    }
                };
            }
        };
    }
}
