/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds the driver module hisi_pmcu in set-up, with the host's compiler and
 * Debian's kernel headers. */
#include "harness/setup/module_build.h"

#include "harness/base/error.h"
#include "harness/setup/debian.h"
#include "harness/setup/kbuild.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define MODULE  "hisi_pmcu"
#define SOURCES "/org/pmulab/driver/" MODULE "/"

/* ---- packages ---- */

/* Without their dependencies, such as a compiler of the guest's
 * architecture. */
static const char *const headers[] = {"linux-headers-%-arm64", "linux-headers-%-common", NULL};

void module_build_packages(struct package_set *set, const char *const *tools)
{
    if (strcmp(set->arch->name, "arm64") || !debian_arch_host())
        return;
    set->alone = headers;
    set->alone_here = tools;
    set->stem = "linux-image-";
}

/* ---- tools that run here ---- */

/* Programs that an out-of-tree module build runs. */
static const struct {
    const char *name;
    const char *program; /* the program that the wrapper starts */
} kbuild_tools[] = {
    {"scripts/basic/fixdep", "fixdep"},
    /* Debian's wrapper chooses a program by word size and byte order. All our
     * guests share both. */
    {"scripts/mod/modpost", "modpost.real-lsb-64"},
};

/* The path below usr/lib, which also holds the tools' folder:
 * linux-kbuild-VERSION/scripts/basic. */
static char *wrapper(const char *program)
{
    const struct debian_arch *arch = debian_arch_host();

    return g_strdup_printf("#!/bin/sh\n"
                           "here=${0%%/*}\n"
                           "lib=$here/../../../%s\n"
                           "exec \"$lib/%s\" --library-path \"$lib\" \"$here/%s\" \"$@\"\n",
        arch->triplet, arch->linker, program);
}

static gboolean wrap(const char *kbuild, const char *name, const char *program, GError **error)
{
    g_autofree char *path = g_build_filename(kbuild, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *hidden = g_strconcat(program, ".elf", NULL);
    g_autofree char *from = g_build_filename(folder, program, NULL);
    g_autofree char *to = g_build_filename(folder, hidden, NULL);
    g_autofree char *text = wrapper(hidden);

    if (g_rename(from, to) || !g_file_set_contents(path, text, -1, error) || g_chmod(path, 0755)) {
        if (error && !*error)
            error_failed(error, "%s: %s", from, g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

/* The path of the entry in @folder that begins with @prefix and ends with
 * @suffix. A new string. */
static char *find_entry(const char *folder, const char *prefix, const char *suffix, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;

    while (dir && (name = g_dir_read_name(dir)))
        if (g_str_has_prefix(name, prefix) && g_str_has_suffix(name, suffix))
            return g_build_filename(folder, name, NULL);
    if (dir)
        error_failed(error, "%s: there is no %s*%s in it", folder, prefix, suffix);
    return NULL;
}

gboolean module_build_prepare(const char *root, GError **error)
{
    g_autofree char *lib = g_build_filename(root, "usr/lib", NULL);
    g_autofree char *kbuild = find_entry(lib, "linux-kbuild-", "", error);

    if (!kbuild)
        return FALSE;
    for (size_t i = 0; i < G_N_ELEMENTS(kbuild_tools); i++)
        if (!wrap(kbuild, kbuild_tools[i].name, kbuild_tools[i].program, error))
            return FALSE;
    return TRUE;
}

/* ---- sources, embedded in this program ---- */

static char **source_names(void)
{
    return g_resources_enumerate_children(SOURCES, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static GBytes *source(const char *name)
{
    g_autofree char *path = g_strconcat(SOURCES, name, NULL);

    return g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *module_build_fingerprint(void)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_auto(GStrv) names = source_names();

    qsort(names, g_strv_length(names), sizeof(*names), by_name);
    for (char **name = names; *name; name++) {
        g_autoptr(GBytes) bytes = source(*name);
        gsize size;
        const guchar *data = g_bytes_get_data(bytes, &size);

        g_checksum_update(sum, (const guchar *)*name, (gssize)strlen(*name) + 1);
        g_checksum_update(sum, data, (gssize)size);
    }
    return g_strdup(g_checksum_get_string(sum));
}

static gboolean write_sources(const char *folder, GError **error)
{
    g_auto(GStrv) names = source_names();

    if (g_mkdir(folder, 0777))
        return error_failed(error, "%s: %s", folder, g_strerror(errno));
    for (char **name = names; *name; name++) {
        g_autoptr(GBytes) bytes = source(*name);
        g_autofree char *path = g_build_filename(folder, *name, NULL);
        gsize size;
        const char *data = g_bytes_get_data(bytes, &size);

        if (!g_file_set_contents(path, data, (gssize)size, error))
            return FALSE;
    }
    return TRUE;
}

/* ---- the build ---- */

static gboolean check_tools(const char *compiler, const struct debian_arch *guest, GError **error)
{
    g_autofree char *gcc = g_find_program_in_path(compiler);
    g_autofree char *make = g_find_program_in_path("make");
    g_autofree char *package =
        guest == debian_arch_host() ? g_strdup("gcc") : g_strconcat("gcc-", guest->triplet, NULL);
    g_autofree char *missing =
        g_strconcat(gcc ? "" : " ", gcc ? "" : package, make ? "" : " make", NULL);

    if (gcc && make)
        return TRUE;
    return error_failed(error,
        "building the module " MODULE " needs%s: run  apt-get install%s  as root", missing,
        missing);
}

/* Whether @compiler, perhaps older than the guest's kernel, takes @option. */
static gboolean takes(const char *compiler, const char *option, struct child_host *host)
{
    const char *const argv[] = {compiler, option, "-fsyntax-only", "-x", "c", "/dev/null", NULL};
    const struct child child = {.argv = argv};
    g_autofree char *complaint = NULL;

    return child_run(&child, host, &complaint, NULL);
}

static gboolean run_make(
    const struct module_build *what, const char *sources, struct child_host *host, GError **error)
{
    const struct debian_arch *guest = debian_arch_find(what->arch);
    /* "aarch64-linux-gnu-", or "" if the guest's architecture is the host's */
    g_autofree char *cross =
        guest == debian_arch_host() ? g_strdup("") : g_strconcat(guest->triplet, "-", NULL);
    g_autofree char *compiler = g_strconcat(cross, "gcc", NULL);
    struct kbuild kbuild = {.root = what->root,
        .release = what->release,
        .arch = what->arch,
        .folder = sources,
        .cross = cross,
        .compiler = compiler,
        .published = TRUE};
    g_autoptr(GPtrArray) argv = NULL;
    g_autofree char *complaint = NULL, *first = NULL;
    struct child child = {0};

    if (!check_tools(compiler, guest, error))
        return FALSE;
    kbuild.old = !takes(compiler, "-fmin-function-alignment=4", host);
    argv = kbuild_command(&kbuild);
    child.argv = (const char *const *)(gconstpointer)argv->pdata;
    progress_phase(host->progress, "building " MODULE, PROGRESS_UNKNOWN);
    if (child_run(&child, host, &complaint, error))
        return TRUE;
    /* The most useful line comes before "make: *** ... Error 2". */
    first = complaint ? g_strndup(complaint, strcspn(complaint, "\n")) : NULL;
    if (!host->interrupted && first && *first)
        g_prefix_error(error, "can't build the module " MODULE ": %s: ", first);
    return FALSE;
}

GBytes *module_build(const struct module_build *what, struct child_host *host, GError **error)
{
    g_autofree char *module = g_build_filename(what->folder, MODULE ".ko", NULL);
    char *contents;
    gsize size;

    if (!write_sources(what->folder, error) || !run_make(what, what->folder, host, error) ||
        !g_file_get_contents(module, &contents, &size, error))
        return NULL;
    return g_bytes_new_take(contents, size);
}
