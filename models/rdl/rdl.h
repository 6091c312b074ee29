/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads register descriptions in a subset of SystemRDL 2.0, which
 * docs/systemrdl.md describes, as the tables of models/reg. The build makes the
 * models' tables and enumerators of such files (generate.h).
 */
#ifndef PMULAB_MODELS_RDL_RDL_H
#define PMULAB_MODELS_RDL_RDL_H

#include "models/reg/bank.h"

#define RDL_WRONG 300 /* longest error in bytes, with its NUL */

/* A block of a bank's kind. */
struct rdl_place {
    const char *name;
    uint64_t base;      /* in the bank's space: bytes, or a number of a register */
    const char *blocks; /* pmulab_blocks: the blocks that have this base, or NULL */
};

struct rdl_bank {
    struct reg_bank bank;
    const char *id;         /* of the component */
    const char *blocks;     /* pmulab_blocks, or NULL */
    const char *variant_of; /* pmulab_variant_of: the bank that it varies, or NULL */
    const char **types;     /* of each register: the name of its component, or NULL */
    struct rdl_place *places;
    unsigned n_places; /* at least 1 */
};

/* An enum with a name. */
struct rdl_enum {
    const char *id;
    const struct reg_value *values; /* .field is 0; ends with a NULL name */
};

struct rdl_file {
    const struct rdl_bank *banks; /* in the order of their first places */
    unsigned n_banks;
    const struct rdl_enum *enums; /* in the order of the text */
    unsigned n_enums;
    void *memory; /* of all the above */
};

/*
 * Reads @text, which ends with a NUL. Errors begin with @name, the file's.
 * Returns the tables; free them with rdl_free(). Returns NULL with one line in
 * @wrong, "NAME:LINE: ERROR; expected ...", if the text breaks a rule of the
 * subset, or there is no memory.
 */
struct rdl_file *rdl_read(const char *name, const char *text, char wrong[RDL_WRONG]);

/* Frees @file, which may be NULL. */
void rdl_free(struct rdl_file *file);

/* Whether @word is a keyword of the language, which identifiers escape with a
 * backslash. */
bool rdl_is_keyword(const char *word);

#endif
