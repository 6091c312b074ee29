/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks a running machine for its blocks. */
#include "harness/live/live_blocks.h"

#include <string.h>

/* Counter memory is searched up to here for names of events, in steps of a
 * word; bytes. */
enum { MEMORY_END = 0x2000, WORD = 8 };

static void word_clear(gpointer data)
{
    g_free(((struct live_word *)data)->name);
}

static void block_free(gpointer data)
{
    struct live_block *block = data;

    g_free(block->name);
    g_array_unref(block->words);
    g_free(block);
}

static struct live_block *block_new(const char *name, unsigned number, const struct reg_bank *bank)
{
    struct live_block *block = g_new0(struct live_block, 1);

    block->name = g_strdup(name);
    block->number = number;
    block->bank = bank;
    block->words = g_array_new(FALSE, FALSE, sizeof(struct live_word));
    g_array_set_clear_func(block->words, word_clear);
    return block;
}

static void add_registers(struct live_block *block)
{
    for (unsigned i = 0; i < block->bank->n_regs; i++) {
        const struct reg *reg = &block->bank->regs[i];
        const struct live_word word = {
            block->number, reg->offset, (reg->width + 7u) / 8, reg, g_strdup(reg->name)};

        g_array_append_val(block->words, word);
    }
}

static void add_events(struct live_block *block, const struct machine_model *model)
{
    char name[MACHINE_EVENT_NAME];

    for (guint32 offset = 0; model->word_name && offset < MEMORY_END; offset += WORD)
        if (model->word_name(block->number, offset, name, sizeof(name))) {
            const struct live_word word = {block->number, offset, WORD, NULL, g_strdup(name)};

            g_array_append_val(block->words, word);
        }
}

/* All blocks that machines of this kind can have. Skips a block with a register
 * for each function of a bus: it has too many. */
static GPtrArray *possible_blocks(const struct machine_model *model)
{
    GPtrArray *blocks = g_ptr_array_new_with_free_func(block_free);
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME], function[8];
    uint32_t offset = 0;

    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i)) {
        struct live_block *block;

        if (!model->block(i, name, sizeof(name), &bank) ||
            (bank && model->function && model->function(bank, &offset, function, sizeof(function))))
            continue;
        block = block_new(name, i, bank);
        if (bank)
            add_registers(block);
        g_ptr_array_add(blocks, block);
    }
    return blocks;
}

/* The first registers of blocks that have any. */
static GArray *first_words(const GPtrArray *blocks)
{
    GArray *first = g_array_new(FALSE, FALSE, sizeof(const struct live_word *));

    for (guint i = 0; i < blocks->len; i++) {
        const struct live_block *block = g_ptr_array_index(blocks, i);
        const struct live_word *word =
            block->bank ? &g_array_index(block->words, struct live_word, 0) : NULL;

        if (word)
            g_array_append_val(first, word);
    }
    return first;
}

/* Blocks whose first register answers, by their names. NULL with an error. */
static GHashTable *answering(struct live *live, const GPtrArray *blocks, GError **error)
{
    g_autoptr(GArray) first = first_words(blocks);
    g_autoptr(GArray) values = g_array_new(FALSE, TRUE, sizeof(struct live_value));
    GHashTable *names;
    guint at = 0;

    g_array_set_size(values, first->len);
    if (!live_peek(live, (const struct live_word *const *)(gconstpointer)first->data, first->len,
            (struct live_value *)(gpointer)values->data, error))
        return NULL;
    names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < blocks->len; i++) {
        struct live_block *block = g_ptr_array_index(blocks, i);

        if (block->bank && g_array_index(values, struct live_value, at++).there)
            g_hash_table_insert(names, block->name, block);
    }
    return names;
}

/* Memory belongs to the registers that have the first part of its name. */
static gboolean is_there(const struct live_block *block, GHashTable *names)
{
    g_autofree char *owner = g_strndup(block->name, strcspn(block->name, "."));

    if (block->bank)
        return g_hash_table_lookup(names, block->name) == block;
    return g_hash_table_contains(names, owner);
}

gboolean live_blocks_find(struct live *live, GError **error)
{
    const struct machine_model *model = live->guest.machine->model;
    GPtrArray *blocks = possible_blocks(model);
    g_autoptr(GHashTable) names = answering(live, blocks, error);

    for (guint i = names ? blocks->len : 0; i--;) {
        struct live_block *block = g_ptr_array_index(blocks, i);

        if (is_there(block, names))
            add_events(block, model);
        if (!is_there(block, names) || !block->words->len)
            g_ptr_array_remove_index(blocks, i);
    }
    live->blocks = blocks;
    return names != NULL;
}
