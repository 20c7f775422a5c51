package dev.turnstile.cli.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Separates the words of {@code turnstile run} from those of the command that it runs. */
final class RunWords {
    private RunWords() {}

    /** Takes the name. Rejects a word that follows {@code --}: it is the command, and the name is missing. */
    static final class Name implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec name, CommandSpec run) {
            List<String> all = run.commandLine().getParseResult().originalArgs();
            if (all.subList(0, all.size() - left.size()).contains("--")) {
                throw new ParameterException(run.commandLine(), "NAME is missing before '--'");
            }
            name.setValue(left.pop());
        }
    }

    /** Takes all remaining words, unchanged. */
    static final class Rest implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec command, CommandSpec run) {
            List<String> words = new ArrayList<>(left.reversed());
            left.clear();
            command.setValue(words);
        }
    }
}
