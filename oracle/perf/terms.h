/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses perf's terms of an event, "event=0x04,umask=3,edge", for any PMU. The
 * machine supplies the formats and the events' names. */
#ifndef PMULAB_ORACLE_PERF_TERMS_H
#define PMULAB_ORACLE_PERF_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORACLE_WHY = 192 }; /* room for a reason */

/* Writes the reason into @why, and returns false. */
__attribute__((format(printf, 2, 3))) bool oracle_refuse(
    char why[ORACLE_WHY], const char *format, ...);

/* sysfs: format/NAME, which is "config:FIRST-LAST". Bits of config1 count from
 * 64 on, bits of config2 from 128. Each part of "config:0-7,32-35" has a row.
 * The rows are consecutive; the first has the number's lowest bits. */
struct oracle_format {
    const char *name;
    unsigned first, bits;
};

/* Puts the low @bits bits of @value into *@config, from bit @first on. */
void oracle_format_set(uint64_t *config, unsigned first, unsigned bits, uint64_t value);

struct oracle_terms {
    const struct oracle_format *formats;
    unsigned n_formats;
    const char *expected; /* for messages: the valid terms */
    /* sysfs: events/NAME. Sets the fields of the event with the name @name in
     * *@config. Returns false if it does not exist. */
    bool (*named)(void *self, const char *name, uint64_t *config);
    void *self;
};

/* Reads the terms in the @n bytes at @text, separated by commas. @config[0] is
 * perf's attr.config; attr.config1 and attr.config2 follow if a format has bits
 * in them. Returns false, with @why, if a term is wrong. */
bool oracle_terms(const struct oracle_terms *terms, const char *text, size_t n, uint64_t *config,
    char why[ORACLE_WHY]);

#endif
