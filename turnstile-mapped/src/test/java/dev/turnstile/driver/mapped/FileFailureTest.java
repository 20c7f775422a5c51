package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the message of every file failure states the reason, and names the file once. Method: real failures where
 * possible.
 */
final class FileFailureTest {
    @TempDir
    private Path folder;

    private static String message(ThrowingCallable call) {
        return FileFailure.message(catchThrowableOfType(IOException.class, call));
    }

    @Test
    void aMissingFileIsDistinguishedFromAMissingFolder() {
        Path file = folder.resolve("missing");
        assertThat(message(() -> Files.readString(file))).isEqualTo(file + ": there is no such file or folder");
        assertThat(message(() -> Files.createDirectory(file.resolve("below"))))
                .isEqualTo(file + "/below: there is no folder " + file);
    }

    @Test
    void anObstacleIsReported() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(message(() -> Files.createDirectory(file))).isEqualTo(file + ": it already exists");
        assertThat(message(() -> Files.list(file).close())).isEqualTo(file + ": it is not a folder");
        assertThat(message(() -> Files.delete(folder))).isEqualTo(folder + ": the folder is not empty");
    }

    @Test
    void theReasonOfTheSystemIsKeptInLowerCase() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(message(() -> Files.readString(file.resolve("below")))).isEqualTo(file + "/below: not a directory");
        assertThat(FileFailure.message(new FileSystemException("a", "b", "too far")))
                .isEqualTo("a: too far");
        assertThat(FileFailure.message(new IOException("pipe: too many open files")))
                .isEqualTo("pipe: too many open files");
    }

    @Test
    void invalidTextIsReported() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[] {(byte) 0xff});
        assertThat(message(() -> Files.readString(file))).isEqualTo("it is not UTF-8 text");
    }

    @Test
    void everyMessageStatesAReason() {
        assertThat(FileFailure.message(new AccessDeniedException("/newdir"))).isEqualTo("/newdir: permission denied");
        assertThat(FileFailure.message(new FileSystemLoopException("/a")))
                .isEqualTo("/a: its symbolic links form a loop");
        assertThat(FileFailure.message(new NotLinkException("/a"))).isEqualTo("/a: NotLinkException");
        assertThat(FileFailure.message(new ClosedChannelException())).isEqualTo("ClosedChannelException");
        assertThat(FileFailure.reason(new AccessDeniedException("/newdir"))).isEqualTo("permission denied");
    }
}
