/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C that the build makes of register descriptions: its text, and that each
 * description of the tree is a machine's table. */
#include "harness/hardware/machine.h"
#include "models/rdl/generate.h"
#include "tests/tap.h"

#include <glib.h>
#include <glob.h>
#include <stdlib.h>

/* ---- the text ---- */

static const char source[] =
    "property pmulab_space { type = string; component = addrmap; };\n"
    "property pmulab_not_modelled { type = string; component = reg; };\n"
    "enum way { up; down = 5; far = 0xffffffff; };\n"
    "reg ctl { regwidth = 64;\n"
    "    field { encode = way; desc = \"a \\\"b\\\" ?\?= \\\\\"; } way[63:32] = 5; };\n"
    "addrmap m { pmulab_space = \"msr\";\n"
    "    regfile box { name = \"the-box\"; desc = \"a box\"; ctl CTL[2] @ 0x80;\n"
    "        reg { name = \"S.0\"; pmulab_not_modelled = \"x\";\n"
    "            field { sw = w; singlepulse; } go[31:31]; } STATUS @ 0x100; } box @ 0;\n"
    "};\n";

/* The values of an enum that fit into an int; an enum of fields for each
 * component, of which two registers share one. */
static const char header[] = "/* Made of models/x/x.rdl. */\n"
                             "#ifndef PMULAB_MODELS_X_X_RDL_H\n"
                             "#define PMULAB_MODELS_X_X_RDL_H\n"
                             "\n"
                             "#include \"models/reg/bank.h\"\n"
                             "\n"
                             "enum way {\n"
                             "    WAY_UP = 0,\n"
                             "    WAY_DOWN = 5,\n"
                             "    WAY_END = 6\n"
                             "};\n"
                             "\n"
                             "enum ctl_field {\n"
                             "    CTL_WAY,\n"
                             "    CTL_RSV_31,\n"
                             "};\n"
                             "\n"
                             "enum box_reg {\n"
                             "    BOX_CTL0,\n"
                             "    BOX_CTL1,\n"
                             "    BOX_STATUS,\n"
                             "    BOX_N_REGS\n"
                             "};\n"
                             "\n"
                             "enum box_status_field {\n"
                             "    BOX_STATUS_GO,\n"
                             "    BOX_STATUS_RSV_30,\n"
                             "};\n"
                             "#define BOX_CTL0_OFFSET 0x10u\n"
                             "#define BOX_CTL1_OFFSET 0x11u\n"
                             "#define BOX_STATUS_OFFSET 0x20u\n"
                             "\n"
                             "extern const struct reg_bank box_bank;\n"
                             "\n"
                             "#endif\n";

static const char tables[] =
    "/* Made of models/x/x.rdl. */\n"
    "#include \"models/x/x.rdl.h\"\n"
    "\n"
    "static const struct reg_field box_ctl0_fields[] = {\n"
    "    {\"way\", 63, 32, REG_RW, UINT64_C(0x5), \"a \\\"b\\\" \\?\\?= \\\\\"},\n"
    "    {\"rsv\", 31, 0, REG_RV, UINT64_C(0x0), \"reserved\"},\n"
    "};\n"
    "static const struct reg_value box_ctl0_values[] = {\n"
    "    {0, UINT64_C(0x0), \"up\"},\n"
    "    {0, UINT64_C(0x5), \"down\"},\n"
    "    {0, UINT64_C(0xffffffff), \"far\"},\n"
    "    {0, 0, NULL},\n"
    "};\n"
    "\n"
    "static const struct reg_field box_s_0_fields[] = {\n"
    "    {\"go\", 31, 31, REG_ACTION, UINT64_C(0x0), \"\"},\n"
    "    {\"rsv\", 30, 0, REG_RV, UINT64_C(0x0), \"reserved\"},\n"
    "};\n"
    "\n"
    "static const struct reg box_regs[] = {\n"
    "    {.name = \"CTL0\",\n"
    "        .offset = 0x10u,\n"
    "        .width = 64,\n"
    "        .numbering = REG_LSB0,\n"
    "        REG_TABLE(box_ctl0_fields),\n"
    "        .prose = \"\",\n"
    "        .source = \"\",\n"
    "        .not_modelled = NULL,\n"
    "        .values = box_ctl0_values},\n"
    "    {.name = \"CTL1\",\n"
    "        .offset = 0x11u,\n"
    "        .width = 64,\n"
    "        .numbering = REG_LSB0,\n"
    "        REG_TABLE(box_ctl0_fields),\n"
    "        .prose = \"\",\n"
    "        .source = \"\",\n"
    "        .not_modelled = NULL,\n"
    "        .values = box_ctl0_values},\n"
    "    {.name = \"S.0\",\n"
    "        .offset = 0x20u,\n"
    "        .width = 32,\n"
    "        .numbering = REG_LSB0,\n"
    "        REG_TABLE(box_s_0_fields),\n"
    "        .prose = \"\",\n"
    "        .source = \"\",\n"
    "        .not_modelled = \"x\"},\n"
    "};\n"
    "\n"
    "const struct reg_bank box_bank = {\"the-box\", \"a box\", REG_SPACE_MSR,\n"
    "    REG_BANK_TABLE(box_regs)};\n";

static void is_text(void write(FILE *, const char *, const struct rdl_file *),
    const struct rdl_file *file, const char *expected, const char *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    write(out, "models/x/x.rdl", file);
    fclose(out);
    is_str(text, expected, "%s", what);
    free(text);
}

static void test_text(void)
{
    char wrong[RDL_WRONG] = "";
    struct rdl_file *file = rdl_read("x.rdl", source, wrong);

    if (!ok(file != NULL, "the description is read"))
        printf("# %s\n", wrong);
    if (!file)
        return;
    is_text(rdl_write_header, file, header, "the header");
    is_text(rdl_write_tables, file, tables, "the tables");
    rdl_free(file);
}

/* A block with another's registers has no enumerators, reserved fields with a
 * name have it, and words of mixed case are separate. */
static const char varied_source[] =
    "property pmulab_variant_of { type = string; component = addrmap; };\n"
    "property pmulab_reserved { type = string; component = reg; };\n"
    "reg ctl { pmulab_reserved = \"31:2: write 0\";\n"
    "    field { ispresent = false; } L1TlbHit2M[1:1]; field {} PMCcfiltr0[0:0]; };\n"
    "addrmap a { ctl CTL @ 0; ctl LAST @ 4; };\n"
    "addrmap b { pmulab_variant_of = \"a\"; ctl CTL @ 8; CTL.L1TlbHit2M->ispresent = true; };\n";

static const char varied_header[] = "/* Made of models/x/x.rdl. */\n"
                                    "#ifndef PMULAB_MODELS_X_X_RDL_H\n"
                                    "#define PMULAB_MODELS_X_X_RDL_H\n"
                                    "\n"
                                    "#include \"models/reg/bank.h\"\n"
                                    "#include \"models/shared.rdl.h\"\n"
                                    "\n"
                                    "enum ctl_field {\n"
                                    "    CTL_RSV_31,\n"
                                    "    CTL_L1_TLB_HIT_2M,\n"
                                    "    CTL_PM_CCFILTR0,\n"
                                    "};\n"
                                    "\n"
                                    "enum a_reg {\n"
                                    "    A_CTL,\n"
                                    "    A_LAST,\n"
                                    "    A_N_REGS\n"
                                    "};\n"
                                    "#define A_CTL_OFFSET 0x0u\n"
                                    "#define A_LAST_OFFSET 0x4u\n"
                                    "\n"
                                    "extern const struct reg_bank a_bank;\n"
                                    "#define B_CTL_OFFSET 0x8u\n"
                                    "\n"
                                    "extern const struct reg_bank b_bank;\n"
                                    "\n"
                                    "#endif\n";

static char *no_definitions(const char *path)
{
    (void)path;
    return strdup("");
}

/* The header of @source with an included file. */
static char *header_of(const char *text)
{
    g_autofree char *all = g_strconcat("`include \"models/shared.rdl\"\n", text, NULL);
    char wrong[RDL_WRONG] = "", *made = NULL;
    struct rdl_file *file = rdl_read_including("x.rdl", all, no_definitions, wrong);
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);

    if (!ok(file != NULL, "a description is read"))
        printf("# %s\n", wrong);
    if (file)
        rdl_write_header(out, "models/x/x.rdl", file);
    fclose(out);
    rdl_free(file);
    return made;
}

static void test_varied(void)
{
    char *made = header_of(varied_source);

    is_str(made, varied_header, "the header of a block that varies another");
    free(made);
    made = header_of("property pmulab_variant_of { type = string; component = addrmap; };\n"
                     "addrmap a { reg { field {} f[0:0]; } CTL @ 0; };\n"
                     "addrmap b { pmulab_variant_of = \"a\"; reg {} CTR @ 0; };\n");
    ok(strstr(made, "\n#error register CTR of b varies no register of a\n"),
        "... but not with other registers");
    free(made);
    made = header_of("regfile box { reg { field {} f[0:0]; } A @ 4; };\n"
                     "addrmap m { box one @ 0; one->name = \"first\"; box two @ 8;\n"
                     "    two->name = \"second\"; };\n");
    is_str(strstr(made, "\nenum "),
        "\nenum box_reg {\n    BOX_A,\n    BOX_N_REGS\n};\n"
        "\nenum box_a_field {\n    BOX_A_RSV_31,\n    BOX_A_F,\n};\n"
        "#define ONE_A_OFFSET 0x4u\n\nextern const struct reg_bank one_bank;\n"
        "#define TWO_A_OFFSET 0x4u\n\nextern const struct reg_bank two_bank;\n\n#endif\n",
        "blocks of a component with a name share its enumerators");
    free(made);
}

/* ---- the tree's own descriptions ---- */

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_field(const struct reg_field *a, const struct reg_field *b)
{
    return same(a->name, b->name) && a->first == b->first && a->last == b->last &&
           a->access == b->access && a->reset == b->reset && same(a->prose, b->prose);
}

static bool same_values(const struct reg_value *a, const struct reg_value *b)
{
    if (!a || !b)
        return a == b;
    for (; a->name && b->name; a++, b++)
        if (a->field != b->field || a->value != b->value || !same(a->name, b->name))
            return false;
    return !a->name && !b->name;
}

static bool same_reg(const struct reg *a, const struct reg *b)
{
    bool all = same(a->name, b->name) && a->offset == b->offset && a->width == b->width &&
               a->numbering == b->numbering && a->n_fields == b->n_fields &&
               same(a->prose, b->prose) && same(a->source, b->source) &&
               same(a->not_modelled, b->not_modelled) && same_values(a->values, b->values);

    for (unsigned i = 0; all && i < a->n_fields; i++)
        all = same_field(&a->fields[i], &b->fields[i]);
    return all;
}

static bool same_bank(const struct reg_bank *a, const struct reg_bank *b)
{
    bool all = same(a->name, b->name) && same(a->prose, b->prose) && a->space == b->space &&
               a->n_regs == b->n_regs;

    for (unsigned i = 0; all && i < a->n_regs; i++)
        all = same_reg(&a->regs[i], &b->regs[i]);
    return all;
}

static bool is_a_machines(const struct reg_bank *bank)
{
    for (unsigned i = 0; machine_number(i); i++)
        for (const struct reg_bank *const *b = machine_number(i)->model->banks; *b; b++)
            if (same_bank(bank, *b))
                return true;
    return false;
}

static char *included(const char *path)
{
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, NULL);
    return text;
}

static void test_file(const char *path)
{
    g_autofree char *text = NULL;
    char wrong[RDL_WRONG] = "";
    struct rdl_file *file = NULL;

    if (g_file_get_contents(path, &text, NULL, NULL))
        file = rdl_read_including(path, text, included, wrong);
    if (!ok(file != NULL, "%s", path))
        printf("# %s\n", wrong);
    for (unsigned i = 0; file && i < file->n_banks; i++)
        ok(is_a_machines(&file->banks[i].bank), "... %s is a machine's", file->banks[i].id);
    rdl_free(file);
}

static void test_tree(void)
{
    glob_t found;

    glob("models/*/*.rdl", 0, NULL, &found);
    glob("models/*/*/*.rdl", GLOB_APPEND, NULL, &found);
    ok(found.gl_pathc >= 3, "%zu descriptions", found.gl_pathc);
    for (size_t i = 0; i < found.gl_pathc; i++)
        test_file(found.gl_pathv[i]);
    globfree(&found);
}

int main(void)
{
    test_text();
    test_varied();
    test_tree();
    return done_testing();
}
