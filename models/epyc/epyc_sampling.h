/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the machine `epyc` share with each other. */
#ifndef PMULAB_MODELS_EPYC_EPYC_SAMPLING_H
#define PMULAB_MODELS_EPYC_EPYC_SAMPLING_H

#include "models/epyc/epyc.h"

/* Passes @record to the host. */
void epyc_trace(struct epyc *m, const struct trace_record *record);

/* IBS's interrupt is due on @cpu: raises an NMI if the extended LVT entry and the APIC let it pass. */
void epyc_interrupt(struct epyc *m, unsigned cpu);

#endif
