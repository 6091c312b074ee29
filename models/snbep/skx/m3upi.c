/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the stop between the mesh and a UPI link: events by the list of Skylake-SP (SKX), which
 * gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/skx/mesh_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank skx_m3upi_bank = {
    "m3upi", "monitor of the stop between the mesh and a UPI link", REG_SPACE_PCI, regs, PCI3_BOX_REGS};

/* Entries of queues and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub txc_ad_flq_occupancy[] = {{"VN0_REQ", 0x01}, {"VN0_SNP", 0x02}, {"VN0_RSP", 0x04},
    {"VN0_WB", 0x08}, {"VN1_REQ", 0x10}, {"VN1_SNP", 0x20}, {"VN1_RSP", 0x40}};
static const struct box_sub txc_bl_flq_occupancy[] = {{"VN0_RSP", 0x01}, {"VN0_WB", 0x02}, {"VN0_NCB", 0x04},
    {"VN0_NCS", 0x08}, {"VN1_RSP", 0x10}, {"VN1_WB", 0x20}, {"VN1_NCB", 0x40}, {"VN1_NCS", 0x80}};
static const struct box_sub upi_peer_ad_credits_empty[] = {{"VNA", 0x01}, {"VN0_REQ", 0x02},
    {"VN0_SNP", 0x04}, {"VN0_RSP", 0x08}, {"VN1_REQ", 0x10}, {"VN1_SNP", 0x20}, {"VN1_RSP", 0x40}};
static const struct box_sub upi_peer_bl_credits_empty[] = {{"VNA", 0x01}, {"VN0_RSP", 0x02},
    {"VN0_NCS_NCB", 0x04}, {"VN0_WB", 0x08}, {"VN1_RSP", 0x10}, {"VN1_NCS_NCB", 0x20}, {"VN1_WB", 0x40}};
static const struct box_sub cha_ad_credits_empty[] = {
    {"VNA", 0x01}, {"WB", 0x02}, {"REQ", 0x04}, {"SNP", 0x08}};
static const struct box_sub m2_bl_credits_empty[] = {{"IIO0_IIO1_NCB", 0x01}, {"IIO2_NCB", 0x02},
    {"IIO3_NCB", 0x04}, {"IIO4_NCB", 0x08}, {"IIO5_NCB", 0x10}, {"NCS", 0x20}, {"NCS_SEL", 0x40}};
static const struct box_sub txc_ad_flq_cycles_ne[] = {{"VN0_REQ", 0x01}, {"VN0_SNP", 0x02}, {"VN0_RSP", 0x04},
    {"VN0_WB", 0x08}, {"VN1_REQ", 0x10}, {"VN1_SNP", 0x20}, {"VN1_RSP", 0x40}, {"VN1_WB", 0x80}};
static const struct box_sub txc_ad_flq_bypass[] = {
    {"AD_SLOT0", 0x01}, {"AD_SLOT1", 0x02}, {"AD_SLOT2", 0x04}, {"BL_EARLY_RSP", 0x08}};
static const struct box_sub txc_bl_flq_inserts[] = {{"VN0_NCB", 0x01}, {"VN0_NCS", 0x02}, {"VN0_WB", 0x04},
    {"VN0_RSP", 0x08}, {"VN1_NCB", 0x10}, {"VN1_NCS", 0x20}, {"VN1_WB", 0x40}, {"VN1_RSP", 0x80}};
static const struct box_sub txc_ad_spec_arb_new_msg[] = {{"VN0_REQ", 0x01}, {"VN0_SNP", 0x02},
    {"VN0_WB", 0x08}, {"VN1_REQ", 0x10}, {"VN1_SNP", 0x20}, {"VN1_WB", 0x80}};
static const struct box_sub txc_bl_spec_arb_new_msg[] = {{"VN0_WB", 0x01}, {"VN0_NCB", 0x02},
    {"VN0_NCS", 0x08}, {"VN1_WB", 0x10}, {"VN1_NCB", 0x20}, {"VN1_NCS", 0x80}};
static const struct box_sub txc_ad_snpf_grp1_vn1[] = {{"VN0_PEER_UPI0", 0x01}, {"VN0_PEER_UPI1", 0x02},
    {"VN0_CHA", 0x04}, {"VN1_PEER_UPI0", 0x08}, {"VN1_PEER_UPI1", 0x10}, {"VN1_CHA", 0x20},
    {"VN0_NON_IDLE", 0x40}, {"VN1_NON_IDLE", 0x80}};
static const struct box_sub txc_ad_snpf_grp2_vn1[] = {{"VN0_SNPFP_NONSNP", 0x01}, {"VN1_SNPFP_NONSNP", 0x02},
    {"VN0_SNPFP_VN2SNP", 0x04}, {"VN1_SNPFP_VN0SNP", 0x08}};
static const struct box_sub multi_slot_rcvd[] = {{"AD_SLOT0", 0x01}, {"AD_SLOT1", 0x02}, {"AD_SLOT2", 0x04},
    {"BL_SLOT0", 0x08}, {"AK_SLOT0", 0x10}, {"AK_SLOT2", 0x20}};
static const struct box_sub rxc_bypassed[] = {
    {"AD_S0_IDLE", 0x01}, {"AD_S0_BL_ARB", 0x02}, {"AD_S1_BL_SLOT", 0x04}, {"AD_S2_BL_SLOT", 0x08}};
static const struct box_sub rxc_inserts_vn0[] = {{"AD_REQ", 0x01}, {"AD_SNP", 0x02}, {"AD_RSP", 0x04},
    {"BL_RSP", 0x08}, {"BL_WB", 0x10}, {"BL_NCB", 0x20}, {"BL_NCS", 0x40}};
static const struct box_sub rxc_arb_misc[] = {{"PAR_BIAS_VN0", 0x01}, {"PAR_BIAS_VN1", 0x02},
    {"NO_PROG_AD_VN0", 0x04}, {"NO_PROG_AD_VN1", 0x08}, {"NO_PROG_BL_VN0", 0x10}, {"NO_PROG_BL_VN1", 0x20},
    {"ADBL_PARALLEL_WIN", 0x40}};
static const struct box_sub rxc_held[] = {{"VN0", 0x01}, {"VN1", 0x02}, {"PARALLEL_ATTEMPT", 0x04},
    {"PARALLEL_SUCCESS", 0x08}, {"PARALLEL_AD_LOST", 0x10}, {"PARALLEL_BL_LOST", 0x20},
    {"CANT_SLOT_AD", 0x40}, {"CANT_SLOT_BL", 0x80}};
static const struct box_sub rxc_flit_gen_hdr1[] = {{"ACCUM", 0x01}, {"ACCUM_READ", 0x02},
    {"ACCUM_WASTED", 0x04}, {"AHEAD_BLOCKED", 0x08}, {"AHEAD_MSG", 0x10}, {"PAR", 0x20}, {"PAR_MSG", 0x40},
    {"PAR_FLIT", 0x80}};
static const struct box_sub rxc_flit_gen_hdr2[] = {{"RMSTALL", 0x01}, {"RMSTALL_NOMSG", 0x02}};
static const struct box_sub rxc_flit_not_sent[] = {{"ALL", 0x01}, {"NO_BGF_CRD", 0x02}, {"NO_TXQ_CRD", 0x04},
    {"NO_BGF_NO_MSG", 0x08}, {"NO_TXQ_NO_MSG", 0x10}, {"ONE_TAKEN", 0x20}, {"TWO_TAKEN", 0x40},
    {"THREE_TAKEN", 0x80}};
static const struct box_sub rxc_flits_sent[] = {{"1_MSG", 0x01}, {"2_MSGS", 0x02}, {"3_MSGS", 0x04},
    {"1_MSG_VNX", 0x08}, {"SLOTS_1", 0x10}, {"SLOTS_2", 0x20}, {"SLOTS_3", 0x40}};
static const struct box_sub rxc_flits_data_not_sent[] = {{"ALL", 0x01}, {"NO_BGF", 0x02}, {"NO_TXQ", 0x04}};
static const struct box_sub rxc_flits_slot_bl[] = {{"ALL", 0x01}, {"NEED_DATA", 0x02}, {"P0_WAIT", 0x04},
    {"P1_WAIT", 0x08}, {"P1_NOT_REQ", 0x10}, {"P1_NOT_REQ_BUT_BUBBLE", 0x20}, {"P1_NOT_REQ_NOT_AVAIL", 0x40}};
static const struct box_sub rxc_flits_gen_bl[] = {{"P0_WAIT", 0x01}, {"P1_WAIT", 0x02},
    {"P1P_TO_LIMBO", 0x04}, {"P1P_BUSY", 0x08}, {"P1P_AT_LIMIT", 0x10}, {"P1P_HOLD_P0", 0x20},
    {"P1P_FIFO_FULL", 0x40}};
static const struct box_sub rxc_vna_crd[] = {
    {"USED", 0x01}, {"CORRECTED", 0x02}, {"LT1", 0x04}, {"LT4", 0x08}, {"LT5", 0x10}, {"ANY_IN_USE", 0x20}};
static const struct box_sub vn0_credits_used[] = {
    {"REQ", 0x01}, {"SNP", 0x02}, {"RSP", 0x04}, {"WB", 0x08}, {"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub rxc_crd_misc[] = {
    {"ANY_BGF_FIFO", 0x01}, {"ANY_BGF_PATH", 0x02}, {"NO_D2K_FOR_ARB", 0x04}};
static const struct box_sub rxc_crd_occ[] = {{"VNA_IN_USE", 0x01}, {"FLITS_IN_FIFO", 0x02},
    {"FLITS_IN_PATH", 0x04}, {"TxQ_CRD", 0x08}, {"D2K_CRD", 0x10}, {"P1P_TOTAL", 0x20}, {"P1P_FIFO", 0x40}};
static const struct box_sub rxc_smi3_pftch[] = {
    {"ARRIVED", 0x01}, {"ARB_LOST", 0x02}, {"SLOTTED", 0x04}, {"DROP_OLD", 0x08}, {"DROP_WRAP", 0x10}};

#define EVENTS(E)                                                                                            \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(TxC_AD_FLQ_OCCUPANCY, 0x1c, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(txc_ad_flq_occupancy),   \
        .prose = "entries of the AD send queue, added each cycle")                                           \
    E(TxC_BL_FLQ_OCCUPANCY, 0x1d, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(txc_bl_flq_occupancy),   \
        .prose = "entries of the BL send queue, added each cycle")                                           \
    E(TxC_AK_FLQ_OCCUPANCY, 0x1e, BOX_ADDS(ENTRIES), .counters = BOX_ON_0,                                   \
        .prose = "entries of the AK send queue, added each cycle")                                           \
    E(UPI_PEER_AD_CREDITS_EMPTY, 0x20, BOX_ANY, BOX_SUBS(upi_peer_ad_credits_empty),                         \
        .prose = "cycles without an AD credit of the peer")                                                  \
    E(UPI_PEER_BL_CREDITS_EMPTY, 0x21, BOX_ANY, BOX_SUBS(upi_peer_bl_credits_empty),                         \
        .prose = "cycles without a BL credit of the peer")                                                   \
    E(CHA_AD_CREDITS_EMPTY, 0x22, BOX_ANY, BOX_SUBS(cha_ad_credits_empty),                                   \
        .prose = "cycles without an AD credit of the slices")                                                \
    E(M2_BL_CREDITS_EMPTY, 0x23, BOX_ANY, BOX_SUBS(m2_bl_credits_empty),                                     \
        .prose = "cycles without a BL credit of a stack")                                                    \
    E(TxC_AD_FLQ_CYCLES_NE, 0x27, BOX_ANY, BOX_SUBS(txc_ad_flq_cycles_ne),                                   \
        .prose = "cycles in which the AD send queue is not empty")                                           \
    E(TxC_BL_FLQ_CYCLES_NE, 0x28, BOX_ANY, BOX_SUBS(txc_ad_flq_cycles_ne),                                   \
        .prose = "cycles in which the BL send queue is not empty")                                           \
    E(UPI_PREFETCH_SPAWN, 0x29, BOX_PLAIN, .prose = "prefetches that UPI makes")                             \
    E(D2U_SENT, 0x2a, BOX_PLAIN, .prose = "direct responses to UPI")                                         \
    E(D2C_SENT, 0x2b, BOX_PLAIN, .prose = "direct responses to the core")                                    \
    E(TxC_AD_FLQ_BYPASS, 0x2c, BOX_PLAIN, BOX_SUBS(txc_ad_flq_bypass),                                       \
        .prose = "messages that bypassed the AD send queue")                                                 \
    E(TxC_AD_FLQ_INSERTS, 0x2d, BOX_PLAIN, BOX_SUBS(txc_ad_flq_occupancy),                                   \
        .prose = "allocations in the AD send queue")                                                         \
    E(TxC_BL_FLQ_INSERTS, 0x2e, BOX_PLAIN, BOX_SUBS(txc_bl_flq_inserts),                                     \
        .prose = "allocations in the BL send queue")                                                         \
    E(TxC_AK_FLQ_INSERTS, 0x2f, BOX_PLAIN, .prose = "allocations in the AK send queue")                      \
    E(TxC_AD_ARB_FAIL, 0x30, BOX_PLAIN, BOX_SUBS(txc_ad_flq_cycles_ne), .prose = "lost arbitrations of AD")  \
    E(TxC_AD_SPEC_ARB_NO_OTHER_PEND, 0x32, BOX_PLAIN, BOX_SUBS(txc_ad_flq_cycles_ne),                        \
        .prose = "speculative arbitrations of AD with nothing else pending")                                 \
    E(TxC_AD_SPEC_ARB_NEW_MSG, 0x33, BOX_PLAIN, BOX_SUBS(txc_ad_spec_arb_new_msg),                           \
        .prose = "speculative arbitrations of AD for a new message")                                         \
    E(TxC_AD_SPEC_ARB_CRD_AVAIL, 0x34, BOX_PLAIN, BOX_SUBS(txc_ad_spec_arb_new_msg),                         \
        .prose = "speculative arbitrations of AD with a credit")                                             \
    E(TxC_BL_ARB_FAIL, 0x35, BOX_PLAIN, BOX_SUBS(txc_bl_flq_occupancy), .prose = "lost arbitrations of BL")  \
    E(TxC_BL_SPEC_ARB_NO_OTHER_PEND, 0x37, BOX_PLAIN, BOX_SUBS(txc_bl_flq_occupancy),                        \
        .prose = "speculative arbitrations of BL with nothing else pending")                                 \
    E(TxC_BL_SPEC_ARB_NEW_MSG, 0x38, BOX_PLAIN, BOX_SUBS(txc_bl_spec_arb_new_msg),                           \
        .prose = "speculative arbitrations of BL for a new message")                                         \
    E(TxC_AD_SNPF_GRP1_VN1, 0x3c, BOX_PLAIN, .counters = BOX_ON_0, BOX_SUBS(txc_ad_snpf_grp1_vn1),           \
        .prose = "snoops in several targets, first group")                                                   \
    E(TxC_AD_SNPF_GRP2_VN1, 0x3d, BOX_PLAIN, BOX_SUBS(txc_ad_snpf_grp2_vn1),                                 \
        .prose = "snoops in several targets, second group")                                                  \
    E(MULTI_SLOT_RCVD, 0x3e, BOX_PLAIN, BOX_SUBS(multi_slot_rcvd),                                           \
        .prose = "messages received by their slot")                                                          \
    E(RxC_BYPASSED, 0x40, BOX_PLAIN, BOX_SUBS(rxc_bypassed), .prose = "messages that bypassed the ingress")  \
    E(RxC_INSERTS_VN0, 0x41, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                           \
        .prose = "allocations in the ingress of VN0")                                                        \
    E(RxC_INSERTS_VN1, 0x42, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                           \
        .prose = "allocations in the ingress of VN1")                                                        \
    E(RxC_CYCLES_NE_VN0, 0x43, BOX_ANY, BOX_SUBS(rxc_inserts_vn0),                                           \
        .prose = "cycles in which the ingress of VN0 is not empty")                                          \
    E(RxC_CYCLES_NE_VN1, 0x44, BOX_ANY, BOX_SUBS(rxc_inserts_vn0),                                           \
        .prose = "cycles in which the ingress of VN1 is not empty")                                          \
    E(RxC_OCCUPANCY_VN0, 0x45, BOX_EACH(ENTRIES), BOX_SUBS(rxc_inserts_vn0),                                 \
        .prose = "entries of the ingress of VN0, added each cycle")                                          \
    E(RxC_OCCUPANCY_VN1, 0x46, BOX_EACH(ENTRIES), BOX_SUBS(rxc_inserts_vn0),                                 \
        .prose = "entries of the ingress of VN1, added each cycle")                                          \
    E(RxC_ARB_NOCRED_VN0, 0x47, BOX_ANY, BOX_SUBS(rxc_inserts_vn0),                                          \
        .prose = "arbitrations of VN0 without a credit")                                                     \
    E(RxC_ARB_NOCRED_VN1, 0x48, BOX_ANY, BOX_SUBS(rxc_inserts_vn0),                                          \
        .prose = "arbitrations of VN1 without a credit")                                                     \
    E(RxC_ARB_NOAD_REQ_VN0, 0x49, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                      \
        .prose = "arbitrations of VN0 that asked in vain")                                                   \
    E(RxC_ARB_NOAD_REQ_VN1, 0x4a, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                      \
        .prose = "arbitrations of VN1 that asked in vain")                                                   \
    E(RxC_ARB_LOST_VN0, 0x4b, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                          \
        .prose = "arbitrations of VN0 that were lost")                                                       \
    E(RxC_ARB_LOST_VN1, 0x4c, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                          \
        .prose = "arbitrations of VN1 that were lost")                                                       \
    E(RxC_ARB_MISC, 0x4d, BOX_PLAIN, BOX_SUBS(rxc_arb_misc),                                                 \
        .prose = "arbitrations of the ingress, what has no event of their own")                              \
    E(RxC_PACKING_MISS_VN0, 0x4e, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                      \
        .prose = "messages of VN0 that did not fit into a flit")                                             \
    E(RxC_PACKING_MISS_VN1, 0x4f, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                      \
        .prose = "messages of VN1 that did not fit into a flit")                                             \
    E(RxC_COLLISION_VN0, 0x50, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                         \
        .prose = "messages of VN0 that collided")                                                            \
    E(RxC_COLLISION_VN1, 0x51, BOX_PLAIN, BOX_SUBS(rxc_inserts_vn0),                                         \
        .prose = "messages of VN1 that collided")                                                            \
    E(RxC_HELD, 0x52, BOX_PLAIN, BOX_SUBS(rxc_held), .prose = "headers that were held back, by the reason")  \
    E(RxC_FLIT_GEN_HDR1, 0x53, BOX_PLAIN, BOX_SUBS(rxc_flit_gen_hdr1),                                       \
        .prose = "header flits by how they came about")                                                      \
    E(RxC_FLIT_GEN_HDR2, 0x54, BOX_PLAIN, BOX_SUBS(rxc_flit_gen_hdr2),                                       \
        .prose = "header flits, further ways")                                                               \
    E(RxC_FLIT_NOT_SENT, 0x55, BOX_ANY, BOX_SUBS(rxc_flit_not_sent),                                         \
        .prose = "cycles in which a header flit waits, by the reason")                                       \
    E(RxC_FLITS_SENT, 0x56, BOX_PLAIN, BOX_SUBS(rxc_flits_sent), .prose = "header flits by their messages")  \
    E(RxC_FLITS_DATA_NOT_SENT, 0x57, BOX_ANY, BOX_SUBS(rxc_flits_data_not_sent),                             \
        .prose = "cycles in which a data flit waits, by the reason")                                         \
    E(RxC_FLITS_SLOT_BL, 0x58, BOX_PLAIN, BOX_SUBS(rxc_flits_slot_bl),                                       \
        .prose = "data flits in the first slots")                                                            \
    E(RxC_FLITS_GEN_BL, 0x59, BOX_PLAIN, BOX_SUBS(rxc_flits_gen_bl),                                         \
        .prose = "data flits by how they came about")                                                        \
    E(RxC_FLITS_MISC, 0x5a, BOX_PLAIN, .prose = "cycles that waited for nothing else")                       \
    E(RxC_VNA_CRD, 0x5b, BOX_PLAIN, BOX_SUBS(rxc_vna_crd), .prose = "VNA credits by how many are left")      \
    E(VN0_CREDITS_USED, 0x5c, BOX_PLAIN, BOX_SUBS(vn0_credits_used), .prose = "VN0 credits used")            \
    E(VN1_CREDITS_USED, 0x5d, BOX_PLAIN, BOX_SUBS(vn0_credits_used), .prose = "VN1 credits used")            \
    E(VN0_NO_CREDITS, 0x5e, BOX_ANY, BOX_SUBS(vn0_credits_used), .prose = "cycles without a VN0 credit")     \
    E(VN1_NO_CREDITS, 0x5f, BOX_ANY, BOX_SUBS(vn0_credits_used), .prose = "cycles without a VN1 credit")     \
    E(RxC_CRD_MISC, 0x60, BOX_PLAIN, BOX_SUBS(rxc_crd_misc),                                                 \
        .prose = "credits of the ingress, what has no event of its own")                                     \
    E(RxC_CRD_OCC, 0x61, BOX_EACH(ENTRIES), BOX_SUBS(rxc_crd_occ),                                           \
        .prose = "credits of the ingress in use, added each cycle")                                          \
    E(RxC_SMI3_PFTCH, 0x62, BOX_PLAIN, BOX_SUBS(rxc_smi3_pftch),                                             \
        .prose = "prefetches to memory, by what became of them")                                             \
    MESH_ROWS(E)                                                                                             \
    MESH_AG1_BL_ROW(E, .counters = BOX_ON_0, )

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type skx_m3upi_type = {
    .name = "m3upi",
    .banks = {&skx_m3upi_bank, &skx_m3upi_bank},
    .events = &events,
    .clock = BOX_UCLK,
    .n_counters = 3,
    .ctr0 = PCI3_CTR0,
    .ctl0 = PCI3_CTL0,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = PCI3_BOX_CTL_REG,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &control,
    .frz_alone = true,
};
