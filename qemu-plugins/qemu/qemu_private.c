/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks up QEMU's private symbols in the process that has loaded the plugin,
 * and reports missing ones. */
#include "qemu-plugins/qemu/qemu_private.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define NOTHING(...)

/* A thread-local variable has an address in each thread. */
#define LOOK_UP(ability, type, name)                                                               \
    static type *name##_here(void)                                                                 \
    {                                                                                              \
        return dlsym(RTLD_DEFAULT, #name);                                                         \
    }
QEMU_SYMBOLS(NOTHING, NOTHING, LOOK_UP)

#define LOOKED_UP(ability, type, name) .name = name##_here,
struct qemu_private qemu_private = {QEMU_SYMBOLS(NOTHING, NOTHING, LOOKED_UP)};

#define ABILITY(name, targets, loss, stopped) {targets, loss, stopped},
static const struct qemu_ability abilities[] = {QEMU_ABILITIES(ABILITY)};

/* The symbols, each with its pointer's address; none for a thread-local
 * variable. */
#define FUNCTION(ability, result, name, arguments)                                                 \
    {{#name, QEMU_NUMBER_##ability}, &qemu_private.name},
#define VARIABLE(ability, type, name)  {{#name, QEMU_NUMBER_##ability}, &qemu_private.name},
#define OF_THREAD(ability, type, name) {{#name, QEMU_NUMBER_##ability}, NULL},
static const struct {
    struct qemu_symbol symbol;
    void *pointer;
} rows[] = {QEMU_SYMBOLS(FUNCTION, VARIABLE, OF_THREAD)};

static unsigned found; /* abilities */

bool qemu_private_find(const char *machine, unsigned needed, unsigned wanted)
{
    const struct qemu_symbol *missing[G_N_ELEMENTS(rows)];
    unsigned n = 0;

    found = needed | wanted;
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        unsigned ability = 1u << rows[i].symbol.ability;

        if (!((needed | wanted) & ability))
            continue;
        void *address = dlsym(RTLD_DEFAULT, rows[i].symbol.name);
        /* C cannot convert an object pointer to a function pointer; POSIX gives
         * both the same size. */
        if (rows[i].pointer)
            memcpy(rows[i].pointer, &address, sizeof(address));
        if (address)
            continue;
        missing[n++] = &rows[i].symbol;
        found &= ~ability;
    }
    for (unsigned i = 0; i < n; i++)
        if (needed & 1u << missing[i]->ability) {
            fprintf(stderr, "pmulab: %s needs %s, which this QEMU does not export: %s\n", machine,
                missing[i]->name, abilities[missing[i]->ability].loss);
            return false;
        }
    for (unsigned i = 0; i < n; i++)
        fprintf(stderr, "pmulab: this QEMU does not export %s: %s\n", missing[i]->name,
            abilities[missing[i]->ability].loss);
    return true;
}

bool qemu_private_has(unsigned wanted)
{
    return (found & wanted) == wanted;
}
