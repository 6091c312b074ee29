/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Haswell-EP: Xeon E5-2600 v3. */
#include "models/snbep/variants/hsx.h"

#define EVENTS(E)                                                                                            \
    IMC_ROWS(E)                                                                                              \
    IMC_ROWS_REFRESH(E) IMC_ROWS_CAS_IVT(E) IMC_ROWS_SINCE_IVT(E) IMC_ROWS_VMSE(E) IMC_ROWS_RANKS_DDR4(E)
BOX_EVENT_LIST(imc_hsx_events, EVENTS);

const struct box_type imc_hsx_type = {
    IMC_TYPE(imc_hsx_bank, imc_hsx_bank),
    .events = &imc_hsx_events,
    .frz_alone = true,
};

static const struct snbep_function functions[] = {HSX_FUNCTIONS(0x2f00), HSX_MORE_FUNCTIONS(0x2f00)};
static const struct snbep_place boxes[] = {HSX_BOXES, HSX_MORE_BOXES};

const struct snbep_variant variant_hsx = {.number = VARIANT_HSX,
    .name = "hsx",
    .prose = "Haswell-EP, Xeon E5-2600 v3",
    .revision = 0x02,
    HSX_VARIANT};
