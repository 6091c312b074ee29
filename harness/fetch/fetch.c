/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches or makes the items of a list that the cache lacks, with progress,
 * under the cache's lock. */
#include "harness/fetch/fetch.h"

#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/base/progress.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/debian.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/qemu_root.h"
#include "harness/setup/uefi.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define GUESTS_MAX 16

/* Rough sizes of the downloads, for the announcement. */
#define QEMU_DOWNLOAD_MIB     65
#define QEMU_ONE_DOWNLOAD_MIB 45
#define GUEST_DOWNLOAD_MIB    170
#define UEFI_DOWNLOAD_MIB     15
#define PACKAGE_DOWNLOAD_MIB  10

/* One guest's state. */
struct guest_state {
    const char *name;
    char *item;     /* "guest amd64" */
    char *packages; /* cache entries */
    char *image;
    gboolean fetched; /* in this run */
};

struct fetch {
    const struct fetch_list *list;
    struct progress progress;
    struct child_host host;
    struct guest_state guests[GUESTS_MAX];
    unsigned guest_count;
    GPtrArray *binaries;   /* of QEMU that the host does not provide */
    GPtrArray *roots;      /* of const struct qemu_root */
    char *uefi;            /* cache entry; NULL if not wanted */
    gboolean missing_only; /* cached items are not reported, and the first failure ends all */
    const char *offline;   /* why the network is not used: "--offline"; NULL: it is used */
    char *mirror;
    sigset_t signals_before;
};

/* ---- items ---- */

static void fetch_clear(struct fetch *f)
{
    for (unsigned i = 0; i < f->guest_count; i++) {
        g_free(f->guests[i].item);
        g_free(f->guests[i].packages);
        g_free(f->guests[i].image);
    }
    g_ptr_array_unref(f->binaries);
    g_ptr_array_unref(f->roots);
    g_free(f->uefi);
    g_free(f->mirror);
}

/* In the order of the recipes. */
static void list_guests(struct fetch *f)
{
    const struct guest_recipe *guest;

    for (unsigned i = 0; (guest = guest_recipe_number(i)); i++) {
        if (!g_ptr_array_find_with_equal_func(f->list->guests, guest->name, g_str_equal, NULL))
            continue;
        g_assert(f->guest_count < GUESTS_MAX);
        f->guests[f->guest_count++] =
            (struct guest_state){guest->name, g_strconcat("guest ", guest->name, NULL),
                guest_packages_entry(guest->name), guest_image_entry(guest->name), FALSE};
    }
}

static const struct qemu_root *root_at(const struct fetch *f, guint index)
{
    return g_ptr_array_index(f->roots, index);
}

/* Reports the host's own QEMU; lists the private roots to use. */
static gboolean look_for_qemu(struct fetch *f, GError **error)
{
    struct qemu qemu;
    g_autofree char *text = NULL;
    g_autofree char *entry = NULL;

    if (!qemu_provided(f->list->binaries, f->binaries, &qemu, error))
        return FALSE;
    if (qemu.argv && !f->missing_only) {
        text = g_strdup_printf("%s, %s", qemu.version, qemu.origin);
        progress_done(&f->progress, "QEMU", text);
    }
    qemu_clear(&qemu);
    qemu_roots_choose(f->binaries, f->roots);
    entry = f->roots->len ? qemu_root_entry(root_at(f, 0), error) : NULL;
    return entry || !f->roots->len;
}

static const struct fetch_package *package_at(const struct fetch *f, guint index)
{
    return g_ptr_array_index(f->list->packages, index);
}

static gboolean needs_root(const struct qemu_root *root)
{
    g_autofree char *entry = qemu_root_entry(root, NULL);

    return !entry || !cache_has(entry);
}

static gboolean needs_uefi(const struct fetch *f)
{
    return f->uefi && !cache_has(f->uefi);
}

static gboolean needs_image(const struct guest_state *guest)
{
    return !cache_has(guest->image);
}

static gboolean needs_packages(const struct guest_state *guest)
{
    return needs_image(guest) && !cache_has(guest->packages);
}

/* ---- missing files ---- */

static void add_download(GPtrArray *items, unsigned *mib, const char *item, unsigned size)
{
    g_ptr_array_add(items, (gpointer)(guintptr)item);
    *mib += size;
}

/* The items that must come from the network, "QEMU, guest amd64", or NULL; @mib
 * is the total size. */
static char *list_downloads(const struct fetch *f, unsigned *mib)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new();

    *mib = 0;
    for (guint i = 0; i < f->roots->len; i++)
        if (needs_root(root_at(f, i)))
            add_download(items, mib, root_at(f, i)->item,
                root_at(f, i)->binaries[1] ? QEMU_DOWNLOAD_MIB : QEMU_ONE_DOWNLOAD_MIB);
    for (unsigned i = 0; i < f->guest_count; i++)
        if (needs_packages(&f->guests[i]))
            add_download(items, mib, f->guests[i].item, GUEST_DOWNLOAD_MIB);
    if (needs_uefi(f))
        add_download(items, mib, "UEFI", UEFI_DOWNLOAD_MIB);
    for (guint i = 0; i < f->list->packages->len; i++)
        if (!cache_has(package_at(f, i)->entry))
            add_download(items, mib, package_at(f, i)->item, PACKAGE_DOWNLOAD_MIB);
    g_ptr_array_add(items, NULL);
    return items->len > 1 ? g_strjoinv(", ", (char **)items->pdata) : NULL;
}

static gboolean is_complete(const struct fetch *f)
{
    unsigned mib;
    g_autofree char *downloads = list_downloads(f, &mib);

    for (unsigned i = 0; i < f->guest_count; i++)
        if (needs_image(&f->guests[i]))
            return FALSE;
    return !downloads;
}

/* Finds the mirror and announces the downloads; offline, lists the missing
 * files. */
static gboolean prepare_downloads(struct fetch *f, GError **error)
{
    unsigned mib;
    g_autofree char *missing = list_downloads(f, &mib);
    g_autofree char *cache = cache_dir();

    if (!missing)
        return TRUE;
    if (f->offline)
        return error_failed(error, "not in the cache %s: %s; run `pmulab setup` without %s once",
            cache, missing, f->offline);
    f->mirror = apt_tree_check_tools(error) ? mirror_find(error) : NULL;
    if (!f->mirror)
        return FALSE;
    fprintf(f->progress.out, "To fetch: %s (about %u MiB) from %s into %s\n", missing, mib,
        f->mirror, cache);
    fflush(f->progress.out);
    return TRUE;
}

/* ---- making ---- */

static void report(
    struct fetch *f, const char *item, const char *version, gboolean made, const char *how)
{
    g_autofree char *text = g_strconcat(version ? version : "", version ? ", " : "", how, NULL);

    if (made || !f->missing_only)
        progress_done(&f->progress, item, text);
}

static gboolean make_or_report_root(struct fetch *f, const struct qemu_root *root, GError **error)
{
    g_autofree char *entry = qemu_root_entry(root, error);
    g_autofree char *version_file = entry ? g_build_filename(entry, "version", NULL) : NULL;
    g_autofree char *version = NULL;
    const gboolean fetch = entry && needs_root(root);

    if (fetch) {
        progress_begin(&f->progress, root->item);
        if (!qemu_root_make(root, f->mirror, &f->host, error)) {
            g_prefix_error(error, "%s: ", root->item);
            return FALSE;
        }
    }
    if (!entry)
        return FALSE;
    cache_touch(entry);
    g_file_get_contents(version_file, &version, NULL, NULL);
    report(f, root->item, version ? version : "?", fetch, fetch ? "fetched" : "cached");
    return TRUE;
}

static gboolean make_or_report_roots(struct fetch *f, GError **error)
{
    for (guint i = 0; i < f->roots->len; i++)
        if (!make_or_report_root(f, root_at(f, i), error))
            return FALSE;
    return TRUE;
}

static void report_guest(
    struct fetch *f, const struct guest_state *guest, gboolean made, const char *how)
{
    struct guest_image image;
    g_autofree char *release = NULL;

    if (!guest_image_find(guest->name, &image, NULL))
        return;
    release = g_strconcat("Linux ", image.release, NULL);
    report(f, guest->item, release, made, how);
    guest_image_clear(&image);
}

static gboolean make_guest(struct fetch *f, struct guest_state *guest, GError **error)
{
    progress_begin(&f->progress, guest->item);
    if (needs_packages(guest)) {
        if (!guest_packages_make(guest->name, f->mirror, &f->host, error))
            return FALSE;
        guest->fetched = TRUE;
    }
    progress_phase(&f->progress, "making the image", PROGRESS_UNKNOWN);
    return guest_image_make(guest->name, &f->host, error);
}

static gboolean make_or_report_guest(struct fetch *f, struct guest_state *guest, GError **error)
{
    const gboolean make = needs_image(guest);

    if (make && !make_guest(f, guest, error)) {
        g_prefix_error(error, "%s: ", guest->item);
        return FALSE;
    }
    cache_touch(guest->image);
    report_guest(f, guest, make, !make ? "cached" : guest->fetched ? "fetched" : "rebuilt");
    return TRUE;
}

static gboolean make_or_report_uefi(struct fetch *f, GError **error)
{
    const gboolean fetch = needs_uefi(f);

    if (fetch) {
        progress_begin(&f->progress, "UEFI");
        if (!uefi_make(f->mirror, &f->host, error)) {
            g_prefix_error(error, "UEFI: ");
            return FALSE;
        }
    }
    if (f->uefi)
        report(f, "UEFI", NULL, fetch, fetch ? "fetched" : "cached");
    return TRUE;
}

/* Below the item that failed, before the next one begins. */
static void tell_failure(struct fetch *f, GError *error)
{
    progress_failed(&f->progress);
    fflush(f->progress.out);
    error_exit(error);
}

/* A guest may fail because the mirror lacks a package today. The others are
 * made all the same. */
static gboolean make_guests(struct fetch *f, GError **error)
{
    g_autoptr(GString) failed = g_string_new(NULL);

    for (unsigned i = 0; i < f->guest_count; i++) {
        GError *reason = NULL;

        if (make_or_report_guest(f, &f->guests[i], &reason))
            continue;
        if (f->host.interrupted || f->missing_only) {
            g_propagate_error(error, reason);
            return FALSE;
        }
        tell_failure(f, reason);
        g_string_append_printf(failed, "%s%s", failed->len ? ", " : "", f->guests[i].item);
    }
    if (!failed->len)
        return TRUE;
    return error_failed(error, "not made: %s; `pmulab setup` tries again", failed->str);
}

static gboolean make_or_report_package(
    struct fetch *f, const struct fetch_package *package, GError **error)
{
    const gboolean fetch = !cache_has(package->entry);

    if (fetch) {
        progress_begin(&f->progress, package->item);
        if (!guest_package_make(package->guest, package->name, f->mirror, &f->host, error)) {
            g_prefix_error(error, "%s: ", package->item);
            return FALSE;
        }
    }
    cache_touch(package->entry);
    report(f, package->item, NULL, fetch, fetch ? "fetched" : "cached");
    return TRUE;
}

static gboolean make_or_report_packages(struct fetch *f, GError **error)
{
    for (guint i = 0; i < f->list->packages->len; i++)
        if (!make_or_report_package(f, package_at(f, i), error))
            return FALSE;
    return TRUE;
}

static gboolean make_all(struct fetch *f, GError **error)
{
    return make_or_report_roots(f, error) && make_guests(f, error) &&
           make_or_report_uefi(f, error) && make_or_report_packages(f, error);
}

/* ---- the lock, and signals ---- */

static void say_waiting(gpointer data)
{
    struct fetch *f = data;

    fputs("Another pmulab is at work on this cache: waiting for it\n", f->progress.out);
    fflush(f->progress.out);
}

/* While something is being made, signals are read from a file, so that
 * unfinished entries can be removed first. Before that, such as while waiting
 * for the lock, signals end the process as usual. */
static void catch_signals(struct fetch *f)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, &f->signals_before);
    f->host.signals = signalfd(-1, &set, SFD_CLOEXEC);
}

static void release_signals(struct fetch *f)
{
    close(f->host.signals);
    f->host.signals = -1;
    if (f->host.interrupted)
        fputs("pmulab: interrupted; unfinished entries have been removed\n", stderr);
    sigprocmask(SIG_SETMASK, &f->signals_before, NULL);
    /* The shell must see that the signal ended us. */
    if (f->host.interrupted)
        raise(f->host.interrupted);
}

/* Another process may have made missing entries before it released the lock. */
static gboolean make_locked(struct fetch *f, GError **error)
{
    int lock = cache_lock(say_waiting, f, error);
    gboolean good;

    if (lock < 0)
        return FALSE;
    catch_signals(f);
    g_ptr_array_set_size(f->roots, 0);
    qemu_roots_choose(f->binaries, f->roots);
    good = prepare_downloads(f, error) && make_all(f, error);
    if (!good)
        progress_failed(&f->progress);
    cache_unlock(lock);
    release_signals(f);
    return good;
}

static gboolean make_missing(struct fetch *f, GError **error)
{
    unsigned mib;
    g_autofree char *missing = NULL;

    if (is_complete(f))
        return make_all(f, error);
    missing = list_downloads(f, &mib);
    if (!f->offline || !missing)
        return make_locked(f, error);
    /* This makes no folder either. */
    return f->missing_only || prepare_downloads(f, error);
}

static gboolean fetch(struct fetch *f, const struct fetch_list *list, FILE *out, GError **error)
{
    g_autoptr(GError) refused = NULL;
    gboolean good;

    f->list = list;
    f->binaries = g_ptr_array_new();
    f->roots = g_ptr_array_new();
    f->uefi = list->uefi ? uefi_entry() : NULL;
    progress_init(&f->progress, out);
    f->host = (struct child_host){.progress = &f->progress, .signals = -1};
    cache_sweep();
    list_guests(f);
    if (look_for_qemu(f, &refused))
        good = make_missing(f, error);
    else if (!(good = f->missing_only))
        g_propagate_error(error, g_steal_pointer(&refused));
    fetch_clear(f);
    return good;
}

/* The private roots of QEMU, even if this host has a QEMU. */
static gboolean add_roots(GPtrArray *entries, const struct fetch_list *list, GError **error)
{
    g_autoptr(GPtrArray) roots = g_ptr_array_new();

    qemu_roots_choose(list->binaries, roots);
    for (guint i = 0; i < roots->len; i++) {
        char *entry = qemu_root_entry(g_ptr_array_index(roots, i), error);

        if (!entry)
            return FALSE;
        g_ptr_array_add(entries, entry);
    }
    return TRUE;
}

GPtrArray *fetch_entries(const struct fetch_list *list, GError **error)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(g_free);

    if (!add_roots(entries, list, error))
        return NULL;
    for (guint i = 0; i < list->guests->len; i++)
        g_ptr_array_add(entries, guest_image_entry(g_ptr_array_index(list->guests, i)));
    for (guint i = 0; i < list->packages->len; i++) {
        const struct fetch_package *package = g_ptr_array_index(list->packages, i);

        g_ptr_array_add(entries, g_strdup(package->entry));
    }
    if (list->uefi)
        g_ptr_array_add(entries, uefi_entry());
    return g_steal_pointer(&entries);
}

static gboolean is_offline(void)
{
    const char *word = g_getenv("PMULAB_OFFLINE");

    return word && *word && strcmp(word, "0") != 0;
}

gboolean fetch_all(const struct fetch_list *list, FILE *out, gboolean offline, GError **error)
{
    struct fetch f = {.offline = offline ? "--offline" : is_offline() ? "PMULAB_OFFLINE" : NULL};

    return fetch(&f, list, out, error);
}

gboolean fetch_missing(struct fetch_list *list, GError **error)
{
    struct fetch f = {.missing_only = TRUE, .offline = is_offline() ? "PMULAB_OFFLINE" : NULL};
    g_autoptr(GError) reason = NULL;

    const gboolean good = fetch(&f, list, stderr, &reason);

    fetch_list_free(list);
    if (good)
        return TRUE;
    return error_failed(error, "%s; `pmulab setup` tries again", reason->message);
}
