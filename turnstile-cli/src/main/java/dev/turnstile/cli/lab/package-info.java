/**
 * The commands of the lab: list, check, simulate, replay, figures.
 *
 * <p>Read {@link dev.turnstile.cli.lab.CheckCommand} first, then {@code CheckText} and {@code CheckJson}, which print
 * its answer. Then read {@link dev.turnstile.cli.lab.SimulateCommand}, with {@code SimulateSharing} for shared memory
 * and {@code SimulateSending} for messages. {@code SettingOptions} makes options from the lab's own descriptions of
 * them.
 */
package dev.turnstile.cli.lab;
