/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The times of a scenario's traffic, by docs/scenarios.md: the guest's action
 * that each line waits for, and the time when it takes effect. Steps are
 * numbers, as in the plugin's plan. The machine knows each line's action by the
 * line's number.
 */
#ifndef PMULAB_ORACLE_TRAFFIC_MOMENTS_H
#define PMULAB_ORACLE_TRAFFIC_MOMENTS_H

#include "oracle/traffic/words.h"

#include <stdint.h>

enum { ORACLE_MAX_ENTRIES = 512, ORACLE_MAX_ANCHORS = 512 };

enum oracle_anchor_kind {
    ORACLE_AT_BOOT,
    ORACLE_AT_STEP,
    ORACLE_AT_END,
    ORACLE_AT_READ,
    ORACLE_AT_WRITE
};

/* An `at` line. */
struct oracle_anchor {
    enum oracle_anchor_kind kind;
    unsigned step;       /* AT_READ and AT_WRITE: 0 is any time */
    unsigned block, reg; /* AT_READ and AT_WRITE: in the machine's numbers */
    unsigned nth;        /* access */
    uint64_t delay;      /* ns */
};

struct oracle_moments {
    unsigned n_anchors, n_entries;
    struct oracle_anchor anchors[ORACLE_MAX_ANCHORS];
    /* of each line below an `at` line, in the order of the text */
    unsigned anchor_of[ORACLE_MAX_ENTRIES];
    /* While the guest runs: */
    unsigned step;                     /* the guest's current step, or 0 */
    unsigned seen[ORACLE_MAX_ANCHORS]; /* occurrences of each anchor's condition so far */
    uint64_t due[ORACLE_MAX_ENTRIES];  /* ns; UINT64_MAX: not yet known, or past */
};

/* Sets the numbers, on the machine @self, of the register that @text names
 * ("imc0.PMON_CTL0"). */
typedef bool oracle_register_fn(const void *self, const char *text, unsigned *block, unsigned *reg);

/* Reads the text after the word `at`. @moments begins as zero bytes. Returns
 * NULL, or the expected text as a static phrase. */
const char *oracle_moments_at(struct oracle_moments *moments, struct oracle_words *w,
    oracle_register_fn *find, const void *self);

/* Adds a line below the latest `at`; its number is n_entries before the call.
 * Returns the same. */
const char *oracle_moments_add(struct oracle_moments *moments);

/* Virtual time 0: boot. */
void oracle_moments_begin(struct oracle_moments *moments);

/* Step number @step begins or, with @end, ends, at @ns. */
void oracle_moments_step(struct oracle_moments *moments, uint64_t ns, unsigned step, bool end);

/* Software reads (AT_READ) or writes (AT_WRITE) register @reg of @block at
 * @ns. */
void oracle_moments_access(struct oracle_moments *moments, uint64_t ns,
    enum oracle_anchor_kind kind, unsigned block, unsigned reg);

/* Takes the next line that is due at or before @ns, and sets its number and
 * time. Lines of the same time come in the order of the text. Returns false if
 * none is due. */
bool oracle_moments_take(
    struct oracle_moments *moments, uint64_t ns, unsigned *entry, uint64_t *when);

#endif
