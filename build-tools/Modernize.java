import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar of Java 5 classes as Java 8 classes: the same code, with the stack maps that Java 5 did not have.
 *
 * <p>picocli is compiled for Java 5. The JVM cannot keep such classes in a start-up cache, because it cannot verify
 * them ahead of time; rewritten it can, which about halves the processor time of a short command. The {@code turnstile}
 * launcher runs this once after a build, and works without it.
 */
final class Modernize {
    private static final int MODERN = ClassFile.JAVA_8_VERSION;

    private Modernize() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path rewritten = Path.of(args[0] + ".new");
        boolean changed = false;
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var in = new ZipInputStream(Files.newInputStream(jar));
                var out = new ZipOutputStream(Files.newOutputStream(rewritten))) {
            ClassFile classes = ClassFile.of(
                    StackMapsOption.GENERATE_STACK_MAPS,
                    ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)));
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] before = in.readAllBytes();
                byte[] after = entry.getName().endsWith(".class") ? modern(classes, before) : before;
                changed |= after != before;
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(after);
            }
        }
        if (changed) {
            Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(rewritten);
        }
    }

    /** Returns the same array when the class is not old. */
    private static byte[] modern(ClassFile classes, byte[] bytes) {
        ClassModel old = classes.parse(bytes);
        if (old.majorVersion() >= MODERN) {
            return bytes;
        }
        // Passing each method body through a transform is what makes the stack maps be generated.
        ClassTransform bodies = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return classes.transformClass(old, bodies.andThen(Modernize::acceptAtModernVersion));
    }

    private static void acceptAtModernVersion(ClassBuilder builder, ClassElement element) {
        if (element instanceof ClassFileVersion) {
            builder.withVersion(MODERN, 0);
        } else {
            builder.with(element);
        }
    }
}
