/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Skylake-SP: Xeon Scalable of the first generation. */
#include "models/snbep/variants/skx.h"
#include "models/snbep/variants/imc_skx.events.h"

const struct box_type imc_skx_type = {
    IMC_TYPE(imc_skx_bank, imc_skx_bank),
    .events = &imc_skx_events,
    .frz_alone = true,
};
static const struct snbep_function functions[] = {SKX_FUNCTIONS};
static const struct snbep_place boxes[] = {
    SKX_BOXES(imc_skx_type), SKX_MORE_BOXES(skx_cha_type, skx_m2m_type)};

const struct snbep_variant variant_skx = {.number = VARIANT_SKX,
    .core = INTEL_SKX,
    .name = "skx",
    .prose = "Skylake-SP, Xeon Scalable",
    .revision = 0x04,
    .clocks = VARIANT_CLOCKS(DDR4_2666, 10400),
    SKX_VARIANT};
