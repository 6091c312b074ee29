/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes C of a file's tables. For each regfile NAME, which is a kind of block:
 * enum NAME_reg with NAME_REGISTER and NAME_N_REGS, macros
 * NAME_REGISTER_OFFSET, and the bank NAME_bank. For each reg with fields: enum
 * ID_field with ID_FIELD, where ID is the reg's identifier, or NAME_REGISTER.
 * Reserved fields are called ID_RSV_FIRST. For each enum: enum ID with ID_VALUE
 * and ID_END, which is one more than the last.
 */
#ifndef PMULAB_MODELS_RDL_GENERATE_H
#define PMULAB_MODELS_RDL_GENERATE_H

#include "models/rdl/rdl.h"

#include <stdio.h>

/* The header with enumerators; and the tables, which include it. @path names
 * the file, from the top of the tree. */
void rdl_write_header(FILE *out, const char *path, const struct rdl_file *file);
void rdl_write_tables(FILE *out, const char *path, const struct rdl_file *file);

#endif
