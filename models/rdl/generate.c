/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C of a file's tables. */
#include "models/rdl/generate.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* ---- words ---- */

/* Writes @text as a part of an identifier: only letters, digits and '_'. */
static void put_word(FILE *out, const char *text, int convert(int))
{
    for (; *text; text++)
        fputc(isalnum((unsigned char)*text) ? convert((unsigned char)*text) : '_', out);
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

/* A register's identifier: its component's, or the bank's and its own. */
static void put_reg(
    FILE *out, const struct rdl_bank *bank, unsigned reg, void put(FILE *, const char *))
{
    if (bank->types[reg]) {
        put(out, bank->types[reg]);
        return;
    }
    put(out, bank->id);
    fputc('_', out);
    put(out, bank->bank.regs[reg].name);
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
        put_upper(out, bank->bank.regs[i].name);
        fputs(",\n", out);
    }
    fputs("    ", out);
    put_upper(out, bank->id);
    fputs("_N_REGS\n};\n", out);
}

static void write_offsets(FILE *out, const struct rdl_bank *bank)
{
    for (unsigned i = 0; i < bank->bank.n_regs; i++) {
        fputs("#define ", out);
        put_upper(out, bank->id);
        fputc('_', out);
        put_upper(out, bank->bank.regs[i].name);
        fprintf(out, "_OFFSET 0x%xu\n", bank->bank.regs[i].offset);
    }
}

static void write_fields(FILE *out, const struct rdl_bank *bank, unsigned reg)
{
    const struct reg *r = &bank->bank.regs[reg];

    fputs("\nenum ", out);
    put_reg(out, bank, reg, put_lower);
    fputs("_field {\n", out);
    for (unsigned i = 0; i < r->n_fields; i++) {
        fputs("    ", out);
        put_reg(out, bank, reg, put_upper);
        fputc('_', out);
        put_upper(out, r->fields[i].name);
        if (r->fields[i].access == REG_RV)
            fprintf(out, "_%u", r->fields[i].first);
        fputs(",\n", out);
    }
    fputs("};\n", out);
}

/* Whether register @reg of bank @b is the first of its named component. */
static bool is_first(const struct rdl_file *file, unsigned b, unsigned reg)
{
    const char *type = file->banks[b].types[reg];

    for (unsigned i = 0; type && i <= b; i++)
        for (unsigned r = 0; r < file->banks[i].bank.n_regs; r++) {
            const char *other = file->banks[i].types[r];

            if (i == b && r == reg)
                return true;
            if (other && !strcmp(other, type))
                return false;
        }
    return true;
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

void rdl_write_header(FILE *out, const char *path, const struct rdl_file *file)
{
    fprintf(out, "/* Made of %s. */\n#ifndef PMULAB_", path);
    put_upper(out, path);
    fputs("_H\n#define PMULAB_", out);
    put_upper(out, path);
    fputs("_H\n\n#include \"models/reg/bank.h\"\n", out);
    for (unsigned i = 0; i < file->n_enums; i++)
        write_enum(out, &file->enums[i]);
    for (unsigned b = 0; b < file->n_banks; b++) {
        write_registers(out, &file->banks[b]);
        write_offsets(out, &file->banks[b]);
        for (unsigned r = 0; r < file->banks[b].bank.n_regs; r++)
            if (is_first(file, b, r))
                write_fields(out, &file->banks[b], r);
        fputs("\nextern const struct reg_bank ", out);
        put_lower(out, file->banks[b].id);
        fputs("_bank;\n", out);
    }
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

/* A table's name: of the first register that has it, as registers may share
 * one. */
static void put_table(FILE *out, const struct rdl_file *file, const void *table, const char *what)
{
    for (unsigned b = 0; b < file->n_banks; b++)
        for (unsigned r = 0; r < file->banks[b].bank.n_regs; r++) {
            const struct reg *reg = &file->banks[b].bank.regs[r];

            if (reg->fields != table && reg->values != table)
                continue;
            put_lower(out, file->banks[b].id);
            fputc('_', out);
            put_lower(out, reg->name);
            fprintf(out, "_%s", what);
            return;
        }
}

/* Whether register @reg of bank @b is the first that has its table of
 * fields. */
static bool has_table(const struct rdl_file *file, unsigned b, unsigned reg)
{
    const struct reg_field *fields = file->banks[b].bank.regs[reg].fields;

    for (unsigned i = 0; i <= b; i++)
        for (unsigned r = 0; r < file->banks[i].bank.n_regs; r++)
            if (file->banks[i].bank.regs[r].fields == fields)
                return i == b && r == reg;
    return true;
}

static void write_reg_tables(FILE *out, const struct rdl_file *file, const struct reg *reg)
{
    fputs("\nstatic const struct reg_field ", out);
    put_table(out, file, reg->fields, "fields");
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
    put_table(out, file, reg->values, "values");
    fputs("[] = {\n", out);
    for (const struct reg_value *v = reg->values; v->name; v++) {
        fprintf(out, "    {%u, UINT64_C(0x%llx), ", v->field, (unsigned long long)v->value);
        put_string(out, v->name);
        fputs("},\n", out);
    }
    fputs("    {0, 0, NULL},\n};\n", out);
}

static void write_reg(FILE *out, const struct rdl_file *file, const struct reg *reg)
{
    fputs("    {.name = ", out);
    put_string(out, reg->name);
    fprintf(out, ",\n        .offset = 0x%xu,\n        .width = %u,\n        .numbering = %s,\n",
        reg->offset, reg->width, reg->numbering == REG_MSB0 ? "REG_MSB0" : "REG_LSB0");
    fputs("        REG_TABLE(", out);
    put_table(out, file, reg->fields, "fields");
    fputs("),\n        .prose = ", out);
    put_string(out, reg->prose);
    fputs(",\n        .source = ", out);
    put_string(out, reg->source);
    fputs(",\n        .not_modelled = ", out);
    put_string(out, reg->not_modelled);
    if (reg->values) {
        fputs(",\n        .values = ", out);
        put_table(out, file, reg->values, "values");
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
            if (has_table(file, b, r))
                write_reg_tables(out, file, &file->banks[b].bank.regs[r]);
        write_bank(out, file, &file->banks[b]);
    }
}
