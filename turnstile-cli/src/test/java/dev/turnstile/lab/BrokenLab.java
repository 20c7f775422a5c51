package dev.turnstile.lab;

import dev.turnstile.cli.Main;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine;

/**
 * Breaks rules on purpose: the lab does not depend on the command line, only one of its classes draws charts, and only
 * one uses distributions.
 */
record BrokenLab(Main main, CommandLine commandLine, JFreeChart chart, TDistribution distribution) {}
