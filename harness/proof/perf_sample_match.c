/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs printed samples with the samples that the driver took, and lists the
 * rest. */
#include "harness/proof/perf_sample_match.h"

struct matching {
    const struct perf_samples_step *step;
    const struct machine *machine;
    const GPtrArray *taken;
    guint happened;
    gboolean *used; /* one for each of @taken */
    GPtrArray *wrong;
};

static gboolean same_registers(
    const struct perf_sample_text *text, const struct truth_sample *sample)
{
    if (text->n != sample->n)
        return FALSE;
    for (unsigned i = 0; i < text->n; i++) {
        gboolean found = FALSE;

        for (unsigned k = 0; !found && k < sample->n; k++)
            found = text->regs[i].offset == sample->regs[k].offset &&
                    text->regs[i].value == sample->regs[k].value;
        if (!found)
            return FALSE;
    }
    return TRUE;
}

static gboolean same(const struct matching *m, const struct perf_sample_text *text,
    const struct truth_sample *sample)
{
    struct perf_sample_text expected = {0};

    if (text->cpu >= 0 && (unsigned)text->cpu != sample->cpu)
        return FALSE;
    if (text->form == PERF_SAMPLE_REGISTERS)
        return same_registers(text, sample);
    m->machine->proof->access(m->step, sample, &expected);
    return text->ip == expected.ip && text->address == expected.address &&
           text->weight == expected.weight && text->data_src == expected.data_src;
}

static gboolean registers_equal(const struct truth_sample *a, const struct truth_sample *b)
{
    gboolean equal = a->n == b->n;

    for (unsigned i = 0; equal && i < a->n; i++)
        equal = a->regs[i].offset == b->regs[i].offset && a->regs[i].value == b->regs[i].value;
    return equal;
}

/* The third hop: compares the printed values with the expected ones for
 * @sample, one of the truth's. */
static void check_happened(
    struct matching *m, const struct perf_sample_text *text, const struct truth_sample *sample)
{
    const struct machine_proof *proof = m->machine->proof;
    const struct truth *truth = m->step->truth, *sound = m->step->sound;
    g_autofree char *why = NULL;
    guint index;

    if (!proof->happened || !truth)
        return;
    index = (guint)(sample - (const struct truth_sample *)(void *)truth->samples->data);
    /* a fault of the scenario changed values between the hardware and the
     * driver */
    if (sound &&
        !registers_equal(&g_array_index(sound->samples, struct truth_sample, index), sample))
        return;
    m->happened += proof->happened(m->step, index, text, &why);
    if (why)
        g_ptr_array_add(
            m->wrong, g_strdup_printf("hop three: line %u of the output: %s", text->line, why));
}

static gboolean taken_before(const struct matching *m, const struct perf_sample_text *text)
{
    for (guint i = 0; i < m->taken->len; i++)
        if (m->used[i] && same(m, text, g_ptr_array_index(m->taken, i)))
            return TRUE;
    return FALSE;
}

/* Finds the first of several equal samples. Programs print almost in time
 * order: the search starts at @from. */
static gboolean find_sample(struct matching *m, const struct perf_sample_text *text, guint *from)
{
    for (guint i = 0; i < m->taken->len; i++) {
        guint at = (*from + i) % m->taken->len;

        if (m->used[at] || !same(m, text, g_ptr_array_index(m->taken, at)))
            continue;
        m->used[at] = TRUE;
        check_happened(m, text, g_ptr_array_index(m->taken, at));
        *from = (at + 1) % m->taken->len;
        return TRUE;
    }
    return FALSE;
}

static void append_registers(GString *line, const struct machine *machine, unsigned block,
    const struct truth_sample_reg *regs, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank = NULL;
        int reg = machine->model->block(block, name, sizeof(name), &bank) && bank
                      ? reg_bank_at(bank, regs[i].offset)
                      : -1;

        g_string_append_printf(line, " %s=0x%" G_GINT64_MODIFIER "x",
            reg >= 0 ? bank->regs[reg].name : "?", regs[i].value);
    }
}

static void report_printed(struct matching *m, const struct perf_sample_text *text)
{
    GString *line = g_string_new(NULL);

    g_string_append_printf(line, "hop one: line %u of the output: %s:", text->line,
        taken_before(m, text) ? "printed again, and taken no more often"
                              : "the driver took no such sample");
    if (text->form == PERF_SAMPLE_REGISTERS)
        append_registers(line, m->machine, 0, text->regs, text->n);
    else
        g_string_append_printf(line,
            " ip 0x%" G_GINT64_MODIFIER "x, address 0x%" G_GINT64_MODIFIER
            "x, weight %" G_GUINT64_FORMAT ", source 0x%" G_GINT64_MODIFIER "x",
            text->ip, text->address, text->weight, text->data_src);
    g_ptr_array_add(m->wrong, g_string_free(line, FALSE));
}

GPtrArray *perf_sample_match(const struct perf_samples_step *step,
    const struct perf_samples *printed, const GPtrArray *taken, guint *happened)
{
    struct matching m = {.step = step,
        .machine = step->machine,
        .taken = taken,
        .used = g_new0(gboolean, taken->len + 1),
        .wrong = g_ptr_array_new_with_free_func(g_free)};
    guint from = 0;

    for (guint i = 0; i < printed->wrong->len; i++)
        g_ptr_array_add(m.wrong, g_strdup(g_ptr_array_index(printed->wrong, i)));
    for (guint i = 0; i < printed->samples->len; i++) {
        const struct perf_sample_text *text =
            &g_array_index(printed->samples, struct perf_sample_text, i);

        if (!find_sample(&m, text, &from))
            report_printed(&m, text);
    }
    for (guint i = 0; i < taken->len; i++) {
        const struct truth_sample *sample = g_ptr_array_index(taken, i);
        GString *line;

        if (m.used[i])
            continue;
        line = g_string_new(NULL);
        g_string_append_printf(
            line, "hop one: CPU %u: taken by the driver and not printed:", sample->cpu);
        append_registers(line, m.machine, sample->block, sample->regs, sample->n);
        g_ptr_array_add(m.wrong, g_string_free(line, FALSE));
    }
    g_free(m.used);
    *happened = m.happened;
    return m.wrong;
}

void perf_sample_compare(const struct perf_samples_step *step, struct perf_check_samples *out)
{
    const struct machine_proof *proof = step->machine->proof;
    g_autoptr(GPtrArray) kept = g_ptr_array_new(); /* the samples that must be printed */
    struct perf_samples *printed;

    for (guint i = 0; i < step->truth->samples->len; i++) {
        struct truth_sample *sample = &g_array_index(step->truth->samples, struct truth_sample, i);

        out->latched += perf_samples_within(step, sample->latched);
        if (!perf_samples_within(step, sample->taken))
            continue;
        out->taken++;
        if (proof->drops(step->planned, sample, step->filter))
            out->dropped++;
        else
            g_ptr_array_add(kept, sample);
    }
    printed = proof->parse(step->text);
    out->printed = printed->samples->len;
    g_ptr_array_unref(out->wrong);
    out->has_happened = proof->happened != NULL;
    out->wrong = perf_sample_match(step, printed, kept, &out->happened);
    perf_samples_free(printed);
}
