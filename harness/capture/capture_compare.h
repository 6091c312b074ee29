/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares a capture with the model: the capture's writes are replayed into the
 * model, and its reads are compared with the model's. */
#ifndef PMULAB_HARNESS_CAPTURE_CAPTURE_COMPARE_H
#define PMULAB_HARNESS_CAPTURE_CAPTURE_COMPARE_H

#include "harness/capture/capture.h"

/* Reads of a register that differ from the model's. */
struct compare_row {
    char *name; /* "imc0.PMON_BOX_CTL" */
    const struct reg *reg;
    guint64 seen, model; /* of the first such read; bits outside of it are 0 */
    guint64 bits;        /* that differ in any of them */
    gboolean written;    /* software had written the register before */
    guint64 line;        /* of the first read in the capture */
    guint64 n;
};

/* A value that a whole register was read with. */
struct compare_seen {
    const struct reg_bank *bank;
    const struct reg *reg;
    guint64 value;
    guint order; /* of appearance */
};

struct compare {
    GArray *rows; /* of struct compare_row, in order of appearance */
    /* of struct compare_seen: for each register, its first value, and each with
     * a bit that is 1 for the first time. Without addresses of programs. */
    GArray *seen;
    guint64 reads, writes; /* compared and replayed */
};

/*
 * Reads all of @capture, which must be new. A register that software has not
 * written yet holds what its first read returned, unless the capture begins
 * with the reset (@from_reset). Bits that hardware changes by itself are
 * compared only with the bits that the model can hold there. FALSE with an
 * error; the rows before it are valid. Clear with compare_clear().
 */
gboolean capture_compare(
    struct capture *capture, gboolean from_reset, struct compare *compare, GError **error);

void compare_clear(struct compare *compare);

#endif
