/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab setup`: fetches or makes QEMU and the guests in the cache. */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/setup_needs.h"
#include "harness/cli/setup_prune.h"
#include "harness/fetch/fetch.h"
#include "harness/setup/bundle.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/vm/saved_guests.h"

#include <stdio.h>

/* The user's request. */
struct request {
    gboolean offline;
    gboolean prune;
    gboolean uefi;
    char **kernels;  /* besides the default one; or NULL */
    char **packages; /* for all guests; or NULL */
    char *bundle;    /* file to write, or NULL */
    char *from;      /* bundle to read first, or NULL */
    char **words;    /* machines and scenarios, or NULL */
};

static void add_packages(struct fetch_list *list, char **packages)
{
    for (; packages && *packages; packages++)
        for (guint i = 0; i < list->guests->len; i++)
            fetch_list_package(list, g_ptr_array_index(list->guests, i), *packages);
}

static gboolean write_bundle(const char *path, const struct fetch_list *list, GError **error)
{
    struct progress progress;
    struct child_host host = {.progress = &progress, .signals = -1};
    g_autoptr(GPtrArray) entries = fetch_entries(list, error);
    g_autofree char *said = NULL;

    if (!entries)
        return FALSE;
    progress_init(&progress, stdout);
    progress_begin(&progress, path);
    if (!bundle_write(path, entries, &host, error)) {
        progress_failed(&progress);
        return FALSE;
    }
    said = g_strdup_printf("%u entries", entries->len);
    progress_done(&progress, path, said);
    return TRUE;
}

static gboolean set_up(const struct request *request, GError **error)
{
    struct fetch_list *list = fetch_list_new();
    gboolean good;

    if (request->uefi)
        fetch_list_uefi(list);
    good = setup_needs(list, request->words, request->kernels, error);
    if (good)
        add_packages(list, request->packages);
    good = good && fetch_all(list, stdout, request->offline || request->from, error) &&
           (!request->bundle || write_bundle(request->bundle, list, error));
    fetch_list_free(list);
    return good;
}

/* Without machines, the bundle's entries suffice. */
static gboolean read_bundle(const struct request *request, GError **error)
{
    struct progress progress;
    struct child_host host = {.progress = &progress, .signals = -1};
    g_autofree char *said = NULL;
    unsigned added, there;

    progress_init(&progress, stdout);
    progress_begin(&progress, request->from);
    if (!bundle_read(request->from, &added, &there, &host, error)) {
        progress_failed(&progress);
        return FALSE;
    }
    said = g_strdup_printf("%u entries added, %u there already", added, there);
    progress_done(&progress, request->from, said);
    return !request->words || set_up(request, error);
}

static void say_waiting(gpointer data)
{
    (void)data;
    fputs("Another pmulab is at work on this cache: waiting for it\n", stdout);
    fflush(stdout);
}

static gboolean prune(GError **error)
{
    int lock = cache_lock(say_waiting, NULL, error);
    g_autofree char *said = lock >= 0 ? setup_prune() : NULL;

    cache_unlock(lock);
    if (said)
        printf("%s\n", said);
    return said != NULL;
}

static gboolean check_kernels(const struct request *request, GError **error)
{
    for (char **kernel = request->kernels; kernel && *kernel; kernel++)
        if (!guest_kernel_is_known(*kernel))
            return error_usage(error, "setup: no guest has a kernel '%s'", *kernel);
    return TRUE;
}

static gboolean check_packages(const struct request *request, GError **error)
{
    for (char **name = request->packages; name && *name; name++)
        if (!guest_package_name_is_valid(*name))
            return error_usage(
                error, "setup: --package '%s'; expected the name of a Debian package", *name);
    return TRUE;
}

static gboolean check_request(const struct request *request, GError **error)
{
    const gboolean fetches =
        request->offline || request->uefi || request->kernels || request->packages;

    if (request->prune && (fetches || request->words || request->bundle || request->from))
        return error_usage(error, "setup: --prune: expected nothing else");
    if (request->from && (request->bundle || (fetches && !request->words)))
        return error_usage(error, "setup: --from: expected no other option, or machines too");
    return check_kernels(request, error) && check_packages(request, error);
}

static gboolean parse_options(int argc, char **argv, struct request *request, GError **error)
{
    const GOptionEntry entries[] = {
        {"offline", 0, 0, G_OPTION_ARG_NONE, &request->offline,
            "Use only the cache, not the network", NULL},
        {"kernel", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request->kernels,
            "Also fetch guests with this kernel: oldstable (6.1), backports (7.3)", "NAME"},
        {"uefi", 0, 0, G_OPTION_ARG_NONE, &request->uefi,
            "Also fetch UEFI: for kunpeng, tables=acpi", NULL},
        {"package", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request->packages,
            "Also fetch this Debian package for the guests", "NAME"},
        {"bundle", 0, 0, G_OPTION_ARG_FILENAME, &request->bundle,
            "Also write all of it to a file, for --from", "FILE"},
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &request->from,
            "Take the cache's entries from this file, not the network", "FILE"},
        {"prune", 0, 0, G_OPTION_ARG_NONE, &request->prune, "Only free disk space: see below",
            NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &request->words, NULL, NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("[MACHINE|SCENARIO...]");

    g_option_context_set_summary(context,
        "Fetches QEMU and the guests into the cache; existing entries stay. With machines and\n"
        "scenarios (files or folders), fetches only their files, Debian packages included.\n"
        "Other commands fetch missing items themselves.");
    g_option_context_set_description(context,
        "PMULAB_MIRROR=URL   the Debian mirror to use, instead of apt's\n"
        "PMULAB_OFFLINE=1    use only the cache, not the network, in all commands\n"
        "PMULAB_QEMU=DIR     the QEMU to use\n"
        "XDG_CACHE_HOME=DIR  the cache is DIR/pmulab/ (default DIR: ~/.cache)\n\n"
        "The cache also holds guests that `pmulab run` saved for later runs:\n"
        "PMULAB_SAVED_MIB=N  disk limit of these guests, in MiB (" G_STRINGIFY(
            SAVED_GUESTS_MIB) ")\n\n"
                              "--prune removes these guests. It also removes entries of other "
                              "versions that\n"
                              "were not used within a week.\n");
    if (!arguments_read(context, entries, "setup", argc, argv, error))
        return FALSE;
    return check_request(request, error);
}

static void request_clear(struct request *request)
{
    g_strfreev(request->kernels);
    g_strfreev(request->packages);
    g_free(request->bundle);
    g_free(request->from);
    g_strfreev(request->words);
}

int command_setup(int argc, char **argv)
{
    struct request request = {0};
    GError *error = NULL;
    const gboolean good = parse_options(argc, argv, &request, &error) &&
                          (request.prune     ? prune(&error)
                              : request.from ? read_bundle(&request, &error)
                                             : set_up(&request, &error));

    request_clear(&request);
    return good ? STATUS_OK : error_exit(error);
}
