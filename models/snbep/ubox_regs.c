/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the UBOX function's registers, and their values on each socket. */
#include "models/snbep/ubox_regs.h"

static const struct reg_field cpunodeid_fields[] = {UBOX_CPUNODEID_FIELDS(REG_FIELD_ROW)};
static const struct reg_field gidnidmap_fields[] = {UBOX_GIDNIDMAP_FIELDS(REG_FIELD_ROW)};

#define SOURCE "LGA-2011 datasheet volume 2, processor utility box"

static const struct reg regs[UBOX_N_REGS] = {
    [UBOX_CPUNODEID] = {.name = "CPUNODEID",
        .offset = 0x40,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(cpunodeid_fields),
        .prose = "the node number of this socket",
        .source = SOURCE},
    [UBOX_GIDNIDMAP] = {.name = "GIDNIDMAP",
        .offset = 0x54,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(gidnidmap_fields),
        .prose = "the node number of each group; software takes the group's number for "
                 "the socket's",
        .source = SOURCE},
};

const struct reg_bank ubox_bank = {
    "ubox", "processor utility box: the socket's number", REG_SPACE_PCI, regs, UBOX_N_REGS};

void ubox_reset(uint64_t values[UBOX_N_REGS], unsigned socket, unsigned n_sockets)
{
    reg_bank_reset(&ubox_bank, values);
    values[UBOX_CPUNODEID] = reg_set(&regs[UBOX_CPUNODEID], CPUNODEID_NODE, values[UBOX_CPUNODEID], socket);
    for (unsigned group = 0; group < n_sockets; group++)
        values[UBOX_GIDNIDMAP] =
            reg_set(&regs[UBOX_GIDNIDMAP], GIDNIDMAP_GROUP0 - group, values[UBOX_GIDNIDMAP], group);
}
