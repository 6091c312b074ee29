/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers by name, and their values as text. The expected bits are typed
 * again from the manuals' tables (Intel 327043-001 tables 2-59 to 2-64,
 * LGA-2011 datasheet volume 2 section 4.6.2.5). */
#include "harness/hardware/registers.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/hardware/bit_diagram.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/encode.h"
#include "harness/trace/accesses.h"
#include "models/snbep/snbep.h"
#include "tests/snbep_blocks.h"
#include "tests/tap.h"

struct manual_field {
    const char *bits;
    const char *name; /* NULL: reserved */
    const char *access;
};

static const struct reg *find(const char *path)
{
    struct register_place place;
    g_autoptr(GError) error = NULL;

    if (!register_find(path, &place, &error)) {
        printf("# %s\n", error->message);
        return NULL;
    }
    return place.reg;
}

/* Checks that @path has exactly the fields of @manual, which ends with bits of
 * NULL, in this order. */
static void check_fields(const char *path, const struct manual_field *manual)
{
    const struct reg *reg = find(path);
    unsigned i = 0;

    ok(reg != NULL, "%s exists", path);
    for (; reg && manual[i].bits && i < reg->n_fields; i++) {
        const struct reg_field *f = &reg->fields[i];
        g_autoptr(GString) bits = g_string_new(NULL);
        register_append_bits(bits, reg, reg_field_mask(reg, f));
        is_str(bits->str, manual[i].bits, "%s: bits of %s", path, f->name);
        is_str(
            register_access_word(f->access), manual[i].access, "%s: access of %s", path, bits->str);
        if (manual[i].name)
            is_str(f->name, manual[i].name, "%s: name of %s", path, bits->str);
        is_u64(f->reset, 0, "%s: reset of %s", path, bits->str);
    }
    ok(reg && !manual[i].bits && i == reg->n_fields, "%s has no other fields", path);
}

static void test_fields(void)
{
    static const struct manual_field ctl[] = {{"31:24", "thresh", "RW"}, {"23", "invert", "RW"},
        {"22", "en", "RW"}, {"21:19", NULL, "RV"}, {"18", "edge_det", "RW"}, {"17:16", NULL, "RV"},
        {"15:8", "umask", "RW"}, {"7:0", "ev_sel", "RW"}, {NULL, NULL, NULL}};
    static const struct manual_field fixed_ctl[] = {{"31:23", NULL, "RV"}, {"22", "en", "RW"},
        {"21:20", NULL, "RV"}, {"19", "rst", "WO"}, {"18:0", NULL, "RV"}, {NULL, NULL, NULL}};
    static const struct manual_field silicon[] = {{"31:18", NULL, "RV"}, {"17", "ov_en", "RW"},
        {"16", "frz_en", "RW"}, {"15:9", NULL, "RV"}, {"8", "frz", "RW"}, {"7:2", NULL, "RV"},
        {"1", "rst_ctrs", "WO"}, {"0", "rst_ctrl", "WO"}, {NULL, NULL, NULL}};
    static const struct manual_field guide[] = {{"31:18", NULL, "RV"}, {"17", NULL, "RV"},
        {"16", "frz_en", "WO"}, {"15:9", NULL, "RV"}, {"8", "frz", "WO"}, {"7:2", NULL, "RV"},
        {"1", NULL, "RV"}, {"0", NULL, "RV"}, {NULL, NULL, NULL}};
    static const struct manual_field ctr[] = {
        {"63:48", NULL, "RV"}, {"47:0", "event_count", "RW"}, {NULL, NULL, NULL}};

    check_fields("snbep.imc.PMON_CTL0", ctl);
    check_fields("snbep.imc.PMON_CTL3", ctl);
    check_fields("snbep.imc-guide.PMON_CTL0", ctl);
    check_fields("snbep.imc.PMON_FIXED_CTL", fixed_ctl);
    check_fields("snbep.imc.PMON_BOX_CTL", silicon);
    check_fields("snbep.imc-guide.PMON_BOX_CTL", guide);
    check_fields("snbep.imc.PMON_CTR0", ctr);
    check_fields("snbep.imc.PMON_FIXED_CTR", ctr);
}

static void test_map(void)
{
    static const struct {
        const char *path;
        unsigned offset, width;
    } map[] = {{"imc.PMON_CTR0", 0xa0, 64}, {"imc.PMON_CTR1", 0xa8, 64},
        {"imc.PMON_CTR2", 0xb0, 64}, {"imc.PMON_CTR3", 0xb8, 64}, {"imc.PMON_FIXED_CTR", 0xd0, 64},
        {"imc.PMON_CTL0", 0xd8, 32}, {"imc.PMON_CTL1", 0xdc, 32}, {"imc.PMON_CTL2", 0xe0, 32},
        {"imc.PMON_CTL3", 0xe4, 32}, {"imc.PMON_FIXED_CTL", 0xf0, 32},
        {"imc.PMON_BOX_CTL", 0xf4, 32}, {"imc.PMON_UNIT_STATUS", 0xf8, 32},
        {"ubox.CPUNODEID", 0x40, 32}, {"ubox.GIDNIDMAP", 0x54, 32}};

    for (size_t i = 0; i < G_N_ELEMENTS(map); i++) {
        const struct reg *reg = find(map[i].path);
        ok(reg && reg->offset == map[i].offset && reg->width == map[i].width,
            "%s is at %x and has %u bits", map[i].path, map[i].offset, map[i].width);
    }
}

static void test_paths(void)
{
    static const char *const same[] = {"snbep.imc.PMON_CTL2", "imc.PMON_CTL2", "IMC.pmon_ctl2",
        "SnbEp.Imc3.Pmon_Ctl2", "imc0.PMON_CTL2", "s1.imc3.PMON_CTL2", "snbep.S1.IMC0.PMON_CTL2"};
    struct register_place place;

    for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
        g_autofree char *name =
            register_place_find(same[i], &place, NULL) ? register_place_name(&place) : NULL;
        is_str(name, "snbep.imc.PMON_CTL2", "%s is named in full", same[i]);
    }
    ok(register_place_find("ibs_op_data3", &place, NULL) && !strcmp(place.bank->name, "ibs"),
        "a register by its own name, which variants of the block also have");
    ok(register_place_find("snbep", &place, NULL) && !place.bank, "a machine");
    ok(register_place_find("ubox-msr", &place, NULL) && !strcmp(place.bank->name, "ubox-msr") &&
            !place.reg,
        "a block whose name begins with another one's");
    ok(register_place_find("cbo7.FILTER", &place, NULL) && place.reg->offset == 0x14,
        "a numbered register");
}

static void check_refused(const char *path, const char *message)
{
    struct register_place place;
    g_autoptr(GError) error = NULL;

    ok(!register_find(path, &place, &error), "'%s' is refused", path);
    ok(g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_USAGE), "'%s': as wrong usage", path);
    ok(error && g_str_has_prefix(error->message, message), "'%s': %s", path, message);
    if (error && !g_str_has_prefix(error->message, message))
        printf("# got: %s\n", error->message);
}

static void test_wrong_paths(void)
{
    check_refused("imx.PMON_CTL0",
        "no machine, block or register 'imx'; did you mean imc? The machines: snbep, ");
    check_refused("PMON_CTL0", "several blocks have a register 'PMON_CTL0': expected one of "
                               "snbep.imc.PMON_CTL0, snbep.imc-icx.PMON_CTL0, ");
    check_refused("PMON_CTR", "no machine, block or register 'PMON_CTR'; did you mean ");
    check_refused("", "no machine, block or register ''; the machines: ");
    check_refused("snbep.imx.PMON_CTL0",
        "snbep has no block 'imx'; did you mean imc? There are: imc, imc-guide, imc-ivt, ");
    check_refused(
        "snbep.", "'snbep.' is a machine: expected a register, such as snbep.imc.PMON_CTR0");
    check_refused("imc.PMON_CTL4", "snbep.imc has no register 'PMON_CTL4'; did you mean PMON_CTL0? "
                                   "There are: PMON_CTR0, PMON_CTR1, ");
    check_refused(
        "imc.PMON_CTL0.en", "snbep.imc has no register 'PMON_CTL0.en'; did you mean PMON_CTL0? ");
    check_refused(
        "snbep.ubox", "'snbep.ubox' is a block: expected a register, such as snbep.ubox.CPUNODEID");
    check_refused("s2.imc0.PMON_CTL0", "no machine, block or register 's2'; ");
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        gboolean good;
        guint64 value;
    } cases[] = {{"0", TRUE, 0}, {"010", TRUE, 10}, {"0x10", TRUE, 16}, {"0XfF", TRUE, 255},
        {"18446744073709551615", TRUE, G_MAXUINT64}, {"0xffffffffffffffff", TRUE, G_MAXUINT64},
        {"18446744073709551616", FALSE, 0}, {"0x10000000000000000", FALSE, 0}, {"", FALSE, 0},
        {"0x", FALSE, 0}, {"-1", FALSE, 0}, {"+1", FALSE, 0}, {" 1", FALSE, 0}, {"1 ", FALSE, 0},
        {"ff", FALSE, 0}, {"0xg", FALSE, 0}, {"1e3", FALSE, 0}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint64 value = 0;
        ok(register_parse_number(cases[i].text, &value) == cases[i].good, "'%s' is %s number",
            cases[i].text, cases[i].good ? "a" : "no");
        if (cases[i].good)
            is_u64(value, cases[i].value, "'%s'", cases[i].text);
    }
}

static void check_text(const char *path, guint64 value, guint64 lanes, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);

    register_append_fields(text, &snbep_model, find(path), value, lanes);
    is_str(text->str, expected, "%s 0x%" PRIx64 ": '%s'", path, value, expected);
}

static void test_text(void)
{
    check_text("imc.PMON_CTL0", 0x00400304, UINT32_MAX, "en=1 umask=RD ev_sel=CAS_COUNT");
    check_text("imc.PMON_CTL0", 0x00400c04, UINT32_MAX, "en=1 umask=WR ev_sel=CAS_COUNT");
    check_text("imc.PMON_CTL0", 0x01c40080, UINT32_MAX,
        "thresh=1 invert=1 en=1 edge_det=1 ev_sel=RPQ_OCCUPANCY");
    check_text("imc.PMON_CTL0", 0x00400000, UINT32_MAX, "en=1 ev_sel=CLOCKTICKS");
    check_text("imc.PMON_CTL0", 0, UINT32_MAX, "");
    check_text("imc.PMON_CTL0", 0x00400904, UINT32_MAX, "en=1 umask=9 ev_sel=CAS_COUNT");
    check_text("imc.PMON_CTL0", 0x004000ff, UINT32_MAX, "en=1 ev_sel=0xff");
    check_text("imc.PMON_CTL0", 0x00080004, UINT32_MAX, "rsv[21:19]=1 ev_sel=CAS_COUNT");
    check_text("imc.PMON_CTL0", 0x00400304, 0x000000ff, "ev_sel=CAS_COUNT");
    check_text("imc.PMON_BOX_CTL", 0x10003, UINT32_MAX, "frz_en=1 rst_ctrs=1 rst_ctrl=1");
    check_text(
        "imc-guide.PMON_BOX_CTL", 0x10003, UINT32_MAX, "frz_en=1 rst_ctrs[1]=1 rst_ctrl[0]=1");
    check_text("imc.PMON_BOX_CTL", 0x10100, UINT32_MAX, "frz_en=1 frz=1");
    check_text("imc.PMON_FIXED_CTL", 0x480000, UINT32_MAX, "en=1 rst=1");
    check_text("imc.PMON_CTR0", 0x123456789abc, UINT64_MAX, "event_count=20015998343868");
    check_text("imc.PMON_CTR0", 0x4000, UINT32_MAX, "event_count[31:0]=16384");
    check_text(
        "imc.PMON_CTR0", 0x12300000000, UINT64_C(0xffffffff00000000), "event_count[47:32]=291");
    check_text("pci.DEVICE_ID", 0x3cb0, 0xffff, "");
}

static void check_encode(const char *path, const char *words, guint64 expected)
{
    g_auto(GStrv) fields = g_strsplit(words, " ", -1);
    g_autoptr(GError) error = NULL;
    guint64 value = 0;

    ok(encode_fields(&snbep_model, find(path), fields, &value, &error), "%s can be encoded", words);
    is_u64(value, expected, "%s %s", path, words);
}

static void check_no_encode(const char *path, const char *words, const char *message)
{
    g_auto(GStrv) fields = g_strsplit(words, " ", -1);
    g_autoptr(GError) error = NULL;
    guint64 value;

    ok(!encode_fields(&snbep_model, find(path), fields, &value, &error), "%s %s is refused", path,
        words);
    is_str(error ? error->message : NULL, message, "%s: the complaint", words);
}

static void test_encode(void)
{
    check_encode("imc.PMON_CTL0", "en=1 ev_sel=CAS_COUNT umask=RD", 0x00400304);
    check_encode("imc.PMON_CTL0", "umask=RD ev_sel=CAS_COUNT en=1", 0x00400304);
    check_encode("imc.PMON_CTL0", "UMASK=wr EV_SEL=cas_count", 0x0c04);
    check_encode("imc.PMON_CTL0", "umask=RANK7 ev_sel=0x83", 0x8083);
    check_encode("imc.PMON_CTL0", "umask=3 ev_sel=4", 0x0304);
    check_encode("imc.PMON_CTL0", "thresh=255 invert=1 edge_det=1", 0xff840000);
    check_encode("imc.PMON_BOX_CTL", "frz=1 frz_en=1 rst_ctrl=1", 0x10101);
    check_encode("imc.PMON_FIXED_CTL", "en=1 rst=1", 0x480000);
    check_encode("imc.PMON_CTR0", "event_count=0xffffffffffff", UINT64_C(0xffffffffffff));
    check_no_encode("imc.PMON_CTL0", "en", "'en': expected FIELD=VALUE");
    check_no_encode("imc.PMON_CTL0", "event=4",
        "PMON_CTL0 has no field 'event'; there are: thresh, invert, en, edge_det, umask, ev_sel");
    check_no_encode("imc.PMON_CTL0", "rsv=1",
        "PMON_CTL0: 'rsv' is reserved; fields are: thresh, invert, en, edge_det, umask, ev_sel");
    check_no_encode("imc-guide.PMON_BOX_CTL", "rst_ctrl=1",
        "PMON_BOX_CTL: 'rst_ctrl' is reserved; fields are: frz_en, frz");
    check_no_encode("imc.PMON_CTL0", "umask=256 ev_sel=4",
        "umask: value '256' is too large for bits 15:8: expected at most 0xff");
    check_no_encode(
        "imc.PMON_CTL0", "en=2", "en: value '2' is too large for bit 22: expected at most 0x1");
    check_no_encode("imc.PMON_CTL0", "en=1 EN=0", "en is given twice");
    check_no_encode("imc.PMON_CTL0", "umask=PAGE_MISS ev_sel=PREEMPTION",
        "umask: value 'PAGE_MISS': expected a number, or one of RD_PREEMPT_RD, RD_PREEMPT_WR");
    check_no_encode("imc.PMON_CTL0", "umask=RD", "umask: value 'RD': expected a number");
    check_no_encode("imc.PMON_CTL0", "en=-1", "en: value '-1': expected a number");
}

/* A register's text contains all of its value except reserved bits. */
static void test_round_trip(void)
{
    const struct reg *reg = find("imc.PMON_CTL0");
    guint64 mask = ~reg_access_mask(reg, REG_RV) & UINT32_MAX, wrong = 0;
    guint32 random = 1;

    for (unsigned i = 0; i < 20000; i++) {
        guint64 value = (random = random * 1664525u + 1013904223u) & mask, back;
        g_autoptr(GString) text = g_string_new(NULL);
        if (i % 2) /* half of them with an event that has sub-events */
            value = (value & ~G_GUINT64_CONSTANT(0xff)) | 4;
        register_append_fields(text, &snbep_model, reg, value, UINT32_MAX);
        g_auto(GStrv) words = g_strsplit(text->str, " ", -1);
        wrong += !encode_fields(&snbep_model, reg, words, &back, NULL) || back != value;
    }
    is_u64(wrong, 0, "values whose text does not encode to the same value");
}

static void test_blocks(void)
{
    struct register_place place;
    g_autofree char *imc = NULL, *ubox = NULL, *guide = NULL;

    ok(register_place_find("snbep.imc", &place, NULL), "snbep.imc exists");
    imc = blocks_text(place.machine->model, place.bank);
    is_str(imc, "imc0 to imc3, s1.imc0 to s1.imc3", "blocks of imc");
    ok(register_place_find("snbep.ubox", &place, NULL), "snbep.ubox exists");
    ubox = blocks_text(place.machine->model, place.bank);
    is_str(ubox, "ubox, s1.ubox", "blocks of ubox");
    ok(register_place_find("snbep.imc-guide", &place, NULL), "snbep.imc-guide exists");
    guide = blocks_text(place.machine->model, place.bank);
    is_str(guide, "", "blocks of imc-guide");
}

static void check_access(unsigned block, unsigned offset, unsigned size, const char *expected)
{
    struct trace_record record = {.block = block, .offset = offset, .size = (uint8_t)size};
    struct access_place place;
    g_autoptr(GString) name = g_string_new(NULL);

    ok(access_place_find(&snbep_model, &record, &place), "block %u exists", block);
    access_append_name(name, &place);
    is_str(name->str, expected, "%u bytes at 0x%x of block %u", size, offset, block);
}

static void test_accesses(void)
{
    check_access(E5_BLOCK(BOX_IMC, 0), 0xd8, 4, "imc0.PMON_CTL0");
    check_access(E5_BLOCK(BOX_IMC, 3), 0xa0, 4, "imc3.PMON_CTR0[31:0]");
    check_access(E5_SOCKET_1 + E5_BLOCK(BOX_IMC, 0), 0xa4, 4, "s1.imc0.PMON_CTR0[63:32]");
    check_access(E5_BLOCK(BOX_IMC, 0), 0xa0, 8, "imc0.PMON_CTR0");
    check_access(E5_BLOCK(BOX_IMC, 0), 0xd9, 1, "imc0.PMON_CTL0[15:8]");
    check_access(E5_BLOCK(BOX_IMC, 0), 0x4c, 4, "imc0+0x4c");
    check_access(E5_BLOCK(SNBEP_BLOCK_PCI, 0), 0x8000, 4, "pci 10.0 VENDOR_ID..");
    check_access(E5_BLOCK(SNBEP_BLOCK_PCI, 0), 0x9d02, 2, "pci 13.5 DEVICE_ID");
    check_access(E5_BLOCK(SNBEP_BLOCK_PCI, 0), 0x803c, 1, "pci 10.0+0x3c");
    check_access(E5_BLOCK(BOX_CBO, 0), 0x4, 8, "cbo0.BOX_CTL");
}

static void check_value(
    unsigned offset, unsigned size, const char *path, guint64 value, guint64 expected)
{
    struct trace_record record = {
        .block = E5_BLOCK(BOX_IMC, 0), .offset = offset, .size = (uint8_t)size};
    struct access_place place;

    access_place_find(&snbep_model, &record, &place);
    is_u64(access_value(&place, find(path), value), expected, "%u bytes at 0x%x in %s", size,
        offset, path);
}

static void test_access_values(void)
{
    check_value(0xa0, 4, "imc.PMON_CTR0", 0x11223344, 0x11223344);
    check_value(0xa4, 4, "imc.PMON_CTR0", 0x1122, UINT64_C(0x112200000000));
    check_value(0xd9, 1, "imc.PMON_CTL0", 0x03, 0x300);
    check_value(0xd8, 8, "imc.PMON_CTL1", UINT64_C(0x0040000100000304), 0x400001);
    check_value(0xd8, 8, "imc.PMON_CTL0", UINT64_C(0x0040000100000304), 0x304);
    check_value(0xd8, 4, "imc.PMON_CTL1", 0x304, 0);
}

/* IBM's numbering, where bit 0 is the most significant one. */
static void test_msb0(void)
{
    static const struct reg_field fields[] = {{"enable", 0, 0, REG_RW, 0, ""},
        {"rsv", 1, 3, REG_RV, 0, ""}, {"target", 4, 11, REG_RW, 0, ""},
        {"low", 12, 15, REG_RW, 0, ""}};
    static const struct reg reg = {
        .name = "R", .width = 16, .numbering = REG_MSB0, REG_TABLE(fields)};
    g_autoptr(GString) bits = g_string_new(NULL);
    g_autoptr(GString) drawing = g_string_new(NULL);

    register_append_bits(bits, &reg, 0x0ff0);
    is_str(bits->str, "4:11", "bits count from the left");
    bit_diagram_append(drawing, &reg, OUTPUT_COLUMNS);
    is_str(drawing->str,
        "    0 1      3 4                    11 12       15\n"
        "  +--+--------+-----------------------+-----------+\n"
        "  |  |  rsv   |        target         |    low    |\n"
        "  +--+--------+-----------------------+-----------+\n"
        "   '- enable\n",
        "the drawing counts from the left");
}

/* 80 columns: two rows of 16 bits. A field in both continues in the second. */
static void test_narrow_drawing(void)
{
    static const struct reg_field fields[] = {{"high", 31, 24, REG_RW, 0, ""},
        {"wide", 23, 8, REG_RW, 0, ""}, {"low", 7, 0, REG_RW, 0, ""}};
    static const struct reg reg = {.name = "R", .width = 32, REG_TABLE(fields)};
    g_autoptr(GString) drawing = g_string_new(NULL);

    bit_diagram_append(drawing, &reg, 80);
    is_str(drawing->str,
        "   31                   24 23                   16\n"
        "  +-----------------------+-----------------------+\n"
        "  |         high          |         wide          |\n"
        "  +-----------------------+-----------------------+\n"
        "   15                    8 7                     0\n"
        "  +-----------------------+-----------------------+\n"
        "  |         wide          |          low          |\n"
        "  +-----------------------+-----------------------+\n",
        "a drawing for a narrow terminal");
}

int main(void)
{
    test_fields();
    test_map();
    test_paths();
    test_wrong_paths();
    test_numbers();
    test_text();
    test_encode();
    test_round_trip();
    test_blocks();
    test_accesses();
    test_access_values();
    test_msb0();
    test_narrow_drawing();
    return done_testing();
}
