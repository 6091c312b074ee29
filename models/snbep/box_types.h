/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of boxes beside the memory channels: a file each in models/snbep/boxes. */
#ifndef PMULAB_MODELS_SNBEP_BOX_TYPES_H
#define PMULAB_MODELS_SNBEP_BOX_TYPES_H

#include "models/snbep/box.h"

/* In PCI configuration space: home agent, links of QPI, ring stops of PCIe and of QPI. */
extern const struct reg_bank ha_bank, qpi_bank, r2pcie_bank, r3qpi_bank;
extern const struct box_type ha_type, qpi_type, r2pcie_type, r3qpi_type;

/* Behind model-specific registers: slices of the last-level cache, power control unit, utility box. Their
 * banks' offsets are relative to the box's first register. */
extern const struct reg_bank cbo_bank, pcu_bank, ubox_msr_bank;
extern const struct box_type cbo_type, pcu_type, ubox_type;

#endif
