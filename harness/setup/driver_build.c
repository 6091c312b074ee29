/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds a developer's modules with the tools of the cache; extracts the
 * sources of the kernel's own drivers. */
#include "harness/setup/driver_build.h"

#include "harness/base/error.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/kbuild.h"

#include <glib/gstdio.h>
#include <string.h>

/* Our files in the developer's folder. */
#define OWN_FOLDER ".pmulab"

/* ---- the build ---- */

gboolean driver_build_check(const char *folder, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *kbuild = g_build_filename(folder, "Kbuild", NULL);
    g_autofree char *makefile = g_build_filename(folder, "Makefile", NULL);

    if (!g_file_test(kbuild, G_FILE_TEST_IS_REGULAR) &&
        !g_file_test(makefile, G_FILE_TEST_IS_REGULAR))
        return error_usage(
            error, "%s: expected a folder with a Kbuild or Makefile of modules", folder);
    if (!strpbrk(absolute, " :\t"))
        return TRUE;
    return error_usage(
        error, "%s: the kernel's make takes no blank and no colon in a path", absolute);
}

/* @line with the folder as the user named it. A new string. */
static char *by_users_name(const char *line, const char *absolute, const char *folder)
{
    gsize length = strlen(absolute);

    if (g_str_has_prefix(line, absolute) && line[length] == '/')
        return g_build_filename(folder, line + length + 1, NULL);
    return g_strdup(line);
}

static void read_log(
    struct driver_build *out, const char *absolute, const char *folder, char **failure)
{
    static const char *const errors[] = {
        ": error: ", ": fatal error: ", "ERROR: ", "error: ", "*** ", NULL};
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    const char *line = NULL; /* the first with one of @errors, which are tried in order */

    if (!g_file_get_contents(out->log, &text, NULL, NULL))
        return;
    lines = g_strsplit(text, "\n", -1);
    for (char **each = lines; *each; each++)
        if (strstr(*each, ": warning: ") && !out->warnings++)
            out->warning = by_users_name(*each, absolute, folder);
    for (const char *const *word = errors; *word && !line; word++)
        for (char **each = lines; *each && !line; each++)
            if (strstr(*each, *word))
                line = *each;
    if (line)
        *failure = by_users_name(line, absolute, folder);
}

static gboolean run_make(const struct toolchain *tools, const char *arch, const char *absolute,
    const char *folder, struct driver_build *out, struct child_host *host, GError **error)
{
    const struct kbuild kbuild = {.root = tools->root,
        .release = tools->release,
        .arch = arch,
        .folder = absolute,
        .cross = tools->cross,
        .compiler = tools->compiler,
        .path = tools->path};
    static const char *const shell[] = {"sh", "-c", "exec \"$@\" >\"$0\" 2>&1"};
    g_autoptr(GPtrArray) argv = kbuild_command(&kbuild);
    g_autofree char *failure = NULL;
    struct child child = {0};
    gboolean built;

    g_ptr_array_insert(argv, 0, g_strdup(out->log));
    for (guint i = G_N_ELEMENTS(shell); i-- > 0;)
        g_ptr_array_insert(argv, 0, g_strdup(shell[i]));
    child.argv = (const char *const *)(gconstpointer)argv->pdata;
    built = child_run(&child, host, NULL, error);
    read_log(out, absolute, folder, &failure);
    if (built || host->interrupted)
        return built;
    g_clear_error(error);
    return error_failed(error, "%s (all of it: %s)", failure ? failure : "make failed", out->log);
}

/* modules.order has one line per module. It ends in .o (.ko before Linux 6.1),
 * and has no folder since 6.13. */
static gboolean find_modules(
    const char *absolute, const char *folder, GPtrArray *modules, GError **error)
{
    g_autofree char *order = g_build_filename(folder, "modules.order", NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!g_file_get_contents(order, &text, NULL, error))
        return FALSE;
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *shown = by_users_name(*line, absolute, folder);
        g_autofree char *path =
            g_path_is_absolute(*line) ? g_strdup(shown) : g_build_filename(folder, *line, NULL);
        char *dot = strrchr(path, '.');

        if (**line && dot)
            g_ptr_array_add(modules, g_strdup_printf("%.*s.ko", (int)(dot - path), path));
    }
    if (modules->len)
        return TRUE;
    return error_failed(error,
        "%s: it builds no module: this kernel contains its objects, or leaves them out", folder);
}

gboolean driver_build(const char *folder, const char *guest, struct driver_build *out,
    struct child_host *host, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *own = g_build_filename(folder, OWN_FOLDER, NULL);
    struct toolchain tools = {0};
    gboolean built;

    *out = (struct driver_build){.modules = g_ptr_array_new_with_free_func(g_free),
        .log = g_build_filename(own, "build.log", NULL)};
    if (!driver_build_check(folder, error))
        return FALSE;
    if (g_mkdir_with_parents(own, 0777))
        return error_set_errno(own, error);
    built = toolchain_get(guest, &tools, host, error) &&
            run_make(&tools, guest_recipe_find(guest)->arch, absolute, folder, out, host, error) &&
            find_modules(absolute, folder, out->modules, error);
    out->release = g_steal_pointer(&tools.release);
    toolchain_clear(&tools);
    return built;
}

void driver_build_clear(struct driver_build *build)
{
    g_clear_pointer(&build->modules, g_ptr_array_unref);
    g_clear_pointer(&build->release, g_free);
    g_clear_pointer(&build->log, g_free);
    g_clear_pointer(&build->warning, g_free);
}

/* ---- the kernel's sources ---- */

/*
 * $1 is xz, $2 the archive, $3 the tree, $4 the folder in it. Paths in the
 * archive begin with linux-source-X.Y. Also extracts the headers of the folders
 * above, if any. Folder "." means everything.
 */
static const char extract[] = "top=${2##*/}; top=${top%.tar.xz}; above=$4; inside=$top/$4\n"
                              "set -- \"$1\" \"$2\" \"$3\" \"${inside%/.}\"\n"
                              "while case $above in */*) true;; *) false;; esac; do\n"
                              "    above=${above%/*}; set -- \"$@\" \"$top/$above/*.h\"\n"
                              "done\n"
                              "xz=$1 archive=$2 tree=$3; shift 3\n"
                              "mkdir -p \"$tree\" || exit\n"
                              "\"$xz\" -dc -T0 \"$archive\" | tar -x -C \"$tree\" "
                              "--strip-components=1 --no-same-owner --wildcards"
                              " --no-wildcards-match-slash \"$@\" 2>&1 |"
                              " grep -v -e 'Not found in archive' -e 'due to previous errors' >&2\n"
                              "exit 0\n";

static gboolean take_out(const char *inside, const struct toolchain *tools, const char *archive,
    const char *tree, const char *folder, struct child_host *host, GError **error)
{
    g_autofree char *xz = g_build_filename(tools->root, "usr/bin/xz", NULL);
    const char *const argv[] = {"sh", "-c", extract, "extract", xz, archive, tree, inside, NULL};
    const struct child child = {.argv = argv};
    g_autofree char *complaint = NULL;
    g_autofree char *made = g_build_filename(folder, "Makefile", NULL);

    if (!child_run(&child, host, &complaint, error))
        return FALSE;
    if (complaint && *complaint) {
        *strchrnul(complaint, '\n') = 0;
        return error_failed(error, "%s: %s", tree, complaint);
    }
    if (g_file_test(made, G_FILE_TEST_EXISTS))
        return TRUE;
    return error_usage(error, "Linux %s has no folder %s with a Makefile", tools->version, inside);
}

char *driver_sources(const char *inside, const char *guest, const char *tree, gboolean *made,
    struct child_host *host, GError **error)
{
    struct toolchain tools = {0};
    g_autofree char *archive = NULL;
    g_autofree char *own = NULL;
    g_autofree char *folder = NULL;
    gboolean there = toolchain_get(guest, &tools, host, error);

    if (there) {
        /* "linux-6.12.107" for "6.12.107-1" */
        own = tree ? g_strdup(tree)
                   : g_strdup_printf("linux-%.*s", (int)strcspn(tools.version, "-"), tools.version);
        folder = g_build_filename(own, inside, NULL);
        *made = !g_file_test(folder, G_FILE_TEST_IS_DIR);
    }
    if (there && *made) {
        archive = toolchain_sources(guest, &tools, host, error);
        there = archive && take_out(inside, &tools, archive, own, folder, host, error);
    }
    toolchain_clear(&tools);
    return there ? g_steal_pointer(&folder) : NULL;
}
