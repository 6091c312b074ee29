/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack of I/O. Requests have a port and a class of flow; the control has a
 * mask for each. The buffers of completions use only the class. */
#include "oracle/snbep/signal.h"
#include "oracle/snbep/skx/skx.h"

#include <string.h>

static const struct oracle_sub mask_match[] = {S("BUS0", 0x01), S("BUS0_BUS1", 0x08),
    S("BUS0_NOT_BUS1", 0x04), S("BUS1", 0x02), S("NOT_BUS0_BUS1", 0x10),
    S("NOT_BUS0_NOT_BUS1", 0x20), END};
static const struct oracle_sub vtd_access[] = {S("CTXT_MISS", 0x02), S("L1_MISS", 0x04),
    S("L2_MISS", 0x08), S("L3_MISS", 0x10), S("L4_PAGE_HIT", 0x01), S("TLB1_MISS", 0x80),
    S("TLB_FULL", 0x40), S("TLB_MISS", 0x20), END};
static const struct oracle_sub of_cpu[] = {S("ATOMIC", 0x10), S("ATOMICCMP", 0x20),
    S("MEM_READ", 0x04), S("MEM_WRITE", 0x01), S("MSG", 0x40), S("PEER_READ", 0x08),
    S("PEER_WRITE", 0x02), END};
static const struct oracle_sub by_cpu[] = {S("CFG_READ", 0x40), S("CFG_WRITE", 0x10),
    S("IO_READ", 0x80), S("IO_WRITE", 0x20), S("MEM_READ", 0x04), S("MEM_WRITE", 0x01),
    S("PEER_READ", 0x08), S("PEER_WRITE", 0x02), END};
static const struct oracle_sub inserts[] = {
    ORACLE_NUMBERED("CMPD", 0x03, 0x1), ORACLE_NUMBERED("PORT", 0x04, 0x2), END};
static const struct oracle_sub occupancy[] = {S("CMPD.ALL_PARTS", 0x0f), S("CMPD.PART0", 0x01),
    S("CMPD.PART1", 0x02), S("CMPD.PART2", 0x04), S("CMPD.PART3", 0x08), END};

static const struct oracle_event events[] = {
    CLOCK(0x01),
    {0xc2, 1, "COMP_BUF_INSERTS", inserts, ORACLE_ADDS, 0, 0, 0, true, 0},
    EACH(0xd5, MOST, "COMP_BUF_OCCUPANCY", occupancy, 0xc),
    ADDS(0xc0, 1, "DATA_REQ_BY_CPU", by_cpu, 0xc),
    ADDS(0x83, 1, "DATA_REQ_OF_CPU", of_cpu, 0x3),
    ADDS(0x0f, 1, "LINK_NUM_CORR_ERR", NULL, 0),
    ADDS(0x0e, 1, "LINK_NUM_RETRIES", NULL, 0),
    ADDS(0x21, 1, "MASK_MATCH", NULL, 0),
    ADDS(0x02, 1, "MASK_MATCH_AND", mask_match, 0),
    ADDS(0x03, 1, "MASK_MATCH_OR", mask_match, 0),
    ADDS(0x00, 1, "NOTHING", NULL, 0),
    ADDS(0x82, 1, "SYMBOL_TIMES", NULL, 0),
    ADDS(0xc1, 1, "TXN_REQ_BY_CPU", by_cpu, 0),
    ADDS(0x84, 1, "TXN_REQ_OF_CPU", of_cpu, 0),
    ADDS(0x41, 1, "VTD_ACCESS", vtd_access, 0),
    ADDS(0x40, MOST, "VTD_OCCUPANCY", NULL, 0),
};

/* Linux, SKX_IIO0_MSR_PMON_*. */
static const struct oracle_register registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTR0", 0x1, 8, ORACLE_IS_CTR, 0}, {"CTR1", 0x2, 8, ORACLE_IS_CTR, 1},
    {"CTR2", 0x3, 8, ORACLE_IS_CTR, 2}, {"CTR3", 0x4, 8, ORACLE_IS_CTR, 3},
    {"CTL0", 0x8, 8, ORACLE_IS_CTL, 0}, {"CTL1", 0x9, 8, ORACLE_IS_CTL, 1},
    {"CTL2", 0xa, 8, ORACLE_IS_CTL, 2}, {"CTL3", 0xb, 8, ORACLE_IS_CTL, 3}};
/* Linux, skx_uncore_iio_formats_attr. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1},
    {"inv", 23, 1}, {"thresh", 24, 12}, {"ch_mask", 36, 8}, {"fc_mask", 44, 3}};

static const struct oracle_former formers[] = {{"PAYLOAD_BYTES_IN", "DATA_REQ_OF_CPU"},
    {"PAYLOAD_BYTES_OUT", "DATA_REQ_BY_CPU"}, {"TXN_IN", "TXN_REQ_OF_CPU"},
    {"TXN_OUT", "TXN_REQ_BY_CPU"}, {NULL, NULL}};

/* In the list the port is the end of a name, and covers all classes of flow. */
#define PORT(name, n)                                                                              \
    {                                                                                              \
        name, UINT64_C(1) << (36 + (n)) | UINT64_C(7) << 44                                        \
    }
static const struct oracle_filtered ports[] = {PORT(".part0", 0), PORT(".part1", 1),
    PORT(".part2", 2), PORT(".part3", 3), PORT(".vtd0", 4), PORT(".vtd1", 5), {NULL, 0}};
static const struct oracle_alias names[] = {
    {"llc_misses.pcie_read", UINT64_C(0x71f000000483), 4, "Bytes"},
    {"llc_misses.pcie_write", UINT64_C(0x71f000000183), 4, "Bytes"},
    {"unc_iio_comp_buf_inserts.cmpd.all_parts", UINT64_C(0x40f0000003c2), 1, ""},
    {"unc_iio_comp_buf_inserts.cmpd.part0", UINT64_C(0x4010000003c2), 1, ""},
    {"unc_iio_comp_buf_inserts.cmpd.part1", UINT64_C(0x4020000003c2), 1, ""},
    {"unc_iio_comp_buf_inserts.cmpd.part2", UINT64_C(0x4040000003c2), 1, ""},
    {"unc_iio_comp_buf_inserts.cmpd.part3", UINT64_C(0x4080000003c2), 1, ""},
    {"unc_iio_comp_buf_inserts.port0", UINT64_C(0x7010000004c2), 1, ""},
    {"unc_iio_comp_buf_inserts.port1", UINT64_C(0x7020000004c2), 1, ""},
    {"unc_iio_comp_buf_inserts.port2", UINT64_C(0x7040000004c2), 1, ""},
    {"unc_iio_comp_buf_inserts.port3", UINT64_C(0x7080000004c2), 1, ""},
    {"unc_iio_comp_buf_occupancy.cmpd.all_parts", UINT64_C(0x400000000fd5), 1, ""},
    {"unc_iio_comp_buf_occupancy.cmpd.part0", UINT64_C(0x4000000001d5), 1, ""},
    {"unc_iio_comp_buf_occupancy.cmpd.part1", UINT64_C(0x4000000002d5), 1, ""},
    {"unc_iio_comp_buf_occupancy.cmpd.part2", UINT64_C(0x4000000004d5), 1, ""},
    {"unc_iio_comp_buf_occupancy.cmpd.part3", UINT64_C(0x4000000008d5), 1, ""}, {NULL, 0, 0, NULL}};

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    const struct oracle_event *event =
        &oracle_skx_iio.events[oracle_event_coded(&oracle_skx_iio, ask->code)];
    bool port = ask->more >> part->marks.port & 1, class = ask->more >> (8 + part->marks.fc) & 1;

    if ((ask->code > 0x82 && !class) || (ask->code > 0x82 && ask->code < 0xd5 && !port))
        return false;
    return oracle_units(event, ask->umask) >> part->unit & 1;
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    if (!strcmp(name, "port"))
        return &marks->port;
    return strcmp(name, "fc") ? NULL : &marks->fc;
}

const struct oracle_kind oracle_skx_iio = {
    .pmu = "uncore_iio",
    .list = "unc_iio_",
    .general = 4,
    .bits = 48,
    .fields = {.ev_sel = 0xff,
        .umask = 0xff00,
        .edge = UINT64_C(1) << 18,
        .en = UINT64_C(1) << 22,
        .invert = UINT64_C(1) << 23,
        .thresh = UINT64_C(0xfff) << 24,
        .more = UINT64_C(0x7ff) << 36},
    .numbered = true,
    .names = names,
    .formers = formers,
    .tails = ports,
    .selects = selects,
    .mark = mark,
    KIND_HAS(registers, events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};
