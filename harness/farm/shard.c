/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds this process' part of a run, by option or by Slurm, and cuts runs. */
#include "harness/farm/shard.h"

#include "harness/base/error.h"

#include <string.h>

#define FOLDER_BEGIN  "shard-"
#define FOLDER_MIDDLE "-of-"
#define PLAN_DIGITS   16

/* ---- which part ---- */

/* "3/16" or "3-of-16". */
static gboolean read_pair(const char *text, const char *between, struct shard *shard)
{
    const char *middle = strstr(text, between);
    g_autofree char *first = middle ? g_strndup(text, (gsize)(middle - text)) : NULL;
    guint64 k, n;

    if (!first ||
        !g_ascii_string_to_unsigned(middle + strlen(between), 10, 1, SHARDS_MAX, &n, NULL) ||
        !g_ascii_string_to_unsigned(first, 10, 1, n, &k, NULL))
        return FALSE;
    *shard = (struct shard){.k = (unsigned)k, .n = (unsigned)n};
    return TRUE;
}

/* The indices of an array job: --array=MIN-MAX:STEP. */
struct slurm {
    guint64 id, min, max, step, count;
};

static gboolean read_variable(const char *name, guint64 *value, GError **error)
{
    const char *text = g_getenv(name);

    return (text && g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT32, value, NULL)) ||
           error_usage(error,
               "%s is '%s'; expected the number that Slurm gives each task of an array", name,
               text ? text : "");
}

static gboolean read_slurm(struct slurm *slurm, GError **error)
{
    return read_variable("SLURM_ARRAY_TASK_ID", &slurm->id, error) &&
           read_variable("SLURM_ARRAY_TASK_MIN", &slurm->min, error) &&
           read_variable("SLURM_ARRAY_TASK_MAX", &slurm->max, error) &&
           read_variable("SLURM_ARRAY_TASK_STEP", &slurm->step, error) &&
           read_variable("SLURM_ARRAY_TASK_COUNT", &slurm->count, error);
}

/* In a list with gaps, such as --array=1,5,6, this task's number is unknown. */
static gboolean is_even(const struct slurm *slurm)
{
    return slurm->step && slurm->min <= slurm->id && slurm->id <= slurm->max &&
           (slurm->id - slurm->min) % slurm->step == 0 &&
           (slurm->max - slurm->min) / slurm->step + 1 == slurm->count &&
           slurm->count <= SHARDS_MAX;
}

static gboolean by_slurm(struct shard *shard, GError **error)
{
    struct slurm slurm = {0};

    if (!read_slurm(&slurm, error))
        return FALSE;
    if (!is_even(&slurm))
        return error_usage(error,
            "Slurm's array has %" G_GUINT64_FORMAT " tasks from %" G_GUINT64_FORMAT
            " to %" G_GUINT64_FORMAT ", step %" G_GUINT64_FORMAT ", and this is %" G_GUINT64_FORMAT
            "; expected an array without gaps (--array=1-N), or --shard=K/N",
            slurm.count, slurm.min, slurm.max, slurm.step, slurm.id);
    *shard = (struct shard){.k = (unsigned)((slurm.id - slurm.min) / slurm.step + 1),
        .n = (unsigned)slurm.count,
        .by_slurm = TRUE};
    return TRUE;
}

gboolean shard_read(const char *option, struct shard *shard, GError **error)
{
    *shard = (struct shard){0};
    if (option)
        return read_pair(option, "/", shard) ||
               error_usage(error, "--shard '%s': expected K/N, part K from 1 to N of N, at most %d",
                   option, SHARDS_MAX);
    return !g_getenv("SLURM_ARRAY_TASK_ID") || by_slurm(shard, error);
}

/* ---- of which job ---- */

/* Variables that are the same in all parts of one job, and differ in other
 * jobs. */
static const struct {
    const char *variable, *word;
    gboolean by_slurm;
} jobs[] = {
    /* a user who types a part repeats a lost one in another job */
    {"SLURM_ARRAY_JOB_ID", "slurm", TRUE},
    {"CI_PIPELINE_ID", "gitlab", FALSE},
    {"GITHUB_RUN_ID", "github", FALSE},
};

char *shard_job(const struct shard *shard)
{
    for (guint i = 0; i < G_N_ELEMENTS(jobs); i++) {
        const char *id = jobs[i].by_slurm == shard->by_slurm ? g_getenv(jobs[i].variable) : NULL;

        if (id && *id)
            return g_strdup_printf("%s %s", jobs[i].word, id);
    }
    return NULL;
}

/* ---- its folder ---- */

char *shard_folder(const char *root, const struct shard *shard)
{
    g_autofree char *name =
        g_strdup_printf(FOLDER_BEGIN "%u" FOLDER_MIDDLE "%u", shard->k, shard->n);

    return shard->n ? g_build_filename(root, name, NULL) : g_strdup(root);
}

gboolean shard_of_folder(const char *name, struct shard *shard)
{
    return g_str_has_prefix(name, FOLDER_BEGIN) &&
           read_pair(name + strlen(FOLDER_BEGIN), FOLDER_MIDDLE, shard);
}

/* ---- the cut ---- */

struct piece {
    const char *name;
    gint64 weight;
    guint index;
};

static gint heaviest_first(gconstpointer a, gconstpointer b)
{
    const struct piece *left = a, *right = b;

    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    return strcmp(left->name, right->name);
}

/* The mean of the known weights; 1 without any. */
static gint64 mean(const gint64 *weights, guint count)
{
    gint64 sum = 0;
    guint known = 0;

    for (guint i = 0; i < count; i++)
        if (weights[i] > 0) {
            sum += weights[i];
            known++;
        }
    return known ? MAX(sum / known, 1) : 1;
}

static unsigned lightest(const gint64 *loads, unsigned n)
{
    unsigned part = 0;

    for (unsigned i = 1; i < n; i++)
        if (loads[i] < loads[part])
            part = i;
    return part;
}

void shard_cut(
    const char *const *names, const gint64 *weights, guint count, unsigned n, unsigned *parts)
{
    g_autofree struct piece *pieces = g_new(struct piece, count);
    gint64 *loads = g_new0(gint64, n);
    const gint64 unknown = mean(weights, count);

    for (guint i = 0; i < count; i++)
        pieces[i] = (struct piece){names[i], weights[i] > 0 ? weights[i] : unknown, i};
    if (count)
        qsort(pieces, count, sizeof *pieces, heaviest_first);
    for (guint i = 0; i < count; i++) {
        const unsigned part = lightest(loads, n);

        loads[part] += pieces[i].weight;
        parts[pieces[i].index] = part;
    }
    g_free(loads);
}

static gint by_line(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *shard_plan(const char *const *names, const char *const *texts, const unsigned *parts,
    guint count, unsigned n)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

    for (guint i = 0; i < count; i++) {
        g_autofree char *text = g_compute_checksum_for_string(G_CHECKSUM_SHA256, texts[i], -1);

        g_ptr_array_add(lines, g_strdup_printf("%s %u of %u %s\n", names[i], parts[i], n, text));
    }
    g_ptr_array_sort(lines, by_line);
    for (guint i = 0; i < count; i++)
        g_checksum_update(sum, g_ptr_array_index(lines, i), -1);
    return g_strndup(g_checksum_get_string(sum), PLAN_DIGITS);
}
