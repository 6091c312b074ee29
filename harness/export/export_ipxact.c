/* SPDX-License-Identifier: GPL-2.0-or-later */
/* IP-XACT, IEEE 1685-2022: a component with a memory map for each space of addresses. */
#include "harness/export/export.h"
#include "harness/export/export_maps.h"
#include "harness/export/xml.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"

#define IPXACT "http://www.accellera.org/XMLSchema/IPXACT/1685-2022"

/* Facts without an element of the standard's are in its vendorExtensions, under this namespace. */
#define PMULAB "urn:pmulab:registers:1"

#define BUS_BITS 64

/* The standard's numbers are SystemVerilog's. */
static void add_hex(struct xml *xml, const char *name, unsigned bits, guint64 value)
{
    g_autofree char *text = g_strdup_printf("%u'h%" G_GINT64_MODIFIER "x", bits, value);

    xml_text(xml, name, text);
}

/* The name as an identifier, as it is, and the prose. */
static void add_name(struct xml *xml, const char *name, const char *prose)
{
    g_autofree char *id = export_id(name);

    xml_text(xml, "name", id);
    xml_text(xml, "displayName", name);
    xml_text(xml, "description", prose);
}

static void add_extension(struct xml *xml, const char *name, const char *text)
{
    const char *prefix = xml->prefix;

    if (!text)
        return;
    xml->prefix = "pmulab:";
    xml_text(xml, name, text);
    xml->prefix = prefix;
}

/* ---- fields ---- */

static void add_names(struct xml *xml, unsigned bits, const struct value_names *set)
{
    if (!set)
        return;
    xml_open(xml, "enumeratedValues", NULL);
    for (guint i = 0; i < set->names->len; i++) {
        const struct value_name *entry = &g_array_index(set->names, struct value_name, i);
        g_autofree char *id = export_id(entry->name);

        xml_open(xml, "enumeratedValue", NULL);
        xml_text(xml, "name", id);
        xml_text(xml, "displayName", entry->name);
        add_hex(xml, "value", bits, entry->value);
        xml_close(xml, "enumeratedValue");
    }
    xml_close(xml, "enumeratedValues");
}

static const char *access_word(enum reg_access access)
{
    switch (access) {
    case REG_RO:
    case REG_RV:
        return "read-only";
    case REG_WO:
    case REG_ACTION:
        return "write-only";
    default:
        return "read-write";
    }
}

static void add_access(struct xml *xml, enum reg_access access)
{
    xml_open(xml, "fieldAccessPolicies", NULL);
    xml_open(xml, "fieldAccessPolicy", NULL);
    xml_text(xml, "access", access_word(access));
    if (access == REG_RW1C)
        xml_text(xml, "modifiedWriteValue", "oneToClear");
    if (access == REG_RV)
        xml_text(xml, "reserved", "1");
    xml_close(xml, "fieldAccessPolicy");
    xml_close(xml, "fieldAccessPolicies");
}

/* Reserved fields share a name; here each has its bits in it. */
static char *field_name(const struct reg *reg, const struct reg_field *field)
{
    unsigned low = reg_field_low(reg, field), high = low + reg_field_width(reg, field) - 1;

    return field->access == REG_RV ? g_strdup_printf("%s_%u_%u", field->name, high, low)
                                   : g_strdup(field->name);
}

static void add_field(struct xml *xml, const struct reg *reg, unsigned i, const GPtrArray *names)
{
    const struct reg_field *field = &reg->fields[i];
    unsigned width = reg_field_width(reg, field);
    g_autofree char *name = field_name(reg, field);
    g_autofree char *prose = export_field_prose(reg, field);

    xml_open(xml, "field", NULL);
    add_name(xml, name, prose);
    xml_number(xml, "bitOffset", reg_field_low(reg, field));
    xml_number(xml, "bitWidth", width);
    xml_open(xml, "resets", NULL);
    xml_open(xml, "reset", NULL);
    add_hex(xml, "value", width, field->reset);
    xml_close(xml, "reset");
    xml_close(xml, "resets");
    add_access(xml, field->access);
    add_names(xml, width, value_names_always(names, i));
    xml_open(xml, "vendorExtensions", NULL);
    add_extension(xml, "access", export_access_word(field->access));
    xml_close(xml, "vendorExtensions");
    xml_close(xml, "field");
}

/* ---- registers and blocks ---- */

static void add_register(
    struct xml *xml, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg)
{
    g_autoptr(GPtrArray) names = value_names_of(machine->model, reg);
    g_autofree char *prose = export_register_prose(bank, reg);
    g_autofree char *number = reg_bank_numbered(bank) ? g_strdup_printf("0x%x", reg->offset) : NULL;

    xml_open(xml, "register", NULL);
    add_name(xml, reg->name, prose);
    add_hex(xml, "addressOffset", BUS_BITS, export_byte(bank, reg->offset));
    xml_number(xml, "size", reg->width);
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(xml, reg, i, names);
    xml_open(xml, "vendorExtensions", NULL);
    add_extension(xml, "number", number);
    add_extension(xml, "numbering", reg->numbering == REG_MSB0 ? "msb0" : "lsb0");
    add_extension(xml, "source", reg->source);
    add_extension(xml, "notModelled", reg->not_modelled);
    xml_close(xml, "vendorExtensions");
    xml_close(xml, "register");
}

static void add_place(struct xml *xml, const struct register_place *scope, const struct reg_bank *bank,
    const struct block_place *place)
{
    const struct machine *machine = scope->machine;

    xml_open(xml, "addressBlock", NULL);
    add_name(xml, place->name, bank->prose);
    add_hex(xml, "baseAddress", BUS_BITS, export_byte(bank, place->base));
    add_hex(xml, "range", BUS_BITS, export_end(scope, bank));
    xml_number(xml, "width", BUS_BITS);
    xml_text(xml, "usage", "register");
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (export_has_register(scope, &bank->regs[i]))
            add_register(xml, machine, bank, &bank->regs[i]);
    xml_open(xml, "vendorExtensions", NULL);
    add_extension(xml, "kind", bank->name);
    add_extension(xml, "blocks", place->blocks);
    add_extension(xml, "base", place->based ? "known" : "configuration");
    xml_close(xml, "vendorExtensions");
    xml_close(xml, "addressBlock");
}

static void add_map(struct xml *xml, const struct register_place *scope, const struct export_map *map)
{
    g_autofree char *prose = export_map_prose(scope->machine, map);

    xml_open(xml, "memoryMap", NULL);
    add_name(xml, map->name, prose);
    for (guint i = 0; i < map->banks->len; i++) {
        const struct reg_bank *bank = g_array_index(map->banks, const struct reg_bank *, i);
        g_autoptr(GPtrArray) places = block_places(scope->machine->model, bank);

        for (guint k = 0; k < places->len; k++)
            add_place(xml, scope, bank, g_ptr_array_index(places, k));
    }
    xml_number(xml, "addressUnitBits", 8);
    xml_close(xml, "memoryMap");
}

void export_ipxact(GString *text, const struct register_place *scope)
{
    struct xml xml = {.text = text, .prefix = "ipxact:"};
    g_autoptr(GPtrArray) maps = export_maps_of(scope);
    g_autofree char *prose = g_strdup_printf("%s. %s Bit offsets count from the least significant bit.",
        scope->machine->model->prose, EXPORT_ADDRESSES);

    g_string_append(text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    xml_open(&xml, "component",
        " xmlns:ipxact=\"" IPXACT "\" xmlns:pmulab=\"" PMULAB
        "\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"" IPXACT " " IPXACT
        "/index.xsd\"");
    xml_text(&xml, "vendor", "pmulab");
    xml_text(&xml, "library", "registers");
    xml_text(&xml, "name", scope->machine->name);
    xml_text(&xml, "version", "1");
    xml_text(&xml, "description", prose);
    xml_open(&xml, "memoryMaps", NULL);
    for (guint i = 0; i < maps->len; i++)
        add_map(&xml, scope, g_ptr_array_index(maps, i));
    xml_close(&xml, "memoryMaps");
    xml_close(&xml, "component");
}
