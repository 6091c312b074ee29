/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reader's own structures: its memory, its errors, and the text as a tree
 * of components. All of it, and the tables, are freed together.
 */
#ifndef PMULAB_MODELS_RDL_INSIDE_H
#define PMULAB_MODELS_RDL_INSIDE_H

#include "models/rdl/rdl.h"

#include <setjmp.h>
#include <stddef.h>

/* The number of a line also has its file: 0 is the text itself, others are
 * included. */
enum { RDL_MOST_FILES = 16, RDL_LINE_BITS = 24 };
#define RDL_LINE(file, line) ((unsigned)(file) << RDL_LINE_BITS | (line))
#define RDL_LINE_OF(line)    ((line) & ((1u << RDL_LINE_BITS) - 1))
#define RDL_LINE_FILE(line)  ((line) >> RDL_LINE_BITS)

struct rdl {
    const char *files[RDL_MOST_FILES];
    unsigned n_files;
    rdl_include_fn *include;
    char *wrong;
    jmp_buf end; /* an error ends the reading, from any depth */
    struct rdl_chunk *chunks;
};

/* Zeroed memory for @n elements of @size bytes. */
void *rdl_alloc(struct rdl *rdl, size_t n, size_t size);

/* Room for one more of @n elements of @size bytes in @list, which is full at
 * each power of 2. */
void *rdl_grow(struct rdl *rdl, void *list, unsigned n, size_t size);

/* A formatted string. */
__attribute__((format(printf, 2, 3))) char *rdl_text(struct rdl *rdl, const char *format, ...);

/* Ends the reading with an error in @line. */
__attribute__((noreturn, format(printf, 3, 4))) void rdl_wrong(
    struct rdl *rdl, unsigned line, const char *format, ...);

void rdl_free_chunks(struct rdl_chunk *chunks);

/* ---- the tree ---- */

/* Components, as bits of a mask. */
enum rdl_kind {
    RDL_ADDRMAP = 1 << 0,
    RDL_REGFILE = 1 << 1,
    RDL_REG = 1 << 2,
    RDL_FIELD = 1 << 3,
    RDL_VALUE = 1 << 4, /* an enumerator */
};

/* The components in a mask of @kinds: "a reg or a regfile". */
const char *rdl_kind_word(struct rdl *rdl, unsigned kinds);

enum rdl_type { RDL_STRING, RDL_NUMBER, RDL_BOOLEAN, RDL_ENUM, RDL_WORD };

struct rdl_property {
    const char *name;
    enum rdl_type type;
    unsigned kinds;    /* components that have it */
    const char *words; /* RDL_WORD: its values, with a space before and after each */
    const struct rdl_property *next;
};

/* NAME = VALUE; */
struct rdl_setting {
    const struct rdl_property *property;
    unsigned line;
    const char *text; /* a string or a word */
    uint64_t number;  /* also a boolean */
    const struct rdl_names *names;
    const struct rdl_setting *next; /* earlier ones */
};

/* An enum. */
struct rdl_names {
    const char *id;
    unsigned line;
    struct reg_value *values; /* ends with a NULL name */
    const struct rdl_names *next;
};

struct rdl_component {
    enum rdl_kind kind;
    const char *id; /* NULL: it has no name */
    unsigned line;
    bool msb0;                          /* bits are numbered from the most significant */
    const struct rdl_setting *settings; /* latest first */
    const struct rdl_setting *defaults; /* of the scopes around it */
    struct rdl_instance *instances, **end;
    unsigned depth;                   /* components below it */
    struct rdl_component *next_named; /* the one with a name before it */
    /* what banks.c made of it */
    const struct reg *reg;
    struct rdl_bank *bank;
};

/* COMPONENT NAME[HIGH:LOW] = RESET @ ADDRESS; or an array NAME[N] @ ADDRESS +=
 * STRIDE. */
struct rdl_instance {
    struct rdl_component *of;
    const char *name;
    unsigned line;
    bool ranged, has_reset, has_address, is_array;
    uint64_t high, low, reset, address, n, stride;
    const struct rdl_setting *settings; /* of this instance alone */
    struct rdl_change *changes;         /* of fields of this instance alone */
    struct rdl_instance *next;
};

/* Properties of a field in one instance of its register. */
struct rdl_change {
    const struct rdl_instance *field;
    const struct rdl_setting *settings;
    struct rdl_change *next;
};

/* The setting of @name in @settings, or NULL. */
const struct rdl_setting *rdl_setting(const struct rdl_setting *settings, const char *name);

/* The definitions of a text, the last one first. */
struct rdl_definitions {
    const struct rdl_names *enums;
    struct rdl_component *named;
};

/* Parses @text. Returns a component that contains those at the top. */
struct rdl_component *rdl_parse(struct rdl *rdl, const char *text, struct rdl_definitions *all);

/* Makes the tables of @file from the addrmaps in @top, and from the components
 * with a name, from @named on. */
void rdl_make_banks(struct rdl *rdl, const struct rdl_component *top, struct rdl_component *named,
    struct rdl_file *file);

#endif
