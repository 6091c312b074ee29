/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into a plan for `snbep` and a guest's actions, and gives both to
 * the model and to its independent oracle. They must read the same times from
 * the plan, and software must read the oracle's values.
 */
#include "harness/truth/snbep/replay.h"
#include "models/snbep/imc.h"
#include "models/snbep/snbep_plan.h"
#include "oracle/snbep/traffic.h"
#include "tests/fuzz/fuzz.h"

#include <glib.h>

enum { MAX_OPS = 100, MAX_LINES = 12, MAX_LINE = 128 };

/* The model and the shared input. */
struct world {
    struct snbep m;
    struct snbep_plan_text text;
    struct oracle_plan oracle;
    GArray *records; /* struct trace_record */
    uint64_t now;    /* ns */
};

static void record(void *self, const struct trace_record *record)
{
    g_array_append_vals(self, record, 1);
}

/* ---- the plan ---- */

static void read_plan(struct input *in, struct world *w)
{
    char line[MAX_LINE], wrong[PLAN_TEXT_WRONG];

    snbep_plan_begin(&w->text, &w->m);
    for (unsigned n = (unsigned)take(in, 1) % MAX_LINES; n; n--) {
        take_line(in, line, sizeof(line));
        if (snbep_plan_line(&w->text, line, wrong))
            MUST(!oracle_plan_line(&w->oracle, line), "the oracle reads what the model reads");
    }
}

static void check_moments(const struct plan *plan, const struct oracle_moments *moments)
{
    MUST(plan->n_anchors == moments->n_anchors && plan->n_entries == moments->n_entries,
        "as many lines");
    for (unsigned i = 0; i < plan->n_anchors; i++)
        MUST(plan->anchors[i].step == moments->anchors[i].step, "... wait for the same step");
    for (unsigned i = 0; i < plan->n_entries; i++)
        MUST(plan->entries[i].anchor == moments->anchor_of[i] &&
                 plan->entries[i].delay == moments->anchors[moments->anchor_of[i]].delay,
            "... and as long after it");
}

/* ---- the guest's actions ---- */

static void access_register(struct input *in, struct world *w, unsigned op)
{
    /* device 16, functions 0, 1, 4, 5 */
    static const unsigned channels[] = {0x80, 0x81, 0x84, 0x85};
    const struct sim_access access = {.now = w->now};
    unsigned bus = w->m.config.n_sockets > 1 && op & 8 ? 0xff : 0x7f;
    unsigned offset = 0xa0 + (unsigned)take(in, 1) % 24 * 4, devfn = channels[op / 2 % 4];
    uint32_t value;

    if (op & 1) {
        snbep_pci_read(&w->m, &access, bus, devfn, offset, 4);
        return;
    }
    value = (uint32_t)take(in, 1) << 24 | (uint32_t)take(in, 1);
    if (op & 16) /* the control of an existing event, enabled */
        value = imc_type.events->rows[value % imc_type.events->n].code | 0x400f00 |
                (value & 0xff000000) | (op & 0x20) << 13;
    snbep_pci_write(&w->m, &access, bus, devfn, offset, 4, value);
}

static void act(struct input *in, struct world *w)
{
    unsigned op = (unsigned)take(in, 1);
    const struct sim_access access = {.now = w->now};

    if (op < 200)
        access_register(in, w, op);
    else if (op < 220)
        snbep_step(&w->m, &access, 1 + op / 2 % 3, op & 1);
    else /* up to a second */
        w->now += take(in, 2) << op % 15;
}

static void check_reads(const struct world *w)
{
    struct truth *truth = truth_replay_snbep(&w->m.config, &w->oracle,
        (const struct trace_record *)(const void *)w->records->data, w->records->len);

    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_WRONG)
            fprintf(stderr, "%s\n", note->text);
        MUST(note->kind != TRUTH_WRONG, "software reads what the oracle says");
    }
    truth_free(truth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t clocks[] = {800000000, 1000000000, 666666667, 1000};
    static struct world w;
    struct input in = {data, size};
    unsigned which = (unsigned)take(&in, 1);
    struct snbep_config config = SNBEP_DEFAULTS;

    config.box_ctl = which & 1 ? IMC_GUIDE : IMC_SILICON;
    config.n_sockets = 1 + (which >> 1 & 1);
    config.dclk_hz = clocks[which >> 2 & 3];
    w.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    w.now = 0;
    memset(&w.oracle, 0, sizeof(w.oracle));
    snbep_reset(&w.m, &config, &(struct sim_host){.self = w.records, .trace = record});
    read_plan(&in, &w);
    check_moments(&w.m.plan, &w.oracle.moments);
    for (unsigned i = 0; i < MAX_OPS && in.left; i++)
        act(&in, &w);
    snbep_advance(&w.m, w.now);
    check_reads(&w);
    g_array_unref(w.records);
    return 0;
}
