/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/judge.h"

#include "harness/figures.h"
#include "harness/lint.h"
#include "harness/machine_plan.h"
#include "harness/perf_check.h"
#include "harness/perf_output.h"
#include "harness/perf_share.h"
#include "harness/step_writes.h"

#include <string.h>

#define OUTPUT_LINES_SHOWN 40
#define FAULTS_SHOWN       10

/* What a kernel says when a driver did something that it must not do. */
#define KERNEL_COMPLAINTS                                                                                    \
    "^.*(WARNING:|BUG:|Oops|unchecked MSR access|Call Trace:|general protection|lockup|self-detected "       \
    "stall).*"

/* Judging in progress. */
struct judging {
    const struct run_record *record;
    const struct scenario *scenario;
    struct judgement *judgement;
    struct perf_check *check; /* NULL: @no_check says why */
    char *no_check;
};

/* One expectation of one step. */
struct matter {
    struct judging *judging;
    const struct scenario_step *step;
    const struct run_step *run;
    const struct expect *expect;
    unsigned index; /* of the step */
    GPtrArray *notes;
};

static void verdict_free(gpointer data)
{
    struct verdict *verdict = data;

    g_free(verdict->what);
    g_ptr_array_unref(verdict->notes);
    g_free(verdict);
}

static GPtrArray *notes_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

__attribute__((format(printf, 2, 3))) static void note(GPtrArray *notes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(notes, g_strdup_vprintf(format, args));
    va_end(args);
}

/* Takes over @what and @notes. */
static void add(struct judgement *judgement, unsigned of_step, char *what, gboolean ok, GPtrArray *notes)
{
    struct verdict *verdict = g_new0(struct verdict, 1);

    *verdict = (struct verdict){.what = what, .ok = ok, .step = of_step, .notes = notes};
    g_ptr_array_add(judgement->verdicts, verdict);
    judgement->ok = judgement->ok && ok;
}

void judgement_add(struct judgement *judgement, char *what, gboolean ok, GPtrArray *notes)
{
    add(judgement, 0, what, ok, notes);
}

static void add_verdict(struct judging *judging, unsigned of_step, char *what, gboolean ok, GPtrArray *notes)
{
    add(judging->judgement, of_step, what, ok, notes);
}

/* Adds the last lines of @text, so that a reader sees what went wrong without opening a file. */
static void note_text(GPtrArray *notes, const char *title, const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(copy), "\n", -1);
    guint n = g_strv_length(lines), first = n > OUTPUT_LINES_SHOWN ? n - OUTPUT_LINES_SHOWN : 0;

    if (!*copy)
        return;
    note(notes, first ? "%s, last %u lines:" : "%s:", title, n - first);
    for (guint i = first; i < n; i++)
        note(notes, "| %s", lines[i]);
}

static void note_output(const struct matter *matter)
{
    note_text(matter->notes, "standard output", matter->run->out->str, matter->run->out->len);
    note_text(matter->notes, "standard error", matter->run->err->str, matter->run->err->len);
}

static gboolean matches(const GRegex *regex, const char *text, gsize length)
{
    return g_regex_match_full(regex, text, (gssize)length, 0, 0, NULL, NULL);
}

static gboolean judge_status(const struct matter *matter)
{
    if (matter->run->status == matter->expect->status)
        return TRUE;
    note(
        matter->notes, "the script's status is %d, expected %d", matter->run->status, matter->expect->status);
    note_output(matter);
    return FALSE;
}

/* The last step's, which did not come to its end. */
static gboolean judge_panic(const struct matter *matter)
{
    const struct run_record *record = matter->judging->record;
    const char *console = record->console ? record->console : "";

    if (record->failure && strstr(record->failure, "Kernel panic") &&
        matches(matter->expect->regex, console, strlen(console)))
        return TRUE;
    note(matter->notes, "%s", record->failure ? record->failure : "the guest did not panic");
    note_text(matter->notes, "console", console, strlen(console));
    return FALSE;
}

static gboolean judge_output(const struct matter *matter)
{
    const struct run_step *run = matter->run;
    gboolean found = matches(matter->expect->regex, run->out->str, run->out->len) ||
                     matches(matter->expect->regex, run->err->str, run->err->len);

    if (found != matter->expect->negated)
        return TRUE;
    note_output(matter);
    return FALSE;
}

static gboolean judge_kernel(const struct matter *matter)
{
    const char *log = matter->run->kernel;

    if (matches(matter->expect->regex, log, strlen(log)) != matter->expect->negated)
        return TRUE;
    note_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}

static gboolean judge_kernel_clean(const struct matter *matter)
{
    g_autoptr(GRegex) complaints = g_regex_new(KERNEL_COMPLAINTS, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
    const char *log = matter->run->kernel;

    if (!matches(complaints, log, strlen(log)))
        return TRUE;
    note_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}

/* Standard output and standard error, as perf_check_step() wants them. */
static char *all_output(const struct run_step *run)
{
    GString *text = g_string_new_len(run->out->str, (gssize)run->out->len);

    if (text->len && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    g_string_append_len(text, run->err->str, (gssize)run->err->len);
    return g_string_free(text, FALSE);
}

static GPtrArray *check_rows(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    g_autofree char *text = all_output(matter->run);
    g_autoptr(GError) error = NULL;
    GPtrArray *rows;

    if (!judging->check) {
        note(matter->notes, "%s", judging->no_check);
        return NULL;
    }
    rows = perf_check_step(judging->check, matter->index + 1, text, &error);
    if (!rows)
        note(matter->notes, "%s", error->message);
    return rows;
}

/* What perf printed in the step and how it compares; NULL, with a note, where that can't be said. */
static const GPtrArray *rows_of(const struct matter *matter)
{
    GPtrArray **rows = &matter->judging->judgement->rows[matter->index];

    if (!*rows)
        *rows = check_rows(matter);
    return *rows;
}

static void note_figures(const struct matter *matter, const GPtrArray *rows)
{
    struct output plain = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    figures_print(rows, &plain);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(plain.text->str), "\n", -1);
    for (char **line = lines; *line; line++)
        note(matter->notes, "%s", *line);
    g_string_free(plain.text, TRUE);
}

static gboolean judge_perf_exact(const struct matter *matter)
{
    const GPtrArray *rows = rows_of(matter);
    gboolean ok;

    if (!rows) {
        note_output(matter);
        return FALSE;
    }
    note_figures(matter, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (row->why)
            note(matter->notes, "%s: %s", row->event, row->why);
    }
    ok = perf_check_all_hold(rows);
    if (!ok)
        note_output(matter);
    return ok;
}

static gboolean judge_multiplexed(const struct matter *matter)
{
    g_autofree char *text = all_output(matter->run);
    struct perf_output *output = perf_output_parse(text);
    gboolean scaled = FALSE;

    for (guint i = 0; i < output->rows->len; i++)
        scaled = scaled || ((const struct perf_row *)g_ptr_array_index(output->rows, i))->scaled;
    perf_output_free(output);
    if (!scaled)
        note_output(matter);
    return scaled;
}

static gboolean judge_share(const struct matter *matter)
{
    const struct expect *expect = matter->expect;
    g_autofree char *text = all_output(matter->run);
    GArray *shares = perf_shares(text, expect->symbol);
    gboolean ok = shares->len > 0;

    for (guint i = 0; i < shares->len; i++) {
        guint share = g_array_index(shares, guint, i);

        note(matter->notes, "%s: %u.%02u %%", expect->symbol, share / 100, share % 100);
        ok = ok && relation_compare(expect->sign, share, 100 * (gint64)expect->percent);
    }
    g_array_unref(shares);
    if (!ok)
        note_output(matter);
    return ok;
}

/* The step's samples; NULL, with a note, where there is nothing to be said of them. */
static struct perf_check_samples *samples_of(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    g_autofree char *text = all_output(matter->run);
    g_autoptr(GError) error = NULL;
    struct perf_check_samples *samples = NULL;

    if (judging->check)
        samples = perf_check_step_samples(judging->check, matter->index + 1, text, &error);
    if (!samples)
        note(matter->notes, "%s", judging->check ? error->message : judging->no_check);
    return samples;
}

static gboolean judge_samples(const struct matter *matter)
{
    struct perf_check_samples *samples = samples_of(matter);
    gboolean ok;

    if (!samples)
        return FALSE;
    note(matter->notes, "%u samples latched, %u taken by the driver, %u printed, %u lines wrong",
        samples->latched, samples->taken, samples->printed, samples->wrong->len);
    if (samples->values)
        note(matter->notes, "%u values compared", samples->values);
    for (guint i = 0; i < MIN(samples->wrong->len, FAULTS_SHOWN); i++)
        note(matter->notes, "%s", (const char *)g_ptr_array_index(samples->wrong, i));
    ok = samples->printed && samples->printed == samples->taken && !samples->wrong->len;
    perf_check_samples_free(samples);
    if (!ok)
        note_output(matter);
    return ok;
}

/* An event's name without the socket that "S1:" in front of it picks; -1 picks all. */
static const char *cut_socket(const char *event, int *socket)
{
    char *end;

    *socket = -1;
    if (*event != 'S' || !g_ascii_isdigit(event[1]))
        return event;
    *socket = (int)strtol(event + 1, &end, 10);
    return *end == ':' ? end + 1 : event;
}

/* A figure that isn't in units is what perf printed; one in MiB has lost digits, the count behind it has not.
 */
static gint64 count_of(const struct perf_check_row *row)
{
    guint64 printed;

    if (g_ascii_string_to_unsigned(row->printed, 10, 0, G_MAXINT64, &printed, NULL))
        return (gint64)printed;
    return (gint64)row->driver;
}

/* Figures of one event add up, over sockets and runs of perf. */
static gboolean look_up_event(const char *event, gint64 *count, const GPtrArray *rows)
{
    gboolean found = FALSE;
    int socket;

    event = cut_socket(event, &socket);
    *count = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (strcmp(row->event, event) || !g_ascii_isdigit(*row->printed) ||
            (socket >= 0 && row->socket != socket))
            continue;
        *count += count_of(row);
        found = TRUE;
    }
    return found;
}

/* "NAME: N", a line of its own: a figure that the script itself has printed; the last one counts. */
static gboolean look_up_figure(const char *name, gint64 *count, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    size_t n = strlen(name);
    gboolean found = FALSE;
    guint64 figure;

    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, name) && g_str_has_prefix(*line + n, ": ") &&
            g_ascii_string_to_unsigned(*line + n + 2, 10, 0, G_MAXINT64, &figure, NULL)) {
            *count = (gint64)figure;
            found = TRUE;
        }
    return found;
}

static gboolean look_up_samples(const char *name, gint64 *count, const struct matter *matter)
{
    struct perf_check_samples *samples;

    gboolean found;

    samples = samples_of(matter);
    found = samples && perf_check_samples_figure(samples, name, count);
    perf_check_samples_free(samples);
    return found;
}

/* "FIGURE@STEP" is a figure of another step. Returns the figure's name, a new string, with @matter then being
 * of that step; or NULL where @event is none. */
static char *cut_step(const char *event, struct matter *matter)
{
    const struct scenario *scenario = matter->judging->scenario;
    const char *at = strrchr(event, '@');

    for (unsigned i = 0; at && i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        if (strcmp(step->name, at + 1) || !matter->judging->record->steps[i].reached)
            continue;
        matter->step = step;
        matter->run = &matter->judging->record->steps[i];
        matter->index = i;
        return g_strndup(event, (gsize)(at - event));
    }
    return NULL;
}

static gboolean look_up_in(const char *event, gint64 *count, const struct matter *matter)
{
    const GPtrArray *rows;

    if (step_writes_figure(matter->judging->scenario->machine->model, matter->judging->record->records,
            matter->index + 1, event, count))
        return TRUE;
    if (g_str_has_prefix(event, "samples:"))
        return look_up_samples(event + strlen("samples:"), count, matter);
    if (look_up_figure(event, count, matter->run->out->str))
        return TRUE;
    rows = rows_of(matter);
    return rows && look_up_event(event, count, rows);
}

/* A relation_lookup. */
static gboolean look_up(const char *event, gint64 *count, gpointer data)
{
    struct matter other = *(const struct matter *)data;
    g_autofree char *name = cut_step(event, &other);

    return look_up_in(name ? name : event, count, &other);
}

/* Whether the step's figures are among the notes anyway. */
static gboolean expects_exact(const struct scenario_step *step)
{
    for (guint i = 0; i < step->expects->len; i++)
        if (((const struct expect *)g_ptr_array_index(step->expects, i))->kind == EXPECT_PERF_EXACT)
            return TRUE;
    return FALSE;
}

static gboolean judge_relation(const struct matter *matter)
{
    const GPtrArray *rows;
    g_autofree char *why = NULL;
    gboolean ok = relation_holds(matter->expect->relation, look_up, (gpointer)(guintptr)matter, &why);

    note(matter->notes, "%s", why);
    rows = matter->judging->judgement->rows[matter->index];
    /* Names that perf did not print are easily mistyped ones: show those that it did. */
    if (!ok && rows && !expects_exact(matter->step))
        note_figures(matter, rows);
    if (!ok && !rows)
        note_output(matter);
    return ok;
}

/* What happened from the end of the step before until this one's: for the first one, from boot. */
static struct trace_part part_of(const struct matter *matter)
{
    const GArray *records = matter->judging->record->records;
    struct trace_part part = {.model = matter->judging->scenario->machine->model,
        .records = (const struct trace_record *)(const void *)records->data,
        .to = records->len};

    for (gsize i = 0; i < records->len; i++) {
        if (part.records[i].kind != TRACE_STEP_END)
            continue;
        if (part.records[i].value == matter->index)
            part.from = i + 1;
        if (part.records[i].value == matter->index + 1)
            part.to = i;
    }
    return part;
}

static gboolean judge_register(const struct matter *matter)
{
    const struct trace_part part = part_of(matter);
    g_autofree char *why = NULL;
    gboolean ok = expect_trace_judge_state(matter->expect->trace, &part, &why);

    note(matter->notes, "%s", why);
    return ok;
}

static gboolean judge_accesses(const struct matter *matter)
{
    const struct trace_part part = part_of(matter);
    g_autofree char *why = NULL;
    gboolean found = expect_trace_judge_order(matter->expect->trace, &part, &why);

    note(matter->notes, "%s", why);
    return found != matter->expect->negated;
}

/* One rule, or several together. */
static guint n_findings(const struct matter *matter, unsigned rules)
{
    const struct scenario *scenario = matter->judging->scenario;
    const struct trace_part part = part_of(matter);
    GPtrArray *lines = lint(scenario->machine->name, part.model, machine_plan_planned(scenario->hardware),
        rules, part.records, part.from, part.to);
    guint n = lines->len;

    for (guint i = 0; i < MIN(n, FAULTS_SHOWN); i++)
        note(matter->notes, "%s", (const char *)g_ptr_array_index(lines, i));
    g_ptr_array_unref(lines);
    return n;
}

static gboolean judge_lint(const struct matter *matter)
{
    const struct expect *expect = matter->expect;
    gboolean ok = TRUE;

    if (expect->clean)
        return !n_findings(matter, expect->rules);
    for (unsigned rule = 1; rule <= LINT_ALL; rule <<= 1)
        if (expect->rules & rule)
            ok = n_findings(matter, rule) && ok;
    return ok;
}

static gboolean judge_matter(const struct matter *matter)
{
    switch (matter->expect->kind) {
    case EXPECT_STATUS:
        return judge_status(matter);
    case EXPECT_PANIC:
        return judge_panic(matter);
    case EXPECT_PERF_EXACT:
        return judge_perf_exact(matter);
    case EXPECT_SAMPLES:
        return judge_samples(matter);
    case EXPECT_SHARE:
        return judge_share(matter);
    case EXPECT_MULTIPLEXED:
        return judge_multiplexed(matter);
    case EXPECT_OUTPUT:
        return judge_output(matter);
    case EXPECT_KERNEL:
        return judge_kernel(matter);
    case EXPECT_KERNEL_CLEAN:
        return judge_kernel_clean(matter);
    case EXPECT_REGISTER:
        return judge_register(matter);
    case EXPECT_ACCESSES:
        return judge_accesses(matter);
    case EXPECT_LINT:
        return judge_lint(matter);
    case EXPECT_RELATION:
        return judge_relation(matter);
    }
    g_assert_not_reached();
}

static void note_unreached(const struct matter *matter)
{
    note(matter->notes, "the run did not come to it: %s", matter->judging->record->failure);
    note_output(matter);
}

static void judge_expect(struct judging *judging, unsigned index, const struct expect *expect)
{
    const struct scenario_step *step = g_ptr_array_index(judging->scenario->steps, index);
    struct matter matter = {
        .judging = judging,
        .step = step,
        .run = &judging->record->steps[index],
        .expect = expect,
        .index = index,
        .notes = notes_new(),
    };
    gboolean came = matter.run->reached && (matter.run->status >= 0 || expect->kind == EXPECT_PANIC);
    gboolean ok = FALSE;

    if (came)
        ok = judge_matter(&matter) == !expect->xfail;
    else
        note_unreached(&matter);
    if (came && expect->xfail)
        note(matter.notes, ok ? "did not hold, as expected: %s" : "holds, but was expected to fail: %s",
            expect->xfail);
    if (!ok && expect->line)
        note(matter.notes, "expected in %s:%u", judging->scenario->path, expect->line);
    add_verdict(judging, index + 1,
        g_strdup_printf("step %s: %s%s", step->name, expect->xfail ? "fails: " : "", expect->text), ok,
        matter.notes);
}

/* Of a guest that is not to come up. */
static void judge_death(struct judging *judging)
{
    const struct run_record *record = judging->record;
    const char *console = record->console ? record->console : "";
    gboolean died = record->failure && matches(judging->scenario->dies, console, strlen(console));
    GPtrArray *notes = notes_new();

    if (!record->failure)
        note(notes, "it came up, and powered off in good order");
    if (!died)
        note_text(notes, "console", console, strlen(console));
    add_verdict(judging, 0, g_strdup_printf("guest dies: %s", judging->scenario->dies_text), died, notes);
}

/* Whether the last step is to panic. */
static gboolean expects_panic(const struct scenario *scenario)
{
    const struct scenario_step *last = g_ptr_array_index(scenario->steps, scenario->steps->len - 1);

    for (guint i = 0; i < last->expects->len; i++)
        if (((const struct expect *)g_ptr_array_index(last->expects, i))->kind == EXPECT_PANIC)
            return TRUE;
    return FALSE;
}

static void judge_guest(struct judging *judging)
{
    const struct run_record *record = judging->record;
    gboolean panic = expects_panic(judging->scenario), ok;
    GPtrArray *notes = notes_new();

    if (record->failure)
        note(notes, "%s", record->failure);
    ok = panic ? record->failure && strstr(record->failure, "Kernel panic") : !record->failure;
    if (!ok && record->failure && record->console)
        note_text(notes, "console", record->console, strlen(record->console));
    add_verdict(judging, 0,
        g_strdup(
            panic ? "guest boots and panics in the last step" : "guest boots, does all steps and powers off"),
        ok, notes);
}

static void add_counters(struct judging *judging, gboolean holds, GPtrArray *notes)
{
    const char *xfail = judging->scenario->xfail_counters;

    if (xfail)
        note(notes, holds ? "holds, but was expected to fail: %s" : "did not hold, as expected: %s", xfail);
    add_verdict(judging, 0,
        g_strdup(xfail ? "counters: not every read gives what the traffic makes it"
                       : "counters: every read gave what the traffic makes it"),
        judging->check ? holds == !xfail : FALSE, notes);
}

/* Every read, those too that no figure of perf's is made of. */
static void judge_reads(struct judging *judging)
{
    GPtrArray *notes = notes_new();
    const GPtrArray *faults = judging->check ? perf_check_faults(judging->check) : NULL;

    if (!faults)
        note(notes, "%s", judging->no_check);
    else
        note(notes, "%" G_GUINT64_FORMAT " reads, %u of them wrong", perf_check_n_reads(judging->check),
            faults->len);
    if (faults && perf_check_n_masked(judging->check))
        note(notes,
            "%u accesses gave something else than the hardware had, as faults of the scenario have it",
            perf_check_n_masked(judging->check));
    for (guint i = 0; faults && i < MIN(faults->len, FAULTS_SHOWN); i++)
        note(notes, "%s", (const char *)g_ptr_array_index(faults, i));
    add_counters(judging, faults && !faults->len, notes);
}

/* Whether the plan's entry number @entry took effect, was refused or never came. */
static gboolean judge_entry(const struct judging *judging, unsigned entry, GPtrArray *notes)
{
    const GArray *records = judging->record->records;
    unsigned line = g_array_index(judging->scenario->plan_lines, unsigned, entry);

    for (guint i = 0; i < records->len; i++) {
        const struct trace_record *record = &g_array_index(records, struct trace_record, i);

        if ((record->kind == TRACE_PLAN || record->kind == TRACE_FAULT) && record->value == entry)
            return TRUE;
        if (record->kind == TRACE_REFUSED && record->value == entry) {
            note(notes,
                "%s:%u: was refused, %" G_GUINT64_FORMAT " ns after start: the traffic of that moment "
                "leaves no room for it",
                judging->scenario->path, line, record->time);
            return FALSE;
        }
    }
    note(notes, "%s:%u: never took effect: its moment did not come", judging->scenario->path, line);
    return FALSE;
}

static void judge_traffic(struct judging *judging)
{
    GPtrArray *notes = notes_new();
    gboolean ok = TRUE;

    for (guint i = 0; i < judging->scenario->plan_lines->len; i++)
        ok = judge_entry(judging, i, notes) && ok;
    add_verdict(judging, 0, g_strdup("traffic: every line took effect"), ok, notes);
}

static void begin_check(struct judging *judging)
{
    const struct scenario *scenario = judging->scenario;
    const GArray *records = judging->record->records;
    const struct perf_check_run run = {
        .machine = scenario->machine->name,
        .planned = machine_plan_planned(scenario->hardware),
        .records = (const struct trace_record *)(const void *)records->data,
        .n_records = records->len,
    };
    g_autoptr(GError) error = NULL;

    judging->check = perf_check_new(&run, &error);
    if (!judging->check)
        judging->no_check = g_strdup(error->message);
}

unsigned judge_n_verdicts(const struct scenario *scenario)
{
    return 2 + (scenario->plan_lines->len > 0) + scenario_n_expects(scenario);
}

struct judgement *judge(const struct run_record *record)
{
    const struct scenario *scenario = record->scenario;
    struct judgement *judgement = g_new0(struct judgement, 1);
    struct judging judging = {.record = record, .scenario = scenario, .judgement = judgement};

    judgement->ok = TRUE;
    judgement->verdicts = g_ptr_array_new_with_free_func(verdict_free);
    judgement->rows = g_new0(GPtrArray *, scenario->steps->len);
    begin_check(&judging);
    if (scenario->dies)
        judge_death(&judging);
    else
        judge_guest(&judging);
    judge_reads(&judging);
    if (scenario->plan_lines->len)
        judge_traffic(&judging);
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        for (guint k = 0; k < step->expects->len; k++)
            judge_expect(&judging, i, g_ptr_array_index(step->expects, k));
    }
    perf_check_free(judging.check);
    g_free(judging.no_check);
    return judgement;
}

void judgement_free(struct judgement *judgement, const struct scenario *scenario)
{
    if (!judgement)
        return;
    for (guint i = 0; i < scenario->steps->len; i++)
        if (judgement->rows[i])
            g_ptr_array_unref(judgement->rows[i]);
    g_free(judgement->rows);
    g_ptr_array_unref(judgement->verdicts);
    g_free(judgement);
}
