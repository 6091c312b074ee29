/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Haswell-EP: Xeon E5-2600 v3. */
#include "models/snbep/variants/hsx.h"
#include "models/snbep/variants/imc_hsx.events.h"

const struct box_type imc_hsx_type = {
    IMC_TYPE(imc_hsx_bank, imc_hsx_bank),
    .events = &imc_hsx_events,
    .frz_alone = true,
};

static const struct snbep_function functions[] = {HSX_FUNCTIONS(0x2f00), HSX_MORE_FUNCTIONS(0x2f00),
    HSX_HA_FUNCTIONS(0x2f00), HSX_LINK_FUNCTIONS(0x2f00),
    /* a third ring stop, also on parts with two links */
    {0x0b, 5, 0x2f3e, PERFORMANCE_COUNTERS, 0}};
/* The power control unit's function reports two bridges. */
static const struct snbep_place boxes[] = {HSX_BOXES, HSX_MORE_BOXES, HSX_CBOS_16, HSX_CBO(16),
    HSX_CBO(17), HSX_MSR_BOXES(hsx_ubox_type), MSR_BOX_AT("sbo0", hsx_sbo_type, 0, 0x720),
    MSR_BOX_AT("sbo1", hsx_sbo_type, 1, 0x72a), HSX_BOTH_HA_BOXES, HSX_R2PCIE_BOX,
    HSX_LINK_BOXES(hsx_r3qpi_type), PCI_BOX_AT("r3qpi2", hsx_r3qpi_type, 2, 0x0b, 5)};

const struct snbep_variant variant_hsx = {.number = VARIANT_HSX,
    .core = INTEL_HSX,
    .name = "hsx",
    .prose = "Haswell-EP, Xeon E5-2600 v3",
    .revision = 0x02,
    .clocks = VARIANT_CLOCKS(DDR4_2133, 9600),
    HSX_VARIANT};
