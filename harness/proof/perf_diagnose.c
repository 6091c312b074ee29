/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the cause of a wrong figure in the trace. Each finder adds one cause if
 * its pattern fits exactly, and nothing otherwise. */
#include "harness/proof/perf_diagnose.h"

#include "harness/hardware/registers.h"
#include "harness/proof/perf_figure.h"
#include "harness/proof/perf_unmeasured.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"

#include <string.h>

static void show(const struct proof *p, gsize record, struct perf_why *why)
{
    perf_why_access(why, access_text(p->machine->model, &p->records[record]));
}

/* ---- no measurement ---- */

/* Whether the register that @record wrote switched something on in this
 * step. */
static gboolean is_control(const struct proof *p, const struct trace_record *record)
{
    for (guint i = 0; i < p->measurements->len; i++) {
        const struct trace_record *on =
            &p->records[measurement_on(g_ptr_array_index(p->measurements, i))];

        if (on->block == record->block && on->offset == record->offset)
            return TRUE;
    }
    return FALSE;
}

/* A write in the step that set the event's bits in its box and switched nothing
 * on: because it lacks the enable bit, or because its register is no counter's
 * control. */
static gboolean find_idle_write(
    const struct proof *p, const struct claim *claim, struct perf_why *why)
{
    const struct perf_event *event = &claim->event;

    if (event->fixed || !(event->control & (event->control - 1)))
        return FALSE; /* one bit may mean anything */
    for (gsize i = p->begin; i < p->end; i++) {
        const struct trace_record *record = &p->records[i];
        /* beside the event, the enable bit and one more */
        const guint64 more = record->value & ~event->control;
        g_autofree char *place = NULL, *by = NULL;

        if (record->kind != TRACE_WRITE || record->block != event->places[0].block ||
            (record->value & event->control) != event->control || (more & (more - 1)) ||
            is_control(p, record))
            continue;
        place = access_place_text(p->machine->model, record);
        by = call_path_by(record);
        perf_why_cause(why, more ? PERF_CAUSE_OTHER_REGISTER : PERF_CAUSE_NEVER_ON,
            g_strdup_printf(more ? "the event was written to %s, which selects no event%s"
                                 : "%s got the event, and nothing enabled it%s",
                place, by));
        show(p, i, why);
        return TRUE;
    }
    return FALSE;
}

static char *block_text(const struct proof *p, unsigned block)
{
    char name[MACHINE_BLOCK_NAME] = "";
    const struct reg_bank *bank;

    p->machine->model->block(block, name, sizeof(name), &bank);
    return g_strdup(name);
}

/* The same event, counted elsewhere without a figure for it. */
static gboolean find_other_box(
    const struct proof *p, const struct claim *claim, struct perf_why *why)
{
    for (guint i = 0; i < p->measurements->len; i++) {
        const struct measurement *m = g_ptr_array_index(p->measurements, i);
        g_autofree char *there = NULL, *here = NULL, *by = NULL;

        if (m->key.control != claim->event.control || m->key.fixed != claim->event.fixed ||
            !m->key.control || m->taken || perf_claims_count(p->claims, &m->key))
            continue;
        there = block_text(p, m->key.block);
        here = block_text(p, claim->event.places[0].block);
        by = call_path_by(&p->records[measurement_on(m)]);
        perf_why_cause(why, PERF_CAUSE_OTHER_BOX,
            g_strdup_printf("%s counted the event, expected %s%s", there, here, by));
        show(p, measurement_on(m), why);
        return TRUE;
    }
    return FALSE;
}

/* Whether @record wrote the gate's register. Then *@open is its field. */
static gboolean writes_gate(const struct proof *p, const struct proof_gate *gate,
    const struct trace_record *record, guint64 *open)
{
    struct access_place place;
    const struct reg *reg;

    if (record->kind != TRACE_WRITE || record->block != gate->block ||
        !access_place_find(p->machine->model, record, &place) || !place.bank ||
        !(reg = access_register(&place)) || strcmp(reg->name, gate->reg) != 0)
        return FALSE;
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (!strcmp(reg->fields[i].name, gate->field))
            *open = reg_get(reg, i, record->value);
    return TRUE;
}

/* The gate of a place that is written in the step, and never opened. */
static gboolean find_shut_gate(
    const struct proof *p, const struct claim *claim, struct perf_why *why)
{
    for (unsigned i = 0; p->machine->proof->gate && i < claim->event.n_places; i++) {
        struct proof_gate gate;
        guint64 open = 0;
        gsize first = p->end;

        if (!p->machine->proof->gate(claim->event.places[i].block, &gate))
            continue;
        for (gsize k = p->begin; k < p->end && !open; k++)
            if (writes_gate(p, &gate, &p->records[k], &open))
                first = MIN(first, k);
        if (open || first == p->end)
            continue;
        g_autofree char *place = access_place_text(p->machine->model, &p->records[first]),
                        *by = call_path_by(&p->records[first]);
        perf_why_cause(why, PERF_CAUSE_NEVER_ON,
            g_strdup_printf("%s of %s was never set%s", gate.field, place, by));
        show(p, first, why);
        return TRUE;
    }
    return FALSE;
}

void diagnose_unmeasured(const struct proof *p, const struct claim *claim, struct perf_why *why)
{
    const struct unmeasured_step in = {p->machine, p->records, p->claims, p->measurements};

    if (!perf_unmeasured(&in, claim, why) && !find_idle_write(p, claim, why) &&
        !find_other_box(p, claim, why) && !find_shut_gate(p, claim, why))
        perf_why_cause(why, PERF_CAUSE_NEVER_ON, g_strdup(p->machine->proof->never));
}

/* ---- a measurement without its reads ---- */

/* The reads of a register in the step, and the bits that they covered. */
struct part_reads {
    const struct reg *reg;
    struct access_place place; /* of the first read */
    guint64 lanes;
    guint n;
    gsize first;
};

static gboolean is_counter_number(const struct reg *reg, unsigned counter)
{
    size_t n = strcspn(reg->name, "0123456789");

    return reg->name[n] && g_ascii_strtoull(reg->name + n, NULL, 10) == counter;
}

/* Adds up the step's reads of a counter of @interval's box that is wider than
 * each of them: the one with the counter's number if names have numbers. FALSE:
 * there is none. */
static gboolean find_part_reads(
    const struct proof *p, const struct truth_interval *interval, struct part_reads *found)
{
    *found = (struct part_reads){0};
    for (gsize i = p->begin; i < p->end; i++) {
        const struct trace_record *record = &p->records[i];
        struct access_place place;
        const struct reg *reg;

        if (record->kind != TRACE_READ || record->block != interval->block ||
            !access_place_find(p->machine->model, record, &place) || !place.bank ||
            !(reg = access_register(&place)) || reg->width <= 8u * place.size)
            continue;
        if (!found->reg || (is_counter_number(reg, interval->counter) &&
                               !is_counter_number(found->reg, interval->counter)))
            *found = (struct part_reads){.reg = reg, .place = place, .first = i};
        if (reg != found->reg)
            continue;
        found->lanes |= access_lanes(&place, reg);
        found->n++;
    }
    return found->reg && found->lanes != reg_low_bits(found->reg->width);
}

static gboolean find_half_read(
    const struct proof *p, const struct truth_interval *interval, struct perf_why *why)
{
    struct part_reads part;
    g_autoptr(GString) bits = g_string_new(NULL);
    g_autofree char *by = NULL;

    if (!find_part_reads(p, interval, &part))
        return FALSE;
    register_append_bits(bits, part.reg, part.lanes);
    by = call_path_by(&p->records[part.first]);
    perf_why_cause(why, PERF_CAUSE_HALF_READ,
        g_strdup_printf("only bits %s of %s.%s were read, %u times%s", bits->str, part.place.block,
            part.reg->name, part.n, by));
    show(p, part.first, why);
    return TRUE;
}

/* "EN of imc0.PMON_CTL0": the field that the write @on set beside the event's
 * own bits; "imc0.PMON_CTL0" if none did. A new string. */
static char *enable_text(const struct proof *p, const struct truth_interval *interval)
{
    const struct trace_record *on = &p->records[interval->on];
    g_autofree char *text = access_place_text(p->machine->model, on);
    struct access_place place;
    const struct reg *reg = NULL;

    if (access_place_find(p->machine->model, on, &place) && place.bank)
        reg = access_register(&place);
    for (unsigned i = 0; reg && i < reg->n_fields; i++)
        if (reg_get(reg, i, access_value(&place, reg, on->value) & ~interval->control))
            return g_strdup_printf("%s of %s", reg->fields[i].name, text);
    return g_steal_pointer(&text);
}

/* Whether the write that ended the interval left the enable bits as they were:
 * the next event came without an end of this one. */
static gboolean stays_on(const struct proof *p, const struct truth_interval *interval)
{
    const struct trace_record *on = &p->records[interval->on], *off = &p->records[interval->off];
    const guint64 enable = on->value & ~interval->control;

    return off->kind == TRACE_WRITE && off->block == on->block && off->offset == on->offset &&
           (off->value & enable) == enable && enable;
}

static void find_missing_read(
    const struct proof *p, const struct truth_interval *interval, struct perf_why *why)
{
    const struct trace_record *on = &p->records[interval->on];
    g_autofree char *place = access_place_text(p->machine->model, on), *by = call_path_by(on);

    if (interval->off == TRUTH_NONE || interval->off > p->end || stays_on(p, interval)) {
        g_autofree char *enable = enable_text(p, interval);

        perf_why_cause(why, PERF_CAUSE_NEVER_OFF,
            g_strdup_printf("%s was set%s, and never cleared", enable, by));
    } else if (interval->first == TRUTH_NONE) {
        perf_why_cause(why, PERF_CAUSE_NOT_READ_BEFORE,
            g_strdup_printf(
                "the counter of %s was not read before it was switched on%s", place, by));
    } else {
        g_autofree char *off = call_path_by(&p->records[interval->off]);

        perf_why_cause(why, PERF_CAUSE_NOT_READ_AFTER,
            g_strdup_printf(
                "the counter of %s was not read after it was switched off%s", place, off));
    }
}

/* A word of memory has one read in its interval: if perf's figure has a part
 * from it, the read ended the event, else it began it. */
static void find_lone_read(
    const struct proof *p, gsize read, const char *printed, struct perf_why *why)
{
    const gboolean ended = strpbrk(printed, "123456789") != NULL;
    g_autofree char *place = access_place_text(p->machine->model, &p->records[read]),
                    *by = call_path_by(&p->records[read]);

    perf_why_cause(why, ended ? PERF_CAUSE_NOT_READ_BEFORE : PERF_CAUSE_NOT_READ_AFTER,
        g_strdup_printf("%s was read when its event %s, and not %s%s", place,
            ended ? "ended" : "began", ended ? "before" : "after", by));
}

void diagnose_unread(
    const struct proof *p, const struct measurement *m, const char *printed, struct perf_why *why)
{
    for (guint i = 0; i < m->intervals->len; i++) {
        const struct truth_interval *interval =
            &g_array_index(m->intervals, struct truth_interval, i);

        if (interval->first != TRUTH_NONE && interval->last != TRUTH_NONE)
            continue;
        if (p->records[interval->on].kind == TRACE_READ)
            find_lone_read(p, interval->on, printed, why);
        else if (p->records[interval->on].kind == TRACE_WRITE && !find_half_read(p, interval, why))
            find_missing_read(p, interval, why);
        return;
    }
}

/* ---- the driver's count ---- */

static guint64 mask_of(const struct truth *truth, const struct measure_piece *piece)
{
    for (guint i = 0; i < truth->reads->len; i++) {
        const struct truth_read *read = &g_array_index(truth->reads, struct truth_read, i);

        if (MAX(read->low, read->high) == piece->record)
            return read->mask ? read->mask : truth->mask;
    }
    return truth->mask;
}

/* "imc0.PMON_CTR0", of the piece's last read, without the half. A new
 * string. */
static char *counter_text(const struct proof *p, const struct measure_piece *piece)
{
    char *text = access_place_text(p->machine->model, &p->records[piece->record]);

    if (g_str_has_suffix(text, "+4"))
        text[strlen(text) - strlen("+4")] = '\0';
    return text;
}

static gboolean find_wrapped(
    const struct proof *p, const struct measure_piece *piece, struct perf_why *why)
{
    const guint64 mask = mask_of(p->truth, piece), missing = piece->truth - piece->driver;
    g_autofree char *counter = counter_text(p, piece), *by = NULL;

    if (mask == G_MAXUINT64 || piece->truth < piece->driver || missing & mask)
        return FALSE;
    by = call_path_by(&p->records[piece->record]);
    perf_why_cause(why, PERF_CAUSE_WRAPPED,
        g_strdup_printf("%s counted %" G_GUINT64_FORMAT
                        " times 2^%d more than the difference of two reads shows%s",
            counter, missing / (mask + 1), (int)g_bit_storage(mask), by));
    show(p, piece->before, why);
    show(p, piece->record, why);
    return TRUE;
}

void diagnose_counted(const struct proof *p, const struct measurement *m,
    const struct row_span *span, const struct measure_piece *sum, struct perf_why *why)
{
    const gboolean fewer = sum->driver < sum->truth;

    for (guint i = 0; i < m->pieces->len; i++) {
        const struct measure_piece *piece = &g_array_index(m->pieces, struct measure_piece, i);

        if (row_span_has(span, piece->record) && piece->driver != piece->truth &&
            !find_wrapped(p, piece, why))
            break;
    }
    perf_why_cause(why, PERF_CAUSE_COUNTED,
        g_strdup_printf("the driver read %" G_GUINT64_FORMAT ", the hardware saw %" G_GUINT64_FORMAT
                        ": %" G_GUINT64_FORMAT " %s",
            sum->driver, sum->truth, fewer ? sum->truth - sum->driver : sum->driver - sum->truth,
            fewer ? "fewer" : "more"));
}

/* ---- perf's figure ---- */

/* A printed figure as a range of counts: it may have lost digits. */
struct printed {
    long double low, high;
};

static struct printed range_of(const struct claim *claim, const struct perf_check_row *row)
{
    g_autofree char *plain = perf_figure_plain(row->printed);
    const char *point = strchr(plain, '.');
    const long double scale = claim->event.scale > 0 ? (long double)claim->event.scale : 1;
    /* a double may lack digits of a whole number */
    const long double figure = point ? (long double)g_ascii_strtod(plain, NULL)
                                     : (long double)g_ascii_strtoull(plain, NULL, 10);
    long double half = 0.5L;

    for (size_t digits = point ? strlen(point + 1) : 0; digits; digits--)
        half /= 10;
    if (!point && scale == 1)
        return (struct printed){figure, figure};
    return (struct printed){(figure - half) / scale, (figure + half) / scale};
}

static gboolean has(const struct printed *range, long double count)
{
    return count >= range->low && count <= range->high;
}

static const struct measure_piece *last_piece(const struct claim *claim)
{
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i] && claim->found[i]->pieces->len)
            return &g_array_index(
                claim->found[i]->pieces, struct measure_piece, claim->found[i]->pieces->len - 1);
    return NULL;
}

/* Looks for one power of two, up to one for each read. @range is the surplus
 * of the figure. */
static gboolean find_width(const struct proof *p, const struct claim *claim,
    const struct printed *range, guint n_pieces, struct perf_why *why)
{
    const struct measure_piece *piece = last_piece(claim);
    const long double middle = (range->low + range->high) / 2;

    for (int bits = 63; piece && bits >= 16; bits--) {
        const long double unit = (long double)(G_GUINT64_CONSTANT(1) << bits);
        const gint64 n = (gint64)(middle / unit + (middle < 0 ? -0.5L : 0.5L));
        const guint64 times = (guint64)ABS(n);
        g_autofree char *several = NULL, *counter = NULL, *by = NULL;

        if (!n || times > n_pieces || !has(range, (long double)n * unit) ||
            range->high - range->low > unit / 1000)
            continue;
        several =
            times == 1 ? g_strdup("") : g_strdup_printf("%" G_GUINT64_FORMAT " times ", times);
        counter = counter_text(p, piece);
        by = call_path_by(&p->records[piece->record]);
        perf_why_cause(why, PERF_CAUSE_WIDTH,
            g_strdup_printf("perf printed %s2^%d %s than the driver read: %s has %d bits%s",
                several, bits, n > 0 ? "more" : "less", counter,
                (int)g_bit_storage(mask_of(p->truth, piece)), by));
        show(p, piece->record, why);
        return TRUE;
    }
    return FALSE;
}

/* Looks for one difference of two reads that makes up the surplus @range, or
 * the lack. */
static gboolean find_piece(const struct proof *p, const struct measurement *m,
    const struct printed *range, struct perf_why *why)
{
    for (guint i = 0; m && i < m->pieces->len; i++) {
        const struct measure_piece *piece = &g_array_index(m->pieces, struct measure_piece, i);
        const long double count = (long double)piece->driver;
        const gboolean twice = has(range, count), lost = has(range, -count);
        g_autofree char *counter = NULL, *by = NULL;

        if ((!twice && !lost) || range->high - range->low > count / 1000)
            continue;
        counter = counter_text(p, piece);
        by = call_path_by(&p->records[piece->record]);
        perf_why_cause(why, twice ? PERF_CAUSE_READ_TWICE : PERF_CAUSE_READ_LOST,
            g_strdup_printf("a read of %s was %s: its %" G_GUINT64_FORMAT " are %s%s", counter,
                twice ? "added twice" : "not added", piece->driver,
                twice ? "in perf's figure two times" : "missing in perf's figure", by));
        show(p, piece->before, why);
        show(p, piece->record, why);
        return TRUE;
    }
    return FALSE;
}

static gboolean is_found(const struct claim *claim, const struct measurement *m)
{
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i] == m)
            return TRUE;
    return FALSE;
}

static gboolean find_other_figure(const struct proof *p, const struct claim *claim,
    const struct printed *range, struct perf_why *why)
{
    for (guint i = 0; i < p->measurements->len; i++) {
        const struct measurement *m = g_ptr_array_index(p->measurements, i);
        const long double count = (long double)m->driver;
        g_autofree char *on = NULL, *by = NULL;

        if (!m->driver || is_found(claim, m) || !has(range, count) ||
            range->high - range->low > count / 1000)
            continue;
        on = access_place_text(p->machine->model, &p->records[measurement_on(m)]);
        by = call_path_by(&p->records[measurement_on(m)]);
        perf_why_cause(why, PERF_CAUSE_OTHER_FIGURE,
            g_strdup_printf("perf printed the count of the event in %s%s", on, by));
        show(p, measurement_on(m), why);
        return TRUE;
    }
    return FALSE;
}

/* Looks for a whole factor from 2 to 1024. */
static gboolean find_scale(const struct proof *p, const struct claim *claim,
    const struct printed *range, long double driver, struct perf_why *why)
{
    const struct measure_piece *piece = last_piece(claim);

    for (unsigned factor = 2; piece && driver > 0 && factor <= 1024; factor++) {
        const gboolean times = has(range, driver * factor), part = has(range, driver / factor);

        if ((!times && !part) || range->high - range->low > range->high / 10000)
            continue;
        g_autofree char *counter = counter_text(p, piece),
                        *by = call_path_by(&p->records[piece->record]);
        perf_why_cause(why, PERF_CAUSE_SCALE,
            g_strdup_printf(times ? "perf printed %u times as much as was read from %s%s"
                                  : "perf printed 1/%u of the count read from %s%s",
                factor, counter, by));
        return TRUE;
    }
    return FALSE;
}

void diagnose_printed(const struct proof *p, const struct claim *claim,
    const struct perf_check_row *row, struct perf_why *why)
{
    const struct printed range = range_of(claim, row);
    const long double driver = (long double)(row->driver / claim->event.events);
    const struct printed surplus = {range.low - driver, range.high - driver};
    guint n_pieces = 0;

    if (row->multiplexed)
        return;
    for (unsigned i = 0; i < claim->event.n_places; i++)
        n_pieces += claim->found[i] ? claim->found[i]->pieces->len : 0;
    if (find_width(p, claim, &surplus, n_pieces, why))
        return;
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (find_piece(p, claim->found[i], &surplus, why))
            return;
    if (!find_other_figure(p, claim, &range, why))
        find_scale(p, claim, &range, driver, why);
}

void diagnose_injected(
    const struct proof *p, const struct claim *claim, const char *text, struct perf_why *why)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct trace_record *on;
        g_autofree char *place = NULL, *by = NULL;

        if (!claim->found[i])
            continue;
        on = &p->records[measurement_on(claim->found[i])];
        place = access_place_text(p->machine->model, on);
        by = call_path_by(on);
        perf_why_cause(why, PERF_CAUSE_INJECTED,
            g_strdup_printf(
                "%s; %s is 0x%" G_GINT64_MODIFIER "x%s", text, place, (guint64)on->value, by));
        show(p, measurement_on(claim->found[i]), why);
        return;
    }
}
