/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The link layer of a UPI link. Bits 3:0 of the umask match a header's class.
 * If bit 0 of the umask's extension is set, bits 7:4 match its opcode. The list
 * of Cascade Lake lacks two events. */
#include "oracle/snbep/kinds/upi.h"
#include "oracle/snbep/signal.h"
#include "oracle/snbep/skx/skx.h"

#include <string.h>

static const struct oracle_sub direct_attempts[] = {S("D2C", 0x01), S("D2U", 0x02), END};
static const struct oracle_sub rxl_basic_hdr_match[] = {ORACLE_NUMBERED("NCB", 0x0e, 0x40),
    ORACLE_NUMBERED("NCS", 0x0f, 0x80), ORACLE_NUMBERED("REQ", 0x08, 0x1),
    ORACLE_NUMBERED("RSP_DATA", 0x0c, 0x10), ORACLE_NUMBERED("RSP_NODATA", 0x0a, 0x4),
    ORACLE_NUMBERED("SNP", 0x09, 0x2), ORACLE_NUMBERED("WB", 0x0d, 0x20), END};
static const struct oracle_sub rxl_flits[] = {S("ALL_DATA", 0x0f), S("ALL_NULL", 0x27),
    S("DATA", 0x08), S("IDLE", 0x47), S("LLCRD", 0x10), S("LLCTRL", 0x40), S("NON_DATA", 0x97),
    S("PROTHDR", 0x80), S("SLOT0", 0x01), S("SLOT1", 0x02), S("SLOT2", 0x04), END};

static const struct oracle_event events[] = {
    UPI_EVENTS,
};

/* Linux, SKX_UPI_PCI_PMON_*. */
static const struct oracle_register registers[] = {PCI_FOUR(0x318, 0x350, 0x378)};
/* Linux, skx_upi_uncore_formats_attr: umask continues in config:32-43,45-55. */
static const struct oracle_format formats[] = {FORMATS, {"umask", 32, 12}, {"umask", 45, 11}};

/* Names with an opcode, and second names of events in the list. */
static const struct oracle_alias names[] = {{"unc_upi_direct_attempts.d2k", UINT64_C(0x212), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.ncb_opc", UINT64_C(0x100000e05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.ncs_opc", UINT64_C(0x100000f05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.req_opc", UINT64_C(0x100000805), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.rsp_data_opc", UINT64_C(0x100000c05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.rsp_nodata_opc", UINT64_C(0x100000a05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.rspcnflt", UINT64_C(0x10000aa05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.rspi", UINT64_C(0x100002a05), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.snp_opc", UINT64_C(0x100000905), 1, ""},
    {"unc_upi_rxl_basic_hdr_match.wb_opc", UINT64_C(0x100000d05), 1, ""},
    {"unc_upi_rxl_flits.null", UINT64_C(0x2003), 1, ""},
    {"unc_upi_rxl_flits.prot_hdr", UINT64_C(0x8003), 1, ""},
    {"unc_upi_rxl_hdr_match.ncb", UINT64_C(0xc05), 1, ""},
    {"unc_upi_rxl_hdr_match.ncs", UINT64_C(0xd05), 1, ""},
    {"unc_upi_rxl_hdr_match.req", UINT64_C(0x805), 1, ""},
    {"unc_upi_rxl_hdr_match.rsp", UINT64_C(0xa05), 1, ""},
    {"unc_upi_rxl_hdr_match.snp", UINT64_C(0x905), 1, ""},
    {"unc_upi_rxl_hdr_match.wb", UINT64_C(0xb05), 1, ""},
    {"unc_upi_txl_basic_hdr_match.ncb_opc", UINT64_C(0x100000e04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.ncs_opc", UINT64_C(0x100000f04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.req_opc", UINT64_C(0x100000804), 1, ""},
    {"unc_upi_txl_basic_hdr_match.rsp_data_opc", UINT64_C(0x100000c04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.rsp_nodata_opc", UINT64_C(0x100000a04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.rspcnflt", UINT64_C(0x10000aa04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.rspi", UINT64_C(0x100002a04), 1, ""},
    {"unc_upi_txl_basic_hdr_match.snp_opc", UINT64_C(0x100000904), 1, ""},
    {"unc_upi_txl_basic_hdr_match.wb_opc", UINT64_C(0x100000d04), 1, ""},
    {"unc_upi_txl_flits.null", UINT64_C(0x2002), 1, ""},
    {"unc_upi_txl_flits.prot_hdr", UINT64_C(0x8002), 1, ""},
    {"unc_upi_txl_hdr_match.data_hdr", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.dual_slot_hdr", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.loc", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.ncb", UINT64_C(0xe04), 1, ""},
    {"unc_upi_txl_hdr_match.ncs", UINT64_C(0xf04), 1, ""},
    {"unc_upi_txl_hdr_match.non_data_hdr", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.rem", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.req", UINT64_C(0x804), 1, ""},
    {"unc_upi_txl_hdr_match.rsp_data", UINT64_C(0xc04), 1, ""},
    {"unc_upi_txl_hdr_match.rsp_nodata", UINT64_C(0xa04), 1, ""},
    {"unc_upi_txl_hdr_match.sgl_slot_hdr", UINT64_C(0x4), 1, ""},
    {"unc_upi_txl_hdr_match.snp", UINT64_C(0x904), 1, ""},
    {"unc_upi_txl_hdr_match.wb", UINT64_C(0xc04), 1, ""},
    {"upi_data_bandwidth_tx", UINT64_C(0xf02), 7.11e-6, "Bytes"}, {NULL, 0, 0, NULL}};

static bool is_header(uint16_t code)
{
    return code == 0x04 || code == 0x05;
}

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_skx_upi, ask->code);

    if (!is_header(ask->code))
        return oracle_units(&oracle_skx_upi.events[index], ask->umask) >> part->unit & 1;
    return (ask->umask & 0xf) == part->unit + 8 &&
           (!(ask->more & 1) || ask->umask >> 4 == part->marks.opc);
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    return strcmp(name, "opc") ? NULL : &marks->opc;
}

const struct oracle_kind oracle_skx_upi = {
    .pmu = "uncore_upi",
    .list = "unc_upi_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS, .more = UINT64_C(0xffefff) << 32},
    .names = names,
    .selects = selects,
    .mark = mark,
    KIND_HAS(registers, events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};
