/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link: events by the list of Haswell-EP (HSX, version 29), which
 * gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/qpi_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_qpi_bank = {
    "qpi-hsx", "monitor of a QPI link of Haswell-EP and later", REG_SPACE_PCI, regs, PCI_BOX_REGS};

static const struct box_sub direct2core[] = {{"SUCCESS_RBT_HIT", 0x01}, {"FAILURE_CREDITS", 0x02},
    {"FAILURE_RBT_HIT", 0x04}, {"FAILURE_CREDITS_RBT", 0x08}, {"FAILURE_MISS", 0x10},
    {"FAILURE_CREDITS_MISS", 0x20}, {"FAILURE_RBT_MISS", 0x40}, {"FAILURE_CREDITS_RBT_MISS", 0x80}};
static const struct box_sub rxl_stalls_vn1[] = {{"BGF_DRS", 0x01}, {"BGF_NCB", 0x02}, {"BGF_NCS", 0x04},
    {"BGF_HOM", 0x08}, {"BGF_SNP", 0x10}, {"BGF_NDR", 0x20}};
static const struct box_sub vn[] = {{"VN0", 0x01}, {"VN1", 0x02}};
static const struct box_sub vn_shared[] = {{"VN0", 0x01}, {"VN1", 0x02}, {"VN_SHR", 0x04}};

/* The queue of a class of messages. */
#define CLASS(E, of, inserts)                                                                                \
    E(RxL_INSERTS_##of, BOX_CODE_EXT | (inserts), BOX_PLAIN, BOX_SUBS(vn),                                   \
        .prose = "allocations of " #of " in the receive queue")                                              \
    E(RxL_CYCLES_NE_##of, BOX_CODE_EXT | ((inserts) + 6), BOX_FROM(RxL_OCCUPANCY_##of, 1), BOX_SUBS(vn),     \
        .prose = "cycles with " #of " in the receive queue")                                                 \
    E(RxL_OCCUPANCY_##of, BOX_CODE_EXT | ((inserts) + 12), BOX_EACH(QUEUE_FLITS), BOX_SUBS(vn),              \
        .prose = #of " flits in the receive queue, added each cycle")

/* Credits for a class of messages on a ring. */
#define CREDITS(E, of, occupancy, acquired, table)                                                           \
    E(TxR_##of##_CREDIT_OCCUPANCY, BOX_CODE_EXT | (occupancy), BOX_EACH(QUEUE_FLITS), BOX_SUBS(table),       \
        .prose = #of " credits in use, added each cycle; the list gives no maximum")                         \
    E(TxR_##of##_CREDIT_ACQUIRED, BOX_CODE_EXT | (acquired), BOX_PLAIN, BOX_SUBS(table),                     \
        .prose = #of " credits acquired")

#define EVENTS(E)                                                                                            \
    QPI_ROWS(E)                                                                                              \
    CLASS(E, DRS, 0x09)                                                                                      \
    CLASS(E, NCB, 0x0a)                                                                                      \
    CLASS(E, NCS, 0x0b)                                                                                      \
    CLASS(E, HOM, 0x0c)                                                                                      \
    CLASS(E, SNP, 0x0d)                                                                                      \
    CLASS(E, NDR, 0x0e)                                                                                      \
    CREDITS(E, BL_DRS, 0x1f, 0x2a, vn_shared)                                                                \
    CREDITS(E, BL_NCB, 0x20, 0x2b, vn)                                                                       \
    CREDITS(E, BL_NCS, 0x21, 0x2c, vn)                                                                       \
    CREDITS(E, AD_HOM, 0x22, 0x26, vn)                                                                       \
    CREDITS(E, AD_SNP, 0x23, 0x27, vn)                                                                       \
    CREDITS(E, AD_NDR, 0x24, 0x28, vn)                                                                       \
    E(TxR_AK_NDR_CREDIT_OCCUPANCY, BOX_CODE_EXT | 0x25, BOX_ADDS(QUEUE_FLITS),                               \
        .prose = "AK_NDR credits in use, added each cycle; the list gives no maximum")                       \
    E(TxR_AK_NDR_CREDIT_ACQUIRED, BOX_CODE_EXT | 0x29, BOX_PLAIN, .prose = "AK_NDR credits acquired")        \
    E(DIRECT2CORE, 0x13, BOX_PLAIN, BOX_SUBS(direct2core),                                                   \
        .prose = "data packets to be sent directly to the core")                                             \
    E(RxL_STALLS_VN0, BOX_CODE_EXT | 0x35, BOX_ANY, BOX_SUBS(qpi_stalls),                                    \
        .prose = "cycles in which a packet of VN0 waits")                                                    \
    E(RxL_CREDITS_CONSUMED_VN1, BOX_CODE_EXT | 0x39, BOX_PLAIN, BOX_SUBS(qpi_vn0),                           \
        .prose = "VN1 credits used")                                                                         \
    E(RxL_STALLS_VN1, BOX_CODE_EXT | 0x3a, BOX_ANY, BOX_SUBS(rxl_stalls_vn1),                                \
        .prose = "cycles in which a packet of VN1 waits")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(PCI_CTL_EXT);

const struct box_type hsx_qpi_type = {
    PCI_BOX_TYPE(hsx_qpi_bank),
    .name = "qpi",
    .events = &events,
    .clock = BOX_QFCLK,
    .control = &control,
    .frz_alone = true,
};
