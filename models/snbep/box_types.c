/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of all kinds of boxes. */
#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"

#include <stddef.h>

const struct box_type *const box_types[] = {&imc_type, &imc_ivt_type, &imc_hsx_type, &imc_skx_type,
    &imc_clx_type, &imc_icx_type, &imc_free_type, &ha_type, &qpi_type, &r2pcie_type, &r3qpi_type,
    &cbo_type, &pcu_type, &ubox_type, &ivt_ha_type, &ivt_qpi_type, &ivt_r2pcie_type,
    &ivt_r3qpi_type, &ivt_cbo_type, &ivt_pcu_type, &ivt_ubox_type, &hsx_ha_type, &hsx_qpi_type,
    &hsx_r2pcie_type, &hsx_r3qpi_type, &bdx_r3qpi_type, &hsx_cbo_type, &hsx_sbo_type, &hsx_pcu_type,
    &hsx_ubox_type, &bdx_ubox_type, &skx_cha_type, &clx_cha_type, &skx_pcu_type, &skx_ubox_type,
    &skx_upi_type, &skx_m2m_type, &clx_m2m_type, &skx_m3upi_type, &skx_iio_type, &skx_irp_type,
    &skx_iio_free_type, &skx_iio_clock_type, &imc_spr_type, &imc_spr_free_type, &spr_pcu_type,
    &spr_m2m_type, &spr_upi_type, &spr_irp_type, &spr_mdf_type, NULL};
