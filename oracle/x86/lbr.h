/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Branch records of x86 CPUs, by the makers' manuals. AMD: APM volume 2 (24593),
 * section 13.1.1, "Last Branch Stack Registers". The caller reports each
 * branch that a CPU took, and whether the core PMU's status has frozen the
 * records.
 */
#ifndef PMULAB_ORACLE_X86_LBR_H
#define PMULAB_ORACLE_X86_LBR_H

#include "oracle/x86/manual.h"

enum { ORACLE_LBR_AMD_DEPTH = 16, ORACLE_LBR_MOST = 16 };

/* PerfCntrGlobalStatus: the records are frozen. */
#define ORACLE_LBR_FROZEN (UINT64_C(1) << 58)

enum oracle_lbr_kind {
    ORACLE_LBR_CONDITIONAL,
    ORACLE_LBR_JUMP,
    ORACLE_LBR_INDIRECT_JUMP,
    ORACLE_LBR_CALL,
    ORACLE_LBR_INDIRECT_CALL,
    ORACLE_LBR_RETURN,
    ORACLE_LBR_FAR, /* also interrupts and exceptions */
};

struct oracle_lbr_branch {
    enum oracle_lbr_kind kind;
    bool to_user; /* ends with user privilege */
    bool mispredicted;
    uint64_t from, to;
};

/* A CPU's records. Entry 0 is the newest. */
struct oracle_lbr {
    uint64_t debug_ctl, select, extension; /* MSRs 1D9, C000_010E, C000_010F */
    struct oracle_lbr_entry {
        uint64_t from, to;
    } entries[ORACLE_LBR_MOST];
};

/* After reset. */
void oracle_lbr_begin(struct oracle_lbr *lbr);

/* The CPU took @branch while the records were not frozen. */
void oracle_lbr_branch(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch);

/* Whether an overflow that interrupts freezes the records. */
bool oracle_lbr_freezes(const struct oracle_lbr *lbr);

/* Whether MSR number @msr is of an entry of the stack. Sets *@entry, its number,
 * and *@target: it has the branch's target, else its source. */
bool oracle_lbr_entry_at(uint32_t msr, unsigned *entry, bool *target);

/* The branch of an entry that reads as @entry. Its kind and privilege are
 * unknown. Returns false if the entry has no branch. */
bool oracle_lbr_decode(const struct oracle_lbr_entry *entry, struct oracle_lbr_branch *branch);

/* Software reads or writes MSR number @msr. oracle_lbr_read() returns false if
 * it is none of the branch records'. */
bool oracle_lbr_read(const struct oracle_lbr *lbr, uint32_t msr, uint64_t *value);
void oracle_lbr_write(struct oracle_lbr *lbr, uint32_t msr, uint64_t value);

#endif
