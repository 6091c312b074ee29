/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each PMU's units. */
#include "models/power9/nest_regs.h"

#include "models/power9/homer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

_Static_assert(NEST_STATUS_OFFSET == P9_IMC_CONTROL_BLOCK, "the block begins there");

/* The bits of AVAILABILITY in @of that are called @name, or 0. */
static uint64_t unit(const struct reg *of, const char *name)
{
    int field = reg_field_named(of, name);

    return field < 0 ? 0 : reg_field_mask(of, &of->fields[field]);
}

/* Each digit is a unit's number: PMU mcs01 watches mcs0 and mcs1. */
uint64_t nest_units_power9(const char *pmu, uint64_t *exactly)
{
    const struct reg *availability = &nest_bank.regs[NEST_AVAILABILITY];
    size_t stem = strcspn(pmu, "0123456789");
    uint64_t units = pmu[stem] ? 0 : unit(availability, pmu);
    char name[24];

    *exactly = 0;
    for (const char *digit = pmu + stem; isdigit((unsigned char)*digit); digit++) {
        snprintf(name, sizeof(name), "%.*s%c", (int)stem, pmu, *digit);
        units |= unit(availability, name);
    }
    return units;
}

/* PMUs without a unit of the same name, and the units from @first to @last that
 * they watch. Bridge N_M of the catalogue is the microcode's 3N+M. mcs01 is the
 * microcode's controllers 0 and 1 with two channels each. */
static const struct {
    const char *pmu, *first, *last;
} watched[] = {
    {"mcs01", "mcs0", "mcs3"},
    {"mcs23", "mcs4", "mcs7"},
    {"phb0_0", "phb0", "phb0"},
    {"phb0_1", "phb1", "phb1"},
    {"phb0_2", "phb2", "phb2"},
    {"phb1_0", "phb3", "phb3"},
    {"phb1_1", "phb4", "phb4"},
    {"phb1_2", "phb5", "phb5"},
};

/* Values of a link's field of AVAILABILITY. PMU otl6_0 watches link 6. */
static const struct {
    const char *stem;
    unsigned is;
} links[] = {{"xlink", 5}, {"alink", 6}, {"otl", 7}};

static uint64_t link_of(const struct reg *availability, const char *pmu, uint64_t *exactly)
{
    for (unsigned i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        size_t stem = strlen(links[i].stem);
        char name[] = "link0";

        if (strncmp(pmu, links[i].stem, stem) || !isdigit((unsigned char)pmu[stem]))
            continue;
        name[sizeof(name) - 2] = pmu[stem];
        int field = reg_field_named(availability, name);
        if (field < 0)
            return 0;
        *exactly = reg_set(availability, (unsigned)field, 0, links[i].is);
        return reg_field_mask(availability, &availability->fields[field]);
    }
    return 0;
}

uint64_t nest_units_power10(const char *pmu, uint64_t *exactly)
{
    const struct reg *availability = &nest_power10_bank.regs[NEST_AVAILABILITY];
    uint64_t units = unit(availability, pmu);

    *exactly = 0;
    for (unsigned i = 0; i < sizeof(watched) / sizeof(watched[0]); i++)
        if (!strcmp(pmu, watched[i].pmu))
            for (int field = reg_field_named(availability, watched[i].first);
                 field <= reg_field_named(availability, watched[i].last); field++)
                units |= reg_field_mask(availability, &availability->fields[field]);
    return units ? units : link_of(availability, pmu, exactly);
}
