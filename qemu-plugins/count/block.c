/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records a translated block: its place, its instructions' offsets, and their
 * kinds. */
#include "qemu-plugins/count/block.h"

#include "qemu-plugins/qemu/translations.h"

_Alignas(64) const struct blocks_mix block_no_mix;

bool block_in_frame(const struct block *block, uint64_t pc)
{
    uint64_t address;

    return block->frame && qemu_plugin_translate_vaddr(pc, &address) &&
           address / BLOCK_PAGE == block->frame;
}

static void note_offsets(struct block *block, struct qemu_plugin_tb *tb)
{
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    uint16_t *offsets = translations_add(block->n * sizeof(*offsets));

    for (uint32_t i = 0; i < block->n; i++)
        offsets[i] = (uint16_t)(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, i)) - start);
    block->offsets = offsets;
}

/* For a shared translation. @fixed: the block is within a page, and its
 * instructions have one length. */
static void place_shared(struct block *block, struct qemu_plugin_tb *tb, bool fixed)
{
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, block->n - 1);
    uint64_t first_page = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(first);
    uint64_t last_page = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(last);
    uint64_t length = qemu_plugin_insn_vaddr(last) - qemu_plugin_insn_vaddr(first), address;

    block->shared = true;
    if (first_page && last_page) { /* of code in a device no two blocks are taken as the same */
        block->start = first_page;
        block->span = length + qemu_plugin_insn_size(last) - 1;
        block->placed = true;
        if (block->start % BLOCK_PAGE + length >= BLOCK_PAGE)
            block->second = last_page / BLOCK_PAGE * BLOCK_PAGE;
    }
    if (!fixed) {
        note_offsets(block, tb);
        return;
    }
    block->step = (uint32_t)qemu_plugin_insn_size(first);
    if (qemu_plugin_translate_vaddr(qemu_plugin_insn_vaddr(first), &address))
        block->frame = address / BLOCK_PAGE;
}

struct block *block_new(struct qemu_plugin_tb *tb, const struct blocks_traits *traits)
{
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
    struct block *block = translations_add(sizeof(*block));

    block->n = (uint32_t)qemu_plugin_tb_n_insns(tb);
    if (traits->shared) {
        place_shared(block, tb, traits->fixed);
    } else {
        block->start = qemu_plugin_insn_vaddr(first);
        block->step = (uint32_t)qemu_plugin_insn_size(first);
        block->span = (uint64_t)block->n * block->step - 1;
        block->placed = true;
    }
    block->reach = block->second ? UINT64_MAX : block->span;
    block->user = traits->user;
    block->calls = traits->calls;
    block->shown = traits->shown;
    block->mix = traits->mix;
    block->all = *block_mix_at(block, block->n);
    return block;
}
