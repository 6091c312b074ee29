/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a guest's files fit into its memory, and the list by which init
 * checks that they arrived. */
#include "harness/format/cpio.h"
#include "harness/vm/cpio_members.h"
#include "harness/vm/guest_initramfs.h"
#include "harness/vm/guest_memory.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define MIB (1024 * 1024)

static char *folder;

static void test_sizes(void)
{
    static const struct {
        const char *text;
        unsigned mib; /* 0: no size */
    } cases[] = {{"3072", 3072}, {"3072M", 3072}, {"3G", 3072}, {"3g", 3072}, {"64", 64},
        {"64G", 65536}, {"63", 0}, {"65537", 0}, {"65G", 0}, {"", 0}, {"M", 0}, {"-1", 0},
        {" 64", 0}, {"1024K", 0}, {"1024MB", 0}, {"18014398509481985G", 0}};

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        unsigned mib = 0;

        ok(guest_memory_parse(cases[i].text, &mib) == (cases[i].mib != 0), "'%s' is a size or none",
            cases[i].text);
        is_u64(mib, cases[i].mib, "... in MiB");
    }
}

/* An archive of @n files of @size bytes each; two have one name if @twice. */
static int archive(unsigned n, gsize size, gboolean twice)
{
    g_autofree char *path = g_build_filename(folder, "archive", NULL);
    g_autofree char *data = g_malloc0(size);
    struct cpio *cpio = cpio_create(path, NULL);

    for (unsigned i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("f%u", twice ? i / 2 : i);

        cpio_file(cpio, name, 0644, data, size);
    }
    cpio_close(cpio, NULL);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* A machine of 64 MiB whose kernel takes 10: 54 MiB hold archives, and files
 * twice. */
static void fits(int fd, unsigned memory_mib, const char *expected, const char *what)
{
    static const struct machine machine = {.memory_mib = 64, .kernel_mib = 10};
    const struct guest_options options = {.machine = &machine, .memory_mib = memory_mib};
    g_autoptr(GError) error = NULL;

    guest_memory_check(&options, fd, &error);
    is_str(error ? error->message : "fits", expected, "%s", what);
    close(fd);
}

#define REFUSED(FILES, NEEDED, HAS)                                                                \
    "the guest's " FILES " MiB of files need " NEEDED " MiB of memory, and it has " HAS            \
    " MiB; say 'memory " NEEDED "' in the scenario, or --memory=" NEEDED

static void test_memory(void)
{
    fits(archive(17, MIB, FALSE), 0, "fits", "17 MiB of archives and of files: 61 of 64 MiB");
    fits(archive(18, MIB, FALSE), 0, REFUSED("18", "256", "64"),
        "18: the archive's headers are too much");
    fits(archive(18, MIB, FALSE), 65, "fits", "... but not in 65 MiB");
    fits(archive(36, MIB, TRUE), 68, REFUSED("18", "256", "68"),
        "the last file of a name replaces the first");
    fits(archive(36, MIB, TRUE), 84, "fits",
        "... but both are in the archive: 10 + 36 + 36 MiB, and headers");
    fits(archive(7000, 1, FALSE), 0, REFUSED("27", "256", "64"), "a byte takes a page");
    fits(archive(6000, 1, FALSE), 0, "fits", "6000 of them: 10 + 46.9 MiB and 0.7 of archive");
    fits(archive(80, MIB, FALSE), 0, REFUSED("80", "512", "64"),
        "80 MiB need 250, and a kernel of more memory more");
}

static char *whole_of(int fd)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new_from_fd(fd, FALSE, NULL);
    const char *data = g_mapped_file_get_contents(file);
    gsize size = g_mapped_file_get_length(file);
    g_autofree char *last = NULL;
    struct cpio_member member = {0};
    char *list = NULL;

    for (gsize at = 0; cpio_member_next(data, size, &at, &member);) {
        g_free(list);
        g_free(last);
        last = g_strdup(member.name);
        list = g_strndup(
            data + (member.name - data + (gssize)strlen(member.name) + 1 + 3) / 4 * 4, member.size);
    }
    is_str(last, "lib/pmulab/whole", "the list is the last file");
    return list;
}

static void test_list(void)
{
    g_autofree char *base = g_build_filename(folder, "archive", NULL);
    g_autofree char *one = g_build_filename(folder, "one", NULL);
    char first[] = "/root/a b", second[] = "/root/c";
    const struct guest_file files[] = {{one, first}, {one, second}, {NULL, NULL}};
    g_autofree char *list = NULL, *empty = NULL;
    int fd;

    g_file_set_contents(one, "12345", 5, NULL);
    close(archive(3, 1, FALSE));
    fd = guest_initramfs_extend(base, &(struct guest_extra){.files = files}, NULL);
    list = whole_of(fd);
    is_str(list, "5 /root/a b\n5 /root/c\n", "the user's files, and none of the guest's own");
    close(fd);
    fd = guest_initramfs_extend(
        base, &(struct guest_extra){.archives = (const char *const[]){base, NULL}}, NULL);
    empty = whole_of(fd);
    is_str(empty, "", "packages alone: the last file exists");
    close(fd);
    g_unlink(one);
}

static void test_cut(void)
{
    g_autofree char *base = g_build_filename(folder, "archive", NULL);
    g_autofree char *data = NULL;
    struct cpio_member member;
    gsize size, at = 0;

    close(archive(1, 10, FALSE));
    g_file_get_contents(base, &data, &size, NULL);
    ok(cpio_member_next(data, size, &at, &member) && member.size == 10, "a member");
    ok(!cpio_member_next(data, size, &at, &member) && at == size, "and the end");
    at = 0;
    ok(!cpio_member_next(data, 120, &at, &member) && at == 0, "truncated contents");
    ok(!cpio_member_next(data, 111, &at, &member) && at == 0, "a truncated name");
    ok(!cpio_member_next(data, 50, &at, &member) && at == 0, "a truncated header");
}

int main(void)
{
    g_autofree char *path = NULL;

    folder = g_dir_make_tmp("pmulab-memory-XXXXXX", NULL);
    test_sizes();
    test_memory();
    test_list();
    test_cut();
    path = g_build_filename(folder, "archive", NULL);
    g_unlink(path);
    g_rmdir(folder);
    g_free(folder);
    return done_testing();
}
