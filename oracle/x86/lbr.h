/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Branch records of x86 CPUs, by the makers' manuals. AMD: APM volume 2
 * (24593), section 13.1.1, "Last Branch Stack Registers". Intel: SDM volume 3,
 * chapter "Last branch records", before the architectural form. The caller
 * reports each branch that a CPU took, and whether the core PMU's status has
 * frozen the records.
 */
#ifndef PMULAB_ORACLE_X86_LBR_H
#define PMULAB_ORACLE_X86_LBR_H

#include "oracle/x86/manual.h"

/* Branch records that differ. */
enum oracle_lbr_form {
    ORACLE_LBR_NONE,
    ORACLE_LBR_AMD, /* LbrExtV2 */
    ORACLE_LBR_SNB, /* Sandy Bridge and Ivy Bridge */
    ORACLE_LBR_HSX, /* Haswell and Broadwell */
    ORACLE_LBR_SKX, /* Skylake to Ice Lake */
};

enum { ORACLE_LBR_MOST = 32 };

/* The bit of the core PMU's status: the records are frozen. */
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

/* Registers of an entry. */
enum oracle_lbr_part { ORACLE_LBR_FROM, ORACLE_LBR_TO, ORACLE_LBR_INFO, ORACLE_LBR_PARTS };

struct oracle_lbr_entry {
    uint64_t parts[ORACLE_LBR_PARTS];
};

/* A CPU's records. */
struct oracle_lbr {
    enum oracle_lbr_form form;
    uint64_t debug_ctl, select;
    uint64_t extension; /* AMD: MSR C000_010F */
    uint64_t top;       /* Intel: the newest entry's number. AMD: it is always 0 */
    struct oracle_lbr_entry entries[ORACLE_LBR_MOST];
};

/* The form of Intel's @part. */
enum oracle_lbr_form oracle_lbr_intel(enum oracle_x86_part part);

/* After reset. */
void oracle_lbr_begin(struct oracle_lbr *lbr, enum oracle_lbr_form form);

/* The bit of the PMU's status that freezes the records; 0: none does. */
uint64_t oracle_lbr_status(enum oracle_lbr_form form);

/* The CPU took @branch while the records were not frozen; or, before other
 * branches, @n branches like it, of which only the number is known. */
void oracle_lbr_branch(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch);
void oracle_lbr_earlier(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch, uint64_t n);

/* An overflow interrupts. Returns the bits that it sets in the PMU's status. */
uint64_t oracle_lbr_interrupt(struct oracle_lbr *lbr);

/* Whether MSR number @msr is of an entry. Sets *@entry, its number counted from
 * the newest, 0; and *@part. */
bool oracle_lbr_entry_at(
    const struct oracle_lbr *lbr, uint32_t msr, unsigned *entry, enum oracle_lbr_part *part);

/* The part that Linux reads last. */
enum oracle_lbr_part oracle_lbr_last(enum oracle_lbr_form form);

/* The branch of an entry that reads as @entry. Its kind and privilege are
 * unknown. Returns false if the entry has no branch. */
bool oracle_lbr_decode(enum oracle_lbr_form form, const struct oracle_lbr_entry *entry,
    struct oracle_lbr_branch *branch);

/* Software reads or writes MSR number @msr. oracle_lbr_read() returns false if
 * it is none of the branch records'. */
bool oracle_lbr_read(const struct oracle_lbr *lbr, uint32_t msr, uint64_t *value);
void oracle_lbr_write(struct oracle_lbr *lbr, uint32_t msr, uint64_t value);

#endif
