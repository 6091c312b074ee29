/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The boxes other than memory channels that a socket lists in its tables, since
 * Sapphire Rapids. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/irp.events.h"
#include "models/snbep/discovered/m2m.events.h"
#include "models/snbep/discovered/mdf.events.h"
#include "models/snbep/discovered/pcu.events.h"
#include "models/snbep/discovered/unit_regs.h"
#include "models/snbep/discovered/upi.events.h"

/* The row of kind @name, with @n counters. */
#define UNIT(name, NAME, n, ticks)                                                                 \
    const struct box_type spr_##name##_type = {                                                    \
        BOX_REGISTERS(spr_##name##_bank, SPR_##NAME, n),                                           \
        .filter = BOX_NONE,                                                                        \
        UNIT_TYPE(UNIT_##NAME),                                                                    \
        .kind = BOX_##NAME,                                                                        \
        .events = &spr_##name##_events,                                                            \
        .clock = (ticks),                                                                          \
        .control = &unit64_control,                                                                \
    }

UNIT(pcu, PCU, 4, BOX_PCLK);
UNIT(m2m, M2M, 4, BOX_UCLK);
UNIT(upi, UPI, 4, BOX_QFCLK);
UNIT(irp, IRP, 2, BOX_UCLK);
UNIT(mdf, MDF, 4, BOX_UCLK); /* The clock is assumed to be the uncore's. */
