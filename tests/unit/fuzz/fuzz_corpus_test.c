/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The corpus of `pmulab fuzz`: cases as files and back, and variations of
 * them. */
#include "harness/fuzz/fuzz_corpus.h"
#include "harness/fuzz/fuzz_vary.h"
#include "harness/machine/machines.h"
#include "harness/scenario/scenario_load.h"

#include "tests/tap.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static struct fuzz_case *case_of(const struct machine *machine, const char *head)
{
    struct fuzz_case *c = fuzz_case_new(machine, fuzz_machine_of(machine)->rules);

    if (head)
        g_ptr_array_add(c->head, g_strdup(head));
    return c;
}

static struct fuzz_plan *add_plan(struct fuzz_case *c, const struct fuzz_way *way, const char *text)
{
    struct fuzz_plan *plan = fuzz_case_add_plan(c, way);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++)
        g_ptr_array_add(plan->lines, g_strdup(*line));
    return plan;
}

static char *text_of(const struct fuzz_case *c)
{
    return fuzz_case_text(c, "", NULL);
}

/* Another run's cases in the folder. */
static GPtrArray *read_by_another(const struct machine *machine, const char *const *lines)
{
    struct fuzz_corpus *other = fuzz_corpus_new(machine, folder, NULL);
    GPtrArray *cases = fuzz_corpus_read(other, lines, NULL);
    g_autoptr(GPtrArray) again = fuzz_corpus_read(other, lines, NULL);

    is_u64(again->len, 0, "a run reads no case twice");
    fuzz_corpus_free(other);
    return cases;
}

static void remove_files(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);

        g_remove(path);
    }
    if (dir)
        g_dir_close(dir);
}

static guint n_files(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    guint n = 0;

    while (g_dir_read_name(dir))
        n++;
    g_dir_close(dir);
    return n;
}

/* ---- files ---- */

#define OPERATIONS "open 0 uncore_imc_0/clockticks/ cpu 0\non 0\nread 0"

static void test_files(void)
{
    static const char *const lines[] = {"module /a/b.ko", NULL}, *const others[] = {
                                                                     "kernel 6.1", NULL};
    struct fuzz_corpus *corpus = fuzz_corpus_new(&snbep_machine, folder, NULL);
    struct fuzz_case *c = case_of(&snbep_machine, "config sockets=2");
    g_autoptr(GPtrArray) read = NULL, own = NULL;
    g_autofree char *expected = NULL, *is = NULL;

    g_ptr_array_add(c->traffic, g_strdup("imc0 CAS_COUNT.RD 5M/s"));
    add_plan(c, &fuzz_play, OPERATIONS);
    add_plan(c, &fuzz_play, "wait 5");
    g_ptr_array_add(c->head, g_strdup(lines[0]));
    ok(fuzz_corpus_keep(corpus, c, lines, NULL) && fuzz_corpus_keep(corpus, c, lines, NULL),
        "a case is kept");
    is_u64(n_files(), 1, "... in one file");
    own = fuzz_corpus_read(corpus, others, NULL);
    is_u64(own->len, 0, "... which this run does not read again");
    read = read_by_another(&snbep_machine, others);
    is_u64(read->len, 1, "the file is read");
    g_ptr_array_remove_index(c->head, 1);
    g_ptr_array_add(c->head, g_strdup(others[0]));
    expected = text_of(c);
    is = text_of(g_ptr_array_index(read, 0));
    is_str(is, expected, "... unchanged, with this run's kernel and module");
    fuzz_case_free(c);
    fuzz_corpus_free(corpus);
}

static void test_ways(void)
{
    struct fuzz_corpus *corpus = fuzz_corpus_new(&kunpeng_machine, folder, NULL);
    const struct fuzz_machine *row = fuzz_machine_of(&kunpeng_machine);
    struct fuzz_case *c = case_of(&kunpeng_machine, NULL);
    g_autoptr(GPtrArray) read = NULL;
    g_autofree char *expected = NULL, *is = NULL;

    ok(fuzz_machine_way(row, 0) && fuzz_machine_way(row, 1) && !fuzz_machine_way(row, 2),
        "two ways");
    add_plan(c, fuzz_machine_way(row, 0), "perf stat -a \\\n-e armv8_pmuv3/cycles/ \\\ntrue");
    add_plan(c, fuzz_machine_way(row, 1), "pmcu-record\npmcu-report");
    expected = text_of(c);
    ok(fuzz_corpus_keep(corpus, c, NULL, NULL), "a case of commands is kept");
    read = read_by_another(&kunpeng_machine, NULL);
    is_u64(read->len, 1, "only the machine's own files are read");
    is = text_of(g_ptr_array_index(read, 0));
    is_str(is, expected, "... each plan with its way and its continued lines");
    fuzz_case_free(c);
    fuzz_corpus_free(corpus);
}

/* A case of hardware with faults: its figures are not checked. */
static void test_sick(void)
{
    struct fuzz_corpus *corpus = fuzz_corpus_new(&epyc_machine, folder, NULL);
    struct fuzz_case *c = case_of(&epyc_machine, "cpus 1");
    g_autoptr(GPtrArray) read = NULL;
    g_autofree char *expected = NULL, *is = NULL;

    c->sick = TRUE;
    g_ptr_array_add(c->traffic, g_strdup("fault cpu0.IBS_OP_CTL freezes"));
    add_plan(c, fuzz_machine_way(fuzz_machine_of(&epyc_machine), 0), "true");
    expected = text_of(c);
    ok(fuzz_corpus_keep(corpus, c, NULL, NULL), "a case with faults is kept");
    read = read_by_another(&epyc_machine, NULL);
    is_u64(read->len, 1, "... and read");
    is = text_of(g_ptr_array_index(read, 0));
    is_str(is, expected, "... as such, and its plan without the surrounding lines");
    fuzz_case_free(c);
    fuzz_corpus_free(corpus);
}

static void test_strange_files(void)
{
    static const char *const texts[] = {"", "a text\n",
        "machine snbep\nstep a\n    run true\n    expect status 0\n",
        "machine snbep\nstep a\n    run pmulab-play <<END\n    run END\n    expect play exact\n"};
    struct fuzz_corpus *corpus = fuzz_corpus_new(&snbep_machine, folder, NULL);
    g_autoptr(GPtrArray) read = NULL;
    g_autoptr(GError) error = NULL;

    remove_files();
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *path = g_strdup_printf("%s/snbep-%zu.scn", folder, i);

        g_file_set_contents(path, texts[i], -1, NULL);
    }
    read = fuzz_corpus_read(corpus, NULL, NULL);
    is_u64(read->len, 0, "other files are skipped");
    fuzz_corpus_free(corpus);
    ok(!fuzz_corpus_new(&snbep_machine, "/dev/null/corpus", &error),
        "a folder that cannot be created");
    is_str(error->message, "/dev/null/corpus: cannot be made", "... is reported");
}

/* ---- variations ---- */

static gboolean has_line(const char *const *all, const char *line)
{
    return g_strv_contains(all, line);
}

/* Three cases for two kinds of guests, each with a plan that switches a CPU and
 * one that does not. */
static void fill(struct fuzz_corpus *corpus)
{
    for (unsigned i = 0; i < 3; i++) {
        struct fuzz_case *c = case_of(&snbep_machine, i < 2 ? "cpus 4" : "cpus 2");
        g_autofree char *lines =
                            g_strdup_printf("wait %u1\nwait %u2\nwait %u3\nwait %u4", i, i, i, i),
                        *cpu = g_strdup_printf("on 0\ncpu 1 off\nread %u\ncpu 1 on", i);

        add_plan(c, &fuzz_play, lines);
        add_plan(c, &fuzz_play, cpu);
        fuzz_corpus_keep(corpus, c, NULL, NULL);
        fuzz_case_free(c);
    }
}

static char *varied(guint32 seed)
{
    struct fuzz_corpus *corpus = fuzz_corpus_new(&snbep_machine, NULL, NULL);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    struct fuzz_case *c;
    char *text;

    fill(corpus);
    c = fuzz_corpus_vary(corpus, rand);
    text = text_of(c);
    fuzz_case_free(c);
    fuzz_corpus_free(corpus);
    return text;
}

static gboolean switches(const struct fuzz_plan *plan)
{
    return plan->lines->len > 1 && !strcmp(g_ptr_array_index(plan->lines, 1), "cpu 1 off");
}

/* Plans with cpu are kept whole: "on 0", off, read, on. The others mix lines of
 * equal guests. */
static gboolean is_sound(const struct fuzz_case *c)
{
    static const char *const four[] = {"wait 01", "wait 02", "wait 03", "wait 04", "wait 11",
        "wait 12", "wait 13", "wait 14", NULL},
                             *const two[] = {"wait 21", "wait 22", "wait 23", "wait 24", NULL};
    const char *const *mine = !strcmp(g_ptr_array_index(c->head, 0), "cpus 4") ? four : two;

    for (guint i = 0; i < c->plans->len; i++) {
        const struct fuzz_plan *plan = g_ptr_array_index(c->plans, i);

        if (switches(plan) ? plan->lines->len != 4 : !plan->lines->len)
            return FALSE;
        for (guint k = 0; !switches(plan) && k < plan->lines->len; k++)
            if (!has_line(mine, g_ptr_array_index(plan->lines, k)))
                return FALSE;
    }
    return c->plans->len == 2 && c->head->len == 1;
}

static void test_vary(void)
{
    g_autofree char *one = varied(1), *again = varied(1);
    g_autoptr(GHashTable) different = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct fuzz_corpus *corpus = fuzz_corpus_new(&snbep_machine, NULL, NULL);
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    guint sound = 0, large = 0;

    ok(!fuzz_corpus_vary(corpus, rand), "without cases there is no variation");
    is_str(one, again, "a seed gives the same variation");
    fill(corpus);
    for (unsigned i = 0; i < 200; i++) {
        struct fuzz_case *c = fuzz_corpus_vary(corpus, rand);

        sound += is_sound(c);
        large += c->head->len && !strcmp(g_ptr_array_index(c->head, 0), "cpus 4");
        g_hash_table_add(different, text_of(c));
        fuzz_case_free(c);
    }
    is_u64(sound, 200, "each has plans for its guest, and switches CPUs as before");
    ok(large > 100 && large < 170, "both kinds of guests occur, in proportion to their cases");
    ok(g_hash_table_size(different) > 100, "most are different: %u", g_hash_table_size(different));
    fuzz_corpus_free(corpus);
}

static void test_commands_stay(void)
{
    const struct fuzz_way *way = fuzz_machine_way(fuzz_machine_of(&epyc_machine), 0);
    struct fuzz_case *c = case_of(&epyc_machine, NULL);
    struct fuzz_plan *plan = add_plan(c, way, "perf record \\\ntrue\nperf report");
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autofree char *before = text_of(c), *after = NULL;

    for (unsigned i = 0; i < 20; i++)
        fuzz_vary_plan(plan, plan, rand);
    after = text_of(c);
    is_str(after, before, "commands are not operations: they stay unchanged");
    fuzz_case_free(c);
}

int main(void)
{
    folder = g_dir_make_tmp("pmulab-corpus-XXXXXX", NULL);
    test_files();
    test_ways();
    test_sick();
    test_strange_files();
    test_vary();
    test_commands_stay();
    remove_files();
    g_rmdir(folder);
    g_free(folder);
    return done_testing();
}
