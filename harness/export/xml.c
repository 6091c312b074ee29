/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes XML with one element a line. */
#include "harness/export/xml.h"

#define INDENT 2

static void indent(struct xml *xml)
{
    g_string_append_printf(xml->text, "%*s", (int)(xml->depth * INDENT), "");
}

void xml_open(struct xml *xml, const char *name, const char *attributes)
{
    indent(xml);
    g_string_append_printf(xml->text, "<%s%s>\n", name, attributes ? attributes : "");
    xml->depth++;
}

void xml_close(struct xml *xml, const char *name)
{
    g_assert(xml->depth);
    xml->depth--;
    indent(xml);
    g_string_append_printf(xml->text, "</%s>\n", name);
}

void xml_text(struct xml *xml, const char *name, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);

    indent(xml);
    g_string_append_printf(xml->text, "<%s>%s</%s>\n", name, escaped, name);
}

void xml_number(struct xml *xml, const char *name, guint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);

    xml_text(xml, name, text);
}

void xml_hex(struct xml *xml, const char *name, guint64 number)
{
    g_autofree char *text = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", number);

    xml_text(xml, name, text);
}
