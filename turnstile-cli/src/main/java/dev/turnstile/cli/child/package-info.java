/**
 * The child of {@code turnstile run}: started by the C library's own functions, because {@link ProcessBuilder} can
 * neither hold a child back until its pid is recorded, nor give it a process group and the terminal. Linux only.
 */
package dev.turnstile.cli.child;
