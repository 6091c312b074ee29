/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of AMD's instruction-based sampling in each generation. Their
 * bits and numbers are defined only here. Sources: AMD64 Architecture
 * Programmer's Manual volume 2 (24593) section 13.3; Linux, asm/amd/ibs.h and
 * asm/perf_event.h; FreeBSD, hwpmc_ibs.h; AMD Research IBS Toolkit,
 * include/ibs-uapi.h. They agree unless a field's prose mentions a difference.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose). Fields that
 * only some generations have take their access mode as an argument: REG_RV if
 * reserved. Enumerators leave it empty.
 */
#ifndef PMULAB_MODELS_EPYC_IBS_REGS_H
#define PMULAB_MODELS_EPYC_IBS_REGS_H

#include "models/reg/bank.h"

#include <assert.h>

#define IBS_FETCH_CTL_FIELDS(F, L2, L3, FILTER)                                                    \
    F(FETCH_CTL_RSV_63, "rsv", 63, 62, REG_RV, 0, "reads as 0")                                    \
    F(FETCH_L3_MISS, "L3Miss", 61, 61, L3, 0, "the fetch missed the L3 cache")                     \
    F(FETCH_OC_MISS, "OcMiss", 60, 60, L3, 0, "the fetch missed the op cache")                     \
    F(FETCH_L3_MISS_ONLY, "L3MissOnly", 59, 59, FILTER, 0,                                         \
        "a sample only of fetches that miss the L3")                                               \
    F(FETCH_L2_MISS, "L2Miss", 58, 58, L2, 0, "the fetch missed the L2 cache; valid with Comp")    \
    F(FETCH_RAND_EN, "RandEn", 57, 57, REG_RW, 0,                                                  \
        "the counter's low 4 bits start at random, not at 0")                                      \
    F(FETCH_L2_TLB_MISS, "L2TlbMiss", 56, 56, REG_RO, 0,                                           \
        "missed both levels of the instruction TLB")                                               \
    F(FETCH_L1_TLB_MISS, "L1TlbMiss", 55, 55, REG_RO, 0,                                           \
        "missed the first level of the instruction TLB")                                           \
    F(FETCH_L1_TLB_PG_SZ, "L1TlbPgSz", 54, 53, REG_RO, 0, "page size; valid with PhyAddrValid")    \
    F(FETCH_PHY_ADDR_VALID, "PhyAddrValid", 52, 52, REG_RO, 0, "IBS_FETCH_PHYSADDR is valid")      \
    F(FETCH_IC_MISS, "IcMiss", 51, 51, REG_RO, 0, "missed the instruction cache")                  \
    F(FETCH_COMP, "Comp", 50, 50, REG_RO, 0, "the fetch brought bytes to the decoder")             \
    F(FETCH_VAL, "Val", 49, 49, REG_RW, 0,                                                         \
        "a sample is there; counting stops until software clears it")                              \
    F(FETCH_EN, "En", 48, 48, REG_RW, 0, "fetch sampling is on")                                   \
    F(FETCH_LAT, "Lat", 47, 32, REG_RO, 0, "cycles from the fetch's start to its end")             \
    F(FETCH_CNT, "Cnt", 31, 16, REG_RW, 0, "bits 19:4 of the counter of completed fetches")        \
    F(FETCH_MAX_CNT, "MaxCnt", 15, 0, REG_RW, 0,                                                   \
        "the period's bits 19:4; with 0 nothing is sampled")

/* Values from which the op counter starts at a tag. */
#define IBS_OP_RANDOM_VALUES 128

#define IBS_OP_CTL_FIELDS(F, EXT, FILTER, LDLAT)                                                   \
    F(OP_LD_LAT_EN, "LdLatEn", 63, 63, LDLAT, 0, "samples only loads slower than LdLatThrsh")      \
    F(OP_LD_LAT_THRSH, "LdLatThrsh", 62, 59, LDLAT, 0, "threshold: (n + 1) * 128 cycles")          \
    F(OP_CUR_CNT_EXT, "CurCntExt", 58, 52, EXT, 0, "bits 26:20 of the counter")                    \
    F(OP_CUR_CNT, "CurCnt", 51, 32, REG_RW, 0,                                                     \
        "bits 19:0 of the counter; in a sample random, plus the time until the op retired")        \
    F(OP_CTL_RSV_31, "rsv", 31, 27, REG_RV, 0, "must be 0")                                        \
    F(OP_MAX_CNT_EXT, "MaxCntExt", 26, 20, EXT, 0, "the period's bits 26:20")                      \
    F(OP_CNT_CTL, "CntCtl", 19, 19, REG_RW, 0, "counts cycles (0) or dispatched ops (1)")          \
    F(OP_VAL, "Val", 18, 18, REG_RW, 0,                                                            \
        "a sample is there; counting stops until software clears it")                              \
    F(OP_EN, "En", 17, 17, REG_RW, 0, "op sampling is on")                                         \
    F(OP_L3_MISS_ONLY, "L3MissOnly", 16, 16, FILTER, 0,                                            \
        "a sample only of ops whose data missed the L3")                                           \
    F(OP_MAX_CNT, "MaxCnt", 15, 0, REG_RW, 0, "the period's bits 19:4; with 0 nothing is sampled")

/* NEW: from family 15h model 60h on. OLD: families 10h to 14h and the first of
 * 15h. */
#define IBS_OP_DATA_FIELDS(F, NEW, OLD)                                                            \
    F(OP_DATA_RSV_63, "rsv", 63, 41, REG_RV, 0, "reads as 0")                                      \
    F(OP_MICROCODE, "Microcode", 40, 40, NEW, 0, "the op came from microcode")                     \
    F(OP_BRN_FUSE, "BrnFuse", 39, 39, NEW, 0, "the op is a branch fused with what it tests")       \
    F(OP_RIP_INVALID, "RipInvalid", 38, 38, NEW, 0, "IBS_OP_RIP is not valid")                     \
    F(OP_BRN_RET, "BrnRet", 37, 37, REG_RW, 0, "the op is a branch, and has retired")              \
    F(OP_BRN_MISP, "BrnMisp", 36, 36, REG_RW, 0, "the branch was mispredicted")                    \
    F(OP_BRN_TAKEN, "BrnTaken", 35, 35, REG_RW, 0, "the branch was taken")                         \
    F(OP_RETURN, "Return", 34, 34, REG_RW, 0, "the op is a return")                                \
    F(OP_MISP_RETURN, "MispReturn", 33, 33, OLD, 0, "the op is a mispredicted return")             \
    F(OP_BRN_RESYNC, "BrnResync", 32, 32, OLD, 0, "the op is a resync op")                         \
    F(OP_TAG_TO_RET, "TagToRetCtr", 31, 16, REG_RW, 0, "cycles from tagging to retirement")        \
    F(OP_COMP_TO_RET, "CompToRetCtr", 15, 0, REG_RW, 0, "cycles from completion to retirement")

#define IBS_OP_DATA2_FIELDS(F, HIGH, ZEN6)                                                         \
    F(OP_DATA2_RSV_63, "rsv", 63, 10, REG_RV, 0, "reads as 0")                                     \
    F(OP_RMT_SOCKET, "RmtSocket", 9, 9, ZEN6, 0, "the data came from another socket")              \
    F(OP_STRM_ST, "StrmSt", 8, 8, ZEN6, 0, "the op is a streaming store")                          \
    F(OP_DATA_SRC_HI, "DataSrcHi", 7, 6, HIGH, 0, "bits 4:3 of where the data came from")          \
    F(OP_CACHE_HIT_ST, "CacheHitSt", 5, 5, REG_RW, 0,                                              \
        "state of the line in the cache it came from")                                             \
    F(OP_RMT_NODE, "RmtNode", 4, 4, REG_RW, 0, "the data came from another node")                  \
    F(OP_DATA2_RSV_3, "rsv", 3, 3, REG_RV, 0, "reads as 0")                                        \
    F(OP_DATA_SRC_LO, "DataSrcLo", 2, 0, REG_RW, 0,                                                \
        "bits 2:0 of where the data came from; valid for loads that missed L1 and L2")

/* NEW: from family 15h model 30h on. OLD: reserved on Zen. TLB2: not with
 * capability 19. */
#define IBS_OP_DATA3_FIELDS(F, NEW, OLD, TLB2, HIT2M, HIT1G)                                       \
    F(OP_TLB_REFILL_LAT, "TlbRefillLat", 63, 48, NEW, 0,                                           \
        "cycles that the refill of the L1 TLB took")                                               \
    F(OP_DC_MISS_LAT, "DcMissLat", 47, 32, REG_RW, 0,                                              \
        "cycles until a load's data came; 0 for stores")                                           \
    F(OP_DC_MISS_OPEN_MEM_REQS, "DcMissOpenMemReqs", 31, 26, NEW, 0,                               \
        "misses outstanding at the time")                                                          \
    F(OP_MEM_WIDTH, "OpMemWidth", 25, 22, NEW, 0,                                                  \
        "bytes accessed: 2 to the power of n - 1; 0: none")                                        \
    F(OP_SW_PF, "SwPf", 21, 21, NEW, 0, "the op is a software prefetch")                           \
    F(OP_L2_MISS, "L2Miss", 20, 20, NEW, 0, "the access missed the L2 cache")                      \
    F(OP_DC_L2_TLB_HIT_1G, "DcL2TlbHit1G", 19, 19, TLB2, 0, "hit a 1 GB page in the L2 TLB")       \
    F(OP_PHY_ADDR_VALID, "PhyAddrValid", 18, 18, REG_RW, 0, "IBS_DC_PHYSADDR is valid")            \
    F(OP_LIN_ADDR_VALID, "LinAddrValid", 17, 17, REG_RW, 0, "IBS_DC_LINADDR is valid")             \
    F(OP_MISS_NO_MAB_ALLOC, "MissNoMabAlloc", 16, 16, REG_RW, 0,                                   \
        "found the miss already under way")                                                        \
    F(OP_LOCKED_OP, "LockedOp", 15, 15, REG_RW, 0, "the op is locked")                             \
    F(OP_UC_MEM_ACC, "UcMemAcc", 14, 14, REG_RW, 0, "accessed memory that is not cached")          \
    F(OP_WC_MEM_ACC, "WcMemAcc", 13, 13, REG_RW, 0, "accessed write-combining memory")             \
    F(OP_ST_TO_LD_CAN, "StToLdCan", 12, 12, OLD, 0, "store-to-load forwarding was cancelled")      \
    F(OP_ST_TO_LD_FWD, "StToLdFwd", 11, 11, OLD, 0, "data came from a store in flight")            \
    F(OP_ST_BNK_CON, "StBnkCon", 10, 10, OLD, 0, "bank conflict with a store")                     \
    F(OP_LD_BNK_CON, "LdBnkCon", 9, 9, OLD, 0, "bank conflict with a load")                        \
    F(OP_MIS_ACC, "MisAcc", 8, 8, REG_RW, 0, "the access crosses a 64-byte line")                  \
    F(OP_DC_MISS, "DcMiss", 7, 7, REG_RW, 0, "the access missed the L1 data cache")                \
    F(OP_DC_L2_TLB_HIT_2M, "DcL2TlbHit2M", 6, 6, TLB2, 0, "hit a 2 MB page in the L2 TLB")         \
    F(OP_DC_L1_TLB_HIT_1G, "DcL1TlbHit1G", 5, 5, REG_RW, 0, HIT1G)                                 \
    F(OP_DC_L1_TLB_HIT_2M, "DcL1TlbHit2M", 4, 4, REG_RW, 0, HIT2M)                                 \
    F(OP_DC_L2_TLB_MISS, "DcL2TlbMiss", 3, 3, REG_RW, 0, "missed both levels of the data TLB")     \
    F(OP_DC_L1_TLB_MISS, "DcL1TlbMiss", 2, 2, REG_RW, 0, "missed the first level of the data TLB") \
    F(OP_ST_OP, "StOp", 1, 1, REG_RW, 0, "the op stores")                                          \
    F(OP_LD_OP, "LdOp", 0, 0, REG_RW, 0, "the op loads")

#define IBS_LINEAR_FIELDS(F, ACCESS, WHAT) F(LINEAR_ADDRESS, "address", 63, 0, ACCESS, 0, WHAT)
#define IBS_PHYSICAL_FIELDS(F, ACCESS, WHAT)                                                       \
    F(PHYSICAL_RSV_63, "rsv", 63, 52, REG_RV, 0, "reads as 0")                                     \
    F(PHYSICAL_ADDRESS, "address", 51, 0, ACCESS, 0, WHAT)

#define IBS_CTL_FIELDS(F)                                                                          \
    F(IBS_CTL_RSV_63, "rsv", 63, 9, REG_RV, 0, "reads as 0")                                       \
    F(IBS_CTL_LVT_OFFSET_VAL, "LvtOffsetVal", 8, 8, REG_RO, 1,                                     \
        "the firmware has assigned LvtOffset")                                                     \
    F(IBS_CTL_RSV_7, "rsv", 7, 4, REG_RV, 0, "reads as 0")                                         \
    F(IBS_CTL_LVT_OFFSET, "LvtOffset", 3, 0, REG_RO, 0,                                            \
        "which extended LVT entry samples interrupt through")

#define IBS_FETCH_EXTD_FIELDS(F)                                                                   \
    F(FETCH_EXTD_RSV_63, "rsv", 63, 16, REG_RV, 0, "reads as 0")                                   \
    F(FETCH_ITLB_REFILL_LAT, "ItlbRefillLat", 15, 0, REG_RO, 0,                                    \
        "cycles that the refill of the L1 instruction TLB took")

#define IBS_OP_CTL2_FIELDS(F)                                                                      \
    F(OP_CTL2_RSV_63, "rsv", 63, 4, REG_RV, 0, "must be 0")                                        \
    F(OP2_STRM_ST_FILTER, "StrmStFilter", 3, 3, REG_RW, 0, "a sample only of streaming stores")    \
    F(OP2_EXCL_HIGH, "ExclRip63Eq1", 2, 2, REG_RW, 0,                                              \
        "no sample of ops at addresses with bit 63 set")                                           \
    F(OP2_EXCL_LOW, "ExclRip63Eq0", 1, 1, REG_RW, 0,                                               \
        "no sample of ops at addresses with bit 63 clear")                                         \
    F(OP2_DIS, "Dis", 0, 0, REG_RW, 0, "op sampling is off, whatever En is")

/* The two exclude bits are in the opposite order of IBS_OP_CTL2's. */
#define IBS_FETCH_CTL2_FIELDS(F)                                                                   \
    F(FETCH_CTL2_RSV_63, "rsv", 63, 7, REG_RV, 0, "must be 0")                                     \
    F(FETCH2_EXCL_LOW, "ExclRip63Eq0", 6, 6, REG_RW, 0, "no sample of fetches with bit 63 clear")  \
    F(FETCH2_EXCL_HIGH, "ExclRip63Eq1", 5, 5, REG_RW, 0, "no sample of fetches with bit 63 set")   \
    F(FETCH2_LAT_FILTER, "FetchLatFilter", 4, 1, REG_RW, 0,                                        \
        "a sample only of fetches that take 128 * n cycles or more; 0: of all")                    \
    F(FETCH2_DIS, "Dis", 0, 0, REG_RW, 0, "fetch sampling is off, whatever En is")

enum ibs_fetch_ctl_field { IBS_FETCH_CTL_FIELDS(REG_FIELD_INDEX, , , ) };
enum ibs_op_ctl_field { IBS_OP_CTL_FIELDS(REG_FIELD_INDEX, , , ) };
enum ibs_op_data_field { IBS_OP_DATA_FIELDS(REG_FIELD_INDEX, , ) };
enum ibs_op_data2_field { IBS_OP_DATA2_FIELDS(REG_FIELD_INDEX, , ) };
enum ibs_op_data3_field { IBS_OP_DATA3_FIELDS(REG_FIELD_INDEX, , , , , ) };
enum ibs_linear_field { IBS_LINEAR_FIELDS(REG_FIELD_INDEX, , ) };
enum ibs_physical_field { IBS_PHYSICAL_FIELDS(REG_FIELD_INDEX, , ) };
enum ibs_ctl_field { IBS_CTL_FIELDS(REG_FIELD_INDEX) };
enum ibs_fetch_extd_field { IBS_FETCH_EXTD_FIELDS(REG_FIELD_INDEX) };
enum ibs_op_ctl2_field { IBS_OP_CTL2_FIELDS(REG_FIELD_INDEX) };
enum ibs_fetch_ctl2_field { IBS_FETCH_CTL2_FIELDS(REG_FIELD_INDEX) };

/* Indices of a bank's registers and a CPU's held values. A generation has the
 * first n_regs of them. */
enum ibs_reg {
    IBS_FETCH_CTL,
    IBS_FETCH_LINADDR,
    IBS_FETCH_PHYSADDR,
    IBS_OP_CTL,
    IBS_OP_RIP,
    IBS_OP_DATA,
    IBS_OP_DATA2,
    IBS_OP_DATA3,
    IBS_DC_LINADDR,
    IBS_DC_PHYSADDR,
    IBS_CTL,
    IBS_BR_TARGET,     /* from Zen on */
    IBS_FETCH_CTLEXTD, /* from Zen on */
    IBS_OP_CTL2,       /* Zen6 */
    IBS_FETCH_CTL2,    /* Zen6 */
    IBS_N_REGS,
};

/* Generations that differ below, oldest first. */
enum ibs_variant {
    IBS_FAM10H,
    IBS_ZEN1,
    IBS_ZEN2,
    IBS_ZEN3,
    IBS_ZEN4,
    IBS_ZEN5,
    IBS_ZEN6,
    IBS_N_VARIANTS
};

/* Zen1 and Zen2 have the same registers. */
extern const struct reg_bank ibs_bank_fam10h, ibs_bank_zen1, ibs_bank_zen3, ibs_bank_zen4,
    ibs_bank_zen5, ibs_bank_zen6;

extern const struct reg_bank *const ibs_banks[IBS_N_VARIANTS];

/* Returns the bank of @variant, which must be valid. Static. */
static inline const struct reg_bank *ibs_bank(enum ibs_variant variant)
{
    assert(variant < IBS_N_VARIANTS);
    return ibs_banks[variant];
}

#endif
