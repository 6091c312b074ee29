/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of the IBS registers, and other differences between parts. */
#include "oracle/epyc/manual.h"

#define ALL  ORACLE_FAM10H, ORACLE_ZEN6
#define OLD  ORACLE_FAM10H, ORACLE_FAM10H
#define ZEN  ORACLE_ZEN1, ORACLE_ZEN6
#define ZEN4 ORACLE_ZEN4, ORACLE_ZEN6   /* capability 11 */
#define ZEN5 ORACLE_ZEN5, ORACLE_ZEN6   /* capability 12 */
#define ZEN6 ORACLE_ZEN6, ORACLE_ZEN6   /* capabilities 13 to 16 */
#define TLB  ORACLE_FAM10H, ORACLE_ZEN4 /* not with capability 19 */

const struct oracle_ibs_field_row oracle_ibs_fields[ORACLE_IBS_FIELDS] = {
    /* C001_1030 */
    [ORACLE_F_MAX_CNT] = {"IBS_FETCH_CTL.MaxCnt", ORACLE_FETCH_CTL, 15, 0, ALL, false},
    [ORACLE_F_CNT] = {"IBS_FETCH_CTL.Cnt", ORACLE_FETCH_CTL, 31, 16, ALL, false},
    [ORACLE_F_LAT] = {"IBS_FETCH_CTL.Lat", ORACLE_FETCH_CTL, 47, 32, ALL, true},
    [ORACLE_F_EN] = {"IBS_FETCH_CTL.En", ORACLE_FETCH_CTL, 48, 48, ALL, false},
    [ORACLE_F_VAL] = {"IBS_FETCH_CTL.Val", ORACLE_FETCH_CTL, 49, 49, ALL, false},
    [ORACLE_F_COMP] = {"IBS_FETCH_CTL.Comp", ORACLE_FETCH_CTL, 50, 50, ALL, true},
    [ORACLE_F_IC_MISS] = {"IBS_FETCH_CTL.IcMiss", ORACLE_FETCH_CTL, 51, 51, ALL, true},
    [ORACLE_F_PHY_ADDR_VALID] = {"IBS_FETCH_CTL.PhyAddrValid", ORACLE_FETCH_CTL, 52, 52, ALL, true},
    [ORACLE_F_L1_TLB_PG_SZ] = {"IBS_FETCH_CTL.L1TlbPgSz", ORACLE_FETCH_CTL, 54, 53, ALL, true},
    [ORACLE_F_L1_TLB_MISS] = {"IBS_FETCH_CTL.L1TlbMiss", ORACLE_FETCH_CTL, 55, 55, ALL, true},
    [ORACLE_F_L2_TLB_MISS] = {"IBS_FETCH_CTL.L2TlbMiss", ORACLE_FETCH_CTL, 56, 56, ALL, true},
    [ORACLE_F_RAND_EN] = {"IBS_FETCH_CTL.RandEn", ORACLE_FETCH_CTL, 57, 57, ALL, false},
    [ORACLE_F_L2_MISS] = {"IBS_FETCH_CTL.L2Miss", ORACLE_FETCH_CTL, 58, 58, ZEN, true},
    [ORACLE_F_L3_MISS_ONLY] = {"IBS_FETCH_CTL.L3MissOnly", ORACLE_FETCH_CTL, 59, 59, ZEN4, false},
    [ORACLE_F_OC_MISS] = {"IBS_FETCH_CTL.OcMiss", ORACLE_FETCH_CTL, 60, 60, ZEN4, true},
    [ORACLE_F_L3_MISS] = {"IBS_FETCH_CTL.L3Miss", ORACLE_FETCH_CTL, 61, 61, ZEN4, true},
    /* C001_1031, C001_1032 */
    [ORACLE_F_LIN_AD] = {"IBS_FETCH_LINADDR.address", ORACLE_FETCH_LIN_AD, 63, 0, ALL, true},
    [ORACLE_F_PHYS_AD] = {"IBS_FETCH_PHYSADDR.address", ORACLE_FETCH_PHYS_AD, 51, 0, ALL, true},
    /* C001_1033 */
    [ORACLE_O_MAX_CNT] = {"IBS_OP_CTL.MaxCnt", ORACLE_OP_CTL, 15, 0, ALL, false},
    [ORACLE_O_L3_MISS_ONLY] = {"IBS_OP_CTL.L3MissOnly", ORACLE_OP_CTL, 16, 16, ZEN4, false},
    [ORACLE_O_EN] = {"IBS_OP_CTL.En", ORACLE_OP_CTL, 17, 17, ALL, false},
    [ORACLE_O_VAL] = {"IBS_OP_CTL.Val", ORACLE_OP_CTL, 18, 18, ALL, false},
    [ORACLE_O_CNT_CTL] = {"IBS_OP_CTL.CntCtl", ORACLE_OP_CTL, 19, 19, ALL, false},
    [ORACLE_O_MAX_CNT_EXT] = {"IBS_OP_CTL.MaxCntExt", ORACLE_OP_CTL, 26, 20, ZEN, false},
    [ORACLE_O_CUR_CNT] = {"IBS_OP_CTL.CurCnt", ORACLE_OP_CTL, 51, 32, ALL, false},
    [ORACLE_O_CUR_CNT_EXT] = {"IBS_OP_CTL.CurCntExt", ORACLE_OP_CTL, 58, 52, ZEN, false},
    [ORACLE_O_LD_LAT_THRSH] = {"IBS_OP_CTL.LdLatThrsh", ORACLE_OP_CTL, 62, 59, ZEN5, false},
    [ORACLE_O_LD_LAT_EN] = {"IBS_OP_CTL.LdLatEn", ORACLE_OP_CTL, 63, 63, ZEN5, false},
    /* C001_1034 */
    [ORACLE_O_RIP] = {"IBS_OP_RIP.address", ORACLE_OP_RIP, 63, 0, ALL, false},
    /* C001_1035 */
    [ORACLE_O_COMP_TO_RET] = {"IBS_OP_DATA.CompToRetCtr", ORACLE_OP_DATA, 15, 0, ALL, false},
    [ORACLE_O_TAG_TO_RET] = {"IBS_OP_DATA.TagToRetCtr", ORACLE_OP_DATA, 31, 16, ALL, false},
    [ORACLE_O_BRN_RESYNC] = {"IBS_OP_DATA.BrnResync", ORACLE_OP_DATA, 32, 32, OLD, false},
    [ORACLE_O_MISP_RETURN] = {"IBS_OP_DATA.MispReturn", ORACLE_OP_DATA, 33, 33, OLD, false},
    [ORACLE_O_RETURN] = {"IBS_OP_DATA.Return", ORACLE_OP_DATA, 34, 34, ALL, false},
    [ORACLE_O_BRN_TAKEN] = {"IBS_OP_DATA.BrnTaken", ORACLE_OP_DATA, 35, 35, ALL, false},
    [ORACLE_O_BRN_MISP] = {"IBS_OP_DATA.BrnMisp", ORACLE_OP_DATA, 36, 36, ALL, false},
    [ORACLE_O_BRN_RET] = {"IBS_OP_DATA.BrnRet", ORACLE_OP_DATA, 37, 37, ALL, false},
    [ORACLE_O_RIP_INVALID] = {"IBS_OP_DATA.RipInvalid", ORACLE_OP_DATA, 38, 38, ZEN, false},
    [ORACLE_O_BRN_FUSE] = {"IBS_OP_DATA.BrnFuse", ORACLE_OP_DATA, 39, 39, ZEN, false},
    [ORACLE_O_MICROCODE] = {"IBS_OP_DATA.Microcode", ORACLE_OP_DATA, 40, 40, ZEN, false},
    /* C001_1036 */
    [ORACLE_O_DATA_SRC_LO] = {"IBS_OP_DATA2.DataSrcLo", ORACLE_OP_DATA2, 2, 0, ALL, false},
    [ORACLE_O_RMT_NODE] = {"IBS_OP_DATA2.RmtNode", ORACLE_OP_DATA2, 4, 4, ALL, false},
    [ORACLE_O_CACHE_HIT_ST] = {"IBS_OP_DATA2.CacheHitSt", ORACLE_OP_DATA2, 5, 5, ALL, false},
    [ORACLE_O_DATA_SRC_HI] = {"IBS_OP_DATA2.DataSrcHi", ORACLE_OP_DATA2, 7, 6, ZEN4, false},
    [ORACLE_O_STRM_ST] = {"IBS_OP_DATA2.StrmSt", ORACLE_OP_DATA2, 8, 8, ZEN6, false},
    [ORACLE_O_RMT_SOCKET] = {"IBS_OP_DATA2.RmtSocket", ORACLE_OP_DATA2, 9, 9, ZEN6, false},
    /* C001_1037 */
    [ORACLE_O_LD_OP] = {"IBS_OP_DATA3.LdOp", ORACLE_OP_DATA3, 0, 0, ALL, false},
    [ORACLE_O_ST_OP] = {"IBS_OP_DATA3.StOp", ORACLE_OP_DATA3, 1, 1, ALL, false},
    [ORACLE_O_L1_TLB_MISS] = {"IBS_OP_DATA3.DcL1TlbMiss", ORACLE_OP_DATA3, 2, 2, ALL, false},
    [ORACLE_O_L2_TLB_MISS] = {"IBS_OP_DATA3.DcL2TlbMiss", ORACLE_OP_DATA3, 3, 3, ALL, false},
    [ORACLE_O_L1_TLB_HIT_2M] = {"IBS_OP_DATA3.DcL1TlbHit2M", ORACLE_OP_DATA3, 4, 4, ALL, false},
    [ORACLE_O_L1_TLB_HIT_1G] = {"IBS_OP_DATA3.DcL1TlbHit1G", ORACLE_OP_DATA3, 5, 5, ALL, false},
    [ORACLE_O_L2_TLB_HIT_2M] = {"IBS_OP_DATA3.DcL2TlbHit2M", ORACLE_OP_DATA3, 6, 6, TLB, false},
    [ORACLE_O_DC_MISS] = {"IBS_OP_DATA3.DcMiss", ORACLE_OP_DATA3, 7, 7, ALL, false},
    [ORACLE_O_MIS_ACC] = {"IBS_OP_DATA3.MisAcc", ORACLE_OP_DATA3, 8, 8, ALL, false},
    [ORACLE_O_LD_BNK_CON] = {"IBS_OP_DATA3.LdBnkCon", ORACLE_OP_DATA3, 9, 9, OLD, false},
    [ORACLE_O_ST_BNK_CON] = {"IBS_OP_DATA3.StBnkCon", ORACLE_OP_DATA3, 10, 10, OLD, false},
    [ORACLE_O_ST_TO_LD_FWD] = {"IBS_OP_DATA3.StToLdFwd", ORACLE_OP_DATA3, 11, 11, OLD, false},
    [ORACLE_O_ST_TO_LD_CAN] = {"IBS_OP_DATA3.StToLdCan", ORACLE_OP_DATA3, 12, 12, OLD, false},
    [ORACLE_O_WC_MEM_ACC] = {"IBS_OP_DATA3.WcMemAcc", ORACLE_OP_DATA3, 13, 13, ALL, false},
    [ORACLE_O_UC_MEM_ACC] = {"IBS_OP_DATA3.UcMemAcc", ORACLE_OP_DATA3, 14, 14, ALL, false},
    [ORACLE_O_LOCKED_OP] = {"IBS_OP_DATA3.LockedOp", ORACLE_OP_DATA3, 15, 15, ALL, false},
    [ORACLE_O_NO_MAB] = {"IBS_OP_DATA3.MissNoMabAlloc", ORACLE_OP_DATA3, 16, 16, ALL, false},
    [ORACLE_O_LIN_ADDR_VALID] = {"IBS_OP_DATA3.LinAddrValid", ORACLE_OP_DATA3, 17, 17, ALL, false},
    [ORACLE_O_PHY_ADDR_VALID] = {"IBS_OP_DATA3.PhyAddrValid", ORACLE_OP_DATA3, 18, 18, ALL, false},
    [ORACLE_O_L2_TLB_HIT_1G] = {"IBS_OP_DATA3.DcL2TlbHit1G", ORACLE_OP_DATA3, 19, 19, TLB, false},
    [ORACLE_O_L2_MISS] = {"IBS_OP_DATA3.L2Miss", ORACLE_OP_DATA3, 20, 20, ZEN, false},
    [ORACLE_O_SW_PF] = {"IBS_OP_DATA3.SwPf", ORACLE_OP_DATA3, 21, 21, ZEN, false},
    [ORACLE_O_MEM_WIDTH] = {"IBS_OP_DATA3.OpMemWidth", ORACLE_OP_DATA3, 25, 22, ZEN, false},
    [ORACLE_O_OPEN_MEM_REQS] = {"IBS_OP_DATA3.DcMissOpenMemReqs", ORACLE_OP_DATA3, 31, 26, ZEN,
        false},
    [ORACLE_O_DC_MISS_LAT] = {"IBS_OP_DATA3.DcMissLat", ORACLE_OP_DATA3, 47, 32, ALL, false},
    [ORACLE_O_TLB_REFILL_LAT] = {"IBS_OP_DATA3.TlbRefillLat", ORACLE_OP_DATA3, 63, 48, ZEN, false},
    /* C001_1038 to C001_103C */
    [ORACLE_O_DC_LIN_AD] = {"IBS_DC_LINADDR.address", ORACLE_DC_LIN_AD, 63, 0, ALL, false},
    [ORACLE_O_DC_PHYS_AD] = {"IBS_DC_PHYSADDR.address", ORACLE_DC_PHYS_AD, 51, 0, ALL, false},
    [ORACLE_C_LVT_OFFSET] = {"IBS_CTL.LvtOffset", ORACLE_IBS_CTL, 3, 0, ALL, true},
    [ORACLE_C_LVT_OFFSET_VAL] = {"IBS_CTL.LvtOffsetVal", ORACLE_IBS_CTL, 8, 8, ALL, true},
    [ORACLE_O_BR_TARGET] = {"IBS_BR_TARGET.address", ORACLE_BR_TARGET, 63, 0, ZEN, false},
    [ORACLE_F_ITLB_REFILL_LAT] = {"IC_IBS_EXTD_CTL.ItlbRefillLat", ORACLE_FETCH_CTL_EXTD, 15, 0,
        ZEN, true},
    /* C001_103E, C001_103F: the two exclude bits are in the opposite order */
    [ORACLE_O2_DIS] = {"IBS_OP_CTL2.Dis", ORACLE_OP_CTL2, 0, 0, ZEN6, false},
    [ORACLE_O2_EXCL_LOW] = {"IBS_OP_CTL2.ExclRip63Eq0", ORACLE_OP_CTL2, 1, 1, ZEN6, false},
    [ORACLE_O2_EXCL_HIGH] = {"IBS_OP_CTL2.ExclRip63Eq1", ORACLE_OP_CTL2, 2, 2, ZEN6, false},
    [ORACLE_O2_STRM_ST] = {"IBS_OP_CTL2.StrmStFilter", ORACLE_OP_CTL2, 3, 3, ZEN6, false},
    [ORACLE_F2_DIS] = {"IBS_FETCH_CTL2.Dis", ORACLE_FETCH_CTL2, 0, 0, ZEN6, false},
    [ORACLE_F2_LAT_FILTER] = {"IBS_FETCH_CTL2.FetchLatFilter", ORACLE_FETCH_CTL2, 4, 1, ZEN6,
        false},
    [ORACLE_F2_EXCL_HIGH] = {"IBS_FETCH_CTL2.ExclRip63Eq1", ORACLE_FETCH_CTL2, 5, 5, ZEN6, false},
    [ORACLE_F2_EXCL_LOW] = {"IBS_FETCH_CTL2.ExclRip63Eq0", ORACLE_FETCH_CTL2, 6, 6, ZEN6, false},
};

static const char *const names[ORACLE_IBS_REGS] = {"IBS_FETCH_CTL", "IBS_FETCH_LINADDR",
    "IBS_FETCH_PHYSADDR", "IBS_OP_CTL", "IBS_OP_RIP", "IBS_OP_DATA", "IBS_OP_DATA2", "IBS_OP_DATA3",
    "IBS_DC_LINADDR", "IBS_DC_PHYSADDR", "IBS_CTL", "IBS_BR_TARGET", "IC_IBS_EXTD_CTL",
    "IBS_OP_DATA4", "IBS_OP_CTL2", "IBS_FETCH_CTL2"};

/* Signatures and capabilities are from dumps of the first server part of each
 * generation that printed them. Zen6's capabilities are not public: Zen5's plus
 * bits 13 to 16. Page codes of Zen3 are erratum 1347's. */
const struct oracle_part_row oracle_parts[ORACLE_PARTS] = {
    [ORACLE_FAM10H] = {"fam10h", 0x00100f42, 0x1f, {0, 1, 2}, 1, 2, 4, 4, 15, 50, 100, 250},
    [ORACLE_ZEN1] = {"zen1", 0x00800f12, 0x3ff, {0, 1, 2}, 2, 2, 4, 4, 12, 39, 110, 300},
    [ORACLE_ZEN2] = {"zen2", 0x00830f10, 0x3ff, {0, 1, 2}, 2, 2, 4, 4, 12, 39, 110, 300},
    [ORACLE_ZEN3] = {"zen3", 0x00a00f11, 0x3ff, {0, 2, 3}, 2, 2, 4, 4, 12, 46, 120, 320},
    [ORACLE_ZEN4] = {"zen4", 0x00a10f11, 0xbff, {0, 1, 2}, 1, 1, 5, 4, 14, 50, 130, 360},
    [ORACLE_ZEN5] = {"zen5", 0x00b00f21, 0x81bff, {0, 1, 2}, 1, 1, 5, 4, 14, 50, 130, 360},
    [ORACLE_ZEN6] = {"zen6", 0x00b50f00, 0x9fbff, {0, 1, 2}, 1, 1, 5, 4, 14, 50, 130, 360},
};

const char *oracle_ibs_reg_name(enum oracle_ibs_reg reg)
{
    return names[reg];
}

bool oracle_ibs_has(enum oracle_part part, enum oracle_ibs_field field)
{
    return part >= oracle_ibs_fields[field].from && part <= oracle_ibs_fields[field].to;
}

bool oracle_ibs_has_reg(enum oracle_part part, enum oracle_ibs_reg reg)
{
    return oracle_ibs_bits(part, reg) != 0;
}

uint64_t oracle_ibs_mask(enum oracle_part part, enum oracle_ibs_field field)
{
    const struct oracle_ibs_field_row *row = &oracle_ibs_fields[field];
    uint64_t mask = 0;

    for (unsigned bit = row->first; oracle_ibs_has(part, field) && bit <= row->last; bit++)
        mask |= UINT64_C(1) << bit;
    return mask;
}

uint64_t oracle_ibs_writable(enum oracle_part part, enum oracle_ibs_reg reg)
{
    uint64_t bits = 0;

    for (int i = 0; i < ORACLE_IBS_FIELDS; i++)
        if (oracle_ibs_fields[i].reg == reg && !oracle_ibs_fields[i].read_only)
            bits |= oracle_ibs_mask(part, (enum oracle_ibs_field)i);
    return bits;
}

uint64_t oracle_ibs_bits(enum oracle_part part, enum oracle_ibs_reg reg)
{
    uint64_t bits = 0;

    for (int i = 0; i < ORACLE_IBS_FIELDS; i++)
        if (oracle_ibs_fields[i].reg == reg)
            bits |= oracle_ibs_mask(part, (enum oracle_ibs_field)i);
    return bits;
}

uint64_t oracle_ibs_get(enum oracle_part part, const uint64_t *regs, enum oracle_ibs_field field)
{
    const struct oracle_ibs_field_row *row = &oracle_ibs_fields[field];

    return (regs[row->reg] & oracle_ibs_mask(part, field)) >> row->first;
}

void oracle_ibs_put(
    enum oracle_part part, uint64_t *regs, enum oracle_ibs_field field, uint64_t value)
{
    const struct oracle_ibs_field_row *row = &oracle_ibs_fields[field];
    uint64_t mask = oracle_ibs_mask(part, field);

    regs[row->reg] = (regs[row->reg] & ~mask) | (value << row->first & mask);
}
