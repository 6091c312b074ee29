/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Broadwell-DE: Xeon D-1500, a Broadwell-EP with one memory controller. */
#include "models/snbep/variants/hsx.h"

static const struct snbep_function functions[] = {HSX_FUNCTIONS(0x6f00), HSX_HA_FUNCTIONS(0x6f00)};
static const struct snbep_place boxes[] = {
    HSX_BOXES, HSX_CBOS_16, HSX_MSR_BOXES(bdx_ubox_type), HSX_HA_BOX, HSX_R2PCIE_BOX};

const struct snbep_variant variant_bdx_de = {.number = VARIANT_BDX_DE,
    .core = INTEL_BDX,
    .name = "bdx-de",
    .prose = "Broadwell-DE, Xeon D-1500",
    .revision = 0x03,
    .clocks = VARIANT_CLOCKS(DDR4_2400, 8000),
    HSX_VARIANT};
