/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds, makes and opens saved guests in the cache, from which `pmulab run` starts. */
#include "harness/run/warm.h"

#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/setup/cache.h"
#include "harness/vm/memory_image.h"
#include "harness/vm/saved_guests.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Count up when the contents of an entry change. */
#define RECIPE "3"

/* A boot takes 5 to 30 s. Whoever has waited for longer boots a guest that is not saved, lest many wait in a
 * row for boots that none of them can save. */
#define WARM_WAIT_S 90

const char *warm_refuses(const struct scenario *scenario)
{
    const struct plan_anchor *early = plan_early(machine_plan_moments(scenario->hardware));

    if (!scenario->machine->resumes)
        return "QEMU cannot save this machine";
    if (scenario->dies)
        return "the guest does not come up";
    if (early)
        return early->event == PLAN_BOOT ? "traffic at boot" : "accesses count from boot on";
    return NULL;
}

/* ---- whether it is whole ---- */

/* A file of an entry that the guest continues from. */
struct part {
    const char *name;
    gboolean summed; /* its bytes count; of ram, too large to be read for each run, size and time of change */
};

static const struct part parts[] = {
    {"ram", FALSE}, {"devices", TRUE}, {"model", TRUE}, {"trace", TRUE}, {"console", TRUE}};

static gboolean read_in(const char *entry, const char *name, char **data, gsize *length)
{
    g_autofree char *path = g_build_filename(entry, name, NULL);

    return g_file_get_contents(path, data, length, NULL);
}

/* Appends a line: name, bytes, and a checksum or the time of the last change. */
static gboolean describe_part(const char *entry, const struct part *part, GString *text)
{
    g_autofree char *path = g_build_filename(entry, part->name, NULL);
    g_autofree char *data = NULL;
    g_autofree char *sum = NULL;
    gsize length;
    GStatBuf st;

    if (!part->summed) {
        if (g_stat(path, &st))
            return FALSE;
        g_string_append_printf(text, "%s %jd %jd\n", part->name, (intmax_t)st.st_size, (intmax_t)st.st_mtime);
        return TRUE;
    }
    if (!read_in(entry, part->name, &data, &length))
        return FALSE;
    sum = g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *)data, length);
    g_string_append_printf(text, "%s %zu %s\n", part->name, length, sum);
    return TRUE;
}

/* The contents of the file "whole"; NULL if a part is missing. */
static char *describe(const char *entry)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!describe_part(entry, &parts[i], text))
            return NULL;
    return g_strdup(text->str);
}

static gboolean is_whole(const char *entry)
{
    g_autofree char *is = describe(entry);
    g_autofree char *was = NULL;
    gsize length;

    return is && read_in(entry, "whole", &was, &length) && !strcmp(is, was);
}

/* ---- taking it from the cache ---- */

static int open_in(const char *entry, const char *name)
{
    g_autofree char *path = g_build_filename(entry, name, NULL);

    return open(path, O_RDONLY | O_CLOEXEC);
}

/* NULL if it does not exist, is damaged, or is being removed. */
static struct warm *open_entry(const char *entry)
{
    struct warm *warm;
    char *trace;
    gsize length;

    if (!is_whole(entry))
        return NULL;
    warm = g_new0(struct warm, 1);
    warm->entry = g_strdup(entry);
    warm->files = (struct guest_saved){
        .ram = open_in(entry, "ram"), .devices = open_in(entry, "devices"), .model = open_in(entry, "model")};
    if (warm->files.ram >= 0 && warm->files.devices >= 0 && warm->files.model >= 0 &&
        read_in(entry, "trace", &trace, &length)) {
        warm->trace = g_bytes_new_take(trace, length);
        if (read_in(entry, "console", &warm->console, &length)) {
            cache_touch(entry);
            return warm;
        }
    }
    warm_free(warm);
    return NULL;
}

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

void warm_free(struct warm *warm)
{
    if (!warm)
        return;
    close_file(warm->files.ram);
    close_file(warm->files.devices);
    close_file(warm->files.model);
    if (warm->trace)
        g_bytes_unref(warm->trace);
    g_free(warm->console);
    g_free(warm->entry);
    g_free(warm);
}

void warm_drop(const struct warm *warm)
{
    int lock = cache_lock(NULL, NULL, NULL);

    if (lock < 0)
        return;
    cache_drop(warm->entry);
    cache_unlock(lock);
}

/* ---- making it ---- */

/* A guest being saved: none of its files has a name yet. */
struct making {
    int ram;
    gboolean copies; /* ram is no file of the cache's file system */
    char *sum;
    struct memory_file devices, model, trace;
    GString *console;
};

/* NFS and others have no files without a name: then it is in memory first. */
static gboolean open_ram(struct making *making, GError **error)
{
    g_autofree char *dir = cache_dir();

    making->ram = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (making->ram < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
        making->copies = TRUE;
        making->ram = memfd_create("pmulab-ram", MFD_CLOEXEC);
    }
    return making->ram >= 0 || error_set_errno("the cache", error);
}

static gboolean open_files(struct making *making, unsigned memory_mib, GError **error)
{
    return cache_space(memory_mib, error) && open_ram(making, error) &&
           memory_file_open(&making->devices, "devices", error) &&
           memory_file_open(&making->model, "model", error) &&
           memory_file_open(&making->trace, "trace", error);
}

static void close_files(struct making *making)
{
    close_file(making->ram);
    memory_file_close(&making->devices);
    memory_file_close(&making->model);
    memory_file_close(&making->trace);
    g_string_free(making->console, TRUE);
    g_free(making->sum);
}

static char **with_trace(const char *const *plugin_options, const char *path)
{
    GPtrArray *all = g_ptr_array_new();

    for (; *plugin_options; plugin_options++)
        g_ptr_array_add(all, g_strdup(*plugin_options));
    g_ptr_array_add(all, g_strdup_printf("trace=%s", path));
    g_ptr_array_add(all, NULL);
    return (char **)g_ptr_array_free(all, FALSE);
}

/* The plugin leaves its file empty if it cannot save its whole state. */
static gboolean check_model(const struct making *making, GError **error)
{
    struct stat st;

    if (!fstat(making->model.fd, &st) && st.st_size > 0)
        return TRUE;
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "the hardware is active when the guest is ready");
    return FALSE;
}

static gboolean boot_and_save(struct making *making, const struct guest_options *given,
    const char *const *plugin_options, GError **error)
{
    const struct guest_saved files = {making->ram, making->devices.fd, making->model.fd};
    g_auto(GStrv) all = with_trace(plugin_options, making->trace.path);
    struct guest_options options = *given;
    struct guest *guest;
    gboolean ok;

    options.plugin_options = (const char *const *)all;
    options.save = &files;
    options.terminal = FALSE;
    guest = guest_start(&options, error);
    if (!guest)
        return FALSE;
    ok = guest_save(guest, error) && check_model(making, error);
    g_string_assign(making->console, guest_console(guest));
    guest_free(guest);
    return ok;
}

/* ---- giving it a name ---- */

static gboolean write_in(const char *folder, const char *name, const void *data, gsize length, GError **error)
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

/* Copies the bytes from @from to before @to. */
static gboolean copy_range(int in, int out, off_t from, off_t to)
{
    static const gsize CHUNK = 1 << 20;
    g_autofree char *chunk = g_malloc(CHUNK);

    while (from < to) {
        const ssize_t n = pread(in, chunk, MIN(CHUNK, (gsize)(to - from)), from);

        if (n <= 0 || pwrite(out, chunk, (gsize)n, from) != n)
            return FALSE;
        from += n;
    }
    return TRUE;
}

/* Copies all but the holes of @in to the new file @path. */
static gboolean copy_ram(int in, const char *path, GError **error)
{
    const off_t size = lseek(in, 0, SEEK_END);
    int out = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    gboolean ok = out >= 0 && size >= 0;

    for (off_t from = 0, to; ok && (from = lseek(in, from, SEEK_DATA)) >= 0 && from < size; from = to) {
        to = lseek(in, from, SEEK_HOLE);
        ok = to > from && copy_range(in, out, from, to);
    }
    ok = ok && !ftruncate(out, size);
    if (out >= 0)
        ok = !close(out) && ok;
    return ok || error_set_errno(path, error);
}

/* Links the memory into @folder: an existing memory if both are the same. */
static gboolean link_ram(const char *folder, const struct making *making, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "ram", NULL);
    g_autofree char *unnamed = g_strdup_printf("/proc/self/fd/%d", making->ram);
    g_autofree char *same = NULL;
    struct stat st;

    if (!fstat(making->ram, &st))
        same = saved_guests_memory(making->sum, (guint64)st.st_size);
    if (same && !link(same, path))
        return TRUE;
    if (making->copies)
        return copy_ram(making->ram, path, error);
    return !linkat(AT_FDCWD, unnamed, AT_FDCWD, path, AT_SYMLINK_FOLLOW) || error_set_errno(path, error);
}

static gboolean write_whole(const char *folder, GError **error)
{
    g_autofree char *text = describe(folder);

    if (text)
        return write_in(folder, "whole", text, strlen(text), error);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s cannot be read back", folder);
    return FALSE;
}

static gboolean fill(const char *folder, const struct making *making, const char *made_of, GError **error)
{
    return link_ram(folder, making, error) &&
           write_in(folder, "sum", making->sum, strlen(making->sum), error) &&
           write_file(folder, "devices", &making->devices, error) &&
           write_file(folder, "model", &making->model, error) &&
           write_file(folder, "trace", &making->trace, error) &&
           write_in(folder, "console", making->console->str, making->console->len, error) &&
           write_in(folder, "made-of", made_of, strlen(made_of), error) && write_whole(folder, error);
}

/* The parts of a saved guest's entry in the cache. */
struct entry {
    char *path;
    GString *made_of;
    guint64 limit; /* of all saved guests, in bytes */
};

/* Adds and opens the entry. The cache's lock is held. NULL with HARNESS_ERROR_FAILED. */
static struct warm *add_entry(const struct entry *entry, const struct making *making, GError **error)
{
    struct warm *warm = open_entry(entry->path);
    g_autofree char *partial = NULL;

    if (warm) /* another process or thread was quicker */
        return warm;
    cache_remove(entry->path); /* somebody removed or damaged a part of it */
    partial = cache_begin(entry->path, 0, error);
    if (!partial ||
        !cache_end(partial, entry->path, fill(partial, making, entry->made_of->str, error), error))
        return NULL;
    warm = open_entry(entry->path);
    saved_guests_prune(entry->limit);
    if (!warm)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s is gone again", entry->path);
    return warm;
}

static struct warm *keep(const struct entry *entry, const struct making *making, GError **error)
{
    int lock = cache_lock(NULL, NULL, error);
    struct warm *warm = lock >= 0 ? add_entry(entry, making, error) : NULL;

    cache_unlock(lock);
    return warm;
}

static gboolean shrink(struct making *making, GError **error)
{
    making->sum = memory_image_shrink(making->ram, error);
    return making->sum != NULL;
}

static struct warm *make(const struct entry *entry, const struct guest_options *options,
    const char *const *plugin_options, GError **error)
{
    struct making making = {.ram = -1, .console = g_string_new(NULL)};
    struct warm *warm = NULL;

    if (saved_guests_room(entry->limit, error) && open_files(&making, options->machine->memory_mib, error) &&
        boot_and_save(&making, options, plugin_options, error) && shrink(&making, error))
        warm = keep(entry, &making, error);
    close_files(&making);
    return warm;
}

/* ---- only one makes it ---- */

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

/* Somebody may have made it meanwhile. Who gets no claim without having waited has no locks, and makes it. */
static struct warm *make_claimed(const struct entry *entry, const struct guest_options *options,
    const char *const *plugin_options, struct claiming *claiming, GError **error)
{
    struct warm *warm = NULL;
    gboolean waited;
    int claim = cache_claim(entry->path, wait_on, claiming, &waited);

    if (waited)
        warm = open_entry(entry->path);
    if (!warm && (claim >= 0 || !waited))
        warm = make(entry, options, plugin_options, error);
    else if (!warm)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "another process is still saving this guest");
    cache_unlock(claim);
    return warm;
}

static gboolean name(
    struct entry *entry, const struct guest_options *given, const char *const *plugin_options, GError **error)
{
    static const struct guest_saved any;
    struct guest_options options = *given;
    g_autofree char *guest = NULL;
    g_autofree char *fingerprint = NULL;

    options.plugin_options = plugin_options;
    options.save = &any;
    options.terminal = FALSE;
    guest = guest_fingerprint(&options, entry->made_of, error);
    if (!guest)
        return FALSE;
    fingerprint = cache_fingerprint((const char *const[]){RECIPE, guest, NULL});
    entry->path = cache_entry(SAVED_GUESTS_KIND, fingerprint);
    return TRUE;
}

struct warm *warm_get(const struct guest_options *options, const char *const *plugin_options,
    void (*waiting)(gpointer data), gpointer data, GError **error)
{
    struct claiming claiming = {waiting, data, g_get_monotonic_time() + WARM_WAIT_S * G_USEC_PER_SEC};
    struct entry entry = {.made_of = g_string_new(NULL)};
    struct warm *warm = NULL;

    if (options->deadline)
        claiming.until = MIN(claiming.until, options->deadline);
    if (saved_guests_limit(&entry.limit, error) && name(&entry, options, plugin_options, error) &&
        !(warm = open_entry(entry.path)))
        warm = make_claimed(&entry, options, plugin_options, &claiming, error);
    g_string_free(entry.made_of, TRUE);
    g_free(entry.path);
    return warm;
}
