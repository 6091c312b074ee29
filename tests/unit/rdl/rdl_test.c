/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subset of SystemRDL: what its sentences mean, typed from the standard and
 * docs/systemrdl.md, and mistakes with their lines. */
#include "models/rdl/rdl.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

static struct rdl_file *read_text(const char *text)
{
    char wrong[RDL_WRONG] = "";
    struct rdl_file *file = rdl_read("x.rdl", text, wrong);

    if (!ok(file != NULL, "is read"))
        printf("# %s\n", wrong);
    if (!file)
        exit(done_testing());
    return file;
}

static void is_field(const struct reg *reg, unsigned i, const char *name, unsigned first,
    unsigned last, enum reg_access access)
{
    const struct reg_field *field = &reg->fields[i];

    if (!ok(i < reg->n_fields && !strcmp(field->name, name) && field->first == first &&
                field->last == last && field->access == access,
            "%s.%s[%u:%u] is %s", reg->name, name, first, last, reg_access_word(access)))
        printf("# %s[%u:%u] %s\n", field->name, field->first, field->last,
            reg_access_word(field->access));
}

/* ---- one block, of all that a register can have ---- */

static const char block[] =
    "// a block\n"
    "property pmulab_source { type = string; component = reg; };\n"
    "property pmulab_not_modelled { component = reg | field; type = string; };\n"
    "property pmulab_reserved { type = string; component = reg; };\n"
    "property pmulab_width { type = longint unsigned; component = all; };\n"
    "property pmulab_bits { type = string; component = field; };\n"
    "property pmulab_access { type = string; component = field; };\n"
    "property role { type = string; component = field | reg; }; property odd { type = boolean; "
    "component = reg; };\n"
    "enum way { up = 1'b0 { name = \"going up\"; desc = \"+\"; }; down; };\n"
    "addrmap unit { /* its\n registers */\n"
    "    desc = \"counts \\\"all\\\" \\\\ it sees\"; addressing = compact; lsb0;\n"
    "    default sw = r;\n"
    "    default regwidth = 16;\n"
    "    reg {\n"
    "        name = \"CTL.0\"; desc = \"control of  \n   a counter\"; pmulab_source = \"a "
    "manual\"; odd;\n"
    "        pmulab_not_modelled = \"threads\"; accesswidth = 16;\n"
    "        pmulab_reserved = \"12:11 old: write 0; 3: or 4\n            9: reads as 0\";\n"
    "        enum code { \\reg = 4'd9; };\n"
    "        field { sw = rw; hw = r; encode = code; desc = \"event\"; role = \"event\"; } ev[3:0] "
    "= 4'h9;\n"
    "        field { name = \"en-able\"; sw = rw; encode = way; pmulab_bits = \"4\"; } en[4:4];\n"
    "        field { sw = w; singlepulse; pmulab_access = \"ACTION\"; } rst[5:5] = 0;\n"
    "        field { sw = w; singlepulse = false; reset = 1; } wo[6:6], other[7:7] = 0;\n"
    "        field {} seen[8:8];\n"
    "        field { sw = rw; onwrite = woclr; } ov[10:10];\n"
    "        field { sw = w; pmulab_access = \"ACTION\"; } both[15:14];\n"
    "    } CTL @ 0x2;\n"
    "    reg count { regwidth = 64; field { sw = rw; } value[63:0] = 64'hffff_0000_0000_0001; };\n"
    "    count CTR[2] @ 0x10 += 0x20, LAST @ 0x100;\n"
    "    LAST->desc = \"the last\";\n"
    "    reg { pmulab_width = 8; regwidth = 8; field {} b[7:0]; } BYTES[3] @ 4;\n"
    "};\n";

static void test_control(const struct reg *ctl)
{
    is_str(ctl->name, "CTL.0", "a register's name");
    ok(ctl->offset == 2 && ctl->width == 16 && ctl->numbering == REG_LSB0, "offset and width");
    is_str(ctl->prose, "control of a counter", "prose, in lines");
    is_str(ctl->source, "a manual", "source");
    is_str(ctl->not_modelled, "threads", "the part that is not modelled");
    is_u64(ctl->n_fields, 11, "fields and reserved bits");
    is_field(ctl, 0, "both", 15, 14, REG_ACTION);
    is_field(ctl, 1, "rsv", 13, 13, REG_RV);
    is_str(ctl->fields[1].prose, "reserved", "bits that nothing describes");
    is_field(ctl, 2, "old", 12, 11, REG_RV);
    is_str(ctl->fields[2].prose, "write 0; 3: or 4", "reserved bits with a name and prose");
    is_field(ctl, 3, "ov", 10, 10, REG_RW1C);
    is_field(ctl, 4, "rsv", 9, 9, REG_RV);
    is_str(ctl->fields[4].prose, "reads as 0", "... and with prose alone");
    is_field(ctl, 5, "seen", 8, 8, REG_RO);
    is_field(ctl, 6, "other", 7, 7, REG_WO);
    is_field(ctl, 7, "wo", 6, 6, REG_WO);
    is_field(ctl, 8, "rst", 5, 5, REG_ACTION);
    is_field(ctl, 9, "en-able", 4, 4, REG_RW);
    is_field(ctl, 10, "ev", 3, 0, REG_RW);
    is_str(ctl->fields[10].prose, "event", "a field's prose");
    is_str(ctl->fields[9].prose, "", "... or none");
    is_u64(reg_reset(ctl), 0x0049, "reset values: of the instance, of the property, 0");
}

static void test_values(const struct reg *ctl, const struct rdl_file *file)
{
    const struct reg_value *v = ctl->values;

    ok(v != NULL, "names of values");
    if (!v)
        return;
    ok(v[0].field == 9 && v[0].value == 0 && v[1].field == 9 && v[1].value == 1 &&
            v[2].field == 10 && v[2].value == 9 && !v[3].name,
        "values of two fields");
    is_str(v[0].name, "going up", "a value's name is its property");
    is_str(v[1].name, "down", "... or its word");
    is_str(v[2].name, "reg", "... without its backslash");
    is_u64(file->n_enums, 2, "the file's enums");
    is_str(file->enums[0].id, "way", "... in the order of the text");
    is_str(file->enums[1].id, "code", "... also those within components");
    ok(file->enums[0].values[1].value == 1 && !file->enums[0].values[2].name, "... with values");
}

static void test_block(void)
{
    struct rdl_file *file = read_text(block);
    const struct reg_bank *bank = &file->banks[0].bank;
    static const char *const names[] = {
        "CTL.0", "CTR0", "CTR1", "LAST", "BYTES0", "BYTES1", "BYTES2"};
    static const uint32_t offsets[] = {0x2, 0x10, 0x30, 0x100, 4, 5, 6};

    is_u64(file->n_banks, 1, "an addrmap with registers is a block");
    is_str(bank->name, "unit", "... with its name");
    is_str(bank->prose, "counts \"all\" \\ it sees", "... and its prose");
    ok(bank->space == REG_SPACE_MMIO && file->banks[0].n_places == 1 &&
            !file->banks[0].places[0].base,
        "... in memory, at 0");
    is_u64(bank->n_regs, 7, "all registers, and arrays");
    for (unsigned i = 0; i < 7; i++)
        ok(!strcmp(bank->regs[i].name, names[i]) && bank->regs[i].offset == offsets[i], "%s @ 0x%x",
            names[i], offsets[i]);
    test_control(&bank->regs[0]);
    test_values(&bank->regs[0], file);
    is_u64(reg_reset(&bank->regs[1]), 0xffff000000000001, "64 bits, with '_' between digits");
    ok(bank->regs[1].fields == bank->regs[2].fields, "elements share their fields");
    ok(!bank->regs[1].values, "a register without names of values");
    is_str(bank->regs[3].prose, "the last", "a property of an instance");
    is_str(bank->regs[1].prose, "", "... is not the others'");
    is_str(file->banks[0].types[1], "count", "the name of a register's component");
    is_str(file->banks[0].types[0], NULL, "... which may have none");
    is_u64(bank->regs[4].width, 8, "a byte");
    rdl_free(file);
}

/* ---- spaces, and bits in IBM's order ---- */

static const char spaces[] =
    "property pmulab_space { type = string; component = addrmap; };\n"
    "property pmulab_number { type = longint unsigned; component = reg; };\n"
    "property pmulab_numbering { type = string; component = reg; };\n"
    "property pmulab_blocks { type = string; component = regfile; };\n"
    "property pmulab_variant_of { type = string; component = regfile; };\n"
    "property pmulab_bits { type = string; component = field; };\n"
    "property pmulab_reserved { type = string; component = reg; };\n"
    "regfile old_t { name = \"core-old\"; pmulab_variant_of = \"core\";\n"
    "    reg { regwidth = 64; pmulab_number = 0x11; pmulab_numbering = \"msb0\";\n"
    "        pmulab_reserved = \"8:63: write 0\";\n"
    "        field { pmulab_bits = \"1:3\"; } a[62:60] = 5; field { pmulab_bits = \"0\"; } "
    "b[63:63]; } R @ 0x88; };\n"
    "addrmap two { bridge; msb0;\n"
    "    reg word { regwidth = 64; field {} a[0:3]; field {} z[63:63] = 1; };\n"
    "    regfile core { name = \"core\"; pmulab_blocks = \"all\"; word W @ 0x10;\n"
    "        regfile { word A @ 8; word B @ 0; } grp[2] @ 0x20 += 0x10; };\n"
    "    addrmap { pmulab_space = \"spr\"; core c0 @ 0x800, c1 @ 0x1000; c1->pmulab_blocks = \"c1 "
    "alone\"; } one @ 0;\n"
    "    addrmap { pmulab_space = \"scom\"; old_t old[2] @ 0x800 += 0x100; } other @ 0x8000;\n"
    "};\n"
    "addrmap three { core2_t c; };\n";

static void test_spaces(void)
{
    char *text = strdup(spaces);
    struct rdl_file *file;
    const struct reg *reg;

    *strstr(text, "addrmap three") = '\0';
    file = read_text(text);
    is_u64(file->n_banks, 2, "a bridge has the blocks of its addrmaps");
    is_str(file->banks[0].bank.name, "core", "the first");
    ok(file->banks[0].bank.space == REG_SPACE_SPR && file->banks[1].bank.space == REG_SPACE_SCOM,
        "spaces by name");
    ok(file->banks[0].n_places == 2 && file->banks[0].places[0].base == 0x100 &&
            file->banks[0].places[1].base == 0x200,
        "bases in numbers");
    is_str(file->banks[0].places[0].blocks, "all", "blocks of a place");
    is_str(file->banks[0].places[1].blocks, "c1 alone", "... by instance");
    is_str(file->banks[1].places[1].name, "old1", "an array of blocks");
    is_u64(file->banks[1].places[1].base, (0x8000 + 0x900) / 8, "... in an addrmap with a base");
    is_str(file->banks[1].variant_of, "core", "a variant");
    is_str(file->banks[1].id, "old_t", "a component's name");
    reg = file->banks[0].bank.regs;
    is_u64(file->banks[0].bank.n_regs, 5, "registers of groups");
    is_str(reg[1].name, "grp0_A", "... have their names");
    ok(reg[0].offset == 2 && reg[1].offset == 5 && reg[2].offset == 4 && reg[4].offset == 6,
        "... and addresses, in numbers");
    is_u64(reg->numbering, REG_MSB0, "msb0");
    is_field(reg, 0, "a", 0, 3, REG_RW);
    is_field(reg, 1, "rsv", 4, 62, REG_RV);
    is_field(reg, 2, "z", 63, 63, REG_RW);
    is_u64(reg_reset(reg), 1, "... bit 63 is the least significant");
    reg = file->banks[1].bank.regs;
    ok(reg->offset == 0x11 && reg->numbering == REG_MSB0, "a number, and msb0 by our property");
    is_field(reg, 0, "b", 0, 0, REG_RW);
    is_field(reg, 1, "a", 1, 3, REG_RW);
    is_field(reg, 2, "rsv", 4, 7, REG_RV);
    is_field(reg, 3, "rsv", 8, 63, REG_RV);
    is_u64(reg_reset(reg), UINT64_C(5) << 60, "... with bits from the least significant");
    rdl_free(file);
    free(text);
}

/* ---- components that are shared ---- */

static char *include(const char *path)
{
    static const char shared[] =
        "property pmulab_source { type = string; component = addrmap | reg; };\n"
        "property pmulab_reserved { type = string; component = reg; };\n"
        "reg ctl { desc = \"event of counter [index]\"; pmulab_reserved = \"31:9: reads as 0\";\n"
        "    field { ispresent = false; desc = \"all\"; } every[8:8] = 0; field { desc = "
        "\"event\"; } "
        "ev[7:0] = 5;\n"
        "};\n"
        "addrmap unused { ctl C @ 0; };\n";

    if (!strcmp(path, "models/shared.rdl"))
        return strdup(shared);
    return !strcmp(path, "wrong.rdl") ? strdup("\n\n#\n") : NULL;
}

static const char sharing[] =
    "`include \"models/shared.rdl\"\n"
    "reg count { pmulab_source = \"its own\"; field {} n[31:0]; };\n"
    "addrmap unit {\n"
    "    name = \"the-unit\"; pmulab_source = \"the unit's\";\n"
    "    ctl CTL[2] @ 0x0;\n"
    "    CTL->name = \"CTL[index]_EL0\";\n"
    "    ctl LAST @ 0x8;\n"
    "    LAST.every->ispresent = true;\n"
    "    LAST.every->desc = \"counts all\";\n"
    "    LAST.ev->reset = 7;\n"
    "    LAST->desc = \"the last\";\n"
    "};\n"
    "addrmap pairs { regfile pairs {\n"
    "    regfile {\n"
    "        reg { name = \"A[index_parent]\"; desc = \"[index_parent], \\\"[index]\\\"\";\n"
    "            field {} f[31:0]; } A @ 0x0;\n"
    "        count B[2] @ 0x4;\n"
    "    } pair[2] @ 0x0 += 0x10;\n"
    "} pairs @ 0x0; };\n";

static void test_included(const struct rdl_file *file)
{
    const struct reg *reg = file->banks[0].bank.regs;

    is_u64(file->n_banks, 2, "blocks, without those of an included file");
    ok(file->n_includes == 1 && !strcmp(file->includes[0], "models/shared.rdl"), "its name");
    ok(file->n_types == 1 && !strcmp(file->types[0].id, "count") &&
            file->types[0].reg.n_fields == 1,
        "the file's own definitions");
    is_str(file->banks[0].types[0], "ctl", "an included definition's name");
    is_str(file->banks[0].bank.name, "the-unit", "an addrmap's name");
    is_str(reg[1].name, "CTL1_EL0", "[index] in a name");
    is_str(file->banks[0].ids[1], "CTL1", "... but not in the identifier");
    is_str(reg[1].prose, "event of counter 1", "[index] in prose");
    is_str(reg[1].source, "the unit's", "the block's source");
}

static void test_changes(const struct rdl_file *file)
{
    const struct reg *reg = file->banks[0].bank.regs;

    is_field(&reg[0], 1, "every", 8, 8, REG_RV);
    is_field(&reg[2], 1, "every", 8, 8, REG_RW);
    is_str(reg[0].fields[1].prose, "all", "a change is the instance's");
    is_str(reg[2].fields[1].prose, "counts all", "... alone");
    is_u64(reg_reset(&reg[0]), 5, "the reset value before it");
    is_u64(reg_reset(&reg[2]), 7, "... and after it");
    is_str(reg[2].prose, "the last", "a register's own prose");
}

static void test_pairs(const struct rdl_bank *bank)
{
    const struct reg *reg = bank->bank.regs;

    is_u64(bank->bank.n_regs, 6, "registers of pairs");
    is_str(reg[3].name, "A1", "[index_parent] in a name is the group's number");
    is_str(reg[3].prose, "1, \"[index]\"", "... and in prose, where no array has no [index]");
    is_str(reg[5].name, "pair1_B1", "other names have the group's before them");
    is_str(bank->ids[3], "pair1_A", "identifiers, always");
    is_str(reg[5].source, "its own", "a register's source");
}

/* Instances with another name are kinds for themselves. */
static void test_kinds(void)
{
    struct rdl_file *file =
        read_text("property pmulab_source { type = string; component = regfile; };\n"
                  "regfile box { desc = \"a box\"; reg {} A @ 0; reg {} B[2] @ 4; };\n"
                  "addrmap m { box one @ 0x0; box two[2] @ 0x20 += 0x10; box other @ 0x40;\n"
                  "    other->name = \"the-other\"; other->desc = \"another box\";\n"
                  "    other->pmulab_source = \"a guide\"; };\n");
    const struct rdl_bank *banks = file->banks;

    is_u64(file->n_banks, 2, "kinds of blocks");
    ok(banks[0].n_places == 3 && !strcmp(banks[0].id, "box") && !strcmp(banks[0].bank.name, "box"),
        "instances of one component share a kind");
    ok(banks[1].n_places == 1 && !strcmp(banks[1].id, "other"), "one with a name does not");
    is_str(banks[1].of, "box", "... but has the component's identifiers");
    is_str(banks[1].bank.name, "the-other", "... its name");
    is_str(banks[1].bank.prose, "another box", "... its prose");
    is_str(banks[1].bank.regs[2].source, "a guide", "... and its source");
    is_str(banks[0].bank.regs[2].source, "", "... for itself");
    ok(file->n_kinds == 1 && !strcmp(file->kinds[0].id, "box") && file->kinds[0].bank.n_regs == 3,
        "components with a name");
    rdl_free(file);
}

static void test_sharing(void)
{
    char wrong[RDL_WRONG] = "";
    struct rdl_file *file = rdl_read_including("x.rdl", sharing, include, wrong);

    if (!ok(file != NULL, "a text with an included file"))
        printf("# %s\n", wrong);
    if (!file)
        return;
    test_included(file);
    test_changes(file);
    test_pairs(&file->banks[1]);
    rdl_free(file);
    rdl_free(rdl_read_including("x.rdl", "`include \"wrong.rdl\"\n", include, wrong));
    is_str(wrong, "wrong.rdl:3: character 0x23; expected a name, a number, a string or a sign",
        "an error in an included file");
}

/* ---- mistakes ---- */

#define DECLARED                                                                                   \
    "property pmulab_space { type = string; component = addrmap; };\n"                             \
    "property pmulab_number { type = longint unsigned; component = reg; };\n"                      \
    "property pmulab_reserved { type = string; component = reg; };\n"
#define REG(body)             "addrmap a {\n reg {\n" body "\n } R @ 0;\n};\n" /* @body is line 3 */
#define FIELD(property, rest) REG("field { " property " } f" rest ";")

static const struct {
    const char *text, *wrong;
} mistakes[] = {
    /* words */
    {"", "1: no registers; expected an addrmap"},
    {"/* a\nb", "1: a comment does not end; expected '*/'"},
    {"addrmap a {\n name = \"x;\n};", "2: a string does not end; expected '\"'"},
    {"addrmap a {\n # };", "2: character 0x23; expected a name, a number, a string or a sign"},
    {"addrmap a { \\1 };", "1: no property '1'; expected one of the subset, or declared above"},
    {"addrmap a { \\ };", "1: a name is missing after '\\'; expected a letter or '_'"},
    {REG("regwidth = 3x2;"), "3: 'x' in a number; expected digits of base 10"},
    {REG("regwidth = 0x;"), "3: ';' in a number; expected digits of base 16"},
    {REG("regwidth = 2'b3;"), "3: '3' in a number; expected digits of base 2"},
    {REG("regwidth = 0x1ffffffffffffffff;"), "3: a number is too large; expected at most 64 bits"},
    {REG("regwidth = 4'h10;"), "3: 0x10 is too large; expected at most 4 bits"},
    {REG("regwidth = 65'h1;"),
        "3: a number with a width; expected WIDTH'hDIGITS, 'd or 'b, of 1 to 64 bits"},
    {REG("regwidth = 0'h0;"),
        "3: a number with a width; expected WIDTH'hDIGITS, 'd or 'b, of 1 to 64 bits"},
    {REG("regwidth = 8'o17;"),
        "3: a number with a width; expected WIDTH'hDIGITS, 'd or 'b, of 1 to 64 bits"},
    /* grammar */
    {"R @ 0;", "1: 'R'; expected property, addrmap, regfile, reg, field, enum or default"},
    {"addrmap { reg {} R @ 0; };", "1: a component without a name; expected one at the top"},
    {"addrmap a {\n reg {} R @ 0\n};", "3: '}'; expected ';'"},
    {"addrmap a {\n reg {} R @ 0;\n", "3: the end of the file; expected a property"},
    {"addrmap a {\n name = 5;\n};", "2: '5'; expected a string for name"},
    {"addrmap a {\n name;\n};", "2: ';'; expected '='"},
    {REG("regwidth = \"32\";"), "3: \"32\"; expected a number for regwidth"},
    {REG("regwidth = 32;\nregwidth = 64;"), "4: a second regwidth; expected one (first in line 3)"},
    {REG("sw = rw;"), "3: sw in a reg; expected in a field"},
    {REG("colour = 5;"), "3: no property 'colour'; expected one of the subset, or declared above"},
    {FIELD("sw = rx;", "[0:0]"), "3: 'rx'; expected one of: rw wr r w rw1 w1 na"},
    {FIELD("singlepulse = 1;", "[0:0]"), "3: '1'; expected true or false"},
    {FIELD("encode = e;", "[0:0]"), "3: 'e'; expected the name of an enum above"},
    {REG("field {} f[1:0], f[3:2];"), "3: a second f; expected a new name"},
    {REG("reg {} r @ 0;"), "3: a reg in a reg; expected a field"},
    {"addrmap a {\n field {} f[0:0];\n};",
        "2: a field in an addrmap; expected a reg or a regfile or an addrmap"},
    {"reg s {};\nreg s {};", "2: a second s; expected a new name"},
    {"addrmap a {\n b c @ 0;\n};", "2: no component 'b'; expected one that is above"},
    {"enum b { one; }; addrmap a {\n b c @ 0;\n};",
        "2: no component 'b'; expected one that is above"},
    {"addrmap a {\n c->name = \"c\";\n};", "2: no instance 'c'; expected one that is above"},
    {"addrmap a { reg {} R @ 0;\n R.f->sw = r; };",
        "2: no instance 'f'; expected one that is above"},
    {"addrmap a { reg {} R @ 0;\n R.7->sw = r; };", "2: '7'; expected a field's name"},
    {"addrmap a { reg { field {} f[0:0]; } R @ 0;\n R.f->name = \"g\";\n R.f->name = \"h\"; };",
        "3: a second name; expected one (first in line 2)"},
    {"addrmap a { reg { field {} f[0:0]; } R @ 0;\n R.f->regwidth = 8; };",
        "2: regwidth in a field; expected in a reg"},
    {"addrmap a { regfile { reg {} R @ 0; } g @ 0;\n g.R->name = \"S\"; };",
        "2: '.'; expected '->'"},
    {"\n`include \"b.rdl\"", "2: `include \"b.rdl\"; expected a file that can be read here"},
    {"`include b.rdl", "1: '`'; expected `include \"FILE\""},
    {"`include \"b.rdl", "1: '`'; expected `include \"FILE\""},
    {"`define X 1", "1: '`'; expected `include \"FILE\""},
    {"addrmap a {\n reg {} R[x] @ 0;\n};", "2: 'x'; expected a number of elements"},
    {REG("field {} f[x:0];"), "3: 'x'; expected bits [HIGH:LOW]"},
    {REG("field {} f[1];"), "3: ']'; expected ':'"},
    {REG("field {} f[1:x];"), "3: 'x'; expected a bit"},
    {REG("field {} f[1:0] = x;"), "3: 'x'; expected a reset value"},
    {"addrmap a { reg {} R @ x; };", "1: 'x'; expected an address"},
    {"addrmap a { reg {} R[2] @ 0 += x; };", "1: 'x'; expected the distance of the elements"},
    {"addrmap a { reg {} 7; };", "1: '7'; expected an instance's name"},
    {"addrmap a { reg {} R @ 0;\n msb0; };", "2: msb0 after a component; expected it before"},
    {"addrmap a { reg s {};\n msb0; };", "2: msb0 after a component; expected it before"},
    /* enums and declarations */
    {"enum e {\n};", "1: enum e has no value; expected one"},
    {"enum e {\n a = 1;\n b = 1; };", "3: b = 0x1; expected another value and name than a's"},
    {"enum e {\n a = 1;\n a = 2; };", "3: a = 0x2; expected another value and name than a's"},
    {"enum e { a = b; };", "1: 'b'; expected a number"},
    {"enum { a; };", "1: '{'; expected an enum's name"},
    {"enum e { 4; };", "1: '4'; expected the name of a value"},
    {"enum e { a { sw = r; }; };", "1: sw in an enumerator; expected in a field"},
    {"property p { type = real; };", "1: 'real'; expected string, boolean or longint unsigned"},
    {"property p { component = signal; };",
        "1: 'signal'; expected addrmap, regfile, reg, field or all"},
    {"property p { type = string; };", "1: property p; expected its type and component"},
    {"property p { component = reg; };", "1: property p; expected its type and component"},
    {"property p { colour = reg; };", "1: 'colour'; expected 'type', 'component' or '}'"},
    {"property sw { type = string; };", "1: 'sw'; expected a property's name"},
    {"property desc { type = string; component = reg; };",
        "1: a second property desc; expected a new name"},
    {"property pmulab_space { type = boolean; component = addrmap; };",
        "1: property pmulab_space; expected a string of an addrmap"},
    {"property pmulab_number {\n type = longint unsigned; component = field; };",
        "1: property pmulab_number; expected a longint unsigned of a reg"},
    /* fields */
    {FIELD("", ""), "3: field f has no bits; expected f[HIGH:LOW]"},
    {FIELD("", "[0:1]"), "3: f: bits 0:1 of 32; expected [HIGH:LOW] within 31:0"},
    {FIELD("", "[32:31]"), "3: f: bits 32:31 of 32; expected [HIGH:LOW] within 31:0"},
    {"addrmap a { msb0; reg {\n field {} f[1:0]; } R @ 0; };",
        "2: f: bits 1:0 of 32; expected [LOW:HIGH], from the most significant, within 0:31"},
    {REG("field {} f[4:2];\nfield {} g[2:0];"), "4: f and g share bit 2; expected separate bits"},
    {FIELD("", "[3:0] = 16"), "3: f: the reset value is 0x10; expected at most 4 bits"},
    {FIELD("reset = 2;", "[0:0]"), "3: f: the reset value is 0x2; expected at most 1 bits"},
    {"enum e { a = 4; };" FIELD("encode = e;", "[1:0]"), "3: f: a is 0x4; expected at most 2 bits"},
    {FIELD("sw = w; singlepulse;", "[1:0]"),
        "3: f: singlepulse; expected one bit that resets to 0"},
    {FIELD("sw = w; singlepulse;", "[0:0] = 1"),
        "3: f: singlepulse; expected one bit that resets to 0"},
    {FIELD("sw = r; onread = rclr;", "[0:0]"),
        "3: f: no access mode for sw = r, onread = rclr; expected sw = rw, r or w, rw with "
        "onwrite = woclr, or w with singlepulse"},
    {FIELD("onwrite = wzc;", "[0:0]"),
        "3: f: no access mode for sw = rw, onwrite = wzc; expected sw = rw, r or w, rw with "
        "onwrite = woclr, or w with singlepulse"},
    {FIELD("singlepulse;", "[0:0]"),
        "3: f: no access mode for sw = rw, singlepulse; expected sw = rw, r or w, rw with "
        "onwrite = woclr, or w with singlepulse"},
    {"property pmulab_access { type = string; component = field; };" FIELD(
         "pmulab_access = \"RO\";", "[0:0]"),
        "3: f: pmulab_access is RO; expected RW as its properties say"},
    {"property pmulab_bits { type = string; component = field; };" FIELD(
         "pmulab_bits = \"3\";", "[3:2]"),
        "3: f: pmulab_bits is 3; expected 3:2"},
    {DECLARED "addrmap a { reg { pmulab_reserved = \"x\"; } R @ 0; };",
        "4: pmulab_reserved has 'x'; expected BITS: PROSE"},
    {DECLARED "addrmap a { reg { pmulab_reserved = \"3:2 : x\"; } R @ 0; };",
        "4: pmulab_reserved has '3:2 : x'; expected BITS: PROSE"},
    {DECLARED "addrmap a { reg { pmulab_reserved = \"3:2: x\";\nfield {} f[2:0]; } R @ 0; };",
        "5: rsv and f share bit 2; expected separate bits"},
    {DECLARED "addrmap a { reg { pmulab_reserved = \"32: x\"; } R @ 0; };",
        "4: rsv: bits 32:32 of 32; expected [HIGH:LOW] within 31:0"},
    {DECLARED
        "addrmap a { reg { regwidth = 8; pmulab_reserved = \"0: \n0: \n0: \n0: \n0: \n0: \n0: "
        "\n0: \n0: \"; } R @ 0; };",
        "4: pmulab_reserved; expected at most one line a bit"},
    /* registers and blocks */
    {REG("regwidth = 24;"), "3: R: regwidth is 24; expected 8, 16, 32 or 64"},
    {REG("regwidth = 128;"), "3: R: regwidth is 128; expected 8, 16, 32 or 64"},
    {REG("regwidth = 4;"), "3: R: regwidth is 4; expected 8, 16, 32 or 64"},
    {"property pmulab_width { type = longint unsigned; component = reg; };" REG(
         "pmulab_width = 40;"),
        "3: R: pmulab_width is 40; expected whole bytes of regwidth"},
    {"property pmulab_width { type = longint unsigned; component = reg; };" REG(
         "pmulab_width = 12;"),
        "3: R: pmulab_width is 12; expected whole bytes of regwidth"},
    {"property pmulab_numbering { type = string; component = reg; };" REG(
         "pmulab_numbering = \"ibm\";"),
        "3: pmulab_numbering is ibm; expected msb0"},
    {"addrmap a {\n reg {} R;\n};", "2: R has no address; expected '@ ADDRESS'"},
    {"addrmap a {\n regfile { reg {} R @ 0; } f[2] @ 0;\n};",
        "2: f[] has no distance; expected '+= BYTES'"},
    {"addrmap a {\n reg {} R[0] @ 0;\n};", "2: R has 0 elements; expected 1 to 8192"},
    {"addrmap a {\n reg {} R[9000] @ 0;\n};", "2: R has 9000 elements; expected 1 to 8192"},
    {"addrmap a {\n regfile { reg {} R[100] @ 0; } f[100] @ 0 += 400;\n};",
        "2: too many registers; expected at most 8192"},
    {"regfile a { reg {} R[5000] @ 0; };\nregfile b { reg {} R[5000] @ 0; };\n"
     "addrmap m { reg {} R @ 0; };",
        "1: too many registers; expected at most 8192"},
    {"addrmap a {\n reg {} R @ 0;\n};\naddrmap b { regfile {}\n f @ 0;\n};",
        "4: a regfile without a reg; expected one in it"},
    {"addrmap a {};", "1: an addrmap without a reg; expected one in it"},
    {"addrmap a {\n reg {} R @ 0;\n reg {} S @ 2;\n};",
        "3: a.R and a.S share byte 0x2; expected separate bytes"},
    {"regfile t { reg {} R @ 0; };\naddrmap a {\n t x @ 0,\n y @ 2; };",
        "4: x.R and y.R share byte 0x2; expected separate bytes"},
    {"addrmap a {\n reg { name = \"R1\"; } S @ 0;\n reg {} R[2] @ 8;\n};",
        "3: a second register R1; expected another name"},
    {"addrmap a {\n reg {} R @ 0x100000000;\n};",
        "2: R @ 0x100000000; expected an offset of 32 bits"},
    {"addrmap a {\n reg {} R[2] @ 0xffffffffffffffff;\n};",
        "2: R @ 0xffffffffffffffff; expected an offset of 32 bits"},
    {"regfile t { reg {} R @ 0; };\naddrmap a { t x[2] @ 0xfffffffffffffff0 += 16; };",
        "2: x: element 1; expected an address of 64 bits"},
    {"regfile t { reg {} R @ 0; };\naddrmap a {\n t x @ 0xfffffffffffffffe; };",
        "3: x: R; expected an address of 64 bits"},
    {"addrmap a {\n reg {} R @ 0;\n regfile { reg {} R @ 0; } f @ 8; };",
        "3: f is a regfile; expected only a reg in this addrmap"},
    {DECLARED "addrmap a {\n pmulab_space = \"io\"; reg {} R @ 0;\n};",
        "5: pmulab_space is io; expected one of memory, mmio, port, pci, msr, spr, scom, sysreg"},
    {DECLARED "addrmap a {\n pmulab_space = \"msr\";\n reg {} R @ 0x804;\n};",
        "6: R @ 0x804; expected 8 * its number"},
    {DECLARED "addrmap a {\n pmulab_space = \"msr\";\n reg { pmulab_number = 3; } R @ 0x20;\n};",
        "6: R @ 0x20; expected 8 * its number, 0x3"},
    {DECLARED "addrmap a {\n reg { pmulab_number = 3; } R @ 0x20;\n};",
        "5: R: pmulab_number; expected pmulab_space = msr, spr, scom or sysreg"},
    {DECLARED "regfile t { reg {} R @ 0; }; addrmap a { pmulab_space = \"msr\";\n t x @ 4;\n};",
        "5: x @ 0x4; expected 8 * its first number"},
    {"addrmap a {\n addrmap { reg {} R @ 0; } b @ 0;\n};",
        "2: addrmap b in an addrmap; expected the outer one to be a bridge"},
    {"addrmap a { bridge;\n reg {} R @ 0;\n};", "2: R in a bridge; expected only addrmaps in it"},
};

static void test_mistakes(void)
{
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        char wrong[RDL_WRONG] = "";
        struct rdl_file *file = rdl_read("x.rdl", mistakes[i].text, wrong);

        ok(!file, "mistake: %s", mistakes[i].wrong);
        is_str(strncmp(wrong, "x.rdl:", 6) ? wrong : wrong + 6, mistakes[i].wrong,
            "... with its line");
        rdl_free(file);
    }
}

/* Components in components: as deep as allowed, and one more. */
static void test_depth(void)
{
    char text[4096], wrong[RDL_WRONG], expected[RDL_WRONG];
    static const unsigned levels[] = {11, 12};

    for (unsigned k = 0; k < 2; k++) {
        size_t n = (size_t)sprintf(text, "regfile t0 { reg {} R @ 0; };\n");
        struct rdl_file *file;

        for (unsigned i = 1; i < levels[k]; i++)
            n += (size_t)sprintf(text + n, "regfile t%u { t%u f @ 0; };\n", i, i - 1);
        sprintf(text + n, "addrmap a { t%u f @ 0; };\n", levels[k] - 1);
        file = rdl_read("x.rdl", text, wrong);
        ok((file != NULL) == !k, "%u regfiles within each other", levels[k]);
        rdl_free(file);
    }
    sprintf(expected, "x.rdl:13: f is nested too deep; expected at most 12 levels");
    is_str(wrong, expected, "... are one too many");
    for (size_t i = 0, n = 0; i < 13; i++)
        n += (size_t)sprintf(text + n, "regfile x {\n");
    rdl_free(rdl_read("x.rdl", text, wrong));
    is_str(wrong, "x.rdl:13: a component is nested too deep; expected at most 12 levels",
        "also definitions");
}

static const char marked[] = "property pmu_role { type = string; component = field; };\n"
                             "property pmu_counter { type = longint unsigned; component = reg; };\n"
                             "property other { type = string; component = reg; };\n"
                             "addrmap a {\n"
                             "default pmu_counter = 7;\n"
                             "reg { other = \"x\";\n"
                             "field { pmu_role = \"count\"; } c[7:0]; field {} d[9:8];\n"
                             "} R[2] @ 0;\n"
                             "reg { pmu_counter = 9; field {} e[0:0]; } S @ 8;\n"
                             "S.e->pmu_role = \"run\";\n"
                             "};\n";

/* Settings of properties that begin with pmu_. */
static void test_marks(void)
{
    static const struct rdl_mark expected[] = {{"pmu_counter", NULL, 7, 5, 0, -1, 0},
        {"pmu_role", "count", 1, 7, 0, 2, 0}, {"pmu_counter", NULL, 7, 5, 1, -1, 1},
        {"pmu_role", "count", 1, 7, 1, 2, 1}, {"pmu_counter", NULL, 9, 9, 2, -1, 0},
        {"pmu_role", "run", 1, 10, 2, 1, 0}};
    struct rdl_file *file = read_text(marked);
    const struct rdl_bank *bank = &file->banks[0];

    is_u64(bank->n_marks, 6, "marks, without other properties");
    for (unsigned i = 0; i < bank->n_marks && i < 6; i++) {
        const struct rdl_mark *m = &bank->marks[i], *e = &expected[i];

        is_str(m->property, e->property, "mark %u: property", i);
        is_str(m->text, e->text, "... text");
        ok(m->text || m->number == e->number, "... or number");
        is_u64(m->line, e->line, "... line");
        ok(m->reg == e->reg && m->field == e->field && m->element == e->element,
            "... register %d, field %d, element %u", m->reg, m->field, m->element);
    }
    rdl_free(file);
}

/* A single group has the element of the array around it,
 * which adds to the number of its counter. */
static void test_marks_in_groups(void)
{
    struct rdl_file *file =
        read_text("property pmu_counter { type = longint unsigned; component = reg; };\n"
                  "addrmap a {\n"
                  "regfile { regfile {\n"
                  "regfile { reg { pmu_counter = 0; } COUNT @ 0; } lone @ 0;\n"
                  "regfile { reg { pmu_counter = 0; } COUNT @ 0; } pair[2] @ 4 += 4;\n"
                  "} each[2] @ 0 += 16; } block @ 0;\n"
                  "};\n");
    static const struct {
        const char *reg;
        unsigned element;
    } expected[] = {{"each0_lone_COUNT", 0}, {"each0_pair0_COUNT", 0}, {"each0_pair1_COUNT", 1},
        {"each1_lone_COUNT", 1}, {"each1_pair0_COUNT", 0}, {"each1_pair1_COUNT", 1}};
    const struct rdl_bank *bank = &file->banks[0];

    is_u64(bank->n_marks, 6, "marks of registers in groups");
    for (unsigned i = 0; i < bank->n_marks && i < 6; i++) {
        is_str(bank->bank.regs[bank->marks[i].reg].name, expected[i].reg, "mark %u: register", i);
        is_u64(bank->marks[i].element, expected[i].element, "... its innermost element");
    }
    rdl_free(file);
}

int main(void)
{
    test_marks();
    test_marks_in_groups();
    test_block();
    test_spaces();
    test_sharing();
    test_kinds();
    test_mistakes();
    test_depth();
    return done_testing();
}
