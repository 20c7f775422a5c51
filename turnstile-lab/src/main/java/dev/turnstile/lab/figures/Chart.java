package dev.turnstile.lab.figures;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.StringWriter;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartTheme;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.DefaultDrawingSupplier;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.data.RangeType;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * A chart of curves over a common logarithmic axis, in panels one below the other, with an interval at each point.
 *
 * @param title the title above the panels
 * @param axis the label of the common axis, which is logarithmic
 * @param panels the panels, from top to bottom; curves of the same name look the same in each
 * @param base the common axis has its ticks at the powers of this number
 */
public record Chart(String title, String axis, List<Panel> panels, int base) {
    private static final int DECIMAL = 10;
    private static final int WIDTH = 820;
    private static final int PANEL_HEIGHT = 260;
    private static final int REST_HEIGHT = 110;
    private static final int PANEL_GAP = 16;
    private static final double LEAST_RANGE = 0.01;
    private static final int SHAPES = DefaultDrawingSupplier.DEFAULT_SHAPE_SEQUENCE.length;
    private static final BasicStroke SOLID = new BasicStroke(1.6f);
    private static final BasicStroke DASHED =
            new BasicStroke(1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 3}, 0);
    private static final Color[] COLORS = {
        new Color(0x1f77b4),
        new Color(0xd62728),
        new Color(0x2ca02c),
        new Color(0x9467bd),
        new Color(0xff7f0e),
        new Color(0x8c564b),
        new Color(0x17becf),
        new Color(0x7f7f7f)
    };

    /** A panel: the label of its own axis, and its curves. */
    public record Panel(String axis, List<Curve> curves) {
        /** Copies the list. */
        public Panel {
            curves = List.copyOf(curves);
        }
    }

    /** A curve and its name in the legend. */
    public record Curve(String name, List<Point> points) {
        /** Copies the list. */
        public Curve {
            points = List.copyOf(points);
        }
    }

    /** A point of a curve, with the half-width of the interval around y; NaN if it is unknown. */
    public record Point(double x, double y, double halfWidth) {}

    /** Copies the list. */
    public Chart {
        panels = List.copyOf(panels);
    }

    /** Creates a chart with ticks at the powers of ten. */
    public Chart(String title, String axis, List<Panel> panels) {
        this(title, axis, panels, DECIMAL);
    }

    /** Returns the chart as a complete SVG document. */
    public String svg() {
        System.setProperty("java.awt.headless", "true");
        int height = REST_HEIGHT + panels.size() * PANEL_HEIGHT;
        SVGGraphics2D graphics = graphics();
        graphics.setSVGCanvasSize(new Dimension(WIDTH, height));
        chart().draw(graphics, new Rectangle(WIDTH, height));
        StringWriter svg = new StringWriter();
        try {
            graphics.stream(svg, true);
        } catch (IOException e) {
            throw new IllegalStateException("writing to a string failed", e);
        }
        return svg.toString();
    }

    private static SVGGraphics2D graphics() {
        try {
            return new SVGGraphics2D(
                    SVGGeneratorContext.createDefault(DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .getDOMImplementation()
                            .createDocument("http://www.w3.org/2000/svg", "svg", null)),
                    false);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK cannot create XML documents", e);
        }
    }

    private JFreeChart chart() {
        LogAxis domain = new LogAxis(axis);
        domain.setBase(base);
        domain.setTickUnit(new NumberTickUnit(1)); // powers of the base
        domain.setNumberFormatOverride(new DecimalFormat("0.######", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        CombinedDomainXYPlot all = new CombinedDomainXYPlot(domain);
        all.setGap(PANEL_GAP);
        List<String> names = panels.stream()
                .flatMap(panel -> panel.curves().stream().map(Curve::name))
                .distinct()
                .toList();
        panels.forEach(panel -> all.add(plot(panel, names)));
        JFreeChart chart = new JFreeChart(title, new Font(Font.SANS_SERIF, Font.BOLD, 15), all, false);
        ChartTheme theme = StandardChartTheme.createLegacyTheme();
        theme.apply(chart);
        chart.setBackgroundPaint(Color.WHITE);
        boolean same = panels.stream().allMatch(panel -> panel.curves().size() == names.size());
        chart.addLegend(new LegendTitle(same ? all.getSubplots().getFirst() : all));
        return chart;
    }

    private static XYPlot plot(Panel panel, List<String> names) {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDefaultLinesVisible(true);
        renderer.setDrawXError(false);
        for (int i = 0; i < panel.curves().size(); i++) {
            data.addSeries(series(panel.curves().get(i)));
            int look = names.indexOf(panel.curves().get(i).name());
            renderer.setSeriesPaint(i, COLORS[look % COLORS.length]);
            renderer.setSeriesShape(i, DefaultDrawingSupplier.DEFAULT_SHAPE_SEQUENCE[look % SHAPES]);
            renderer.setSeriesStroke(i, look < COLORS.length ? SOLID : DASHED);
        }
        NumberAxis range = new NumberAxis(panel.axis());
        range.setAutoRangeIncludesZero(true);
        range.setRangeType(RangeType.POSITIVE);
        range.setAutoRangeMinimumSize(LEAST_RANGE);
        range.setStandardTickUnits(NumberAxis.createStandardTickUnits(Locale.ROOT));
        XYPlot plot = new XYPlot(data, null, range, renderer);
        plot.setBackgroundPaint(new Color(0xf7f7f7));
        plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return plot;
    }

    private static YIntervalSeries series(Curve curve) {
        YIntervalSeries series = new YIntervalSeries(curve.name());
        for (Point point : curve.points()) {
            double off = Double.isNaN(point.halfWidth()) ? 0 : point.halfWidth();
            series.add(point.x(), point.y(), point.y() - off, point.y() + off);
        }
        return series;
    }
}
