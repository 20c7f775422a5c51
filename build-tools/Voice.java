import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps phrases that read like a translation out of main sources and documents, and Markdown within its width.
 *
 * <p>In Java it looks at comments and string literals, in Markdown at everything but code. Text in quotation marks may
 * quote a paper, and is exempt, except in string literals. It is an aid: a sentence without these phrases can still be
 * a bad one.
 */
final class Voice {
    private static final Set<String> SKIPPED = Set.of("target", ".git", "test", "scenarios");
    private static final int WIDTH = 120;

    private static final Map<Pattern, String> PHRASES = phrases();

    private Voice() {}

    private static Map<Pattern, String> phrases() {
        Map<String, String> said = new LinkedHashMap<>();
        said.put("unless told( otherwise)?", "'default: ...', or 'unless set'");
        said.put("(who|what|which)ever (is|was|has|comes|waits|asks|holds|reads|writes|takes|finds)", "name the actor");
        said.put("whoever", "name the actor: a caller, a thread, a process, a node, a holder, a waiter, an operator");
        said.put("for ever", "'forever'");
        said.put("(by|for|after|with|of|than|as|to|at|in) so many", "'this many', or name the number");
        said.put(
                "so many (of|units|times|are|is|may|runs|rounds|nodes|processes|threads)",
                "'this many', or name the number");
        said.put("those who", "name them: waiters, holders, callers");
        said.put("(no|some|any|every)body", "name the actor: no caller, another process, every node");
        said.put("(the )?one who", "name the actor");
        said.put("has been told|was told otherwise", "say what was set, and where");
        said.put("as the others have it", "'the value already in use'");
        said.put("can't both be", "'are mutually exclusive'");
        said.put("stands there twice", "'is given twice'");
        said.put("it is as if", "say what happens");
        Map<Pattern, String> compiled = new LinkedHashMap<>();
        said.forEach((phrase, instead) ->
                compiled.put(Pattern.compile("\\b(" + phrase + ")\\b", Pattern.CASE_INSENSITIVE), instead));
        return compiled;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toAbsolutePath().normalize();
        List<String> found = new ArrayList<>();
        for (Path file : textsBelow(root)) {
            List<String> lines = Files.readAllLines(file);
            List<String> prose = file.toString().endsWith(".md") ? markdown(lines) : java(lines);
            for (int i = 0; i < prose.size(); i++) {
                String place = root.relativize(file) + ":" + (i + 1) + ": ";
                for (Map.Entry<Pattern, String> phrase : PHRASES.entrySet()) {
                    Matcher matcher = phrase.getKey().matcher(prose.get(i));
                    if (matcher.find()) {
                        found.add(place + "'" + matcher.group() + "': better " + phrase.getValue());
                    }
                }
                boolean isProse = !prose.get(i).isEmpty() && !prose.get(i).startsWith("|");
                if (file.toString().endsWith(".md") && isProse && lines.get(i).length() > WIDTH) {
                    found.add(place + lines.get(i).length() + " columns: wrap it at about 110");
                }
            }
        }
        found.forEach(System.out::println);
        System.out.println(found.isEmpty() ? "voice: nothing found" : "voice: " + found.size() + " places");
        System.exit(found.isEmpty() ? 0 : 1);
    }

    /** Everything but code, each line in its place. */
    private static List<String> markdown(List<String> lines) {
        List<String> prose = new ArrayList<>();
        boolean isCode = false;
        for (String line : lines) {
            boolean isFence = line.strip().startsWith("```");
            boolean isQuoted = line.startsWith(">") || line.startsWith("    ");
            isCode ^= isFence;
            prose.add(isCode || isFence || isQuoted ? "" : unquoted(line.replaceAll("`[^`]*`", "")));
        }
        return prose;
    }

    /** Comments and string literals, each line in its place. */
    private static List<String> java(List<String> lines) {
        List<String> prose = new ArrayList<>();
        boolean isComment = false;
        boolean isBlock = false;
        for (String line : lines) {
            String text = line.strip();
            isComment |= text.startsWith("/*");
            if (isComment) {
                prose.add(unquoted(text.replaceAll("\\{@code [^}]*}", "")));
                isComment = !text.contains("*/");
            } else if (isBlock || text.endsWith("\"\"\"")) {
                prose.add(text);
                isBlock ^= text.contains("\"\"\"");
            } else {
                int slashes = text.indexOf("// ");
                String comment = slashes < 0 ? "" : text.substring(slashes);
                String code = slashes < 0 ? text : text.substring(0, slashes);
                prose.add(literals(code) + " " + unquoted(comment));
            }
        }
        return prose;
    }

    private static String literals(String code) {
        StringBuilder all = new StringBuilder();
        Matcher matcher = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(code);
        while (matcher.find()) {
            all.append(matcher.group(1)).append(" | ");
        }
        return all.toString();
    }

    private static String unquoted(String text) {
        return text.replaceAll("\"[^\"]*\"", "\"\"");
    }

    private static List<Path> textsBelow(Path root) throws IOException {
        List<Path> texts = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean skipped =
                        SKIPPED.contains(directory.getFileName().toString()) || directory.endsWith("build-tools");
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java") || file.toString().endsWith(".md")) {
                    texts.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        texts.sort(null);
        return texts;
    }
}
