/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names in perf's lists that are not events of the guide:
 * haswellx/uncore-cache.json, by EventCode, UMask and ScaleUnit. */
#include "oracle/snbep/asked.h"
#include "oracle/snbep/manual.h"
#include "tests/tap.h"

/* Fields of MSR_PMON_FILTER0 and, from bit 32 on, FILTER1: Linux,
 * HSWEP_CB0_MSR_PMON_BOX_FILTER_*. */
#define TID(n)   UINT64_C(n)
#define STATE(n) (UINT64_C(n) << 17)
#define OPC(n)   (UINT64_C(n) << 52)
#define NC       (UINT64_C(1) << 62)

static const struct {
    const char *name;
    uint64_t control; /* umask and event code */
    unsigned bytes;   /* bytes for each count; 1: the list has no unit */
    uint64_t filter;  /* of both filter registers */
} slices[] = {
    {"llc_misses.code_llc_prefetch", 0x0335, 64, OPC(0x191)},
    {"llc_misses.data_llc_prefetch", 0x0335, 64, OPC(0x192)},
    {"llc_misses.data_read", 0x0335, 64, OPC(0x182)},
    {"llc_misses.mmio_read", 0x0335, 64, OPC(0x187) | NC},
    {"llc_misses.mmio_write", 0x0335, 64, OPC(0x18f) | NC},
    {"llc_misses.pcie_non_snoop_write", 0x0335, 64, OPC(0x1c8) | TID(0x3e)},
    {"llc_misses.pcie_read", 0x0335, 64, OPC(0x19e)},
    {"llc_misses.pcie_write", 0x0335, 64, OPC(0x1c8)},
    {"llc_misses.rfo_llc_prefetch", 0x0335, 64, OPC(0x190)},
    {"llc_misses.uncacheable", 0x0335, 64, OPC(0x187)},
    {"llc_references.code_llc_prefetch", 0x0135, 64, OPC(0x181)},
    {"llc_references.pcie_ns_partial_write", 0x0135, 1, OPC(0x180) | TID(0x3e)},
    {"llc_references.pcie_read", 0x0135, 64, OPC(0x19e)},
    {"llc_references.pcie_write", 0x0135, 64, OPC(0x1c8) | TID(0x3e)},
    {"llc_references.streaming_full", 0x0135, 64, OPC(0x18c)},
    {"llc_references.streaming_partial", 0x0135, 64, OPC(0x18d)},
    {"unc_c_llc_lookup.any", 0x1134, 64, STATE(1)},
    {"unc_c_llc_victims.m_state", 0x0137, 64, 0},
    {"unc_c_tor_occupancy.llc_data_read", 0x0336, 1, OPC(0x182)},
};

static void test_slices(const char *variant)
{
    for (size_t i = 0; i < sizeof(slices) / sizeof(slices[0]); i++) {
        struct oracle_asked asked = {.kind = NULL};
        char why[ORACLE_WHY] = "";

        if (!ok(oracle_what_is_asked(oracle_variant_named(variant), slices[i].name, &asked, why) ==
                    ORACLE_ASKED,
                "%s: %s is understood: %s", variant, slices[i].name, why))
            continue;
        is_u64(asked.control, slices[i].control, "... as 0x%x", (unsigned)slices[i].control);
        ok(asked.scale == slices[i].bytes, "... %u bytes per count, got %g", slices[i].bytes,
            asked.scale);
        is_u64(asked.ask.filter, slices[i].filter, "... with the filter");
        is_str(asked.unit, slices[i].bytes == 1 ? "" : "Bytes", "... in its unit");
    }
}

int main(void)
{
    test_slices("hsx");
    return done_testing();
}
