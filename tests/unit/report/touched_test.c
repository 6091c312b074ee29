/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of accesses, in traces counted by hand. The registers are the uncore
 * guide's iMC (Intel 327043-001, pages 60 to 62): PMON_CTL0 at d8, PMON_CTR0 at
 * a0 with 48 bits, BOX_CTL at f4. */
#include "harness/report/untouched.h"
#include "harness/trace/accesses.h"
#include "harness/trace/touched.h"
#include "models/kunpeng/kunpeng.h"
#include "models/kunpeng/uncore.rdl.h"
#include "models/snbep/snbep.h"

#include "tests/tap.h"

enum { CTR0 = 0xa0, CTL0 = 0xd8, BOX_CTL = 0xf4, UNIT_STATUS = 0xf8 };

#define ACCESS(what, where, at, bytes, content)                                                    \
    {                                                                                              \
        .kind = (what), .block = (where), .offset = (at), .size = (bytes), .value = (content)      \
    }

/* Channels 0 and 1 count together, but each has a separate order. */
static const struct trace_record first[] = {
    ACCESS(TRACE_WRITE, 0, BOX_CTL, 4, 0x10100), /* frz_en, frz */
    ACCESS(TRACE_WRITE, 1, CTL0, 4, 0x00400304), /* en, umask RD, CAS_COUNT */
    ACCESS(TRACE_WRITE, 0, CTL0, 4, 0x00400304), /* after BOX_CTL, not after channel 1 */
    ACCESS(TRACE_WRITE, 0, CTL0, 4, 0),          /* after CTL0 */
    ACCESS(TRACE_LATCH, 0, CTL0, 4, 0xffffffff), /* the hardware's, which does not count */
    {.kind = TRACE_STEP_BEGIN, .block = 0, .offset = CTL0, .size = 4},
    ACCESS(TRACE_READ, 0, CTR0, 4, 0xffffffff), /* the low half: ones */
    ACCESS(TRACE_READ, 0, CTR0 + 4, 4, 0),      /* the high half: 0 */
    ACCESS(TRACE_READ, 0, CTR0, 4, 0x1234),     /* other */
    ACCESS(TRACE_READ, 0, 0x4c, 4, 7),          /* no register */
    ACCESS(TRACE_WRITE, 999, CTL0, 4, 7),       /* no block */
};
static const struct trace_record second[] = {
    /* thresh ones, umask 3 of no event, event fe: no name */
    ACCESS(TRACE_WRITE, 0, CTL0, 4, 0xff4003fe),
    ACCESS(TRACE_READ, 0, CTL0, 2, 0x0304), /* umask and ev_sel alone */
};

static const struct reg *imc(enum imc_reg reg)
{
    return &imc_bank.regs[reg];
}

static void is_classes(const struct touched_register *of, unsigned field, enum touched_way way,
    const char *expected, const char *what)
{
    const struct touched_values *v = &of->fields[field].values[way];
    g_autofree char *got = g_strdup_printf("%u %u %u %u, %u past reset",
        (unsigned)v->n[TOUCHED_ZERO], (unsigned)v->n[TOUCHED_ONES], (unsigned)v->n[TOUCHED_NAMED],
        (unsigned)v->n[TOUCHED_OTHER], (unsigned)v->past_reset);

    is_str(got, expected, "%s", what);
}

static void test_control(const struct touched *touched)
{
    const struct touched_register *ctl = touched_find(touched, imc(IMC_CTL0));

    is_u64(ctl->n[TOUCHED_WRITTEN], 4,
        "three writes in the first run, one in the second, of two channels");
    is_u64(ctl->n[TOUCHED_READ], 1, "one read, and no latch");
    is_u64(ctl->runs->len, 2, "by both runs");
    is_classes(ctl, CTL_EN, TOUCHED_WRITTEN, "1 3 0 0, 3 past reset", "en: 0 once");
    is_classes(ctl, CTL_THRESH, TOUCHED_WRITTEN, "3 1 0 0, 1 past reset", "thresh: all ones once");
    is_classes(ctl, CTL_EV_SEL, TOUCHED_WRITTEN, "1 0 2 1, 3 past reset",
        "ev_sel: two have a name, one has none");
    is_classes(ctl, CTL_UMASK, TOUCHED_WRITTEN, "1 0 2 1, 3 past reset",
        "umask: a name depends on the event");
    is_classes(
        ctl, CTL_UMASK, TOUCHED_READ, "0 0 1 0, 1 past reset", "half of the register is read");
    is_classes(ctl, CTL_EN, TOUCHED_READ, "0 0 0 0, 0 past reset", "the other half is not");
    is_u64(ctl->fields[CTL_EV_SEL].names->len, 2, "two names of events");
    is_str(g_ptr_array_index(ctl->fields[CTL_EV_SEL].names, 0), "CAS_COUNT", "04");
    is_str(
        g_ptr_array_index(ctl->fields[CTL_EV_SEL].names, 1), "CLOCKTICKS", "and 0 also has a name");
    is_u64(ctl->fields[CTL_THRESH].runs->len, 1, "one run is past the reset value of thresh");
    is_str(g_ptr_array_index(ctl->fields[CTL_THRESH].runs, 0), "snbep/second", "the second");
}

static void test_halves(const struct touched *touched)
{
    const struct touched_register *ctr = touched_find(touched, imc(IMC_CTR0));

    is_u64(ctr->n[TOUCHED_READ], 3, "each half is an access");
    is_classes(ctr, CTR_EVENT_COUNT, TOUCHED_READ, "1 1 0 1, 2 past reset",
        "a class is that of the bits that were covered");
}

/* In order of appearance, as "W BOX_CTL > W CTL0 x1". */
static void is_orders(const struct touched *touched, enum imc_reg reg, const char *expected)
{
    const struct touched_register *of = touched_find(touched, imc(reg));
    g_autoptr(GString) got = g_string_new(NULL);

    for (guint i = 0; i < of->orders->len; i++) {
        const struct touched_order *o = &g_array_index(of->orders, struct touched_order, i);

        g_string_append_printf(got, "%s%c%s>%c x%u", got->len ? ", " : "", "RW"[o->way_before],
            o -> before -> reg -> name, "RW"[o->way], (unsigned)o -> n);
    }
    is_str(got->str, expected, "orders that end at %s", of->reg->name);
}

static void test_orders(const struct touched *touched)
{
    is_orders(touched, IMC_BOX_CTL, "");
    is_orders(touched, IMC_CTL0, "WPMON_BOX_CTL>W x1, WPMON_CTL0>W x1, WPMON_CTL0>R x1");
    is_orders(touched, IMC_CTR0, "WPMON_CTL0>R x1, RPMON_CTR0>R x2");
}

/* ---- untouched registers ---- */

static const struct untouched *untouched_of(
    const GArray *list, const struct reg *reg, const char *field)
{
    for (guint i = 0; i < list->len; i++) {
        const struct untouched *u = &g_array_index(list, struct untouched, i);

        if (u->reg == reg && !g_strcmp0(u->field ? u->field->name : NULL, field))
            return u;
    }
    return NULL;
}

static void is_untouched(
    const GArray *list, enum imc_reg reg, const char *field, const char *expected, const char *why)
{
    const struct untouched *u = untouched_of(list, imc(reg), field);
    g_autofree char *text = u ? untouched_text(u) : NULL;

    is_str(text, expected, "%s %s", imc(reg)->name, field ? field : "as a whole");
    is_str(u ? u->why : NULL, why, "... and why");
}

static void test_untouched(const struct touched *touched)
{
    struct explained *explained =
        explained_parse("# a comment\n"
                        "\n"
                        "snbep.imc.PMON_CTL?.thresh  read     no driver reads it back\n"
                        "snbep.imc.PMON_UNIT_STATUS.*  touched  no current driver\n"
                        "snbep.imc.PMON_CTL0.invert  read     half of a reason\n",
            NULL);
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(struct untouched));
    const struct machine *machine = machine_find("snbep", NULL);
    struct touched_sum sum = untouched_find(touched, machine, explained, list);

    is_u64(sum.registers, 874,
        "registers in all: 6 times 12 of a channel, 2 times UBOX 2, free-running 5, window 5, "
        "headers 9, HA 9, QPI 13, R2PCIe 9, R3QPI 7, CBO 10, PCU 10, UBOX 6, package 1, core 36, "
        "branches 35, APIC 1; of Ivy Bridge-EP HA 9, QPI 9, R2PCIe 9, R3QPI 7, CBO 11, PCU 10, "
        "UBOX 6; since Haswell-EP HA 9, QPI 9, R2PCIe 9, 2 times R3QPI 7, CBO 11, SBO 9, PCU 10, "
        "2 times UBOX 7, 2 times core 36, branches 35; since Skylake-SP 2 times CHA 11, PCU 10, "
        "UBOX 6, UPI 9, 2 times M2M 9, M3UPI 7, IIO 9, free-running 17, IRP 5, what there is 1, "
        "package 2, core 36, branches 99; since Ice Lake-SP 2 times core 38; since Sapphire Rapids "
        "a channel 11, free-running 3, PCU 9, M2M 9, UPI 9, IRP 5, MDF 9, where tables are 5, "
        "tables 6");
    is_u64(sum.registers_touched, 3, "three were accessed");
    is_u64(
        sum.fields_touched[TOUCHED_WRITTEN], 6, "written: en, thresh, umask, ev_sel; frz_en, frz");
    is_u64(sum.fields_touched[TOUCHED_READ], 3, "read: umask, ev_sel; event_count");
    is_u64(sum.orders, 5, "orders");
    is_untouched(list, IMC_CTL0, "umask", NULL, NULL);
    is_untouched(list, IMC_CTL0, "thresh", "never read", "no driver reads it back");
    is_untouched(list, IMC_CTL0, "invert", "never read; written as 0 alone", NULL);
    is_untouched(list, IMC_CTL0, "rsv", NULL, NULL);
    is_untouched(list, IMC_CTR0, "event_count", "never written", NULL);
    is_untouched(list, IMC_UNIT_STATUS, NULL, "never accessed", "no current driver");
    is_untouched(list, IMC_UNIT_STATUS, "ov_ctr0", NULL, NULL);
    explained_free(explained);
}

/* Each entry of pmulab's own lists must name something. */
static gboolean names_a_field(const char *pattern)
{
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        for (const struct reg_bank *const *bank = machine->model->banks; *bank; bank++)
            for (unsigned r = 0; r < (*bank)->n_regs; r++)
                for (unsigned k = 0; k < (*bank)->regs[r].n_fields; k++) {
                    g_autofree char *name = g_strjoin(".", machine->name, (*bank)->name,
                        (*bank)->regs[r].name, (*bank)->regs[r].fields[k].name, NULL);

                    if (g_pattern_match_simple(pattern, name))
                        return TRUE;
                }
    return FALSE;
}

static void test_explained(void)
{
    g_autoptr(GError) error = NULL;
    const char *pattern;

    for (guint i = 0; (pattern = explained_pattern(explained_own(), i)); i++)
        ok(names_a_field(pattern), "%s names a field", pattern);
    ok(!explained_parse("\nsnbep.imc.* sometimes why\n", &error), "a line without a way is wrong");
    is_str(error->message,
        "explanations, line 2: expected PATTERN, 'read', 'written' or 'touched', and a reason",
        "and is named");
    ok(!explained_parse("snbep.imc.* read\n", NULL), "a reason is needed");
}

/* PERF_CTRL of a kunpeng's L3C, 408, starts with bit 16 set: 0 there is past
 * its reset value, and 1 is not. */
static void test_reset(void)
{
    const unsigned l3c = kunpeng_block(KUNPENG_L3C, 0);
    const struct trace_record writes[] = {
        ACCESS(TRACE_WRITE, l3c, 0x408, 4, 0x10000), ACCESS(TRACE_WRITE, l3c, 0x408, 4, 0)};
    struct touched *touched = touched_new();
    const struct reg_bank *bank;
    const struct reg *reg = NULL;
    char name[MACHINE_BLOCK_NAME];

    if (ok(kunpeng_model.block(l3c, name, sizeof(name), &bank), "an L3C"))
        for (unsigned i = 0; i < bank->n_regs; i++)
            if (bank->regs[i].offset == 0x408)
                reg = &bank->regs[i];
    touched_add(touched, &kunpeng_model, "", writes, 1);
    is_classes(touched_find(touched, reg), L3C_PERF_CTRL_EN, TOUCHED_WRITTEN,
        "0 1 0 0, 0 past reset", "en: its reset value");
    touched_add(touched, &kunpeng_model, "", writes + 1, 1);
    is_classes(touched_find(touched, reg), L3C_PERF_CTRL_EN, TOUCHED_WRITTEN,
        "1 1 0 0, 1 past reset", "... and the other one");
    touched_free(touched);
}

/* Two halves are two classes of the count, one of the reserved bits, and an
 * order; repetitions are not new. */
static void test_states(void)
{
    static const struct trace_record halves[] = {
        ACCESS(TRACE_READ, 0, CTR0, 4, 0xffffffff), ACCESS(TRACE_READ, 0, CTR0 + 4, 4, 0)};
    static const struct trace_record other[] = {ACCESS(TRACE_READ, 2, CTR0, 4, 0x1234)};
    struct touched *touched = touched_new();

    is_u64(touched_states(touched), 0, "no state before the first access");
    touched_add(touched, &snbep_model, "", halves, G_N_ELEMENTS(halves));
    is_u64(touched_states(touched), 4, "ones, 0, reserved 0, and one after the other");
    touched_add(touched, &snbep_model, "", halves, G_N_ELEMENTS(halves));
    is_u64(touched_states(touched), 4, "the same again");
    touched_add(touched, &snbep_model, "", other, G_N_ELEMENTS(other));
    is_u64(touched_states(touched), 5, "another value, of another channel");
    touched_free(touched);
}

/* Each of 10,000 pairs of a threshold and an event three times in turn, which
 * exceeds the memory; then two of them in turn, a thousand times in all. */
static void test_again(void)
{
    enum { VALUES = 10000, TIMES = 3, MORE = 1000 };
    struct touched *touched = touched_new();
    struct touching *touching = touching_new(touched, &snbep_model, "");
    struct trace_record write = ACCESS(TRACE_WRITE, 0, CTL0, 4, 0);
    const struct touched_register *ctl;
    unsigned zero = 0;

    for (unsigned i = 0; i < TIMES * VALUES; i++) {
        unsigned n = i % VALUES;

        write.value = (guint64)(n % 256) << 24 | n / 256;
        zero += !(n % 256);
        touching_add(touching, &write);
    }
    for (unsigned i = 0; i < MORE; i++) {
        write.value = i % 2 ? 0xff000004 : 4;
        touching_add(touching, &write);
    }
    touching_free(touching);
    ctl = touched_find(touched, imc(IMC_CTL0));
    is_u64(ctl->n[TOUCHED_WRITTEN], TIMES * VALUES + MORE,
        "each write counts, however often it comes");
    {
        /* 39 events have all 256 thresholds, the last of which is ones, and one
         * has 16. */
        const unsigned ones = TIMES * 39 + MORE / 2, other = TIMES * VALUES - zero - TIMES * 39;
        g_autofree char *expected = g_strdup_printf(
            "%u %u 0 %u, %u past reset", zero + MORE / 2, ones, other, ones + other);

        is_classes(ctl, CTL_THRESH, TOUCHED_WRITTEN, expected, "... in the class of its value");
    }
    is_u64(ctl->orders->len, 1, "one order: a write after a write");
    is_u64(g_array_index(ctl->orders, struct touched_order, 0).n, TIMES * VALUES + MORE - 1,
        "... of all but the first");
    touched_free(touched);
}

/* With equal hashes, each write would evict the read of the same place. */
static void test_place_numbers(void)
{
    unsigned equal = 0;

    for (unsigned i = 0; i < 4096; i++) {
        const struct trace_record read = ACCESS(TRACE_READ, (guint16)(i / 64), i % 64 * 4, 4, 0),
                                  write = ACCESS(TRACE_WRITE, (guint16)(i / 64), i % 64 * 4, 4, 0),
                                  wide = ACCESS(TRACE_READ, (guint16)(i / 64), i % 64 * 4, 8, 0);

        equal += (access_place_hash(&read) - access_place_hash(&write)) % 4096 == 0;
        equal += (access_place_hash(&read) - access_place_hash(&wide)) % 4096 == 0;
    }
    /* Among random numbers, two of 8192 pairs are equal, and more than 10 once
     * in 100,000 times. */
    ok(equal <= 10, "numbers of one place differ by kind and size: %u of 8192 pairs are equal",
        equal);
}

int main(void)
{
    struct touched *touched = touched_new();

    touched_add(touched, &snbep_model, "snbep/first", first, G_N_ELEMENTS(first));
    touched_add(touched, &snbep_model, "snbep/second", second, G_N_ELEMENTS(second));
    test_control(touched);
    test_halves(touched);
    test_orders(touched);
    ok(!touched_find(touched, imc(IMC_UNIT_STATUS)), "the status was not touched");
    test_untouched(touched);
    test_explained();
    test_reset();
    test_states();
    test_again();
    test_place_numbers();
    touched_free(touched);
    return done_testing();
}
