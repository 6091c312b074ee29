/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The polarities of rings at their stops and at home agents, by each product's
 * list. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_RINGS_H
#define PMULAB_ORACLE_SNBEP_KINDS_RINGS_H

#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub ring_ad_used[] = {
    S("CW_EVEN", 0x01), S("CW_ODD", 0x02), S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), END};
static const struct oracle_sub ring_iv_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("ANY", 0x0f), END};
static const struct oracle_sub ivt_ring_ad_used[] = {S("CW_VR0_EVEN", 0x01), S("CW_VR0_ODD", 0x02),
    S("CCW_VR0_EVEN", 0x04), S("CCW_VR0_ODD", 0x08), S("CW_VR1_EVEN", 0x10), S("CW_VR1_ODD", 0x20),
    S("CCW_VR1_EVEN", 0x40), S("CCW_VR1_ODD", 0x80), S("CW", 0x33), S("CCW", 0xcc), END};
static const struct oracle_sub ivt_ring_iv_used[] = {S("CW_VR0_EVEN", 0x01), S("CW_VR0_ODD", 0x02),
    S("CCW_VR0_EVEN", 0x04), S("CCW_VR0_ODD", 0x08), S("CW_VR1_EVEN", 0x10), S("CW_VR1_ODD", 0x20),
    S("CCW_VR1_EVEN", 0x40), S("CCW_VR1_ODD", 0x80), S("CW", 0x33), S("CCW", 0xcc), S("ANY", 0xff),
    END};
static const struct oracle_sub hsx_ring_ad_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("CW", 0x03), S("CCW", 0x0c), S("ALL", 0x0f), END};
static const struct oracle_sub hsx_ring_iv_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("CW", 0x03), S("CCW", 0x0c), S("ANY", 0x0f), END};

#endif
