package dev.turnstile;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Goal: the layers depend on each other only as intended. Method: every rule is applied to the classes of all modules
 * that the command line uses. To show that it can fail, it is also applied to a test class that breaks it on purpose.
 */
class LayeringTest {
    private static final String JDK = "java..";
    private static final String ROOT = "dev.turnstile";
    private static final String MACHINE = "dev.turnstile.machine..";
    private static final String PROPERTY = "dev.turnstile.lab.property..";
    private static final String ALGORITHM = "dev.turnstile.algorithm..";
    private static final String DRIVER = "dev.turnstile.driver..";
    private static final String LAB = "dev.turnstile.lab..";
    private static final String CLI = "dev.turnstile.cli..";
    private static final String JDBC = "dev.turnstile.jdbc..";
    private static final String[] CORE = {ROOT, MACHINE, ALGORITHM, DRIVER};

    private static final JavaClasses WITH_TESTS = new ClassFileImporter().importPackages(ROOT);
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** A rule, and the simple name of the class that breaks it on purpose. */
    record Layer(ArchRule rule, String brokenBy) {
        @Override
        public String toString() {
            return rule.getDescription();
        }
    }

    static final List<Layer> LAYERS = List.of(
            new Layer(seesOnly(MACHINE), "BrokenMachine"),
            new Layer(seesOnly(PROPERTY, MACHINE), "BrokenProperty"),
            new Layer(seesOnly(ALGORITHM, MACHINE), "BrokenAlgorithm"),
            new Layer(
                    noClasses()
                            .that()
                            .resideInAnyPackage(MACHINE, ALGORITHM, LAB)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(DRIVER),
                    "BrokenAlgorithm"),
            new Layer(
                    noClasses()
                            .that()
                            .resideOutsideOfPackage(CLI)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage("picocli.."),
                    "BrokenLab"),
            new Layer(onlyIn("Chart", "org.jfree..", "org.apache.batik.."), "BrokenLab"),
            new Layer(onlyIn("Estimate", "org.apache.commons.."), "BrokenLab"),
            new Layer(
                    noClasses()
                            .that()
                            .resideInAPackage(LAB)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(CLI),
                    "BrokenLab"),
            new Layer(
                    classes()
                            .that()
                            .resideInAnyPackage(CORE)
                            .should()
                            .onlyDependOnClassesThat(resideInAnyPackage(CORE).or(resideInAPackage(JDK))),
                    "BrokenDriver"),
            new Layer(
                    noClasses()
                            .that()
                            .resideOutsideOfPackage(JDBC)
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql.."),
                    "BrokenLab"),
            new Layer(
                    classes()
                            .that()
                            .resideInAPackage(JDBC)
                            .should()
                            .onlyDependOnClassesThat(resideInAnyPackage(CORE)
                                    .or(resideInAnyPackage(JDBC, JDK, "javax.sql..", "org.postgresql.."))),
                    "BrokenJdbc"),
            new Layer(coreWithoutCycles(), "BrokenMachine"));

    /** Allows a library only in the one class that wraps it. */
    private static ArchRule onlyIn(String simpleName, String... library) {
        return noClasses()
                .that()
                .doNotHaveSimpleName(simpleName)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library);
    }

    /** Allows a package to depend only on itself, these others, and the JDK. */
    private static ArchRule seesOnly(String self, String... others) {
        return classes()
                .that()
                .resideInAPackage(self)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(others).or(resideInAnyPackage(self, JDK)));
    }

    /**
     * Forbids cycles, with one intended exception: a driver implements {@link Turnstile}, and {@link Turnstile.Builder}
     * creates the driver, so that callers need not know its name.
     */
    private static ArchRule coreWithoutCycles() {
        return slices().assignedFrom(new PackagesOfTheCore())
                .should()
                .beFreeOfCycles()
                .ignoreDependency(equivalentTo(Turnstile.Builder.class), resideInAPackage(DRIVER));
    }

    /**
     * Makes each package a slice. The packages facts and wire belong to the machines, which hand out the former and are
     * measured by the latter.
     */
    private static final class PackagesOfTheCore implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return resideInAnyPackage(CORE).test(javaClass)
                    ? SliceIdentifier.of(
                            javaClass.getPackageName().replaceFirst("[.]machine[.](facts|wire)$", ".machine"))
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of the core";
        }
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void theLayersHold(Layer layer) {
        layer.rule().check(MAIN);
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void everyRuleCatchesItsViolation(Layer layer) {
        assertThat(layer.rule().evaluate(WITH_TESTS).getFailureReport().getDetails())
                .anySatisfy(detail -> assertThat(detail).contains(layer.brokenBy()));
    }

    @Test
    void everyModuleIsChecked() {
        Stream<String> packages = MAIN.stream().map(JavaClass::getPackageName);
        assertThat(packages)
                .contains(
                        "dev.turnstile",
                        "dev.turnstile.machine",
                        "dev.turnstile.lab.property",
                        "dev.turnstile.algorithm.ticket",
                        "dev.turnstile.driver.threads",
                        "dev.turnstile.driver.mapped",
                        "dev.turnstile.jdbc",
                        "dev.turnstile.lab.explore",
                        "dev.turnstile.cli");
    }
}
