import java.io.DataInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Checks one jar: every class is compiled for exactly the given Java release, and a {@code library} has a module
 * descriptor of its own, with the packages of the jar. A {@code program} needs none.
 *
 * <p>The exit code is 1 if something is wrong; what, is printed.
 */
final class JarCheck {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int FIRST_RELEASE = 44; // class files of Java n have the major version 44 + n

    private JarCheck() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        int release = Integer.parseInt(args[1]);
        boolean library = args[2].equals("library");

        List<String> wrong = new ArrayList<>();
        Set<String> packages = new TreeSet<>();
        int classes = 0;
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (!entry.getName().endsWith(".class")) {
                    continue;
                }
                classes++;
                int major = major(file, entry);
                if (major != FIRST_RELEASE + release) {
                    wrong.add(entry.getName() + " has class file version " + major + ", but Java " + release + " has "
                            + (FIRST_RELEASE + release));
                }
                int folder = entry.getName().lastIndexOf('/');
                if (folder > 0) {
                    packages.add(entry.getName().substring(0, folder).replace('/', '.'));
                }
            }
        }
        if (classes == 0) {
            wrong.add("it has no classes");
        }
        if (library) {
            checkModule(jar, packages, wrong);
        }
        wrong.forEach(what -> System.out.println(jar.getFileName() + ": " + what));
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static int major(JarFile file, JarEntry entry) throws IOException {
        try (DataInputStream data = new DataInputStream(file.getInputStream(entry))) {
            if (data.readInt() != MAGIC) {
                throw new IOException(entry.getName() + " is no class file");
            }
            data.readUnsignedShort();
            return data.readUnsignedShort();
        }
    }

    private static void checkModule(Path jar, Set<String> packages, List<String> wrong) {
        ModuleReference module =
                ModuleFinder.of(jar).findAll().stream().findFirst().orElseThrow();
        ModuleDescriptor descriptor = module.descriptor();
        if (descriptor.isAutomatic()) {
            wrong.add("a library needs a module descriptor, and it has none: add src/main/java/module-info.java");
            return;
        }
        if (descriptor.version().isEmpty()) {
            wrong.add("its module descriptor has no version");
        }
        if (!descriptor.packages().equals(packages)) {
            wrong.add("its module has the packages " + new TreeSet<>(descriptor.packages()) + ", the jar has "
                    + packages);
        }
    }
}
