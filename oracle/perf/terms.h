/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The terms of an event as perf takes them, "event=0x04,umask=3,edge", whatever the PMU: its formats and the
 * names of its events are the machine's. */
#ifndef PMULAB_ORACLE_PERF_TERMS_H
#define PMULAB_ORACLE_PERF_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORACLE_WHY = 192 }; /* room for a reason */

/* Writes the reason into @why, and returns false. */
__attribute__((format(printf, 2, 3))) bool oracle_refuse(char why[ORACLE_WHY], const char *format, ...);

/* sysfs: format/NAME, which is "config:FIRST-LAST". Bits of config1 count from 64 on, of config2 from 128. Of
 * "config:0-7,32-35" each part has a row, and these stand behind each other: the first has the number's
 * lowest bits. */
struct oracle_format {
    const char *name;
    unsigned first, bits;
};

/* Puts the low @bits bits of @value into *@config, from bit @first on. */
void oracle_format_set(uint64_t *config, unsigned first, unsigned bits, uint64_t value);

struct oracle_terms {
    const struct oracle_format *formats;
    unsigned n_formats;
    const char *expected; /* for messages: what a term may be */
    /* sysfs: events/NAME. Sets in *@config what the event called @name has; false: there is none. */
    bool (*named)(void *self, const char *name, uint64_t *config);
    void *self;
};

/* Reads the terms in the @n bytes at @text, separated by commas, into *@config, perf's attr.config, and the
 * words behind it, attr.config1 and attr.config2, as far as formats have bits of them. False: one of the
 * terms is wrong; @why says which. */
bool oracle_terms(
    const struct oracle_terms *terms, const char *text, size_t n, uint64_t *config, char why[ORACLE_WHY]);

#endif
