package dev.turnstile.driver.mapped.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the mounts of a process say about its /tmp; the lines are as Linux writes them. */
class PrivateTmpTest {
    private static final Path FOLDER = Path.of("/tmp/turnstile-1000");
    private static final String ROOT = "29 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard";
    private static final String TMPFS =
            "42 29 0:36 / /tmp rw,nosuid,nodev shared:18 - tmpfs tmpfs rw,size=8192k,nr_inodes=1048576";
    private static final String UNIT = "systemd-private-6b3f2d0e9a1c4f7e8d5b-nginx.service-Xy12Zq/tmp";

    private static String bound(String root) {
        return "310 29 254:0 " + root + " /tmp rw,relatime shared:160 master:1 - ext4 /dev/vda rw,discard";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ROOT,
                TMPFS,
                "42 29 254:3 /@/tmp /tmp rw,relatime - btrfs /dev/vda3 rw,subvol=/@/tmp",
                "42 29 254:0 /data/tmp /tmp rw,relatime - ext4 /dev/vda rw",
                "42 29 254:0 /tmp/systemd-private-1-x-y/tmp /var/tmp rw,relatime - ext4 /dev/vda rw"
            })
    void aSharedTmpIsNotPrivate(String mount) {
        assertThat(PrivateTmp.find(List.of(ROOT, mount), FOLDER)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp/", "/", "/@root/tmp/"})
    void aSystemdFolderIsReportedAsTheHostSeesIt(String root) {
        assertThat(PrivateTmp.find(List.of(ROOT, TMPFS, bound(root + UNIT)), FOLDER))
                .contains("/tmp/" + UNIT + "/turnstile-1000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "310 29 0:61 /tmp /tmp rw,nodev shared:160 - tmpfs tmpfs rw,mode=700,size=10%",
                "310 29 0:61 / /tmp rw,nodev shared:160 - tmpfs tmpfs rw,mode=700"
            })
    void aPrivateTmpfsIsReported(String mount) {
        assertThat(PrivateTmp.find(List.of(ROOT, TMPFS, mount), FOLDER))
                .contains("in a tmpfs that no other process sees");
    }

    @Test
    void theLastOfSeveralMountsCounts() {
        assertThat(PrivateTmp.find(List.of(ROOT, bound("/tmp/" + UNIT), TMPFS), FOLDER))
                .isEmpty();
    }

    @Test
    void aFolderThatIsItselfMountedIsShared() {
        String bindPaths = "311 310 254:0 /tmp/turnstile-1000 /tmp/turnstile-1000 rw,relatime - ext4 /dev/vda rw";
        assertThat(PrivateTmp.find(List.of(ROOT, bound("/tmp/" + UNIT), bindPaths), FOLDER))
                .isEmpty();
    }

    @Test
    void aFolderElsewhereDoesNotDependOnTmp() {
        assertThat(PrivateTmp.find(List.of(ROOT, bound("/tmp/" + UNIT)), Path.of("/srv/turnstiles")))
                .isEmpty();
    }
}
