/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Notes on standard error about values that are 0, or all ones, because they
 * have no hardware. Each begins with NOTES_BEGIN. An event that the model does
 * not count is noted once, when software switches it on. Accesses without
 * hardware are counted after the guest has booted, and noted in lines at the
 * end. All functions are called within the arbiter.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_NOTES_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_NOTES_H

#include "models/machine.h"
#include "models/sim/notes.h"
#include "models/sim/trace.h"

enum notes_kind {
    NOTES_REGISTER, /* the block exists, but has no register at this offset */
    NOTES_FUNCTION, /* of PCI; the address is as in ECAM */
    NOTES_WINDOW,   /* memory that the machine handles */
    NOTES_MSR,      /* neither the machine nor QEMU has it */
    NOTES_FAULT,    /* an MSR that the part lacks, or that is read-only: #GP */
    NOTES_N_KINDS,
};

/* As in struct machine_model. */
typedef unsigned notes_uncounted(unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED]);

/* @model: the machine's; NULL: there are no notes about its blocks. @uncounted:
 *   instead of the model's hook, or NULL. */
void notes_start(const struct machine_model *model, notes_uncounted *uncounted);

/* An access has been traced. */
void notes_traced(const struct trace_record *record);

/* An access to @address had no hardware. */
void notes_nothing(enum notes_kind kind, uint64_t address);

/* The CPU hangs at the read @record: writes a line, which is no note. */
void notes_hang(const struct trace_record *record);

/* The guest has booted: counts from here on. */
void notes_begin(void);

/* The end: writes the line about accesses, if there were any. */
void notes_end(void);

#endif
