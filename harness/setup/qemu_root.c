/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds a QEMU that suits, in PMULAB_QEMU, on PATH or in the cache, and makes
 * private roots in the cache.
 */
#include "harness/setup/qemu_root.h"

#include "harness/base/error.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/debian.h"
#include "qemu/version.h"

#include <stdio.h>
#include <string.h>

/* Increment when the root is made in another way but its packages stay the
 * same. */
#define RECIPE "1"

#define X86_64  "qemu-system-x86_64"
#define AARCH64 "qemu-system-aarch64"
#define PPC64   "qemu-system-ppc64"

typedef const char *const list[];

static list all = {X86_64, AARCH64, PPC64, NULL};
static list x86_64 = {X86_64, NULL};
static list aarch64 = {AARCH64, NULL};
static list ppc64 = {PPC64, NULL};

static list all_packages = {
    "qemu-system-x86", "qemu-system-ppc", "qemu-system-arm", "qemu-system-data", "seabios", NULL};
static list x86_packages = {"qemu-system-x86", "qemu-system-data", "seabios", NULL};
static list arm_packages = {"qemu-system-arm", "qemu-system-data", NULL};
static list ppc_packages = {"qemu-system-ppc", "qemu-system-data", NULL};

static const struct qemu_root roots[] = {
    {"qemu", "QEMU", all, all_packages},
    {"qemu-x86_64", "QEMU x86_64", x86_64, x86_packages},
    {"qemu-aarch64", "QEMU aarch64", aarch64, arm_packages},
    {"qemu-ppc64", "QEMU ppc64", ppc64, ppc_packages},
};

static list releases = {"trixie", "trixie-backports", NULL};
static const char *const left_out[] = {"usr/share/doc", "usr/share/man", "usr/share/locale",
    "usr/share/info", "usr/share/lintian", "usr/share/bug", "usr/share/icons", "usr/share/perl",
    "usr/lib/systemd", "usr/lib/udev", "var", "etc", NULL};

/* Folders of QEMU's firmware in the root. */
static const char *const firmware[] = {"usr/share/qemu", "usr/share/seabios", "usr/lib/ipxe/qemu"};

char *qemu_parse_version(const char *text, unsigned *major, unsigned *minor)
{
    static const char lead[] = "QEMU emulator version ";
    const char *version;
    int length = 0;

    if (!g_str_has_prefix(text, lead))
        return NULL;
    version = text + strlen(lead);
    if (sscanf(version, "%u.%u%n", major, minor, &length) != 2 || !length)
        return NULL;
    return g_strndup(version, strcspn(version, " \n"));
}

gboolean qemu_version_suits(unsigned major, unsigned minor)
{
    return major > QEMU_OLDEST_MAJOR || (major == QEMU_OLDEST_MAJOR && minor >= QEMU_OLDEST_MINOR);
}

void qemu_clear(struct qemu *qemu)
{
    g_clear_pointer(&qemu->argv, g_ptr_array_unref);
    g_clear_pointer(&qemu->version, g_free);
    g_clear_pointer(&qemu->origin, g_free);
}

/* Runs `QEMU --version`. FALSE with an error if it is not QEMU, or too old. */
static gboolean check_version(struct qemu *qemu, GError **error)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autofree char *text = NULL;
    g_autoptr(GError) reason = NULL;
    unsigned major = 0, minor = 0;

    for (guint i = 0; i < qemu->argv->len; i++)
        g_ptr_array_add(argv, g_ptr_array_index(qemu->argv, i));
    g_ptr_array_add(argv, (gpointer)(guintptr) "--version");
    g_ptr_array_add(argv, NULL);
    if (g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
            &text, NULL, NULL, &reason))
        qemu->version = qemu_parse_version(text, &major, &minor);
    if (!qemu->version)
        return error_failed(error, "%s --version does not print QEMU's version%s%s", qemu->origin,
            reason ? ": " : "", reason ? reason->message : "");
    if (qemu_version_suits(major, minor))
        return TRUE;
    return error_failed(error, "%s is QEMU %s; %d.%d or later is needed (plugin API %d)",
        qemu->origin, qemu->version, QEMU_OLDEST_MAJOR, QEMU_OLDEST_MINOR, QEMU_API_VERSION);
}

static gboolean use_binary(const char *path, struct qemu *out, GError **error)
{
    struct qemu qemu = {.argv = g_ptr_array_new_with_free_func(g_free), .origin = g_strdup(path)};

    g_ptr_array_add(qemu.argv, g_strdup(path));
    if (!check_version(&qemu, error)) {
        qemu_clear(&qemu);
        return FALSE;
    }
    *out = qemu;
    return TRUE;
}

/* The folder that PMULAB_QEMU names, or NULL. */
static const char *forced_folder(void)
{
    const char *folder = g_getenv("PMULAB_QEMU");

    return folder && *folder ? folder : NULL;
}

static gboolean use_forced(const char *folder, const char *name, struct qemu *out, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
        return use_binary(path, out, error);
    return error_failed(error, "PMULAB_QEMU: there is no program %s", path);
}

static gboolean use_path(const char *name, struct qemu *out, GError **error)
{
    g_autofree char *path = g_find_program_in_path(name);

    return path && use_binary(path, out, error);
}

/* Fills @qemu, except for the version, for @name below @root. */
static void use_root(const char *root, const char *name, struct qemu *qemu)
{
    const struct debian_arch *host = debian_arch_host();
    char *libraries = g_build_filename(root, "usr/lib", host->triplet, NULL);

    qemu->argv = g_ptr_array_new_with_free_func(g_free);
    qemu->origin = g_build_filename(root, "usr/bin", name, NULL);
    g_ptr_array_add(qemu->argv, g_build_filename(libraries, host->linker, NULL));
    g_ptr_array_add(qemu->argv, g_strdup("--library-path"));
    g_ptr_array_add(qemu->argv, libraries);
    g_ptr_array_add(qemu->argv, g_strdup(qemu->origin));
    for (size_t i = 0; i < G_N_ELEMENTS(firmware); i++) {
        g_autofree char *folder = g_build_filename(root, firmware[i], NULL);

        if (!g_file_test(folder, G_FILE_TEST_IS_DIR))
            continue;
        g_ptr_array_add(qemu->argv, g_strdup("-L"));
        g_ptr_array_add(qemu->argv, g_steal_pointer(&folder));
    }
}

static gboolean use_entry(const struct qemu_root *private, const char *name, struct qemu *out)
{
    g_autofree char *entry = qemu_root_entry(private, NULL);
    g_autofree char *root = entry ? g_build_filename(entry, "root", NULL) : NULL;
    g_autofree char *version_file = entry ? g_build_filename(entry, "version", NULL) : NULL;
    char *version;

    if (!entry || !g_file_get_contents(version_file, &version, NULL, NULL))
        return FALSE;
    use_root(root, name, out);
    out->version = version;
    return TRUE;
}

gboolean qemu_find(const char *name, struct qemu *out, GError **error)
{
    g_autoptr(GError) refused = NULL;

    if (forced_folder())
        return use_forced(forced_folder(), name, out, error);
    if (use_path(name, out, &refused))
        return TRUE;
    for (size_t i = 0; i < G_N_ELEMENTS(roots); i++)
        if (g_strv_contains(roots[i].binaries, name) && use_entry(&roots[i], name, out))
            return TRUE;
    if (refused)
        error_failed(error, "%s: run `pmulab setup`", refused->message);
    else
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_MISSING,
            "no %s on PATH and none in the cache: run `pmulab setup`", name);
    return FALSE;
}

static void keep_first(struct qemu *first, struct qemu *qemu)
{
    if (first->argv)
        qemu_clear(qemu);
    else
        *first = *qemu;
}

/* A user's QEMU may lack targets. The existing ones count, if all of them
 * suit. */
static gboolean forced_provides(const GPtrArray *binaries, struct qemu *first, GError **error)
{
    for (guint i = 0; i < binaries->len; i++) {
        g_autofree char *path =
            g_build_filename(forced_folder(), g_ptr_array_index(binaries, i), NULL);
        struct qemu qemu;

        if (!g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
            continue;
        if (!use_binary(path, &qemu, error)) {
            qemu_clear(first);
            return FALSE;
        }
        keep_first(first, &qemu);
    }
    return first->argv || use_forced(forced_folder(), g_ptr_array_index(binaries, 0), first, error);
}

gboolean qemu_provided(
    const GPtrArray *binaries, GPtrArray *rest, struct qemu *first, GError **error)
{
    *first = (struct qemu){0};
    if (forced_folder() && binaries->len)
        return forced_provides(binaries, first, error);
    for (guint i = 0; i < binaries->len; i++) {
        gpointer name = g_ptr_array_index(binaries, i);
        struct qemu qemu;

        if (use_path(name, &qemu, NULL))
            keep_first(first, &qemu);
        else
            g_ptr_array_add(rest, name);
    }
    return TRUE;
}

/* ---- private roots ---- */

const struct qemu_root *qemu_root_number(unsigned i)
{
    return i < G_N_ELEMENTS(roots) ? &roots[i] : NULL;
}

static gboolean is_cached(const struct qemu_root *root)
{
    g_autofree char *entry = qemu_root_entry(root, NULL);

    return entry && cache_has(entry);
}

static gboolean has_any(const GPtrArray *binaries, const struct qemu_root *root)
{
    for (guint i = 0; i < binaries->len; i++)
        if (g_strv_contains(root->binaries, g_ptr_array_index(binaries, i)))
            return TRUE;
    return FALSE;
}

void qemu_roots_choose(const GPtrArray *binaries, GPtrArray *chosen)
{
    guint cached = 0;

    for (size_t i = 1; i < G_N_ELEMENTS(roots); i++) {
        if (!has_any(binaries, &roots[i]))
            continue;
        g_ptr_array_add(chosen, (gpointer)(guintptr)&roots[i]);
        cached += is_cached(&roots[i]);
    }
    if (!chosen->len ||
        (!is_cached(&roots[0]) && (cached || chosen->len + 1 < G_N_ELEMENTS(roots))))
        return;
    g_ptr_array_set_size(chosen, 0);
    g_ptr_array_add(chosen, (gpointer)(guintptr)&roots[0]);
}

static struct package_set package_set(const struct qemu_root *root)
{
    return (struct package_set){.arch = debian_arch_host(),
        .releases = releases,
        .names = root->packages,
        .left_out = left_out};
}

char *qemu_root_entry(const struct qemu_root *root, GError **error)
{
    struct package_set set = package_set(root);
    g_autofree char *recipe = NULL;
    g_autofree char *fingerprint = NULL;

    if (!set.arch) {
        error_failed(error,
            "no private QEMU for this host's architecture: install QEMU %d.%d or later",
            QEMU_OLDEST_MAJOR, QEMU_OLDEST_MINOR);
        return NULL;
    }
    recipe = package_set_recipe(&set);
    fingerprint = cache_fingerprint((const char *const[]){RECIPE, recipe, NULL});
    return cache_entry(root->kind, fingerprint);
}

static gboolean fill(const struct qemu_root *private, const char *folder, const char *mirror,
    struct child_host *host, GError **error)
{
    const struct package_set set = package_set(private);
    g_autofree char *scratch = g_build_filename(folder, "apt", NULL);
    g_autofree char *root = g_build_filename(folder, "root", NULL);
    g_autofree char *version_file = g_build_filename(folder, "version", NULL);

    if (!apt_tree_make(&set, mirror, scratch, root, host, error))
        return FALSE;
    cache_remove(scratch);
    /* A root is good if every binary in it runs here and now. */
    for (const char *const *binary = private->binaries; *binary; binary++) {
        struct qemu qemu = {0};
        gboolean good;

        use_root(root, *binary, &qemu);
        good = check_version(&qemu, error) &&
               g_file_set_contents(version_file, qemu.version, -1, error);
        qemu_clear(&qemu);
        if (!good)
            return FALSE;
    }
    cache_seal(folder);
    return TRUE;
}

gboolean qemu_root_make(
    const struct qemu_root *root, const char *mirror, struct child_host *host, GError **error)
{
    g_autofree char *entry = qemu_root_entry(root, error);
    g_autofree char *partial = entry ? cache_begin(entry, QEMU_ROOT_MIB, error) : NULL;

    if (!partial || !cache_end(partial, entry, fill(root, partial, mirror, host, error), error))
        return FALSE;
    cache_prune(root->kind, 1);
    return TRUE;
}
