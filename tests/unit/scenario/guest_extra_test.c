/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's additions to its guest: the lines `file`, `module` and
 * `package`, and the archive with the files. */
#include "harness/format/cpio_tree.h"
#include "harness/scenario/scenario_load.h"
#include "harness/setup/guest_package.h"
#include "harness/vm/guest_initramfs.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HEAD "machine snbep\n"
#define STEP "step s\n run true\n"

/* holds the scenario, tool (0755), data (0640), uncore.ko, and folder set with
 * one (0600) and a link */
static char *folder;

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void write_file(const char *name, const char *text, int mode)
{
    g_autofree char *path = in_folder(name);

    g_file_set_contents(path, text, -1, NULL);
    g_chmod(path, mode);
}

static void make_folder(void)
{
    g_autofree char *set = NULL, *link = NULL;

    folder = g_dir_make_tmp("pmulab-guest-extra-XXXXXX", NULL);
    set = in_folder("set");
    link = in_folder("set/two");
    g_mkdir(set, 0700);
    write_file("tool", "#!/bin/sh\n", 0755);
    write_file("data", "12345", 0640);
    write_file("uncore.ko", "", 0644);
    write_file("set/one", "1", 0600);
    if (symlink("one", link))
        exit(1);
}

static struct scenario *parse(const char *text, GError **error)
{
    g_autofree char *path = in_folder("x.scn");

    return scenario_parse(path, text, error);
}

static const struct guest_file *file_at(const struct scenario *s, guint index)
{
    return &g_array_index(s->files, struct guest_file, index);
}

static void test_lines(void)
{
    struct scenario *s = parse(HEAD "package pcm  libpfm4\npackage pcm\nfile tool\nfile data "
                                    "/etc/x/  # there\nmodule uncore.ko\n"
                                    "file set /bin/set\nfile ./data /root/d\n" STEP,
        NULL);
    g_autofree char *tool = in_folder("tool"), *module = in_folder("uncore.ko");

    ok(s != NULL, "files and packages are read");
    if (!s)
        return;
    is_u64(s->modules->len, 1, "a module");
    is_str(g_ptr_array_index(s->modules, 0), module, "... beside the scenario");
    is_u64(s->packages->len, 2, "packages, each once");
    is_str(g_ptr_array_index(s->packages, 0), "pcm", "the first package");
    is_str(g_ptr_array_index(s->packages, 1), "libpfm4", "a second one in the same line");
    is_u64(s->files->len, 4, "files");
    is_str(file_at(s, 0)->path, tool, "a path from the scenario's folder");
    is_str(file_at(s, 0)->as, "/root/tool", "is copied to the scripts' folder");
    is_str(file_at(s, 1)->as, "/etc/x/data", "into a folder, with its own name");
    is_str(file_at(s, 2)->as, "/usr/bin/set", "/bin is a link in the guest");
    is_str(file_at(s, 3)->as, "/root/d", "under another name");
    ok(!file_at(s, 4)->path, "a file without a path ends them");
    scenario_free(s);
}

static void is_wrong(const char *line, const char *expected)
{
    g_autofree char *text = g_strdup_printf(HEAD "%s\n" STEP, line);
    g_autofree char *whole = g_strdup_printf("%s/x.scn:2: %s", folder, expected);
    g_autoptr(GError) error = NULL;
    struct scenario *s = parse(text, &error);

    is_str(error ? error->message : NULL, whole, "%s", line);
    scenario_free(s);
}

#define PLACE                                                                                      \
    "expected an absolute path in the guest, without . and .., and not below /dev, /mnt, /proc, "  \
    "/run, /sys "                                                                                  \
    "or /tmp"
#define BESIDE_IT "beside the scenario, or a path from there"
#define BESIDE    "expected a file or folder beside the scenario, or a path from there"

static void test_mistakes(void)
{
    is_wrong("file", "file ''; expected PATH or PATH AS, without blanks in them");
    is_wrong(
        "file tool /a b", "file 'tool /a b'; expected PATH or PATH AS, without blanks in them");
    is_wrong("file tools", "file 'tools'; " BESIDE);
    is_wrong("file tool bin/tool", "file 'bin/tool': " PLACE);
    is_wrong("file tool /a/../b", "file '/a/../b': " PLACE);
    is_wrong("file tool /a//b", "file '/a//b': " PLACE);
    is_wrong("file tool /tmp/tool", "file '/tmp/tool': " PLACE);
    is_wrong("file tool /proc", "file '/proc': " PLACE);
    is_wrong("module none.ko", "module 'none.ko'; expected a .ko file " BESIDE_IT
                               ", or the name of a module of the guest's kernel");
    is_wrong("package", "nothing after 'package'; expected the name of a Debian package");
    is_wrong("package Pcm", "package 'Pcm'; expected the name of a Debian package");
    is_wrong("package pcm ../x", "package '../x'; expected the name of a Debian package");
}

static void test_same_name(void)
{
    g_autofree char *expected = g_strdup_printf(
        "%s/x.scn:3: file 'tool': /root/data is %s/data already; expected one file of that name",
        folder, folder);
    g_autoptr(GError) error = NULL;
    struct scenario *s = parse(HEAD "file data\nfile tool /root/data\n" STEP, &error);

    is_str(error ? error->message : NULL, expected, "two files in one place");
    scenario_free(s);
}

static void test_places(void)
{
    static const struct {
        const char *as, *expected;
    } cases[] = {{NULL, "/root/b"}, {"/x", "/x"}, {"/x/", "/x/b"}, {"/sbin/x", "/usr/sbin/x"},
        {"/lib/x/", "/usr/lib/x/b"}, {"/libx", "/libx"}, {"/runner/x", "/runner/x"},
        {"/run/x", NULL}, {"/mnt/", NULL}, {"x", NULL}, {"", NULL}, {"/x/./y", NULL}, {"/", "/b"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *as = guest_file_as("b", cases[i].as);

        is_str(as, cases[i].expected, "a file 'b' as '%s'", cases[i].as ? cases[i].as : "");
    }
}

/* "MODE NAME: CONTENTS" of each member of an archive in the newc format, whose
 * numbers are eight digits. */
static char *members(const char *data)
{
    GString *text = g_string_new(NULL);

    for (;;) {
        char field[9] = "";
        unsigned long mode, size, name_size;
        const char *name = data + 110;

        memcpy(field, data + 14, 8);
        mode = strtoul(field, NULL, 16);
        memcpy(field, data + 54, 8);
        size = strtoul(field, NULL, 16);
        memcpy(field, data + 94, 8);
        name_size = strtoul(field, NULL, 16);
        if (!strcmp(name, "TRAILER!!!"))
            return g_string_free(text, FALSE);
        data = data + (110 + name_size + 3) / 4 * 4;
        g_string_append_printf(text, "%lo %s: %.*s\n", mode, name, (int)size, data);
        data += (size + 3) / 4 * 4;
    }
}

static char *archive_of(const char *name)
{
    g_autofree char *path = in_folder("archive");
    g_autofree char *from = in_folder(name);
    struct cpio *cpio = cpio_create(path, NULL);
    char *data = NULL;

    cpio_parents(cpio, "usr/x/to");
    ok(cpio_tree(cpio, from, "usr/x/to", NULL), "%s goes into an archive", name);
    cpio_close(cpio, NULL);
    g_file_get_contents(path, &data, NULL, NULL);
    return data;
}

static void test_archive(void)
{
    g_autofree char *tool = archive_of("tool");
    g_autofree char *set = archive_of("set");
    g_autofree char *one = members(tool);
    g_autofree char *many = members(set);

    is_str(one, "40755 usr: \n40755 usr/x: \n100755 usr/x/to: #!/bin/sh\n\n",
        "a program stays executable");
    is_str(many,
        "40755 usr: \n40755 usr/x: \n40700 usr/x/to: \n100600 usr/x/to/one: 1\n120777 "
        "usr/x/to/two: one\n",
        "a folder is copied with all its contents");
}

static char *sum(const char *name, const char *as)
{
    g_autofree char *path = in_folder(name);
    const struct guest_file files[] = {{path, (char *)(guintptr)as}, {NULL, NULL}};

    return guest_extra_sum(&(struct guest_extra){.files = files}, NULL);
}

/* A guest saved with other files is another guest. */
static void test_sum(void)
{
    g_autofree char *first = sum("tool", "/root/tool"), *again = sum("tool", "/root/tool");
    g_autofree char *moved = sum("tool", "/root/t"), *other = NULL, *mode = NULL;

    is_str(again, first, "the same file, the same sum");
    ok(strcmp(moved, first), "another place");
    write_file("tool", "#!/bin/ash\n", 0755);
    other = sum("tool", "/root/tool");
    ok(strcmp(other, first), "other contents");
    write_file("tool", "#!/bin/sh\n", 0644);
    mode = sum("tool", "/root/tool");
    ok(strcmp(mode, first), "other permissions");
    ok(!sum("none", "/root/none"), "without the file there is no sum");
}

static void test_package_entry(void)
{
    g_autofree char *stable = guest_package_entry("amd64", "pcm");
    g_autofree char *newer = guest_package_entry("amd64-backports", "pcm");
    g_autofree char *arm = guest_package_entry("arm64", "pcm");

    ok(strstr(stable, "/package-amd64-pcm-"), "the cache reports its packages");
    ok(strcmp(stable, newer) && strcmp(stable, arm), "a package for each release and architecture");
    ok(guest_package_name_is_valid("libstdc++6") && guest_package_name_is_valid("0ad"),
        "names of packages");
    ok(!guest_package_name_is_valid("a") && !guest_package_name_is_valid("-a") &&
            !guest_package_name_is_valid("a_b") && !guest_package_name_is_valid(""),
        "no names of packages");
}

/* Whether @line names a file outside of the scenario's folder. */
static bool is_outside(const char *line)
{
    g_autofree char *text = g_strdup_printf("%s%s\n%s", HEAD, line, STEP);
    struct scenario *s = parse(text, NULL);
    bool outside = s && s->outside;

    ok(s != NULL, "'%s' is read", line);
    scenario_free(s);
    return outside;
}

static void test_outside(void)
{
    g_autofree char *link = in_folder("set/out"), *whole = in_folder("tool"),
                    *line = g_strdup_printf("file %s", whole);
    struct scenario *s =
        parse(HEAD "file data\nfile /etc/passwd /root/x\nfile /etc/group /root/y\n" STEP, NULL);
    g_autofree char *what = g_strdup_printf("%s/x.scn:3: file '/etc/passwd' is outside of the "
                                            "scenario's folder; expected a file below it",
        folder);

    is_str(s->outside, what, "the first file of the host outside of the folder");
    scenario_free(s);
    ok(!is_outside("file tool") && !is_outside("file set/../tool") && !is_outside("file set") &&
            !is_outside(line),
        "files below the folder, in any form of path");
    ok(is_outside("file ../../../../../../../../etc/passwd /root/x") &&
            is_outside("file / /root/all"),
        "files outside of it");
    ok(!symlink("/etc/passwd", link) && is_outside("file set/out /root/x"),
        "... by a symbolic link");
    g_unlink(link);
    ok(is_outside("kernel /etc/passwd") && is_outside("kernel /etc") && !is_outside("kernel data"),
        "a kernel is also a file or a tree of the host");
    ok(!is_outside("kernel oldstable"), "... but not one of Debian's");
}

static void remove_folder(void)
{
    static const char *const names[] = {
        "set/one", "set/two", "set", "tool", "data", "uncore.ko", "archive", ""};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = in_folder(names[i]);

        g_remove(path);
    }
    g_free(folder);
}

int main(void)
{
    make_folder();
    test_lines();
    test_outside();
    test_mistakes();
    test_same_name();
    test_places();
    test_archive();
    test_sum();
    test_package_entry();
    remove_folder();
    return done_testing();
}
