/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instruction-based sampling, typed from the manuals for the oracle alone,
 * register by register in their order. Main source: AMD64 Architecture
 * Programmer's Manual volume 2 (24593), section 13.3. The rest is from Linux's
 * asm/amd/ibs.h and asm/perf_event.h, FreeBSD's hwpmc_ibs.h and the headers of
 * AMD Research's IBS Toolkit.
 */
#ifndef PMULAB_ORACLE_EPYC_MANUAL_H
#define PMULAB_ORACLE_EPYC_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

/* Registers are MSRs C001_1030 to C001_103F. A register's number here is the
 * last hexadecimal digit of its MSR's. */
#define ORACLE_IBS_MSR UINT32_C(0xc0011030)

enum oracle_ibs_reg {
    ORACLE_FETCH_CTL,
    ORACLE_FETCH_LIN_AD,
    ORACLE_FETCH_PHYS_AD,
    ORACLE_OP_CTL,
    ORACLE_OP_RIP,
    ORACLE_OP_DATA,
    ORACLE_OP_DATA2,
    ORACLE_OP_DATA3,
    ORACLE_DC_LIN_AD,
    ORACLE_DC_PHYS_AD,
    ORACLE_IBS_CTL,
    ORACLE_BR_TARGET,
    ORACLE_FETCH_CTL_EXTD,
    ORACLE_OP_DATA4, /* family 15h only: all parts here lack it */
    ORACLE_OP_CTL2,
    ORACLE_FETCH_CTL2,
    ORACLE_IBS_REGS,
};

/* Parts, oldest first. */
enum oracle_part {
    ORACLE_FAM10H,
    ORACLE_ZEN1,
    ORACLE_ZEN2,
    ORACLE_ZEN3,
    ORACLE_ZEN4,
    ORACLE_ZEN5,
    ORACLE_ZEN6,
    ORACLE_PARTS,
};

/* CPUID Fn8000_001B EAX: the bits that Linux or the oracle reads. */
#define ORACLE_CAP_BRNTRGT      (1u << 5)
#define ORACLE_CAP_FETCHCTLEXTD (1u << 9)
#define ORACLE_CAP_ZEN4         (1u << 11)
#define ORACLE_CAP_OPDTLBPGSIZE (1u << 19)

/* All fields that the parts have, in the manuals' order. */
enum oracle_ibs_field {
    ORACLE_F_MAX_CNT,
    ORACLE_F_CNT,
    ORACLE_F_LAT,
    ORACLE_F_EN,
    ORACLE_F_VAL,
    ORACLE_F_COMP,
    ORACLE_F_IC_MISS,
    ORACLE_F_PHY_ADDR_VALID,
    ORACLE_F_L1_TLB_PG_SZ,
    ORACLE_F_L1_TLB_MISS,
    ORACLE_F_L2_TLB_MISS,
    ORACLE_F_RAND_EN,
    ORACLE_F_L2_MISS,
    ORACLE_F_L3_MISS_ONLY,
    ORACLE_F_OC_MISS,
    ORACLE_F_L3_MISS,
    ORACLE_F_LIN_AD,
    ORACLE_F_PHYS_AD,
    ORACLE_O_MAX_CNT,
    ORACLE_O_L3_MISS_ONLY,
    ORACLE_O_EN,
    ORACLE_O_VAL,
    ORACLE_O_CNT_CTL,
    ORACLE_O_MAX_CNT_EXT,
    ORACLE_O_CUR_CNT,
    ORACLE_O_CUR_CNT_EXT,
    ORACLE_O_LD_LAT_THRSH,
    ORACLE_O_LD_LAT_EN,
    ORACLE_O_RIP,
    ORACLE_O_COMP_TO_RET,
    ORACLE_O_TAG_TO_RET,
    ORACLE_O_BRN_RESYNC,
    ORACLE_O_MISP_RETURN,
    ORACLE_O_RETURN,
    ORACLE_O_BRN_TAKEN,
    ORACLE_O_BRN_MISP,
    ORACLE_O_BRN_RET,
    ORACLE_O_RIP_INVALID,
    ORACLE_O_BRN_FUSE,
    ORACLE_O_MICROCODE,
    ORACLE_O_DATA_SRC_LO,
    ORACLE_O_RMT_NODE,
    ORACLE_O_CACHE_HIT_ST,
    ORACLE_O_DATA_SRC_HI,
    ORACLE_O_STRM_ST,
    ORACLE_O_RMT_SOCKET,
    ORACLE_O_LD_OP,
    ORACLE_O_ST_OP,
    ORACLE_O_L1_TLB_MISS,
    ORACLE_O_L2_TLB_MISS,
    ORACLE_O_L1_TLB_HIT_2M,
    ORACLE_O_L1_TLB_HIT_1G,
    ORACLE_O_L2_TLB_HIT_2M,
    ORACLE_O_DC_MISS,
    ORACLE_O_MIS_ACC,
    ORACLE_O_LD_BNK_CON,
    ORACLE_O_ST_BNK_CON,
    ORACLE_O_ST_TO_LD_FWD,
    ORACLE_O_ST_TO_LD_CAN,
    ORACLE_O_WC_MEM_ACC,
    ORACLE_O_UC_MEM_ACC,
    ORACLE_O_LOCKED_OP,
    ORACLE_O_NO_MAB,
    ORACLE_O_LIN_ADDR_VALID,
    ORACLE_O_PHY_ADDR_VALID,
    ORACLE_O_L2_TLB_HIT_1G,
    ORACLE_O_L2_MISS,
    ORACLE_O_SW_PF,
    ORACLE_O_MEM_WIDTH,
    ORACLE_O_OPEN_MEM_REQS,
    ORACLE_O_DC_MISS_LAT,
    ORACLE_O_TLB_REFILL_LAT,
    ORACLE_O_DC_LIN_AD,
    ORACLE_O_DC_PHYS_AD,
    ORACLE_C_LVT_OFFSET,
    ORACLE_C_LVT_OFFSET_VAL,
    ORACLE_O_BR_TARGET,
    ORACLE_F_ITLB_REFILL_LAT,
    ORACLE_O2_DIS,
    ORACLE_O2_EXCL_LOW,
    ORACLE_O2_EXCL_HIGH,
    ORACLE_O2_STRM_ST,
    ORACLE_F2_DIS,
    ORACLE_F2_LAT_FILTER,
    ORACLE_F2_EXCL_HIGH,
    ORACLE_F2_EXCL_LOW,
    ORACLE_IBS_FIELDS,
};

struct oracle_ibs_field_row {
    const char *name; /* "IBS_OP_DATA.BrnRet": the kernel's register name, AMD's field name */
    enum oracle_ibs_reg reg;
    unsigned last, first;      /* bits */
    enum oracle_part from, to; /* the parts that have it */
    bool read_only;            /* by software */
};

extern const struct oracle_ibs_field_row oracle_ibs_fields[ORACLE_IBS_FIELDS];

struct oracle_part_row {
    const char *name;
    uint32_t signature; /* CPUID Fn0000_0001 EAX */
    uint32_t caps;      /* CPUID Fn8000_001B EAX */
    unsigned pages[3];  /* L1TlbPgSz for 4 KB, 2 MB, 1 GB */
    /* DataSrc: the L3; another CPU of the socket; a CPU of another socket.
     * Memory is 3, a device 7. */
    unsigned source_l3, source_peer, source_remote;
    /* Core cycles until data comes from L1, L2, L3, another CPU's cache and
     * memory (docs/hardware/epyc.md). */
    unsigned l1, l2, l3, peer, dram;
};

extern const struct oracle_part_row oracle_parts[ORACLE_PARTS];

/* Whether @part has @field, or any field of @reg. */
bool oracle_ibs_has(enum oracle_part part, enum oracle_ibs_field field);
bool oracle_ibs_has_reg(enum oracle_part part, enum oracle_ibs_reg reg);

/* The name of @reg, "IBS_OP_DATA". */
const char *oracle_ibs_reg_name(enum oracle_ibs_reg reg);

/* The bits of @field in its register; 0 if @part lacks it. */
uint64_t oracle_ibs_mask(enum oracle_part part, enum oracle_ibs_field field);

/* The bits of @reg that software can write, and all bits that @part has. */
uint64_t oracle_ibs_writable(enum oracle_part part, enum oracle_ibs_reg reg);
uint64_t oracle_ibs_bits(enum oracle_part part, enum oracle_ibs_reg reg);

/* The value of @field in registers @regs, by enum oracle_ibs_reg; 0 if @part
 * lacks it. */
uint64_t oracle_ibs_get(enum oracle_part part, const uint64_t *regs, enum oracle_ibs_field field);

/* Sets it. Has no effect if @part lacks it. */
void oracle_ibs_put(
    enum oracle_part part, uint64_t *regs, enum oracle_ibs_field field, uint64_t value);

#endif
