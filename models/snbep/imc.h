/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of one memory channel: four general counters and a fixed one, 48 bits each, and the
 * traffic of the channel that they watch. A box is a value: memcpy takes a snapshot of it. It brings itself
 * up to the present before anything looks at it, so how often it is looked at changes no count.
 */
#ifndef PMULAB_MODELS_SNBEP_IMC_H
#define PMULAB_MODELS_SNBEP_IMC_H

#include "models/sim/clock.h"
#include "models/sim/traffic.h"
#include "models/snbep/imc_events.h"
#include "models/snbep/imc_regs.h"

struct imc_box {
    enum imc_mode mode;
    uint32_t dclk_hz; /* half the transfer rate: 800000000 for DDR3-1600 */
    uint64_t cycle;   /* DCLK cycles that are accounted for */
    uint64_t values[IMC_N_REGS];
    struct traffic_amount amounts[IMC_MAX_EVENTS][WAVE_SUBS];
    struct wave_signal signals[IMC_MAX_EVENTS];
};

/* As after hardware reset, with no traffic. @dclk_hz: at least 1. */
void imc_reset(struct imc_box *box, enum imc_mode mode, uint32_t dclk_hz);

/* Accounts for all cycles up to virtual time @now (ns). An earlier time than the last one does nothing. */
void imc_advance(struct imc_box *box, uint64_t now);

/*
 * Reads and writes @size bytes (1 to 8) at configuration-space @offset at virtual time @now (ns).
 * Anything is allowed; offsets without a register read as 0 and ignore writes.
 */
uint64_t imc_read(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size);
void imc_write(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size, uint64_t value);

/* The box counts nothing, whatever its counters' en bits say. */
bool imc_frozen(const struct imc_box *box);

/* At least one counter is enabled, and the box is not frozen. */
bool imc_counting(const struct imc_box *box);

/*
 * The virtual time (ns) at which the next counter passes its last value if traffic and registers stay as they
 * are, or SIM_NEVER when none does before @horizon (ns).
 */
uint64_t imc_next_overflow(const struct imc_box *box, uint64_t horizon);

/*
 * Checks that @amount on sub-event @sub (below WAVE_SUBS; 0 where there are none) of @event (an index below
 * imc_n_events) is possible beside the box's other traffic.
 * Returns NULL or a static phrase that says what is wrong.
 */
const char *imc_traffic_check(
    const struct imc_box *box, unsigned event, unsigned sub, const struct traffic_amount *amount);

/* From virtual time @now (ns) on, sub-event @sub of @event sees @amount. Returns as imc_traffic_check() does.
 */
const char *imc_traffic_set(
    struct imc_box *box, uint64_t now, unsigned event, unsigned sub, const struct traffic_amount *amount);

/* What a general counter with @ctl adds over the DCLK cycles [@from, @to); @from not before the last change.
 */
uint64_t imc_count(const struct imc_box *box, uint64_t ctl, uint64_t from, uint64_t to);

#endif
