/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of a live view: what does not change while the guest runs. Events bring the rest. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_PAGE_H
#define PMULAB_HARNESS_LIVE_LIVE_PAGE_H

#include "harness/live/live.h"

/* Appends the page, HTML that needs no other file. */
void live_page_append(GString *page, struct live *live);

#endif
