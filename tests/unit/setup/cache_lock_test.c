/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache's lock and claims on its entries exclude each other, between
 * threads and processes. */
#include "harness/setup/cache.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char one[] = "cache/pmulab/warm-1111111111111111",
                  other[] = "cache/pmulab/warm-2222222222222222";

static gboolean give_up(gpointer data)
{
    ++*(unsigned *)data;
    return FALSE;
}

/* "claimed", or "waited N". */
static char *try_claim(const char *entry)
{
    gboolean waited = FALSE;
    unsigned calls = 0;
    int claim = cache_claim(entry, give_up, &calls, &waited);

    cache_unlock(claim);
    return claim >= 0 ? g_strdup("claimed")
                      : g_strdup_printf("%s %u", waited ? "waited" : "failed", calls);
}

static gpointer in_thread(gpointer entry)
{
    return try_claim(entry);
}

static void is_claim(const char *entry, const char *expected, const char *what)
{
    g_autofree char *got = try_claim(entry);
    g_autofree char *there =
        g_thread_join(g_thread_new("claim", in_thread, (gpointer)(guintptr)entry));

    is_str(got, expected, "%s", what);
    is_str(there, expected, "%s: in another thread", what);
}

static void test_claims(void)
{
    gboolean waited = FALSE;
    int claim = cache_claim(one, give_up, &(unsigned){0}, &waited);
    int lock;

    ok(claim >= 0 && !waited, "an entry is claimed");
    is_claim(one, "waited 1", "a second claim waits, and gives up on request");
    is_claim(other, "claimed", "another entry is free");
    lock = cache_lock(NULL, NULL, NULL);
    ok(lock >= 0, "the cache is free");
    is_claim(other, "claimed", "the cache's lock leaves entries free");
    cache_unlock(lock);
    cache_unlock(claim);
    is_claim(one, "claimed", "an entry is free after its claim");
}

static gboolean release(gpointer data)
{
    unsigned *calls = data;

    if (++calls[0] == 3)
        cache_unlock((int)calls[1]);
    return TRUE;
}

static void test_waiting(void)
{
    gboolean waited = FALSE;
    unsigned calls[] = {0, (unsigned)cache_claim(one, give_up, &(unsigned){0}, &waited)};
    int second = cache_claim(one, release, calls, &waited);

    ok(second >= 0 && waited, "a waiting thread gets the claim");
    is_u64(calls[0], 3, "as soon as it is free");
    cache_unlock(second);
}

/* A child that has a lock and reports it; it ends when it is killed. */
static pid_t start_child(gboolean lock)
{
    int ends[2];
    char ready;
    pid_t pid;

    g_assert(!pipe(ends));
    pid = fork();
    if (!pid) {
        gboolean waited = FALSE;

        if ((lock ? cache_lock(NULL, NULL, NULL)
                  : cache_claim(one, give_up, &(unsigned){0}, &waited)) >= 0 &&
            write(ends[1], "!", 1) == 1)
            pause();
        _exit(1);
    }
    g_assert(pid > 0 && read(ends[0], &ready, 1) == 1);
    close(ends[0]);
    close(ends[1]);
    return pid;
}

static void end_child(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static pid_t holder;

static void say_waiting(gpointer data)
{
    ++*(unsigned *)data;
    end_child(holder);
}

static void test_processes(void)
{
    unsigned waits = 0;
    int lock;

    holder = start_child(FALSE);
    is_claim(one, "waited 1", "a process has the claim");
    end_child(holder);
    is_claim(one, "claimed", "it ends with the process, for any kind of exit");
    holder = start_child(TRUE);
    lock = cache_lock(say_waiting, &waits, NULL);
    ok(lock >= 0 && waits == 1,
        "waiting for the cache's lock is reported once; the lock also ends with the process");
    cache_unlock(lock);
}

/* While any process has the lock, an unfinished entry may belong to it. */
static void test_leftovers(void)
{
    static const char partial[] = "cache/pmulab/guest-1.partial";
    int lock;

    holder = start_child(TRUE);
    g_assert(!g_mkdir(partial, 0700));
    cache_sweep();
    ok(g_file_test(partial, G_FILE_TEST_IS_DIR),
        "an unfinished entry stays while a process has the lock");
    end_child(holder);
    lock = cache_claim(one, give_up, &(unsigned){0}, &(gboolean){FALSE});
    cache_sweep();
    ok(!g_file_test(partial, G_FILE_TEST_EXISTS), "and is removed without a lock, even if claimed");
    cache_unlock(lock);
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("cache-XXXXXX", NULL);
    g_autofree char *cache = g_build_filename(folder, "cache", NULL);

    g_assert(folder && !g_chdir(folder) && g_setenv("XDG_CACHE_HOME", cache, TRUE));
    cache_unlock(cache_lock(NULL, NULL, NULL));
    test_claims();
    test_waiting();
    test_processes();
    test_leftovers();
    cache_remove(folder);
    return done_testing();
}
