package dev.turnstile.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Line2D;
import java.awt.geom.QuadCurve2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that nothing in a space-time diagram covers a text or another mark. */
final class SpaceTimeTest {
    static List<Path> kept() throws IOException {
        return ScenarioTest.kept();
    }

    private static Picture picture(Path file) throws IOException {
        return picture(Files.readString(file));
    }

    private static Picture picture(String text) {
        Scenario scenario = Scenario.parse(text);
        return new Picture(new SpaceTime(
                        scenario.title(), scenario.about(), scenario.replay().run())
                .svg());
    }

    @ParameterizedTest
    @MethodSource("kept")
    void noTextCoversAnotherText(Path file) throws IOException {
        List<Picture.Label> labels = picture(file).labels();
        for (int i = 0; i < labels.size(); i++) {
            Rectangle2D box = labels.get(i).box();
            assertThat(labels.subList(i + 1, labels.size()))
                    .as("texts on '%s'", labels.get(i).text())
                    .noneMatch(other -> other.box().intersects(box));
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void noTextCoversAnArrowOrItsHead(Path file) throws IOException {
        Picture picture = picture(file);
        assertThat(picture.arrows()).isNotEmpty();
        for (Picture.Label label : picture.labels()) {
            assertThat(picture.heads())
                    .as("heads under '%s'", label.text())
                    .noneMatch(head -> head.intersects(label.box()));
            assertThat(picture.arrows())
                    .as("arrows under '%s'", label.text())
                    .noneMatch(
                            arrow -> Picture.pieces(arrow).stream().anyMatch(piece -> piece.intersects(label.box())));
        }
    }

    /** Such an arrow would suggest that the other move forwarded the message. */
    @ParameterizedTest
    @MethodSource("kept")
    void noArrowPassesThroughTheDotOfAnotherMove(Path file) throws IOException {
        Picture picture = picture(file);
        for (QuadCurve2D arrow : picture.arrows()) {
            assertThat(picture.dots())
                    .filteredOn(dot -> dot.distance(arrow.getP1()) > 0 && dot.distance(arrow.getP2()) > 0)
                    .as("dots on the arrow from %s to %s", arrow.getP1(), arrow.getP2())
                    .noneMatch(dot -> Picture.pieces(arrow).stream().anyMatch(piece -> piece.ptSegDist(dot) < 4));
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void everyTextIsInsideThePicture(Path file) throws IOException {
        Picture picture = picture(file);
        assertThat(picture.labels()).allMatch(label -> picture.frame().contains(label.box()));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void noTextCoversTheLineOfAProcess(Path file) throws IOException {
        Picture picture = picture(file);
        assertThat(picture.lines()).isNotEmpty();
        for (Picture.Label label : picture.labels()) {
            assertThat(picture.lines())
                    .as("lines under '%s'", label.text())
                    .noneMatch((Line2D line) -> line.intersects(label.box()));
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void theTitleNamesTheAlgorithmAndTheTextBelowDescribesTheRun(Path file) throws IOException {
        Scenario scenario = Scenario.parse(Files.readString(file));
        Picture picture = picture(file);
        assertThat(texts(picture, "title")).containsExactly(scenario.title());
        assertThat(scenario.title())
                .isEqualTo("%s, n = %d, k = %d%s"
                        .formatted(
                                scenario.algorithm.name(),
                                scenario.processes,
                                scenario.places,
                                scenario.units.stream().allMatch(wanted -> wanted == 1)
                                        ? ""
                                        : ", units "
                                                + String.join(
                                                        ",",
                                                        scenario.units.stream()
                                                                .map(String::valueOf)
                                                                .toList())));
        assertThat(String.join(" ", texts(picture, "about")))
                .isNotBlank()
                .isEqualTo(String.join(" ", scenario.about()));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void theLegendExplainsExactlyTheStylesInUse(Path file) throws IOException {
        Picture picture = picture(file);
        for (String style : List.of("axis", "TRYING", "CRITICAL", "EXIT", "msg", "stop", "loop", "dot")) {
            long samples =
                    picture.styled(style).stream().filter(Picture::isInLegend).count();
            long others = picture.styled(style).size() - samples;
            assertThat(samples).as(style).isEqualTo(others > 0 ? 1 : 0);
        }
    }

    @Test
    void aKillIsMarkedAndTheLineGoesOn() throws IOException {
        Picture picture = picture(Path.of("../docs/scenarios/ledger-killed-holder.txt"));
        assertThat(picture.styled("stop")).as("the mark and its sample").hasSize(2);
        assertThat(texts(picture, "label"))
                .contains(
                        "is killed \u2192 exit",
                        "a kill: the next step of the process is made by another one, which" + " cleans up");
    }

    @Test
    void aLoopHasARowAboveItsFirstMoveAndABracketBesideItsMoves() throws IOException {
        Picture picture = picture(Path.of("../docs/scenarios/naive-locks-out.txt"));
        Rectangle2D words = box(picture, "then forever:");
        assertThat(words.getMinY()).isGreaterThan(box(picture, "4").getMaxY());
        assertThat(words.getMaxY()).isLessThan(box(picture, "5").getMinY());
        Rectangle2D bracket = picture.loop();
        assertThat(bracket.getMinY())
                .isBetween(words.getMaxY(), box(picture, "5").getCenterY());
        assertThat(bracket.getMaxY()).isGreaterThan(box(picture, "7").getCenterY());
        assertThat(bracket.getMaxX()).isLessThan(box(picture, "7").getMinX());
    }

    @Test
    void aRunWithoutDescriptionShowsItsNumberOfMoves() {
        String text = "turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 1\n";
        assertThat(texts(picture(text + "p0 steps 4"), "about")).containsExactly("4 moves");
        assertThat(texts(picture(text + "p0 steps"), "about")).containsExactly("1 move");
        assertThat(texts(picture(text), "about")).containsExactly("0 moves");
    }

    @Test
    void aCommandLineAboveAScenarioIsAParagraphOfItsOwn() {
        assertThat(Scenario.parse("""
            turnstile scenario 1
            # turnstile check excl -n 2 -k 1
            # two of them
            # do nothing
            # Found by: turnstile check
            # turnstile check naive -n 2 -k 1
            algorithm excl
            processes 2
            places 1
            """).about())
                .containsExactly(
                        "turnstile check excl -n 2 -k 1",
                        "two of them do nothing Found by: turnstile check",
                        "turnstile check naive -n 2 -k 1");
    }

    @Test
    void markupInAScenarioIsEscaped() {
        String text = "turnstile scenario 1\n# 1 < 2 & 3 > 2\nalgorithm excl\nprocesses 2\nplaces 1\n";
        assertThat(texts(picture(text), "about")).containsExactly("1 < 2 & 3 > 2");
    }

    private static List<String> texts(Picture picture, String kind) {
        return picture.labels().stream()
                .filter(label -> label.kind().equals(kind))
                .map(Picture.Label::text)
                .toList();
    }

    private static Rectangle2D box(Picture picture, String text) {
        return picture.labels().stream()
                .filter(label -> label.text().equals(text))
                .findFirst()
                .orElseThrow()
                .box();
    }
}
