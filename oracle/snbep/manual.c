/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and events as the manuals list them. */
#include "oracle/snbep/manual.h"

#include <stddef.h>
#include <strings.h>

const struct oracle_register oracle_registers[ORACLE_N_REGS] = {
    {"PMON_CTR0", 0xa0, 8},
    {"PMON_CTR1", 0xa8, 8},
    {"PMON_CTR2", 0xb0, 8},
    {"PMON_CTR3", 0xb8, 8},
    {"PMON_FIXED_CTR", 0xd0, 8},
    {"PMON_CTL0", 0xd8, 4},
    {"PMON_CTL1", 0xdc, 4},
    {"PMON_CTL2", 0xe0, 4},
    {"PMON_CTL3", 0xe4, 4},
    {"PMON_FIXED_CTL", 0xf0, 4},
    {"PMON_BOX_CTL", 0xf4, 4},
    {"PMON_UNIT_STATUS", 0xf8, 4},
};

const struct oracle_function oracle_functions[ORACLE_CHANNELS] = {
    {0x10, 0, 0x3cb08086},
    {0x10, 1, 0x3cb18086},
    {0x10, 4, 0x3cb48086},
    {0x10, 5, 0x3cb58086},
};

int oracle_function_at(uint32_t offset, unsigned size, uint64_t *value)
{
    unsigned at = offset & 0xff;

    if (!size || at + size > sizeof(oracle_functions[0].id))
        return -1;
    for (int c = 0; c < ORACLE_CHANNELS; c++)
        if (offset >> 8 == (oracle_functions[c].device << 3 | oracle_functions[c].function)) {
            *value = oracle_functions[c].id >> 8 * at & UINT32_MAX >> (32 - 8 * size);
            return c;
        }
    return -1;
}

static const struct oracle_sub pre_count[] = {{"PAGE_MISS", 1}, {"PAGE_CLOSE", 2}, {NULL, 0}};
static const struct oracle_sub cas_count[] = {{"RD_REG", 1}, {"RD_UNDERFILL", 2}, {"RD", 3}, {"WR_WMM", 4},
    {"WR_RMM", 8}, {"WR", 0xc}, {"ALL", 0xf}, {NULL, 0}};
static const struct oracle_sub dram_refresh[] = {{"PANIC", 2}, {"HIGH", 4}, {NULL, 0}};
static const struct oracle_sub major_modes[] = {
    {"READ", 1}, {"WRITE", 2}, {"PARTIAL", 4}, {"ISOCH", 8}, {NULL, 0}};
static const struct oracle_sub preemption[] = {{"RD_PREEMPT_RD", 1}, {"RD_PREEMPT_WR", 2}, {NULL, 0}};
static const struct oracle_sub ranks[] = {{"RANK0", 1}, {"RANK1", 2}, {"RANK2", 4}, {"RANK3", 8},
    {"RANK4", 0x10}, {"RANK5", 0x20}, {"RANK6", 0x40}, {"RANK7", 0x80}, {NULL, 0}};

/* Queues: 22 entries for reads, 32 for writes. The guide gives POWER_SELF_REFRESH no maximum; 1 is taken. It
 * lists 16 for POWER_CKE_CYCLES and says that several ranks together add 1, which is what counts here. */
const struct oracle_event oracle_events[] = {
    {0x00, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0},
    {0x01, 1, "ACT_COUNT", NULL, ORACLE_ADDS, 0, 0},
    {0x02, 1, "PRE_COUNT", pre_count, ORACLE_ADDS, 0, 0},
    {0x04, 1, "CAS_COUNT", cas_count, ORACLE_ADDS, 0, 64},
    {0x05, 1, "DRAM_REFRESH", dram_refresh, ORACLE_ADDS, 0, 0},
    {0x06, 1, "DRAM_PRE_ALL", NULL, ORACLE_ADDS, 0, 0},
    {0x07, 1, "MAJOR_MODES", major_modes, ORACLE_DEFAULT, 0, 0},
    {0x08, 1, "PREEMPTION", preemption, ORACLE_ADDS, 0, 0},
    {0x09, 1, "ECC_CORRECTABLE_ERRORS", NULL, ORACLE_ADDS, 0, 0},
    {0x10, 1, "RPQ_INSERTS", NULL, ORACLE_ADDS, 0, 0},
    {0x11, 1, "RPQ_CYCLES_NE", NULL, ORACLE_NOT_EMPTY, 0x80, 0},
    {0x12, 1, "RPQ_CYCLES_FULL", NULL, ORACLE_FULL, 0x80, 0},
    {0x20, 1, "WPQ_INSERTS", NULL, ORACLE_ADDS, 0, 0},
    {0x21, 1, "WPQ_CYCLES_NE", NULL, ORACLE_NOT_EMPTY, 0x81, 0},
    {0x22, 1, "WPQ_CYCLES_FULL", NULL, ORACLE_FULL, 0x81, 0},
    {0x23, 1, "WPQ_READ_HIT", NULL, ORACLE_ADDS, 0, 0},
    {0x24, 1, "WPQ_WRITE_HIT", NULL, ORACLE_ADDS, 0, 0},
    {0x41, 1, "POWER_THROTTLE_CYCLES", ranks, ORACLE_ANY, 0, 0},
    {0x43, 1, "POWER_SELF_REFRESH", NULL, ORACLE_ADDS, 0, 0},
    {0x80, 22, "RPQ_OCCUPANCY", NULL, ORACLE_ADDS, 0, 0},
    {0x81, 32, "WPQ_OCCUPANCY", NULL, ORACLE_ADDS, 0, 0},
    {0x83, 16, "POWER_CKE_CYCLES", ranks, ORACLE_ANY, 0, 0},
    {0x84, 1, "POWER_CHANNEL_DLLOFF", NULL, ORACLE_ADDS, 0, 0},
    {0x85, 4, "POWER_CHANNEL_PPD", NULL, ORACLE_ADDS, 0, 0},
    {0x86, 1, "POWER_CRITICAL_THROTTLE_CYCLES", NULL, ORACLE_ADDS, 0, 0},
};

const unsigned oracle_n_events = sizeof(oracle_events) / sizeof(oracle_events[0]);
_Static_assert(sizeof(oracle_events) / sizeof(oracle_events[0]) <= ORACLE_MAX_EVENTS, "a box has room");

int oracle_event_coded(uint8_t code)
{
    for (unsigned i = 0; i < oracle_n_events; i++)
        if (oracle_events[i].code == code)
            return (int)i;
    return -1;
}

int oracle_event_named(const char *name)
{
    for (unsigned i = 0; i < oracle_n_events; i++)
        if (!strcasecmp(oracle_events[i].name, name))
            return (int)i;
    return -1;
}

int oracle_umask_named(const struct oracle_event *event, const char *name)
{
    for (const struct oracle_sub *sub = event->subs; sub && sub->name; sub++)
        if (!strcasecmp(sub->name, name))
            return sub->umask;
    return -1;
}
