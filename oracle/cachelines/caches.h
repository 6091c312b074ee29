/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines that a guest's loads and stores move between an E5-2600's caches
 * and memory. For tests: a second implementation besides models/cache. */
#ifndef PMULAB_ORACLE_CACHELINES_CACHES_H
#define PMULAB_ORACLE_CACHELINES_CACHES_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_CACHELINES_CPUS = 32, ORACLE_CACHELINES_SOCKETS = 2 };

/* Lines moved from and to memory since the caches were empty. */
struct oracle_cachelines {
    uint64_t read, written;
};

/* Empties the caches of @cpus CPUs, which are split evenly among the
 * sockets. */
void oracle_cachelines_empty(unsigned cpus, unsigned sockets);

/* @cpu loads or stores within line number @line (its physical address, in
 * lines). Returns the moved lines. */
struct oracle_cachelines oracle_cachelines_touch(unsigned cpu, uint64_t line, bool store);

#endif
