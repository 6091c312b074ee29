/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON, a little shorter than json-glib has it. Text may be any bytes: what is no UTF-8 is replaced. */
#ifndef PMULAB_HARNESS_BASE_JSON_H
#define PMULAB_HARNESS_BASE_JSON_H

#include <json-glib/json-glib.h>

/* Each adds a member called @name to the object that @json is in. */
void json_add_text(JsonBuilder *json, const char *name, const char *text); /* NULL: null */
void json_add_bytes(JsonBuilder *json, const char *name, const GString *bytes);
void json_add_number(JsonBuilder *json, const char *name, gint64 number);
void json_add_flag(JsonBuilder *json, const char *name, gboolean flag);

/* As text, since numbers of JSON are exact to 53 bits only. */
void json_add_count(JsonBuilder *json, const char *name, guint64 count);

/* All that has been built, on one line or broken into lines. A new string. */
GString *json_text(JsonBuilder *json, gboolean pretty);

#endif
