/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the size of the page at a linear address in the guest's page tables, in
 * long mode. */
#ifndef PMULAB_MODELS_X86_PAGE_WALK_H
#define PMULAB_MODELS_X86_PAGE_WALK_H

#include "models/sim/host.h"

struct page_walked {
    uint64_t physical;
    uint8_t shift; /* log2 of the page size in bytes: 12, 21 or 30 */
};

/* Walks the tables at @cr3; @la57: CR4 selects five levels. Reads memory with
 * the host's read hook. Returns false if the address is not mapped or a table
 * cannot be read. Ignores access rights. */
bool page_walk(const struct sim_host *host, uint64_t cr3, bool la57, uint64_t linear,
    struct page_walked *page);

#endif
