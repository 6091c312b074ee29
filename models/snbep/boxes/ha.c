/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor: 327043-001, section 2.4. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/ha_rows.h"
#include "models/snbep/boxes/pci_box.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ha_bank = {
    "ha", "home agent monitor", REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

static const struct box_sub requests[] = {{"READS_LOCAL", 0x01}, {"READS_REMOTE", 0x02},
    {"WRITES_LOCAL", 0x04}, {"WRITES_REMOTE", 0x08}, {"READS", 0x03}, {"WRITES", 0x0c}};
static const struct box_sub tracker[] = {{"LOCAL", 0x01}, {"REMOTE", 0x02}, {"ALL", 0x03}};
static const struct box_sub conflict[] = {{"NO_CONFLICT", 0x01}, {"CONFLICT", 0x02}};
static const struct box_sub ad[] = {{"NDR", 0x01}, {"SNP", 0x02}};
static const struct box_sub credits[] = {
    {"AD_QPI0", 0x01}, {"AD_QPI1", 0x02}, {"BL_QPI0", 0x04}, {"BL_QPI1", 0x08}};
static const struct box_sub ring[] = PCI_BOX_RING_SUBS;

#define EVENTS(E)                                                                                  \
    HA_ROWS(E)                                                                                     \
    HA_DIRECTORY_ROWS(E)                                                                           \
    E(REQUESTS, 0x01, BOX_PLAIN, BOX_SUBS(requests), .prose = "requests to the home agent")        \
    E(TRACKER_INSERTS, 0x06, BOX_PLAIN, BOX_SUBS(tracker), .prose = "allocations in the tracker")  \
    E(CONFLICT_CYCLES, 0x0b, BOX_PLAIN, BOX_SUBS(conflict),                                        \
        .prose = "cycles with and without a conflict handled")                                     \
    E(TxR_AK_NDR, 0x0e, BOX_PLAIN, .prose = "completions without data sent on the AK ring")        \
    E(TxR_AD, 0x0f, BOX_PLAIN, BOX_SUBS(ad), .prose = "messages sent on the AD ring")              \
    E(IGR_NO_CREDIT_CYCLES, 0x22, BOX_ANY, BOX_SUBS(credits),                                      \
        .prose = "cycles without a credit for a link's ingress")                                   \
    HA_EGRESS(E, AD, 0x27)                                                                         \
    HA_EGRESS(E, AK, 0x2f)                                                                         \
    HA_EGRESS(E, BL, 0x33)                                                                         \
    E(RING_AD_USED, 0x3e, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x3f, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x40, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ha_type = {
    PCI_BOX_TYPE(ha_bank),
    .name = "ha",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
