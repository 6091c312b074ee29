/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the machine `snbep` for tools: its banks, block names and
 * event names. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovery.h"
#include "models/snbep/snbep.h"
#include "models/snbep/snbep_config.h"
#include "models/snbep/socket/socket.rdl.h"
#include "models/x86/intel_core.rdl.h"
#include "models/x86/intel_lbr.rdl.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct reg_bank *snbep_bank(unsigned block)
{
    struct snbep_block b;

    if (snbep_of_cpu(block))
        return snbep_core_bank(block);
    if (!snbep_block_find(block, &b))
        return NULL;
    switch (b.kind) {
    case SNBEP_BLOCK_UBOX:
        return b.variant->ubox;
    case SNBEP_BLOCK_PCI:
        return &pci_bank;
    case SNBEP_BLOCK_PACKAGE:
        return b.variant->package;
    case SNBEP_BLOCK_SECOND:
        return b.variant->second;
    case SNBEP_BLOCK_DISCOVERY:
        return &discovery_bank;
    case SNBEP_BLOCK_UNITS:
        return &units_bank;
    default:
        return b.place->type->banks[IMC_SILICON];
    }
}

/* A variant's sockets in turn, in each its boxes and then the other kinds;
 * after them its CPUs. The APICs are the last. */
static unsigned block_after(unsigned block)
{
    const unsigned variant = block >> 16, kind = snbep_block_kind(block);
    struct snbep_block b;

    if (kind >= SNBEP_BLOCK_CORE) {
        if (snbep_cpu_of(block) + 1 < SNBEP_MAX_CPUS || kind == SNBEP_BLOCK_APIC)
            return block + 1;
        if (kind == SNBEP_BLOCK_CORE && snbep_core_bank(snbep_lbr_block(variant, 0)))
            return snbep_lbr_block(variant, 0);
        return variant + 1 < SNBEP_N_VARIANTS ? snbep_box_block(snbep_variants[variant + 1], 0, 0)
                                              : snbep_apic_block(0);
    }
    snbep_block_find(block, &b);
    if (b.place && b.box + 1 < b.variant->n_boxes)
        return snbep_box_block(b.variant, b.socket, b.box + 1);
    if (b.kind != SNBEP_BLOCK_UNITS)
        return snbep_block(b.variant, b.socket, b.place ? SNBEP_BLOCK_UBOX : b.kind + 1);
    return b.socket + 1 < SNBEP_MAX_SOCKETS ? snbep_box_block(b.variant, b.socket + 1, 0)
                                            : snbep_core_block(variant, 0);
}

/* A block that is not a box has its bank's name. */
static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    static const char *const prefixes[SNBEP_MAX_SOCKETS] = {"", "s1."};
    struct snbep_block b;

    *bank = snbep_bank(block);
    if (!*bank)
        return false;
    if (!snbep_block_find(block, &b)) {
        snbep_core_block_name(block, name, size);
        return true;
    }
    snprintf(name, size, "%s%s", prefixes[b.socket], b.place ? b.place->name : (*bank)->name);
    return true;
}

static const char *variant(unsigned block, const char **prose)
{
    const struct snbep_variant *core = snbep_of_cpu(block) ? snbep_cpu_variant(block) : NULL;
    struct snbep_block b = {.variant = core};

    if (!core && !snbep_block_find(block, &b))
        return NULL;
    *prose = b.variant->prose;
    return b.variant->name;
}

static uint64_t ecam(unsigned bus, unsigned device, unsigned function)
{
    return (uint64_t)bus << 20 | (uint64_t)device << 15 | (uint64_t)function << 12;
}

/* The base of the registers of block @b, which is not a box. */
static uint64_t base_of_own(const struct snbep_block *b)
{
    const struct snbep_variant *v = b->variant;
    const struct snbep_function *f = snbep_discovery_function(v);

    if (b->kind == SNBEP_BLOCK_PACKAGE)
        return 0;
    if (b->kind == SNBEP_BLOCK_UNITS)
        return window_address(b->socket) + UNITS_FIRST;
    if (b->kind == SNBEP_BLOCK_DISCOVERY)
        return ecam(v->buses[b->socket][f->bus], f->device, f->function);
    if (b->kind == SNBEP_BLOCK_SECOND)
        return ecam(v->buses[b->socket][v->second_bus], v->second_device, v->second_function);
    return ecam(v->buses[b->socket][v->ubox_bus], v->ubox_device, v->ubox_function);
}

/* The block of headers has no base: each function has one. */
static bool base(unsigned block, uint64_t *base)
{
    struct snbep_block b;

    if (snbep_of_cpu(block)) {
        *base = snbep_block_kind(block) == SNBEP_BLOCK_APIC ? APIC_WINDOW : 0;
        return snbep_core_bank(block);
    }
    if (!snbep_block_find(block, &b) || b.kind == SNBEP_BLOCK_PCI)
        return false;
    const struct snbep_variant *v = b.variant;

    if (!b.place)
        *base = base_of_own(&b);
    else if (snbep_place_space(b.place) == REG_SPACE_PCI)
        *base = ecam(v->buses[b.socket][b.place->bus], b.place->device, b.place->function);
    else
        *base = b.place->base +
                (snbep_place_space(b.place) == REG_SPACE_MMIO ? window_address(b.socket) : 0);
    return true;
}

/* The kind of box whose general controls have @reg's fields, or NULL: @reg has
 * no event's name. */
static const struct box_type *type_of_control(const struct reg *reg)
{
    for (unsigned i = 0; box_types[i]; i++)
        for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
            const struct box_type *type = box_types[i];
            const struct reg *ctl0 = &type->banks[mode]->regs[type->ctl0];
            if (reg >= ctl0 && reg < ctl0 + type->n_counters)
                return type;
        }
    return NULL;
}

static bool counter(const struct reg *reg)
{
    for (unsigned i = 0; box_types[i]; i++)
        for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
            const struct box_type *type = box_types[i];
            const struct reg_bank *bank = type->banks[mode];
            if (reg >= bank->regs && reg < bank->regs + bank->n_regs)
                return type->sums || box_is_counter(type, (unsigned)(reg - bank->regs));
        }
    return false;
}

static const struct box_event *event_in(const struct box_type *type, uint64_t value)
{
    int index = box_event_coded(type->events, box_code(type, value));

    return index < 0 ? NULL : &type->events->rows[index];
}

/* A box's general counter with an event that its list lacks. No list has an
 * event 0 that counts nothing. On silicon, a umask of 0 also selects no
 * sub-event. */
static unsigned box_uncounted(const struct box_type *type, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    unsigned general = reg - (unsigned)type->ctl0;

    /* Free-running counters and their sums have no controls. */
    if (type->sums || general >= type->n_counters)
        return 0;
    unsigned code = box_code(type, value);

    if (!code || !box_control_on(type, value))
        return 0;
    events[0] = (struct machine_uncounted){code, -1};
    return box_event_coded(type->events, code) < 0;
}

static unsigned uncounted(unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    struct snbep_block b;

    if (snbep_of_cpu(block))
        return snbep_core_uncounted(block, reg, value, events);
    return snbep_block_find(block, &b) && b.place ? box_uncounted(b.place->type, reg, value, events)
                                                  : 0;
}

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    const struct box_type *type = type_of_control(reg);
    const struct box_event *event = type ? event_in(type, value) : NULL;

    if (event && (int)field == type->control->ev_sel)
        return event->name;
    if (event && (int)field == type->control->umask)
        return box_umask_name(event, (uint8_t)reg_get(reg, field, value));
    return NULL;
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    const struct box_type *type = type_of_control(reg);

    if (type && (int)field == type->control->ev_sel) {
        int index = box_event_named(type->events, name);
        return index < 0 ? -1 : type->events->rows[index].code & UINT8_MAX;
    }
    const struct box_event *event = type ? event_in(type, value) : NULL;

    return event && (int)field == type->control->umask ? box_umask_named(event, name) : -1;
}

/* The block of headers covers all functions of a bus, and a table of units all
 * its entries. */
static bool function(const struct reg_bank *bank, uint32_t *offset, char *name, size_t size)
{
    unsigned bus, devfn, entry;

    if (bank == &units_bank) {
        *offset = units_offset(*offset, &entry);
        if (entry)
            snprintf(name, size, "unit%u", entry - 1);
        else
            snprintf(name, size, "socket");
        return true;
    }
    if (bank != &pci_bank)
        return false;
    *offset = snbep_header_place(*offset, &bus, &devfn);
    snprintf(name, size, "%02x.%x", devfn >> 3, devfn & 7);
    return true;
}

/* Each bank has a list, so a kind of box with two banks has two. */
static const struct box_type *type_of_list(unsigned list, const struct reg_bank **bank)
{
    for (unsigned i = 0; box_types[i]; i++)
        for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
            const struct box_type *type = box_types[i];
            if (!type->events->n || (mode && type->banks[mode] == type->banks[0]))
                continue;
            *bank = type->banks[mode];
            if (!list--)
                return type;
        }
    return NULL;
}

static const struct box_events *events_of_list(unsigned list)
{
    const struct reg_bank *bank;

    return type_of_list(list, &bank)->events;
}

static bool events(unsigned list, struct machine_events *events)
{
    const struct reg_bank *bank = NULL;
    const struct box_type *type = type_of_list(list, &bank);

    if (!type)
        return false;
    const struct box_control *c = type->control;
    const struct reg_field *fields = bank->regs[type->ctl0].fields;

    /* The ninth bit of a code is BOX_CODE_EXT. */
    *events = (struct machine_events){
        .name = bank->name,
        .prose = "events of general counters",
        .code = fields[c->ev_sel].name,
        .number = "max/cycle",
        .text = "counts",
        .sub = fields[c->umask].name,
        .code_bits = c->ext == BOX_NONE ? 8 : 9,
        .n_events = type->events->n,
    };
    return true;
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    const struct box_event *e = &events_of_list(list)->rows[i];

    snprintf(event->name, sizeof(event->name), "%s", e->name);
    event->code = e->code;
    event->number = e->max;
    event->prose = e->prose;
    event->n_subs = e->n_subs;
}

static void sub_event(unsigned list, unsigned i, unsigned sub, struct machine_sub_event *sub_event)
{
    const struct box_sub *s = &events_of_list(list)->rows[i].subs[sub];

    sub_event->name = s->name;
    sub_event->code = s->umask;
}

static const struct reg_bank *const banks[] = {
    &imc_bank,
    &imc_guide_bank,
    &imc_ivt_bank,
    &imc_hsx_bank,
    &imc_skx_bank,
    &imc_clx_bank,
    &imc_icx_bank,
    &imc_free_bank,
    &imc_spr_bank,
    &imc_spr_free_bank,
    &spr_pcu_bank,
    &spr_m2m_bank,
    &spr_upi_bank,
    &spr_irp_bank,
    &spr_mdf_bank,
    &ubox_bank,
    &ubox_skx_bank,
    &window_bank,
    &discovery_bank,
    &units_bank,
    &pci_bank,
    &ha_bank,
    &qpi_bank,
    &r2pcie_bank,
    &r3qpi_bank,
    &cbo_bank,
    &pcu_bank,
    &ubox_msr_bank,
    &ivt_ha_bank,
    &ivt_qpi_bank,
    &ivt_r2pcie_bank,
    &ivt_r3qpi_bank,
    &ivt_cbo_bank,
    &ivt_pcu_bank,
    &ivt_ubox_bank,
    &hsx_ha_bank,
    &hsx_qpi_bank,
    &hsx_r2pcie_bank,
    &hsx_r3qpi_bank,
    &bdx_r3qpi_bank,
    &hsx_cbo_bank,
    &hsx_sbo_bank,
    &hsx_pcu_bank,
    &hsx_ubox_bank,
    &bdx_ubox_bank,
    &skx_cha_bank,
    &clx_cha_bank,
    &skx_pcu_bank,
    &skx_ubox_bank,
    &skx_upi_bank,
    &skx_m2m_bank,
    &clx_m2m_bank,
    &skx_m3upi_bank,
    &skx_iio_bank,
    &skx_irp_bank,
    &skx_iio_free_bank,
    &skx_iio_clock_bank,
    &caps_bank,
    &snbep_package_bank,
    &package_bank,
    &intel_snb_bank,
    &intel_hsx_bank,
    &intel_bdx_bank,
    &intel_skx_bank,
    &intel_icx_bank,
    &intel_spr_bank,
    &intel_lbr_snb_bank,
    &intel_lbr_hsx_bank,
    &intel_lbr_skx_bank,
    &local_apic_bank,
    NULL,
};

const struct machine_model snbep_model = {
    .name = "snbep",
    .prose = "Xeon E5-2600 sockets (Sandy Bridge-EP): monitors of the uncore, and core PMUs",
    .options = snbep_options,
    .banks = banks,
    .end_block = 0xff << 16 | SNBEP_BLOCK_APIC << 8 | SNBEP_MAX_CPUS,
    .block_after = block_after,
    .block = block_named,
    .variant = variant,
    .base = base,
    .function = function,
    .counter = counter,
    .uncounted = uncounted,
    .counted_text = x86_counted_text,
    .value_name = value_name,
    .value_named = value_named,
    .events = events,
    .event = event,
    .sub_event = sub_event,
};
