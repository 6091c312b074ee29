/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's sampling under test: register numbers and bits, typed again from
 * the manuals, and ops. */
#ifndef PMULAB_TESTS_IBS_CPU_H
#define PMULAB_TESTS_IBS_CPU_H

#include "models/epyc/ibs.h"
#include "tests/tap.h"

enum {
    /* enumerators are ints: the numbers are relative to MSR() */
    MSR_FETCH_CTL = 0xc0011030 - 0xc0011000,
    MSR_FETCH_LIN,
    MSR_FETCH_PHYS,
    MSR_OP_CTL,
    MSR_OP_RIP,
    MSR_OP_DATA,
    MSR_OP_DATA2,
    MSR_OP_DATA3,
    MSR_DC_LIN,
    MSR_DC_PHYS,
    MSR_CTL,
    MSR_BR_TARGET,
    MSR_FETCH_EXTD,
    MSR_OP_DATA4,
    MSR_OP_CTL2,
    MSR_FETCH_CTL2,
};
#define MSR(n) (UINT32_C(0xc0011000) + (uint32_t)(n))

#define BIT(n) (UINT64_C(1) << (n))

#define FETCH_CTL_EN     BIT(48)
#define FETCH_CTL_VAL    BIT(49)
#define FETCH_CTL_COMP   BIT(50)
#define FETCH_CTL_RAND   BIT(57)
#define FETCH_CTL_L3ONLY BIT(59)
#define OP_CTL_L3ONLY    BIT(16)
#define OP_CTL_EN        BIT(17)
#define OP_CTL_VAL       BIT(18)
#define OP_CTL_OPS       BIT(19)
#define OP_CTL_LDLAT(n)  (BIT(63) | (uint64_t)(n) << 59)
#define CUR_CNT(ctl)     ((ctl) >> 32 & 0x7ffffff)
#define KERNEL_PC        UINT64_C(0xffffffff81000000)

static inline uint64_t rd(const struct ibs *ibs, unsigned msr)
{
    return ibs_read(ibs, MSR(msr));
}

static inline bool wr(struct ibs *ibs, unsigned msr, uint64_t value)
{
    return ibs_write(ibs, MSR(msr), value);
}

/* A period as encoded in IBS_OP_CTL. */
static inline uint64_t op_period(uint64_t period)
{
    return (period >> 4 & 0xffff) | (period & 0x7f00000);
}

static inline struct sim_op plain_op(uint64_t pc)
{
    return (struct sim_op){
        .pc = pc, .pc_physical = pc & 0xffffff, .next_pc = pc + 4, .length = 4, .retired = true};
}

static inline struct sim_op load_op(uint64_t pc, uint64_t linear, uint64_t physical, unsigned size)
{
    struct sim_op op = plain_op(pc);

    op.n_accesses = 1;
    op.accesses[0] =
        (struct sim_op_access){.linear = linear, .physical = physical, .size = (uint8_t)size};
    return op;
}

static inline struct sim_op store_op(uint64_t pc, uint64_t linear, uint64_t physical, unsigned size)
{
    struct sim_op op = load_op(pc, linear, physical, size);

    op.accesses[0].store = true;
    return op;
}

static inline struct sim_op branch_op(
    uint64_t pc, enum sim_branch branch, uint64_t target, bool taken)
{
    struct sim_op op = plain_op(pc);

    /* Jcc rel32, JMP rel8, JMP (%rax), CALL rel32, CALL (%rax), RET, truncated
     * to two bytes */
    static const uint8_t opcodes[][2] = {[SIM_CONDITIONAL] = {0x0f, 0x84},
        [SIM_JUMP] = {0xeb},
        [SIM_INDIRECT] = {0xff, 0x20},
        [SIM_CALL] = {0xe8},
        [SIM_INDIRECT_CALL] = {0xff, 0x10},
        [SIM_RETURN] = {0xc3}};

    op.bytes[0] = opcodes[branch][0];
    op.bytes[1] = opcodes[branch][1];
    op.branch = branch;
    op.target = target;
    op.next_pc = taken ? target : pc + op.length;
    return op;
}

#endif
