/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every file of `describe --format=systemrdl` is read back as the models' own
 * tables: of each machine, and of each of its blocks alone. */
#include "harness/export/export.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"
#include "models/rdl/rdl.h"
#include "tests/tap.h"

#include <glib.h>

static unsigned n_compared;

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_field(const struct reg_field *a, const struct reg_field *b)
{
    return same(a->name, b->name) && a->first == b->first && a->last == b->last &&
           a->access == b->access && a->reset == b->reset && same(a->prose, b->prose);
}

/* Whether @read has the names that the model always has for field @field, and
 * *@n more values are compared. */
static bool same_names(
    const struct reg *read, const GPtrArray *names, unsigned field, const struct reg_value **next)
{
    const struct value_names *set = value_names_always(names, field);

    for (guint i = 0; set && i < set->names->len; i++, ++*next) {
        const struct value_name *name = &g_array_index(set->names, struct value_name, i);

        if (!read->values || (*next)->field != field || (*next)->value != name->value ||
            !same((*next)->name, name->name))
            return false;
    }
    return true;
}

static bool same_reg(
    const struct machine_model *model, const struct reg *read, const struct reg *reg)
{
    g_autoptr(GPtrArray) names = value_names_of(model, reg);
    const struct reg_value *next = read->values;
    bool all = same(read->name, reg->name) && read->offset == reg->offset &&
               read->width == reg->width && read->numbering == reg->numbering &&
               read->n_fields == reg->n_fields && same(read->prose, reg->prose) &&
               same(read->source, reg->source) && same(read->not_modelled, reg->not_modelled);

    for (unsigned i = 0; all && i < reg->n_fields; i++)
        all = same_field(&read->fields[i], &reg->fields[i]) && same_names(read, names, i, &next);
    n_compared += all;
    return all && (!next || !next->name);
}

static bool same_places(
    const struct machine_model *model, const struct rdl_bank *read, const struct reg_bank *bank)
{
    g_autoptr(GPtrArray) places = block_places(model, bank);
    g_autofree char *blocks = blocks_text(model, bank);

    if (read->n_places != places->len || !same(read->blocks, blocks))
        return false;
    for (unsigned i = 0; i < places->len; i++) {
        const struct block_place *place = g_ptr_array_index(places, i);
        g_autofree char *id = export_id(place->name);

        if (!same(read->places[i].name, id) || read->places[i].base != place->base ||
            !same(read->places[i].blocks, places->len > 1 ? place->blocks : blocks))
            return false;
    }
    return true;
}

static void is_bank(
    const struct machine_model *model, const struct rdl_bank *read, const struct reg_bank *bank)
{
    const struct reg_bank *of = block_variant_of(model, bank);
    const char *wrong = "bank";
    bool all = same(read->bank.name, bank->name) && same(read->bank.prose, bank->prose) &&
               read->bank.space == bank->space && read->bank.n_regs == bank->n_regs &&
               same(read->variant_of, of ? of->name : NULL);

    for (unsigned i = 0; all && i < bank->n_regs; i++) {
        wrong = bank->regs[i].name;
        all = same_reg(model, &read->bank.regs[i], &bank->regs[i]);
    }
    if (!ok(all, "%s.%s: %u registers are the same", model->name, bank->name, bank->n_regs))
        printf("# not so: %s\n", wrong);
    ok(same_places(model, read, bank), "... and the blocks' places");
}

static const struct rdl_bank *find(const struct rdl_file *file, const char *name)
{
    for (unsigned i = 0; i < file->n_banks; i++)
        if (!strcmp(file->banks[i].bank.name, name))
            return &file->banks[i];
    return NULL;
}

/* Reads the export of @scope, and compares the banks in it. */
static void test_scope(const struct register_place *scope, unsigned n_banks)
{
    const struct machine_model *model = scope->machine->model;
    g_autoptr(GString) text = g_string_new(NULL);
    char wrong[RDL_WRONG] = "";
    struct rdl_file *file;

    export_systemrdl(text, scope);
    file = rdl_read(model->name, text->str, wrong);
    if (!ok(file && file->n_banks == n_banks, "%s%s%s: %u kinds of blocks", model->name,
            scope->bank ? "." : "", scope->bank ? scope->bank->name : "", n_banks)) {
        printf("# %s\n", wrong);
        rdl_free(file);
        return;
    }
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (export_has_bank(scope, *b) && find(file, (*b)->name))
            is_bank(model, find(file, (*b)->name), *b);
    rdl_free(file);
}

static void test_machine(const struct machine *machine)
{
    unsigned n_banks = 0, n_regs = 0, before = n_compared;

    if (!machine->model->banks[0])
        return; /* a file describes its registers */
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++) {
        n_banks++;
        n_regs += (*b)->n_regs;
    }
    test_scope(&(struct register_place){.machine = machine}, n_banks);
    is_u64(n_compared - before, n_regs, "%s: none is missing", machine->name);
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
        test_scope(&(struct register_place){.machine = machine, .bank = *b}, 1);
}

/* The example of the document. */
static void test_document(void)
{
    g_autofree char *text = NULL;
    char wrong[RDL_WRONG] = "", *begin = NULL, *end = NULL;
    struct rdl_file *file = NULL;

    if (g_file_get_contents("docs/systemrdl.md", &text, NULL, NULL))
        begin = strstr(text, "```systemrdl\n");
    end = begin ? strstr(begin + 3, "```\n") : NULL;
    if (end) {
        *end = '\0';
        file = rdl_read("docs/systemrdl.md", strchr(begin, '\n') + 1, wrong);
    }
    ok(file && file->n_banks == 1 && file->banks[0].bank.n_regs == 8, "the document's example");
    printf("# %s\n", wrong);
    rdl_free(file);
}

int main(void)
{
    test_document();
    for (unsigned i = 0; machine_number(i); i++)
        test_machine(machine_number(i));
    return done_testing();
}
