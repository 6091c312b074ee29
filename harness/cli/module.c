/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab module`: builds kernel modules for a guest, from custom sources or
 * the kernel's. */
#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/base/progress.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/fetch/fetch.h"
#include "harness/machine/machines.h"
#include "harness/setup/debian.h"
#include "harness/setup/driver_build.h"
#include "harness/setup/guest_recipe.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

struct module {
    char *machine, *arch, *kernel, *from, *output;
    gboolean extract; /* only the sources */
    char **words;
    struct progress progress;
    struct child_host host;
};

static void module_clear(struct module *m)
{
    g_free(m->machine);
    g_free(m->arch);
    g_free(m->kernel);
    g_free(m->from);
    g_free(m->output);
    g_strfreev(m->words);
}

static gboolean fail_usage(GError **error, const char *message)
{
    return error_usage(error, "%s", message);
}

/* A kernel's sources have no other top folders, so a typo is reported before
 * anything is fetched. */
static gboolean is_of_kernel(const char *folder)
{
    static const char *const tops[] = {".", "Documentation", "LICENSES", "arch", "block", "certs",
        "crypto", "drivers", "fs", "include", "init", "io_uring", "ipc", "kernel", "lib", "mm",
        "net", "rust", "samples", "scripts", "security", "sound", "tools", "usr", "virt", NULL};
    g_auto(GStrv) parts = g_strsplit(folder, "/", 2);

    return parts[0] && g_strv_contains(tops, parts[0]);
}

static gboolean check_from(const struct module *m, GError **error)
{
    if (g_path_is_absolute(m->from) || strstr(m->from, "..") || !*m->from)
        return fail_usage(error,
            "module: --from: expected a folder of the kernel's sources, such as "
            "arch/x86/events/intel");
    if (!m->extract && !g_strcmp0(m->from, "."))
        return fail_usage(
            error, "module: --from=.: expected --extract: all of a kernel is no module");
    if (is_of_kernel(m->from))
        return TRUE;
    return error_usage(error,
        "module: --from: the kernel's sources have no '%s'; expected a folder such as "
        "arch/x86/events/intel",
        m->from);
}

static gboolean check(const struct module *m, GError **error)
{
    if (m->words && m->words[0] && m->words[1])
        return fail_usage(error, "module: expected one folder");
    if (!m->from && !(m->words && m->words[0]))
        return fail_usage(
            error, "module: expected a folder with sources, or --from=FOLDER of the kernel's");
    if (m->extract && !m->from)
        return fail_usage(error, "module: --extract: expected --from=FOLDER");
    if (m->from ? !check_from(m, error) : !driver_build_check(m->words[0], error))
        return FALSE;
    if (m->machine && m->arch)
        return fail_usage(error, "module: expected --machine or --arch");
    if (!m->arch || debian_arch_find(m->arch))
        return TRUE;
    return fail_usage(error, "module: --arch: expected amd64, arm64 or ppc64el");
}

static gboolean parse(struct module *m, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"machine", 0, 0, G_OPTION_ARG_STRING, &m->machine, "For this machine's guest", "NAME"},
        {"arch", 0, 0, G_OPTION_ARG_STRING, &m->arch,
            "For guests of amd64 (default), arm64 or ppc64el", "NAME"},
        {"kernel", 0, 0, G_OPTION_ARG_STRING, &m->kernel,
            "Debian's: oldstable (6.1), stable (6.12), backports (7.3)", "NAME"},
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &m->from,
            "Build this folder of the kernel's own sources", "FOLDER"},
        {"extract", 0, 0, G_OPTION_ARG_NONE, &m->extract,
            "With --from: only extract the sources, build nothing", NULL},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &m->output, "Also copy the module here", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &m->words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("[DIR]");

    g_option_context_set_summary(context,
        "Builds the kernel modules of DIR for a guest, with compiler and headers from the cache.\n"
        "With --from, DIR is where the sources go (linux-VERSION): edit them there.");
    return arguments_read(context, entries, "module", argc, argv, error) && check(m, error);
}

/* Debian's name for the folder of an architecture in the kernel's sources, or
 * NULL. */
static const char *arch_of_folder(const char *from)
{
    static const char *const names[] = {"amd64", "arm64", "ppc64el"};

    for (size_t i = 0; from && i < G_N_ELEMENTS(names); i++) {
        const struct debian_arch *arch = debian_arch_find(names[i]);
        g_autofree char *folder = g_strdup_printf("arch/%s/", arch->linux_arch);

        if (g_str_has_prefix(from, folder))
            return names[i];
    }
    return NULL;
}

static const char *choose_guest(const struct module *m, GError **error)
{
    const char *arch = m->arch ? m->arch : arch_of_folder(m->from);
    const struct machine *machine;
    const char *guest;

    if (m->machine) {
        machine = machine_find(m->machine, error);
        if (!machine)
            return NULL;
        arch = machine->guest;
    }
    guest = guest_name(arch ? arch : "amd64", m->kernel, error);
    if (!guest)
        g_prefix_error(error, "module: --kernel: ");
    return guest;
}

static gboolean copy_output(
    const struct module *m, const struct driver_build *build, GError **error)
{
    g_autofree char *content = NULL;
    gsize size;

    if (!m->output)
        return TRUE;
    if (build->modules->len > 1)
        return error_usage(
            error, "module: --output: there are %u modules; expected one", build->modules->len);
    return g_file_get_contents(build->modules->pdata[0], &content, &size, error) &&
           file_replace(m->output, content, size, error);
}

static void tell(const struct driver_build *build, double seconds)
{
    if (build->warnings)
        printf("%s\n%u warning%s in all, see %s\n", build->warning, build->warnings,
            build->warnings == 1 ? "" : "s", build->log);
    for (guint i = 0; i < build->modules->len; i++)
        printf("%s\n", (char *)build->modules->pdata[i]);
    printf("for Linux %s, in %.1f s\n", build->release, seconds);
}

static gboolean build(struct module *m, const char *folder, const char *guest, GError **error)
{
    gint64 begin = g_get_monotonic_time();
    struct driver_build build;
    gboolean built =
        driver_build(folder, guest, &build, &m->host, error) && copy_output(m, &build, error);

    if (built && !(m->output && file_is_stdout(m->output)))
        tell(&build, (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC);
    driver_build_clear(&build);
    return built;
}

static gboolean fetch_guest(const char *guest, GError **error)
{
    struct fetch_list *list = fetch_list_new();

    fetch_list_guest(list, guest);
    return fetch_missing(list, error);
}

static gboolean run(struct module *m, GError **error)
{
    const char *guest = choose_guest(m, error);
    const char *word = m->words ? m->words[0] : NULL;
    g_autofree char *sources = NULL;
    gboolean made = FALSE;

    if (!guest || !fetch_guest(guest, error))
        return FALSE;
    if (!m->from)
        return build(m, word, guest, error);
    sources = driver_sources(m->from, guest, word, &made, &m->host, error);
    if (!sources)
        return FALSE;
    printf(
        made ? "sources are in %s: edit them there\n" : "%s is there already: its sources stay\n",
        sources);
    fflush(stdout);
    return m->extract || build(m, sources, guest, error);
}

int command_module(int argc, char **argv)
{
    struct module m = {0};
    GError *error = NULL;
    gboolean good;

    progress_init(&m.progress, stdout);
    m.host = (struct child_host){.progress = &m.progress, .signals = -1};
    good = parse(&m, argc, argv, &error) && run(&m, &error);
    module_clear(&m);
    return good ? STATUS_OK : error_exit(error);
}
