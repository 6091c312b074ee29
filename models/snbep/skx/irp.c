/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack's coherent side (IRP): events by the list of Skylake-SP (SKX), which gives no
 * maximum increments. */
#include "models/snbep/hsx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

#define IRP_MSR(reg_name, number, bits, table, what)                                                         \
    {                                                                                                        \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0, REG_TABLE(table),    \
        .prose = (what), .source = "Linux, arch/x86/events/intel/uncore_snbep.c: SKX_IRP0_MSR_PMON_*"        \
    }

enum { BOX_CTL, CTR0, CTL0 = CTR0 + 2, N_REGS = CTL0 + 2 };

static const struct reg regs[N_REGS] = {
    [BOX_CTL] = IRP_MSR("BOX_CTL", 0x0, 32, box_ctl_fields, "freezes the box"),
    [CTR0] = IRP_MSR("CTR0", 0x1, 64, ctr_fields, "counter 0"),
    [CTR0 + 1] = IRP_MSR("CTR1", 0x2, 64, ctr_fields, "counter 1"),
    [CTL0] = IRP_MSR("CTL0", 0x3, 64, ctl_fields, "event of counter 0"),
    [CTL0 + 1] = IRP_MSR("CTL1", 0x4, 64, ctl_fields, "event of counter 1"),
};

const struct reg_bank skx_irp_bank = {"irp",
    "monitor of a stack's coherent side; register number is A58 + 20 a stack plus the offset", REG_SPACE_MSR,
    regs, N_REGS};

/* Entries of queues: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub cache_total_occupancy[] = {{"ANY", 0x01}, {"IV_Q", 0x02}, {"MEM", 0x04}};
static const struct box_sub coherent_ops[] = {{"PCIRDCUR", 0x01}, {"CRD", 0x02}, {"DRD", 0x04}, {"RFO", 0x08},
    {"PCITOM", 0x10}, {"PCIDCAHINT", 0x20}, {"WBMTOI", 0x40}, {"CLFLUSH", 0x80}};
static const struct box_sub transactions[] = {{"READS", 0x01}, {"WRITES", 0x02}, {"RD_PREF", 0x04},
    {"WR_PREF", 0x08}, {"ATOMIC", 0x10}, {"OTHER", 0x20}};
static const struct box_sub p2p_transactions[] = {{"RD", 0x01}, {"WR", 0x02}, {"MSG", 0x04}, {"CMPL", 0x08},
    {"REM", 0x10}, {"REM_AND_TGT_MATCH", 0x20}, {"LOC", 0x40}, {"LOC_AND_TGT_MATCH", 0x80}};
static const struct box_sub misc0[] = {{"FAST_REQ", 0x01}, {"FAST_REJ", 0x02}, {"2ND_RD_INSERT", 0x04},
    {"2ND_WR_INSERT", 0x08}, {"2ND_ATOMIC_INSERT", 0x10}, {"FAST_XFER", 0x20}, {"PF_ACK_HINT", 0x40},
    {"UNKNOWN", 0x80}};
static const struct box_sub misc1[] = {{"SLOW_I", 0x01}, {"SLOW_S", 0x02}, {"SLOW_E", 0x04}, {"SLOW_M", 0x08},
    {"LOST_FWD", 0x10}, {"SEC_RCVD_INVLD", 0x20}, {"SEC_RCVD_VLD", 0x40}};
static const struct box_sub irp_all[] = {{"INBOUND_INSERTS", 0x01}, {"OUTBOUND_INSERTS", 0x02}};
/* The kind of a snoop is a sub-event of its own; those of all kinds are the state. */
static const struct box_sub snoop_resp[] = {{"MISS", 0x01}, {"HIT_I", 0x02}, {"HIT_ES", 0x04},
    {"HIT_M", 0x08}, {"SNPCODE", 0x10}, {"SNPDATA", 0x20}, {"SNPINV", 0x40}, {"ALL_MISS", 0x71},
    {"ALL_HIT_I", 0x72}, {"ALL_HIT_ES", 0x74}, {"ALL_HIT_M", 0x78}, {"ALL_HIT", 0x7e}};
static const uint32_t snoop_resp_units[] = {
    0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x01, 0x02, 0x04, 0x08, 0x0e};

#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(TxC_BL_DRS_INSERTS, 0x02, BOX_PLAIN, .prose = "allocations in the BL egress, DRS")                     \
    E(TxC_BL_NCB_INSERTS, 0x03, BOX_PLAIN, .prose = "allocations in the BL egress, NCB")                     \
    E(TxC_BL_NCS_INSERTS, 0x04, BOX_PLAIN, .prose = "allocations in the BL egress, NCS")                     \
    E(TxC_BL_DRS_CYCLES_FULL, 0x05, BOX_PLAIN, .prose = "cycles in which the BL egress is full, DRS")        \
    E(TxC_BL_NCB_CYCLES_FULL, 0x06, BOX_PLAIN, .prose = "cycles in which the BL egress is full, NCB")        \
    E(TxC_BL_NCS_CYCLES_FULL, 0x07, BOX_PLAIN, .prose = "cycles in which the BL egress is full, NCS")        \
    E(TxC_BL_DRS_OCCUPANCY, 0x08, BOX_ADDS(ENTRIES),                                                         \
        .prose = "entries of the BL egress, added each cycle, DRS")                                          \
    E(TxC_BL_NCB_OCCUPANCY, 0x09, BOX_ADDS(ENTRIES),                                                         \
        .prose = "entries of the BL egress, added each cycle, NCB")                                          \
    E(TxC_BL_NCS_OCCUPANCY, 0x0a, BOX_ADDS(ENTRIES),                                                         \
        .prose = "entries of the BL egress, added each cycle, NCS")                                          \
    E(TxC_AK_INSERTS, 0x0b, BOX_PLAIN, .prose = "allocations in the AK egress")                              \
    E(TxS_REQUEST_OCCUPANCY, 0x0c, BOX_ADDS(ENTRIES), .prose = "requests to the switch, added each cycle")   \
    E(TxS_DATA_INSERTS_NCB, 0x0d, BOX_PLAIN, .prose = "NCB data to the switch")                              \
    E(TxS_DATA_INSERTS_NCS, 0x0e, BOX_PLAIN, .prose = "NCS data to the switch")                              \
    E(CACHE_TOTAL_OCCUPANCY, 0x0f, BOX_EACH(ENTRIES), BOX_SUBS(cache_total_occupancy),                       \
        .prose = "entries of the write cache, added each cycle")                                             \
    E(COHERENT_OPS, 0x10, BOX_PLAIN, BOX_SUBS(coherent_ops), .prose = "coherent requests by their opcode")   \
    E(TRANSACTIONS, 0x11, BOX_PLAIN, BOX_SUBS(transactions), .prose = "transactions that came in")           \
    E(P2P_TRANSACTIONS, 0x13, BOX_PLAIN, BOX_SUBS(p2p_transactions), .prose = "transactions between ports")  \
    E(P2P_INSERTS, 0x14, BOX_PLAIN, .prose = "allocations in the queue between ports")                       \
    E(P2P_OCCUPANCY, 0x15, BOX_ADDS(ENTRIES),                                                                \
        .prose = "entries of the queue between ports, added each cycle")                                     \
    E(FAF_TRANSACTIONS, 0x16, BOX_PLAIN, .prose = "transactions of the FAF queue")                           \
    E(FAF_FULL, 0x17, BOX_PLAIN, .prose = "cycles in which the FAF queue is full")                           \
    E(FAF_INSERTS, 0x18, BOX_PLAIN, .prose = "allocations in the FAF queue")                                 \
    E(FAF_OCCUPANCY, 0x19, BOX_ADDS(ENTRIES), .prose = "entries of the FAF queue, added each cycle")         \
    E(TxR2_AD_STALL_CREDIT_CYCLES, 0x1a, BOX_PLAIN, .prose = "cycles in which AD waits for a credit")        \
    E(TxR2_BL_STALL_CREDIT_CYCLES, 0x1b, BOX_PLAIN, .prose = "cycles in which BL waits for a credit")        \
    E(MISC0, 0x1c, BOX_PLAIN, BOX_SUBS(misc0), .prose = "fast and second requests")                          \
    E(MISC1, 0x1d, BOX_PLAIN, BOX_SUBS(misc1), .prose = "slow transfers, by the state, and lost ones")       \
    E(IRP_ALL, 0x1e, BOX_PLAIN, BOX_SUBS(irp_all), .prose = "all transactions that were inserted")           \
    E(SNOOP_RESP, 0x12, BOX_PLAIN, BOX_SUBS(snoop_resp), .units = snoop_resp_units,                          \
        .prose = "responses to snoops, by the kind and the state")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = {
    .ev_sel = PMON_CTL_EV_SEL,
    .umask = PMON_CTL_UMASK,
    .edge = PMON_CTL_EDGE_DET,
    .en = PMON_CTL_EN,
    .invert = PMON_CTL_INVERT,
    .thresh = PMON_CTL_THRESH,
    .ext = BOX_NONE,
    .tid_en = BOX_NONE,
    .occ_edge = BOX_NONE,
    .occ_invert = BOX_NONE,
};

const struct box_type skx_irp_type = {
    .name = "irp",
    .banks = {&skx_irp_bank, &skx_irp_bank},
    .events = &events,
    .clock = BOX_UCLK,
    .n_counters = 2,
    .ctr0 = CTR0,
    .ctl0 = CTL0,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_CTL,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &control,
    .frz_alone = true,
};
