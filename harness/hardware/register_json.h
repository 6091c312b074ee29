/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register as JSON, for the pages' scripts (harness/base/page/bits.js). */
#ifndef PMULAB_HARNESS_HARDWARE_REGISTER_JSON_H
#define PMULAB_HARNESS_HARDWARE_REGISTER_JSON_H

#include "harness/format/json.h"
#include "models/reg/bank.h"

/*
 * Adds these members to the current object of @json:
 *   name, prose, offset and reset (hexadecimal), width (bits)
 *   msb0        true: the manual's bit 0 is the most significant; else missing
 *   source, lacks  the place in the manual, and the missing parts; left out if there is none
 *   fields      each [name, lowest bit, width, access, reset (hexadecimal), prose]
 */
void register_json_add(JsonBuilder *json, const struct reg *reg);

#endif
