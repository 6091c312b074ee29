/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of this run, by option and by Slurm's variables; and how a run is
 * cut. */
#include "harness/farm/shard.h"
#include "tests/tap.h"

/* "K/N" by Slurm, or the error. */
static char *read_as(const char *option)
{
    struct shard shard;
    g_autoptr(GError) error = NULL;

    if (!shard_read(option, &shard, &error))
        return g_strdup(error->message);
    return g_strdup_printf("%u/%u%s", shard.k, shard.n, shard.by_slurm ? " by Slurm" : "");
}

static void is_read(const char *option, const char *expected)
{
    g_autofree char *got = read_as(option);

    is_str(got, expected, "--shard=%s", option ? option : "");
}

static void test_option(void)
{
    static const char *const wrong[] = {
        "0/4", "5/4", "1/0", "4", "", "1/", "/4", "1/4/4", "a/4", "-1/4", "1/10001", "1 /4"};

    is_read("1/1", "1/1");
    is_read("3/16", "3/16");
    is_read("10000/10000", "10000/10000");
    is_read(NULL, "0/0");
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *expected = g_strdup_printf(
            "--shard '%s': expected K/N, part K from 1 to N of N, at most 10000", wrong[i]);

        is_read(wrong[i], expected);
    }
}

/* Slurm's variables for the task @id of an array; NULL: unset. */
static void set_slurm(
    const char *id, const char *min, const char *max, const char *step, const char *count)
{
    static const char *const names[] = {"ID", "MIN", "MAX", "STEP", "COUNT"};
    const char *const values[] = {id, min, max, step, count};

    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *name = g_strconcat("SLURM_ARRAY_TASK_", names[i], NULL);

        if (values[i])
            g_setenv(name, values[i], TRUE);
        else
            g_unsetenv(name);
    }
}

static void is_slurm(const char *id, const char *min, const char *max, const char *step,
    const char *count, const char *expected)
{
    g_autofree char *got = NULL;

    set_slurm(id, min, max, step, count);
    got = read_as(NULL);
    is_str(got, expected, "task %s of --array=%s-%s:%s, %s tasks", id, min ? min : "", max, step,
        count);
}

static void test_slurm(void)
{
    is_slurm("1", "1", "4", "1", "4", "1/4 by Slurm");
    is_slurm("4", "1", "4", "1", "4", "4/4 by Slurm");
    is_slurm("0", "0", "9", "1", "10", "1/10 by Slurm");
    is_slurm("9", "0", "9", "1", "10", "10/10 by Slurm");
    is_slurm("17", "17", "17", "1", "1", "1/1 by Slurm");
    is_slurm("5", "3", "9", "2", "4", "2/4 by Slurm");
    is_slurm("9", "1", "10", "4", "3", "3/3 by Slurm"); /* --array=1-10:4 is 1, 5, 9 */
    is_slurm("5", "1", "9", "1", "3",
        "Slurm's array has 3 tasks from 1 to 9, step 1, and this is 5; expected an array without "
        "gaps "
        "(--array=1-N), or --shard=K/N");
    is_slurm("4", "3", "9", "2", "4",
        "Slurm's array has 4 tasks from 3 to 9, step 2, and this is 4; expected an array without "
        "gaps "
        "(--array=1-N), or --shard=K/N");
    is_slurm("10", "1", "9", "1", "9",
        "Slurm's array has 9 tasks from 1 to 9, step 1, and this is 10; expected an array without "
        "gaps "
        "(--array=1-N), or --shard=K/N");
    is_slurm("2", "1", "9", "0", "9",
        "Slurm's array has 9 tasks from 1 to 9, step 0, and this is 2; expected an array without "
        "gaps "
        "(--array=1-N), or --shard=K/N");
    is_slurm("2", NULL, "9", "1", "9",
        "SLURM_ARRAY_TASK_MIN is ''; expected the number that Slurm gives each task of an array");
    is_slurm("two", "1", "9", "1", "9",
        "SLURM_ARRAY_TASK_ID is 'two'; expected the number that Slurm gives each task of an array");
    set_slurm("2", "1", "9", "1", "9");
    is_read("1/1", "1/1");
    set_slurm(NULL, NULL, NULL, NULL, NULL);
}

/* "slurm 4711", for a part from Slurm or a typed one. */
static void is_job(gboolean by_slurm, const char *expected, const char *what)
{
    const struct shard shard = {.k = 1, .n = 2, .by_slurm = by_slurm};
    g_autofree char *got = shard_job(&shard);

    is_str(got, expected, "%s", what);
}

static void test_job(void)
{
    static const char *const variables[] = {
        "SLURM_ARRAY_JOB_ID", "CI_PIPELINE_ID", "GITHUB_RUN_ID"};

    for (guint i = 0; i < G_N_ELEMENTS(variables); i++)
        g_unsetenv(variables[i]);
    is_job(TRUE, NULL, "no variable, no job");
    g_setenv("SLURM_ARRAY_JOB_ID", "4711", TRUE);
    is_job(TRUE, "slurm 4711", "Slurm's array");
    is_job(FALSE, NULL, "a typed part belongs to no array");
    g_setenv("GITHUB_RUN_ID", "12", TRUE);
    is_job(FALSE, "github 12", "a run of GitHub");
    g_setenv("CI_PIPELINE_ID", "77", TRUE);
    is_job(FALSE, "gitlab 77", "a pipeline of GitLab");
    is_job(TRUE, "slurm 4711", "an array within");
    for (guint i = 0; i < G_N_ELEMENTS(variables); i++)
        g_unsetenv(variables[i]);
}

static void test_folder(void)
{
    const struct shard shard = {.k = 3, .n = 16}, none = {0};
    g_autofree char *folder = shard_folder("results", &shard);
    g_autofree char *root = shard_folder("results", &none);
    struct shard read = {0};

    is_str(folder, "results/shard-3-of-16", "the folder of a part");
    is_str(root, "results", "without a part, the folder itself");
    ok(shard_of_folder("shard-3-of-16", &read) && read.k == 3 && read.n == 16, "it is read back");
    ok(!shard_of_folder("shard-17-of-16", &read), "no part 17 of 16");
    ok(!shard_of_folder("snbep", &read), "another folder");
}

/* ---- the cut ---- */

enum { COUNT = 161, PARTS = 7 };

static char *names[COUNT];
static gint64 weights[COUNT];

/* @n parts of the first @count names: "2 1 4", how many each has. */
static char *counts(guint count, unsigned n, const unsigned *parts)
{
    GString *text = g_string_new(NULL);

    for (unsigned p = 0; p < n; p++) {
        guint has = 0;

        for (guint i = 0; i < count; i++)
            has += parts[i] == p;
        g_string_append_printf(text, "%s%u", p ? " " : "", has);
    }
    return g_string_free(text, FALSE);
}

static void is_cut(guint count, unsigned n, const char *expected, const char *what)
{
    unsigned parts[COUNT];
    g_autofree char *got = NULL;

    shard_cut((const char *const *)names, weights, count, n, parts);
    got = counts(count, n, parts);
    is_str(got, expected, "%s", what);
}

static void test_counts(void)
{
    static const gint64 some[] = {10, 5, 5, 2, 2, 2, 2, 2};

    memset(weights, 0, sizeof weights);
    is_cut(7, 3, "3 2 2", "without times, by count");
    is_cut(2, 4, "1 1 0 0", "more parts than scenarios: some are empty");
    is_cut(0, 3, "0 0 0", "nothing to cut");
    is_cut(7, 1, "7", "one part has everything");
    memcpy(weights, some, sizeof some);
    is_cut(8, 3, "1 4 3", "10; 5 2 2 2; 5 2 2: each as heavy as possible");
    weights[0] = 0; /* the mean of the others: 20 / 7 = 2 */
    is_cut(8, 3, "2 2 4", "an unknown weight counts as the mean of the others");
}

/* The least and the greatest weight of a part. */
static void loads(const unsigned *parts, gint64 *least, gint64 *most)
{
    gint64 all[PARTS] = {0};

    for (guint i = 0; i < COUNT; i++)
        all[parts[i]] += weights[i];
    *least = *most = all[0];
    for (guint p = 1; p < PARTS; p++) {
        *least = MIN(*least, all[p]);
        *most = MAX(*most, all[p]);
    }
}

/* The bound that shard.h states, for parts of all sizes, also for few names in
 * many parts. */
static void test_bound(void)
{
    unsigned parts[COUNT];
    guint64 drawn = 1, cuts = 0;

    for (guint count = 1; count <= COUNT; count += 5) {
        gint64 least, most, heaviest = 0;

        for (guint i = 0; i < COUNT; i++)
            weights[i] = 0;
        for (guint i = 0; i < count; i++) {
            drawn = drawn * 6364136223846793005u + 1442695040888963407u;
            weights[i] = 1 + (gint64)(drawn >> (40 + drawn % 20));
            heaviest = MAX(heaviest, weights[i]);
        }
        shard_cut((const char *const *)names, weights, count, PARTS, parts);
        for (guint i = count; i < COUNT; i++)
            parts[i] = 0; /* weighs nothing */
        loads(parts, &least, &most);
        if (most - least > heaviest)
            ok(false, "%u names: parts differ by %d, and the heaviest name weighs %d", count,
                (int)(most - least), (int)heaviest);
        cuts++;
    }
    is_u64(cuts, 33, "in 33 cuts no two parts differ by more than the heaviest name");
}

/* Weights between 1 and 1000, by a rule. */
static void weigh(void)
{
    for (guint i = 0; i < COUNT; i++)
        weights[i] = 1 + (i * 7919) % 1000;
}

static void test_balance(void)
{
    unsigned parts[COUNT];
    gint64 least, most;

    weigh();
    shard_cut((const char *const *)names, weights, COUNT, PARTS, parts);
    loads(parts, &least, &most);
    ok(most - least <= 40, "parts of 161 scenarios differ by %d in %d at most", (int)(most - least),
        (int)most);
    for (guint i = 0; i < COUNT; i++)
        if (parts[i] >= PARTS)
            ok(false, "%s is in part %u", names[i], parts[i]);
}

/* Nodes may list a folder in any order. */
static void test_order(void)
{
    unsigned parts[COUNT], turned_parts[COUNT];
    const char *turned[COUNT];
    gint64 turned_weights[COUNT];
    const char *texts[COUNT];
    g_autofree char *plan = NULL, *turned_plan = NULL, *other = NULL, *edited = NULL;
    guint same = 0;

    weigh();
    for (guint i = 0; i < COUNT; i++)
        weights[i] /= 100; /* many are equal */
    for (guint i = 0; i < COUNT; i++)
        texts[i] = "machine snbep";
    shard_cut((const char *const *)names, weights, COUNT, PARTS, parts);
    for (guint i = 0; i < COUNT; i++) {
        turned[i] = names[(i * 5 + 3) % COUNT];
        turned_weights[i] = weights[(i * 5 + 3) % COUNT];
    }
    shard_cut(turned, turned_weights, COUNT, PARTS, turned_parts);
    for (guint i = 0; i < COUNT; i++)
        same += turned_parts[i] == parts[(i * 5 + 3) % COUNT];
    is_u64(same, COUNT, "each name is in the same part, whatever the order");
    plan = shard_plan((const char *const *)names, texts, parts, COUNT, PARTS);
    turned_plan = shard_plan(turned, texts, turned_parts, COUNT, PARTS);
    is_str(turned_plan, plan, "and the plan is the same");
    is_u64(strlen(plan), 16, "it has sixteen digits");
    texts[7] = "machine epyc";
    edited = shard_plan((const char *const *)names, texts, parts, COUNT, PARTS);
    ok(strcmp(edited, plan) != 0, "another text in one file changes the plan");
    texts[7] = texts[0];
    parts[0] = (parts[0] + 1) % PARTS;
    other = shard_plan((const char *const *)names, texts, parts, COUNT, PARTS);
    ok(strcmp(other, plan) != 0, "one scenario in another part changes the plan");
}

int main(void)
{
    for (guint i = 0; i < COUNT; i++)
        names[i] = g_strdup_printf("machine/scenario-%u", i);
    test_option();
    test_slurm();
    test_job();
    test_folder();
    test_counts();
    test_balance();
    test_bound();
    test_order();
    for (guint i = 0; i < COUNT; i++)
        g_free(names[i]);
    return done_testing();
}
