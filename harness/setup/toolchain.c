/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches compiler, headers and sources of a guest's kernel, and makes the
 * programs among them run here. */
#include "harness/setup/toolchain.h"

#include "harness/base/error.h"
#include "harness/format/elf.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"

#include <glib/gstdio.h>
#include <string.h>

/* Increment when entries are made in another way but the packages stay the
 * same. */
#define RECIPE "1"

/* Disk space for the sources, in MiB. */
#define SOURCES_MIB 400

/* The compiler that each release built its kernels with:
 * CONFIG_CC_VERSION_TEXT. */
static const struct {
    const char *release;
    const char *gcc;
} compilers[] = {{"bookworm", "12"}, {"trixie", "14"}};

/* Files that neither a module's build nor these tools need. */
static const char *const left_out[] = {"etc", "var", "usr/sbin", "usr/share", "usr/lib/bfd-plugins",
    "usr/lib/ssl", "usr/lib/systemd", "usr/lib/*/lib*san*", "usr/lib/gcc*/*/*/lib*san*",
    "usr/lib/gcc*/*/*/*.a", "usr/libexec/gcc*/*/*/lto1", "usr/lib/gcc*/*/*/lto1",
    "usr/bin/*lto-dump*", "usr/bin/*-gprofng*", "usr/lib/*/gprofng", NULL};
static const char *const nothing_left_out[] = {"usr/share", NULL};

/* ---- programs ---- */

/* Runs PROGRAM.elf with the packages' own libraries, wherever the cache is. A
 * link to it may be elsewhere. */
static char *wrapper(const char *up, const char *program)
{
    const struct debian_arch *arch = debian_arch_host();

    return g_strdup_printf(
        "#!/bin/sh\n"
        "me=$0\n"
        "[ ! -h \"$me\" ] || me=$(readlink -f \"$me\")\n"
        "here=${me%%/*}\n"
        "lib=$here/%susr/lib/%s\n"
        "exec \"$lib/%s\" --library-path \"$lib\" --argv0 \"$0\" \"$here/%s.elf\" \"$@\"\n",
        up, arch->triplet, arch->linker, program);
}

static gboolean wrap(const char *path, const char *inside, GError **error)
{
    g_autofree char *hidden = g_strconcat(path, ".elf", NULL);
    g_autofree char *program = g_path_get_basename(path);
    g_autoptr(GString) up = g_string_new(NULL); /* "../../" for "usr/bin/make" */
    g_autofree char *text = NULL;

    for (const char *slash = strchr(inside, '/'); slash; slash = strchr(slash + 1, '/'))
        g_string_append(up, "../");
    text = wrapper(up->str, program);
    if (g_rename(path, hidden))
        return error_set_errno(path, error);
    return g_file_set_contents(path, text, -1, error) &&
           (!g_chmod(path, 0755) || error_set_errno(path, error));
}

static gboolean is_program(const char *path)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
    g_autofree char *interpreter = NULL;

    if (file)
        interpreter = elf_interpreter(
            (const guint8 *)g_mapped_file_get_contents(file), g_mapped_file_get_length(file));
    return interpreter && !g_str_has_suffix(path, ".elf");
}

/* Wraps all programs in the folder @inside of @root and below it. Libraries
 * that run by themselves also have an interpreter. */
static gboolean wrap_all(const char *root, const char *inside, GError **error)
{
    g_autofree char *folder = g_build_filename(root, inside, NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *next = g_build_filename(inside, name, NULL);
        g_autofree char *path = g_build_filename(root, next, NULL);

        if (g_file_test(path, G_FILE_TEST_IS_SYMLINK) || strstr(name, ".so"))
            continue;
        if (g_file_test(path, G_FILE_TEST_IS_DIR) ? !wrap_all(root, next, error)
                                                  : is_program(path) && !wrap(path, next, error))
            return FALSE;
    }
    return dir != NULL;
}

/* The folders of usr/lib and usr/libexec with programs: of the compiler, and of
 * the kernel's build. */
static gboolean wrap_below(const char *root, const char *parent, GError **error)
{
    static const char *const stems[] = {"gcc", "gcc-cross", "linux-kbuild-"};
    g_autofree char *folder = g_build_filename(root, parent, NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir)))
        for (size_t i = 0; i < G_N_ELEMENTS(stems); i++) {
            g_autofree char *inside = g_build_filename(parent, name, NULL);

            if (i < 2 ? strcmp(name, stems[i]) != 0 : !g_str_has_prefix(name, stems[i]))
                continue;
            if (!wrap_all(root, inside, error))
                return FALSE;
        }
    return TRUE;
}

/* ---- packages ---- */

static const char *gcc_of(const struct guest_recipe *recipe)
{
    for (size_t i = 0; i < G_N_ELEMENTS(compilers); i++)
        if (!strcmp(compilers[i].release, recipe->releases[0]))
            return compilers[i].gcc;
    return compilers[G_N_ELEMENTS(compilers) - 1].gcc;
}

/* Debian 12 omits it in the names of compilers for the machine's own
 * architecture. */
static char *gcc_package(const struct guest_recipe *recipe)
{
    const struct debian_arch *arch = debian_arch_find(recipe->arch);
    g_autofree char *triplet = g_strdelimit(g_strdup(arch->triplet), "_", '-');

    if (arch == debian_arch_host())
        return g_strdup_printf("gcc-%s", gcc_of(recipe));
    return g_strdup_printf("gcc-%s-%s", gcc_of(recipe), triplet);
}

/* Lists of strings for a package_set, each with a NULL at the end. */
struct lists {
    GPtrArray *names, *alone, *here;
};

static void lists_clear(struct lists *lists)
{
    g_ptr_array_unref(lists->names);
    g_ptr_array_unref(lists->alone);
    g_ptr_array_unref(lists->here);
}

/* "6.12.107+deb13" for "6.12.107+deb13-amd64". */
static char *without_flavour(const char *release)
{
    return g_strndup(release, (gsize)(strrchr(release, '-') - release));
}

/* The package of the kernel's programs: Debian 12 names it after the version
 * without its last number. */
static char *kbuild_package(const struct guest_recipe *recipe, const char *release)
{
    g_autofree char *version = without_flavour(release);

    for (const char *const *tool = recipe->tools; *tool; tool++)
        if (g_str_has_prefix(*tool, "linux-kbuild-")) {
            g_auto(GStrv) parts = g_strsplit(*tool, "%", 2);

            return g_strjoinv(version, parts);
        }
    g_assert_not_reached();
}

static struct package_set tool_set(
    const struct guest_recipe *recipe, const char *release, struct lists *lists)
{
    g_autofree char *version = without_flavour(release);

    lists->names = g_ptr_array_new_with_free_func(g_free);
    lists->alone = g_ptr_array_new_with_free_func(g_free);
    lists->here = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(lists->names, gcc_package(recipe));
    g_ptr_array_add(lists->names, kbuild_package(recipe, release));
    g_ptr_array_add(lists->names, g_strdup("make"));
    g_ptr_array_add(lists->names, g_strdup("xz-utils"));
    g_ptr_array_add(lists->names, NULL);
    g_ptr_array_add(lists->alone, g_strconcat("linux-headers-", release, NULL));
    g_ptr_array_add(lists->alone, NULL);
    /* A package for all architectures counts as one for ours. */
    g_ptr_array_add(lists->here, g_strdup_printf("linux-headers-%s-common", version));
    g_ptr_array_add(lists->here, NULL);
    return (struct package_set){.arch = debian_arch_host(),
        .releases = recipe->releases,
        .names = (const char *const *)lists->names->pdata,
        .left_out = left_out,
        .alone = (const char *const *)lists->alone->pdata,
        .alone_here = (const char *const *)lists->here->pdata,
        .alone_arch = debian_arch_find(recipe->arch)};
}

static struct package_set source_set(
    const struct guest_recipe *recipe, const char *version, struct lists *lists)
{
    g_auto(GStrv) numbers = g_strsplit(version, ".", 3);

    lists->names = g_ptr_array_new();
    lists->alone = g_ptr_array_new();
    lists->here = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(lists->names, NULL);
    g_ptr_array_add(
        lists->here, g_strdup_printf("linux-source-%s.%s=%s", numbers[0], numbers[1], version));
    g_ptr_array_add(lists->here, NULL);
    return (struct package_set){.arch = debian_arch_host(),
        .releases = recipe->releases,
        .names = (const char *const *)lists->names->pdata,
        .left_out = nothing_left_out,
        .alone_here = (const char *const *)lists->here->pdata};
}

/* The version in the name of the archive of headers,
 * "linux-headers-RELEASE_6.12.107-1_amd64.deb". */
static char *version_of(const char *scratch, const char *release, GError **error)
{
    g_autofree char *folder = g_build_filename(scratch, "archives", NULL);
    g_autofree char *stem = g_strdup_printf("linux-headers-%s_", release);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;

    while (dir && (name = g_dir_read_name(dir)))
        if (g_str_has_prefix(name, stem))
            return g_strndup(name + strlen(stem), strcspn(name + strlen(stem), "_"));
    if (dir)
        error_failed(error, "%s: there is no %s*", folder, stem);
    return NULL;
}

/* ---- entries ---- */

/* The contents of an entry. */
struct filling {
    const struct package_set *set;
    const char *release; /* NULL: sources, not tools */
    struct child_host *host;
};

static gboolean fill(const struct filling *filling, const char *folder, GError **error)
{
    g_autofree char *scratch = g_build_filename(folder, "apt", NULL);
    g_autofree char *root = g_build_filename(folder, "root", NULL);
    g_autofree char *path = g_build_filename(folder, "version", NULL);
    g_autofree char *mirror = apt_tree_check_tools(error) ? mirror_find(error) : NULL;
    g_autofree char *version = NULL;

    if (!mirror || !apt_tree_make(filling->set, mirror, scratch, root, filling->host, error))
        return FALSE;
    if (filling->release) {
        version = version_of(scratch, filling->release, error);
        if (!version || !wrap_all(root, "usr/bin", error) || !wrap_below(root, "usr/lib", error) ||
            !wrap_below(root, "usr/libexec", error) ||
            !g_file_set_contents(path, version, -1, error))
            return FALSE;
    }
    cache_remove(scratch);
    return TRUE;
}

static void say_waiting(gpointer data)
{
    progress_phase(data, "waiting for another process that fills the cache", PROGRESS_UNKNOWN);
}

/* Makes the entry @entry if it is missing. @item is its name for the user. */
static gboolean get(const char *entry, const char *item, unsigned mib,
    const struct filling *filling, GError **error)
{
    gboolean there = cache_has(entry);
    g_autofree char *partial = NULL;
    int lock;

    if (there) {
        cache_touch(entry);
        return TRUE;
    }
    progress_begin(filling->host->progress, item);
    lock = cache_lock(say_waiting, filling->host->progress, error);
    if (lock >= 0 && !(there = cache_has(entry))) {
        partial = cache_begin(entry, mib, error);
        there = partial && cache_end(partial, entry, fill(filling, partial, error), error);
    }
    if (lock >= 0)
        cache_unlock(lock);
    if (there) {
        progress_done(filling->host->progress, item, "fetched");
        return TRUE;
    }
    progress_failed(filling->host->progress);
    g_prefix_error(error, "%s: ", item);
    return FALSE;
}

static char *entry_of(const char *kind, const struct package_set *set)
{
    g_autofree char *list = package_set_recipe(set);
    const char *const parts[] = {RECIPE, list, NULL};
    g_autofree char *fingerprint = cache_fingerprint(parts);

    return cache_entry(kind, fingerprint);
}

gboolean toolchain_get(
    const char *guest, struct toolchain *out, struct child_host *host, GError **error)
{
    const struct guest_recipe *recipe = guest_recipe_find(guest);
    const char *triplet = debian_arch_find(recipe->arch)->triplet;
    const char *path = g_getenv("PATH");
    g_autofree char *item = g_strconcat("tools for ", recipe->name, NULL);
    g_autofree char *entry = NULL, *version = NULL;
    struct guest_image image;
    struct package_set set;
    struct lists lists;
    gboolean found;

    *out = (struct toolchain){0};
    if (!debian_arch_host())
        return error_failed(
            error, "Debian has no compilers for this machine's architecture that pmulab knows");
    if (!guest_image_find(guest, &image, error))
        return FALSE;
    out->release = g_strdup(image.release);
    guest_image_clear(&image);
    set = tool_set(recipe, out->release, &lists);
    entry = entry_of("tools", &set);
    version = g_build_filename(entry, "version", NULL);
    found = get(entry, item, TOOLCHAIN_MIB, &(struct filling){&set, out->release, host}, error) &&
            g_file_get_contents(version, &out->version, NULL, error);
    out->root = g_build_filename(entry, "root", NULL);
    lists_clear(&lists);
    if (!found)
        return FALSE;
    out->cross = g_strconcat(triplet, "-", NULL);
    out->compiler = g_strdup_printf("%s-gcc-%s", triplet, gcc_of(recipe));
    out->path = g_strdup_printf("%s/usr/bin:%s", out->root, path ? path : "/usr/bin:/bin");
    return TRUE;
}

void toolchain_clear(struct toolchain *toolchain)
{
    g_free(toolchain->root);
    g_free(toolchain->release);
    g_free(toolchain->version);
    g_free(toolchain->cross);
    g_free(toolchain->compiler);
    g_free(toolchain->path);
    *toolchain = (struct toolchain){0};
}

char *toolchain_sources(
    const char *guest, const struct toolchain *toolchain, struct child_host *host, GError **error)
{
    struct lists lists;
    struct package_set set = source_set(guest_recipe_find(guest), toolchain->version, &lists);
    const struct filling filling = {&set, NULL, host};
    g_autofree char *item = g_strconcat("sources of Linux ", toolchain->version, NULL);
    g_autofree char *entry = entry_of("sources", &set);
    g_autofree char *package = g_strndup(lists.here->pdata[0], strcspn(lists.here->pdata[0], "="));
    g_autofree char *archive = g_strconcat(package, ".tar.xz", NULL);
    char *path = NULL;

    if (get(entry, item, SOURCES_MIB, &filling, error))
        path = g_build_filename(entry, "root/usr/src", archive, NULL);
    lists_clear(&lists);
    return path;
}
