/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the registers with the address of a socket's window. */
#include "models/snbep/socket/window_regs.h"

/* 512 GiB: far above a guest's memory, and within the 40 bits of address that
 * QEMU's CPUs have. */
#define FIRST_WINDOW (UINT64_C(1) << 39)

static const struct reg_field base_fields[] = {WINDOW_BASE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field mem0_fields[] = {WINDOW_MEM_FIELDS(REG_FIELD_ROW, 0)};
static const struct reg_field mem1_fields[] = {WINDOW_MEM_FIELDS(REG_FIELD_ROW, 1)};
static const struct reg_field mem2_fields[] = {WINDOW_MEM_FIELDS(REG_FIELD_ROW, 2)};
static const struct reg_field mem3_fields[] = {WINDOW_MEM_FIELDS(REG_FIELD_ROW, 3)};

#define SOURCE                                                                                     \
    "Linux, arch/x86/events/intel/uncore_snbep.c: snr_uncore_mmio_map, icx_uncore_imc_init_box"

#define MEM(nr, at)                                                                                \
    [WINDOW_MEM0 + (nr)] = {.name = "MEM" #nr "_BAR",                                              \
        .offset = (at),                                                                            \
        .width = 32,                                                                               \
        .numbering = REG_LSB0,                                                                     \
        REG_TABLE(mem##nr##_fields),                                                               \
        .prose = "where the registers of memory controller " #nr " are",                           \
        .source = SOURCE}

static const struct reg regs[WINDOW_N_REGS] = {
    [WINDOW_BASE] = {.name = "MMIO_BASE",
        .offset = 0xd0,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(base_fields),
        .prose = "where the socket's registers in memory are",
        .source = SOURCE},
    MEM(0, 0xd8),
    MEM(1, 0xdc),
    MEM(2, 0xe0),
    MEM(3, 0xe4),
};

const struct reg_bank window_bank = {"window", "where a socket's registers in memory are",
    REG_SPACE_PCI, REG_BANK_REGS(regs, WINDOW_N_REGS)};

uint64_t window_address(unsigned socket)
{
    return FIRST_WINDOW + socket * WINDOW_BASE_UNIT;
}

void window_reset(uint64_t values[WINDOW_N_REGS], unsigned socket)
{
    reg_bank_reset(&window_bank, values);
    values[WINDOW_BASE] = reg_set(&regs[WINDOW_BASE], WINDOW_BASE_ADDRESS, values[WINDOW_BASE],
        window_address(socket) / WINDOW_BASE_UNIT);
}
