/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shorthands for json-glib, for the results of runs, the report page and trace
 * exports. */
#include "harness/format/json.h"

#include "harness/base/append.h"

#include <string.h>

static void add_valid(JsonBuilder *json, const char *name, const char *text, gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);

    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, valid);
}

void json_add_text(JsonBuilder *json, const char *name, const char *text)
{
    if (text) {
        add_valid(json, name, text, strlen(text));
        return;
    }
    json_builder_set_member_name(json, name);
    json_builder_add_null_value(json);
}

void json_add_bytes(JsonBuilder *json, const char *name, const GString *bytes)
{
    add_valid(json, name, bytes->str, bytes->len);
}

void json_add_number(JsonBuilder *json, const char *name, gint64 number)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, number);
}

void json_add_flag(JsonBuilder *json, const char *name, gboolean flag)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, flag);
}

void json_add_count(JsonBuilder *json, const char *name, guint64 count)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, count);

    json_add_text(json, name, text);
}

/* Bytes that are examined together: for this number the compiler emits one
 * instruction per operation. */
enum { BLOCK = 16 };

/* Whether all are ASCII, and none needs an escape. */
static gboolean are_plain(const guint8 bytes[BLOCK])
{
    guint8 others = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        others |= (guint8)((bytes[i] < ' ') | (bytes[i] >= 0x7f) | (bytes[i] == '"') |
                           (bytes[i] == '\\'));
    return !others;
}

static gboolean is_plain(const char *text, gsize length)
{
    guint8 rest[BLOCK];

    for (; length >= BLOCK; text += BLOCK, length -= BLOCK)
        if (!are_plain((const guint8 *)text))
            return FALSE;
    memset(rest, ' ', BLOCK);
    memcpy(rest, text, length);
    return are_plain(rest);
}

void json_append_string(GString *json, const char *text, gsize length)
{
    if (is_plain(text, length)) {
        append_bytes(json, "\"", 1);
        append_bytes(json, text, length);
        append_bytes(json, "\"", 1);
    } else {
        g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
        g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), valid);
        g_autofree char *quoted = json_to_string(node, FALSE);

        g_string_append(json, quoted);
    }
}

GString *json_text(JsonBuilder *json, gboolean pretty)
{
    g_autoptr(JsonGenerator) generator = json_generator_new();
    g_autoptr(JsonNode) root = json_builder_get_root(json);

    json_generator_set_root(generator, root);
    json_generator_set_pretty(generator, pretty);
    return json_generator_to_gstring(generator, g_string_new(NULL));
}
