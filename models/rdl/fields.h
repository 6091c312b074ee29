/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of one register, from its component. */
#ifndef PMULAB_MODELS_RDL_FIELDS_H
#define PMULAB_MODELS_RDL_FIELDS_H

#include "models/rdl/inside.h"

/* The setting of @name for instance @i: its own, its component's, or the
 * default of a scope around; or NULL. */
const struct rdl_setting *rdl_of(const struct rdl_instance *i, const char *name);

/* Its value; @otherwise if there is none. */
const char *rdl_text_of(const struct rdl_instance *i, const char *name, const char *otherwise);
uint64_t rdl_number_of(const struct rdl_instance *i, const char *name, uint64_t otherwise);

/* The settings of the field @f in the register @i: its changes there, then its
 * own. */
const struct rdl_setting *rdl_field_settings(
    struct rdl *rdl, const struct rdl_instance *i, const struct rdl_instance *f);

/* The description of the register @i, without its name and offset. An error
 * ends the reading. */
struct reg rdl_make_reg(struct rdl *rdl, const struct rdl_instance *i);

/* Adds the marks of the block @i, and of its last register, which is @i in
 * element @element of an array, to @bank. */
void rdl_mark_bank(struct rdl *rdl, struct rdl_bank *bank, const struct rdl_instance *i);
void rdl_mark_register(
    struct rdl *rdl, struct rdl_bank *bank, const struct rdl_instance *i, unsigned element);

#endif
