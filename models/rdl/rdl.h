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

/* A setting of a property whose name begins with "pmu_". The tables have no
 * place for these: models/pmu gives them their meaning. */
struct rdl_mark {
    const char *property;
    const char *text; /* its value: a string, or */
    uint64_t number;  /* a number or a boolean */
    unsigned line;
    int reg, field;   /* indices; -1: the block, the register has it */
    unsigned element; /* of the innermost array around the register; 0: in none */
};

struct rdl_bank {
    struct reg_bank bank;
    const char *id;         /* of the component; or of the instance, if it has another name */
    const char *of;         /* the regfile's identifier, or NULL */
    const char *blocks;     /* pmulab_blocks, or NULL */
    const char *variant_of; /* pmulab_variant_of: the bank that it varies, or NULL */
    const char **types;     /* of each register: the name of its component, or NULL */
    const char **ids;       /* of each register: the instance, with its groups and index */
    struct rdl_place *places;
    unsigned n_places;      /* at least 1 */
    struct rdl_mark *marks; /* the block's first, then the registers' in order */
    unsigned n_marks;
};

/* A reg with a name. */
struct rdl_shape {
    const char *id;
    struct reg reg; /* without name and offset */
};

/* An enum with a name. */
struct rdl_enum {
    const char *id;
    const struct reg_value *values; /* .field is 0; ends with a NULL name */
};

struct rdl_file {
    const struct rdl_bank *banks; /* in the order of their first places */
    unsigned n_banks;
    /* In the order of the text, without included files: */
    const struct rdl_bank *kinds; /* regfiles with a name; offsets are 0 */
    unsigned n_kinds;
    const struct rdl_shape *types;
    unsigned n_types;
    const struct rdl_enum *enums;
    unsigned n_enums;
    const char **includes; /* paths of the files */
    unsigned n_includes;
    void *memory; /* of all the above */
};

/* Returns the text of the file @path, which an `include names; the caller frees
 * it. Returns NULL if it cannot be read. */
typedef char *rdl_include_fn(const char *path);

/*
 * Reads @text, which ends with a NUL, and files that it includes by @include,
 * which may be NULL: then there are none. Errors begin with @name, the text's.
 * Returns the tables; free them with rdl_free(). Returns NULL with one line in
 * @wrong, "NAME:LINE: ERROR; expected ...", if the text breaks a rule of the
 * subset, or there is no memory.
 */
struct rdl_file *rdl_read_including(
    const char *name, const char *text, rdl_include_fn *include, char wrong[RDL_WRONG]);

/* The same, without included files. */
struct rdl_file *rdl_read(const char *name, const char *text, char wrong[RDL_WRONG]);

/* Frees @file, which may be NULL. */
void rdl_free(struct rdl_file *file);

/* Whether @word is a keyword of the language, which identifiers escape with a
 * backslash. */
bool rdl_is_keyword(const char *word);

#endif
