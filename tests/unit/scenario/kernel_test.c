/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A user's kernels: releases in files and trees, the searched places for
 * modules, the lines `kernel`, `since` and `until` of scenarios, and the table
 * of scenarios by kernel. */
#include "harness/report/matrix.h"
#include "harness/scenario/scenario_load.h"
#include "harness/setup/cache.h"
#include "harness/setup/own_kernel.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define STEP "step s\n run true\n"

static char *folder; /* holds all below */

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void write_file(const char *name, const char *bytes, gssize size)
{
    g_autofree char *path = in_folder(name);
    g_autofree char *parent = g_path_get_dirname(path);

    g_mkdir_with_parents(parent, 0777);
    g_file_set_contents(path, bytes, size, NULL);
}

/* Documentation/arch/x86/boot.rst: "HdrS" at 0x202, the version's offset minus
 * 0x200 at 0x20e. */
static void write_bzimage(const char *name, const char *version)
{
    char image[0x400] = {0};

    memcpy(image + 0x202, "HdrS", 4);
    image[0x20e] = 0x30;
    image[0x20f] = 0x01;
    g_strlcpy(image + 0x330, version, 64);
    write_file(name, image, sizeof(image));
}

static void check_release(const char *name, const char *expected, const char *what)
{
    g_autofree char *path = in_folder(name);
    struct own_kernel kernel;

    ok(own_kernel_find(path, "amd64", &kernel, NULL), "%s is found", what);
    is_str(kernel.release, expected, "release: %s", what);
    own_kernel_clear(&kernel);
}

static void test_releases(void)
{
    static const char banner[] = "xLinux version %s\0Linux version 6.7.8-own (me@here) #1";

    write_bzimage("boot/vmlinuz-9.9", "5.19.0-test (me@here) #1 SMP");
    write_file("raw", banner, sizeof(banner));
    write_file("vmlinuz-6.6.6-name", "text", -1);
    write_file("none", "text", -1);
    check_release(
        "boot/vmlinuz-9.9", "5.19.0-test", "the header of a bzImage has precedence over its name");
    check_release("raw", "6.7.8-own", "the banner of an Image or vmlinux, not a format in it");
    check_release("vmlinuz-6.6.6-name", "6.6.6-name", "a name after a dash");
    check_release("none", NULL, "none");
}

/* The error of own_kernel_pack(), or NULL. */
static char *pack(const char *path, gboolean share, char **modules)
{
    static const char *const machine[] = {"intel-uncore", NULL};
    const struct own_kernel_needs needs = {.guest = "amd64", .modules = machine, .share = share};
    struct own_kernel kernel;
    g_autoptr(GBytes) archive = NULL;
    g_autoptr(GError) error = NULL;

    if (own_kernel_find(path, "amd64", &kernel, &error))
        own_kernel_pack(&kernel, &needs, &archive, &error);
    if (modules)
        *modules = g_strdup(kernel.modules);
    own_kernel_clear(&kernel);
    return error ? g_strdup(error->message) : NULL;
}

static void check_pack(const char *name, const char *expected, gboolean share, const char *what)
{
    g_autofree char *path = in_folder(name);
    g_autofree char *wrong = pack(path, share, NULL);

    ok(expected ? wrong && strstr(wrong, expected) != NULL : !wrong, "%s", what);
    if (wrong)
        printf("# %s\n", wrong);
}

#define NEEDED "kernel/virtio_pci.ko\nkernel/virtio_console.ko\nkernel/intel-uncore.ko\n"

static void test_modules(void)
{
    g_autofree char *file = NULL, *expected = NULL, *modules = NULL, *wrong = NULL;

    check_pack("boot/vmlinuz-9.9", "no modules of release 5.19.0-test; looked for them in ", FALSE,
        "a file without modules is refused at once, with its release and the places");
    check_pack("none", "its release is neither in it nor in its name", FALSE,
        "so is a file without a release");
    write_file("lib/modules/5.19.0-test/modules.builtin", NEEDED, -1);
    file = in_folder("boot/vmlinuz-9.9");
    expected = in_folder("lib/modules/5.19.0-test");
    wrong = pack(file, FALSE, &modules);
    is_str(wrong, NULL, "all built in: msr, and 9p without a share, may be missing");
    is_str(modules, expected, "modules are in lib/modules beside the folder boot");
    check_pack("boot/vmlinuz-9.9", "release 5.19.0-test has no 9p, built in or as a module in ",
        TRUE, "a share needs 9p");
    write_file("lib/modules/5.19.0-test/modules.builtin",
        "kernel/virtio_pci.ko\nkernel/virtio_console.ko\n", -1);
    check_pack("boot/vmlinuz-9.9", "has no intel-uncore, built in", FALSE,
        "the machine's driver must exist");
}

static void test_tree(void)
{
    g_autofree char *file = in_folder("tree/arch/x86/boot/bzImage");
    g_autofree char *tree = in_folder("tree");
    g_autofree char *modules = NULL, *wrong = NULL;

    g_mkdir(tree, 0777);
    check_pack("tree",
        "no built kernel for amd64; expected arch/x86/boot/bzImage and include/config", FALSE,
        "a folder that is no built tree");
    write_bzimage("tree/arch/x86/boot/bzImage", "6.9.0-mine+ (me@here)");
    write_file("tree/include/config/kernel.release", "6.9.0-mine+\n", -1);
    write_file("tree/modules.builtin", NEEDED, -1);
    check_release("tree", "6.9.0-mine+", "a tree");
    check_pack("tree", NULL, FALSE, "a tree without modules, all built in");
    wrong = pack(file, FALSE, &modules);
    is_str(modules, tree, "the image of a tree, as a file, has the tree's modules");
    is_str(wrong, NULL, "and is used");
    write_file("tree/modules.order", "arch/x86/lost.o\ndrivers/virtio/virtio_pci.o\n", -1);
    write_file("tree/modules.builtin", "kernel/virtio_console.ko\nkernel/intel-uncore.ko\n", -1);
    check_pack("tree", "/tree/drivers/virtio/virtio_pci.ko", FALSE,
        "a module that was not linked is named");
}

static void check_order(const char *release, const char *version, int expected)
{
    ok(own_kernel_compare(release, version) == expected, "%s against %s", release, version);
}

static void test_versions(void)
{
    check_order("6.12.107+deb13-amd64", "6.12", 0);
    check_order("6.12.107+deb13-amd64", "6.2", 1);
    check_order("6.1.0-50-amd64", "6.12", -1);
    check_order("6.1.0-50-amd64", "6", 0);
    check_order("7.3.4", "7.3.5", -1);
    check_order("7.3", "7.3.1", -1);
    check_order("10.0", "9", 1);
    ok(own_kernel_version_is_valid("6.12") && own_kernel_version_is_valid("7"), "versions");
    ok(!own_kernel_version_is_valid("6.") && !own_kernel_version_is_valid("v6.1") &&
            !own_kernel_version_is_valid("6.1-rc1"),
        "none");
}

/* ---- scenarios ---- */

static struct scenario *parse(const char *text, GError **error)
{
    g_autofree char *path = in_folder("x.scn");

    return scenario_parse(path, text, error);
}

static void is_wrong(const char *text, const char *expected)
{
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = parse(text, &error);

    ok(!scenario && strstr(error->message, expected), "'%s'", expected);
    if (error)
        printf("# %s\n", error->message);
    scenario_free(scenario);
}

static void check_misfit(const struct scenario *scenario, const char *release, const char *expected)
{
    g_autofree char *why = scenario_misfit(scenario, release);

    is_str(why, expected, "on %s", release);
}

static void test_lines(void)
{
    g_autofree char *tree = in_folder("tree");
    g_autoptr(GError) error = NULL;
    struct scenario *s =
        parse("machine snbep\nkernel tree\nsince 6.2 it has #1\nuntil 6.12 gone\n" STEP, NULL);

    is_str(s->kernel, tree, "a tree, relative to the scenario");
    is_str(s->guest, "amd64", "uses the default guest");
    check_misfit(s, "6.1.0-50-amd64", "since 6.2: it has #1");
    check_misfit(s, "6.2.0", NULL);
    check_misfit(s, "6.12.107+deb13-amd64", NULL);
    check_misfit(s, "7.3.4", "until 6.12: gone");
    ok(scenario_set_kernel(s, "6.1", NULL) && !s->kernel, "another kernel, by version");
    is_str(s->guest, "amd64-oldstable", "has another guest");
    ok(!scenario_set_kernel(s, "5.5", &error), "a missing kernel is refused");
    scenario_free(s);
    is_wrong("machine snbep\nkernel nowhere\n" STEP,
        "x.scn:2: no kernel 'nowhere' for amd64; there are: stable");
    is_wrong("machine snbep\nsince x y\n" STEP,
        "x.scn:2: since 'x'; expected a kernel's version, as 6.12, and a");
    is_wrong("machine snbep\nuntil 6.1\n" STEP, "x.scn:2: until 6.1; expected a reason after it");
}

/* ---- the table ---- */

static void test_matrix(void)
{
    char *kernels[] = {(char[]){"6.1"}, (char[]){"7.3"}, NULL};
    struct matrix *matrix = matrix_new(kernels);
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    matrix_set(matrix, "snbep/a", 0, MATRIX_SKIPPED, "since 6.2: x");
    matrix_set(matrix, "snbep/b", 0, MATRIX_OK, NULL);
    matrix_set(matrix, "snbep/b", 1, MATRIX_FAILED, "step s: perf exact");
    matrix_set(matrix, "snbep/c", 0, MATRIX_NONE, "the time limit of 9 s was over while it ran");
    matrix_set(matrix, "snbep/c", 1, MATRIX_NONE, "the time limit of 9 s was over before it began");
    matrix_print(matrix, &out);
    is_str(out.text->str,
        "  scenario  6.1      7.3\n"
        "  snbep/a   skipped  not run\n"
        "  snbep/b   ok       FAILED\n"
        "  snbep/c   not run  not run\n"
        "\n"
        "  scenario  kernel           why\n"
        "  snbep/a   6.1     skipped  since 6.2: x\n"
        "  snbep/b   7.3     FAILED   step s: perf exact\n"
        "  snbep/c   6.1     not run  the time limit of 9 s was over while it ran\n"
        "  snbep/c   7.3     not run  the time limit of 9 s was over before it began\n"
        "\n"
        "6.1: 1 ok, 0 failed, 1 skipped, 1 not run\n"
        "7.3: 0 ok, 1 failed, 0 skipped, 2 not run\n",
        "rows in order, reasons, totals");
    matrix_free(matrix);
    g_string_truncate(out.text, 0);
    matrix = matrix_new(kernels + 1);
    matrix_set(matrix, "snbep/b", 0, MATRIX_OK, NULL);
    matrix_print(matrix, &out);
    is_str(out.text->str, "  scenario  7.3\n  snbep/b   ok\n\n7.3: 1 ok, 0 failed, 0 skipped\n",
        "all ok");
    g_string_free(out.text, TRUE);
    matrix_free(matrix);
}

int main(void)
{
    g_setenv("XDG_CACHE_HOME", "/nonexistent", TRUE);
    folder = g_dir_make_tmp("pmulab-kernel-XXXXXX", NULL);
    test_releases();
    test_modules();
    test_tree();
    test_versions();
    test_lines();
    test_matrix();
    cache_remove(folder);
    g_free(folder);
    return done_testing();
}
