/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The control block through which the host and a chip's nest microcode
 * communicate: six big-endian words of guest memory. Their bits and offsets are
 * defined only here. Sources: the microcode itself, OCC
 * src/occ_gpe1/gpe1_24x7.[ch] (branches master and master-p10), and skiboot
 * include/imc.h. Where they differ (skiboot's header has speeds from 128 us on)
 * the microcode's version counts, because it runs.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose); all bits in
 * IBM's numbering.
 */
#ifndef PMULAB_MODELS_POWER9_NEST_REGS_H
#define PMULAB_MODELS_POWER9_NEST_REGS_H

#include "models/reg/bank.h"

#define NEST_STATUS_FIELDS(F)                                                                      \
    F(NEST_STATUS_VALUE, "status", 0, 63, REG_RW, 0,                                               \
        "the microcode's state; firmware takes 0 as dead and drops all nest counters")

#define NEST_COMMAND_FIELDS(F)                                                                     \
    F(NEST_COMMAND_VALUE, "command", 0, 63, REG_RW, 0,                                             \
        "the host's command; 0 once the microcode has acted")

#define NEST_SPEED_FIELDS(F)                                                                       \
    F(NEST_SPEED_VALUE, "speed", 0, 63, REG_RW, 0,                                                 \
        "time between postings, 1 ms << speed, at most 11")

/* One bit per unit. The reset values are the vector that the microcode uses by
 * default. */
#define NEST_AVAILABILITY_FIELDS(F)                                                                \
    F(NEST_POWERBUS0, "powerbus0", 0, 0, REG_RW, 1, "power bus")                                   \
    F(NEST_MCS0, "mcs0", 1, 1, REG_RW, 1, "memory controller synchronous unit 0")                  \
    F(NEST_MCS1, "mcs1", 2, 2, REG_RW, 1, "memory controller synchronous unit 1")                  \
    F(NEST_MCS2, "mcs2", 3, 3, REG_RW, 1, "memory controller synchronous unit 2")                  \
    F(NEST_MCS3, "mcs3", 4, 4, REG_RW, 1, "memory controller synchronous unit 3")                  \
    F(NEST_MCS4, "mcs4", 5, 5, REG_RW, 1, "memory controller synchronous unit 4")                  \
    F(NEST_MCS5, "mcs5", 6, 6, REG_RW, 1, "memory controller synchronous unit 5")                  \
    F(NEST_MCS6, "mcs6", 7, 7, REG_RW, 1, "memory controller synchronous unit 6")                  \
    F(NEST_MCS7, "mcs7", 8, 8, REG_RW, 1, "memory controller synchronous unit 7")                  \
    F(NEST_MBA0, "mba0", 9, 9, REG_RW, 1, "memory buffer adapter 0")                               \
    F(NEST_MBA1, "mba1", 10, 10, REG_RW, 1, "memory buffer adapter 1")                             \
    F(NEST_MBA2, "mba2", 11, 11, REG_RW, 1, "memory buffer adapter 2")                             \
    F(NEST_MBA3, "mba3", 12, 12, REG_RW, 1, "memory buffer adapter 3")                             \
    F(NEST_MBA4, "mba4", 13, 13, REG_RW, 1, "memory buffer adapter 4")                             \
    F(NEST_MBA5, "mba5", 14, 14, REG_RW, 1, "memory buffer adapter 5")                             \
    F(NEST_MBA6, "mba6", 15, 15, REG_RW, 1, "memory buffer adapter 6")                             \
    F(NEST_MBA7, "mba7", 16, 16, REG_RW, 1, "memory buffer adapter 7")                             \
    F(NEST_CENTAUR0, "centaur0", 17, 17, REG_RW, 0, "memory buffer chip 0; the microcode: 1")      \
    F(NEST_CENTAUR1, "centaur1", 18, 18, REG_RW, 0, "memory buffer chip 1; the microcode: 2")      \
    F(NEST_CENTAUR2, "centaur2", 19, 19, REG_RW, 0, "memory buffer chip 2; the microcode: 0")      \
    F(NEST_CENTAUR3, "centaur3", 20, 20, REG_RW, 0, "memory buffer chip 3")                        \
    F(NEST_CENTAUR4, "centaur4", 21, 21, REG_RW, 0, "memory buffer chip 4")                        \
    F(NEST_CENTAUR5, "centaur5", 22, 22, REG_RW, 0, "memory buffer chip 5")                        \
    F(NEST_CENTAUR6, "centaur6", 23, 23, REG_RW, 0, "memory buffer chip 6")                        \
    F(NEST_CENTAUR7, "centaur7", 24, 24, REG_RW, 0, "memory buffer chip 7")                        \
    F(NEST_XLINK0, "xlink0", 25, 25, REG_RW, 1, "link 0 to another chip of the node")              \
    F(NEST_XLINK1, "xlink1", 26, 26, REG_RW, 1, "link 1 to another chip of the node")              \
    F(NEST_XLINK2, "xlink2", 27, 27, REG_RW, 1, "link 2 to another chip of the node")              \
    F(NEST_MCD0, "mcd0", 28, 28, REG_RW, 0, "memory coherence directory 0")                        \
    F(NEST_MCD1, "mcd1", 29, 29, REG_RW, 0, "memory coherence directory 1")                        \
    F(NEST_PHB0, "phb0", 30, 30, REG_RW, 1, "PCI host bridge 0")                                   \
    F(NEST_PHB1, "phb1", 31, 31, REG_RW, 1, "PCI host bridge 1")                                   \
    F(NEST_PHB2, "phb2", 32, 32, REG_RW, 1, "PCI host bridge 2")                                   \
    F(NEST_PHB3, "phb3", 33, 33, REG_RW, 1, "PCI host bridge 3")                                   \
    F(NEST_PHB4, "phb4", 34, 34, REG_RW, 1, "PCI host bridge 4")                                   \
    F(NEST_PHB5, "phb5", 35, 35, REG_RW, 1, "PCI host bridge 5")                                   \
    F(NEST_NX, "nx", 36, 36, REG_RW, 0, "accelerators for compression and encryption")             \
    F(NEST_CAPP0, "capp0", 37, 37, REG_RW, 0, "coherent accelerator proxy 0")                      \
    F(NEST_CAPP1, "capp1", 38, 38, REG_RW, 0, "coherent accelerator proxy 1")                      \
    F(NEST_VAS, "vas", 39, 39, REG_RW, 0, "virtual accelerator switchboard")                       \
    F(NEST_INT, "int", 40, 40, REG_RW, 0, "interrupt controller")                                  \
    F(NEST_ALINK0, "alink0", 41, 41, REG_RW, 0, "link 0 to another node")                          \
    F(NEST_ALINK1, "alink1", 42, 42, REG_RW, 0, "link 1 to another node")                          \
    F(NEST_ALINK2, "alink2", 43, 43, REG_RW, 0, "link 2 to another node")                          \
    F(NEST_ALINK3, "alink3", 44, 44, REG_RW, 0, "link 3 to another node")                          \
    F(NEST_NVLINK0, "nvlink0", 45, 45, REG_RW, 1, "NVLink 0")                                      \
    F(NEST_NVLINK1, "nvlink1", 46, 46, REG_RW, 1, "NVLink 1")                                      \
    F(NEST_NVLINK2, "nvlink2", 47, 47, REG_RW, 1, "NVLink 2")                                      \
    F(NEST_NVLINK3, "nvlink3", 48, 48, REG_RW, 1, "NVLink 3")                                      \
    F(NEST_NVLINK4, "nvlink4", 49, 49, REG_RW, 1, "NVLink 4")                                      \
    F(NEST_NVLINK5, "nvlink5", 50, 50, REG_RW, 1, "NVLink 5")                                      \
    F(NEST_RSV_51, "rsv", 51, 63, REG_RV, 0, "write 0")

/* The same on POWER10 and Power11. Their microcode has no default vector:
 * hostboot sets it. */
#define NEST_AVAILABILITY_POWER10_FIELDS(F)                                                        \
    F(NEST10_POWERBUS, "pb", 0, 0, REG_RW, 1, "power bus")                                         \
    F(NEST10_MCS0, "mcs0", 1, 1, REG_RW, 1, "memory controller 0, channel 0")                      \
    F(NEST10_MCS1, "mcs1", 2, 2, REG_RW, 1, "memory controller 0, channel 1")                      \
    F(NEST10_MCS2, "mcs2", 3, 3, REG_RW, 1, "memory controller 1, channel 0")                      \
    F(NEST10_MCS3, "mcs3", 4, 4, REG_RW, 1, "memory controller 1, channel 1")                      \
    F(NEST10_MCS4, "mcs4", 5, 5, REG_RW, 1, "memory controller 2, channel 0")                      \
    F(NEST10_MCS5, "mcs5", 6, 6, REG_RW, 1, "memory controller 2, channel 1")                      \
    F(NEST10_MCS6, "mcs6", 7, 7, REG_RW, 1, "memory controller 3, channel 0")                      \
    F(NEST10_MCS7, "mcs7", 8, 8, REG_RW, 1, "memory controller 3, channel 1")                      \
    F(NEST10_PEC0, "pec0", 9, 9, REG_RW, 1, "PCI Express controller 0")                            \
    F(NEST10_PEC1, "pec1", 10, 10, REG_RW, 1, "PCI Express controller 1")                          \
    F(NEST10_LINK0, "link0", 11, 13, REG_RW, 5,                                                    \
        "link 0: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK1, "link1", 14, 16, REG_RW, 5,                                                    \
        "link 1: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK2, "link2", 17, 19, REG_RW, 5,                                                    \
        "link 2: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK3, "link3", 20, 22, REG_RW, 6,                                                    \
        "link 3: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK4, "link4", 23, 25, REG_RW, 6,                                                    \
        "link 4: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK5, "link5", 26, 28, REG_RW, 0,                                                    \
        "link 5: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK6, "link6", 29, 31, REG_RW, 7,                                                    \
        "link 6: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_LINK7, "link7", 32, 34, REG_RW, 0,                                                    \
        "link 7: 5 an xlink, 6 an alink, 7 OpenCAPI; else none")                                   \
    F(NEST10_PHB0, "phb0", 35, 35, REG_RW, 1, "PCI host bridge 0")                                 \
    F(NEST10_PHB1, "phb1", 36, 36, REG_RW, 1, "PCI host bridge 1")                                 \
    F(NEST10_PHB2, "phb2", 37, 37, REG_RW, 1, "PCI host bridge 2")                                 \
    F(NEST10_PHB3, "phb3", 38, 38, REG_RW, 1, "PCI host bridge 3")                                 \
    F(NEST10_PHB4, "phb4", 39, 39, REG_RW, 1, "PCI host bridge 4")                                 \
    F(NEST10_PHB5, "phb5", 40, 40, REG_RW, 1, "PCI host bridge 5")                                 \
    F(NEST10_OCMB0, "ocmb0", 41, 41, REG_RW, 1, "memory buffer 0")                                 \
    F(NEST10_OCMB1, "ocmb1", 42, 42, REG_RW, 1, "memory buffer 1")                                 \
    F(NEST10_OCMB2, "ocmb2", 43, 43, REG_RW, 1, "memory buffer 2")                                 \
    F(NEST10_OCMB3, "ocmb3", 44, 44, REG_RW, 1, "memory buffer 3")                                 \
    F(NEST10_OCMB4, "ocmb4", 45, 45, REG_RW, 1, "memory buffer 4")                                 \
    F(NEST10_OCMB5, "ocmb5", 46, 46, REG_RW, 1, "memory buffer 5")                                 \
    F(NEST10_OCMB6, "ocmb6", 47, 47, REG_RW, 1, "memory buffer 6")                                 \
    F(NEST10_OCMB7, "ocmb7", 48, 48, REG_RW, 1, "memory buffer 7")                                 \
    F(NEST10_OCMB8, "ocmb8", 49, 49, REG_RW, 1, "memory buffer 8")                                 \
    F(NEST10_OCMB9, "ocmb9", 50, 50, REG_RW, 1, "memory buffer 9")                                 \
    F(NEST10_OCMB10, "ocmb10", 51, 51, REG_RW, 1, "memory buffer 10")                              \
    F(NEST10_OCMB11, "ocmb11", 52, 52, REG_RW, 1, "memory buffer 11")                              \
    F(NEST10_OCMB12, "ocmb12", 53, 53, REG_RW, 1, "memory buffer 12")                              \
    F(NEST10_OCMB13, "ocmb13", 54, 54, REG_RW, 1, "memory buffer 13")                              \
    F(NEST10_OCMB14, "ocmb14", 55, 55, REG_RW, 1, "memory buffer 14")                              \
    F(NEST10_OCMB15, "ocmb15", 56, 56, REG_RW, 1, "memory buffer 15")                              \
    F(NEST10_NX, "nx", 57, 57, REG_RW, 1, "accelerators for compression and encryption")           \
    F(NEST10_RSV_58, "rsv", 58, 63, REG_RV, 0, "write 0")

#define NEST_MODE_FIELDS(F)                                                                        \
    F(NEST_MODE_VALUE, "mode", 0, 63, REG_RW, 0, "the host's intended use of the counters")

#define NEST_MODE_STATE_FIELDS(F)                                                                  \
    F(NEST_MODE_STATE_VALUE, "mode_state", 0, 63, REG_RW, 0,                                       \
        "the mode that the microcode has accepted")

enum nest_availability_field { NEST_AVAILABILITY_FIELDS(REG_FIELD_INDEX) };
enum nest_availability_power10_field { NEST_AVAILABILITY_POWER10_FIELDS(REG_FIELD_INDEX) };

/* Indices into the bank, in the order of the control block's words. */
enum nest_reg {
    NEST_STATUS,
    NEST_COMMAND,
    NEST_SPEED,
    NEST_AVAILABILITY,
    NEST_MODE,
    NEST_MODE_STATE,
    NEST_N_REGS,
};

enum nest_status {
    NEST_STATUS_INIT,
    NEST_STATUS_RUN,
    NEST_STATUS_PAUSED,
    NEST_STATUS_BAD_SPEED,
    NEST_STATUS_BAD_MODE,
    NEST_N_STATUSES,
};

enum nest_command { NEST_NOP, NEST_RESUME, NEST_PAUSE, NEST_CLEAR, NEST_N_COMMANDS };

enum nest_mode { NEST_MONITOR, NEST_DEBUG1, NEST_N_MODES };

#define NEST_N_SPEEDS 12

/* Offsets are relative to the chip's counters in HOMER, so the block begins at
 * 0x3fc00. */
extern const struct reg_bank nest_bank, nest_bank_power10;

/* Returns the static name of @value in register @reg of the bank ("paused",
 * "4ms"), or NULL. */
const char *nest_value_name(unsigned reg, uint64_t value);

/* Returns the value called @name in register @reg, or -1. */
int64_t nest_value_named(unsigned reg, const char *name);

/*
 * Returns the availability bits of the units that the PMU called @pmu watches
 * ("mcs01" has two), or 0 if there are none. The PMU counts while one of these
 * bits is set. If *@exactly is not 0, it counts only while the bits have
 * exactly this value.
 */
uint64_t nest_units_power9(const char *pmu, uint64_t *exactly);
uint64_t nest_units_power10(const char *pmu, uint64_t *exactly);

#endif
