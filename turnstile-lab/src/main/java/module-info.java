/** Turnstile's lab: the model checker, the simulator in virtual time, runs as text, and the papers' figures. */
module dev.turnstile.lab {
    requires transitive dev.turnstile.core;
    requires java.desktop;
    requires java.xml;
    requires org.apache.commons.statistics.distribution;
    requires org.apache.xmlgraphics.batik.svggen;
    requires org.jfree.jfreechart;

    exports dev.turnstile.lab.catalogue;
    exports dev.turnstile.lab.explore;
    exports dev.turnstile.lab.figures;
    exports dev.turnstile.lab.property;
    exports dev.turnstile.lab.run;
    exports dev.turnstile.lab.setting;
    exports dev.turnstile.lab.simulate;
    exports dev.turnstile.lab.trace;
}
