/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache's folder: names, lock, atomic creation, sizes and pruning of
 * entries. */
#include "harness/setup/cache.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PARTIAL            ".partial"
#define LOCK_NAME          "lock"
#define FINGERPRINT_DIGITS 16
#define MIB                (1024u * 1024u)
#define STAT_BLOCK         512u /* unit of st_blocks */
/* How many folders nftw() keeps open. Deeper trees only cost a few more system
 * calls. */
#define NFTW_OPEN 32

char *cache_dir(void)
{
    return g_build_filename(g_get_user_cache_dir(), "pmulab", NULL);
}

char *cache_fingerprint(const char *const *parts)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

    /* Include the NUL: it keeps neighbouring parts apart. */
    for (; *parts; parts++)
        g_checksum_update(sum, (const guchar *)*parts, (gssize)strlen(*parts) + 1);
    return g_strndup(g_checksum_get_string(sum), FINGERPRINT_DIGITS);
}

char *cache_entry(const char *kind, const char *fingerprint)
{
    g_autofree char *dir = cache_dir();

    return g_strdup_printf("%s/%s-%s", dir, kind, fingerprint);
}

gboolean cache_has(const char *entry)
{
    return g_file_test(entry, G_FILE_TEST_IS_DIR);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *walk)
{
    (void)st;
    (void)flag;
    (void)walk;
    remove(path);
    return 0;
}

void cache_remove(const char *path)
{
    nftw(path, remove_one, NFTW_OPEN, FTW_DEPTH | FTW_PHYS);
}

/* The paths of the cache's entries whose names match @pattern, with * and ?;
 * free with the array. */
static GPtrArray *list_matching(const char *pattern)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *dir = cache_dir();
    g_autoptr(GDir) d = g_dir_open(dir, 0, NULL);
    const char *name;

    while (d && (name = g_dir_read_name(d)))
        if (g_pattern_match_simple(pattern, name))
            g_ptr_array_add(found, g_build_filename(dir, name, NULL));
    return found;
}

/* The lock must be held: then no living process owns a leftover. */
static void remove_leftovers(void)
{
    g_autoptr(GPtrArray) partials = list_matching("*" PARTIAL);

    for (guint i = 0; i < partials->len; i++)
        cache_remove(g_ptr_array_index(partials, i));
}

/* No O_CLOEXEC: see cache_lock() in the header. */
static int open_lock(int flags, GError **error)
{
    g_autofree char *dir = cache_dir();
    g_autofree char *path = g_build_filename(dir, LOCK_NAME, NULL);
    int fd = open(path, O_RDWR | flags, 0666);

    if (fd < 0)
        error_failed(error, "%s: can't write to the cache: %s", path, g_strerror(errno));
    return fd;
}

/* Byte 0 of the file is the cache's lock. */
#define LOCK_CACHE G_GINT64_CONSTANT(0)

/* @how: F_OFD_SETLK, or F_OFD_SETLKW to wait. -1 with errno. */
static int lock_byte(int fd, gint64 byte, int how)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    int failed;

    do
        failed = fcntl(fd, how, &range);
    while (failed && errno == EINTR);
    return failed;
}

static gboolean is_taken(void)
{
    return errno == EAGAIN || errno == EACCES;
}

/* -1, with @fd closed. */
static int fail_lock(int fd, GError **error)
{
    g_autofree char *dir = cache_dir();

    error_failed(error,
        "%s: can't lock the cache: %s; expected a file system with fcntl locks (XDG_CACHE_HOME)",
        dir, g_strerror(errno));
    close(fd);
    return -1;
}

int cache_lock(void (*waiting)(gpointer data), gpointer data, GError **error)
{
    g_autofree char *dir = cache_dir();
    int fd;

    if (g_mkdir_with_parents(dir, 0777)) {
        error_failed(error, "%s: can't make the cache: %s", dir, g_strerror(errno));
        return -1;
    }
    fd = open_lock(O_CREAT, error);
    if (fd < 0)
        return -1;
    if (lock_byte(fd, LOCK_CACHE, F_OFD_SETLK)) {
        if (!is_taken())
            return fail_lock(fd, error);
        if (waiting)
            waiting(data);
        if (lock_byte(fd, LOCK_CACHE, F_OFD_SETLKW))
            return fail_lock(fd, error);
    }
    remove_leftovers();
    return fd;
}

/* 60 bits of the fingerprint at the end of an entry's name. Two entries with
 * equal bits would only wait for each other. */
static gint64 byte_of(const char *entry)
{
    const char *digits = strrchr(entry, '-');

    return 1 + (gint64)(g_ascii_strtoull(digits ? digits + 1 : "", NULL, 16) >> 4);
}

/* Between two tries, in us: the server of a shared file system has many to
 * answer. */
#define CLAIM_PAUSE_MIN (G_USEC_PER_SEC / 10)
#define CLAIM_PAUSE_MAX G_USEC_PER_SEC

int cache_claim(const char *entry, gboolean (*wait)(gpointer data), gpointer data, gboolean *waited)
{
    int fd = open_lock(O_CREAT | O_CLOEXEC, NULL);

    *waited = FALSE;
    for (gulong pause = CLAIM_PAUSE_MIN; fd >= 0 && lock_byte(fd, byte_of(entry), F_OFD_SETLK);
         pause = MIN(pause * 2, CLAIM_PAUSE_MAX)) {
        *waited = is_taken();
        if (!*waited || !wait(data)) {
            close(fd);
            return -1;
        }
        g_usleep(pause);
    }
    return fd;
}

void cache_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

void cache_sweep(void)
{
    g_autoptr(GPtrArray) partials = list_matching("*" PARTIAL);
    int fd;

    if (!partials->len)
        return;
    fd = open_lock(0, NULL);
    if (fd < 0)
        return;
    if (!lock_byte(fd, LOCK_CACHE, F_OFD_SETLK))
        remove_leftovers();
    close(fd);
}

gboolean cache_space(unsigned mib, GError **error)
{
    g_autofree char *dir = cache_dir();
    struct statvfs fs;
    guint64 free_mib;

    if (statvfs(dir, &fs))
        return TRUE; /* the first write will report it */
    free_mib = (guint64)fs.f_bavail * fs.f_frsize / MIB;
    if (free_mib >= mib)
        return TRUE;
    return error_failed(
        error, "%s: %u MiB are needed, %" G_GUINT64_FORMAT " MiB are free", dir, mib, free_mib);
}

char *cache_begin(const char *entry, unsigned mib, GError **error)
{
    g_autofree char *partial = g_strconcat(entry, PARTIAL, NULL);

    if (mib && !cache_space(mib, error))
        return NULL;
    if (g_mkdir(partial, 0777)) {
        error_failed(error, "%s: can't make the folder: %s", partial, g_strerror(errno));
        return NULL;
    }
    return g_steal_pointer(&partial);
}

#define SUMS "sums"

static gboolean commit(const char *partial, const char *entry, GError **error)
{
    int fd = open(partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    /* Without this, a power cut could keep the name on the disk and lose the
     * contents. */
    if (fd >= 0) {
        syncfs(fd);
        close(fd);
    }
    if (!g_rename(partial, entry))
        return TRUE;
    return error_failed(error, "%s: can't rename it to %s: %s", partial, entry, g_strerror(errno));
}

/* Runs a shell's @command in @folder. Its output is a new string; NULL if it
 * did not run or failed. */
static char *shell_in(const char *folder, const char *command)
{
    g_autofree char *shell = g_strdup("sh"), *option = g_strdup("-c"), *text = g_strdup(command),
                    *out = NULL;
    char *argv[] = {shell, option, text, NULL};
    int status;

    if (!g_spawn_sync(folder, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
            NULL, &out, NULL, &status, NULL) ||
        status)
        return NULL;
    return g_steal_pointer(&out);
}

void cache_seal(const char *partial)
{
    g_free(shell_in(partial, "find . -type f ! -name " SUMS " -exec sha256sum {} + >" SUMS));
}

char *cache_entry_damage(const char *entry)
{
    g_autofree char *failed = shell_in(entry, "[ ! -e " SUMS " ] || sha256sum --check --quiet " SUMS
                                              " | sed -n '1s/^\\.\\/\\(.*\\): .*/\\1/p'");

    return failed && *failed ? g_build_filename(entry, g_strchomp(failed), NULL) : NULL;
}

char *cache_damage(const char *path)
{
    g_autofree char *all = cache_dir(), *entry = NULL;
    gsize n = strlen(all);

    if (!g_str_has_prefix(path, all) || path[n] != '/')
        return NULL;
    entry = g_strndup(path, n + 1 + strcspn(path + n + 1, "/"));
    return cache_entry_damage(entry);
}

gboolean cache_end(const char *partial, const char *entry, gboolean filled, GError **error)
{
    if (filled && commit(partial, entry, error))
        return TRUE;
    cache_remove(partial);
    return FALSE;
}

void cache_touch(const char *entry)
{
    utimensat(AT_FDCWD, entry, NULL, 0);
}

gint64 cache_used(const char *entry)
{
    GStatBuf st;

    return g_stat(entry, &st)
               ? 0
               : st.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + st.st_mtim.tv_nsec;
}

static gint compare_newest_first(gconstpointer a, gconstpointer b)
{
    gint64 left = cache_used(*(const char *const *)a);
    gint64 right = cache_used(*(const char *const *)b);

    return (left < right) - (left > right);
}

GPtrArray *cache_list(const char *kind)
{
    /* Match all digits, since one kind's name may begin with another's. */
    g_autofree char *digits = g_strnfill(FINGERPRINT_DIGITS, '?');
    g_autofree char *pattern = g_strconcat(kind, "-", digits, NULL);

    return list_matching(pattern);
}

/* Renames first: if the process is killed in between, the entry must not look
 * whole. */
void cache_drop(const char *entry)
{
    g_autofree char *partial = g_strconcat(entry, PARTIAL, NULL);

    if (!g_rename(entry, partial))
        cache_remove(partial);
}

void cache_prune(const char *kind, unsigned keep)
{
    g_autoptr(GPtrArray) entries = cache_list(kind);

    g_ptr_array_sort(entries, compare_newest_first);
    for (guint i = keep; i < entries->len; i++)
        cache_drop(g_ptr_array_index(entries, i));
}

/* nftw() passes no argument to its callback. */
static _Thread_local guint64 walked_bytes;

static int add_one(const char *path, const struct stat *st, int flag, struct FTW *walk)
{
    (void)path;
    (void)walk;
    if (flag == FTW_F || flag == FTW_SL)
        walked_bytes += (guint64)st->st_blocks * STAT_BLOCK / st->st_nlink;
    return 0;
}

guint64 cache_size(const char *path)
{
    walked_bytes = 0;
    nftw(path, add_one, NFTW_OPEN, FTW_PHYS);
    return walked_bytes;
}
