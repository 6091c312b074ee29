/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes accesses to uncore PMUs to the oracle, and follows the measurements of
 * their drivers. */
#include "harness/truth/kunpeng/uncore.h"

#include "harness/trace/accesses.h"
#include "harness/truth/track.h"
#include "models/kunpeng/kunpeng.h"

#include <string.h>

enum { NOWHERE = G_MAXINT };

/* A counter's activity. */
struct doing {
    gboolean selected;
    guint64 event, value;
};

struct truth_uncore {
    const struct kunpeng_config *config;
    struct oracle_kunpeng *oracle;
    const struct trace_record *records;
    struct truth *out;
    gsize now;
    unsigned blocks[ORACLE_UNCORE_BOXES]; /* of each PMU */
    struct truth_track tracks[ORACLE_UNCORE_BOXES][ORACLE_UNCORE_COUNTERS];
};

/* ---- which is which ---- */

struct oracle_uncore_chip truth_uncore_chip(const struct kunpeng_config *config)
{
    return (struct oracle_uncore_chip){.version = config->uncore,
        .dies = config->dies,
        .clusters = config->clusters,
        .sccl = config->sccl};
}

unsigned truth_uncore_block(const struct kunpeng_config *config, unsigned number)
{
    const struct oracle_uncore_chip chip = truth_uncore_chip(config);
    char wanted[MACHINE_BLOCK_NAME], name[MACHINE_BLOCK_NAME];
    struct oracle_uncore_place of_oracle;
    struct uncore_place place;

    G_STATIC_ASSERT(KUNPENG_HIP08 == 1 && KUNPENG_HIP09 == 2); /* the oracle's versions */
    if (!oracle_uncore_place(&chip, number, &of_oracle))
        return TRUTH_NO_BOX;
    oracle_uncore_block(&of_oracle, wanted, sizeof(wanted));
    for (unsigned i = 0; i < UNCORE_PLACES; i++) {
        if (!uncore_place(config, i, &place))
            continue;
        uncore_block_name(&place, name, sizeof(name));
        if (!strcmp(name, wanted))
            return uncore_block(&place);
    }
    return TRUTH_NO_BOX;
}

unsigned truth_uncore_number(const struct oracle_uncore_chip *chip, unsigned block)
{
    char wanted[MACHINE_BLOCK_NAME], name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    struct oracle_uncore_place place;

    if (!kunpeng_model.block(block, wanted, sizeof(wanted), &bank))
        return TRUTH_NO_BOX;
    for (unsigned i = 0; oracle_uncore_place(chip, i, &place); i++) {
        oracle_uncore_block(&place, name, sizeof(name));
        if (!strcmp(name, wanted))
            return i;
    }
    return TRUTH_NO_BOX;
}

static unsigned number_of(const struct truth_uncore *u, unsigned block)
{
    for (unsigned i = 0; i < ORACLE_UNCORE_BOXES; i++)
        if (u->blocks[i] == block)
            return i;
    return TRUTH_NO_BOX;
}

/* ---- the drivers' measurements ---- */

static const struct trace_record *present(const struct truth_uncore *u)
{
    return &u->records[u->now];
}

static void note(const struct truth_uncore *u, enum truth_note_kind kind, unsigned number,
    unsigned counter, char *text)
{
    truth_add_note(u->out, &(struct truth_note){kind, u->now, u->blocks[number], counter, text});
}

static void save_counters(
    const struct oracle_uncore *box, struct doing doing[ORACLE_UNCORE_COUNTERS])
{
    const int select = oracle_uncore_reg(box->family, "EVENT_CTRL");

    for (unsigned i = 0; i < box->counters; i++)
        doing[i] = (struct doing){.selected = box->held[select] >> i & 1,
            .event = oracle_uncore_selects(box, i),
            .value = box->held[box->counter0 + i]};
}

/* The driver read @value, or set the counter to it and continues from there. */
static void add_read(struct truth_uncore *u, unsigned number, const struct oracle_uncore *box,
    unsigned counter, guint64 value, gboolean written)
{
    const struct truth_read read = {.block = u->blocks[number],
        .counter = counter,
        .low = u->now,
        .high = u->now,
        .value = value,
        .mask = G_MAXUINT64 >> (64 - box->bits),
        .total = box->totals[counter],
        .written = written};

    truth_track_read(&u->tracks[number][counter], u->out, u->records, &read);
}

/* ---- accesses ---- */

/* A driver selects a counter after setting its event, and deselects it before
 * the last read. */
static void written(struct truth_uncore *u, unsigned number, struct oracle_uncore *box)
{
    const struct trace_record *record = present(u);
    unsigned counter = oracle_uncore_count_at(box, record->offset);
    struct doing before[ORACLE_UNCORE_COUNTERS], after[ORACLE_UNCORE_COUNTERS];

    oracle_uncore_advance(box, record->time);
    save_counters(box, before);
    oracle_kunpeng_box_write(
        u->oracle, record->time, number, record->offset, record->size, record->value);
    if (counter < ORACLE_UNCORE_COUNTERS)
        add_read(u, number, box, counter, box->held[box->counter0 + counter], TRUE);
    save_counters(box, after);
    for (unsigned i = 0; i < box->counters; i++) {
        struct truth_track *track = &u->tracks[number][i];
        const struct truth_interval what = {
            .block = u->blocks[number], .counter = i, .control = after[i].event};
        gboolean other = before[i].event != after[i].event;

        if (before[i].selected && (!after[i].selected || other) && truth_track_is_open(track))
            truth_track_close(track, u->out, u->now);
        if (after[i].selected && (!before[i].selected || other))
            truth_track_open(track, u->out, u->records, u->now, &what);
    }
}

/* A wrong read is noted once: the driver continues from the value it got, and
 * so does the oracle. A read of part of a counter is not a count and changes
 * nothing else. */
static void was_read(struct truth_uncore *u, unsigned number, struct oracle_uncore *box)
{
    const struct trace_record *record = present(u);
    unsigned counter = oracle_uncore_count_at(box, record->offset);
    gboolean counts = counter < ORACLE_UNCORE_COUNTERS,
             whole = counts && record->size * 8u >= box->bits;
    guint64 expected =
        oracle_kunpeng_box_read(u->oracle, record->time, number, record->offset, record->size);

    if (whole)
        add_read(u, number, box, counter, record->value, FALSE);
    if (record->value != expected) {
        g_autofree char *access = access_text(&kunpeng_model, record);

        note(u, TRUTH_WRONG, number, counts ? counter : NOWHERE,
            g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    }
    if (whole)
        oracle_uncore_hold(box, counter, record->value);
}

gboolean truth_uncore_access(struct truth_uncore *u, gsize now)
{
    unsigned number = number_of(u, u->records[now].block);
    struct oracle_uncore *box = oracle_kunpeng_box(u->oracle, number);

    u->now = now;
    if (!box)
        return FALSE;
    if (present(u)->kind == TRACE_READ)
        was_read(u, number, box);
    else if (present(u)->kind == TRACE_WRITE)
        written(u, number, box);
    else
        oracle_kunpeng_box_dropped(u->oracle, present(u)->time, number, present(u)->offset);
    return TRUE;
}

/* The records have no time: the traffic came after the previous record and
 * before the next. */
void truth_uncore_cachelines(struct truth_uncore *u, gsize now)
{
    unsigned number = number_of(u, u->records[now].block);

    u->now = now;
    if (!oracle_kunpeng_cachelines(u->oracle, present(u)->time, number,
            present(u)->offset == CACHELINES_WRITTEN, present(u)->value))
        note(u, TRUTH_WRONG, number, NOWHERE, g_strdup(TRUTH_CACHELINES_UNASKED));
}

/* A driver does not know the values that the plan sets. */
void truth_uncore_set(struct truth_uncore *u, gsize now, const struct oracle_kunpeng_line *line)
{
    u->now = now;
    for (unsigned i = 0; oracle_kunpeng_box(u->oracle, i); i++) {
        const struct oracle_uncore *box = oracle_kunpeng_box(u->oracle, i);
        unsigned counter = line->reg - box->counter0;
        struct truth_set set = {now, u->blocks[i], counter, line->value, 0};

        if (oracle_kunpeng_uncore(box->family, box->die, box->index) != line->block)
            continue;
        if (counter < box->counters) {
            set.total = box->totals[counter];
            g_array_append_val(u->out->sets, set);
            note(u, TRUTH_SET, i, counter,
                g_strdup_printf(
                    "the plan set counter %u to 0x%" G_GINT64_MODIFIER "x", counter, line->value));
        } else
            note(u, TRUTH_SET, i, NOWHERE, g_strdup("the plan set a control register"));
    }
}

void truth_uncore_overdue(struct truth_uncore *u, gsize now)
{
    const char *wrong;
    unsigned number;

    u->now = now;
    while ((wrong = oracle_kunpeng_look_at_boxes(u->oracle, present(u)->time, &number))) {
        g_autofree char *time = access_time_text(present(u)->time);
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;

        kunpeng_model.block(u->blocks[number], name, sizeof(name), &bank);
        note(u, TRUTH_WRONG, number, NOWHERE, g_strdup_printf("%s: %s (%s)", name, wrong, time));
    }
}

struct truth_uncore *truth_uncore_new(const struct kunpeng_config *config,
    struct oracle_kunpeng *oracle, const struct trace_record *records, struct truth *truth)
{
    struct truth_uncore *u = g_new0(struct truth_uncore, 1);

    u->config = config;
    u->oracle = oracle;
    u->records = records;
    u->out = truth;
    for (unsigned i = 0; i < ORACLE_UNCORE_BOXES; i++) {
        u->blocks[i] = truth_uncore_block(config, i);
        for (unsigned counter = 0; counter < ORACLE_UNCORE_COUNTERS; counter++)
            truth_track_begin(&u->tracks[i][counter]);
    }
    return u;
}

void truth_uncore_free(struct truth_uncore *u)
{
    g_free(u);
}
