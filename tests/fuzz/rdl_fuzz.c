/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds arbitrary register descriptions to the reader of SystemRDL. The tables
 * of a valid one obey the rules of models/reg; an invalid one has an error of
 * one line. */
#include "models/rdl/rdl.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Each bit belongs to exactly one field, from the most significant on. */
static void check_reg(const struct reg *reg)
{
    uint64_t bits = 0;

    assert(reg->width >= 8 && reg->width <= 64 && reg->prose && reg->source);
    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *field = &reg->fields[i];
        uint64_t mask = reg_field_mask(reg, field);

        assert(field->name && field->prose && mask && !(bits & mask));
        assert(!i || mask < reg_field_mask(reg, field - 1));
        assert(!(field->reset & ~reg_low_bits(reg_field_width(reg, field))));
        bits |= mask;
    }
    assert(bits == reg_low_bits(reg->width));
    for (const struct reg_value *v = reg->values; v && v->name; v++)
        assert(v->field < reg->n_fields &&
               !(v->value & ~reg_low_bits(reg_field_width(reg, &reg->fields[v->field]))));
}

static void check_bank(const struct rdl_bank *bank)
{
    assert(bank->n_places && bank->bank.n_regs && bank->bank.name && bank->id);
    for (unsigned i = 0; i < bank->bank.n_regs; i++) {
        const struct reg *reg = &bank->bank.regs[i];

        check_reg(reg);
        for (unsigned j = 0; j < i && i < 64; j++)
            assert(strcmp(reg->name, bank->bank.regs[j].name) != 0);
        assert(reg_bank_at(&bank->bank, reg->offset) == (int)i);
    }
}

static void check_wrong(const char *wrong)
{
    size_t n = strlen(wrong);

    assert(n < RDL_WRONG && strchr(wrong, ':'));
    assert(strtoul(strchr(wrong, ':') + 1, NULL, 10) > 0 && !strchr(wrong, '\n'));
    assert(strstr(wrong, "; expected ") || n == RDL_WRONG - 1);
}

/* One file, which may also include itself. */
static char *include(const char *path)
{
    static const char shared[] =
        "property p { type = string; component = reg; };\n"
        "reg shared { field { ispresent = false; } f[7:4]; field {} g[3:0]; };\n";

    if (!strcmp(path, "again"))
        return strdup("`include \"again\"\n");
    return !strcmp(path, "shared") ? strdup(shared) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char wrong[RDL_WRONG] = "", *text = malloc(size + 1);
    struct rdl_file *file;

    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    file = rdl_read_including("x.rdl", text, include, wrong);
    for (unsigned i = 0; file && i < file->n_banks; i++)
        check_bank(&file->banks[i]);
    if (!file)
        check_wrong(wrong);
    rdl_free(file);
    free(text);
    return 0;
}
