/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of generations: CPUID signatures, capabilities, errata and
 * data-source codes. The rest of the model looks up these differences here. */
#include "models/epyc/ibs_traits.h"

#include <assert.h>

#define PAGES          ((struct ibs_page_codes){0, 1, 2})
#define PAGES_ERR_1347 ((struct ibs_page_codes){0, 2, 3}) /* family 19h, models below 10h */

/* Capabilities are as real machines print them; Zen6 has Zen5's plus bits 13
 * to 16, which its registers need. Signatures are from
 * real parts (silicon/amd-cpuid.facts): Opteron 2378, EPYC 7551P, 7742, 7763,
 * 9654, 9655, and an engineering sample of Venice. */
static const struct ibs_traits traits[IBS_N_VARIANTS] = {
    [IBS_FAM10H] = {"fam10h", "Opteron and Phenom, family 10h", 0x00100f42, 0x1f, PAGES, 20, false,
        true, false, 1, 2, 4, AMD_CORE_10H, X86_AMD_10H, 0x8000001b, 0, 0, 0},
    [IBS_ZEN1] = {"zen1", "Zen, EPYC 7001 (family 17h model 01h)", 0x00800f12, 0x3ff, PAGES, 27,
        true, false, false, 2, 2, 4, AMD_CORE_EXTENDED, X86_AMD_ZEN, 0x8000001f, 0, 0, 0},
    [IBS_ZEN2] = {"zen2", "Zen 2, EPYC 7002 (family 17h model 31h)", 0x00830f10, 0x3ff, PAGES, 27,
        true, false, false, 2, 2, 4, AMD_CORE_EXTENDED, X86_AMD_ZEN, 0x80000020, 0, 0, 0},
    [IBS_ZEN3] = {"zen3", "Zen 3, EPYC 7003 (family 19h model 01h)", 0x00a00f11, 0x3ff,
        PAGES_ERR_1347, 27, false, false, false, 2, 2, 4, AMD_CORE_EXTENDED, X86_AMD_ZEN,
        0x80000023, 0, 0, 0},
    [IBS_ZEN4] = {"zen4", "Zen 4, EPYC 9004 (family 19h model 11h)", 0x00a10f11, 0xbff, PAGES, 27,
        false, false, false, 1, 1, 5, AMD_CORE_V2, X86_AMD_ZEN4, 0x80000028, 12, 0, 0},
    [IBS_ZEN5] = {"zen5", "Zen 5, EPYC 9005 (family 1Ah model 02h)", 0x00b00f21, 0x81bff, PAGES, 27,
        false, false, true, 1, 1, 5, AMD_CORE_V2, X86_AMD_ZEN5, 0x80000028, 12, 0, 0},
    [IBS_ZEN6] = {"zen6", "Zen 6 (family 1Ah model 50h)", 0x00b50f00, 0x9fbff, PAGES, 27, false,
        false, false, 1, 1, 5, AMD_CORE_V2, X86_AMD_ZEN5, 0x80000028, 16, 0x10, 0xf84},
};

const struct ibs_traits *ibs_traits(enum ibs_variant variant)
{
    assert(variant < IBS_N_VARIANTS);
    return &traits[variant];
}
