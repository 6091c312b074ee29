/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the blocks of a kind, by name and by place. */
#include "harness/hardware/blocks.h"

#include <string.h>

GArray *blocks_of(const struct machine_model *model, const struct reg_bank *bank)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GArray *blocks = g_array_new(FALSE, TRUE, sizeof(struct block));
    const struct reg_bank *other;

    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i)) {
        struct block block = {.number = i, .base = 0};

        if (!model->block(i, block.name, sizeof(block.name), &other) || other != bank ||
            !g_hash_table_add(seen, g_strdup(block.name)))
            continue;
        block.based = model->base && model->base(i, &block.base);
        if (!block.based)
            block.base = 0;
        g_array_append_val(blocks, block);
    }
    return blocks;
}

/* ---- names ---- */

/* A run of block names that differ only in their last number. */
struct run {
    const char *first, *last;
};

/*
 * The offset of the last number in @name, or its length if it has none. *@tail
 * is the text after the number.
 */
static size_t stem_length(const char *name, const char **tail)
{
    size_t end = strlen(name), n;

    while (end && !g_ascii_isdigit(name[end - 1]))
        end--;
    *tail = name + end;
    for (n = end; n && g_ascii_isdigit(name[n - 1]);)
        n--;
    return end ? n : strlen(name);
}

static gboolean follows(const char *last, const char *name)
{
    const char *last_tail, *tail;
    size_t n = stem_length(last, &last_tail);

    return last[n] && n == stem_length(name, &tail) && !strncmp(last, name, n) &&
           !strcmp(last_tail, tail) &&
           g_ascii_strtoull(name + n, NULL, 10) == g_ascii_strtoull(last + n, NULL, 10) + 1;
}

static void list_run(GString *list, const struct run *run)
{
    if (!run->first)
        return;
    g_string_append_printf(list, "%s%s", list->len ? ", " : "", run->first);
    if (run->first != run->last)
        g_string_append_printf(list, " to %s", run->last);
}

/* The names of @blocks that are at @place; of all blocks if it is NULL. */
static char *names_at(const GArray *blocks, const struct block_place *place)
{
    GString *list = g_string_new(NULL);
    struct run run = {NULL, NULL};

    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = &g_array_index(blocks, struct block, i);

        if (place && (block->based != place->based || block->base != place->base))
            continue;
        if (!run.first || !follows(run.last, block->name)) {
            list_run(list, &run);
            run.first = block->name;
        }
        run.last = block->name;
    }
    list_run(list, &run);
    return g_string_free(list, FALSE);
}

/* A longer list is cut to its ends. */
enum { BLOCKS_TEXT = 40 };

char *blocks_text(const struct machine_model *model, const struct reg_bank *bank)
{
    g_autoptr(GArray) blocks = blocks_of(model, bank);
    char *text = names_at(blocks, NULL);
    const struct block *all = (const struct block *)(void *)blocks->data;

    if (strlen(text) <= BLOCKS_TEXT)
        return text;
    g_free(text);
    return g_strdup_printf("%s to %s", all[0].name, all[blocks->len - 1].name);
}

/* ---- places ---- */

static void free_place(gpointer data)
{
    struct block_place *place = data;

    g_free(place->name);
    g_free(place->blocks);
    g_free(place);
}

static gboolean is_known(const GPtrArray *places, const struct block *block)
{
    for (guint i = 0; i < places->len; i++) {
        const struct block_place *place = g_ptr_array_index(places, i);

        if (place->based == block->based && place->base == block->base)
            return TRUE;
    }
    return FALSE;
}

static void add_place(GPtrArray *places, const char *name, gboolean based, uint64_t base)
{
    struct block_place *place = g_new0(struct block_place, 1);

    *place = (struct block_place){.name = g_strdup(name), .based = based, .base = base};
    g_ptr_array_add(places, place);
}

GPtrArray *block_places(const struct machine_model *model, const struct reg_bank *bank)
{
    GPtrArray *places = g_ptr_array_new_with_free_func(free_place);
    g_autoptr(GArray) blocks = blocks_of(model, bank);

    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = &g_array_index(blocks, struct block, i);

        if (!is_known(places, block))
            add_place(places, block->name, block->based, block->base);
    }
    if (!places->len)
        add_place(places, bank->name, FALSE, 0);
    for (guint i = 0; i < places->len; i++) {
        struct block_place *place = g_ptr_array_index(places, i);

        place->blocks = names_at(blocks, place);
        if (places->len > 1)
            continue;
        g_free(place->name);
        place->name = g_strdup(bank->name);
    }
    return places;
}

/* ---- variants ---- */

gboolean block_is_variant(const struct reg_bank *bank, const struct reg_bank *of)
{
    size_t n = strlen(of->name);

    return !strncmp(bank->name, of->name, n) && bank->name[n] == '-' && bank->space == of->space;
}

const struct reg_bank *block_variant_of(
    const struct machine_model *model, const struct reg_bank *bank)
{
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (block_is_variant(bank, *b))
            return *b;
    return NULL;
}

/* ---- spaces ---- */

static const struct {
    const char *text;
    const char *prefix; /* of an address or number */
} spaces[REG_N_SPACES] = {
    [REG_SPACE_MEMORY] = {"main memory", "memory at"},
    [REG_SPACE_MMIO] = {"memory-mapped I/O", "MMIO"},
    [REG_SPACE_PORT] = {"I/O ports", "port"},
    [REG_SPACE_PCI] = {"PCI configuration space", "PCI"},
    [REG_SPACE_MSR] = {"model-specific registers", "MSR"},
    [REG_SPACE_SPR] = {"special purpose registers", "SPR"},
    [REG_SPACE_SCOM] = {"SCOM registers", "SCOM"},
    [REG_SPACE_SYSREG] = {"AArch64 system registers", "system register"},
};

const char *block_space_text(enum reg_space space)
{
    g_assert(space < REG_N_SPACES);
    return spaces[space].text;
}

char *block_base_text(const struct reg_bank *bank, uint64_t base)
{
    if (bank->space != REG_SPACE_PCI)
        return g_strdup_printf("0x%" G_GINT64_MODIFIER "x", base);
    return g_strdup_printf("%02x:%02x.%x", (unsigned)(base >> 20) & 0xff,
        (unsigned)(base >> 15) & 0x1f, (unsigned)(base >> 12) & 7);
}

/* AArch64 assemblers write an unnamed register as op0, op1, CRn, CRm, op2. */
static char *system_register(uint64_t number)
{
    const unsigned n = (unsigned)number;

    return g_strdup_printf("system register S%u_%u_C%u_C%u_%u", n >> 14 & 3, n >> 11 & 7,
        n >> 7 & 15, n >> 3 & 15, n & 7);
}

char *block_address_text(const struct reg_bank *bank, uint64_t base, const struct reg *reg)
{
    g_autofree char *function = block_base_text(bank, base);

    switch (bank->space) {
    case REG_SPACE_PCI:
        return g_strdup_printf("PCI %s offset 0x%02x", function, reg->offset);
    case REG_SPACE_SYSREG:
        return system_register(base + reg->offset);
    case REG_SPACE_SPR:
        return g_strdup_printf("SPR %" G_GUINT64_FORMAT, base + reg->offset);
    default:
        return g_strdup_printf(
            "%s 0x%" G_GINT64_MODIFIER "x", spaces[bank->space].prefix, base + reg->offset);
    }
}
