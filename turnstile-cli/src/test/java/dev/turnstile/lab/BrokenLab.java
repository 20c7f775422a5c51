package dev.turnstile.lab;

import dev.turnstile.cli.Main;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine;

/**
 * Wrong on purpose: the lab does not know the command line, and only one class of it each draws charts and knows
 * distributions.
 */
record BrokenLab(Main main, CommandLine commandLine, JFreeChart chart, TDistribution distribution) {}
