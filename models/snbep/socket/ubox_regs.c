/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the UBOX function's registers, and their values on each
 * socket. */
#include "models/snbep/socket/ubox_regs.h"

static const struct reg_field cpunodeid_fields[] = {UBOX_CPUNODEID_FIELDS(REG_FIELD_ROW)};
static const struct reg_field gidnidmap_fields[] = {UBOX_GIDNIDMAP_FIELDS(REG_FIELD_ROW)};

#define SOURCE "LGA-2011 datasheet volume 2, processor utility box"

#define UBOX_REGS(node_at, map_at)                                                                 \
    {                                                                                              \
        [UBOX_CPUNODEID] = {.name = "CPUNODEID",                                                   \
            .offset = (node_at),                                                                   \
            .width = 32,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(cpunodeid_fields),                                                           \
            .prose = "the node number of this socket",                                             \
            .source = SOURCE},                                                                     \
        [UBOX_GIDNIDMAP] = {.name = "GIDNIDMAP",                                                   \
            .offset = (map_at),                                                                    \
            .width = 32,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(gidnidmap_fields),                                                           \
            .prose = "the node number of each group; software takes the group's number for "       \
                     "the socket's",                                                               \
            .source = SOURCE},                                                                     \
    }

static const struct reg regs[UBOX_N_REGS] = UBOX_REGS(0x40, 0x54);
/* Linux, arch/x86/events/intel/uncore_snbep.c: SKX_CPUNODEID, SKX_GIDNIDMAP. */
static const struct reg skx_regs[UBOX_N_REGS] = UBOX_REGS(0xc0, 0xd4);

const struct reg_bank ubox_bank = {"ubox", "processor utility box: the socket's number",
    REG_SPACE_PCI, REG_BANK_REGS(regs, UBOX_N_REGS)};
const struct reg_bank ubox_skx_bank = {"ubox-skx",
    "processor utility box of Xeon Scalable: the socket's number", REG_SPACE_PCI,
    REG_BANK_REGS(skx_regs, UBOX_N_REGS)};

void ubox_reset(uint64_t values[UBOX_N_REGS], unsigned socket, unsigned n_sockets)
{
    reg_bank_reset(&ubox_bank, values);
    values[UBOX_CPUNODEID] =
        reg_set(&regs[UBOX_CPUNODEID], CPUNODEID_NODE, values[UBOX_CPUNODEID], socket);
    for (unsigned group = 0; group < n_sockets; group++)
        values[UBOX_GIDNIDMAP] =
            reg_set(&regs[UBOX_GIDNIDMAP], GIDNIDMAP_GROUP0 - group, values[UBOX_GIDNIDMAP], group);
}
