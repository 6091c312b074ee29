/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box: 327043-001, section 2.2. It has no control
 * that freezes it. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/ubox_bank.h"
#include "models/snbep/boxes/ubox_rows.h"

static const struct reg_field fixed_ctl_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field fixed_ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UBOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[UBOX_REGS] =
    UBOX_BANK(fixed_ctl_fields, fixed_ctr_fields, ctl_fields, ctr_fields);

const struct reg_bank ubox_msr_bank = {"ubox-msr",
    "processor utility box monitor; register number is C00 plus the offset", REG_SPACE_MSR,
    REG_BANK_REGS(regs, UBOX_REGS)};

static const struct box_sub messages[] = {{"VLW_RCVD", 0x01}, {"MSI_RCVD", 0x02},
    {"IPI_RCVD", 0x04}, {"DOORBELL_RCVD", 0x08}, {"INT_PRIO", 0x10}};
static const struct box_sub phold[] = {{"ASSERT_TO_ACK", 0x01}, {"ACK_TO_DEASSERT", 0x02}};
static const struct box_sub racu[] = {{"COUNT", 0x01}};
static const struct box_sub sizes[] = {{"4B", 0x01}, {"8B", 0x02}};

/* In the list, the last three have an extended select bit. The control lacks
 * it, so they count without. */
#define EVENTS(E)                                                                                  \
    UBOX_ROWS(E)                                                                                   \
    E(EVENT_MSG, 0x42, BOX_PLAIN, BOX_SUBS(messages),                                              \
        .prose = "messages received from the uncore")                                              \
    E(LOCK_CYCLES, 0x44, BOX_PLAIN, .prose = "cycles in which a lock is held")                     \
    E(PHOLD_CYCLES, 0x45, BOX_PLAIN, BOX_SUBS(phold), .prose = "cycles of holding the processors") \
    E(RACU_REQUESTS, 0x46, BOX_PLAIN, BOX_SUBS(racu),                                              \
        .prose = "requests to the register access unit")                                           \
    E(MSG_CHNL_SIZE_COUNT, 0x47, BOX_PLAIN, BOX_SUBS(sizes),                                       \
        .prose = "transfers of the message channel by size")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = UBOX_CONTROL;

const struct box_type ubox_type = {
    UBOX_TYPE(ubox_msr_bank),
    .name = "ubox",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
