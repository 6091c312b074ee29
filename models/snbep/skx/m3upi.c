/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the stop between the mesh and a UPI link. Events are from the
 * list of Skylake-SP (SKX), which gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/skx/mesh_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank skx_m3upi_bank = {"m3upi",
    "monitor of the stop between the mesh and a UPI link", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI3_BOX_REGS)};

/* Entries of queues and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub ad_queue[] = {
    BOX_BITS7("VN0_REQ", "VN0_SNP", "VN0_RSP", "VN0_WB", "VN1_REQ", "VN1_SNP", "VN1_RSP")};
static const struct box_sub bl_queue[] = {BOX_BITS8(
    "VN0_RSP", "VN0_WB", "VN0_NCB", "VN0_NCS", "VN1_RSP", "VN1_WB", "VN1_NCB", "VN1_NCS")};
static const struct box_sub peer_ad[] = {
    BOX_BITS7("VNA", "VN0_REQ", "VN0_SNP", "VN0_RSP", "VN1_REQ", "VN1_SNP", "VN1_RSP")};
static const struct box_sub peer_bl[] = {
    BOX_BITS7("VNA", "VN0_RSP", "VN0_NCS_NCB", "VN0_WB", "VN1_RSP", "VN1_NCS_NCB", "VN1_WB")};
static const struct box_sub of_slices[] = {BOX_BITS4("VNA", "WB", "REQ", "SNP")};
static const struct box_sub of_stacks[] = {
    BOX_BITS7("IIO0_IIO1_NCB", "IIO2_NCB", "IIO3_NCB", "IIO4_NCB", "IIO5_NCB", "NCS", "NCS_SEL")};
static const struct box_sub ad_queues[] = {BOX_BITS8(
    "VN0_REQ", "VN0_SNP", "VN0_RSP", "VN0_WB", "VN1_REQ", "VN1_SNP", "VN1_RSP", "VN1_WB")};
static const struct box_sub slots[] = {
    BOX_BITS4("AD_SLOT0", "AD_SLOT1", "AD_SLOT2", "BL_EARLY_RSP")};
static const struct box_sub bl_inserts[] = {BOX_BITS8(
    "VN0_NCB", "VN0_NCS", "VN0_WB", "VN0_RSP", "VN1_NCB", "VN1_NCS", "VN1_WB", "VN1_RSP")};
static const struct box_sub ad_new[] = {BOX_BITS2("VN0_REQ", "VN0_SNP"), {"VN0_WB", 0x08},
    {"VN1_REQ", 0x10}, {"VN1_SNP", 0x20}, {"VN1_WB", 0x80}};
static const struct box_sub bl_new[] = {BOX_BITS2("VN0_WB", "VN0_NCB"), {"VN0_NCS", 0x08},
    {"VN1_WB", 0x10}, {"VN1_NCB", 0x20}, {"VN1_NCS", 0x80}};
static const struct box_sub snoops1[] = {BOX_BITS8("VN0_PEER_UPI0", "VN0_PEER_UPI1", "VN0_CHA",
    "VN1_PEER_UPI0", "VN1_PEER_UPI1", "VN1_CHA", "VN0_NON_IDLE", "VN1_NON_IDLE")};
static const struct box_sub snoops2[] = {
    BOX_BITS4("VN0_SNPFP_NONSNP", "VN1_SNPFP_NONSNP", "VN0_SNPFP_VN2SNP", "VN1_SNPFP_VN0SNP")};
static const struct box_sub received[] = {
    BOX_BITS6("AD_SLOT0", "AD_SLOT1", "AD_SLOT2", "BL_SLOT0", "AK_SLOT0", "AK_SLOT2")};
static const struct box_sub bypassed[] = {
    BOX_BITS4("AD_S0_IDLE", "AD_S0_BL_ARB", "AD_S1_BL_SLOT", "AD_S2_BL_SLOT")};
static const struct box_sub classes[] = {
    BOX_BITS7("AD_REQ", "AD_SNP", "AD_RSP", "BL_RSP", "BL_WB", "BL_NCB", "BL_NCS")};
static const struct box_sub misc[] = {BOX_BITS7("PAR_BIAS_VN0", "PAR_BIAS_VN1", "NO_PROG_AD_VN0",
    "NO_PROG_AD_VN1", "NO_PROG_BL_VN0", "NO_PROG_BL_VN1", "ADBL_PARALLEL_WIN")};
static const struct box_sub held[] = {BOX_BITS8("VN0", "VN1", "PARALLEL_ATTEMPT",
    "PARALLEL_SUCCESS", "PARALLEL_AD_LOST", "PARALLEL_BL_LOST", "CANT_SLOT_AD", "CANT_SLOT_BL")};
static const struct box_sub header1[] = {BOX_BITS8("ACCUM", "ACCUM_READ", "ACCUM_WASTED",
    "AHEAD_BLOCKED", "AHEAD_MSG", "PAR", "PAR_MSG", "PAR_FLIT")};
static const struct box_sub not_sent[] = {BOX_BITS8("ALL", "NO_BGF_CRD", "NO_TXQ_CRD",
    "NO_BGF_NO_MSG", "NO_TXQ_NO_MSG", "ONE_TAKEN", "TWO_TAKEN", "THREE_TAKEN")};
static const struct box_sub sent[] = {
    BOX_BITS7("1_MSG", "2_MSGS", "3_MSGS", "1_MSG_VNX", "SLOTS_1", "SLOTS_2", "SLOTS_3")};
static const struct box_sub waits[] = {BOX_BITS3("ALL", "NO_BGF", "NO_TXQ")};
static const struct box_sub first_slots[] = {BOX_BITS7("ALL", "NEED_DATA", "P0_WAIT", "P1_WAIT",
    "P1_NOT_REQ", "P1_NOT_REQ_BUT_BUBBLE", "P1_NOT_REQ_NOT_AVAIL")};
static const struct box_sub data_flits[] = {BOX_BITS7("P0_WAIT", "P1_WAIT", "P1P_TO_LIMBO",
    "P1P_BUSY", "P1P_AT_LIMIT", "P1P_HOLD_P0", "P1P_FIFO_FULL")};
static const struct box_sub vna[] = {
    BOX_BITS6("USED", "CORRECTED", "LT1", "LT4", "LT5", "ANY_IN_USE")};
static const struct box_sub vn_used[] = {BOX_BITS6("REQ", "SNP", "RSP", "WB", "NCB", "NCS")};
static const struct box_sub credits[] = {
    BOX_BITS3("ANY_BGF_FIFO", "ANY_BGF_PATH", "NO_D2K_FOR_ARB")};
static const struct box_sub credit_use[] = {BOX_BITS7(
    "VNA_IN_USE", "FLITS_IN_FIFO", "FLITS_IN_PATH", "TxQ_CRD", "D2K_CRD", "P1P_TOTAL", "P1P_FIFO")};
static const struct box_sub smi3[] = {
    BOX_BITS5("ARRIVED", "ARB_LOST", "SLOTTED", "DROP_OLD", "DROP_WRAP")};

/* A row for each virtual network, named in the prose. */
#define VN(E, name, code, KIND, before, after)                                                     \
    E(name##_VN0, code, KIND(classes, before "VN0" after))                                         \
    E(name##_VN1, (code) + 1, KIND(classes, before "VN1" after))

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxC_AD_FLQ_OCCUPANCY, 0x1c, ON_0, BOX_LEVELS(ad_queue, "entries of the AD send queue"))      \
    E(TxC_BL_FLQ_OCCUPANCY, 0x1d, ON_0, BOX_LEVELS(bl_queue, "entries of the BL send queue"))      \
    E(TxC_AK_FLQ_OCCUPANCY, 0x1e, ON_0, BOX_LEVEL("entries of the AK send queue"))                 \
    E(UPI_PEER_AD_CREDITS_EMPTY, 0x20,                                                             \
        BOX_CYCLES(peer_ad, "cycles without an AD credit of the peer"))                            \
    E(UPI_PEER_BL_CREDITS_EMPTY, 0x21,                                                             \
        BOX_CYCLES(peer_bl, "cycles without a BL credit of the peer"))                             \
    E(CHA_AD_CREDITS_EMPTY, 0x22,                                                                  \
        BOX_CYCLES(of_slices, "cycles without an AD credit of the slices"))                        \
    E(M2_BL_CREDITS_EMPTY, 0x23, BOX_CYCLES(of_stacks, "cycles without a BL credit of a stack"))   \
    E(TxC_AD_FLQ_CYCLES_NE, 0x27,                                                                  \
        BOX_CYCLES(ad_queues, "cycles in which the AD send queue is not empty"))                   \
    E(TxC_BL_FLQ_CYCLES_NE, 0x28,                                                                  \
        BOX_CYCLES(ad_queues, "cycles in which the BL send queue is not empty"))                   \
    E(UPI_PREFETCH_SPAWN, 0x29, BOX_COUNT("prefetches that UPI makes"))                            \
    E(D2U_SENT, 0x2a, BOX_COUNT("direct responses to UPI"))                                        \
    E(D2C_SENT, 0x2b, BOX_COUNT("direct responses to the core"))                                   \
    E(TxC_AD_FLQ_BYPASS, 0x2c, BOX_COUNTS(slots, "messages that bypassed the AD send queue"))      \
    E(TxC_AD_FLQ_INSERTS, 0x2d, BOX_COUNTS(ad_queue, "allocations in the AD send queue"))          \
    E(TxC_BL_FLQ_INSERTS, 0x2e, BOX_COUNTS(bl_inserts, "allocations in the BL send queue"))        \
    E(TxC_AK_FLQ_INSERTS, 0x2f, BOX_COUNT("allocations in the AK send queue"))                     \
    E(TxC_AD_ARB_FAIL, 0x30, BOX_COUNTS(ad_queues, "lost arbitrations of AD"))                     \
    E(TxC_AD_SPEC_ARB_NO_OTHER_PEND, 0x32,                                                         \
        BOX_COUNTS(ad_queues, "speculative arbitrations of AD with nothing else pending"))         \
    E(TxC_AD_SPEC_ARB_NEW_MSG, 0x33,                                                               \
        BOX_COUNTS(ad_new, "speculative arbitrations of AD for a new message"))                    \
    E(TxC_AD_SPEC_ARB_CRD_AVAIL, 0x34,                                                             \
        BOX_COUNTS(ad_new, "speculative arbitrations of AD with a credit"))                        \
    E(TxC_BL_ARB_FAIL, 0x35, BOX_COUNTS(bl_queue, "lost arbitrations of BL"))                      \
    E(TxC_BL_SPEC_ARB_NO_OTHER_PEND, 0x37,                                                         \
        BOX_COUNTS(bl_queue, "speculative arbitrations of BL with nothing else pending"))          \
    E(TxC_BL_SPEC_ARB_NEW_MSG, 0x38,                                                               \
        BOX_COUNTS(bl_new, "speculative arbitrations of BL for a new message"))                    \
    E(TxC_AD_SNPF_GRP1_VN1, 0x3c, ON_0,                                                            \
        BOX_COUNTS(snoops1, "snoops in several targets, first group"))                             \
    E(TxC_AD_SNPF_GRP2_VN1, 0x3d, BOX_COUNTS(snoops2, "snoops in several targets, second group"))  \
    E(MULTI_SLOT_RCVD, 0x3e, BOX_COUNTS(received, "messages received by their slot"))              \
    E(RxC_BYPASSED, 0x40, BOX_COUNTS(bypassed, "messages that bypassed the ingress"))              \
    VN(E, RxC_INSERTS, 0x41, BOX_COUNTS, "allocations in the ingress of ", "")                     \
    VN(E, RxC_CYCLES_NE, 0x43, BOX_CYCLES, "cycles in which the ingress of ", " is not empty")     \
    VN(E, RxC_OCCUPANCY, 0x45, BOX_LEVELS, "entries of the ingress of ", "")                       \
    VN(E, RxC_ARB_NOCRED, 0x47, BOX_CYCLES, "arbitrations of ", " without a credit")               \
    VN(E, RxC_ARB_NOAD_REQ, 0x49, BOX_COUNTS, "arbitrations of ", " that asked in vain")           \
    VN(E, RxC_ARB_LOST, 0x4b, BOX_COUNTS, "arbitrations of ", " that were lost")                   \
    E(RxC_ARB_MISC, 0x4d,                                                                          \
        BOX_COUNTS(misc, "arbitrations of the ingress without a separate event"))                  \
    VN(E, RxC_PACKING_MISS, 0x4e, BOX_COUNTS, "messages of ", " that did not fit into a flit")     \
    VN(E, RxC_COLLISION, 0x50, BOX_COUNTS, "messages of ", " that collided")                       \
    E(RxC_HELD, 0x52, BOX_COUNTS(held, "headers that were held back, by the reason"))              \
    E(RxC_FLIT_GEN_HDR1, 0x53, BOX_COUNTS(header1, "header flits by how they came about"))         \
    E(RxC_FLIT_GEN_HDR2, 0x54, BOX_PAIR("RMSTALL", "RMSTALL_NOMSG", "header flits, further ways")) \
    E(RxC_FLIT_NOT_SENT, 0x55,                                                                     \
        BOX_CYCLES(not_sent, "cycles in which a header flit waits, by the reason"))                \
    E(RxC_FLITS_SENT, 0x56, BOX_COUNTS(sent, "header flits by their messages"))                    \
    E(RxC_FLITS_DATA_NOT_SENT, 0x57,                                                               \
        BOX_CYCLES(waits, "cycles in which a data flit waits, by the reason"))                     \
    E(RxC_FLITS_SLOT_BL, 0x58, BOX_COUNTS(first_slots, "data flits in the first slots"))           \
    E(RxC_FLITS_GEN_BL, 0x59, BOX_COUNTS(data_flits, "data flits by how they came about"))         \
    E(RxC_FLITS_MISC, 0x5a, BOX_COUNT("cycles that waited for nothing else"))                      \
    E(RxC_VNA_CRD, 0x5b, BOX_COUNTS(vna, "VNA credits by how many are left"))                      \
    E(VN0_CREDITS_USED, 0x5c, BOX_COUNTS(vn_used, "VN0 credits used"))                             \
    E(VN1_CREDITS_USED, 0x5d, BOX_COUNTS(vn_used, "VN1 credits used"))                             \
    E(VN0_NO_CREDITS, 0x5e, BOX_CYCLES(vn_used, "cycles without a VN0 credit"))                    \
    E(VN1_NO_CREDITS, 0x5f, BOX_CYCLES(vn_used, "cycles without a VN1 credit"))                    \
    E(RxC_CRD_MISC, 0x60, BOX_COUNTS(credits, "credits of the ingress without a separate event"))  \
    E(RxC_CRD_OCC, 0x61, BOX_LEVELS(credit_use, "credits of the ingress in use"))                  \
    E(RxC_SMI3_PFTCH, 0x62, BOX_COUNTS(smi3, "prefetches to memory, by their outcome"))            \
    MESH_ROWS(E)                                                                                   \
    MESH_AG1_BL_ROW(E, .counters = BOX_ON_0, )

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type skx_m3upi_type = {
    PCI3_BOX_TYPE(skx_m3upi_bank),
    .name = "m3upi",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
