/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a memory channel: guide, pages 59 to 70; and Linux's parts of
 * it for all products. */
#include "oracle/perf/terms.h"
#include "oracle/snbep/imc_lists.h"

/* Guide, page 60, table 2-59. Only the datasheet has the status. */
const struct oracle_register oracle_imc_registers[] = {
    {"PMON_CTR0", 0xa0, 8, ORACLE_IS_CTR, 0},
    {"PMON_CTR1", 0xa8, 8, ORACLE_IS_CTR, 1},
    {"PMON_CTR2", 0xb0, 8, ORACLE_IS_CTR, 2},
    {"PMON_CTR3", 0xb8, 8, ORACLE_IS_CTR, 3},
    {"PMON_FIXED_CTR", 0xd0, 8, ORACLE_IS_FIXED_CTR, 0},
    {"PMON_CTL0", 0xd8, 4, ORACLE_IS_CTL, 0},
    {"PMON_CTL1", 0xdc, 4, ORACLE_IS_CTL, 1},
    {"PMON_CTL2", 0xe0, 4, ORACLE_IS_CTL, 2},
    {"PMON_CTL3", 0xe4, 4, ORACLE_IS_CTL, 3},
    {"PMON_FIXED_CTL", 0xf0, 4, ORACLE_IS_FIXED_CTL, 0},
    {"PMON_BOX_CTL", 0xf4, 4, ORACLE_IS_BOX_CTL, 0},
    {"PMON_UNIT_STATUS", 0xf8, 4, ORACLE_IS_STATUS, 0},
};

/* docs/scenarios.md, "The guest's own traffic": the events of a cacheline. */
const struct oracle_cacheline oracle_imc_cachelines[] = {
    {0x04, 0x01, false}, /* CAS_COUNT.RD_REG */
    {0x04, 0x04, true},  /* CAS_COUNT.WR_WMM */
    {0x10, 0, false},    /* RPQ_INSERTS */
    {0x20, 0, true},     /* WPQ_INSERTS */
    {0, 0, false},
};

static const struct oracle_event events[] = {ORACLE_IMC_ALL, ORACLE_IMC_REFRESH,
    ORACLE_PLAIN(0x01, "ACT_COUNT"), ORACLE_SUBS(0x02, "PRE_COUNT", oracle_pre),
    ORACLE_CACHELINES(0x04, "CAS_COUNT", oracle_cas, false)};

/* Linux, arch/x86/events/intel/uncore_snbep.c: snbep_uncore_formats_attr,
 * ivbep_uncore_formats_attr; snbep_uncore_imc_events, hswep_uncore_imc_events.
 * A CAS moves 64 bytes: 64 / 2^20 MiB. */
#define CAS_ALIASES                                                                                \
    {"cas_count_read", 0x0304, 6.103515625e-5, "MiB"},                                             \
        {"cas_count_write", 0x0c04, 6.103515625e-5, "MiB"},                                        \
    {                                                                                              \
        NULL, 0, 0, NULL                                                                           \
    }

const struct oracle_format oracle_imc_formats[] = {
    {"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1}, {"thresh", 24, 8}, {"inv", 23, 1}};
const struct oracle_alias oracle_imc_aliases[] = {{"clockticks", 0x00ff, 1, ""}, CAS_ALIASES};
const struct oracle_alias oracle_imc_aliases_later[] = {{"clockticks", 0x0000, 1, ""}, CAS_ALIASES};

const struct oracle_kind oracle_imc = ORACLE_IMC(events, .aliases = oracle_imc_aliases);
