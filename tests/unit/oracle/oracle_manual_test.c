/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of registers and places of the oracle and of the model, typed
 * separately, row by row, for each variant. */
#include "models/snbep/box_count.h"
#include "models/snbep/imc.h"
#include "models/snbep/snbep.h"
#include "oracle/snbep/box.h"
#include "tests/snbep_blocks.h"
#include "tests/tap.h"

#include <string.h>

/* The bits of the model's register for @reg, if it has one. */
static uint64_t bits(const struct box_type *type, int reg, enum reg_access access)
{
    return reg == BOX_NONE ? 0 : reg_access_mask(&type->banks[IMC_SILICON]->regs[reg], access);
}

static void places(const char *who, const struct oracle_kind *kind, const struct reg_bank *bank)
{
    is_u64(kind->n_registers, bank->n_regs, "%s: the same number of registers", who);
    for (unsigned i = 0; i < kind->n_registers; i++)
        ok(!strcmp(kind->registers[i].name, bank->regs[i].name) &&
                kind->registers[i].offset == bank->regs[i].offset &&
                8 * kind->registers[i].bytes == bank->regs[i].width,
            "%s: %s, its place and width", who, bank->regs[i].name);
}

/* A free-running counter has no control: @part and the model must have the same
 * counts for its channels. */
static void free_running(const char *who, const struct oracle_kind *kind,
    const struct box_type *type, const struct box_type *part)
{
    const struct reg_bank *bank = type->banks[IMC_SILICON];

    places(who, kind, bank);
    is_u64(type->sums, kind->joined, "%s: the same number of channels", who);
    for (unsigned i = 0; i < kind->general; i++) {
        unsigned counts = type->adds ? type->adds[i] : 1u << i,
                 first = (unsigned)__builtin_ctz(counts);

        is_u64(oracle_count_mask(kind, i), reg_access_mask(&bank->regs[i], REG_RO),
            "%s: counter %u", who, i);
        is_u64(box_free_control(part, first), kind->free[i].control, "%s: the event of counter %u",
            who, i);
        is_u64(counts >> first, kind->free[i].also ? 3 : 1, "%s: ... of one kind or of two", who);
        if (kind->free[i].also)
            is_u64(
                box_free_control(part, first + 1), kind->free[i].also, "%s: ... the second", who);
    }
}

static void registers(const char *who, const struct oracle_kind *kind, const struct box_type *type)
{
    places(who, kind, type->banks[IMC_SILICON]);
    is_u64(oracle_count_mask(kind, 0), bits(type, type->ctr0, REG_RW), "%s: counters", who);
    is_u64(oracle_selects(kind) | kind->fields.en, bits(type, type->ctl0, REG_RW), "%s: controls",
        who);
    is_u64(kind->fixed ? ORACLE_FIXED_EN : 0, bits(type, type->fixed_ctl, REG_RW),
        "%s: the fixed counter's", who);
    is_u64(kind->fixed && !kind->numbered ? ORACLE_FIXED_RST : 0,
        bits(type, type->fixed_ctl, REG_ACTION), "%s: its reset", who);
    is_u64(kind->box_held, bits(type, type->box_ctl, REG_RW), "%s: BOX_CTL", who);
    is_u64(kind->box_resets, bits(type, type->box_ctl, REG_ACTION), "%s: its resets", who);
    is_u64(kind->two_documents ? ORACLE_STATUS : 0, bits(type, type->status, REG_RW1C),
        "%s: UNIT_STATUS", who);
    is_u64(kind->filter & UINT32_MAX, bits(type, type->filter, REG_RW), "%s: filter", who);
    if (oracle_register_is(kind, ORACLE_IS_FILTER, 1) >= 0)
        is_u64(
            kind->filter >> 32, bits(type, type->filter + 1, REG_RW), "%s: its second half", who);
    if (oracle_register_is(kind, ORACLE_IS_FILTER, 3) >= 0) {
        is_u64(
            kind->filter & UINT32_MAX, bits(type, type->filter + 2, REG_RW), "%s: its mask", who);
        is_u64(
            kind->filter >> 32, bits(type, type->filter + 3, REG_RW), "%s: ... second half", who);
    }
}

/* The fields of a control, by their function. */
static void fields(const char *who, const struct oracle_kind *kind, const struct box_type *type)
{
    const struct reg *reg = &type->banks[IMC_SILICON]->regs[type->ctl0];
    const struct box_control *c = type->control;
    const struct {
        int field;
        uint64_t mask;
    } pairs[] = {{c->ev_sel, kind->fields.ev_sel}, {c->umask, kind->fields.umask},
        {c->edge, kind->fields.edge}, {c->en, kind->fields.en}, {c->invert, kind->fields.invert},
        {c->thresh, kind->fields.thresh}, {c->ext, kind->fields.ext},
        {c->tid_en, kind->fields.tid_en}, {c->occ_edge, kind->fields.occ_edge},
        {c->occ_invert, kind->fields.occ_invert}};

    for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        is_u64(pairs[i].mask,
            pairs[i].field == BOX_NONE ? 0 : reg_set(reg, (unsigned)pairs[i].field, 0, UINT64_MAX),
            "%s: field %u of a control", who, i);
}

static uint64_t clock_of(const struct snbep_variant *v, const struct box_type *type)
{
    return type->clock == BOX_DCLK ? 0 : v->clocks[type->clock];
}

static uint64_t hz_of(const struct oracle_variant *v, enum oracle_clock clock)
{
    const uint64_t hz[] = {0, ORACLE_UCLK_HZ, v->link_hz, ORACLE_PCLK_HZ};

    return hz[clock];
}

static void place(const struct oracle_variant *mine, const struct snbep_variant *other, unsigned i)
{
    const struct oracle_place *m = &mine->boxes[i];
    const struct snbep_place *o = &other->boxes[i];
    const struct snbep_function *f =
        snbep_place_space(o) == REG_SPACE_PCI
            ? snbep_function_at(other, o->bus, (unsigned)(o->device << 3 | o->function))
            : NULL;

    ok(!strcmp(m->name, o->name) && m->index == o->index && m->device == o->device &&
            m->function == o->function && m->bus == o->bus,
        "%s: %s, where it is", mine->name, m->name);
    is_u64(m->id, f ? (uint64_t)f->device_id << 16 | SNBEP_VENDOR : 0, "%s: %s, its IDs",
        mine->name, m->name);
    is_u64(
        hz_of(mine, m->clock), clock_of(other, o->type), "%s: %s, its clock", mine->name, m->name);
}

static void boxes(const struct oracle_variant *mine, const struct snbep_variant *other)
{
    is_u64(mine->n_boxes, other->n_boxes, "%s: the same number of boxes", mine->name);
    for (unsigned i = 0; i < mine->n_boxes && i < other->n_boxes; i++) {
        const struct oracle_kind *kind = mine->boxes[i].kind;
        const struct box_type *type = other->boxes[i].type;
        char who[64];

        place(mine, other, i);
        if (i && type == other->boxes[i - 1].type)
            continue;
        snprintf(who, sizeof(who), "%s.%.*s", other->name, snbep_kind_name(other->boxes[i].name),
            other->boxes[i].name);
        if (kind->free) {
            free_running(who, kind, type, type->of ? type->of : other->boxes[0].type);
            continue;
        }
        registers(who, kind, type);
        fields(who, kind, type);
    }
}

static void variants(void)
{
    is_u64(oracle_n_variants, SNBEP_N_VARIANTS, "the same number of variants");
    for (unsigned v = 0; v < SNBEP_N_VARIANTS; v++) {
        const struct oracle_variant *mine = oracle_variant_named(snbep_variants[v]->name);

        if (ok(mine, "%s is in both", snbep_variants[v]->name))
            boxes(mine, snbep_variants[v]);
    }
    is_u64(ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN,
        reg_access_mask(&imc_guide_bank.regs[IMC_BOX_CTL], REG_WO), "BOX_CTL, by the guide");
}

/* Bytes of 8086:3cb4 at device 10, function 4, and bytes outside of a channel's
 * IDs. */
static void headers(void)
{
    uint64_t value = 0;

    is_u64((uint64_t)oracle_function_at(&oracle_snbep, 0x8400, 4, &value), 2, "channel 2");
    is_u64(value, 0x3cb48086, "its IDs");
    is_u64((uint64_t)oracle_function_at(&oracle_snbep, 0x8402, 2, &value), 2,
        "channel 2 by its device ID");
    is_u64(value, 0x3cb4, "... alone");
    is_u64(
        (uint64_t)oracle_function_at(&oracle_snbep, 0x8401, 1, &value), 2, "channel 2 by one byte");
    is_u64(value, 0x80, "... of its vendor ID");
    ok(oracle_function_at(&oracle_snbep, 0x8402, 4, &value) < 0, "more bytes than the IDs");
    ok(oracle_function_at(&oracle_snbep, 0x8404, 4, &value) < 0, "after them");
    ok(oracle_function_at(&oracle_snbep, 0x8200, 4, &value) < 0,
        "a function that is not a monitor");
}

int main(void)
{
    variants();
    headers();
    return done_testing();
}
