/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Broadwell-EP, Xeon E5-2600 v4. */
#include "models/snbep/variants/hsx.h"

static const struct snbep_function functions[] = {HSX_FUNCTIONS(0x6f00), HSX_MORE_FUNCTIONS(0x6f00)};
static const struct snbep_place boxes[] = {HSX_BOXES, HSX_MORE_BOXES};

const struct snbep_variant variant_bdx = {.number = VARIANT_BDX,
    .name = "bdx",
    .prose = "Broadwell-EP, Xeon E5-2600 v4",
    .revision = 0x01,
    HSX_VARIANT};
