/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shorthands for json-glib, for the results of runs, the report page and trace exports. */
#include "harness/base/json.h"

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

/* Eight equal bytes. */
#define EIGHT(byte) (G_MAXUINT64 / 0xff * (byte))

/* Sets the top bit of bytes below @least, of which eight have the top bit clear (Warren, Hacker's Delight,
 * 6-1); a borrow can only set more of them behind one that is right. */
static guint64 below(guint64 bytes, guint64 least)
{
    return (bytes - EIGHT(least)) & ~bytes & EIGHT(0x80);
}

/* Whether none of eight bytes needs an escape, or is no ASCII: an exact loop would take as long as all else.
 */
static gboolean are_plain(guint64 bytes)
{
    return !((bytes & EIGHT(0x80)) | below(bytes, ' ') | below(bytes ^ EIGHT('"'), 1) |
             below(bytes ^ EIGHT('\\'), 1) | below(bytes ^ EIGHT(0x7f), 1));
}

static gboolean is_plain(const char *text, gsize length)
{
    guint64 bytes;

    for (; length >= sizeof(bytes); text += sizeof(bytes), length -= sizeof(bytes)) {
        memcpy(&bytes, text, sizeof(bytes));
        if (!are_plain(bytes))
            return FALSE;
    }
    bytes = EIGHT(' ');
    memcpy(&bytes, text, length);
    return are_plain(bytes);
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
