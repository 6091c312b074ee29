/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The causes of wrong figures: each mistake of a driver gives its sentence. */
#include "tests/perf_channels.h"

#include <string.h>

/* Changes a good trace as the mistake would. */
typedef void mistake_fn(struct lx *lx);

/* The accesses of @kind to a register or half at @offset in the step, counted
 * from 0: number @which, or NULL. */
static struct trace_record *access_number(
    struct lx *lx, enum trace_kind kind, uint32_t offset, unsigned which)
{
    gboolean inside = FALSE;

    for (guint i = 0; i < lx->records->len; i++) {
        struct trace_record *r = lx_record_at(lx, i);

        inside |= r->kind == TRACE_STEP_BEGIN;
        if (inside && r->kind == kind && r->offset == offset && !which--)
            return r;
    }
    return NULL;
}

static uint32_t offset_of(const struct lx *lx, unsigned reg)
{
    return lx_reg(lx, 0, reg)->offset;
}

static void drop(struct lx *lx, enum trace_kind kind, uint32_t offset, unsigned which)
{
    access_number(lx, kind, offset, which)->kind = TRACE_OVERFLOW;
}

static void drop_high_halves(struct lx *lx)
{
    while (access_number(lx, TRACE_READ, offset_of(lx, IMC_CTR0) + 4, 0))
        drop(lx, TRACE_READ, offset_of(lx, IMC_CTR0) + 4, 0);
}

static void drop_off(struct lx *lx)
{
    drop(lx, TRACE_WRITE, offset_of(lx, IMC_CTL0), 1);
}

static void drop_first_read(struct lx *lx)
{
    drop(lx, TRACE_READ, offset_of(lx, IMC_CTR0), 0);
    drop(lx, TRACE_READ, offset_of(lx, IMC_CTR0) + 4, 0);
}

static void drop_last_read(struct lx *lx)
{
    drop(lx, TRACE_READ, offset_of(lx, IMC_CTR0), 2);
    drop(lx, TRACE_READ, offset_of(lx, IMC_CTR0) + 4, 2);
}

static void write_without_enable(struct lx *lx)
{
    access_number(lx, TRACE_WRITE, offset_of(lx, IMC_CTL0), 0)->value = READS;
}

/* 0xe8 of the function has no register. */
static void write_elsewhere(struct lx *lx)
{
    access_number(lx, TRACE_WRITE, offset_of(lx, IMC_CTL0), 0)->offset += 0x10;
}

/* Two reads. At 123 MHz, 3 ms and an access of 731 ns are 369089, and 5 ms and
 * three accesses 615269. */
static struct world measured(struct lx_event *e, uint64_t *first)
{
    struct world w = world_new(&one, PLAN);

    *e = (struct lx_event){.counter = 0, .control = READS};
    lx_start(&w.lx, e);
    w.lx.now += 3 * MS;
    lx_update(&w.lx, e);
    *first = e->count;
    w.lx.now += 5 * MS;
    lx_stop(&w.lx, e);
    lx_step(&w.lx, 1, true);
    return w;
}

/* The first row's reason has @cause and begins with @sentence. */
static void is_cause(
    const struct world *w, enum perf_cause cause, const char *sentence, const char *what)
{
    GPtrArray *rows = prove(w, NULL);
    const struct perf_why *why = row(rows, 0)->why;

    ok(why && why->cause == cause, "%s: P%u", what, perf_cause_text(cause)->number);
    is_str(why ? why->sentence : "", sentence, "%s: the sentence", what);
    if (rows)
        g_ptr_array_unref(rows);
}

static void print(struct world *w, uint64_t figure)
{
    g_string_append_printf(
        w->text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", figure);
}

static void traces(void)
{
    static const struct {
        const char *what;
        mistake_fn *make;
        enum perf_cause cause;
        const char *sentence;
    } mistakes[] = {
        {"no upper half", drop_high_halves, PERF_CAUSE_HALF_READ,
            "only bits 31:0 of imc0.PMON_CTR0 were read, 3 times"},
        {"never off", drop_off, PERF_CAUSE_NEVER_OFF,
            "en of imc0.PMON_CTL0 was set, and never cleared"},
        {"no first read", drop_first_read, PERF_CAUSE_NOT_READ_BEFORE,
            "the counter of imc0.PMON_CTL0 was not read before it was switched on"},
        {"no last read", drop_last_read, PERF_CAUSE_NOT_READ_AFTER,
            "the counter of imc0.PMON_CTL0 was not read after it was switched off"},
        {"no enable bit", write_without_enable, PERF_CAUSE_NEVER_ON,
            "imc0.PMON_CTL0 got the event, and nothing enabled it"},
        {"another offset", write_elsewhere, PERF_CAUSE_OTHER_REGISTER,
            "the event was written to imc0+0xe8, which selects no event"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        struct lx_event e;
        uint64_t first;
        struct world w = measured(&e, &first);

        print(&w, e.count);
        holds(&w, 1, mistakes[i].what);
        mistakes[i].make(&w.lx);
        is_cause(&w, mistakes[i].cause, mistakes[i].sentence, mistakes[i].what);
        world_free(&w);
    }
}

/* How often perf's figure has the first and the last read, and what else. */
struct figure {
    unsigned first, last;
    uint64_t more;
};

static void figure_is(
    struct figure of, enum perf_cause cause, const char *sentence, const char *what)
{
    struct lx_event e;
    uint64_t first;
    struct world w = measured(&e, &first);

    print(&w, of.first * first + of.last * (e.count - first) + of.more);
    is_cause(&w, cause, sentence, what);
    world_free(&w);
}

static void figures(void)
{
    figure_is((struct figure){1, 1, UINT64_C(1) << 48}, PERF_CAUSE_WIDTH,
        "perf printed 2^48 more than the driver read: imc0.PMON_CTR0 has 48 bits", "49 bits");
    figure_is((struct figure){1, 1, UINT64_C(1) << 41}, PERF_CAUSE_WIDTH,
        "perf printed 2^41 more than the driver read: imc0.PMON_CTR0 has 48 bits", "41 bits");
    figure_is((struct figure){2, 1, 0}, PERF_CAUSE_READ_TWICE,
        "a read of imc0.PMON_CTR0 was added twice: its 369089 are in perf's figure two times",
        "the first read twice");
    figure_is((struct figure){1, 0, 0}, PERF_CAUSE_READ_LOST,
        "a read of imc0.PMON_CTR0 was not added: its 615269 are missing in perf's figure",
        "no last read");
    figure_is((struct figure){0, 1, 0}, PERF_CAUSE_READ_LOST,
        "a read of imc0.PMON_CTR0 was not added: its 369089 are missing in perf's figure",
        "no first read");
    figure_is((struct figure){3, 3, 0}, PERF_CAUSE_SCALE,
        "perf printed 3 times as much as was read from imc0.PMON_CTR0", "three times");
    figure_is((struct figure){1, 1, 1}, PERF_CAUSE_PRINTED,
        "perf printed 984359, the driver read 984358", "one more");
}

/* Two events at once, whose figures are swapped. */
static void swapped(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads = {.counter = 0, .control = READS},
                    writes = {.counter = 1, .control = WRITES};

    lx_start(&w.lx, &reads);
    lx_start(&w.lx, &writes);
    w.lx.now += 3 * MS;
    lx_stop(&w.lx, &reads);
    lx_stop(&w.lx, &writes);
    lx_step(&w.lx, 1, true);
    print(&w, writes.count);
    g_string_append_printf(
        w.text, "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0xc/\n", reads.count);
    is_cause(&w, PERF_CAUSE_OTHER_FIGURE, "perf printed the count of the event in imc0.PMON_CTL1",
        "swapped figures");
    world_free(&w);
}

int main(void)
{
    traces();
    figures();
    swapped();
    return done_testing();
}
