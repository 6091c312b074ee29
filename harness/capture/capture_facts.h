/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison as lines of silicon/NAME.facts (harness/silicon/ledger.h). */
#ifndef PMULAB_HARNESS_CAPTURE_CAPTURE_FACTS_H
#define PMULAB_HARNESS_CAPTURE_CAPTURE_FACTS_H

#include "harness/capture/capture_compare.h"

/*
 * Appends the source, the capture and its facts: each register that was read,
 * with few values that together have all bits that were 1. A value with a
 * reserved bit that is 1 has a key, whose reason is for the user to write. The
 * rows of @compare follow as comments: register, value seen, model's value,
 * source. Addresses of programs and PCI headers are left out.
 */
void capture_facts(GString *text, const struct capture *capture, const struct compare *compare);

#endif
