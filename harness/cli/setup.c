/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab setup`: fetches or makes QEMU and the guests in the cache. */
#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/base/progress.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/setup_needs.h"
#include "harness/cli/setup_prune.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/debian.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/qemu_root.h"
#include "harness/setup/uefi.h"
#include "harness/vm/saved_guests.h"

#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define GUESTS_MAX 16

/* Rough sizes of the downloads, for the announcement. */
#define QEMU_DOWNLOAD_MIB    65
#define GUEST_DOWNLOAD_MIB   170
#define UEFI_DOWNLOAD_MIB    15
#define PACKAGE_DOWNLOAD_MIB 10

/* One guest's state. */
struct guest_state {
    const char *name;
    char *item;     /* "guest amd64" */
    char *packages; /* cache entries */
    char *image;
    gboolean fetched; /* in this run */
};

/* The user's request. */
struct request {
    gboolean offline;
    gboolean prune;
    gboolean uefi;
    char **kernels;   /* besides the default one; or NULL */
    char **scenarios; /* files and folders, or NULL */
};

struct setup {
    struct progress progress;
    struct child_host host;
    struct guest_state guests[GUESTS_MAX];
    unsigned guest_count;
    char *qemu;                /* cache entry; NULL if the host provides QEMU */
    char *uefi;                /* cache entry; NULL if not wanted */
    struct setup_needs *needs; /* of the scenarios that were named */
    char *mirror;
    sigset_t signals_before;
};

static void setup_clear(struct setup *s)
{
    for (unsigned i = 0; i < s->guest_count; i++) {
        g_free(s->guests[i].item);
        g_free(s->guests[i].packages);
        g_free(s->guests[i].image);
    }
    g_free(s->qemu);
    g_free(s->uefi);
    setup_needs_free(s->needs);
    g_free(s->mirror);
}

static gboolean is_wanted(const struct setup *s, const struct guest_recipe *guest, const char *const *kernels)
{
    gboolean wanted = guest_recipe_is_default(guest) ||
                      g_ptr_array_find_with_equal_func(s->needs->guests, guest->name, g_str_equal, NULL);

    for (; kernels && *kernels; kernels++)
        wanted = wanted || guest_recipe_has(guest, *kernels);
    return wanted;
}

static void list_guests(struct setup *s, const char *const *kernels)
{
    const struct guest_recipe *guest;

    for (unsigned i = 0; (guest = guest_recipe_number(i)); i++) {
        if (!is_wanted(s, guest, kernels))
            continue;
        g_assert(s->guest_count < GUESTS_MAX);
        s->guests[s->guest_count++] =
            (struct guest_state){guest->name, g_strconcat("guest ", guest->name, NULL),
                guest_packages_entry(guest->name), guest_image_entry(guest->name), FALSE};
    }
}

/* Reports the QEMU in use if none has to be fetched; else notes the entry to make. */
static gboolean look_for_qemu(struct setup *s, GError **error)
{
    struct qemu qemu;
    g_autoptr(GError) refused = NULL;

    if (qemu_is_provided(&qemu, &refused)) {
        g_autofree char *text = g_strdup_printf("%s, %s", qemu.version, qemu.origin);

        progress_done(&s->progress, "QEMU", text);
        qemu_clear(&qemu);
        return TRUE;
    }
    if (refused) {
        g_propagate_error(error, g_steal_pointer(&refused));
        return FALSE;
    }
    s->qemu = qemu_root_entry(error);
    return s->qemu != NULL;
}

static gboolean needs_qemu(const struct setup *s)
{
    return s->qemu && !cache_has(s->qemu);
}

static gboolean needs_uefi(const struct setup *s)
{
    return s->uefi && !cache_has(s->uefi);
}

static gboolean needs_image(const struct guest_state *guest)
{
    return !cache_has(guest->image);
}

static gboolean needs_packages(const struct guest_state *guest)
{
    return needs_image(guest) && !cache_has(guest->packages);
}

static const struct setup_package *package_at(const struct setup *s, guint index)
{
    return g_ptr_array_index(s->needs->packages, index);
}

/* What must come from the network, "QEMU, guest amd64", or NULL; @mib is the total size. */
static char *list_downloads(const struct setup *s, unsigned *mib)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new();

    *mib = 0;
    if (needs_qemu(s)) {
        g_ptr_array_add(items, (gpointer)(guintptr) "QEMU");
        *mib += QEMU_DOWNLOAD_MIB;
    }
    for (unsigned i = 0; i < s->guest_count; i++)
        if (needs_packages(&s->guests[i])) {
            g_ptr_array_add(items, s->guests[i].item);
            *mib += GUEST_DOWNLOAD_MIB;
        }
    if (needs_uefi(s)) {
        g_ptr_array_add(items, (gpointer)(guintptr) "UEFI");
        *mib += UEFI_DOWNLOAD_MIB;
    }
    for (guint i = 0; i < s->needs->packages->len; i++)
        if (!cache_has(package_at(s, i)->entry)) {
            g_ptr_array_add(items, package_at(s, i)->item);
            *mib += PACKAGE_DOWNLOAD_MIB;
        }
    g_ptr_array_add(items, NULL);
    return items->len > 1 ? g_strjoinv(", ", (char **)items->pdata) : NULL;
}

static gboolean is_complete(const struct setup *s)
{
    if (needs_qemu(s) || needs_uefi(s))
        return FALSE;
    for (unsigned i = 0; i < s->guest_count; i++)
        if (needs_image(&s->guests[i]))
            return FALSE;
    for (guint i = 0; i < s->needs->packages->len; i++)
        if (!cache_has(package_at(s, i)->entry))
            return FALSE;
    return TRUE;
}

/* Finds the mirror and announces the downloads; offline, reports what is missing. */
static gboolean prepare_downloads(struct setup *s, gboolean offline, GError **error)
{
    unsigned mib;
    g_autofree char *missing = list_downloads(s, &mib);
    g_autofree char *cache = cache_dir();

    if (!missing)
        return TRUE;
    if (offline) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
            "not in the cache %s: %s; run `pmulab setup` without --offline once", cache, missing);
        return FALSE;
    }
    s->mirror = apt_tree_check_tools(error) ? mirror_find(error) : NULL;
    if (!s->mirror)
        return FALSE;
    fprintf(s->progress.out, "To fetch: %s (about %u MiB) from %s into %s\n", missing, mib, s->mirror, cache);
    fflush(s->progress.out);
    return TRUE;
}

static gboolean make_qemu(struct setup *s, GError **error)
{
    if (!needs_qemu(s))
        return TRUE;
    progress_begin(&s->progress, "QEMU");
    return qemu_root_make(s->qemu, s->mirror, &s->host, error);
}

/* Reports the private root; @how is "cached" or "fetched". */
static void report_qemu(struct setup *s, const char *how)
{
    g_autofree char *version_file = g_build_filename(s->qemu, "version", NULL);
    g_autofree char *version = NULL;
    g_autofree char *text = NULL;

    g_file_get_contents(version_file, &version, NULL, NULL);
    text = g_strdup_printf("%s, %s", version ? version : "?", how);
    progress_done(&s->progress, "QEMU", text);
}

static void report_guest(struct setup *s, const struct guest_state *guest, const char *how)
{
    struct guest_image image;
    g_autofree char *text = NULL;

    if (!guest_image_find(guest->name, &image, NULL))
        return;
    text = g_strdup_printf("Linux %s, %s", image.release, how);
    progress_done(&s->progress, guest->item, text);
    guest_image_clear(&image);
}

static gboolean make_guest(struct setup *s, struct guest_state *guest, GError **error)
{
    progress_begin(&s->progress, guest->item);
    if (needs_packages(guest)) {
        if (!guest_packages_make(guest->name, s->mirror, &s->host, error))
            return FALSE;
        guest->fetched = TRUE;
    }
    progress_phase(&s->progress, "making the image", PROGRESS_UNKNOWN);
    return guest_image_make(guest->name, &s->host, error);
}

static gboolean make_or_report_guest(struct setup *s, struct guest_state *guest, GError **error)
{
    if (!needs_image(guest)) {
        cache_touch(guest->image);
        report_guest(s, guest, "cached");
        return TRUE;
    }
    if (!make_guest(s, guest, error)) {
        g_prefix_error(error, "%s: ", guest->item);
        return FALSE;
    }
    report_guest(s, guest, guest->fetched ? "fetched" : "rebuilt");
    return TRUE;
}

static gboolean make_or_report_uefi(struct setup *s, GError **error)
{
    gboolean fetch = needs_uefi(s);

    if (fetch) {
        progress_begin(&s->progress, "UEFI");
        if (!uefi_make(s->mirror, &s->host, error)) {
            g_prefix_error(error, "UEFI: ");
            return FALSE;
        }
    }
    if (s->uefi)
        progress_done(&s->progress, "UEFI", fetch ? "fetched" : "cached");
    return TRUE;
}

/* Below the item that failed, before the next one begins. */
static void tell_failure(struct setup *s, GError *error)
{
    progress_failed(&s->progress);
    fflush(s->progress.out);
    error_exit(error);
}

/* One guest's failure, as of a package that the mirror lacks today, does not keep the others from being made.
 */
static gboolean make_guests(struct setup *s, GError **error)
{
    g_autoptr(GString) failed = g_string_new(NULL);

    for (unsigned i = 0; i < s->guest_count; i++) {
        GError *reason = NULL;

        if (make_or_report_guest(s, &s->guests[i], &reason))
            continue;
        if (s->host.interrupted) {
            g_propagate_error(error, reason);
            return FALSE;
        }
        tell_failure(s, reason);
        g_string_append_printf(failed, "%s%s", failed->len ? ", " : "", s->guests[i].item);
    }
    if (!failed->len)
        return TRUE;
    g_set_error(
        error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "not made: %s; `pmulab setup` tries again", failed->str);
    return FALSE;
}

static gboolean make_or_report_package(struct setup *s, const struct setup_package *package, GError **error)
{
    const gboolean fetch = !cache_has(package->entry);

    if (fetch) {
        progress_begin(&s->progress, package->item);
        if (!guest_package_make(package->guest, package->name, s->mirror, &s->host, error)) {
            g_prefix_error(error, "%s: ", package->item);
            return FALSE;
        }
    }
    cache_touch(package->entry);
    progress_done(&s->progress, package->item, fetch ? "fetched" : "cached");
    return TRUE;
}

static gboolean make_or_report_packages(struct setup *s, GError **error)
{
    for (guint i = 0; i < s->needs->packages->len; i++)
        if (!make_or_report_package(s, package_at(s, i), error))
            return FALSE;
    return TRUE;
}

static gboolean make_all(struct setup *s, GError **error)
{
    gboolean fetch_qemu = needs_qemu(s);

    if (!make_qemu(s, error)) {
        g_prefix_error(error, "QEMU: ");
        return FALSE;
    }
    if (s->qemu)
        report_qemu(s, fetch_qemu ? "fetched" : "cached");
    return make_guests(s, error) && make_or_report_uefi(s, error) && make_or_report_packages(s, error);
}

static void say_waiting(gpointer data)
{
    struct setup *s = data;

    fputs("Another `pmulab setup` is at work on this cache: waiting for it\n", s->progress.out);
    fflush(s->progress.out);
}

/* While something is being made, signals are read from a file, so that unfinished entries can be removed
 * first. Before that, such as while waiting for the lock, signals end the process as usual. */
static void catch_signals(struct setup *s)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, &s->signals_before);
    s->host.signals = signalfd(-1, &set, SFD_CLOEXEC);
}

static void release_signals(struct setup *s)
{
    close(s->host.signals);
    s->host.signals = -1;
    if (s->host.interrupted)
        fputs("pmulab: interrupted; unfinished entries have been removed\n", stderr);
    sigprocmask(SIG_SETMASK, &s->signals_before, NULL);
    /* The shell must see that the signal ended us. */
    if (s->host.interrupted)
        raise(s->host.interrupted);
}

/* The lock is held. Another process may have made missing entries meanwhile. */
static gboolean make_locked(struct setup *s, gboolean offline, GError **error)
{
    int lock = cache_lock(say_waiting, s, error);
    gboolean good;

    if (lock < 0)
        return FALSE;
    catch_signals(s);
    good = prepare_downloads(s, offline, error) && make_all(s, error);
    if (!good)
        progress_failed(&s->progress);
    cache_unlock(lock);
    release_signals(s);
    return good;
}

static gboolean set_up(struct setup *s, const struct request *request, GError **error)
{
    unsigned mib;
    g_autofree char *missing = NULL;

    s->needs = setup_needs(request->scenarios, request->kernels, error);
    if (!s->needs)
        return FALSE;
    cache_sweep();
    list_guests(s, (const char *const *)request->kernels);
    s->uefi = request->uefi || s->needs->uefi ? uefi_entry() : NULL;
    if (!look_for_qemu(s, error))
        return FALSE;
    if (is_complete(s))
        return make_all(s, error);
    missing = list_downloads(s, &mib);
    /* An offline run that must fail makes no folder either. */
    if (request->offline && missing)
        return prepare_downloads(s, TRUE, error);
    return make_locked(s, request->offline, error);
}

static gboolean prune(struct setup *s, GError **error)
{
    int lock = cache_lock(say_waiting, s, error);
    g_autofree char *said = lock >= 0 ? setup_prune() : NULL;

    cache_unlock(lock);
    if (said)
        fprintf(s->progress.out, "%s\n", said);
    return said != NULL;
}

static gboolean check_kernels(const struct request *request, GError **error)
{
    for (char **kernel = request->kernels; kernel && *kernel; kernel++)
        if (!guest_kernel_is_known(*kernel)) {
            g_set_error(
                error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "setup: no guest has a kernel '%s'", *kernel);
            return FALSE;
        }
    return TRUE;
}

static gboolean check_request(const struct request *request, GError **error)
{
    if (!request->prune || (!request->offline && !request->uefi && !request->kernels && !request->scenarios))
        return check_kernels(request, error);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "setup: --prune: expected nothing else");
    return FALSE;
}

static gboolean parse_options(int argc, char **argv, struct request *request, GError **error)
{
    const GOptionEntry entries[] = {
        {"offline", 0, 0, G_OPTION_ARG_NONE, &request->offline, "Use only the cache, not the network", NULL},
        {"kernel", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request->kernels,
            "Fetch guests with this kernel, too: oldstable (6.1), backports (7.3)", "NAME"},
        {"uefi", 0, 0, G_OPTION_ARG_NONE, &request->uefi, "Fetch UEFI, too: for kunpeng, tables=acpi", NULL},
        {"prune", 0, 0, G_OPTION_ARG_NONE, &request->prune, "Make nothing, free disk: see below", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &request->scenarios, NULL, NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("[SCENARIO...]");

    g_option_context_set_summary(context,
        "Fetches QEMU and the guests into the cache; existing entries stay. Of scenarios, files or\n"
        "folders, also what they need: kernels, Debian packages, UEFI.");
    g_option_context_set_description(context,
        "PMULAB_MIRROR=URL   the Debian mirror to use, instead of apt's\n"
        "PMULAB_QEMU=DIR     the QEMU to use\n"
        "XDG_CACHE_HOME=DIR  where the cache is, as pmulab/ (~/.cache)\n\n"
        "The cache also holds guests that `pmulab run` saved for later runs:\n"
        "PMULAB_SAVED_MIB=N  their limit in MiB (" G_STRINGIFY(
            SAVED_GUESTS_MIB) ")\n\n"
                              "--prune removes these, and entries of other versions that were not made or "
                              "set up\n"
                              "within a week.\n");
    if (!arguments_read(context, entries, "setup", argc, argv, error))
        return FALSE;
    return check_request(request, error);
}

static void request_clear(struct request *request)
{
    g_strfreev(request->kernels);
    g_strfreev(request->scenarios);
}

int command_setup(int argc, char **argv)
{
    struct setup s = {0};
    struct request request = {0};
    GError *error = NULL;
    gboolean good;

    if (!parse_options(argc, argv, &request, &error)) {
        request_clear(&request);
        return error_exit(error);
    }
    progress_init(&s.progress, stdout);
    s.host = (struct child_host){.progress = &s.progress, .signals = -1};
    good = request.prune ? prune(&s, &error) : set_up(&s, &request, &error);
    setup_clear(&s);
    request_clear(&request);
    return good ? STATUS_OK : error_exit(error);
}
