/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack's coherent side (IRP). Events are from the list of
 * Skylake-SP (SKX), which gives no maximum increments. */
#include "models/snbep/skx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[] = {SKX_MSR_BOX_CTL("IRP", box_ctl_fields),
    SKX_MSR_CTR("IRP", 0, ctr_fields), SKX_MSR_CTR("IRP", 1, ctr_fields),
    SKX_MSR_CTL("IRP", 0, 0x3, ctl_fields), SKX_MSR_CTL("IRP", 1, 0x3, ctl_fields)};

const struct reg_bank skx_irp_bank = {"irp",
    "monitor of a stack's coherent side; register number is A58 + 20 a stack plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

/* Entries of queues: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub cache_total_occupancy[] = {BOX_BITS3("ANY", "IV_Q", "MEM")};
static const struct box_sub coherent_ops[] = {
    BOX_BITS8("PCIRDCUR", "CRD", "DRD", "RFO", "PCITOM", "PCIDCAHINT", "WBMTOI", "CLFLUSH")};
static const struct box_sub transactions[] = {
    BOX_BITS6("READS", "WRITES", "RD_PREF", "WR_PREF", "ATOMIC", "OTHER")};
static const struct box_sub p2p_transactions[] = {
    BOX_BITS8("RD", "WR", "MSG", "CMPL", "REM", "REM_AND_TGT_MATCH", "LOC", "LOC_AND_TGT_MATCH")};
static const struct box_sub misc0[] = {BOX_BITS8("FAST_REQ", "FAST_REJ", "2ND_RD_INSERT",
    "2ND_WR_INSERT", "2ND_ATOMIC_INSERT", "FAST_XFER", "PF_ACK_HINT", "UNKNOWN")};
static const struct box_sub misc1[] = {BOX_BITS7(
    "SLOW_I", "SLOW_S", "SLOW_E", "SLOW_M", "LOST_FWD", "SEC_RCVD_INVLD", "SEC_RCVD_VLD")};
/* The kind of a snoop is a separate sub-event. Those for all kinds are the
 * state. */
static const struct box_sub snoop_resp[] = {
    BOX_BITS7("MISS", "HIT_I", "HIT_ES", "HIT_M", "SNPCODE", "SNPDATA", "SNPINV"),
    {"ALL_MISS", 0x71}, {"ALL_HIT_I", 0x72}, {"ALL_HIT_ES", 0x74}, {"ALL_HIT_M", 0x78},
    {"ALL_HIT", 0x7e}};
static const uint32_t snoop_resp_units[] = {
    0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x01, 0x02, 0x04, 0x08, 0x0e};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxC_BL_DRS_INSERTS, 0x02, BOX_COUNT("allocations in the BL egress, DRS"))                    \
    E(TxC_BL_NCB_INSERTS, 0x03, BOX_COUNT("allocations in the BL egress, NCB"))                    \
    E(TxC_BL_NCS_INSERTS, 0x04, BOX_COUNT("allocations in the BL egress, NCS"))                    \
    E(TxC_BL_DRS_CYCLES_FULL, 0x05, BOX_COUNT("cycles in which the BL egress is full, DRS"))       \
    E(TxC_BL_NCB_CYCLES_FULL, 0x06, BOX_COUNT("cycles in which the BL egress is full, NCB"))       \
    E(TxC_BL_NCS_CYCLES_FULL, 0x07, BOX_COUNT("cycles in which the BL egress is full, NCS"))       \
    E(TxC_BL_DRS_OCCUPANCY, 0x08, BOX_ADDS(ENTRIES),                                               \
        .prose = "entries of the BL egress, added each cycle, DRS")                                \
    E(TxC_BL_NCB_OCCUPANCY, 0x09, BOX_ADDS(ENTRIES),                                               \
        .prose = "entries of the BL egress, added each cycle, NCB")                                \
    E(TxC_BL_NCS_OCCUPANCY, 0x0a, BOX_ADDS(ENTRIES),                                               \
        .prose = "entries of the BL egress, added each cycle, NCS")                                \
    E(TxC_AK_INSERTS, 0x0b, BOX_COUNT("allocations in the AK egress"))                             \
    E(TxS_REQUEST_OCCUPANCY, 0x0c, BOX_LEVEL("requests to the switch"))                            \
    E(TxS_DATA_INSERTS_NCB, 0x0d, BOX_COUNT("NCB data to the switch"))                             \
    E(TxS_DATA_INSERTS_NCS, 0x0e, BOX_COUNT("NCS data to the switch"))                             \
    E(CACHE_TOTAL_OCCUPANCY, 0x0f,                                                                 \
        BOX_LEVELS(cache_total_occupancy, "entries of the write cache"))                           \
    E(COHERENT_OPS, 0x10, BOX_COUNTS(coherent_ops, "coherent requests by their opcode"))           \
    E(TRANSACTIONS, 0x11, BOX_COUNTS(transactions, "transactions that came in"))                   \
    E(P2P_TRANSACTIONS, 0x13, BOX_COUNTS(p2p_transactions, "transactions between ports"))          \
    E(P2P_INSERTS, 0x14, BOX_COUNT("allocations in the queue between ports"))                      \
    E(P2P_OCCUPANCY, 0x15, BOX_LEVEL("entries of the queue between ports"))                        \
    E(FAF_TRANSACTIONS, 0x16, BOX_COUNT("transactions of the FAF queue"))                          \
    E(FAF_FULL, 0x17, BOX_COUNT("cycles in which the FAF queue is full"))                          \
    E(FAF_INSERTS, 0x18, BOX_COUNT("allocations in the FAF queue"))                                \
    E(FAF_OCCUPANCY, 0x19, BOX_LEVEL("entries of the FAF queue"))                                  \
    E(TxR2_AD_STALL_CREDIT_CYCLES, 0x1a, BOX_COUNT("cycles in which AD waits for a credit"))       \
    E(TxR2_BL_STALL_CREDIT_CYCLES, 0x1b, BOX_COUNT("cycles in which BL waits for a credit"))       \
    E(MISC0, 0x1c, BOX_COUNTS(misc0, "fast and second requests"))                                  \
    E(MISC1, 0x1d, BOX_COUNTS(misc1, "slow transfers, by the state, and lost ones"))               \
    E(IRP_ALL, 0x1e,                                                                               \
        BOX_PAIR("INBOUND_INSERTS", "OUTBOUND_INSERTS", "all transactions that were inserted"))    \
    E(SNOOP_RESP, 0x12, BOX_COUNTS(snoop_resp, "responses to snoops, by the kind and the state"),  \
        .units = snoop_resp_units)

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = MSR_BOX_CONTROL_OF(BOX_NONE);

const struct box_type skx_irp_type = {
    SKX_MSR_TYPE(skx_irp_bank, 2),
    .name = "irp",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
