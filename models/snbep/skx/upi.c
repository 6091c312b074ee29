/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitor of the link layer of a UPI link. Events are from the list of
 * Skylake-SP (SKX), which gives no maximum increments. Cascade Lake's list
 * lacks two of them, which are assumed to exist. Sub-events of flits are parts
 * of one flit, so several can occur in a cycle, independently.
 */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/rows.h"
#include "models/snbep/skx/pci.h"

#include <string.h>

SKX_PCI_REGS(0x318, 0x350, 0x378, REG_RW);

const struct reg_bank skx_upi_bank = {
    "upi", "monitor of a UPI link", REG_SPACE_PCI, REG_BANK_TABLE(regs)};

/* Most flits and credits of a queue: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub m3_byp_blocked[] = {
    BOX_BITS5("FLOWQ_AD_VNA_LE2", "FLOWQ_BL_VNA_EQ0", "FLOWQ_AK_VNA_LE3", "BGF_CRD", "GV_BLOCK")};
static const struct box_sub m3_rxq_blocked[] = {
    BOX_BITS7("FLOWQ_AD_VNA_LE2", "FLOWQ_AD_VNA_BTW_2_THRESH", "FLOWQ_BL_VNA_EQ0",
        "FLOWQ_BL_VNA_BTW_0_THRESH", "FLOWQ_AK_VNA_LE3", "BGF_CRD", "GV_BLOCK")};
static const struct box_sub flowq_no_vna_crd[] = {BOX_BITS8("AD_VNA_EQ0", "AD_VNA_EQ1",
    "AD_VNA_EQ2", "BL_VNA_EQ0", "AK_VNA_EQ0", "AK_VNA_EQ1", "AK_VNA_EQ2", "AK_VNA_EQ3")};
static const struct box_sub txl0p_clk_active[] = {
    BOX_BITS8("CFG_CTL", "RXQ", "RXQ_BYPASS", "RXQ_CRED", "TXQ", "RETRY", "DFX", "SPARE")};
static const struct box_sub rxl_inserts[] = {BOX_BITS3("SLOT0", "SLOT1", "SLOT2")};
static const struct box_sub rxl_slot_bypass[] = {
    BOX_BITS6("S0_RXQ1", "S0_RXQ2", "S1_RXQ0", "S1_RXQ2", "S2_RXQ0", "S2_RXQ1")};
static const struct box_sub req_slot2_from_m3[] = {BOX_BITS4("VNA", "VN0", "VN1", "ACK")};
static const struct box_sub flits[] = {BOX_BITS4("SLOT0", "SLOT1", "SLOT2", "DATA"),
    {"ALL_DATA", 0x0f}, {"LLCRD", 0x10}, {"ALL_NULL", 0x27}, {"LLCTRL", 0x40}, {"IDLE", 0x47},
    {"PROTHDR", 0x80}, {"NON_DATA", 0x97}};
static const struct box_sub headers[] = {{"REQ", 0x08}, {"SNP", 0x09}, {"RSP_NODATA", 0x0a},
    {"RSP_DATA", 0x0c}, {"WB", 0x0d}, {"NCB", 0x0e}, {"NCS", 0x0f}};
/* A unit for each class of messages. */
static const uint32_t header_units[] = {
    1u << 0x0, 1u << 0x1, 1u << 0x2, 1u << 0x4, 1u << 0x5, 1u << 0x6, 1u << 0x7};

#define EVENTS(E)                                                                                  \
    E(TxL_FLITS, 0x02, BOX_EACH(1), BOX_SUBS(flits),                                               \
        .prose = "flits sent: slots with data, or whole ones by their kind")                       \
    E(RxL_FLITS, 0x03, BOX_EACH(1), BOX_SUBS(flits), .prose = "the same for flits received")       \
    E(TxL_BASIC_HDR_MATCH, 0x04,                                                                   \
        BOX_COUNTS(headers, "headers sent that match a class of messages, and an opcode"),         \
        .units = header_units)                                                                     \
    E(RxL_BASIC_HDR_MATCH, 0x05, BOX_COUNTS(headers, "the same for headers received"),             \
        .units = header_units)                                                                     \
    E(CLOCKTICKS, 0x01, BOX_CLOCK,                                                                 \
        .prose = "cycles of the link's clock, an eighth of its transfers")                         \
    E(RxL_CRC_LLR_REQ_TRANSMIT, 0x08, BOX_COUNT("retries that the link layer asked for"))          \
    E(RxL_CRC_ERRORS, 0x0b, BOX_COUNT("CRC errors found"))                                         \
    E(DIRECT_ATTEMPTS, 0x12,                                                                       \
        BOX_PAIR("D2C", "D2U", "attempts to send data directly to the core or to UPI"))            \
    E(M3_BYP_BLOCKED, 0x14,                                                                        \
        BOX_CYCLES(                                                                                \
            m3_byp_blocked, "cycles in which the bypass to M3UPI is blocked, by the reason"))      \
    E(M3_RXQ_BLOCKED, 0x15,                                                                        \
        BOX_CYCLES(m3_rxq_blocked,                                                                 \
            "cycles in which the receive queue to M3UPI is blocked, by the reason"))               \
    E(M3_CRD_RETURN_BLOCKED, 0x16, BOX_COUNT("cycles in which credits cannot be returned"))        \
    E(FLOWQ_NO_VNA_CRD, 0x18,                                                                      \
        BOX_CYCLES(flowq_no_vna_crd, "cycles in which a queue has so few VNA credits"))            \
    E(PHY_INIT_CYCLES, 0x20, BOX_COUNT("cycles in which the physical layer is initialised"))       \
    E(L1_POWER_CYCLES, 0x21, BOX_COUNT("cycles in which the link is shut down, L1"))               \
    E(POWER_L1_REQ, 0x22, BOX_COUNT("requests to enter L1"))                                       \
    E(POWER_L1_NACK, 0x23, BOX_COUNT("such requests that were refused"))                           \
    E(RxL0_POWER_CYCLES, 0x24, BOX_COUNT("cycles in which the receiving side is in L0"))           \
    E(RxL0P_POWER_CYCLES, 0x25,                                                                    \
        BOX_COUNT("cycles in which the receiving side is in L0p, half as wide"))                   \
    E(TxL0_POWER_CYCLES, 0x26, BOX_COUNT("cycles in which the sending side is in L0"))             \
    E(TxL0P_POWER_CYCLES, 0x27, BOX_COUNT("cycles in which the sending side is in L0p"))           \
    E(TxL0P_POWER_CYCLES_LL_ENTER, 0x28, BOX_COUNT("cycles from the decision for L0p to it"))      \
    E(TxL0P_POWER_CYCLES_M3_EXIT, 0x29, BOX_COUNT("cycles from the decision against L0p to L0"))   \
    E(TxL0P_CLK_ACTIVE, 0x2a,                                                                      \
        BOX_CYCLES(txl0p_clk_active, "cycles with a clock that L0p could save, by who needs it"))  \
    E(RxL_INSERTS, 0x30, BOX_COUNTS(rxl_inserts, "allocations in the receive queue"))              \
    E(RxL_BYPASSED, 0x31, BOX_COUNTS(rxl_inserts, "flits that bypassed the receive queue"))        \
    E(RxL_OCCUPANCY, 0x32, BOX_LEVELS(rxl_inserts, "flits in the receive queue"))                  \
    E(RxL_SLOT_BYPASS, 0x33,                                                                       \
        BOX_COUNTS(rxl_slot_bypass, "slots that bypassed their queue to another"))                 \
    E(RxL_CREDITS_CONSUMED_VNA, 0x38, BOX_COUNT("VNA credits used"))                               \
    E(RxL_CREDITS_CONSUMED_VN0, 0x39, BOX_COUNT("VN0 credits used"))                               \
    E(RxL_CREDITS_CONSUMED_VN1, 0x3a, BOX_COUNT("VN1 credits used"))                               \
    E(TxL_INSERTS, 0x40, BOX_COUNT("allocations in the send queue"))                               \
    E(TxL_BYPASSED, 0x41, BOX_COUNT("flits that bypassed the send queue"))                         \
    E(TxL_OCCUPANCY, 0x42, BOX_LEVEL("flits in the send queue"))                                   \
    E(VNA_CREDIT_RETURN_OCCUPANCY, 0x44, BOX_LEVEL("VNA credits that wait to be returned"))        \
    E(VNA_CREDIT_RETURN_BLOCKED_VN01, 0x45,                                                        \
        BOX_COUNT("cycles in which VNA credits wait for VN0 or VN1"))                              \
    E(REQ_SLOT2_FROM_M3, 0x46, BOX_COUNTS(req_slot2_from_m3, "requests of M3UPI for slot 2"))

BOX_EVENT_LIST(events, EVENTS);

/* ---- headers ---- */

/* The umask has a class of messages in bits 3:0, of which bit 3 is always set,
 * and an opcode in bits 7:4. Bit 0 of its extension enables the opcode. Marks
 * are the opcode. */
enum { OPCODE = 4, BY_OPCODE = 0x1, MOST_OPCODE = 0xf };

static bool header_counts(uint64_t umask, uint64_t ext, const struct box_flow *flow)
{
    bool of_class = (umask & MOST_OPCODE) == (8u | flow->unit);

    return of_class && (!(ext & BY_OPCODE) || umask >> OPCODE == flow->marks);
}

static bool selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    uint64_t umask = reg_get(reg, SKX_CTL_UMASK, ctl);

    if (event->units)
        return header_counts(umask, reg_get(reg, SKX_CTL_UMASK_EXT, ctl), flow);
    return box_units_selected(event, (uint8_t)umask) >> flow->unit & 1;
}

static bool mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks)
{
    (void)type;
    if (strcmp(name, "opc") || value > MOST_OPCODE)
        return false;
    *marks = value;
    return true;
}

static const struct box_control control = SKX_PCI_CONTROL;

const struct box_type skx_upi_type = {
    SKX_PCI_TYPE(skx_upi_bank),
    .name = "upi",
    .selects = selects,
    .mark = mark,
    .marks = "opc=0 to 15",
    .events = &events,
    .clock = BOX_QFCLK,
    .control = &control,
};
