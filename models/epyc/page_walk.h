/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How large the page is that a linear address lies in: the page tables of the guest, in long mode. */
#ifndef PMULAB_MODELS_EPYC_PAGE_WALK_H
#define PMULAB_MODELS_EPYC_PAGE_WALK_H

#include "models/sim/host.h"

struct page_walked {
    uint64_t physical;
    uint8_t shift; /* log2 of the page's bytes: 12, 21 or 30 */
};

/*
 * Walks the tables that @cr3 points to; @la57: CR4 says that there are five levels. The host's read hook is
 * used. Returns false where nothing is mapped, or a table cannot be read. Rights are not looked at.
 */
bool page_walk(
    const struct sim_host *host, uint64_t cr3, bool la57, uint64_t linear, struct page_walked *page);

#endif
