/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CMSIS-SVD 1.3. It has one address space of bytes, in which each of our spaces
 * has a window. */
#include "harness/export/export.h"
#include "harness/export/xml.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"

#define WINDOW_SHIFT 48

/* The number of a space's window. Addresses of memory are as they are. */
static const unsigned char windows[REG_N_SPACES] = {
    [REG_SPACE_MEMORY] = 0,
    [REG_SPACE_MMIO] = 0,
    [REG_SPACE_PORT] = 1,
    [REG_SPACE_PCI] = 2,
    [REG_SPACE_MSR] = 3,
    [REG_SPACE_SPR] = 4,
    [REG_SPACE_SCOM] = 5,
    [REG_SPACE_SYSREG] = 6,
};

static const char *access_word(enum reg_access access)
{
    switch (access) {
    case REG_RO:
        return "read-only";
    case REG_WO:
    case REG_ACTION:
        return "write-only";
    default:
        return "read-write";
    }
}

/* How software reaches the register as a whole. */
static const char *register_access(const struct reg *reg)
{
    gboolean reads = FALSE, writes = FALSE;

    for (unsigned i = 0; i < reg->n_fields; i++) {
        enum reg_access access = reg->fields[i].access;

        reads |= access == REG_RO || access == REG_RW || access == REG_RW1C;
        writes |= access != REG_RO && access != REG_RV;
    }
    if (!writes)
        return "read-only";
    return reads ? "read-write" : "write-only";
}

static void add_names(struct xml *xml, const struct value_names *set)
{
    if (!set)
        return;
    xml_open(xml, "enumeratedValues", NULL);
    for (guint i = 0; i < set->names->len; i++) {
        const struct value_name *entry = &g_array_index(set->names, struct value_name, i);
        g_autofree char *id = export_id(entry->name);

        xml_open(xml, "enumeratedValue", NULL);
        xml_text(xml, "name", id);
        xml_text(xml, "description", entry->name);
        xml_hex(xml, "value", entry->value);
        xml_close(xml, "enumeratedValue");
    }
    xml_close(xml, "enumeratedValues");
}

static void add_field(struct xml *xml, const struct reg *reg, unsigned i, const GPtrArray *names)
{
    const struct reg_field *field = &reg->fields[i];
    g_autofree char *id = export_id(field->name);
    g_autofree char *prose = export_field_prose(reg, field);

    xml_open(xml, "field", NULL);
    xml_text(xml, "name", id);
    xml_text(xml, "description", prose);
    xml_number(xml, "bitOffset", reg_field_low(reg, field));
    xml_number(xml, "bitWidth", reg_field_width(reg, field));
    xml_text(xml, "access", access_word(field->access));
    if (field->access == REG_RW1C)
        xml_text(xml, "modifiedWriteValues", "oneToClear");
    add_names(xml, value_names_always(names, i));
    xml_close(xml, "field");
}

static void add_register(struct xml *xml, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    g_autoptr(GPtrArray) names = value_names_of(machine->model, reg);
    g_autofree char *id = export_id(reg->name);
    g_autofree char *prose = export_register_prose(bank, reg);

    xml_open(xml, "register", NULL);
    xml_text(xml, "name", id);
    xml_text(xml, "description", prose);
    xml_hex(xml, "addressOffset", export_byte(bank, reg->offset));
    xml_number(xml, "size", reg->width);
    xml_text(xml, "access", register_access(reg));
    xml_hex(xml, "resetValue", reg_reset(reg));
    xml_hex(xml, "resetMask", reg_low_bits(reg->width));
    xml_open(xml, "fields", NULL);
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV)
            add_field(xml, reg, i, names);
    xml_close(xml, "fields");
    xml_close(xml, "register");
}

static char *peripheral_prose(const struct reg_bank *bank, const struct block_place *place)
{
    GString *text = g_string_new(bank->prose);

    g_string_append_printf(text, ". In %s", block_space_text(bank->space));
    if (place->based) {
        g_autofree char *base = block_base_text(bank, place->base);

        g_string_append_printf(text, ", base %s", base);
    } else {
        g_string_append(text, "; the base is not the same in each configuration, and is 0 here");
    }
    g_string_append_printf(
        text, ". Blocks: %s.", *place->blocks ? place->blocks : "none without an option");
    return g_string_free(text, FALSE);
}

/* The peripheral that has the addresses of a variant at @place. */
static void add_alternate(struct xml *xml, const struct machine_model *model,
    const struct reg_bank *bank, const struct block_place *place)
{
    const struct reg_bank *of = block_variant_of(model, bank);
    g_autoptr(GPtrArray) places = of ? block_places(model, of) : NULL;

    for (guint i = 0; places && i < places->len; i++) {
        const struct block_place *other = g_ptr_array_index(places, i);
        g_autofree char *id = export_id(other->name);

        if (place->based && other->based && place->base == other->base)
            xml_text(xml, "alternatePeripheral", id);
    }
}

static void add_registers(struct xml *xml, const struct register_place *scope,
    const struct machine *machine, const struct reg_bank *bank)
{
    xml_open(xml, "addressBlock", NULL);
    xml_hex(xml, "offset", 0);
    xml_hex(xml, "size", export_end(scope, bank));
    xml_text(xml, "usage", "registers");
    xml_close(xml, "addressBlock");
    xml_open(xml, "registers", NULL);
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (export_has_register(scope, &bank->regs[i]))
            add_register(xml, machine, bank, &bank->regs[i]);
    xml_close(xml, "registers");
}

/* The places after the first one are derived from it. */
static void add_bank(struct xml *xml, const struct register_place *scope,
    const struct machine *machine, const struct reg_bank *bank)
{
    g_autoptr(GPtrArray) places = block_places(machine->model, bank);
    g_autofree char *group = export_id(bank->name);
    g_autofree char *derived = NULL;

    for (guint i = 0; i < places->len; i++) {
        const struct block_place *place = g_ptr_array_index(places, i);
        g_autofree char *id = export_id(place->name);
        g_autofree char *prose = peripheral_prose(bank, place);

        xml_open(xml, "peripheral", derived);
        xml_text(xml, "name", id);
        xml_text(xml, "description", prose);
        add_alternate(xml, machine->model, bank, place);
        xml_text(xml, "groupName", group);
        xml_hex(xml, "baseAddress",
            ((guint64)windows[bank->space] << WINDOW_SHIFT) + export_byte(bank, place->base));
        if (!derived) {
            add_registers(xml, scope, machine, bank);
            derived = g_strdup_printf(" derivedFrom=\"%s\"", id);
        }
        xml_close(xml, "peripheral");
    }
}

static char *device_prose(const struct machine *machine)
{
    GString *text = g_string_new(machine->model->prose);

    g_string_append(text,
        ". " EXPORT_ADDRESSES " Bits 63:48 of an address are the number of its space: 0 memory");
    for (unsigned space = 0; space < REG_N_SPACES; space++)
        if (windows[space])
            g_string_append_printf(
                text, ", %u %s", windows[space], block_space_text((enum reg_space)space));
    g_string_append(text, ". Bit offsets count from the least significant bit.");
    return g_string_free(text, FALSE);
}

void export_svd(GString *text, const struct register_place *scope)
{
    struct xml xml = {.text = text};
    g_autofree char *prose = device_prose(scope->machine);

    g_string_append(text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    xml_open(&xml, "device",
        " schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" "
        "xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\"");
    xml_text(&xml, "name", scope->machine->name);
    xml_text(&xml, "version", "1");
    xml_text(&xml, "description", prose);
    xml_number(&xml, "addressUnitBits", 8);
    xml_number(&xml, "width", 64);
    xml_open(&xml, "peripherals", NULL);
    for (const struct reg_bank *const *b = scope->machine->model->banks; *b; b++)
        if (export_has_bank(scope, *b))
            add_bank(&xml, scope, scope->machine, *b);
    xml_close(&xml, "peripherals");
    xml_close(&xml, "device");
}
