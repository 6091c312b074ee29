/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cache: $XDG_CACHE_HOME/pmulab, one folder per entry.
 *
 * An entry's name is KIND-FINGERPRINT, and the fingerprint covers the recipe it was made by, so a newer
 * pmulab never takes what an older one made. An entry is whole from the moment it has its name: it is built
 * as NAME.partial beside and renamed. Whatever ends in .partial while nobody holds the lock is the remains of
 * a process that died, and is removed by the next one that takes the lock.
 *
 * Looking needs no lock and creates nothing. Making does: cache_lock() first.
 */
#ifndef PMULAB_HARNESS_SETUP_CACHE_H
#define PMULAB_HARNESS_SETUP_CACHE_H

#include <glib.h>

/* The cache's folder, whether it exists or not. A new string. */
char *cache_dir(void);

/*
 * Sixteen hexadecimal digits that stand for all the strings of @parts, in order, up to a NULL.
 * {"ab", "c"} and {"a", "bc"} differ. A new string.
 */
char *cache_fingerprint(const char *const *parts);

/* The path of the entry @kind with @fingerprint, whether it exists or not. A new string. */
char *cache_entry(const char *kind, const char *fingerprint);

/* Whether @entry (from cache_entry()) is there, and therefore whole. */
gboolean cache_has(const char *entry);

/*
 * Takes the cache for making entries, creating its folder where it is missing. If another process has it,
 * @waiting (may be NULL) is called once, and then the call waits until that process is done or dead.
 * Returns a file descriptor, which stays open in child processes: a child that outlives its parent keeps
 * the lock, so nobody removes what it still writes to. -1 with HARNESS_ERROR_FAILED if the folder can't be
 * made or written to. Leftovers of dead processes are gone when this returns.
 */
int cache_lock(void (*waiting)(gpointer data), gpointer data, GError **error);

/* Gives the cache back. */
void cache_unlock(int lock);

/*
 * Removes the leftovers of dead processes, if there are any and no other process is making entries; the
 * warm path calls it, so it costs one readdir.
 */
void cache_sweep(void);

/*
 * Begins to make @entry: an empty folder whose path is returned as a new string. NULL with
 * HARNESS_ERROR_FAILED, also where fewer than @mib MiB are free. The lock must be held.
 */
char *cache_begin(const char *entry, unsigned mib, GError **error);

/*
 * If @filled, the folder @partial (from cache_begin()) is whole: it becomes @entry, and its data are on their
 * way to the disk first. Else it is removed. Returns whether @entry is there now; FALSE with what has set
 * @error already, or HARNESS_ERROR_FAILED.
 */
gboolean cache_end(const char *partial, const char *entry, gboolean filled, GError **error);

/* Removes @path and all below it, as far as permissions go. What isn't there is no error. */
void cache_remove(const char *path);

/* Marks @entry as used now. cache_prune() goes by it. */
void cache_touch(const char *entry);

/* When @entry was used last, in ns since 1970; 0 if it is not there. */
gint64 cache_used(const char *entry);

/* The entries of @kind, or of all kinds ("*"), in no order. Free with the array. */
GPtrArray *cache_list(const char *kind);

/* Removes @entry, which loses its name first. The lock must be held. Whoever has files of it open keeps them.
 */
void cache_drop(const char *entry);

/* Removes all entries of @kind but the @keep that were used last. The lock must be held. */
void cache_prune(const char *kind, unsigned keep);

/* Bytes of the disk that @path and all below it take; what a file takes is shared out among its names. */
guint64 cache_size(const char *path);

/*
 * Whether at least @mib MiB are free where the cache is. FALSE with HARNESS_ERROR_FAILED that names the
 * folder and both figures.
 */
gboolean cache_space(unsigned mib, GError **error);

#endif
