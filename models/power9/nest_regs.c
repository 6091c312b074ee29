/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the nest microcode's control block, the names of its values, and
 * each PMU's units. */
#include "models/power9/nest_regs.h"

#include "models/power9/homer.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct reg_field status_fields[] = {NEST_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field command_fields[] = {NEST_COMMAND_FIELDS(REG_FIELD_ROW)};
static const struct reg_field speed_fields[] = {NEST_SPEED_FIELDS(REG_FIELD_ROW)};
static const struct reg_field availability_fields[] = {NEST_AVAILABILITY_FIELDS(REG_FIELD_ROW)};
static const struct reg_field availability_power10_fields[] = {
    NEST_AVAILABILITY_POWER10_FIELDS(REG_FIELD_ROW)};
static const struct reg_field mode_fields[] = {NEST_MODE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field mode_state_fields[] = {NEST_MODE_STATE_FIELDS(REG_FIELD_ROW)};

#define OCC "OCC src/occ_gpe1/gpe1_24x7."

#define WORD(index, reg_name, table, what, lacks, from)                                            \
    [index] = {.name = (reg_name),                                                                 \
        .offset = P9_IMC_CONTROL_BLOCK + 8 * (index),                                              \
        .width = 64,                                                                               \
        .numbering = REG_MSB0,                                                                     \
        REG_TABLE(table),                                                                          \
        .prose = (what),                                                                           \
        .source = (from),                                                                          \
        .not_modelled = (lacks)}

/* The same words in each generation, with other @units. */
#define WORDS(units)                                                                               \
    {                                                                                              \
        WORD(NEST_STATUS, "STATUS", status_fields,                                                 \
            "the microcode's state; only the microcode writes it", NULL,                           \
            OCC "h; skiboot include/imc.h"),                                                       \
            WORD(NEST_COMMAND, "COMMAND", command_fields,                                          \
                "the host's command; firmware's start and stop, and imc_cmd_N in debugfs",         \
                "a pause during configuration takes effect after it", OCC "c"),                    \
            WORD(NEST_SPEED, "SPEED", speed_fields, "how often the counters are posted",           \
                "groups 4 to 7 are posted as often as other groups, not at most every 4 ms",       \
                OCC "h, OCC's table"),                                                             \
            WORD(NEST_AVAILABILITY, "AVAILABILITY", units,                                         \
                "units present; firmware removes the nodes of the others", NULL,                   \
                OCC "h; skiboot hw/imc.c"),                                                        \
            WORD(NEST_MODE, "MODE", mode_fields, "monitoring or debugging; imc_mode_N in debugfs", \
                "debug1 stops the counters of group 1, without posting to a separate area",        \
                OCC "c"),                                                                          \
            WORD(NEST_MODE_STATE, "MODE_STATE", mode_state_fields,                                 \
                "the mode in which the counters run", NULL, OCC "c"),                              \
    }

static const struct reg regs[NEST_N_REGS] = WORDS(availability_fields);
static const struct reg regs_power10[NEST_N_REGS] = WORDS(availability_power10_fields);

const struct reg_bank nest_bank = {"chip", "control block of a chip's nest microcode, in HOMER",
    REG_SPACE_MEMORY, REG_BANK_REGS(regs, NEST_N_REGS)};
const struct reg_bank nest_bank_power10 = {"chip",
    "control block of a chip's nest microcode, in HOMER", REG_SPACE_MEMORY,
    REG_BANK_REGS(regs_power10, NEST_N_REGS)};

struct names {
    const char *const *name;
    unsigned n;
};

static const char *const statuses[NEST_N_STATUSES] = {
    [NEST_STATUS_INIT] = "init",
    [NEST_STATUS_RUN] = "run",
    [NEST_STATUS_PAUSED] = "paused",
    [NEST_STATUS_BAD_SPEED] = "bad_speed",
    [NEST_STATUS_BAD_MODE] = "bad_mode",
};
static const char *const commands[NEST_N_COMMANDS] = {
    [NEST_NOP] = "nop",
    [NEST_RESUME] = "resume",
    [NEST_PAUSE] = "pause",
    [NEST_CLEAR] = "clear",
};
static const char *const speeds[NEST_N_SPEEDS] = {"1ms", "2ms", "4ms", "8ms", "16ms", "32ms",
    "64ms", "128ms", "256ms", "512ms", "1024ms", "2048ms"};
static const char *const modes[NEST_N_MODES] = {
    [NEST_MONITOR] = "monitor", [NEST_DEBUG1] = "debug1"};

static const struct names names_of[NEST_N_REGS] = {
    [NEST_STATUS] = {statuses, NEST_N_STATUSES},
    [NEST_COMMAND] = {commands, NEST_N_COMMANDS},
    [NEST_SPEED] = {speeds, NEST_N_SPEEDS},
    [NEST_MODE] = {modes, NEST_N_MODES},
    [NEST_MODE_STATE] = {modes, NEST_N_MODES},
};

const char *nest_value_name(unsigned reg, uint64_t value)
{
    return reg < NEST_N_REGS && value < names_of[reg].n ? names_of[reg].name[value] : NULL;
}

int64_t nest_value_named(unsigned reg, const char *name)
{
    if (reg < NEST_N_REGS)
        for (unsigned i = 0; i < names_of[reg].n; i++)
            if (!strcasecmp(names_of[reg].name[i], name))
                return i;
    return -1;
}

/* The bits of AVAILABILITY in @of that are called @name, or 0. */
static uint64_t unit(const struct reg *of, const char *name)
{
    int field = reg_field_named(of, name);

    return field < 0 ? 0 : reg_field_mask(of, &of->fields[field]);
}

/* Each digit is a unit's number: PMU mcs01 watches mcs0 and mcs1. */
uint64_t nest_units_power9(const char *pmu, uint64_t *exactly)
{
    const struct reg *availability = &regs[NEST_AVAILABILITY];
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
    const struct reg *availability = &regs_power10[NEST_AVAILABILITY];
    uint64_t units = unit(availability, pmu);

    *exactly = 0;
    for (unsigned i = 0; i < sizeof(watched) / sizeof(watched[0]); i++)
        if (!strcmp(pmu, watched[i].pmu))
            for (int field = reg_field_named(availability, watched[i].first);
                 field <= reg_field_named(availability, watched[i].last); field++)
                units |= reg_field_mask(availability, &availability->fields[field]);
    return units ? units : link_of(availability, pmu, exactly);
}
