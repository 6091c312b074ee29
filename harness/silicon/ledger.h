/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts that real machines showed, as text: silicon/NAME.facts, which the
 * executable contains. docs/silicon.md explains how to add some. Lines:
 *
 *     # a comment
 *     source KEY DATE TEXT            where captures are from; "-": no date known
 *     differs KEY TEXT                why the model differs on purpose
 *     capture MACHINE SOURCE STEPPING OPTIONS PART
 *       FACT=VALUE FACT=VALUE!KEY ...
 *
 * A capture holds the values that one machine showed. OPTIONS configure the
 * model of MACHINE like it, with commas between them ("-": none). A VALUE is
 * hexadecimal, a word, or "absent". A value with a KEY differs from the
 * model's.
 */
#ifndef PMULAB_HARNESS_SILICON_LEDGER_H
#define PMULAB_HARNESS_SILICON_LEDGER_H

#include "models/reg/bank.h"

#include <glib.h>

struct silicon_capture {
    const char *machine, *source, *date, *stepping, *options, *part;
};

struct silicon_fact {
    const struct silicon_capture *capture;
    /* "cpuid.80000022.ebx[23:16]", "pci@0:08/0.DEVICE_ID" (bus, device and
     * function), "ibs.IBS_OP_CTL" or "ibs.IBS_OP_CTL.CurCnt" */
    const char *what;
    const char *value; /* without leading zeros */
    const char *why;   /* why the model differs; NULL: it does not */
    guint line;
};

struct silicon_ledger;

/* Reads @text; @name is for messages. NULL with HARNESS_ERROR_FAILED, which
 * names the line. Free with silicon_ledger_free(). */
struct silicon_ledger *silicon_ledger_parse(const char *name, const char *text, GError **error);
void silicon_ledger_free(struct silicon_ledger *ledger);

/* pmulab's own facts; valid for the whole program. */
const struct silicon_ledger *silicon_ledger_own(void);

/* Fact number @i, from 0, or NULL after the last one. */
const struct silicon_fact *silicon_ledger_fact(const struct silicon_ledger *ledger, guint i);

/* Returns the number of captures that have @reg of the block @block of
 * @machine. Sets *@ones to the bits that are 1 in at least one of them. */
guint silicon_ledger_seen(const struct silicon_ledger *ledger, const char *machine,
    const char *block, const char *reg, guint64 *ones);

/* pmulab's own facts of @reg of @bank as text: "seen on silicon (2 captures)"
 * or "manual only". A new string. Sets *@ones as silicon_ledger_seen(). */
char *silicon_seen_text(
    const char *machine, const struct reg_bank *bank, const struct reg *reg, guint64 *ones);

#endif
