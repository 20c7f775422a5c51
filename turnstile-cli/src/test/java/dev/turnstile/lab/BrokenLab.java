package dev.turnstile.lab;

import dev.turnstile.cli.Main;
import java.sql.Connection;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine;

/**
 * Breaks rules on purpose: the lab depends neither on the command line nor on JDBC, only one of its classes draws
 * charts, and only one uses distributions.
 */
record BrokenLab(
        Main main, Connection connection, CommandLine commandLine, JFreeChart chart, TDistribution distribution) {}
