/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a scenario's steps in a guest, resumed or booted, and collects output,
 * console and trace. */
#include "harness/run/run_guest.h"

#include "harness/base/memory_file.h"
#include "harness/run/guest_modules.h"
#include "harness/run/guest_snapshot.h"
#include "harness/symbols/driver_names.h"
#include "harness/symbols/kernel_symbols.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_reader.h"
#include "harness/vm/guest_session.h"

#include <string.h>

/* The step number of our own commands between steps; no scenario's traffic can
 * be anchored to it. */
#define OWN_STEP GUEST_STEP_MAX
G_STATIC_ASSERT(SCENARIO_STEPS_MAX < OWN_STEP);

/* Prints the kernel's log and empties it. */
#define TAKE_KERNEL_LOG "dmesg -c"

struct run {
    const struct scenario *scenario;
    const struct run_settings *settings;
    struct run_record *record;
    struct memory_file traffic, trace, cover; /* cover: not open unless wanted */
    GPtrArray *config, *plugin_options;       /* plugin_options has all of config */
    GPtrArray *packages;                      /* the scenario's, then NULL */
    gboolean wants_kernel_log;
    struct guest_modules modules;
    char *places;                    /* where the guest's modules are, or NULL */
    struct guest_snapshot *snapshot; /* the saved guest that this one continues; NULL: it boots */
    struct stopwatch watch;
};

/* Adds the time since the last call to @phase. */
static void end_phase(struct run *run, enum run_phase phase)
{
    stopwatch_lap(&run->watch, &run->record->times.phases[phase]);
}

static void tell(const struct run *run, const char *what)
{
    if (run->settings->progress)
        run->settings->progress(what, run->settings->progress_data);
}

static void tell_boot(double seconds, gpointer data)
{
    g_autofree char *what = g_strdup_printf("booting ... %.0f s", seconds);

    tell(data, what);
}

static gboolean wants_kernel_log(const struct scenario *scenario)
{
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        for (guint k = 0; k < step->expects->len; k++) {
            const struct expect *expect = g_ptr_array_index(step->expects, k);

            if (expect->kind == EXPECT_KERNEL || expect->kind == EXPECT_KERNEL_CLEAN)
                return TRUE;
        }
    }
    return FALSE;
}

static void add_plugin_options(struct run *run)
{
    const GPtrArray *config = run->scenario->config;

    run->packages = g_ptr_array_new();
    g_ptr_array_extend(run->packages, run->scenario->packages, NULL, NULL);
    g_ptr_array_add(run->packages, NULL);
    run->config = g_ptr_array_new();
    run->plugin_options = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < config->len; i++) {
        g_ptr_array_add(run->config, g_ptr_array_index(config, i));
        g_ptr_array_add(run->plugin_options, g_strdup(g_ptr_array_index(config, i)));
    }
    g_ptr_array_add(run->config, NULL);
    g_ptr_array_add(run->plugin_options, g_strdup_printf("traffic=%s", run->traffic.path));
    g_ptr_array_add(run->plugin_options, g_strdup_printf("trace=%s", run->trace.path));
    if (run->settings->cover)
        g_ptr_array_add(run->plugin_options, g_strdup_printf("cover=%s", run->cover.path));
    g_ptr_array_add(run->plugin_options, NULL);
}

static struct driver_naming naming_of(const struct run *run)
{
    const struct scenario *scenario = run->scenario;

    return (struct driver_naming){
        .places = run->places,
        .own = run->modules.whole,
        .guest = scenario->guest ? scenario->guest : scenario->machine->guest,
        .kernel = scenario->kernel,
        .built_in = scenario->machine->built_in,
        .moves = !run->settings->icount, /* qemu_command.c: nokaslr */
    };
}

static gboolean prepare_cover(struct run *run, GError **error)
{
    const struct driver_naming naming = naming_of(run);

    return !run->settings->cover ||
           cover_file_open(&run->cover, run->scenario->machine, &naming, error);
}

static gboolean prepare(struct run *run, GError **error)
{
    const GString *plan = run->scenario->plan;

    if (!memory_file_open(&run->traffic, "traffic", error) ||
        !memory_file_open(&run->trace, "trace", error))
        return FALSE;
    if (!memory_file_add(&run->traffic, plan->str, plan->len, error))
        return FALSE;
    if (!guest_modules_read(&run->modules, run->scenario->modules, run->scenario->guest, error) ||
        !prepare_cover(run, error))
        return FALSE;
    add_plugin_options(run);
    return TRUE;
}

static gboolean take_kernel_log(struct guest *guest, struct run_step *step, GError **error)
{
    struct guest_result result;
    gboolean ok = guest_take(guest, &result, error);

    if (ok) {
        g_free(step->kernel);
        step->kernel = g_strndup(result.out->str, result.out->len);
    }
    guest_result_clear(&result);
    return ok;
}

static gboolean take_step(struct run *run, struct guest *guest, unsigned index, GError **error)
{
    const struct scenario_step *step = g_ptr_array_index(run->scenario->steps, index);
    struct run_step *record = &run->record->steps[index];
    g_autofree char *what = g_strdup_printf("step %s", step->name);
    struct guest_result result;
    gboolean ok;

    tell(run, what);
    record->reached = TRUE;
    ok = guest_take(guest, &result, error);
    if (result.out)
        g_string_append_len(record->out, result.out->str, (gssize)result.out->len);
    if (result.err)
        g_string_append_len(record->err, result.err->str, (gssize)result.err->len);
    record->status = result.status;
    record->seconds = result.seconds;
    guest_result_clear(&result);
    if (ok && run->wants_kernel_log)
        ok = take_kernel_log(guest, record, error);
    if (!ok)
        g_prefix_error(error, "step %s: ", step->name);
    return ok;
}

/* Queues all commands that the guest will ever get. */
static gboolean queue_steps(const struct run *run, struct guest *guest, GError **error)
{
    const struct driver_naming naming = naming_of(run);

    if (!guest_modules_queue(&run->modules, guest, OWN_STEP, error))
        return FALSE;
    for (guint i = 0; i < run->scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(run->scenario->steps, i);

        if (!guest_queue(guest, i + 1, step->script->str, error))
            return FALSE;
        if (run->wants_kernel_log && !guest_queue(guest, OWN_STEP, TAKE_KERNEL_LOG, error))
            return FALSE;
    }
    guest_queue_places(guest, run->scenario->kernel && driver_names_need_symbols(&naming));
    guest_queue_off(guest);
    return TRUE;
}

static gboolean run_steps(struct run *run, struct guest *guest, GError **error)
{
    struct guest_result places;
    gboolean ok;

    if (!queue_steps(run, guest, error) || !guest_go(guest, error) ||
        !guest_modules_take(&run->modules, guest, error))
        return FALSE;
    for (guint i = 0; i < run->scenario->steps->len; i++)
        if (!take_step(run, guest, i, error))
            return FALSE;
    tell(run, "powering off");
    /* If the guest cannot report its addresses, only names are missing. */
    ok = guest_take(guest, &places, error);
    if (ok)
        run->places = g_strndup(places.out->str, places.out->len);
    guest_result_clear(&places);
    return ok && guest_stop(guest, error);
}

/* A guest that prints the kernel's symbols powers off later, and the trace must
 * not show that the cache lacks them. So a separate guest prints them, and the
 * kernel's address, which a guest that dies cannot print. Without them drivers'
 * functions have no names. */
static void learn_symbols(const struct run *run)
{
    struct driver_naming naming = naming_of(run);
    const gboolean needs_text = run->scenario->dies && naming.built_in && !naming.moves &&
                                !kernel_symbols_text(naming.guest);
    const struct guest_options options = {
        .machine = run->scenario->machine,
        .guest = run->scenario->guest,
        .no_plugin = TRUE,
        .icount = needs_text, /* with it, the kernel does not move */
        .deadline = run->settings->deadline,
    };
    struct guest_result result;
    struct guest *guest;

    if (run->scenario->kernel || !(driver_names_need_symbols(&naming) || needs_text))
        return;
    tell(run, "booting a guest for the kernel's symbols");
    guest = guest_start(&options, NULL);
    if (!guest)
        return;
    if (guest_places(guest, TRUE, &result, NULL)) {
        kernel_symbols_keep(naming.guest, result.out->str);
        naming.places = result.out->str;
        if (needs_text)
            driver_names_keep_text(&naming);
    }
    guest_result_clear(&result);
    guest_free(guest);
}

static const char *why_cold(const struct run *run)
{
    if (run->settings->cold)
        return "--cold";
    return run->settings->icount ? guest_snapshot_refuses(run->scenario) : "--no-icount";
}

static void tell_waiting(gpointer data)
{
    tell(data, "waiting for a guest that another process saves");
}

/* Finds or makes a saved guest. If there is none, the guest boots. */
static void use_snapshot(struct run *run, struct guest_options *options)
{
    const char *why = why_cold(run);
    const struct guest_snapshot_wanted wanted = {.options = options,
        .plugin_options = (const char *const *)run->config->pdata,
        .plan = guest_snapshot_is_early(run->scenario) ? run->scenario->plan : NULL,
        .plan_path = run->traffic.path};
    g_autoptr(GError) error = NULL;
    gsize length;
    const void *trace;

    if (!why)
        run->snapshot = guest_snapshot_get(&wanted, tell_waiting, run, &error);
    if (run->snapshot) {
        trace = g_bytes_get_data(run->snapshot->trace, &length);
        if (memory_file_add(&run->trace, trace, length, &error)) {
            options->resume = &run->snapshot->files;
            return;
        }
    }
    run->record->cold = g_strdup(why ? why : error->message);
    run->record->unsaved = !why;
}

static struct guest *start(struct run *run, struct guest_options *options, GError **error)
{
    g_autoptr(GError) why = NULL;
    struct guest *guest;

    use_snapshot(run, options);
    if (!options->resume)
        return guest_start(options, error);
    guest = guest_start(options, &why);
    if (guest)
        return guest;
    run->record->cold = g_strdup_printf("the saved guest did not continue: %s", why->message);
    options->resume = NULL;
    g_string_truncate(options->lost_console, 0);
    if (!memory_file_empty(&run->trace, error))
        return NULL;
    guest = guest_start(options, error);
    /* If the boot also fails, the saved guest was not to blame. */
    if (guest)
        guest_snapshot_drop(run->snapshot);
    return guest;
}

static void run_all(struct run *run)
{
    const struct scenario *scenario = run->scenario;
    g_autoptr(GString) lost_console = g_string_new(NULL);
    struct guest_options options = {
        .machine = scenario->machine,
        .guest = scenario->guest,
        .kernel = scenario->kernel,
        .append = scenario->kernel_options,
        .without = (const char *const *)run->modules.names->pdata,
        .plugin_options = (const char *const *)run->plugin_options->pdata,
        .cpus = scenario->cpus,
        .sockets = scenario->sockets,
        .threads = scenario->threads,
        .memory_mib = scenario->memory_mib,
        .packages = (const char *const *)run->packages->pdata,
        .files = (const struct guest_file *)(const void *)scenario->files->data,
        .flash = scenario->flash,
        .image = scenario->image,
        .icount = run->settings->icount,
        .holds = TRUE,
        .terminal = run->settings->terminal,
        .paced = run->settings->terminal,
        .command_limit_s = run->settings->terminal ? 0 : scenario->limit_s,
        .deadline = run->settings->deadline,
        .progress = run->settings->progress ? tell_boot : NULL,
        .progress_data = run,
        .lost_console = lost_console,
    };
    g_autoptr(GError) error = NULL;
    struct guest *guest;
    const char *before;

    guest = start(run, &options, &error);
    end_phase(run, RUN_PHASE_START);
    before = options.resume ? run->snapshot->console : "";
    if (guest)
        run_steps(run, guest, &error);
    run->record->console =
        g_strconcat(before, guest ? guest_console(guest) : lost_console->str, NULL);
    if (error)
        run->record->failure = g_strdup(error->message);
    if (guest) {
        g_strfreev(run->record->notes);
        run->record->notes = guest_notes(guest);
    }
    guest_free(guest);
    end_phase(run, RUN_PHASE_GUEST);
}

/* A killed guest leaves a trace that may end anywhere: its sound part
 * counts. */
static void read_trace(const struct memory_file *file, struct run_record *record)
{
    struct trace_file *trace = trace_file_open(file->path, NULL);
    struct trace_record next;

    while (trace && trace_file_next(trace, &next, NULL))
        g_array_append_val(record->records, next);
    trace_file_close(trace);
    record->trace = memory_file_bytes(file);
}

static void name_call_paths(const struct run *run, struct run_record *record)
{
    g_autoptr(GArray) call_paths = call_paths_of(record->records);
    g_autoptr(GHashTable) names = NULL;
    struct driver_naming naming = naming_of(run);
    g_autofree char *known = naming.places ? NULL : driver_names_known_places(&naming);

    if (!naming.places)
        naming.places = known;
    if (!call_paths->len || !naming.places)
        return;
    g_free(record->names);
    record->names = g_string_free(driver_names(call_paths, &naming), FALSE);
    names = call_paths_parse(record->names);
    for (guint i = 0; i < record->records->len; i++)
        call_path_name(names, &g_array_index(record->records, struct trace_record, i));
}

/* Names the driver's function that made the last read, at which a CPU hung. */
static void name_hang(struct run_record *record)
{
    const GArray *records = record->records;
    const guint n = records->len;
    g_autofree char *by = NULL, *failure = NULL;

    if (n < 2 || g_array_index(records, struct trace_record, n - 1).kind != TRACE_HANG)
        return;
    by = call_path_by(&g_array_index(records, struct trace_record, n - 2));
    failure = g_steal_pointer(&record->failure);
    record->failure = g_strconcat(failure, by, NULL);
}

static void read_cover(const struct run *run, struct run_record *record)
{
    const struct driver_naming naming = naming_of(run);

    if (run->settings->cover && run->places)
        record->cover = cover_read(&run->cover, &naming, run->scenario->machine->modules);
}

static struct run_record *record_new(const struct scenario *scenario, gboolean icount)
{
    struct run_record *record = g_new0(struct run_record, 1);

    record->names = g_strdup("");
    record->notes = g_new0(char *, 1);
    record->icount = icount;
    record->scenario = scenario;
    record->records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    record->steps = g_new0(struct run_step, scenario->steps->len);
    for (guint i = 0; i < scenario->steps->len; i++)
        record->steps[i] = (struct run_step){
            .status = -1,
            .out = g_string_new(NULL),
            .err = g_string_new(NULL),
            .kernel = g_strdup(""),
        };
    return record;
}

struct run_record *run_guest(
    const struct scenario *scenario, const struct run_settings *settings, GError **error)
{
    struct run run = {
        .scenario = scenario,
        .settings = settings,
        .record = record_new(scenario, settings->icount),
        .traffic.fd = -1,
        .trace.fd = -1,
        .cover.fd = -1,
        .wants_kernel_log = wants_kernel_log(scenario),
        .watch = stopwatch_start(),
    };
    gint64 start = g_get_monotonic_time();
    gboolean ok = prepare(&run, error);

    if (ok) {
        learn_symbols(&run);
        end_phase(&run, RUN_PHASE_SETUP);
        run_all(&run);
        read_trace(&run.trace, run.record);
        name_call_paths(&run, run.record);
        name_hang(run.record);
        read_cover(&run, run.record);
        end_phase(&run, RUN_PHASE_TRACE);
        run.record->seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
        g_ptr_array_unref(run.plugin_options);
        g_ptr_array_unref(run.config);
        g_ptr_array_unref(run.packages);
        guest_snapshot_free(run.snapshot);
    }
    guest_modules_clear(&run.modules);
    g_free(run.places);
    memory_file_close(&run.traffic);
    memory_file_close(&run.trace);
    memory_file_close(&run.cover);
    if (ok)
        return run.record;
    run_record_free(run.record);
    return NULL;
}

struct run_record *run_not_made(
    const struct scenario *scenario, const struct run_settings *settings, const char *why)
{
    struct run_record *record = record_new(scenario, settings->icount);

    record->failure = g_strdup(why);
    record->trace = g_bytes_new(NULL, 0);
    return record;
}

void run_record_free(struct run_record *record)
{
    if (!record)
        return;
    for (guint i = 0; i < record->scenario->steps->len; i++) {
        g_string_free(record->steps[i].out, TRUE);
        g_string_free(record->steps[i].err, TRUE);
        g_free(record->steps[i].kernel);
    }
    g_free(record->steps);
    g_free(record->failure);
    g_free(record->cold);
    g_strfreev(record->notes);
    g_free(record->console);
    g_free(record->names);
    g_array_unref(record->records);
    cover_free(record->cover);
    g_clear_pointer(&record->trace, g_bytes_unref);
    g_clear_pointer(&record->other_trace, g_bytes_unref);
    g_free(record->other_names);
    g_free(record);
}
