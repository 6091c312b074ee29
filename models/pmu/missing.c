/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the gaps of a file: first of its properties, then, if it is complete,
 * of the roles that work only together. */
#include "models/pmu/missing.h"

#include "models/pmu/reading.h"

#include <stdlib.h>
#include <string.h>

struct missing {
    struct hardware_reading r;
    char wrong[HARDWARE_WRONG];
    hardware_missing_fn *tell;
    void *self;
    unsigned lines;
};

/* Reports the line in @m->wrong. */
static void report(struct missing *m)
{
    m->tell(m->self, m->wrong);
    m->lines++;
}

static unsigned first_line(const struct rdl_bank *bank)
{
    return bank->n_marks ? bank->marks[0].line : 1;
}

/* ---- properties ---- */

static const struct {
    const char *property, *without, *expected;
} needed[] = {
    {"pmu_found", "no driver finds it", "pmu_found = \"of COMPATIBLE\" or \"acpi ID\""},
    {"pmu_perf", "perf's name of the PMU is not known", "pmu_perf = \"NAME\""},
    {"pmu_events", "it has no events", "pmu_events = \"FILE\", their list"},
};

static bool has_role(const struct rdl_bank *bank, const char *role)
{
    for (unsigned i = 0; i < bank->n_marks; i++)
        if (!strcmp(bank->marks[i].property, "pmu_role") && bank->marks[i].text &&
            strstr(bank->marks[i].text, role))
            return true;
    return false;
}

static void check_properties(struct missing *m, const struct rdl_bank *bank)
{
    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
        if (hardware_mark(bank, needed[i].property, -1, -1))
            continue;
        hardware_complain(&m->r, first_line(bank), "%s: %s; expected %s", bank->bank.name,
            needed[i].without, needed[i].expected);
        report(m);
    }
    if (!has_role(bank, "count")) {
        hardware_complain(&m->r, first_line(bank),
            "%s: it has no counter; expected a field with the role count", bank->bank.name);
        report(m);
    }
}

/* ---- roles that work only together ---- */

static const struct {
    enum pmu_role role, other;
    const char *text, *expected;
} pairs[] = {
    {PMU_HALT, PMU_FREEZE, "halt has no effect", "a field with the role freeze"},
    {PMU_LOAD, PMU_INDEX, "load sets no counter", "a field with the role index"},
    {PMU_INDEX, PMU_LOAD, "index selects a counter for nothing", "a field with the role load"},
};

/* Whether software can set @counter to a value: its field is writable, or
 * another one clears or sets it. */
static bool can_set(const struct pmu_kind *kind, unsigned counter)
{
    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];

        if (part->role == PMU_LOAD)
            return true;
        if (part->role == PMU_CLEAR &&
            (part->counter == PMU_ALL ||
                (counter >= part->counter && counter - part->counter < part->width)))
            return true;
        if (part->role == PMU_COUNT && part->counter == counter && part->access != REG_RO)
            return true;
    }
    return false;
}

static void check_pairs(struct missing *m, const struct pmu_kind *kind, unsigned line)
{
    const bool flags = kind->has[PMU_INTERRUPT] || kind->has[PMU_GATE];

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (!kind->has[pairs[i].role] || kind->has[pairs[i].other])
            continue;
        hardware_complain(
            &m->r, line, "%s: %s; expected %s", kind->bank->name, pairs[i].text, pairs[i].expected);
        report(m);
    }
    if (flags && !kind->interrupts) {
        hardware_complain(&m->r, line,
            "%s: no overflow interrupts, though fields allow it; expected the word interrupts",
            kind->bank->name);
        report(m);
    }
}

static void check_pmu(struct missing *m, const struct pmu_kind *kind, unsigned line)
{
    check_pairs(m, kind, line);
    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];

        if (part->role != PMU_COUNT || part->high)
            continue;
        if (!can_set(kind, part->counter) && kind->bits[part->counter] < 64) {
            hardware_complain(&m->r, part->line,
                "%s: software cannot set counter %u; expected a writable count, or a field with "
                "the role clear or load",
                kind->bank->name, part->counter);
            report(m);
        }
    }
}

/* ---- the file ---- */

static void check_read(struct missing *m, const struct rdl_file *file)
{
    struct hardware *hardware = hardware_read(m->r.path, m->wrong);

    if (!hardware)
        report(m);
    for (unsigned i = 0; hardware && i < hardware->n; i++)
        check_pmu(m, &hardware->pmus[i], first_line(&file->banks[i]));
    hardware_free(hardware);
}

unsigned hardware_missing(const char *path, hardware_missing_fn *tell, void *self)
{
    struct missing m = {.r = {path, m.wrong}, .tell = tell, .self = self};
    char *text = hardware_text(&m.r, 1, path);
    struct rdl_file *file = text ? rdl_read(path, text, m.wrong) : NULL;

    if (!file)
        report(&m);
    for (unsigned i = 0; file && i < file->n_banks; i++)
        check_properties(&m, &file->banks[i]);
    if (file && !m.lines)
        check_read(&m, file);
    rdl_free(file);
    free(text);
    return m.lines;
}
