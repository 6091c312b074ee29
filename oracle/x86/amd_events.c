/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of AMD's core PMUs: PPRs of families 10h (31116) and 17h to 1Ah
 * (54945, 55898, 55901, 57238), section "Performance Monitor Counters". */
#include "oracle/x86/events.h"

#include <stddef.h>

enum { NO = ORACLE_X86_N_DIDS };

#define PART(part) (1u << ORACLE_X86_##part)
#define LATE       (PART(ZEN4) | PART(ZEN5))
#define ZENS       (PART(ZEN1) | PART(ZEN2) | LATE)
#define AMDS       (PART(10H) | ZENS)
#define I(did)     ORACLE_X86_##did

const struct oracle_x86_event oracle_amd_events[] = {
    {AMDS, 0x076, 0x00, 1, 1, I(INSTRUCTIONS), NO},
    {AMDS, 0x0c0, 0x00, 1, 0, I(INSTRUCTIONS), NO},
    {AMDS, 0x0c1, 0x00, 1, 0, I(INSTRUCTIONS), NO}, /* an instruction is one op */
    /* "This includes all types of architectural control flow changes, including
     * exceptions and interrupts" */
    {AMDS, 0x0c2, 0x00, 1, 0, I(BRANCHES), I(EXCEPTIONS)},
    {AMDS, 0x0c3, 0x00, 1, 0, I(MISPREDICTED), NO},
    {AMDS, 0x0c4, 0x00, 1, 0, I(TAKEN), NO},
    /* All that are wrong and taken. */
    {AMDS, 0x0c5, 0x00, 1, 0, I(WRONG_TAKEN), I(WRONG_RETURNS)},
    {AMDS, 0x0c5, 0x00, 1, 0, I(WRONG_JUMPS), I(WRONG_CALLS)},
    {AMDS, 0x0c5, 0x00, 1, 0, I(WRONG_FAR), NO},
    /* "Includes far calls, jumps and returns, IRET, SYSCALL and SYSRET, plus
     * exceptions and interrupts" */
    {AMDS, 0x0c6, 0x00, 1, 0, I(FAR), I(EXCEPTIONS)},
    {AMDS, 0x0c8, 0x00, 1, 0, I(RETURNS), NO},
    {AMDS, 0x0c9, 0x00, 1, 0, I(WRONG_RETURNS), NO},
    {AMDS, 0x0ca, 0x00, 1, 0, I(WRONG_JUMPS), I(WRONG_CALLS)},
    {AMDS, 0x040, 0x00, 1, 0, I(LOADS), I(STORES)},
    {AMDS, 0x080, 0x00, 1, 0, I(FETCHES), NO},
    {AMDS, 0x081, 0x00, 1, 0, I(FETCH_MISSES), NO},
    {AMDS, 0x084, 0x00, 1, 0, I(ITLB_HITS), NO},
    {PART(10H), 0x041, 0x01, 1, 0, I(LOAD_MISSES), I(STORE_MISSES)},
    {PART(10H), 0x046, 0x07, 1, 0, I(LOAD_WALKS), I(STORE_WALKS)},
    {PART(10H), 0x07d, 0x01, 1, 0, I(FETCH_MISSES), NO},
    {PART(10H), 0x07d, 0x02, 1, 0, I(LOAD_MISSES), I(STORE_MISSES)},
    {PART(10H), 0x07e, 0x01, 1, 0, I(FETCH_L2_MISSES), NO},
    {PART(10H), 0x07e, 0x02, 1, 0, I(LOAD_L2_MISSES), I(STORE_L2_MISSES)},
    {PART(10H), 0x085, 0x03, 1, 0, I(ITLB_WALKS), NO},
    {PART(10H), 0x0d0, 0x00, 0, 1, I(INSTRUCTIONS), NO},
    {PART(10H), 0x0d1, 0x00, 0, 1, I(INSTRUCTIONS), NO},
    {ZENS, 0x120, 0x01, 1, 1, I(INSTRUCTIONS), NO},
    {ZENS, 0x0a9, 0x00, 0, 1, I(INSTRUCTIONS), NO},
    {ZENS, 0x087, 0x02, 0, 1, I(INSTRUCTIONS), NO},
    {ZENS, 0x087, 0x01, 0, 0, I(INSTRUCTIONS), NO},
    {ZENS, 0x0d1, 0x00, 1, 0, I(COND_TAKEN), I(COND_NOT_TAKEN)},
    {ZENS, 0x043, 0x01, 1, 0, I(LOAD_L2), I(STORE_L2)},
    {ZENS, 0x043, 0x02, 1, 0, I(LOAD_L3), I(STORE_L3)},
    {ZENS, 0x043, 0x08, 1, 0, I(LOAD_DRAM), I(STORE_DRAM)},
    {ZENS, 0x043, 0x10, 1, 0, I(LOAD_REMOTE), I(STORE_REMOTE)},
    {ZENS, 0x060, 0x80, 1, 0, I(LOAD_MISSES), NO},
    {ZENS, 0x060, 0x40, 1, 0, I(STORE_MISSES), NO},
    {ZENS, 0x060, 0x10, 1, 0, I(FETCH_MISSES), NO},
    {ZENS, 0x064, 0x01, 1, 0, I(FETCH_L2_MISSES), NO},
    {ZENS, 0x064, 0x08, 1, 0, I(LOAD_L2_MISSES), I(STORE_L2_MISSES)},
    {ZENS, 0x045, 0x01, 1, 0, I(LOAD_TLB_HITS), I(STORE_TLB_HITS)},
    {ZENS, 0x045, 0x10, 1, 0, I(LOAD_WALKS), I(STORE_WALKS)},
    {ZENS, 0x085, 0x01, 1, 0, I(ITLB_WALKS), NO},
    {LATE, 0x0aa, 0x01, 1, 0, I(INSTRUCTIONS), NO}, /* there is no op cache */
    {LATE, 0x0aa, 0x06, 0, 0, I(INSTRUCTIONS), NO},
    {LATE, 0x0cc, 0x00, 1, 0, I(INDIRECT_JUMPS), I(INDIRECT_CALLS)},
    {LATE, 0x0d6, 0x01, 0, 1, I(INSTRUCTIONS), NO}, /* nothing is in flight while it waits */
    {LATE, 0x0d6, 0x1a, 0, 0, I(INSTRUCTIONS), NO},
    {LATE, 0x1c7, 0x00, 1, 0, I(WRONG_TAKEN), I(WRONG_NOT_TAKEN)},
    /* Slots of a cycle: six, and eight. One op is dispatched in one of four
     * cycles. */
    {PART(ZEN4), 0x1a0, 0x01, 5, 6, I(INSTRUCTIONS), NO},
    {PART(ZEN5), 0x1a0, 0x01, 7, 8, I(INSTRUCTIONS), NO},
    {LATE, 0x1a0, 0x1e, 0, 0, I(INSTRUCTIONS), NO},
    {LATE, 0x1a0, 0x60, 0, 0, I(INSTRUCTIONS), NO},
    {0, 0, 0, 0, 0, 0, 0},
};

/* perf's lists: amdzen1 to amdzen5. */
const struct oracle_x86_name oracle_amd_names[] = {
    {ZENS, 0x0076, "ls_not_halted_cyc"},
    {ZENS, 0x00c0, "ex_ret_instr"},
    {ZENS, 0x00c1, "ex_ret_ops"},
    {ZENS, 0x00c1, "ex_ret_cops"},
    {ZENS, 0x00c2, "ex_ret_brn"},
    {ZENS, 0x00c3, "ex_ret_brn_misp"},
    {ZENS, 0x00c4, "ex_ret_brn_tkn"},
    {ZENS, 0x00c5, "ex_ret_brn_tkn_misp"},
    {ZENS, 0x00c6, "ex_ret_brn_far"},
    {ZENS, 0x00c8, "ex_ret_near_ret"},
    {ZENS, 0x00c9, "ex_ret_near_ret_mispred"},
    {ZENS, 0x00ca, "ex_ret_brn_ind_misp"},
    {ZENS, 0x00d1, "ex_ret_cond"},
    {LATE, 0x00cc, "ex_ret_ind_brch_instr"},
    {LATE, UINT64_C(0x1000000c7), "ex_ret_msprd_brnch_instr_dir_msmtch"},
    {LATE, 0x07aa, "de_src_op_disp.all"},
    {PART(ZEN4), 0x01aa, "de_src_op_disp.decoder"},
    {PART(ZEN5), 0x01aa, "de_src_op_disp.x86_decoder"},
    {LATE, 0x02aa, "de_src_op_disp.op_cache"},
    {LATE, UINT64_C(0x1000001a0), "de_no_dispatch_per_slot.no_ops_from_frontend"},
    {LATE, UINT64_C(0x100001ea0), "de_no_dispatch_per_slot.backend_stalls"},
    {LATE, UINT64_C(0x1000060a0), "de_no_dispatch_per_slot.smt_contention"},
    {LATE, 0x01d6, "ex_no_retire.empty"},
    {LATE, 0x02d6, "ex_no_retire.not_complete"},
    {LATE, 0x1bd6, "ex_no_retire.all"},
    {LATE, 0x00a9, "de_op_queue_empty"},
    {LATE, 0x0143, "ls_dmnd_fills_from_sys.local_l2"},
    {LATE, 0x0243, "ls_dmnd_fills_from_sys.local_ccx"},
    {LATE, 0x0843, "ls_dmnd_fills_from_sys.dram_io_near"},
    {LATE, 0x1043, "ls_dmnd_fills_from_sys.far_cache"},
    {0, 0, NULL},
};
