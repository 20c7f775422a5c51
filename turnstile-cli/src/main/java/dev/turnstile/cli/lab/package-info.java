/**
 * The commands of the lab: list, check, simulate, replay, figures.
 *
 * <p>Read {@link dev.turnstile.cli.lab.CheckCommand} first; {@code CheckText} and {@code CheckJson} print its answer.
 * {@link dev.turnstile.cli.lab.SimulateCommand} leads to {@code SimulateSharing} for shared memory and
 * {@code SimulateSending} for messages. {@code SettingOptions} makes options from the lab's own descriptions of them.
 */
package dev.turnstile.cli.lab;
