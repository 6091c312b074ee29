/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of the UBOX function's registers on each socket. */
#include "models/snbep/socket/ubox_regs.h"

void ubox_reset(uint64_t values[UBOX_N_REGS], unsigned socket, unsigned n_sockets)
{
    reg_bank_reset(&ubox_bank, values);
    values[UBOX_CPUNODEID] =
        reg_set(&ubox_bank.regs[UBOX_CPUNODEID], CPUNODEID_NODE_ID, values[UBOX_CPUNODEID], socket);
    for (unsigned group = 0; group < n_sockets; group++)
        values[UBOX_GIDNIDMAP] = reg_set(&ubox_bank.regs[UBOX_GIDNIDMAP], GIDNIDMAP_GROUP0 - group,
            values[UBOX_GIDNIDMAP], group);
}
