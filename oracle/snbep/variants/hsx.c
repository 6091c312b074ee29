/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Haswell-EP and Broadwell-EP, Xeon E5-2600 v3 and v4, and Broadwell-DE, Xeon
 * D-1500: events by perf's lists haswellx, broadwellx and broadwellde. */
#include "oracle/snbep/imc_lists.h"

static const struct oracle_event events[] = {ORACLE_IMC_ALL, ORACLE_IMC_REFRESH,
    ORACLE_CACHELINES(0x04, "CAS_COUNT", oracle_cas_later, false), ORACLE_IMC_LATER,
    ORACLE_IMC_VMSE, ORACLE_IMC_RANKS(oracle_ddr4_banks, true)};

/* A line of 64 bytes, printed in bytes. */
#define LLC_MISSES                                                                                 \
    {"llc_misses.mem_read", 0x0304, 64, "Bytes"},                                                  \
    {                                                                                              \
        "llc_misses.mem_write", 0x0c04, 64, "Bytes"                                                \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, 0, NULL                                                                           \
    }

static const struct oracle_alias hsx_names[] = {
    LLC_MISSES, {"unc_m_dclockticks", 0x0000, 1, ""}, END};
static const struct oracle_alias bdx_names[] = {LLC_MISSES, {"unc_m_dclockticks", 0x0000, 1, ""},
    {"unc_m_clockticks", 0x00ff, 1, ""}, {"unc_m_clockticks_p", 0x0000, 1, ""}, END};
static const struct oracle_alias bdx_de_names[] = {{"unc_m_dclockticks", 0x0000, 1, ""}, END};

static const struct oracle_kind hsx =
    ORACLE_IMC(events, .aliases = oracle_imc_aliases_later, .names = hsx_names, .frz_alone = true);
static const struct oracle_kind bdx =
    ORACLE_IMC(events, .aliases = oracle_imc_aliases_later, .names = bdx_names, .frz_alone = true);
static const struct oracle_kind bdx_de = ORACLE_IMC(
    events, .aliases = oracle_imc_aliases_later, .names = bdx_de_names, .frz_alone = true);

/* Linux, hswep_uncore_pci_ids and bdx_uncore_pci_ids: two links of three. A
 * real part lists 2f3e, a third ring stop, with two links (lspci in a public
 * list mail). hswep_has_limit_sbox(): two bridges, or with Broadwell's ID
 * none. */
#define CONTROLLER(kind, id)                                                                       \
    {"imc0", kind, 0, 0, 0x14, 0, (id) | 0xb08086, 0},                                             \
        {"imc1", kind, 1, 0, 0x14, 1, (id) | 0xb18086, 0},                                         \
        {"imc2", kind, 2, 0, 0x15, 0, (id) | 0xb48086, 0},                                         \
    {                                                                                              \
        "imc3", kind, 3, 0, 0x15, 1, (id) | 0xb58086, 0                                            \
    }
#define SECOND_CONTROLLER(kind, id)                                                                \
    {"imc4", kind, 4, 0, 0x17, 0, (id) | 0xd08086, 0},                                             \
        {"imc5", kind, 5, 0, 0x17, 1, (id) | 0xd18086, 0},                                         \
        {"imc6", kind, 6, 0, 0x18, 0, (id) | 0xd48086, 0},                                         \
    {                                                                                              \
        "imc7", kind, 7, 0, 0x18, 1, (id) | 0xd58086, 0                                            \
    }
#define SLICES_16(kind)                                                                            \
    ORACLE_FOUR_AT("cbo", kind, ORACLE_UCLK, 0, 1, 2, 3),                                          \
        ORACLE_FOUR_AT("cbo", kind, ORACLE_UCLK, 4, 5, 6, 7),                                      \
        ORACLE_FOUR_AT("cbo", kind, ORACLE_UCLK, 8, 9, 10, 11),                                    \
        ORACLE_FOUR_AT("cbo", kind, ORACLE_UCLK, 12, 13, 14, 15)

static const struct oracle_place hsx_boxes[] = {
    CONTROLLER(&hsx, 0x2f000000),
    SECOND_CONTROLLER(&hsx, 0x2f000000),
    SLICES_16(&oracle_hsx_cbo),
    ORACLE_AT("cbo", &oracle_hsx_cbo, 16, ORACLE_UCLK),
    ORACLE_AT("cbo", &oracle_hsx_cbo, 17, ORACLE_UCLK),
    {"pcu", &oracle_hsx_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},
    {"ubox-msr", &oracle_hsx_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},
    ORACLE_AT("sbo", &oracle_hsx_sbo, 0, ORACLE_UCLK),
    ORACLE_AT("sbo", &oracle_hsx_sbo, 1, ORACLE_UCLK),
    {"ha0", &oracle_hsx_ha, 0, ORACLE_UCLK, 0x12, 1, 0x2f308086, 0},
    {"ha1", &oracle_hsx_ha, 1, ORACLE_UCLK, 0x12, 5, 0x2f388086, 0},
    {"r2pcie", &oracle_hsx_r2pcie, 0, ORACLE_UCLK, 0x10, 1, 0x2f348086, 0},
    {"qpi0", &oracle_hsx_qpi, 0, ORACLE_QFCLK, 0x08, 2, 0x2f328086, 0},
    {"qpi1", &oracle_hsx_qpi, 1, ORACLE_QFCLK, 0x09, 2, 0x2f338086, 0},
    {"r3qpi0", &oracle_hsx_r3qpi, 0, ORACLE_UCLK, 0x0b, 1, 0x2f368086, 0},
    {"r3qpi1", &oracle_hsx_r3qpi, 1, ORACLE_UCLK, 0x0b, 2, 0x2f378086, 0},
    {"r3qpi2", &oracle_hsx_r3qpi, 2, ORACLE_UCLK, 0x0b, 5, 0x2f3e8086, 0},
};
static const struct oracle_place bdx_boxes[] = {
    CONTROLLER(&bdx, 0x6f000000),
    SECOND_CONTROLLER(&bdx, 0x6f000000),
    SLICES_16(&oracle_hsx_cbo),
    ORACLE_FOUR_AT("cbo", &oracle_hsx_cbo, ORACLE_UCLK, 16, 17, 18, 19),
    ORACLE_FOUR_AT("cbo", &oracle_hsx_cbo, ORACLE_UCLK, 20, 21, 22, 23),
    {"pcu", &oracle_hsx_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},
    {"ubox-msr", &oracle_bdx_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},
    {"ha0", &oracle_hsx_ha, 0, ORACLE_UCLK, 0x12, 1, 0x6f308086, 0},
    {"ha1", &oracle_hsx_ha, 1, ORACLE_UCLK, 0x12, 5, 0x6f388086, 0},
    {"r2pcie", &oracle_hsx_r2pcie, 0, ORACLE_UCLK, 0x10, 1, 0x6f348086, 0},
    {"qpi0", &oracle_hsx_qpi, 0, ORACLE_QFCLK, 0x08, 2, 0x6f328086, 0},
    {"qpi1", &oracle_hsx_qpi, 1, ORACLE_QFCLK, 0x09, 2, 0x6f338086, 0},
    {"r3qpi0", &oracle_bdx_r3qpi, 0, ORACLE_UCLK, 0x0b, 1, 0x6f368086, 0},
    {"r3qpi1", &oracle_bdx_r3qpi, 1, ORACLE_UCLK, 0x0b, 2, 0x6f378086, 0},
};
static const struct oracle_place bdx_de_boxes[] = {
    CONTROLLER(&bdx_de, 0x6f000000),
    SLICES_16(&oracle_bdx_de_cbo),
    {"pcu", &oracle_hsx_pcu, 0, ORACLE_PCLK, 0, 0, 0, 0},
    {"ubox-msr", &oracle_bdx_ubox, 0, ORACLE_UCLK, 0, 0, 0, 0},
    {"ha0", &oracle_bdx_de_ha, 0, ORACLE_UCLK, 0x12, 1, 0x6f308086, 0},
    {"r2pcie", &oracle_hsx_r2pcie, 0, ORACLE_UCLK, 0x10, 1, 0x6f348086, 0},
};

const struct oracle_variant oracle_hsx = {
    "hsx", ORACLE_X86_HSX, hsx_boxes, ORACLE_COUNT(hsx_boxes), NULL, 0, 1200000000};
const struct oracle_variant oracle_bdx = {
    "bdx", ORACLE_X86_BDX, bdx_boxes, ORACLE_COUNT(bdx_boxes), NULL, 0, 1200000000};
const struct oracle_variant oracle_bdx_de = {
    "bdx-de", ORACLE_X86_BDX, bdx_de_boxes, ORACLE_COUNT(bdx_de_boxes), NULL, 0, 0};
