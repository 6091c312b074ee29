/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of general counters' controls, which several kinds of boxes
 * share. */
#include "models/snbep/box_types.h"

/* Fields that all controls have. */
#define COMMON(P)                                                                                  \
    .ev_sel = P##_EV_SEL, .edge = P##_EDGE_DET, .invert = P##_INVERT, .thresh = P##_THRESH
#define NO_OCCUPANCY .occ_edge = BOX_NONE, .occ_invert = BOX_NONE

/* In configuration space; then with the code's extended bit. */
const struct box_control pci_control = {COMMON(PCI_CTL), .umask = PCI_CTL_UMASK, .en = PCI_CTL_EN,
    .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};
const struct box_control pci_ext_control = {COMMON(PCI_CTL), .umask = PCI_CTL_UMASK,
    .en = PCI_CTL_EN, .ext = PCI_CTL_EV_SEL_EXT, .tid_en = BOX_NONE, NO_OCCUPANCY};
const struct box_control skx_pci_control = {COMMON(SKX_CTL), .umask = SKX_CTL_UMASK,
    .en = SKX_CTL_EN, .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};

/* In model-specific registers; then without tid_en. */
const struct box_control msr_control = {COMMON(PMON_CTL), .umask = PMON_CTL_UMASK,
    .en = PMON_CTL_EN, .ext = BOX_NONE, .tid_en = PMON_CTL_TID_EN, NO_OCCUPANCY};
const struct box_control msr_plain_control = {COMMON(PMON_CTL), .umask = PMON_CTL_UMASK,
    .en = PMON_CTL_EN, .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};
const struct box_control ubox_control = {COMMON(UBOX_CTL), .umask = UBOX_CTL_UMASK,
    .en = UBOX_CTL_EN, .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};

/* The umask's place has the state of events of occupancy. */
const struct box_control pcu_control = {COMMON(PCU_CTL), .umask = PCU_CTL_OCC_SEL, .en = PCU_CTL_EN,
    .ext = PCU_CTL_EV_SEL_EXT, .tid_en = BOX_NONE, .occ_edge = PCU_CTL_OCC_EDGE_DET,
    .occ_invert = PCU_CTL_OCC_INVERT};

/* In tables of units: they have no enable bit. */
const struct box_control unit_control = {COMMON(UNIT_EVENT), .umask = UNIT_EVENT_UMASK,
    .en = BOX_NONE, .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};
const struct box_control unit64_control = {COMMON(UNIT_EVENT64), .umask = UNIT_EVENT64_UMASK,
    .en = BOX_NONE, .ext = BOX_NONE, .tid_en = BOX_NONE, NO_OCCUPANCY};

const struct box_unit listed_unit = {
    .frz = UNIT_FRZ, .rst_ctrl = UNIT_RST_CTRL, .rst_ctrs = UNIT_RST_CTRS};
