/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures of all formats: the machine that recorded them, and the places of
 * their accesses. */
#include "harness/capture/capture.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/capture/line_reader.h"
#include "harness/capture/perf_data.h"
#include "harness/trace/accesses.h"
#include "oracle/epyc/manual.h"

#include <string.h>

enum {
    AHEAD = 4096,     /* accesses read until the machine is known */
    PLACES = 1 << 12, /* remembered */
    CPUS = 1024,      /* a start for the search of the model's limit */
    FOUND_SHOWN = 60, /* characters of a wrong line */
    BUS_SHIFT = 20,   /* of a bus in an address of configuration space */
    WINDOW = 8 << 20, /* bytes of memory that move together */
};

/* The block and offset of accesses to one address by one CPU. */
struct place {
    gboolean used, exists;
    guint64 address;
    guint16 cpu;
    guint32 block;
    guint8 space, size;
    gboolean rdpmc;
    guint32 offset;
    guint8 traced_size;
};

/* A part of an address space that has another address in the model. */
struct move {
    enum reg_space space;
    guint64 from, to, size;
};

struct capture {
    char *path;
    const struct capture_parser *parser;
    struct line_reader *lines; /* or: */
    struct perf_data *data;
    struct parsing parsing;
    const struct machine *machine;
    struct machine_plan *plan;
    GPtrArray *options; /* of the plan, char * */
    GRegex *kernel;
    GArray *ahead; /* of struct captured: read before the machine was known */
    guint taken;   /* of them */
    GArray *moves;
    gboolean ended, anonymous;
    guint64 concealed; /* addresses */
    GError *wrong;     /* to be reported when the records before it are */
    guint64 left_out;
    struct captured first_left_out;
    struct place places[PLACES];
};

/* ---- formats ---- */

static const struct capture_parser *const parsers[] = {
    &capture_ftrace, &capture_mmiotrace, &capture_perf, &capture_rdmsr, &capture_lspci};

const struct capture_parser *capture_format(guint i)
{
    return i < G_N_ELEMENTS(parsers) ? parsers[i] : NULL;
}

static const struct capture_parser *find_format(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *hint = NULL;

    for (guint i = 0; i < G_N_ELEMENTS(parsers); i++) {
        if (!strcmp(parsers[i]->name, name))
            return parsers[i];
        g_string_append_printf(names, "%s%s", i ? ", " : "", parsers[i]->name);
    }
    hint = did_you_mean(name, names->str);
    error_usage(error, "--as: no format '%s'%s", name, hint);
    return NULL;
}

/* ---- lines ---- */

static gboolean fail_line(
    const struct capture *capture, const char *line, gsize length, GError **error)
{
    g_autofree char *shown = g_strndup(line, MIN(length, FOUND_SHOWN));
    g_autofree char *found = g_strescape(shown, NULL);

    return error_failed(error, "%s:%" G_GUINT64_FORMAT ": expected %s, found '%s'", capture->path,
        (guint64)capture->parsing.line, capture->parsing.expected, found);
}

/* Parses the next line, or the end. FALSE with an error. */
static gboolean read_line(struct capture *capture, struct parsing *p, GError **error)
{
    GError *wrong = NULL;
    gsize length;
    const char *line = line_reader_next(capture->lines, &length, &wrong);

    p->line = line_reader_number(capture->lines);
    if (line && !capture->parser->line(p, line, length))
        fail_line(capture, line, length, &wrong);
    capture->ended = !line || wrong;
    if (!line && !wrong && capture->parser->end)
        capture->parser->end(p);
    if (wrong)
        g_propagate_error(error, wrong);
    return !wrong;
}

/* Reads the next line or sample. FALSE with an error, or at the end. */
static gboolean read_more(struct capture *capture, GError **error)
{
    struct parsing *p = &capture->parsing;

    p->n_ready = p->taken = 0;
    if (!capture->data)
        return read_line(capture, p, error);
    capture->ended = !perf_data_next(capture->data, p, error);
    return !capture->ended;
}

/* The next access from the file. */
static gboolean read_access(struct capture *capture, struct captured *captured, GError **error)
{
    struct parsing *p = &capture->parsing;

    while (p->taken == p->n_ready)
        if (capture->ended || !read_more(capture, error))
            return FALSE;
    *captured = p->ready[p->taken++];
    return TRUE;
}

/* The next access, also of those read ahead. */
static gboolean take_access(struct capture *capture, struct captured *captured, GError **error)
{
    if (capture->taken < capture->ahead->len) {
        *captured = g_array_index(capture->ahead, struct captured, capture->taken++);
        return TRUE;
    }
    if (capture->wrong) {
        g_propagate_error(error, g_steal_pointer(&capture->wrong));
        return FALSE;
    }
    return read_access(capture, captured, error);
}

/* ---- the machine ---- */

/* Reads up to a line that names the CPU, or @most accesses. */
static void read_ahead(struct capture *capture, guint most)
{
    struct captured captured;

    while (!*capture->parsing.cpuid.vendor && capture->ahead->len < most && !capture->wrong &&
           read_access(capture, &captured, &capture->wrong))
        g_array_append_val(capture->ahead, captured);
}

static gboolean set_machine(struct capture *capture, const struct machine *machine, GError **error)
{
    capture->machine = machine;
    if (!machine->access)
        return error_usage(
            error, "%s: captures of %s cannot be read yet", capture->path, machine->name);
    if (machine->built_in && !capture->kernel)
        capture->kernel = g_regex_new(machine->built_in, 0, 0, NULL);
    capture->parsing.kernel = capture->kernel;
    return TRUE;
}

/* The machine as the user names it, or none. */
static gboolean use_named(struct capture *capture, const char *name, GError **error)
{
    const struct machine *machine = name ? machine_find(name, error) : NULL;

    return !name || (machine && set_machine(capture, machine, error));
}

/* Sets the machine from the capture unless the user has named it, and the
 * option of its variant or NULL. */
static gboolean find_machine(struct capture *capture, const char **option, GError **error)
{
    const struct machine_cpuid *cpuid = &capture->parsing.cpuid;
    const struct machine *machine;

    *option = NULL;
    machine = *cpuid->vendor ? machine_of_cpuid(cpuid, option) : NULL;
    if (capture->machine && machine != capture->machine)
        *option = NULL;
    if (capture->machine)
        return TRUE;
    if (machine)
        return set_machine(capture, machine, error);
    if (*cpuid->vendor)
        return error_usage(error,
            "%s: no machine is a %s family %u model %u stepping %u; expected --machine NAME",
            capture->path, cpuid->vendor, cpuid->family, cpuid->model, cpuid->stepping);
    return error_usage(error,
        "%s: does not say which CPU recorded it; expected --machine NAME and --config variant=NAME",
        capture->path);
}

static gboolean set_option(struct machine_plan *plan, const char *option, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];

    return machine_plan_option(plan, option, wrong) ||
           error_usage(error, "%s: --config: %s", plan->machine->name, wrong);
}

/* Real machines have more CPUs than a model; accesses of the others are left
 * out. */
static gboolean set_cpus(const struct capture *capture, struct machine_plan *plan, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];
    unsigned cpus = capture->parsing.cpus ? capture->parsing.cpus : CPUS;

    if (!capture->parsing.cpus && machine_plan_sockets(plan) > 1)
        return error_failed(error,
            "%s: does not say how many CPUs its sockets have; expected '# entries... #P:N' of "
            "ftrace, or 'cpus=N' of trace-cmd",
            capture->path);
    for (; cpus; cpus--)
        if (machine_plan_cpus(plan, cpus, wrong))
            return TRUE;
    return error_usage(error, "%s: --config: %s", plan->machine->name, wrong);
}

static struct machine_plan *make_plan(const struct capture *capture, GError **error)
{
    struct machine_plan *plan = machine_plan_new(capture->machine);
    gboolean ok = TRUE;

    for (guint i = 0; ok && i < capture->options->len; i++)
        ok = set_option(plan, g_ptr_array_index(capture->options, i), error);
    if (ok && set_cpus(capture, plan, error)) {
        machine_plan_planned(plan);
        return plan;
    }
    machine_plan_free(plan);
    return NULL;
}

struct machine_plan *capture_model(const struct capture *capture)
{
    return make_plan(capture, NULL);
}

/* ---- moves ---- */

static gboolean parse_move(const char *text, struct move *move)
{
    const char *end = text + strlen(text);
    const gboolean memory = g_str_has_prefix(text, "0x");

    *move = (struct move){
        .space = memory ? REG_SPACE_MMIO : REG_SPACE_PCI, .size = memory ? WINDOW : 1 << BUS_SHIFT};
    if (!(memory ? parser_0x : parser_hex)(&text, end, &move->from) ||
        !parser_skip(&text, end, "=") ||
        !(memory ? parser_0x : parser_hex)(&text, end, &move->to) || text != end)
        return FALSE;
    if (memory)
        return TRUE;
    if (move->from > 0xff || move->to > 0xff)
        return FALSE;
    move->from <<= BUS_SHIFT;
    move->to <<= BUS_SHIFT;
    return TRUE;
}

static gboolean parse_moves(struct capture *capture, const char *const *texts, GError **error)
{
    for (; texts && *texts; texts++) {
        struct move move;

        if (!parse_move(*texts, &move))
            return error_usage(error,
                "--move '%s': expected BUS=BUS, 3f=7f for example, or 0xADDRESS=0xADDRESS", *texts);
        g_array_append_val(capture->moves, move);
    }
    return TRUE;
}

static void move_access(const struct capture *capture, struct machine_access *access)
{
    for (guint i = 0; i < capture->moves->len; i++) {
        const struct move *move = &g_array_index(capture->moves, struct move, i);

        if (move->space == access->space && access->address - move->from < move->size) {
            access->address += move->to - move->from;
            return;
        }
    }
}

/* ---- places ---- */

static struct place *place_at(struct capture *capture, const struct machine_access *a)
{
    const guint64 where = a->address << 16 ^ (guint64)a->cpu << 6 ^ (guint64)a->size << 2 ^
                          (guint64)a->space << 48 ^ (guint64)a->rdpmc;

    return &capture->places[hash_top(where ^ where >> 32, 12)];
}

static gboolean has_register(const struct capture *capture, const struct trace_record *record)
{
    struct access_place place;

    return access_place_find(capture->machine->model, record, &place) && place.bank &&
           access_register(&place);
}

/* Finds the place by a read of the model, which routes it as the plugin
 * does. */
static void find_place(
    struct capture *capture, struct place *place, const struct machine_access *access)
{
    struct machine_access probe = *access;
    struct trace_record record = {.size = 0};

    probe.write = FALSE;
    probe.time = 0;
    *place = (struct place){.used = TRUE,
        .address = access->address,
        .cpu = (guint16)access->cpu,
        .space = (guint8)access->space,
        .size = (guint8)access->size,
        .rdpmc = access->rdpmc};
    place->exists =
        capture->machine->access->perform(capture->plan, &probe, &record) && record.size;
    if (capture->parser->state)
        place->exists = place->exists && has_register(capture, &record);
    place->block = record.block;
    place->offset = record.offset;
    place->traced_size = record.size;
}

static const struct place *place_of(struct capture *capture, const struct machine_access *access)
{
    struct place *place = place_at(capture, access);

    if (!place->used || place->address != access->address || place->cpu != access->cpu ||
        place->space != access->space || place->size != access->size ||
        place->rdpmc != access->rdpmc)
        find_place(capture, place, access);
    return place;
}

static void leave_out(struct capture *capture, const struct captured *captured)
{
    if (!capture->left_out++)
        capture->first_left_out = *captured;
}

gboolean capture_is_address(const struct machine_access *access)
{
    static const enum oracle_ibs_reg registers[] = {ORACLE_FETCH_LIN_AD, ORACLE_FETCH_PHYS_AD,
        ORACLE_OP_RIP, ORACLE_DC_LIN_AD, ORACLE_DC_PHYS_AD, ORACLE_BR_TARGET};

    for (guint i = 0; i < G_N_ELEMENTS(registers); i++)
        if (access->space == REG_SPACE_MSR && access->address == ORACLE_IBS_MSR + registers[i])
            return TRUE;
    return FALSE;
}

static void conceal(struct capture *capture, struct captured *captured)
{
    captured->pc = 0;
    if (!capture_is_address(&captured->access) || !captured->access.value)
        return;
    captured->access.value = 0;
    capture->concealed++;
}

gboolean capture_next(
    struct capture *capture, struct trace_record *record, struct captured *captured, GError **error)
{
    struct captured own;

    if (!captured)
        captured = &own;
    while (take_access(capture, captured, error)) {
        struct machine_access *a = &captured->access;
        const struct place *place;

        move_access(capture, a);
        place = place_of(capture, a);
        if (!place->exists) {
            leave_out(capture, captured);
            continue;
        }
        if (capture->anonymous)
            conceal(capture, captured);
        *record = (struct trace_record){.kind = a->write ? TRACE_WRITE : TRACE_READ,
            .size = place->traced_size,
            .cpu = (uint16_t)a->cpu,
            .block = place->block,
            .offset = place->offset,
            .time = a->time,
            .pc = captured->pc,
            .value = a->value,
            .call_path = captured->caller};
        return TRUE;
    }
    return FALSE;
}

/* ---- the capture ---- */

static gboolean open_file(struct capture *capture, GError **error)
{
    if (capture->parser == &capture_perf && perf_data_is(capture->path))
        capture->data = perf_data_open(capture->path, &capture->parsing, error);
    else
        capture->lines = line_reader_new(capture->path, error);
    return capture->data || capture->lines;
}

static gboolean begin(
    struct capture *capture, const struct capture_options *options, GError **error)
{
    const char *option;

    if (!parse_moves(capture, options->moves, error) ||
        !use_named(capture, options->machine, error))
        return FALSE;
    read_ahead(capture, capture->machine ? 1 : AHEAD);
    if (capture->wrong && !capture->ahead->len) {
        g_propagate_error(error, g_steal_pointer(&capture->wrong));
        return FALSE;
    }
    if (!find_machine(capture, &option, error))
        return FALSE;
    if (option)
        g_ptr_array_add(capture->options, g_strdup(option));
    for (const char *const *o = options->config; o && *o; o++)
        g_ptr_array_add(capture->options, g_strdup(*o));
    capture->plan = make_plan(capture, error);
    return capture->plan != NULL;
}

struct capture *capture_open(
    const char *path, const struct capture_options *options, GError **error)
{
    const struct capture_parser *parser = find_format(options->format, error);
    struct capture *capture;

    if (!parser)
        return NULL;
    capture = g_new0(struct capture, 1);
    capture->path = g_strdup(path);
    capture->parser = parser;
    capture->anonymous = options->anonymous;
    capture->ahead = g_array_new(FALSE, FALSE, sizeof(struct captured));
    capture->options = g_ptr_array_new_with_free_func(g_free);
    capture->moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    if (!open_file(capture, error) || !begin(capture, options, error))
        g_clear_pointer(&capture, capture_free);
    return capture;
}

const struct machine *capture_machine(const struct capture *capture)
{
    return capture->machine;
}

gboolean capture_has_writes(const struct capture *capture)
{
    return !capture->parser->writeless;
}

const struct machine_cpuid *capture_cpu(const struct capture *capture)
{
    return &capture->parsing.cpuid;
}

char *capture_options_text(const struct capture *capture)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < capture->options->len; i++)
        g_string_append_printf(
            text, "%s%s", i ? "," : "", (const char *)g_ptr_array_index(capture->options, i));
    if (!text->len)
        g_string_assign(text, "-");
    return g_string_free(text, FALSE);
}

struct machine_plan *capture_plan(const struct capture *capture)
{
    return capture->plan;
}

char *capture_place_text(const struct capture *capture, guint64 line)
{
    return capture->data ? g_strdup_printf("offset 0x%" G_GINT64_MODIFIER "x", line)
                         : g_strdup_printf("line %" G_GUINT64_FORMAT, line);
}

static void append_count(GString *text, const char *what, guint64 n)
{
    if (n)
        g_string_append_printf(text, "# %s: %" G_GUINT64_FORMAT "\n", what, n);
}

void capture_append_remarks(const struct capture *capture, GString *text)
{
    const struct parsing *p = &capture->parsing;

    if (capture->left_out) {
        const struct captured *first = &capture->first_left_out;
        g_autofree char *where = machine_access_text(&first->access);
        g_autofree char *place = capture_place_text(capture, first->line);

        g_string_append_printf(text,
            "# accesses left out, to registers or by CPUs that %s lacks: %" G_GUINT64_FORMAT
            "; the first is %s by CPU %u, %s\n",
            capture->machine->name, (guint64)capture->left_out, where, first->access.cpu, place);
    }
    append_count(text, "accesses left out, because they raised #GP", p->faulted);
    append_count(text, "reads left out, because they have no value", p->unvalued);
    append_count(text, "samples without a CPU, shown as CPU 0's", p->cpuless);
    append_count(text, "samples left out, because they have no raw data of IBS", p->rawless);
    append_count(text, "addresses shown as 0", capture->concealed);
    append_count(text, "notices that the tracer lost events", p->lost);
}

static gsize source_next(gpointer self, struct trace_record *records, GError **error)
{
    struct capture *capture = self;
    GError *wrong = NULL;
    gsize n = 0;

    while (n < TRACE_FRAME_RECORDS && capture_next(capture, &records[n], NULL, &wrong))
        n++;
    if (n)
        capture->wrong = wrong;
    else if (wrong)
        g_propagate_error(error, wrong);
    return n;
}

static void source_free(gpointer self)
{
    capture_free(self);
}

struct trace_file *capture_trace(struct capture *capture)
{
    static const struct trace_source source = {source_next, source_free};
    const struct machine_cpuid *cpu = capture_cpu(capture);
    g_autoptr(GString) header = g_string_new(NULL);
    char config[CONFIG_TEXT];

    config_print(capture->machine->model->options, capture->plan->config, config);
    g_string_append_printf(
        header, "machine=%s%s%s", capture->machine->name, *config ? " " : "", config);
    if (*cpu->vendor)
        g_string_append_printf(header, " " CAPTURE_CPUID "%s,%u,%u,%u", cpu->vendor, cpu->family,
            cpu->model, cpu->stepping);
    return trace_file_of(capture->path, header->str, &source, capture);
}

void capture_free(struct capture *capture)
{
    if (!capture)
        return;
    line_reader_free(capture->lines);
    perf_data_free(capture->data);
    g_array_unref(capture->ahead);
    g_array_unref(capture->moves);
    g_ptr_array_unref(capture->options);
    g_clear_error(&capture->wrong);
    g_clear_pointer(&capture->kernel, g_regex_unref);
    if (capture->plan)
        machine_plan_free(capture->plan);
    g_free(capture->path);
    g_free(capture);
}
