/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of memory controller channels, as rows from which each generation
 * makes its list (box_events.h). All count DCLK cycles of their channel, on
 * counters 0 to 3.
 *
 * Codes and umasks of the E5-2600: 327043-001 from page 63 on, checked against
 * Intel's published event list for the product (JKT). Its successors' are from
 * these lists (IVT, HSX, BDX, BDX-DE, SKX, CLX) alone.
 */
#ifndef PMULAB_MODELS_SNBEP_IMC_EVENTS_H
#define PMULAB_MODELS_SNBEP_IMC_EVENTS_H

#include "models/snbep/box_events.h"

/* Entries of the pending queues: the maximum increments of the occupancy
 * events. Lists after 327043-001 omit them; the same are assumed. */
enum { IMC_RPQ_ENTRIES = 22, IMC_WPQ_ENTRIES = 32 };

/* Bytes that one CAS moves: x72 channel, burst of 8 (327043-001, derived
 * metrics). */
enum { IMC_CACHE_LINE = 64 };

/* Sub-events. For the CAS commands, a table begins with earlier generations'
 * sub-events. */
extern const struct box_sub imc_cas_subs[7], imc_cas_ivt_subs[9], imc_cas_skx_subs[11];
extern const struct box_sub imc_refresh_subs[2], imc_mode_subs[4], imc_preemption_subs[2],
    imc_rank_subs[8];
extern const struct box_sub imc_act_subs[3], imc_pre_subs[5], imc_bypass_subs[3],
    imc_priority_subs[4];
extern const struct box_sub imc_vmse_subs[2], imc_wmm_subs[3];
extern const struct box_sub imc_bank_subs[8], imc_ddr4_bank_subs[21];
extern const uint32_t imc_ddr4_bank_units[21];

/* The same in all generations. */
#define IMC_ROWS(E)                                                                                \
    E(CLOCKTICKS, 0x00, BOX_PLAIN, .clock = true, .prose = "DCLK cycles")                          \
    E(DRAM_PRE_ALL, 0x06, BOX_PLAIN, .prose = "precharge-all commands")                            \
    E(MAJOR_MODES, 0x07, .max = 1, .rest = 0, .watches = -1, BOX_SUBS(imc_mode_subs),              \
        .prose = "cycles in each major mode; one mode at a time, READ when no other is")           \
    E(PREEMPTION, 0x08, BOX_PLAIN, BOX_SUBS(imc_preemption_subs),                                  \
        .prose = "reads that preempted a command")                                                 \
    E(RPQ_OCCUPANCY, 0x80, .max = IMC_RPQ_ENTRIES, .rest = -1, .watches = -1,                      \
        .prose = "entries of the read pending queue, added each cycle")                            \
    E(WPQ_OCCUPANCY, 0x81, .max = IMC_WPQ_ENTRIES, .rest = -1, .watches = -1,                      \
        .prose = "entries of the write pending queue, added each cycle")                           \
    E(ECC_CORRECTABLE_ERRORS, 0x09, BOX_PLAIN, .prose = "correctable errors found")                \
    E(RPQ_INSERTS, 0x10, BOX_PLAIN, .cachelines = {[CACHELINES_READ] = 1},                         \
        .prose = "allocations in the read pending queue")                                          \
    E(RPQ_CYCLES_NE, 0x11, .max = 1, .rest = -1, .watches = EVENT_RPQ_OCCUPANCY, .at_least = 1,    \
        .prose = "cycles in which the read pending queue is not empty")                            \
    E(RPQ_CYCLES_FULL, 0x12, .max = 1, .rest = -1, .watches = EVENT_RPQ_OCCUPANCY,                 \
        .at_least = IMC_RPQ_ENTRIES, .prose = "cycles in which the read pending queue is full")    \
    E(WPQ_INSERTS, 0x20, BOX_PLAIN, .cachelines = {[CACHELINES_WRITTEN] = 1},                      \
        .prose = "allocations in the write pending queue")                                         \
    E(WPQ_CYCLES_NE, 0x21, .max = 1, .rest = -1, .watches = EVENT_WPQ_OCCUPANCY, .at_least = 1,    \
        .prose = "cycles in which the write pending queue is not empty")                           \
    E(WPQ_CYCLES_FULL, 0x22, .max = 1, .rest = -1, .watches = EVENT_WPQ_OCCUPANCY,                 \
        .at_least = IMC_WPQ_ENTRIES, .prose = "cycles in which the write pending queue is full")   \
    E(WPQ_READ_HIT, 0x23, BOX_PLAIN,                                                               \
        .prose = "reads that found their line in the write pending queue")                         \
    E(WPQ_WRITE_HIT, 0x24, BOX_PLAIN,                                                              \
        .prose = "writes that found their line in the write pending queue")                        \
    E(POWER_THROTTLE_CYCLES, 0x41, BOX_PLAIN, .any = true, .sharing = TRAFFIC_TOGETHER,            \
        BOX_SUBS(imc_rank_subs),                                                                   \
        .prose = "cycles in which a selected rank is throttled; several ranks add 1 together")     \
    E(POWER_SELF_REFRESH, 0x43, BOX_PLAIN,                                                         \
        .prose = "cycles in self-refresh; the manual leaves the maximum blank, the model uses 1")  \
    E(POWER_CKE_CYCLES, 0x83, .max = 16, .any = true, .rest = -1, .watches = -1,                   \
        .sharing = TRAFFIC_TOGETHER, BOX_SUBS(imc_rank_subs),                                      \
        .prose = "cycles in which a selected rank has its clock enabled; the manual lists a "      \
                 "maximum of 16 "                                                                  \
                 "and says that several ranks add 1 together; the model does the latter")          \
    E(POWER_CHANNEL_DLLOFF, 0x84, BOX_PLAIN, .prose = "cycles with the DLL off")                   \
    E(POWER_CHANNEL_PPD, 0x85, .max = 4, .rest = -1, .watches = -1,                                \
        .prose = "cycles in precharge power-down, up to 4 a cycle")                                \
    E(POWER_CRITICAL_THROTTLE_CYCLES, 0x86, BOX_PLAIN, .prose = "cycles throttled as too hot")

/* RD_REG is a read of a guest's line, and WR_WMM a write: units 0 and 2 of all
 * generations. */
#define IMC_CAS_ROW                                                                                \
    .bytes = IMC_CACHE_LINE, .cachelines = {[CACHELINES_READ] = 1, [CACHELINES_WRITTEN] = 3},      \
    .prose =                                                                                       \
        "DRAM column commands: reads, underfill reads, writes in write and in read major mode"

/* For the E5-2600. Its successors have the rows after it, instead or in
 * addition. */
#define IMC_ROWS_SNBEP(E)                                                                          \
    E(ACT_COUNT, 0x01, BOX_PLAIN, .prose = "DRAM activate commands")                               \
    E(PRE_COUNT, 0x02, BOX_PLAIN, .subs = imc_pre_subs, .n_subs = 2,                               \
        .prose = "DRAM precharge commands")                                                        \
    E(CAS_COUNT, 0x04, BOX_PLAIN, BOX_SUBS(imc_cas_subs), IMC_CAS_ROW)

#define IMC_ROWS_SINCE_IVT(E)                                                                      \
    E(ACT_COUNT, 0x01, BOX_PLAIN, BOX_SUBS(imc_act_subs), .prose = "DRAM activate commands")       \
    E(PRE_COUNT, 0x02, BOX_PLAIN, BOX_SUBS(imc_pre_subs), .prose = "DRAM precharge commands")      \
    E(POWER_PCU_THROTTLING, 0x42, BOX_PLAIN,                                                       \
        .prose = "cycles throttled by the power control unit")                                     \
    E(RD_CAS_PRIO, 0xa0, BOX_PLAIN, BOX_SUBS(imc_priority_subs),                                   \
        .prose = "read commands of each priority")                                                 \
    E(BYP_CMDS, 0xa1, BOX_PLAIN, BOX_SUBS(imc_bypass_subs),                                        \
        .prose = "commands that took the bypass")                                                  \
    E(WMM_TO_RMM, 0xc0, BOX_PLAIN, BOX_SUBS(imc_wmm_subs),                                         \
        .prose = "changes from write to read major mode, by their reason")                         \
    E(WRONG_MM, 0xc1, BOX_PLAIN, .prose = "requests that had to wait for the other major mode")

#define IMC_ROWS_REFRESH(E)                                                                        \
    E(DRAM_REFRESH, 0x05, BOX_PLAIN, BOX_SUBS(imc_refresh_subs), .prose = "refreshes issued")
#define IMC_ROWS_CAS_IVT(E) E(CAS_COUNT, 0x04, BOX_PLAIN, BOX_SUBS(imc_cas_ivt_subs), IMC_CAS_ROW)
#define IMC_ROWS_CAS_SKX(E) E(CAS_COUNT, 0x04, BOX_PLAIN, BOX_SUBS(imc_cas_skx_subs), IMC_CAS_ROW)

/* Memory buffers' links, until Broadwell. */
#define IMC_ROWS_VMSE(E)                                                                           \
    E(VMSE_WR_PUSH, 0x90, BOX_PLAIN, BOX_SUBS(imc_vmse_subs),                                      \
        .prose = "writes pushed to a memory buffer")                                               \
    E(VMSE_MXB_WR_OCCUPANCY, 0x91, .max = IMC_WPQ_ENTRIES, .rest = -1, .watches = -1,              \
        .prose = "writes in the memory buffer, added each cycle; its lists give no maximum")

/* Commands to the banks of each rank, and the members that differ by
 * generation. */
#define IMC_ROW_RANK(E, rank, read, write, ...)                                                    \
    E(RD_CAS_RANK##rank, read, BOX_PLAIN, .bytes = IMC_CACHE_LINE, __VA_ARGS__,                    \
        .prose = "reads from each bank of rank " #rank)                                            \
    E(WR_CAS_RANK##rank, write, BOX_PLAIN, .bytes = IMC_CACHE_LINE, __VA_ARGS__,                   \
        .prose = "writes to each bank of rank " #rank)
#define IMC_ROWS_RANKS(E, ...)                                                                     \
    IMC_ROW_RANK(E, 0, 0xb0, 0xb8, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 1, 0xb1, 0xb9, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 2, 0xb2, 0xba, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 3, 0xb3, 0xbb, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 4, 0xb4, 0xbc, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 5, 0xb5, 0xbd, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 6, 0xb6, 0xbe, __VA_ARGS__)                                                    \
    IMC_ROW_RANK(E, 7, 0xb7, 0xbf, __VA_ARGS__)
#define IMC_ROWS_RANKS_IVT(E) IMC_ROWS_RANKS(E, BOX_SUBS(imc_bank_subs))
/* DDR4 has 16 banks, so the umask is a number: of a bank, of all, or of a group
 * of four. */
#define IMC_ROWS_RANKS_DDR4(E)                                                                     \
    IMC_ROWS_RANKS(E, BOX_SUBS(imc_ddr4_bank_subs), .units = imc_ddr4_bank_units)

#endif
