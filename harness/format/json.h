/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shorthands for json-glib. Text may be any bytes: invalid UTF-8 is
 * replaced. */
#ifndef PMULAB_HARNESS_FORMAT_JSON_H
#define PMULAB_HARNESS_FORMAT_JSON_H

#include <json-glib/json-glib.h>

/* Each adds a member called @name to the current object of @json. */
void json_add_text(JsonBuilder *json, const char *name, const char *text); /* NULL: null */
void json_add_bytes(JsonBuilder *json, const char *name, const GString *bytes);
void json_add_number(JsonBuilder *json, const char *name, gint64 number);
void json_add_flag(JsonBuilder *json, const char *name, gboolean flag);

/* Written as a string, since JSON numbers are exact to 53 bits only. */
void json_add_count(JsonBuilder *json, const char *name, guint64 count);

/* Everything built so far, on one line or, if @pretty, on several. A new
 * string. */
GString *json_text(JsonBuilder *json, gboolean pretty);

/* Appends @length bytes of @text to @json as a string in quotes, for documents
 * with too many strings for a builder. */
void json_append_string(GString *json, const char *text, gsize length);

#endif
