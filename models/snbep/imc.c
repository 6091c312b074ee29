/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of the memory channels' monitors: 327043-001, pages 59 to 62. */
#include "models/snbep/imc.h"

#include "models/snbep/imc.events.h"

const struct box_control imc_control = {
    .ev_sel = CTL_EV_SEL,
    .umask = CTL_UMASK,
    .edge = CTL_EDGE_DET,
    .en = CTL_EN,
    .invert = CTL_INVERT,
    .thresh = CTL_THRESH,
    .ext = BOX_NONE,
    .tid_en = BOX_NONE,
    .occ_edge = BOX_NONE,
    .occ_invert = BOX_NONE,
};

const struct box_type imc_type = {
    IMC_TYPE(imc_bank, imc_guide_bank),
    .events = &imc_events,
};
