/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Broadwell-EP, Xeon E5-2600 v4. */
#include "models/snbep/variants/hsx.h"

static const struct snbep_function functions[] = {HSX_FUNCTIONS(0x6f00), HSX_MORE_FUNCTIONS(0x6f00),
    HSX_HA_FUNCTIONS(0x6f00), HSX_LINK_FUNCTIONS(0x6f00)};
/* The power control unit's function reports that there is no bridge. */
static const struct snbep_place boxes[] = {HSX_BOXES, HSX_MORE_BOXES, HSX_CBOS_16, HSX_CBO(16),
    HSX_CBO(17), HSX_CBO(18), HSX_CBO(19), HSX_CBO(20), HSX_CBO(21), HSX_CBO(22), HSX_CBO(23),
    HSX_MSR_BOXES(bdx_ubox_type), HSX_BOTH_HA_BOXES, HSX_R2PCIE_BOX,
    HSX_LINK_BOXES(bdx_r3qpi_type)};

const struct snbep_variant variant_bdx = {.number = VARIANT_BDX,
    .core = INTEL_BDX,
    .name = "bdx",
    .prose = "Broadwell-EP, Xeon E5-2600 v4",
    .revision = 0x01,
    .clocks = VARIANT_CLOCKS(DDR4_2400, 9600),
    HSX_VARIANT};
