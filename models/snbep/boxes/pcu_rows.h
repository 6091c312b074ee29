/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the power control unit in the E5-2600 and in
 * Haswell-EP. The including file defines PCU_CORES: cores of a package. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_PCU_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_PCU_ROWS_H

#include "models/snbep/box_type.h"
#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

/* States that occ_sel selects by number (327043-001, page 74). */
static const struct box_sub pcu_states[] = {{"CORES_C0", 1}, {"CORES_C3", 2}, {"CORES_C6", 3}};
static const uint32_t pcu_state_units[] = {0x1, 0x2, 0x4};
/* A per-core event. */
#define PCU_CORE(E, stem, first, n, tail, of)                                                      \
    E(stem##n##tail, (first) + n, BOX_PLAIN, .prose = of " of core " #n)
#define PCU_CYCLES(E, event, code, in) E(event, code, BOX_PLAIN, .prose = "cycles " in)
/* All bands watch one frequency, which is band 0's traffic. */
#define PCU_BAND(E, n)                                                                             \
    E(FREQ_BAND##n##_CYCLES, 0x0b + n, .max = 1, .rest = -1, .watches = EVENT_FREQ_BAND0_CYCLES,   \
        .band = PCU_FILTER_BAND##n, .prose = "cycles at the filter's band " #n " or above")
/* A frequency in 100 MHz, as in the filter (page 76). */
enum { PCU_MOST_FREQUENCY = UINT8_MAX };

#define PCU_BAND_ROWS(E)                                                                           \
    E(FREQ_BAND0_CYCLES, 0x0b, .max = PCU_MOST_FREQUENCY, .rest = -1, .watches = -1,               \
        .band = PCU_FILTER_BAND0,                                                                  \
        .prose = "cycles at the filter's band 0 or above; its level is the frequency in 100 MHz, " \
                 "for all bands")                                                                  \
    PCU_BAND(E, 1)                                                                                 \
    PCU_BAND(E, 2)                                                                                 \
    PCU_BAND(E, 3)

#define PCU_STATE_ROW(E)                                                                           \
    E(POWER_STATE_OCCUPANCY, 0x80, BOX_EACH(PCU_CORES), BOX_SUBS(pcu_states),                      \
        .units = pcu_state_units, .occupancy = true,                                               \
        .prose = "cores in the state of occ_sel, added each cycle; its edge "                      \
                 "and invert are occ_edge_det and occ_invert")

#define PCU_ROWS(E)                                                                                \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "cycles of the power control unit's clock, 800 MHz")   \
    PCU_CYCLES(E, FREQ_MAX_LIMIT_THERMAL_CYCLES, 0x04, "in which heat limits the frequency")       \
    PCU_CYCLES(E, FREQ_MAX_POWER_CYCLES, 0x05, "in which power limits the frequency")              \
    PCU_CYCLES(E, FREQ_MAX_OS_CYCLES, 0x06, "in which the operating system limits the frequency")  \
    PCU_CYCLES(E, PROCHOT_INTERNAL_CYCLES, 0x09, "in internal PROCHOT mode")                       \
    PCU_CYCLES(E, PROCHOT_EXTERNAL_CYCLES, 0x0a, "in external PROCHOT mode")                       \
    PCU_BAND_ROWS(E)                                                                               \
    PCU_CYCLES(E, MEMORY_PHASE_SHEDDING_CYCLES, 0x2f, "in which memory's phases are shed")         \
    PCU_STATE_ROW(E)

/* The fields of a control. */
#define PCU_CONTROL                                                                                \
    {                                                                                              \
        .ev_sel = PCU_CTL_EV_SEL, .umask = PCU_CTL_OCC_SEL, .edge = PCU_CTL_EDGE_DET,              \
        .en = PCU_CTL_EN, .invert = PCU_CTL_INVERT, .thresh = PCU_CTL_THRESH, .ext = PCU_CTL_EXT,  \
        .tid_en = BOX_NONE, .occ_edge = PCU_CTL_OCC_EDGE, .occ_invert = PCU_CTL_OCC_INVERT,        \
    }

#endif
