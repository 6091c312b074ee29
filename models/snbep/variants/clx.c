/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cascade Lake: Xeon Scalable of the second generation, with persistent
 * memory. */
#include "models/snbep/variants/imc_clx.events.h"
#include "models/snbep/variants/skx.h"

const struct box_type imc_clx_type = {
    IMC_TYPE(imc_clx_bank, imc_clx_bank),
    .events = &imc_clx_events,
    .frz_alone = true,
};
static const struct snbep_function functions[] = {SKX_FUNCTIONS};
static const struct snbep_place boxes[] = {
    SKX_BOXES(imc_clx_type), SKX_MORE_BOXES(clx_cha_type, clx_m2m_type)};

const struct snbep_variant variant_clx = {.number = VARIANT_CLX,
    .core = INTEL_SKX,
    .name = "clx",
    .prose = "Cascade Lake, Xeon Scalable of the second generation",
    .revision = 0x07,
    .clocks = VARIANT_CLOCKS(DDR4_2933, 10400),
    SKX_VARIANT};
