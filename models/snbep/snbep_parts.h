/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions shared by the machine's files. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_PARTS_H
#define PMULAB_MODELS_SNBEP_SNBEP_PARTS_H

#include <stdint.h>

struct box;
struct snbep;
struct trace_record;

/* Traces @record, after the lines of the guest's own traffic before it. */
void snbep_trace(struct snbep *m, const struct trace_record *record);

/* Recomputes the time of box @i's next overflow. Call after a change of its
 * inputs. */
void snbep_schedule_overflow(struct snbep *m, unsigned i);

/* The total in register @i of box @number, which sums. Below: sets all
 * registers of such a box. */
uint64_t snbep_sum_of(const struct snbep *m, unsigned number, unsigned i);
void snbep_take_sums(const struct snbep *m, struct box *box);

#endif
