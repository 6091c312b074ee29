/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cache: $XDG_CACHE_HOME/pmulab, one folder per entry.
 *
 * An entry's name is KIND-FINGERPRINT. The fingerprint covers the recipe, so a
 * newer pmulab never uses an older one's incompatible entries. An entry with
 * its final name is whole: it is built as NAME.partial and then renamed. If no
 * process holds the lock, each .partial is the leftover of a dead process. The
 * next process that takes the lock removes it.
 *
 * Reading needs no lock and creates nothing. To make an entry, call
 * cache_lock() first.
 *
 * The cache may be on a file system shared by nodes. Its locks are fcntl()
 * locks on ranges of the file "lock", owned by the open file (F_OFD_SETLK).
 * NFS, Lustre, CephFS and others hold these locks for all nodes, and the server
 * drops them when a node dies. flock() is local to a node on some of these file
 * systems. fcntl()'s older locks belong to a process, so threads would not
 * exclude each other. Byte 0 is the cache's lock; an entry's claim is a later
 * byte.
 */
#ifndef PMULAB_HARNESS_SETUP_CACHE_H
#define PMULAB_HARNESS_SETUP_CACHE_H

#include <glib.h>

/* The cache's folder, whether it exists or not. A new string. */
char *cache_dir(void);

/* Sixteen hexadecimal digits that identify the strings of @parts, in order, up
 * to a NULL. {"ab", "c"} and {"a", "bc"} differ. A new string. */
char *cache_fingerprint(const char *const *parts);

/* The path of the entry @kind with @fingerprint, whether it exists or not. A
 * new string. */
char *cache_entry(const char *kind, const char *fingerprint);

/* Whether @entry (from cache_entry()) exists. If it does, it is whole. */
gboolean cache_has(const char *entry);

/*
 * Locks the cache for making entries, and creates its folder if it is missing.
 * If another process holds the lock, this calls @waiting once (unless NULL) and
 * waits until that process releases it or dies. Then it removes the leftovers
 * of dead processes.
 *
 * Returns a file descriptor, which stays open in child processes. A child that
 * outlives its parent keeps the lock, so no process removes the files it still
 * writes. -1 with HARNESS_ERROR_FAILED if the folder can't be made or written
 * to, or its file system has no locks.
 */
int cache_lock(void (*waiting)(gpointer data), gpointer data, GError **error);

/* Releases the lock from cache_lock(). */
void cache_unlock(int lock);

/*
 * Claims @entry, so that only one process or thread creates it. Making an entry
 * still requires cache_lock(). While another one has the claim, calls @wait
 * about ten times a second at first, then once a second, and gives up if @wait
 * returns FALSE. Returns a file descriptor for cache_unlock(), or -1: given up,
 * or no lock available. Sets @waited if another one had the claim.
 */
int cache_claim(
    const char *entry, gboolean (*wait)(gpointer data), gpointer data, gboolean *waited);

/* Removes the leftovers of dead processes, unless another process is making
 * entries. Every resumed guest calls this, so it costs one readdir. */
void cache_sweep(void);

/* Begins @entry: makes an empty folder and returns its path as a new string.
 * NULL with HARNESS_ERROR_FAILED, also if fewer than @mib MiB are free. The
 * lock must be held. */
char *cache_begin(const char *entry, unsigned mib, GError **error);

/* Adds the checksums of all files to the folder @partial of cache_begin(). */
void cache_seal(const char *partial);

/* Checks the entry that contains the file @path. Returns the path of a file
 * there that changed since the entry was sealed, as a new string. NULL: there
 * is none, or the entry was not sealed, or @path is not in the cache. */
char *cache_damage(const char *path);

/* The same for the folder @entry, which need not be in the cache. */
char *cache_entry_damage(const char *entry);

/*
 * Ends what cache_begin() began. If @filled, syncs the folder @partial and
 * renames it to @entry; else removes it. Returns whether @entry exists now. On
 * FALSE, @error is HARNESS_ERROR_FAILED, or the error already set while filling
 * the folder.
 */
gboolean cache_end(const char *partial, const char *entry, gboolean filled, GError **error);

/* Removes @path and everything below it that permissions allow. A missing @path
 * is not an error. */
void cache_remove(const char *path);

/* Marks @entry as used now, for cache_prune(). */
void cache_touch(const char *entry);

/* When @entry was last used, in ns since 1970; 0 if it does not exist. */
gint64 cache_used(const char *entry);

/* The paths of the entries of @kind, or of all kinds ("*"), unordered. Free
 * with the array. */
GPtrArray *cache_list(const char *kind);

/* Removes @entry, its name first. The lock must be held. Processes that have
 * its files open keep them. */
void cache_drop(const char *entry);

/* Removes all entries of @kind except the @keep most recently used. The lock
 * must be held. */
void cache_prune(const char *kind, unsigned keep);

/* Disk space in bytes of @path and everything below it. A file with several
 * names counts only for its share. */
guint64 cache_size(const char *path);

/* Checks that at least @mib MiB are free where the cache is. FALSE with
 * HARNESS_ERROR_FAILED, which names the folder and both figures. */
gboolean cache_space(unsigned mib, GError **error);

#endif
