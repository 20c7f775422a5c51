/** How fast the simulator is, beside SSJ and a bare heap in the same run. */
package dev.turnstile.bench.simulator;
