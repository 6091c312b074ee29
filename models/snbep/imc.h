/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of one memory channel: four general counters and a fixed one, 48 bits each, and the
 * channel's traffic, which they count. A box is a value: memcpy takes a snapshot. It updates itself before
 * every access, so counts do not depend on how often it is read.
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
    uint64_t cycle;   /* DCLK cycles accounted for so far */
    uint64_t values[IMC_N_REGS];
    /* The cycle at which each counter overflows if nothing changes that it depends on: imc_next_overflow()
     * found it. Not after @cycle: not known. */
    uint64_t overflow[IMC_N_COUNTERS + 1];
    struct traffic_amount amounts[IMC_MAX_EVENTS][WAVE_SUBS];
    struct wave_signal signals[IMC_MAX_EVENTS];
};

/* Sets the state after a hardware reset, with no traffic. @dclk_hz: DCLK cycles per second, at least 1. */
void imc_reset(struct imc_box *box, enum imc_mode mode, uint32_t dclk_hz);

/* Accounts for all cycles up to virtual time @now (ns). A time before the last one does nothing. */
void imc_advance(struct imc_box *box, uint64_t now);

/* Sets the held value of register @reg (an index) at virtual time @now (ns), without the effects of a
 * write. */
void imc_preset(struct imc_box *box, uint64_t now, unsigned reg, uint64_t value);

/* Reads and, below, writes @size bytes (1 to 8) at configuration-space @offset at virtual time @now (ns).
 * Every offset is allowed; those without a register read as 0 and ignore writes. */
uint64_t imc_read(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size);
void imc_write(struct imc_box *box, uint64_t now, uint32_t offset, unsigned size, uint64_t value);

/* Whether the box is frozen: no counter counts, even if enabled. */
bool imc_frozen(const struct imc_box *box);

/* Whether at least one counter is enabled and the box is not frozen. */
bool imc_counting(const struct imc_box *box);

/* Returns the virtual time (ns) of the next overflow if traffic and registers stay as they are, or SIM_NEVER
 * if there is none up to @horizon (ns). The box remembers the overflows found. */
uint64_t imc_next_overflow(struct imc_box *box, uint64_t horizon);

/*
 * Checks that @amount on sub-event @sub (below WAVE_SUBS; 0 where there are none) of @event (an index below
 * imc_n_events) is possible beside the box's other traffic. Returns NULL, or a static phrase that says what
 * is wrong.
 */
const char *imc_traffic_check(
    const struct imc_box *box, unsigned event, unsigned sub, const struct traffic_amount *amount);

/* Makes sub-event @sub of @event see @amount from virtual time @now (ns) on. Returns what imc_traffic_check()
 * does; unless that is NULL, nothing changes. */
const char *imc_traffic_set(
    struct imc_box *box, uint64_t now, unsigned event, unsigned sub, const struct traffic_amount *amount);

/* Returns what a general counter with control value @ctl adds over the DCLK cycles [@from, @to). @from must
 * not lie before the last change. */
uint64_t imc_count(const struct imc_box *box, uint64_t ctl, uint64_t from, uint64_t to);

#endif
