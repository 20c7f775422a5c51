/** Algorithms that ask everybody: for permission, or where a privilege is. */
package dev.turnstile.algorithm.permission;
