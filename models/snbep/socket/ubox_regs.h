/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The UBOX function's two registers that tell software the socket of a bus
 * (LGA-2011 datasheet volume 2, processor utility box; Linux reads them as
 * described; 327043-001 lacks them). */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_UBOX_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_UBOX_REGS_H

#include "models/reg/bank.h"

#define UBOX_CPUNODEID_FIELDS(F)                                                                   \
    F(CPUNODEID_RSV, "rsv", 31, 3, REG_RV, 0, "reads as 0")                                        \
    F(CPUNODEID_NODE, "node_id", 2, 0, REG_RO, 0, "node of the socket that this bus belongs to")

#define UBOX_GIDNIDMAP_FIELDS(F)                                                                   \
    F(GIDNIDMAP_RSV, "rsv", 31, 24, REG_RV, 0, "reads as 0")                                       \
    F(GIDNIDMAP_GROUP7, "group7", 23, 21, REG_RO, 0, "node of group 7")                            \
    F(GIDNIDMAP_GROUP6, "group6", 20, 18, REG_RO, 0, "node of group 6")                            \
    F(GIDNIDMAP_GROUP5, "group5", 17, 15, REG_RO, 0, "node of group 5")                            \
    F(GIDNIDMAP_GROUP4, "group4", 14, 12, REG_RO, 0, "node of group 4")                            \
    F(GIDNIDMAP_GROUP3, "group3", 11, 9, REG_RO, 0, "node of group 3")                             \
    F(GIDNIDMAP_GROUP2, "group2", 8, 6, REG_RO, 0, "node of group 2")                              \
    F(GIDNIDMAP_GROUP1, "group1", 5, 3, REG_RO, 0, "node of group 1")                              \
    F(GIDNIDMAP_GROUP0, "group0", 2, 0, REG_RO, 0, "node of group 0")

enum ubox_cpunodeid_field { UBOX_CPUNODEID_FIELDS(REG_FIELD_INDEX) };
enum ubox_gidnidmap_field { UBOX_GIDNIDMAP_FIELDS(REG_FIELD_INDEX) };

enum ubox_reg { UBOX_CPUNODEID, UBOX_GIDNIDMAP, UBOX_N_REGS };

/* The banks of the E5-2600 and its successors, and of Xeon Scalable, at other
 * offsets. */
extern const struct reg_bank ubox_bank, ubox_skx_bank;

/* Sets @values to the registers' values on @socket of a machine with
 * @n_sockets. Nodes and groups have the sockets' numbers. */
void ubox_reset(uint64_t values[UBOX_N_REGS], unsigned socket, unsigned n_sockets);

#endif
