/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses a step's script: the commands that make a PMCU count, and the list
 * that the driver builds from them (posted driver, patch 2/4).
 *
 *     echo 11 8 b > /sys/devices/hisi_pmcu_sccl3/user_events
 *     pmcu-record -e hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4,pmccfiltr=0x40/
 */
#ifndef PMULAB_ORACLE_KUNPENG_RECORDING_H
#define PMULAB_ORACLE_KUNPENG_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_LIST = 240 }; /* limit of events in a list */

struct oracle_recording {
    const char *unknown; /* why the scripts do not define the list, as a static phrase; or NULL */
    unsigned n;
    uint16_t events[ORACLE_LIST];
    uint32_t samples, period_ms;
    uint8_t filter; /* PMCCFILTR[31:24] */
};

/* Begins without a list and without a recording. */
void oracle_recording_begin(struct oracle_recording *asked);

/* Reads the commands for the PMCU of SCCL @sccl in the next step's script. The
 * latest step's recording counts. */
void oracle_recording_script(struct oracle_recording *asked, const char *script, unsigned sccl);

/* The event of counter number @place in subsample number @subsample of a
 * recording, with up to @most counters. Null events fill the list up to whole
 * subsamples in each sample. */
uint16_t oracle_recording_event(
    const struct oracle_recording *asked, unsigned most, unsigned subsample, unsigned place);

/* The number of counters in such a round, and the number of subsamples in all
 * samples. */
unsigned oracle_recording_counters(const struct oracle_recording *asked, unsigned most);
uint64_t oracle_recording_subsamples(const struct oracle_recording *asked, unsigned most);

#endif
