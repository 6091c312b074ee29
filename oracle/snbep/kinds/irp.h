/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events that coherent sides of stacks have since Skylake-SP. For responses to
 * snoops, each kind of snoop has separate sub-events; the ones named ALL are the
 * states. The file around has cache_total_occupancy and transactions, which
 * differ. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_IRP_H
#define PMULAB_ORACLE_SNBEP_KINDS_IRP_H

#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub misc1[] = {S("LOST_FWD", 0x10), S("SEC_RCVD_INVLD", 0x20),
    S("SEC_RCVD_VLD", 0x40), S("SLOW_E", 0x04), S("SLOW_I", 0x01), S("SLOW_M", 0x08),
    S("SLOW_S", 0x02), END};
static const struct oracle_sub snoop_resp[] = {ORACLE_NUMBERED("ALL_HIT", 0x7e, 0xe),
    ORACLE_NUMBERED("ALL_HIT_ES", 0x74, 0x4), ORACLE_NUMBERED("ALL_HIT_I", 0x72, 0x2),
    ORACLE_NUMBERED("ALL_HIT_M", 0x78, 0x8), ORACLE_NUMBERED("ALL_MISS", 0x71, 0x1),
    ORACLE_NUMBERED("HIT_ES", 0x04, 0x4), ORACLE_NUMBERED("HIT_I", 0x02, 0x2),
    ORACLE_NUMBERED("HIT_M", 0x08, 0x8), ORACLE_NUMBERED("MISS", 0x01, 0x1),
    ORACLE_NUMBERED("SNPCODE", 0x10, 0x10), ORACLE_NUMBERED("SNPDATA", 0x20, 0x20),
    ORACLE_NUMBERED("SNPINV", 0x40, 0x40), END};

#define IRP_EVENTS                                                                                 \
    EACH(0x0f, MOST, "CACHE_TOTAL_OCCUPANCY", cache_total_occupancy, 0),                           \
        ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0), ADDS(0x17, 1, "FAF_FULL", NULL, 0),  \
        ADDS(0x18, 1, "FAF_INSERTS", NULL, 0), ADDS(0x19, MOST, "FAF_OCCUPANCY", NULL, 0),         \
        ADDS(0x16, 1, "FAF_TRANSACTIONS", NULL, 0),                                                \
        {0x12, 1, "SNOOP_RESP", snoop_resp, ORACLE_ADDS, 0, 0, 0, true, 0},                        \
        ADDS(0x11, 1, "TRANSACTIONS", transactions, 0), ADDS(0x0b, 1, "TxC_AK_INSERTS", NULL, 0),  \
        ADDS(0x05, 1, "TxC_BL_DRS_CYCLES_FULL", NULL, 0),                                          \
        ADDS(0x02, 1, "TxC_BL_DRS_INSERTS", NULL, 0),                                              \
        ADDS(0x08, MOST, "TxC_BL_DRS_OCCUPANCY", NULL, 0),                                         \
        ADDS(0x06, 1, "TxC_BL_NCB_CYCLES_FULL", NULL, 0),                                          \
        ADDS(0x03, 1, "TxC_BL_NCB_INSERTS", NULL, 0),                                              \
        ADDS(0x09, MOST, "TxC_BL_NCB_OCCUPANCY", NULL, 0),                                         \
        ADDS(0x07, 1, "TxC_BL_NCS_CYCLES_FULL", NULL, 0),                                          \
        ADDS(0x04, 1, "TxC_BL_NCS_INSERTS", NULL, 0),                                              \
        ADDS(0x0a, MOST, "TxC_BL_NCS_OCCUPANCY", NULL, 0),                                         \
        ADDS(0x0d, 1, "TxS_DATA_INSERTS_NCB", NULL, 0),                                            \
        ADDS(0x0e, 1, "TxS_DATA_INSERTS_NCS", NULL, 0),                                            \
        ADDS(0x0c, MOST, "TxS_REQUEST_OCCUPANCY", NULL, 0)

#endif
