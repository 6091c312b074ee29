/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Merges parts of runs: complete ones, refused ones with their messages, and
 * flaky scenarios. */
#include "harness/farm/kept_times.h"
#include "harness/farm/merged_text.h"
#include "harness/report/result_json.h"
#include "harness/setup/cache.h"
#include "tests/tap.h"

#include <glib/gstdio.h>

static void put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_assert(!g_mkdir_with_parents(folder, 0700) && g_file_set_contents(path, text, -1, NULL));
}

/* The results of the scenario @name below @root, as joining reads them. */
static void put_results(const char *root, const char *name, gboolean good, const char *trace)
{
    g_autofree char *folder = g_build_filename(root, name, NULL);
    g_auto(GStrv) words = g_strsplit(name, "/", 2);
    g_autofree char *json = g_strdup_printf("{\"version\": %d, \"machine\": \"%s\", \"name\": "
                                            "\"%s\", \"scenario\": \"%s.scn\", \"ok\": %s,"
                                            " \"steps\": [], \"traffic\": [], \"verdicts\": "
                                            "[{\"what\": \"guest\", \"ok\": %s, \"step\": 0,"
                                            " \"notes\": [\"<note>\"]}]}",
        RESULT_JSON_VERSION, words[0], words[1], words[1], good ? "true" : "false",
        good ? "true" : "false");

    put(folder, RESULT_JSON_FILE, json);
    put(folder, "trace.pmt", trace);
}

/* A scenario of a part. */
struct given {
    const char *name;
    enum manifest_verdict verdict;
};

/* Part @k of @n below @root, with up to two scenarios, each of which took @k
 * seconds. */
static void put_part(
    const char *root, unsigned k, unsigned n, const char *plan, const struct given given[2])
{
    const struct shard shard = {.k = k, .n = n};
    g_autofree char *folder = shard_folder(root, &shard);
    g_autofree char *file = g_build_filename(folder, MANIFEST_FILE, NULL);
    struct manifest *manifest = manifest_new(&shard, 1);

    manifest->plan = g_strdup(plan);
    g_assert(!g_mkdir_with_parents(folder, 0700));
    for (int i = 0; i < 2 && given[i].name; i++) {
        struct manifest_row *row = manifest_add(manifest, given[i].name, "x.scn");

        row->verdict = given[i].verdict;
        row->why = row->verdict == MANIFEST_PASSED ? NULL : g_strdup("a reason");
        if (row->verdict == MANIFEST_SKIPPED)
            continue;
        put_results(folder, row->name, row->verdict == MANIFEST_PASSED, "trace");
        manifest_take_results(row, folder);
        row->times.phases[RUN_PHASE_GUEST] =
            (struct spent){k * G_USEC_PER_SEC, k * G_USEC_PER_SEC / 2};
    }
    manifest_end(manifest, &(struct spent){10 * G_USEC_PER_SEC, 5 * G_USEC_PER_SEC});
    g_assert(manifest_write(manifest, file, NULL));
    manifest_free(manifest);
}

#define PLAN "0123456789abcdef"

static const struct given first[2] = {{"snbep/b", MANIFEST_PASSED}, {"epyc/a", MANIFEST_PASSED}},
                          second[2] = {{"snbep/a", MANIFEST_PASSED}};

/* Two parts in the new folder @root. */
static void put_both(const char *root)
{
    cache_remove(root);
    put_part(root, 1, 2, PLAN, first);
    put_part(root, 2, 2, PLAN, second);
}

/* The lines after the tables, or the error. */
static char *merge(const char *const *folders, gboolean traces)
{
    g_autoptr(GError) error = NULL;
    struct merged *merged = merged_read(folders, traces, &error);
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    const char *last;
    char *text;

    if (!merged) {
        g_string_free(out.text, TRUE);
        return g_strdup(error->message);
    }
    merged_print(merged, &out);
    last = g_strrstr(out.text->str, "\n\n");
    text = g_strdup(last + 2);
    g_string_free(out.text, TRUE);
    merged_free(merged);
    return text;
}

static void is_merged(
    const char *folder, const char *other, gboolean traces, const char *expected, const char *what)
{
    g_autofree char *got = merge((const char *const[]){folder, other, NULL}, traces);

    is_str(got, expected, "%s", what);
}

#define WHOLE                                                                                      \
    "3 scenarios: 3 passed, 0 failed, 0 skipped, 0 not run, 0 flaky; all 2 parts are there\n"

static void test_whole(void)
{
    put_both("whole");
    is_merged("whole", NULL, TRUE, WHOLE, "two parts make a whole");
    g_assert(!g_mkdir("node", 0700) && !g_rename("whole/shard-2-of-2", "node/shard-2-of-2"));
    is_merged("whole", "node", TRUE, WHOLE, "parts on two nodes");
    is_merged("node/shard-2-of-2", "whole/shard-1-of-2", TRUE, WHOLE,
        "the parts themselves may be named");
    is_merged("node", NULL, FALSE,
        "part 1 of 2 missing, of the run with node/shard-2-of-2; expected a folder shard-K-of-2 "
        "for each K",
        "one part alone is incomplete");
    cache_remove("whole/shard-1-of-2");
    put_part("whole", 2, 5, "f", second);
    is_merged("whole", NULL, FALSE,
        "parts 1, 3, 4, 5 of 5 missing, of the run with whole/shard-2-of-5; expected a folder "
        "shard-K-of-5 "
        "for each K",
        "all missing parts are named");
}

static void test_damaged(void)
{
    put_both("damaged");
    put("damaged/shard-2-of-2/snbep/a", "trace.pmt", "trade");
    is_merged("damaged", NULL, FALSE, WHOLE, "traces are read only on request");
    is_merged("damaged", NULL, TRUE,
        "damaged/shard-2-of-2/snbep/a/trace.pmt: is not what damaged/shard-2-of-2/shard.json says; "
        "expected "
        "SHA-256 "
        "eafe895eb8119e6e..., not 276446ba01e3aa38...",
        "another trace");
    put("damaged/shard-2-of-2/snbep/a", "trace.pmt", "trac");
    is_merged("damaged", NULL, FALSE,
        "damaged/shard-2-of-2/snbep/a/trace.pmt: has 4 bytes; expected 5, as "
        "damaged/shard-2-of-2/shard.json "
        "says",
        "a trace cut short");
    put_both("damaged");
    g_assert(!g_remove("damaged/shard-1-of-2/epyc/a/result.json"));
    is_merged("damaged", NULL, FALSE,
        "damaged/shard-1-of-2/epyc/a/result.json: is missing; expected what "
        "damaged/shard-1-of-2/shard.json "
        "names",
        "a missing result");
    put_both("damaged");
    put("damaged/shard-1-of-2", MANIFEST_FILE, "{\"version\": 1, ");
    is_merged("damaged", NULL, FALSE,
        "damaged/shard-1-of-2/shard.json: is damaged, or of another version; expected the manifest "
        "that "
        "`pmulab run "
        "--shard` writes",
        "a manifest cut short");
    g_assert(!g_remove("damaged/shard-1-of-2/shard.json"));
    is_merged("damaged", NULL, FALSE,
        "damaged/shard-1-of-2/shard.json: cannot be read; expected the manifest that `pmulab run "
        "--shard` "
        "writes",
        "a missing manifest");
}

static void test_unfinished(void)
{
    const struct shard shard = {.k = 2, .n = 2};
    struct manifest *manifest = manifest_new(&shard, 1);

    put_both("unfinished");
    manifest->plan = g_strdup(PLAN);
    g_free(manifest->host);
    manifest->host = g_strdup("node7");
    manifest_add(manifest, "snbep/a", "a.scn");
    g_assert(manifest_write(manifest, "unfinished/shard-2-of-2/shard.json", NULL));
    manifest_free(manifest);
    is_merged("unfinished", NULL, FALSE,
        "unfinished/shard-2-of-2: has not finished (on node7, 1 scenarios); expected the "
        "run of part "
        "2 of 2 to "
        "end, or to be made again",
        "a killed part");
}

static void test_mixed(void)
{
    put_both("mixed");
    put_part("mixed", 1, 3, "fedcba9876543210", first);
    is_merged("mixed", NULL, FALSE,
        "mixed/shard-1-of-3: is of another run than mixed/shard-1-of-2 beside it (plans "
        "fedcba9876543210 "
        "and " PLAN "); expected one run, cut by the same scenarios and times: remove the parts of "
        "the other",
        "parts of two runs in one folder");
    put_both("mixed");
    cache_remove("mixed/shard-1-of-3");
    put_part("mixed", 2, 2, PLAN, first);
    is_merged("mixed", NULL, FALSE,
        "snbep/b: is in mixed/shard-1-of-2 and in mixed/shard-2-of-2; expected it in one part",
        "a scenario in two parts");
    put_both("mixed");
    cache_remove("mixed/shard-1-of-2");
    g_assert(!g_rename("mixed/shard-2-of-2", "mixed/shard-1-of-2"));
    is_merged("mixed", NULL, FALSE,
        "mixed/shard-1-of-2/shard.json: is the manifest of part 2 of 2; expected that of part 1 of "
        "2",
        "a part in another's folder");
}

/* Changes part @k of 2 below @root to this @job and the begin @begun. */
static void of_job(const char *root, unsigned k, const char *job, gint64 begun)
{
    const struct shard shard = {.k = k, .n = 2};
    g_autofree char *folder = shard_folder(root, &shard);
    g_autofree char *file = g_build_filename(folder, MANIFEST_FILE, NULL);
    struct manifest *manifest = manifest_read(file, NULL);

    g_free(manifest->job);
    manifest->job = g_strdup(job);
    manifest->begun = begun;
    g_assert(manifest_write(manifest, file, NULL));
    manifest_free(manifest);
}

/* The same plan on two days. If the second day's part is lost, the first day's
 * leftover is not a result. */
static void test_jobs(void)
{
    put_both("jobs");
    of_job("jobs", 1, "slurm 12", 200);
    of_job("jobs", 2, "slurm 11", 100);
    is_merged("jobs", NULL, TRUE,
        "jobs/shard-2-of-2: is left of an earlier job than jobs/shard-1-of-2 beside it (slurm 11 "
        "and slurm "
        "12); expected part 2 of 2 of the later one",
        "a part left from an earlier job");
    of_job("jobs", 1, "slurm 12", 50);
    is_merged("jobs", NULL, TRUE,
        "jobs/shard-1-of-2: is left of an earlier job than jobs/shard-2-of-2 beside it (slurm 12 "
        "and slurm "
        "11); expected part 1 of 2 of the later one",
        "the earlier job is named, whatever its number");
    of_job("jobs", 1, NULL, 50);
    is_merged("jobs", NULL, TRUE, WHOLE, "a part that a user ran again belongs to any job");
    of_job("jobs", 1, "slurm 12", 200);
    cache_remove("other");
    g_assert(!g_mkdir("other", 0700) && !g_rename("jobs/shard-2-of-2", "other/shard-2-of-2"));
    is_merged("jobs", "other", TRUE,
        "part 2 of 2 missing, of the run with jobs/shard-1-of-2; expected a folder shard-K-of-2 "
        "for each K",
        "a part in another folder is also missing");
    of_job("other", 2, "slurm 12", 100);
    is_merged("jobs", "other", TRUE, WHOLE, "one job in two folders");
}

/* ---- outcomes of scenarios ---- */

static void test_verdicts(void)
{
    static const struct given some[2] = {{"snbep/b", MANIFEST_FAILED},
        {"epyc/a", MANIFEST_SKIPPED}},
                              late[2] = {{"snbep/a", MANIFEST_LATE}};

    put_part("verdicts", 1, 2, PLAN, some);
    put_part("verdicts", 2, 2, PLAN, late);
    is_merged("verdicts", NULL, TRUE,
        "skipped: epyc/a: a reason\nlate: snbep/a: a reason\nfailed: snbep/b: a reason\n"
        "3 scenarios: 0 passed, 1 failed, 1 skipped, 1 not run, 0 flaky; all 2 parts are there\n",
        "a scenario that did not pass is named with the reason");
}

static void test_flaky(void)
{
    static const struct given fails[2] = {{"snbep/a", MANIFEST_FAILED}};

    put_both("once");
    put_both("again");
    is_merged("once", "again", TRUE,
        "3 scenarios: 3 passed, 0 failed, 0 skipped, 0 not run, 0 flaky; all 4 parts are there\n",
        "a run made twice, with equal traces");
    put_part("again", 2, 2, PLAN, fails);
    is_merged("once", "again", TRUE,
        "flaky: snbep/a: passed in once/shard-2-of-2/snbep/a, failed in "
        "again/shard-2-of-2/snbep/a\n"
        "failed: snbep/a: a reason\n"
        "3 scenarios: 2 passed, 1 failed, 0 skipped, 0 not run, 1 flaky; all 4 parts are there\n",
        "another verdict");
    cache_remove("plain");
    cache_remove("plainer");
    put_results("plain", "snbep/a", TRUE, "one");
    put_results("plainer", "snbep/a", TRUE, "two");
    put_results("plainer", "snbep/b", TRUE, "two");
    is_merged("plain", "plainer", FALSE,
        "flaky: snbep/a: other traces in plain/snbep/a and in plainer/snbep/a\n"
        "2 scenarios: 2 passed, 0 failed, 0 skipped, 0 not run, 1 flaky\n",
        "another trace, in uncut runs");
}

static void test_junit(void)
{
    struct merged *merged = merged_read((const char *const[]){"once", "again", NULL}, FALSE, NULL);
    g_autofree char *text = NULL;

    g_assert(merged && merged_write_junit(merged, "junit.xml", NULL));
    g_assert(g_file_get_contents("junit.xml", &text, NULL, NULL));
    ok(strstr(text,
           "<testsuite name=\"snbep.a\" package=\"snbep\" id=\"1\" tests=\"2\" failures=\"2\""),
        "JUnit: a suite for each scenario, with its description");
    ok(strstr(text, "name=\"the same verdict and trace in 2 runs\"") &&
            strstr(text, "&lt;note&gt;") &&
            strstr(text, "<property name=\"guest.wall\" value=\"2.000\"/>"),
        "JUnit: flakiness, notes and times");
    merged_free(merged);
}

static void test_times(void)
{
    struct merged *merged = merged_read((const char *const[]){"once", NULL}, FALSE, NULL);
    struct manifest *all = merged_manifest(merged);
    g_autoptr(GHashTable) times = NULL;
    g_autoptr(GError) error = NULL;

    is_u64((guint64)all->all.cpu, 10 * G_USEC_PER_SEC, "all parts' CPU time");
    is_u64((guint64)manifest_times(all).phases[RUN_PHASE_GUEST].wall, 4 * G_USEC_PER_SEC,
        "all scenarios' guests");
    put("once", KEPT_TIMES_FILE, "{\"snbep/a\": 5, \"power9/x\": 7}");
    g_assert(kept_times_add("once", all, NULL));
    times = kept_times_read("once", NULL);
    is_u64(g_hash_table_size(times), 4, "times are kept, and other scenarios' times stay");
    is_u64((guint64)kept_times_of(times, "snbep/a"), 2 * G_USEC_PER_SEC,
        "the newer time of a scenario");
    is_u64((guint64)kept_times_of(times, "power9/x"), 7, "another's");
    is_u64((guint64)kept_times_of(times, "nobody/here"), 0, "an unknown scenario");
    put("once", KEPT_TIMES_FILE, "{\"snbep/a\": \"soon\"}");
    ok(!kept_times_read("once", &error), "a damaged file is refused");
    is_str(error ? error->message : NULL,
        "once/times.json: is damaged; expected times that `pmulab run` has kept, or no such file",
        "by name");
    manifest_free(all);
    merged_free(merged);
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("merged-XXXXXX", NULL);

    g_assert(folder && !g_chdir(folder));
    test_whole();
    test_damaged();
    test_unfinished();
    test_mixed();
    test_jobs();
    test_verdicts();
    test_flaky();
    test_junit();
    test_times();
    cache_remove(folder);
    return done_testing();
}
