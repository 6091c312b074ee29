/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences between generations other than register layouts. */
#ifndef PMULAB_MODELS_EPYC_IBS_TRAITS_H
#define PMULAB_MODELS_EPYC_IBS_TRAITS_H

#include "models/epyc/ibs_regs.h"
#include "models/x86/amd_core_regs.h"
#include "models/x86/core_events.h"

/* Bits of CPUID Fn8000_001B EAX, with Linux's names. */
#define IBS_CAP_AVAIL         (UINT32_C(1) << 0)
#define IBS_CAP_RDWROPCNT     (UINT32_C(1) << 3)
#define IBS_CAP_BRNTRGT       (UINT32_C(1) << 5)
#define IBS_CAP_RIPINVALIDCHK (UINT32_C(1) << 7)
#define IBS_CAP_FETCHCTLEXTD  (UINT32_C(1) << 9)
#define IBS_CAP_OPDATA4       (UINT32_C(1) << 10)
#define IBS_CAP_ZEN4          (UINT32_C(1) << 11)
#define IBS_CAP_OPLDLAT       (UINT32_C(1) << 12)
#define IBS_CAP_OPDTLBPGSIZE  (UINT32_C(1) << 19)

/* Codes of IBS_FETCH_CTL.L1TlbPgSz. */
struct ibs_page_codes {
    uint8_t page_4k, page_2m, page_1g;
};

struct ibs_traits {
    const char *name;   /* for the option variant=: "zen4" */
    const char *prose;  /* core, product, family and model */
    uint32_t signature; /* CPUID Fn0000_0001 EAX: family, model, stepping */
    uint32_t caps;      /* CPUID Fn8000_001B EAX */
    struct ibs_page_codes fetch_page;
    uint8_t op_count_bits;    /* width of the op counter */
    bool fetch_needs_edge;    /* families 16h to 18h: Cnt is loaded only when En goes from 0 to 1 */
    bool two_step_disable;    /* family 10h, erratum 420: MaxCnt must be 0 before En is cleared */
    bool ldlat_needs_filter;  /* Zen5, erratum 1606: LdLatEn has no effect without L3MissOnly */
    uint8_t local_l3_source;  /* DataSrc for data from the L3 of the same CCX */
    uint8_t peer_source;      /* DataSrc for data from another CPU's cache of the same CCX */
    uint8_t remote_source;    /* DataSrc for data from a cache of another socket */
    enum amd_core_level core; /* its core PMU: registers, */
    enum x86_family events;   /* and events */
    uint32_t last_leaf;       /* CPUID Fn8000_0000 EAX */
    unsigned umcs;            /* memory controllers of its largest part; 0: none has counters */
    /* CPUID Fn8000_0022: bits that real machines show and no document
     * explains */
    uint32_t perfmon_eax, perfmon_edx;
};

/* Returns the static traits of @variant, which must be valid. */
const struct ibs_traits *ibs_traits(enum ibs_variant variant);

#endif
