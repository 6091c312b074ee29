/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes indented XML. Text is escaped; element names are not. */
#ifndef PMULAB_HARNESS_EXPORT_XML_H
#define PMULAB_HARNESS_EXPORT_XML_H

#include <glib.h>

struct xml {
    GString *text;
    unsigned depth; /* open elements */
};

/* Begins an element with @attributes in the tag's form (" a=\"b\"", escaped),
 * or NULL. */
void xml_open(struct xml *xml, const char *name, const char *attributes);

/* Ends the innermost element, which is called @name. */
void xml_close(struct xml *xml, const char *name);

/* Adds an element with text. */
void xml_text(struct xml *xml, const char *name, const char *text);
void xml_number(struct xml *xml, const char *name, guint64 number);
void xml_hex(struct xml *xml, const char *name, guint64 number);

#endif
