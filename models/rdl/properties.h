/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The properties of components, and the kinds of components. */
#ifndef PMULAB_MODELS_RDL_PROPERTIES_H
#define PMULAB_MODELS_RDL_PROPERTIES_H

#include "models/rdl/token.h"

enum { RDL_CONTAINERS = RDL_ADDRMAP | RDL_REGFILE | RDL_REG | RDL_FIELD };

/* The kind of component that the token names, or 0; and the kinds that @kind
 * may contain. */
unsigned rdl_kind_of(const struct rdl_tokens *t);
unsigned rdl_kinds_within(unsigned kind);

/* The property called @name, of the language or @declared, or NULL. */
const struct rdl_property *rdl_find_property(const struct rdl_property *declared, const char *name);

/* Parses a declaration. Returns the property, before those @declared. */
const struct rdl_property *rdl_parse_property(
    struct rdl_tokens *t, const struct rdl_property *declared);

#endif
