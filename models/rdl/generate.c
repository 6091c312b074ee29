/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C of a file's tables. */
#include "models/rdl/generate.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* ---- words ---- */

static bool is(int kind(int), char c)
{
    return kind((unsigned char)c);
}

/* Whether a word of a name like L1TlbHit2M begins at @at. */
static bool begins_word(const char *text, const char *at)
{
    if (at == text || !is(isalnum, at[-1]))
        return false;
    if (is(isdigit, at[0]))
        return is(islower, at[-1]) && is(isupper, at[1]);
    return is(isupper, at[0]) && (is(islower, at[-1]) || is(islower, at[1]));
}

/* Writes @text as a part of an identifier: only letters, digits and '_', which
 * also separates words. */
static void put_word(FILE *out, const char *text, int convert(int))
{
    for (const char *at = text; *at; at++) {
        if (begins_word(text, at))
            fputc('_', out);
        fputc(is(isalnum, *at) ? convert((unsigned char)*at) : '_', out);
    }
}

static void put_upper(FILE *out, const char *text)
{
    put_word(out, text, toupper);
}

static void put_lower(FILE *out, const char *text)
{
    put_word(out, text, tolower);
}

static void put_string(FILE *out, const char *text)
{
    if (!text) {
        fputs("NULL", out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '?')
            fprintf(out, "\\%c", *text);
        else if (iscntrl((unsigned char)*text))
            fprintf(out, "\\%03o", (unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

/* A register's identifier: the bank's and its own, or @id without a bank. */
static void put_reg(FILE *out, const char *id, const struct rdl_bank *bank, unsigned reg,
    void put(FILE *, const char *))
{
    if (!bank) {
        put(out, id);
        return;
    }
    put(out, bank->id);
    fputc('_', out);
    put(out, bank->ids[reg]);
}

/* ---- the header ---- */

static void write_registers(FILE *out, const struct rdl_bank *bank)
{
    fputs("\nenum ", out);
    put_lower(out, bank->id);
    fputs("_reg {\n", out);
    for (unsigned i = 0; i < bank->bank.n_regs; i++) {
        fputs("    ", out);
        put_upper(out, bank->id);
        fputc('_', out);
        put_upper(out, bank->ids[i]);
        fputs(",\n", out);
    }
    fputs("    ", out);
    put_upper(out, bank->id);
    fputs("_N_REGS\n};\n", out);
}

/* The bank that @bank varies, or NULL. */
static const struct rdl_bank *varied(const struct rdl_file *file, const struct rdl_bank *bank)
{
    for (unsigned b = 0; bank->variant_of && b < file->n_banks; b++)
        if (!strcmp(file->banks[b].bank.name, bank->variant_of))
            return &file->banks[b];
    return NULL;
}

/* A bank that varies @of has the first of its registers, in its order, so the
 * enumerators serve both. */
static void write_varied(FILE *out, const struct rdl_bank *bank, const struct rdl_bank *of)
{
    for (unsigned i = 0; i < bank->bank.n_regs; i++)
        if (i == of->bank.n_regs || strcmp(bank->ids[i], of->ids[i]) != 0) {
            fprintf(out, "#error register %s of %s varies no register of %s\n", bank->ids[i],
                bank->id, of->id);
            return;
        }
}

static void write_offsets(FILE *out, const struct rdl_bank *bank)
{
    for (unsigned i = 0; i < bank->bank.n_regs; i++) {
        fputs("#define ", out);
        put_upper(out, bank->id);
        fputc('_', out);
        put_upper(out, bank->ids[i]);
        fprintf(out, "_OFFSET 0x%xu\n", bank->bank.regs[i].offset);
    }
}

/* The fields of @r, which is called @id, or register @reg of @bank. */
static void write_fields(
    FILE *out, const struct reg *r, const char *id, const struct rdl_bank *bank, unsigned reg)
{
    fputs("\nenum ", out);
    put_reg(out, id, bank, reg, put_lower);
    fputs("_field {\n", out);
    for (unsigned i = 0; i < r->n_fields; i++) {
        fputs("    ", out);
        put_reg(out, id, bank, reg, put_upper);
        fputc('_', out);
        put_upper(out, r->fields[i].name);
        if (r->fields[i].access == REG_RV && !strcmp(r->fields[i].name, "rsv"))
            fprintf(out, "_%u", r->fields[i].first);
        fputs(",\n", out);
    }
    fputs("};\n", out);
}

/* Enumerators are ints; larger values have none. */
static void write_enum(FILE *out, const struct rdl_enum *e)
{
    uint64_t last = 0;

    fputs("\nenum ", out);
    put_lower(out, e->id);
    fputs(" {\n", out);
    for (const struct reg_value *v = e->values; v->name; v++) {
        if (v->value >= INT_MAX)
            continue;
        last = v->value > last ? v->value : last;
        fputs("    ", out);
        put_upper(out, e->id);
        fputc('_', out);
        put_upper(out, v->name);
        fprintf(out, " = %u,\n", (unsigned)v->value);
    }
    fputs("    ", out);
    put_upper(out, e->id);
    fprintf(out, "_END = %u\n};\n", (unsigned)last + 1);
}

/* The enumerators of a kind of block, and of its registers without a name. */
static void write_kind(FILE *out, const struct rdl_bank *bank)
{
    write_registers(out, bank);
    for (unsigned r = 0; r < bank->bank.n_regs; r++)
        if (!bank->types[r])
            write_fields(out, &bank->bank.regs[r], NULL, bank, r);
}

/* A bank; one of a regfile with a name has the kind's enumerators. */
static void write_block(FILE *out, const struct rdl_file *file, const struct rdl_bank *bank)
{
    const struct rdl_bank *of = varied(file, bank);

    if (of)
        write_varied(out, bank, of);
    else if (!bank->of)
        write_kind(out, bank);
    write_offsets(out, bank);
    fputs("\nextern const struct reg_bank ", out);
    put_lower(out, bank->id);
    fputs("_bank;\n", out);
}

void rdl_write_header(FILE *out, const char *path, const struct rdl_file *file)
{
    fprintf(out, "/* Made of %s. */\n#ifndef PMULAB_", path);
    put_upper(out, path);
    fputs("_H\n#define PMULAB_", out);
    put_upper(out, path);
    fputs("_H\n\n#include \"models/reg/bank.h\"\n", out);
    for (unsigned i = 0; i < file->n_includes; i++)
        fprintf(out, "#include \"%s.h\"\n", file->includes[i]);
    for (unsigned i = 0; i < file->n_enums; i++)
        write_enum(out, &file->enums[i]);
    for (unsigned i = 0; i < file->n_types; i++)
        write_fields(out, &file->types[i].reg, file->types[i].id, NULL, 0);
    for (unsigned i = 0; i < file->n_kinds; i++)
        write_kind(out, &file->kinds[i]);
    for (unsigned b = 0; b < file->n_banks; b++)
        write_block(out, file, &file->banks[b]);
    fputs("\n#endif\n", out);
}

/* ---- the tables ---- */

static const char *access_name(enum reg_access access)
{
    static const char *const names[] = {[REG_RW] = "REG_RW",
        [REG_RO] = "REG_RO",
        [REG_WO] = "REG_WO",
        [REG_ACTION] = "REG_ACTION",
        [REG_RW1C] = "REG_RW1C",
        [REG_RV] = "REG_RV"};

    return names[access];
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Whether two registers have the same fields and names of values. */
static bool same_tables(const struct reg *a, const struct reg *b)
{
    const struct reg_value *v = a->values, *w = b->values;

    if (a->fields == b->fields && v == w)
        return true;
    if (a->n_fields != b->n_fields || !v != !w)
        return false;
    for (unsigned i = 0; i < a->n_fields; i++) {
        const struct reg_field *f = &a->fields[i], *g = &b->fields[i];

        if (f->first != g->first || f->last != g->last || f->access != g->access ||
            f->reset != g->reset || !same_text(f->name, g->name) || !same_text(f->prose, g->prose))
            return false;
    }
    for (; v && (v->name || w->name); v++, w++)
        if (v->field != w->field || v->value != w->value || !same_text(v->name, w->name))
            return false;
    return true;
}

/* Sets @b and @r to the first register with the same tables as @reg, which
 * names them. */
static void find_tables(
    const struct rdl_file *file, const struct reg *reg, unsigned *b, unsigned *r)
{
    for (*b = 0;; ++*b)
        for (*r = 0; *r < file->banks[*b].bank.n_regs; ++*r)
            if (same_tables(&file->banks[*b].bank.regs[*r], reg))
                return;
}

static void put_table(
    FILE *out, const struct rdl_file *file, const struct reg *reg, const char *what)
{
    unsigned b, r;

    find_tables(file, reg, &b, &r);
    put_lower(out, file->banks[b].id);
    fputc('_', out);
    put_lower(out, file->banks[b].bank.regs[r].name);
    fprintf(out, "_%s", what);
}

static void write_reg_tables(FILE *out, const struct rdl_file *file, const struct reg *reg)
{
    fputs("\nstatic const struct reg_field ", out);
    put_table(out, file, reg, "fields");
    fputs("[] = {\n", out);
    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *f = &reg->fields[i];

        fputs("    {", out);
        put_string(out, f->name);
        fprintf(out, ", %u, %u, %s, UINT64_C(0x%llx), ", f->first, f->last, access_name(f->access),
            (unsigned long long)f->reset);
        put_string(out, f->prose);
        fputs("},\n", out);
    }
    fputs("};\n", out);
    if (!reg->values)
        return;
    fputs("static const struct reg_value ", out);
    put_table(out, file, reg, "values");
    fputs("[] = {\n", out);
    for (const struct reg_value *v = reg->values; v->name; v++) {
        fprintf(out, "    {%u, UINT64_C(0x%llx), ", v->field, (unsigned long long)v->value);
        put_string(out, v->name);
        fputs("},\n", out);
    }
    fputs("    {0, 0, NULL},\n};\n", out);
}

/* The tables that register @r of bank @b names. */
static void write_own_tables(FILE *out, const struct rdl_file *file, unsigned b, unsigned r)
{
    const struct reg *reg = &file->banks[b].bank.regs[r];
    unsigned of_bank, of_reg;

    find_tables(file, reg, &of_bank, &of_reg);
    if (of_bank == b && of_reg == r)
        write_reg_tables(out, file, reg);
}

static void write_reg(FILE *out, const struct rdl_file *file, const struct reg *reg)
{
    fputs("    {.name = ", out);
    put_string(out, reg->name);
    fprintf(out, ",\n        .offset = 0x%xu,\n        .width = %u,\n        .numbering = %s,\n",
        reg->offset, reg->width, reg->numbering == REG_MSB0 ? "REG_MSB0" : "REG_LSB0");
    fputs("        REG_TABLE(", out);
    put_table(out, file, reg, "fields");
    fputs("),\n        .prose = ", out);
    put_string(out, reg->prose);
    fputs(",\n        .source = ", out);
    put_string(out, reg->source);
    fputs(",\n        .not_modelled = ", out);
    put_string(out, reg->not_modelled);
    if (reg->values) {
        fputs(",\n        .values = ", out);
        put_table(out, file, reg, "values");
    }
    fputs("},\n", out);
}

static const char *space_name(enum reg_space space)
{
    static const char *const names[REG_N_SPACES] = {[REG_SPACE_MEMORY] = "REG_SPACE_MEMORY",
        [REG_SPACE_MMIO] = "REG_SPACE_MMIO",
        [REG_SPACE_PORT] = "REG_SPACE_PORT",
        [REG_SPACE_PCI] = "REG_SPACE_PCI",
        [REG_SPACE_MSR] = "REG_SPACE_MSR",
        [REG_SPACE_SPR] = "REG_SPACE_SPR",
        [REG_SPACE_SCOM] = "REG_SPACE_SCOM",
        [REG_SPACE_SYSREG] = "REG_SPACE_SYSREG"};

    return names[space];
}

static void write_bank(FILE *out, const struct rdl_file *file, const struct rdl_bank *bank)
{
    fputs("\nstatic const struct reg ", out);
    put_lower(out, bank->id);
    fputs("_regs[] = {\n", out);
    for (unsigned i = 0; i < bank->bank.n_regs; i++)
        write_reg(out, file, &bank->bank.regs[i]);
    fputs("};\n\nconst struct reg_bank ", out);
    put_lower(out, bank->id);
    fputs("_bank = {", out);
    put_string(out, bank->bank.name);
    fputs(", ", out);
    put_string(out, bank->bank.prose);
    fprintf(out, ", %s,\n    REG_BANK_TABLE(", space_name(bank->bank.space));
    put_lower(out, bank->id);
    fputs("_regs)};\n", out);
}

void rdl_write_tables(FILE *out, const char *path, const struct rdl_file *file)
{
    fprintf(out, "/* Made of %s. */\n#include \"%s.h\"\n", path, path);
    for (unsigned b = 0; b < file->n_banks; b++) {
        for (unsigned r = 0; r < file->banks[b].bank.n_regs; r++)
            write_own_tables(out, file, b, r);
        write_bank(out, file, &file->banks[b]);
    }
}
