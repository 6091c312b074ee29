/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of boxes besides the memory channels: a file each in
 * models/snbep/boxes. */
#ifndef PMULAB_MODELS_SNBEP_BOX_TYPES_H
#define PMULAB_MODELS_SNBEP_BOX_TYPES_H

#include "models/snbep/box.h"
#include "models/snbep/hsx.rdl.h"
#include "models/snbep/ivt.rdl.h"
#include "models/snbep/skx.rdl.h"
#include "models/snbep/snbep.rdl.h"
#include "models/snbep/spr.rdl.h"

/* Members of a kind's row: the registers of @bank, of which @n are general
 * counters. @P begins their indices. Guide and datasheet agree here, unlike for
 * a memory channel, so one bank serves both. */
#define BOX_REGISTERS(bank, P, n)                                                                  \
    .banks = {&(bank), &(bank)}, .n_counters = (n), .ctr0 = P##_CTR0, .ctl0 = P##_CTL0,            \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = P##_BOX_CTL, .status = BOX_NONE

/* The same for a utility box, which has a fixed counter and no box control. */
#define UBOX_REGISTERS(bank, P)                                                                    \
    .banks = {&(bank), &(bank)}, .n_counters = 2, .ctr0 = P##_CTR0, .ctl0 = P##_CTL0,              \
    .fixed_ctr = P##_FIXED_CTR, .fixed_ctl = P##_FIXED_CTL, .box_ctl = BOX_NONE,                   \
    .status = BOX_NONE

/* The fields of controls: in configuration space, with and without the code's
 * extended bit, and since Skylake-SP; in model-specific registers, with and
 * without tid_en; of a utility box, of a power control unit, and of units of 32
 * and 64 bits in a socket's tables. */
extern const struct box_control pci_control, pci_ext_control, skx_pci_control, msr_control,
    msr_plain_control, ubox_control, pcu_control, unit_control, unit64_control;

/* The fields of a box control in a socket's tables of units. */
extern const struct box_unit listed_unit;

/* In PCI configuration space: home agent, links of QPI, ring stops of PCIe and
 * of QPI. */
extern const struct box_type ha_type, qpi_type, r2pcie_type, r3qpi_type;

/* In model-specific registers: slices of the last-level cache, power control
 * unit, utility box. */
extern const struct box_type cbo_type, pcu_type, ubox_type;

/* Ivy Bridge-EP, in models/snbep/ivt. */
extern const struct box_type ivt_ha_type, ivt_qpi_type, ivt_r2pcie_type, ivt_r3qpi_type,
    ivt_cbo_type, ivt_pcu_type, ivt_ubox_type;

/* Haswell-EP, Broadwell-EP and Broadwell-DE, in models/snbep/hsx; also bridges
 * between rings (SBOX). Broadwell has only the kinds that differ. */
extern const struct box_type hsx_ha_type, hsx_qpi_type, hsx_r2pcie_type, hsx_r3qpi_type,
    bdx_r3qpi_type;
extern const struct box_type hsx_cbo_type, hsx_sbo_type, hsx_pcu_type, hsx_ubox_type, bdx_ubox_type;

/* Skylake-SP and Cascade Lake, in models/snbep/skx: slices with their home
 * agent (CHA), links of UPI, stops of the mesh (M2M, M3UPI), stacks of I/O,
 * their coherent side and free-running counters (IIO, IRP). Cascade Lake has
 * only the kinds that differ. */
extern const struct box_type skx_cha_type, clx_cha_type, skx_pcu_type, skx_ubox_type;
extern const struct box_type skx_upi_type, skx_m2m_type, clx_m2m_type, skx_m3upi_type, skx_iio_type,
    skx_irp_type, skx_iio_free_type, skx_iio_clock_type;

/* Since Sapphire Rapids, in models/snbep/discovered: the kinds in a socket's
 * tables of units. In the window besides memory channels: the free-running
 * counters of two of them. In model-specific registers: the power control unit,
 * coherent sides of stacks (IRP), links between dies (MDF). In configuration
 * space: mesh to memory, links of UPI. */
extern const struct box_type imc_spr_type, imc_spr_free_type, spr_pcu_type, spr_m2m_type,
    spr_upi_type, spr_irp_type, spr_mdf_type;

#endif
