/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What sets the generations apart besides their registers' layouts. */
#ifndef PMULAB_MODELS_EPYC_IBS_TRAITS_H
#define PMULAB_MODELS_EPYC_IBS_TRAITS_H

#include "models/epyc/ibs_regs.h"

/* Bits of CPUID Fn8000_001B EAX, by the names of Linux. */
#define IBS_CAP_AVAIL        (UINT32_C(1) << 0)
#define IBS_CAP_BRNTRGT      (UINT32_C(1) << 5)
#define IBS_CAP_FETCHCTLEXTD (UINT32_C(1) << 9)
#define IBS_CAP_OPDATA4      (UINT32_C(1) << 10)
#define IBS_CAP_ZEN4         (UINT32_C(1) << 11)
#define IBS_CAP_OPLDLAT      (UINT32_C(1) << 12)
#define IBS_CAP_OPDTLBPGSIZE (UINT32_C(1) << 19)

/* Codes of IBS_FETCH_CTL.L1TlbPgSz. */
struct ibs_page_codes {
    uint8_t page_4k, page_2m, page_1g;
};

struct ibs_traits {
    const char *name;   /* as the option variant= has it: "zen4" */
    const char *prose;  /* of which parts it is */
    uint32_t signature; /* CPUID Fn0000_0001 EAX: family, model, stepping */
    uint32_t caps;      /* CPUID Fn8000_001B EAX */
    struct ibs_page_codes fetch_page;
    uint8_t op_count_bits;   /* width of the op counter */
    bool fetch_needs_edge;   /* families 16h to 18h: Cnt is taken over only as En goes from 0 to 1 */
    bool two_step_disable;   /* family 10h, erratum 420: MaxCnt must be 0 before En may be cleared */
    bool ldlat_needs_filter; /* Zen5, erratum 1606: LdLatEn does nothing without L3MissOnly */
    uint8_t local_l3_source; /* DataSrc of what the L3 of the same CCX brought */
    uint8_t peer_source;     /* DataSrc of what another CPU's cache of the same CCX brought */
    uint8_t remote_source;   /* DataSrc of what a cache of another socket brought */
};

/* The traits of @variant, which must be one. */
const struct ibs_traits *ibs_traits(enum ibs_variant variant);

/* The variant called @name, or -1. */
int ibs_variant_named(const char *name);

#endif
