/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is asked of a PMCU: the commands that have it count, as a step's script has them, and the list that
 * the driver makes of them (posted driver, patch 2/4).
 *
 *     echo 11 8 b > /sys/devices/hisi_pmcu_sccl3/user_events
 *     pmcu-record -e hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4,pmccfiltr=0x40/
 */
#ifndef PMULAB_ORACLE_KUNPENG_RECORDING_H
#define PMULAB_ORACLE_KUNPENG_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_LIST = 240 }; /* most events of a list */

struct oracle_recording {
    const char *unknown; /* why the scripts do not say what was asked for, as a static phrase; or NULL */
    unsigned n;
    uint16_t events[ORACLE_LIST];
    uint32_t samples, period_ms;
    uint8_t filter; /* PMCCFILTR[31:24] */
};

/* Begins without a list and without a recording. */
void oracle_recording_begin(struct oracle_recording *asked);

/* Reads the script of the next step, as far as it is about the PMCU of SCCL @sccl. A recording is that of the
 * latest step. */
void oracle_recording_script(struct oracle_recording *asked, const char *script, unsigned sccl);

/* The event that counter number @place counts in subsample number @subsample of a recording; there are
 * @most counters at most. The list is filled up with null events, so that each sample has whole subsamples.
 */
uint16_t oracle_recording_event(
    const struct oracle_recording *asked, unsigned most, unsigned subsample, unsigned place);

/* How many counters a round has then, and how many subsamples all samples have. */
unsigned oracle_recording_counters(const struct oracle_recording *asked, unsigned most);
uint64_t oracle_recording_subsamples(const struct oracle_recording *asked, unsigned most);

#endif
