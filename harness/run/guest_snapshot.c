/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds, makes and opens saved guests in the cache, from which `pmulab run`
 * starts. */
#include "harness/run/guest_snapshot.h"

#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/run/guest_snapshot_entry.h"
#include "harness/run/guest_snapshot_memory.h"
#include "harness/setup/cache.h"
#include "harness/vm/guest_parts.h"
#include "harness/vm/memory_image.h"
#include "harness/vm/pack.h"
#include "harness/vm/saved_guests.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Count up when the contents of an entry change. */
#define RECIPE "5"

/* A boot takes 5 to 30 s. A run that has waited longer boots a guest without
 * saving it. Otherwise many runs would wait one after another for boots that
 * none of them can save. */
#define GUEST_SNAPSHOT_WAIT_S 90

/* More than an entry takes: 120 to 180 MiB where its memory is whole. */
#define WHOLE_MIB 256

const char *guest_snapshot_refuses(const struct scenario *scenario)
{
    if (!scenario->machine->resumes)
        return "QEMU cannot save this machine";
    return scenario->dies ? "the guest does not come up" : NULL;
}

gboolean guest_snapshot_is_early(const struct scenario *scenario)
{
    return plan_early(machine_plan_moments(scenario->hardware)) != NULL;
}

/* ---- taking it from the cache ---- */

/* A file in memory with the unpacked contents of @name; -1 if that is
 * impossible. */
static int open_packed(const char *entry, const char *name)
{
    g_autoptr(GBytes) packed = NULL;
    g_autoptr(GBytes) bytes = NULL;
    gsize length;
    char *data;

    if (!guest_snapshot_entry_read(entry, name, &data, &length))
        return -1;
    packed = g_bytes_new_take(data, length);
    bytes = unpack_bytes(packed, NULL);
    return bytes
               ? memory_file_of(name, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), NULL)
               : -1;
}

/* NULL if it does not exist, is damaged, or is being removed. */
static struct guest_snapshot *open_entry(const char *entry)
{
    struct guest_snapshot *snapshot;
    char *trace;
    gsize length;

    if (!guest_snapshot_entry_is_whole(entry))
        return NULL;
    snapshot = g_new0(struct guest_snapshot, 1);
    snapshot->entry = g_strdup(entry);
    snapshot->files = (struct guest_saved){.ram = guest_snapshot_memory_open(entry),
        .devices = open_packed(entry, "devices"),
        .model = open_packed(entry, "model")};
    if (snapshot->files.ram >= 0 && snapshot->files.devices >= 0 && snapshot->files.model >= 0 &&
        guest_snapshot_entry_read(entry, "trace", &trace, &length)) {
        snapshot->trace = g_bytes_new_take(trace, length);
        if (guest_snapshot_entry_read(entry, "console", &snapshot->console, &length)) {
            cache_touch(entry);
            return snapshot;
        }
    }
    guest_snapshot_free(snapshot);
    return NULL;
}

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

void guest_snapshot_free(struct guest_snapshot *snapshot)
{
    if (!snapshot)
        return;
    close_file(snapshot->files.ram);
    close_file(snapshot->files.devices);
    close_file(snapshot->files.model);
    if (snapshot->trace)
        g_bytes_unref(snapshot->trace);
    g_free(snapshot->console);
    g_free(snapshot->entry);
    g_free(snapshot);
}

void guest_snapshot_drop(const struct guest_snapshot *snapshot)
{
    int lock = cache_lock(NULL, NULL, NULL);

    if (lock < 0)
        return;
    cache_drop(snapshot->entry);
    cache_unlock(lock);
}

/* ---- making it ---- */

/* A guest being saved: none of its files has a name yet. */
struct making {
    int ram;
    char *sum;
    struct memory_file devices, model, trace;
    GString *console;
};

static char **with_files(const struct guest_snapshot_wanted *wanted, const char *trace)
{
    GPtrArray *all = g_ptr_array_new();

    for (const char *const *option = wanted->plugin_options; *option; option++)
        g_ptr_array_add(all, g_strdup(*option));
    if (wanted->plan)
        g_ptr_array_add(all, g_strdup_printf("traffic=%s", wanted->plan_path));
    g_ptr_array_add(all, g_strdup_printf("trace=%s", trace));
    g_ptr_array_add(all, NULL);
    return (char **)g_ptr_array_free(all, FALSE);
}

static gboolean boot_and_save(
    struct making *making, const struct guest_snapshot_wanted *wanted, GError **error)
{
    const struct guest_saved files = {making->ram, making->devices.fd, making->model.fd};
    g_auto(GStrv) all = with_files(wanted, making->trace.path);
    struct guest_options options = *wanted->options;
    struct guest *guest;
    struct stat st;
    gboolean ok;

    options.plugin_options = (const char *const *)all;
    options.save = &files;
    options.terminal = FALSE;
    guest = guest_start(&options, error);
    if (!guest)
        return FALSE;
    ok = guest_save(guest, error);
    /* The plugin leaves its file empty if it cannot save its whole state. */
    if (ok && (fstat(making->model.fd, &st) || st.st_size <= 0))
        ok = error_failed(error, "the hardware is active when the guest is ready");
    g_string_assign(making->console, guest_console(guest));
    guest_free(guest);
    return ok;
}

/* ---- giving it a name ---- */

static gboolean write_in(
    const char *folder, const char *name, const void *data, gsize length, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_set_contents(path, data, (gssize)length, error);
}

static gboolean write_file(
    const char *folder, const char *name, const struct memory_file *file, GError **error)
{
    g_autoptr(GBytes) bytes = memory_file_bytes(file);
    gsize length;
    const void *data = g_bytes_get_data(bytes, &length);

    return write_in(folder, name, data, length, error);
}

static gboolean write_packed(
    const char *folder, const char *name, const struct memory_file *file, GError **error)
{
    g_autoptr(GBytes) bytes = memory_file_bytes(file);
    g_autoptr(GBytes) packed = pack_bytes(bytes);

    return write_in(folder, name, g_bytes_get_data(packed, NULL), g_bytes_get_size(packed), error);
}

static gboolean write_whole(const char *folder, GError **error)
{
    g_autofree char *text = guest_snapshot_entry_describe(folder);

    if (text)
        return write_in(folder, "whole", text, strlen(text), error);
    return error_failed(error, "%s cannot be read back", folder);
}

static gboolean fill(
    const char *folder, const struct making *making, const char *inputs, GError **error)
{
    const struct guest_snapshot_memory memory = {making->ram, making->sum};

    return guest_snapshot_memory_store(folder, &memory, error) &&
           write_in(folder, "sum", making->sum, strlen(making->sum), error) &&
           write_packed(folder, "devices", &making->devices, error) &&
           write_packed(folder, "model", &making->model, error) &&
           write_file(folder, "trace", &making->trace, error) &&
           write_in(folder, "console", making->console->str, making->console->len, error) &&
           write_in(folder, "made-of", inputs, strlen(inputs), error) && write_whole(folder, error);
}

/* The parts of a saved guest's entry in the cache. */
struct entry {
    char *path;
    GString *inputs;
    guint64 limit; /* of all saved guests, in bytes */
};

/* Adds and opens the entry. The cache's lock is held. NULL with
 * HARNESS_ERROR_FAILED. */
static struct guest_snapshot *add_entry(
    const struct entry *entry, const struct making *making, GError **error)
{
    struct guest_snapshot *snapshot = open_entry(entry->path);
    g_autofree char *partial = NULL;

    if (snapshot) /* another process or thread was quicker */
        return snapshot;
    cache_remove(entry->path); /* a part of it was removed or damaged */
    partial = cache_begin(entry->path, 0, error);
    if (!partial ||
        !cache_end(partial, entry->path, fill(partial, making, entry->inputs->str, error), error))
        return NULL;
    snapshot = open_entry(entry->path);
    saved_guests_prune(entry->limit);
    if (!snapshot)
        error_failed(error, "%s is gone again", entry->path);
    return snapshot;
}

static struct guest_snapshot *make(
    const struct entry *entry, const struct guest_snapshot_wanted *wanted, GError **error)
{
    struct making making = {.ram = -1, .console = g_string_new(NULL)};
    struct guest_snapshot *snapshot = NULL;
    int lock;

    if (!saved_guests_room(entry->limit, error) || !cache_space(WHOLE_MIB, error))
        goto out;
    /* A file in memory: on a disk the first write of each page costs CPU time
     * (docs/benchmarks.md). */
    making.ram = memfd_create("pmulab-ram", MFD_CLOEXEC);
    if (making.ram < 0) {
        error_set_errno("a guest's memory", error);
        goto out;
    }
    if (!memory_file_open(&making.devices, "devices", error) ||
        !memory_file_open(&making.model, "model", error) ||
        !memory_file_open(&making.trace, "trace", error) || !boot_and_save(&making, wanted, error))
        goto out;
    making.sum = memory_image_shrink(making.ram, error);
    lock = making.sum ? cache_lock(NULL, NULL, error) : -1;
    if (lock >= 0)
        snapshot = add_entry(entry, &making, error);
    cache_unlock(lock);
out:
    close_file(making.ram);
    memory_file_close(&making.devices);
    memory_file_close(&making.model);
    memory_file_close(&making.trace);
    g_string_free(making.console, TRUE);
    g_free(making.sum);
    return snapshot;
}

/* ---- the claim ---- */

struct claiming {
    void (*waiting)(gpointer data);
    gpointer data;
    gint64 until; /* monotonic, in us */
};

static gboolean wait_on(gpointer data)
{
    const struct claiming *claiming = data;

    if (claiming->waiting)
        claiming->waiting(claiming->data);
    return g_get_monotonic_time() < claiming->until;
}

/* Another process may have made it by now. Neither claimed nor waited for:
 * locks do not work, so makes it. */
static struct guest_snapshot *make_claimed(const struct entry *entry,
    const struct guest_snapshot_wanted *wanted, struct claiming *claiming, GError **error)
{
    struct guest_snapshot *snapshot = NULL;
    gboolean waited;
    int claim = cache_claim(entry->path, wait_on, claiming, &waited);

    if (waited)
        snapshot = open_entry(entry->path);
    if (!snapshot && (claim >= 0 || !waited))
        snapshot = make(entry, wanted, error);
    else if (!snapshot)
        error_failed(error, "another process is still saving this guest");
    cache_unlock(claim);
    return snapshot;
}

static gboolean name(
    struct entry *entry, const struct guest_snapshot_wanted *wanted, GError **error)
{
    static const struct guest_saved any;
    struct guest_options options = *wanted->options;
    g_autofree char *guest = NULL;
    g_autofree char *fingerprint = NULL;

    options.plugin_options = wanted->plugin_options;
    options.save = &any;
    options.terminal = FALSE;
    guest = guest_fingerprint(&options, entry->inputs, error);
    if (!guest)
        return FALSE;
    fingerprint = cache_fingerprint(
        (const char *const[]){RECIPE, guest, wanted->plan ? wanted->plan->str : NULL, NULL});
    entry->path = cache_entry(SAVED_GUESTS_KIND, fingerprint);
    return TRUE;
}

struct guest_snapshot *guest_snapshot_get(const struct guest_snapshot_wanted *wanted,
    void (*waiting)(gpointer data), gpointer data, GError **error)
{
    const gint64 deadline = wanted->options->deadline;
    struct claiming claiming = {
        waiting, data, g_get_monotonic_time() + GUEST_SNAPSHOT_WAIT_S * G_USEC_PER_SEC};
    struct entry entry = {.inputs = g_string_new(NULL)};
    struct guest_snapshot *snapshot = NULL;

    if (deadline)
        claiming.until = MIN(claiming.until, deadline);
    if (saved_guests_limit(&entry.limit, error) && name(&entry, wanted, error) &&
        !(snapshot = open_entry(entry.path)))
        snapshot = make_claimed(&entry, wanted, &claiming, error);
    g_string_free(entry.inputs, TRUE);
    g_free(entry.path);
    return snapshot;
}
