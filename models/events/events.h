/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads lists of events (docs/events.md): one file for each kind of block and
 * product, one line for each event. The build makes the models' tables of them
 * (generate.h).
 */
#ifndef PMULAB_MODELS_EVENTS_EVENTS_H
#define PMULAB_MODELS_EVENTS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#define EVENTS_WRONG 400 /* longest error in bytes, with its NUL */
#define EVENTS_NAME  48  /* longest name, the same */
#define EVENTS_PROSE 240 /* longest prose, the same */
#define EVENTS_PATH  96  /* longest path of a file, the same */

enum {
    EVENTS_ROWS = 512,   /* limit of events in a list */
    EVENTS_GROUPS = 192, /* limit of groups of sub-events */
    EVENTS_SUBS = 32,    /* limit of sub-events in a group */
    EVENTS_NUMBERS = 32, /* limit of named numbers */
    EVENTS_FILES = 16,   /* limit of files in a list */
};

/* The models' kinds of tables, which differ in words and limits. */
enum events_form {
    EVENTS_BOX,  /* models/snbep/box_events.h */
    EVENTS_AMD,  /* models/amd/uncore_events.h */
    EVENTS_HISI, /* models/kunpeng/uncore_events.h */
};

/* The words of an event's line. The value of a word without one is 1. */
enum events_word {
    EVENTS_MAX,        /* maximum per cycle */
    EVENTS_BYTES,      /* moved by one event */
    EVENTS_BUS,        /* cycles for which one event has the data bus */
    EVENTS_COUNTERS,   /* mask of the counters that can count it; 0: all */
    EVENTS_CLOCK,      /* counts every cycle */
    EVENTS_HALVES,     /* ... without bit 0 of the umask, every second one */
    EVENTS_EACH,       /* sub-events occur independently, and add up */
    EVENTS_ANY,        /* the same, but several in one cycle add 1 */
    EVENTS_OCCUPANCY,  /* has the control's edge and invert for occupancy */
    EVENTS_BAND,       /* 1 + the filter's band with the minimum level, or 0 */
    EVENTS_UNIT_BITS,  /* bits of the umask that select units; 0: all */
    EVENTS_KINDS,      /* bits of the umask for kinds; the others are places */
    EVENTS_REST,       /* 1 + the unit with all cycles of no other unit, or 0 */
    EVENTS_READS,      /* 1 + the unit that counts a line that the guest reads, or 0 */
    EVENTS_WRITES,     /* 1 + the unit for a line that it writes, or 0 */
    EVENTS_AT_LEAST,   /* with @watches: the minimum level */
    EVENTS_MASK,       /* without sub-events: bits of the mask that select it */
    EVENTS_EVERYWHERE, /* any selection of slices, cores and threads counts it */
    EVENTS_N_VALUES,
};

struct events_sub {
    char name[EVENTS_NAME];
    uint16_t umask;
    uint32_t units; /* a bit each; 0: the umask's. EVENTS_AMD: bytes that it moves */
};

/* A group of sub-events, which events share. */
struct events_group {
    char name[EVENTS_NAME]; /* "" if it has none */
    unsigned file, line;
    unsigned n;
    struct events_sub sub[EVENTS_SUBS];
    bool numbered; /* the umask is a number: all have @units */
};

struct events_row {
    unsigned file, line;
    unsigned code;
    char name[EVENTS_NAME];
    int group; /* index, or -1 */
    unsigned value[EVENTS_N_VALUES];
    char watches[EVENTS_NAME]; /* the event whose units it watches, or "" */
    char prose[EVENTS_PROSE];
};

struct events_number {
    char name[EVENTS_NAME];
    unsigned file, line, value;
};

struct events_list {
    char name[EVENTS_NAME];
    enum events_form form;
    unsigned n_files;
    char files[EVENTS_FILES][EVENTS_PATH]; /* the list's own one is the first */
    unsigned n_numbers;
    struct events_number numbers[EVENTS_NUMBERS];
    unsigned n_groups;
    struct events_group groups[EVENTS_GROUPS];
    unsigned n_rows;
    struct events_row rows[EVENTS_ROWS]; /* by code */
};

/* Returns the text of file @path, which the caller frees; or NULL. */
typedef char *events_open(const void *data, const char *path);

/*
 * Reads the list in @path, and the files that it is like, through @open, which
 * gets @data. Returns the list; free() it. Returns NULL with one line in
 * @wrong, "PATH:LINE: ERROR; expected ...", if a file breaks a rule, or cannot
 * be opened, or there is no memory.
 */
struct events_list *events_read(
    const char *path, events_open *open, const void *data, char wrong[EVENTS_WRONG]);

/* Returns the units that sub-event @sub of @row selects, a bit each. */
uint32_t events_units(const struct events_row *row, const struct events_sub *sub);

/* Returns the index of the event with the name @name, or -1. */
int events_named(const struct events_list *list, const char *name);

#endif
