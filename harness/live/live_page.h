/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of a live view: the parts that stay constant while the guest runs.
 * Events add the rest. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_PAGE_H
#define PMULAB_HARNESS_LIVE_LIVE_PAGE_H

#include "harness/live/live.h"

/* Appends the page as self-contained HTML. */
void live_page_append(GString *page, struct live *live);

#endif
