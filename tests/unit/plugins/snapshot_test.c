/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin's saved state as a file: parts are restored, and other parts
 * refused. */
#include "qemu-plugins/qemu/snapshot.h"

#include "tests/tap.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static uint32_t first, second[2];
static bool shorter, more;

static void visit(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &first, sizeof(first));
    snapshot_part(snapshot, second, shorter ? sizeof(second[0]) : sizeof(second));
    if (more)
        snapshot_part(snapshot, &first, sizeof(first));
}

static void test_parts(int fd)
{
    first = 1;
    second[0] = 2;
    second[1] = 3;
    ok(snapshot_save(fd, visit), "two parts are saved");
    first = second[0] = second[1] = 0;
    ok(snapshot_resume(fd, visit), "... and resumed");
    ok(first == 1 && second[0] == 2 && second[1] == 3, "... and are unchanged");
    first = 0;
    ok(snapshot_resume(fd, visit) && first == 1, "... again, from the file's beginning");
    shorter = true;
    ok(!snapshot_resume(fd, visit), "a part of another size is refused");
    shorter = false;
    more = true;
    ok(!snapshot_resume(fd, visit), "... and so is a missing part");
    more = false;
}

/* Returns the next free descriptor. */
static int next_number(void)
{
    int fd = dup(STDOUT_FILENO);

    close(fd);
    return fd;
}

/* Each use has a separate descriptor, and closes it. */
static void test_descriptors(int fd)
{
    int readable = open("/dev/null", O_RDONLY), next = next_number();

    ok(!snapshot_save(readable, visit), "a read-only file is not written");
    ok(!snapshot_save(-1, visit) && !snapshot_resume(-1, visit), "a closed file is refused");
    ok(snapshot_resume(fd, visit), "the saved one stays open");
    is_u64((uint64_t)next_number(), (uint64_t)next, "... and no other file");
    close(readable);
}

int main(void)
{
    FILE *file = tmpfile();

    test_parts(fileno(file));
    test_descriptors(fileno(file));
    return done_testing();
}
