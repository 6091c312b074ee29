/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of boxes besides the memory channels: a file each in
 * models/snbep/boxes. */
#ifndef PMULAB_MODELS_SNBEP_BOX_TYPES_H
#define PMULAB_MODELS_SNBEP_BOX_TYPES_H

#include "models/snbep/box.h"

/* In PCI configuration space: home agent, links of QPI, ring stops of PCIe and
 * of QPI. */
extern const struct reg_bank ha_bank, qpi_bank, r2pcie_bank, r3qpi_bank;
extern const struct box_type ha_type, qpi_type, r2pcie_type, r3qpi_type;

/* In model-specific registers: slices of the last-level cache, power control
 * unit, utility box. Their banks' offsets are relative to the box's first
 * register. */
extern const struct reg_bank cbo_bank, pcu_bank, ubox_msr_bank;
extern const struct box_type cbo_type, pcu_type, ubox_type;

/* Ivy Bridge-EP, in models/snbep/ivt. */
extern const struct reg_bank ivt_ha_bank, ivt_qpi_bank, ivt_r2pcie_bank, ivt_r3qpi_bank,
    ivt_cbo_bank, ivt_pcu_bank, ivt_ubox_bank;
extern const struct box_type ivt_ha_type, ivt_qpi_type, ivt_r2pcie_type, ivt_r3qpi_type,
    ivt_cbo_type, ivt_pcu_type, ivt_ubox_type;

/* Haswell-EP, Broadwell-EP and Broadwell-DE, in models/snbep/hsx; also bridges
 * between rings (SBOX). Broadwell has only the kinds that differ. */
extern const struct reg_bank hsx_ha_bank, hsx_qpi_bank, hsx_r2pcie_bank, hsx_r3qpi_bank,
    bdx_r3qpi_bank;
extern const struct reg_bank hsx_cbo_bank, hsx_sbo_bank, hsx_pcu_bank, hsx_ubox_bank, bdx_ubox_bank;
extern const struct box_type hsx_ha_type, hsx_qpi_type, hsx_r2pcie_type, hsx_r3qpi_type,
    bdx_r3qpi_type;
extern const struct box_type hsx_cbo_type, hsx_sbo_type, hsx_pcu_type, hsx_ubox_type, bdx_ubox_type;

/* Skylake-SP and Cascade Lake, in models/snbep/skx: slices with their home
 * agent (CHA), links of UPI, stops of the mesh (M2M, M3UPI), stacks of I/O,
 * their coherent side and free-running counters (IIO, IRP). Cascade Lake has
 * only the kinds that differ. */
extern const struct reg_bank skx_cha_bank, clx_cha_bank, skx_pcu_bank, skx_ubox_bank;
extern const struct reg_bank skx_upi_bank, skx_m2m_bank, clx_m2m_bank, skx_m3upi_bank, skx_iio_bank,
    skx_irp_bank, skx_iio_free_bank, skx_iio_clock_bank;
extern const struct box_type skx_cha_type, clx_cha_type, skx_pcu_type, skx_ubox_type;
extern const struct box_type skx_upi_type, skx_m2m_type, clx_m2m_type, skx_m3upi_type, skx_iio_type,
    skx_irp_type, skx_iio_free_type, skx_iio_clock_type;

/* Since Sapphire Rapids, in models/snbep/discovered: the kinds in a socket's
 * tables of units. In the window besides memory channels: the free-running
 * counters of two of them. In model-specific registers: the power control unit.
 * In configuration space: mesh to memory. */
extern const struct reg_bank imc_spr_bank, imc_spr_free_bank, spr_pcu_bank, spr_m2m_bank;
extern const struct box_type imc_spr_type, imc_spr_free_type, spr_pcu_type, spr_m2m_type;

#endif
