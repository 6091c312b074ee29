/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop: draws and runs cases; shrinks failing ones and writes them. */
#include "harness/fuzz/fuzz.h"

#include "harness/base/error.h"
#include "harness/fuzz/fuzz_corpus.h"
#include "harness/fuzz/fuzz_machine.h"
#include "harness/fuzz/fuzz_rand.h"
#include "harness/fuzz/fuzz_shrink.h"
#include "harness/fuzz/fuzz_world.h"
#include "harness/scenario/scenario_load.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { TRIALS = 200, REPEATS = 3, PER_GUEST = 4, FAULTS = 4 };
enum { SHARE_EVERY = 8, KIND_DIGITS = 16 }; /* cases; of a name */

struct fuzzing {
    const struct fuzz_options *options;
    struct fuzz_result *result;
    struct fuzz_world *world;
    const char *const *head; /* of the guest that @world describes */
    struct fuzz_corpus *corpus;
    GPtrArray *first;  /* of struct fuzz_case: of the folder, and still to be run; NULL: none */
    GHashTable *kinds; /* of faults so far */
    const char *kind;  /* that is being minimised */
    guint32 number;    /* of the case */
    double when;       /* s after the begin, when the fault was found */
    gint64 began;
};

/* ---- time, news ---- */

static double passed(const struct fuzzing *f)
{
    return (double)(g_get_monotonic_time() - f->began) / G_USEC_PER_SEC;
}

static void tell(const struct fuzzing *f, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void tell(const struct fuzzing *f, const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list list;

    if (!f->options->tell)
        return;
    va_start(list, format);
    line = g_strdup_vprintf(format, list);
    va_end(list);
    f->options->tell(line, f->options->data);
}

static gboolean is_over(const struct fuzzing *f)
{
    return f->options->seconds && passed(f) >= f->options->seconds;
}

/* When the guest of a case is killed. */
static gint64 deadline_of(const struct fuzzing *f)
{
    return f->options->seconds ? f->began + (gint64)f->options->seconds * G_USEC_PER_SEC : 0;
}

/* ---- the guest ---- */

static void add_head(struct fuzz_case *c, const char *const *lines)
{
    for (; lines && *lines; lines++)
        g_ptr_array_add(c->head, g_strdup(*lines));
}

/* Which PMUs a guest with @head has. NULL without an error: the time is
 * over. */
static struct fuzz_world *look(const struct fuzzing *f, const struct fuzz_case *c, GError **error)
{
    const struct run_settings settings = {.icount = TRUE, .deadline = deadline_of(f)};
    g_autofree char *head = fuzz_case_text(c, "", NULL),
                    *text =
                        g_strdup_printf("%s\nstep look\n    run %s\n", head, fuzz_world_command);
    struct scenario *scenario = scenario_parse("look.scn", text, error);
    struct run_record *record;
    struct fuzz_world *world = NULL;

    tell(f, "booting or resuming a guest, to list its PMUs");
    record = scenario ? run_guest(scenario, &settings, error) : NULL;
    if (record && record->failure && !is_over(f))
        error_failed(error, "%s", record->failure);
    else if (record && !record->failure)
        world = fuzz_world_new(f->options->machine,
            scenario->cpus ? scenario->cpus : scenario->machine->cpus, record->steps[0].out->str,
            error);
    run_record_free(record);
    scenario_free(scenario);
    return world;
}

/* ---- cases ---- */

static gboolean know_world(
    struct fuzzing *f, const struct fuzz_case *c, const char *const *head, GError **error)
{
    if (f->world && f->head == head)
        return TRUE;
    fuzz_world_free(f->world);
    f->head = head;
    f->world = look(f, c, error);
    return f->world != NULL;
}

static struct fuzz_case *draw_fresh(struct fuzzing *f, GRand *rand, GError **error)
{
    const struct fuzz_machine *row = fuzz_machine_of(f->options->machine);
    struct fuzz_case *c = fuzz_case_new(f->options->machine, row->rules);
    /* Uses the same guest for several cases, since each new guest must boot. */
    const char *const *head = row->heads[f->number / PER_GUEST % row->n_heads];

    add_head(c, head);
    add_head(c, f->options->lines);
    if (!know_world(f, c, head, error)) {
        fuzz_case_free(c);
        return NULL;
    }
    for (unsigned n = f->options->plans ? f->options->plans : row->plans; n; n--)
        fuzz_machine_draw(row, c, f->world, rand);
    fuzz_draw_traffic(c, &row->counters, rand, row->traffic);
    if (f->number % PER_GUEST == PER_GUEST - 1)
        fuzz_draw_faults(c, rand, FAULTS, row->dma);
    return c;
}

/* Runs the folder's cases first. Then half of the cases are variations of cases
 * that reached something new. Depends only on the seed and the folder. */
static struct fuzz_case *draw(struct fuzzing *f, GError **error)
{
    const guint32 seeds[] = {f->options->seed, f->number, f->options->part};
    const gboolean alone = !f->options->parts;
    g_autoptr(GRand) rand = g_rand_new_with_seed_array(seeds, G_N_ELEMENTS(seeds) - alone);
    struct fuzz_case *c = NULL;

    if (f->first && f->first->len && (alone || f->number % 2))
        return g_ptr_array_steal_index(f->first, alone ? 0 : fuzz_below(rand, f->first->len));
    if (fuzz_one_in(rand, 2))
        c = fuzz_corpus_vary(f->corpus, rand);
    return c ? c : draw_fresh(f, rand, error);
}

/* ---- faults ---- */

static const struct fuzz_fault *fault_of_kind(const GPtrArray *faults, const char *kind)
{
    for (guint i = 0; i < faults->len; i++)
        if (!strcmp(((const struct fuzz_fault *)g_ptr_array_index(faults, i))->kind, kind))
            return g_ptr_array_index(faults, i);
    return NULL;
}

/* With no time left nothing fails, so that fuzz_shrink() soon ends. */
static gboolean fails(const struct fuzz_case *c, gpointer data)
{
    struct fuzzing *f = data;
    const struct run_settings settings = {.icount = TRUE, .deadline = deadline_of(f)};
    struct fuzz_sum unused = {0};
    g_autoptr(GPtrArray) faults = !is_over(f) && fuzz_case_is_scenario(c)
                                      ? fuzz_try(c, &settings, NULL, &unused, NULL)
                                      : NULL;

    tell(f, "minimising: %u traffic, %u plans, %s", c->traffic->len, c->plans->len, f->kind);
    return faults && fault_of_kind(faults, f->kind);
}

/* The verdict's notes as comments, without the expectation's line number, which
 * differs below this head. */
static char *comment_of(const struct fuzzing *f, const struct fuzz_fault *fault)
{
    GString *text = g_string_new(NULL);
    g_auto(GStrv) notes = g_strsplit(g_strchomp(fault->notes), "\n", -1);

    g_string_append_printf(text, "# Found with --seed=%u", f->options->seed);
    if (f->options->parts)
        g_string_append_printf(text, " --shard=%u/%u", f->options->part, f->options->parts);
    g_string_append_printf(
        text, ", in case %u, after %.0f s: %s\n", f->number, f->when, fault->kind);
    if (!f->options->first && is_over(f))
        g_string_append(text, "# It may be larger than it must be: the time was over.\n");
    for (char **note = notes; *note; note++)
        if (!g_str_has_prefix(*note, "expected in "))
            g_string_append_printf(text, "#     %s\n", *note);
    return g_string_free(text, FALSE);
}

/* The name of the next fault. All parts of a run use the same name for a kind
 * of fault. */
static char *path_for(const struct fuzzing *f, const struct fuzz_case *c, const char *kind)
{
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, kind, -1);
    g_autofree char *name = f->options->parts
                                ? g_strdup_printf("%s-%.*s.scn", c->machine->name, KIND_DIGITS, sum)
                                : g_strdup_printf("%s-%u-%u.scn", c->machine->name,
                                      f->options->seed, f->result->found + 1);

    return g_build_filename(f->options->folder, name, NULL);
}

static void tell_there(const struct fuzzing *f, const char *path, const char *kind)
{
    if (f->options->there)
        f->options->there(path, kind, f->options->data);
}

/* Writes the new file @path in one step. FALSE without @error if it exists:
 * another part was first. */
static gboolean write_first(const char *path, const char *text, GError **error)
{
    g_autofree char *beside = g_strconcat(path, ".XXXXXX", NULL);
    int fd = g_mkstemp_full(beside, O_RDWR, 0666);
    gboolean ok = fd >= 0 && !close(fd);

    if (!ok)
        return error_set_errno(beside, error);
    ok = g_file_set_contents(beside, text, -1, error);
    if (ok && link(beside, path)) {
        ok = FALSE;
        if (errno != EEXIST)
            error_set_errno(path, error);
    }
    g_unlink(beside);
    return ok;
}

/* Copies the module at @path beside the findings. Returns its name there, a new
 * string, which differs for another content. */
static char *bring_module(const struct fuzzing *f, const char *path, GError **error)
{
    g_autofree char *content = NULL, *sum = NULL, *stem = g_path_get_basename(path), *there = NULL;
    char *name;
    gsize size;

    if (!g_file_get_contents(path, &content, &size, error))
        return NULL;
    if (g_str_has_suffix(stem, ".ko"))
        stem[strlen(stem) - strlen(".ko")] = '\0';
    sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)content, size);
    name = g_strdup_printf("%s-%.*s.ko", stem, KIND_DIGITS, sum);
    there = g_build_filename(f->options->folder, name, NULL);
    if (!g_file_test(there, G_FILE_TEST_EXISTS) &&
        !g_file_set_contents(there, content, (gssize)size, error))
        g_clear_pointer(&name, g_free);
    return name;
}

/* A finding's folder is self-contained, so it can be moved. */
static gboolean bring_modules(const struct fuzzing *f, char **text, GError **error)
{
    g_autoptr(GString) with_names = g_string_new(*text);

    for (const char *const *line = f->options->lines; line && *line; line++) {
        g_autofree char *whole = g_strdup_printf("\n%s\n", *line), *name = NULL, *instead = NULL;

        if (!g_str_has_prefix(*line, "module "))
            continue;
        name = bring_module(f, *line + strlen("module "), error);
        if (!name)
            return FALSE;
        instead = g_strdup_printf("\nmodule %s\n", name);
        g_string_replace(with_names, whole, instead, 1);
    }
    g_free(*text);
    *text = g_strdup(with_names->str);
    return TRUE;
}

static gboolean write_case(struct fuzzing *f, const struct fuzz_case *c, const char *path,
    const struct fuzz_fault *fault, GError **error)
{
    g_autofree char *comment = comment_of(f, fault);
    g_autofree char *text = fuzz_case_text(c, "a fault that pmulab fuzz has found", comment);
    GError *wrong = NULL;

    if (!bring_modules(f, &text, error))
        return FALSE;
    if (f->options->parts && !write_first(path, text, &wrong)) {
        if (wrong) {
            g_propagate_error(error, wrong);
            return FALSE;
        }
        f->result->found--;
        tell_there(f, path, fault->kind);
        return TRUE;
    }
    if (!f->options->parts && !g_file_set_contents(path, text, -1, error))
        return FALSE;
    if (f->options->found)
        f->options->found(path, fault->kind, f->options->data);
    return TRUE;
}

/* The plan alone, if it also fails alone; else with all plans before it. */
static struct fuzz_case *part_with(struct fuzzing *f, const struct fuzz_case *c, guint plan)
{
    struct fuzz_case *part;

    if (plan == FUZZ_NO_PLAN)
        return fuzz_case_part(c, 0, c->plans->len - 1);
    part = fuzz_case_part(c, plan, plan);
    if (fails(part, f))
        return part;
    fuzz_case_free(part);
    return fuzz_case_part(c, 0, plan);
}

/* Minimises @part, and runs the result several more times. Sets @faults to the
 * resulting faults, or NULL if the time is over. */
static gboolean minimise(
    struct fuzzing *f, struct fuzz_case *part, const char *path, GPtrArray **faults, GError **error)
{
    const struct run_settings settings = {
        .icount = TRUE, .times = REPEATS, .deadline = deadline_of(f)};
    struct fuzz_sum unused = {0};

    fuzz_shrink(part, TRIALS, fails, f);
    if (is_over(f))
        return TRUE;
    *faults = fuzz_try(part, &settings, path, &unused, error);
    if (*faults && is_over(f))
        g_clear_pointer(faults, g_ptr_array_unref);
    else if (!*faults)
        return FALSE;
    return TRUE;
}

/* Minimises the case, unless only the first fault is wanted, and writes it with
 * its faults. */
static gboolean pursue(
    struct fuzzing *f, const struct fuzz_case *c, const struct fuzz_fault *fault, GError **error)
{
    g_autofree char *path = path_for(f, c, fault->kind);
    g_autoptr(GPtrArray) faults = NULL;
    const struct fuzz_fault *again = NULL;
    struct fuzz_case *part;
    gboolean ok = TRUE;

    if (f->options->parts && g_file_test(path, G_FILE_TEST_EXISTS)) {
        tell_there(f, path, fault->kind);
        return TRUE;
    }
    f->kind = fault->kind;
    f->when = passed(f);
    part =
        f->options->first ? fuzz_case_part(c, 0, c->plans->len - 1) : part_with(f, c, fault->plan);
    if (!f->options->first)
        ok = minimise(f, part, path, &faults, error);
    if (faults)
        again = fault_of_kind(faults, fault->kind);
    f->result->found++;
    f->result->unsteady += faults && !again;
    ok = ok && write_case(f, part, path, again ? again : fault, error);
    fuzz_case_free(part);
    return ok;
}

/* Handles each kind once. Known faults are named, but not minimised. */
static gboolean pursue_all(
    struct fuzzing *f, const struct fuzz_case *c, const GPtrArray *faults, GError **error)
{
    for (guint i = 0; i < faults->len; i++) {
        const struct fuzz_fault *fault = g_ptr_array_index(faults, i);
        const char *known = fuzz_machine_known(fuzz_machine_of(f->options->machine), fault->kind);

        if (!g_hash_table_add(f->kinds, g_strdup(known ? known : fault->kind)))
            continue;
        if (known && f->options->known)
            f->options->known(known, f->options->data);
        if (!known && !pursue(f, c, fault, error))
            return FALSE;
    }
    return TRUE;
}

/* ---- the loop ---- */

static gboolean goes_on(const struct fuzzing *f)
{
    return !(f->options->first && f->result->found) && !is_over(f) &&
           (!f->options->cases || f->number < f->options->cases);
}

/* A case that ended its guest reports nothing. */
static gboolean learn(struct fuzzing *f, const struct fuzz_case *c, GError **error)
{
    if (!f->result->sum.new_edges && !f->result->sum.new_states)
        return TRUE;
    f->result->kept++;
    return fuzz_corpus_keep(f->corpus, c, f->options->lines, error);
}

/* Takes the cases that other parts have kept since. */
static gboolean take_others(struct fuzzing *f, GError **error)
{
    g_autoptr(GPtrArray) cases = NULL;

    if (!f->first || !f->options->parts || f->number % SHARE_EVERY != SHARE_EVERY - 1)
        return TRUE;
    cases = fuzz_corpus_read(f->corpus, f->options->lines, error);
    while (cases && cases->len)
        g_ptr_array_add(f->first, g_ptr_array_steal_index(cases, 0));
    return cases != NULL;
}

static gboolean run_case(struct fuzzing *f, GError **error)
{
    const struct run_settings settings = {
        .icount = TRUE, .cover = TRUE, .deadline = deadline_of(f)};
    GError *wrong = NULL;
    struct fuzz_case *c = take_others(f, &wrong) ? draw(f, &wrong) : NULL;
    g_autoptr(GPtrArray) faults = NULL;
    gboolean ok;

    if (!c) {
        if (wrong)
            g_propagate_error(error, wrong);
        return !wrong;
    }
    tell(f, "case %u: %u plans in a guest; so far %" G_GUINT64_FORMAT " plans, %u found",
        f->number + 1, c->plans->len, f->result->sum.plans, f->result->found);
    faults = fuzz_try(c, &settings, NULL, &f->result->sum, error);
    ok = faults && learn(f, c, error) && pursue_all(f, c, faults, error);
    f->result->seconds = passed(f);
    if (f->options->ran)
        f->options->ran(f->result, f->options->data);
    tell(f,
        "%" G_GUINT64_FORMAT " plans, %" G_GUINT64_FORMAT " operations, %.0f/s, %u kept, %u found",
        f->result->sum.plans, f->result->sum.operations,
        (double)f->result->sum.operations / passed(f), f->result->kept, f->result->found);
    fuzz_case_free(c);
    return ok;
}

static gboolean begin(struct fuzzing *f, GError **error)
{
    const struct fuzz_options *options = f->options;
    gboolean resumes;

    if (g_mkdir_with_parents(options->folder, 0777))
        return error_failed(error, "%s: cannot be made", options->folder);
    f->corpus = fuzz_corpus_new(options->machine, options->corpus, error);
    resumes = options->resume || (options->parts && options->corpus);
    if (f->corpus && resumes)
        f->first = fuzz_corpus_read(f->corpus, options->lines, error);
    return f->corpus && (f->first || !resumes);
}

gboolean fuzz(const struct fuzz_options *options, struct fuzz_result *result, GError **error)
{
    struct fuzzing f = {.options = options,
        .result = result,
        .kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .began = g_get_monotonic_time()};
    gboolean ok;

    *result = (struct fuzz_result){0};
    ok = begin(&f, error);
    for (; ok && goes_on(&f); f.number++)
        ok = run_case(&f, error);
    result->seconds = passed(&f);
    fuzz_world_free(f.world);
    fuzz_corpus_free(f.corpus);
    g_clear_pointer(&f.first, g_ptr_array_unref);
    g_hash_table_unref(f.kinds);
    return ok;
}
