import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Checks ({@code check}) or mends ({@code write}) the layout of every Java file below a folder, by
 * palantir-java-format.
 *
 * <p>The formatter parses with the javac of the JVM it lives in. Plugins that run it inside Maven therefore cannot read
 * Java 25 when an older Java runs Maven; this program is started on the build's own JDK instead.
 */
final class Format {
    private static final Set<String> SKIPPED = Set.of("target", ".git");
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .formatJavadoc(true)
            .build());

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean write = args[0].equals("write");
        Path root = Path.of(args[1]).toAbsolutePath().normalize();
        List<Path> sources = javaFilesBelow(root);
        Predicate<Path> unformatted = file -> isUnformatted(file, write);
        List<Path> found = sources.parallelStream().filter(unformatted).sorted().toList();
        found.forEach(file -> System.out.println((write ? "formatted " : "not formatted: ") + root.relativize(file)));
        System.out.println(sources.size() + " Java files, " + found.size() + (write ? " formatted" : " not formatted"));
        System.exit(write || found.isEmpty() ? 0 : 1);
    }

    private static boolean isUnformatted(Path file, boolean write) {
        try {
            String before = Files.readString(file);
            String after = FORMATTER.formatSourceAndFixImports(before);
            if (after.equals(before)) {
                return false;
            }
            if (write) {
                Files.writeString(file, after);
            }
            return true;
        } catch (FormatterException | IOException e) {
            throw new IllegalStateException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> javaFilesBelow(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean skipped = SKIPPED.contains(directory.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
