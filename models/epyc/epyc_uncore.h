/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The uncore of `epyc`: each socket's blocks, and their registers' numbers. All
 * CPUs of a socket access the socket's blocks by the same numbers. */
#ifndef PMULAB_MODELS_EPYC_EPYC_UNCORE_H
#define PMULAB_MODELS_EPYC_EPYC_UNCORE_H

#include "models/amd/uncore.h"
#include "models/epyc/epyc_blocks.h"
#include "models/epyc/epyc_config.h"

/* A socket's blocks, of all kinds. */
#define EPYC_UNCORE_SLOTS (EPYC_MAX_UMCS + 2)

struct epyc_uncore {
    struct amd_uncore_box boxes[EPYC_MAX_SOCKETS][EPYC_UNCORE_SLOTS];
};

/* A block of the uncore. */
struct epyc_uncore_place {
    unsigned socket, slot;
    unsigned block; /* its number in the trace */
};

/* Sets the state after a hardware reset. */
void epyc_uncore_reset(struct epyc_uncore *uncore, const struct epyc_config *config);

/* The box at @place. */
static inline struct amd_uncore_box *epyc_uncore_box(
    struct epyc_uncore *uncore, const struct epyc_uncore_place *place)
{
    return &uncore->boxes[place->socket][place->slot];
}

/* Sets @place to block number @i of @kind of @socket, which must exist. */
void epyc_uncore_nth(const struct epyc_config *config, enum epyc_block_kind kind, unsigned socket,
    unsigned i, struct epyc_uncore_place *place);

/* Finds the block that has register number @msr for a CPU of @socket, and sets
 * *@offset to the register's place in the bank. Returns false if there is
 * none. */
bool epyc_uncore_at(const struct epyc_config *config, unsigned socket, uint32_t msr,
    struct epyc_uncore_place *place, uint32_t *offset);

/* The same for the block with the counter that RDPMC reads as number
 * @number. */
bool epyc_uncore_rdpmc(const struct epyc_config *config, unsigned socket, uint32_t number,
    struct epyc_uncore_place *place, uint32_t *offset);

/* Finds the place of block number @block (as in the trace). Returns false if
 * the uncore has none. */
bool epyc_uncore_place(
    const struct epyc_config *config, unsigned block, struct epyc_uncore_place *place);

/* Returns the number of blocks of @kind in a socket; 0 for a kind outside of
 * the uncore. */
unsigned epyc_uncore_blocks(const struct epyc_config *config, enum epyc_block_kind kind);

/* Whether @block (as in the trace) is of a kind that its generation's uncore
 * has. If so, sets *@uncore, and *@slots to the limit of such blocks in a
 * socket. */
bool epyc_uncore_kind(unsigned block, enum amd_uncore_kind *uncore, unsigned *slots);

/* Parts of CPUID Fn8000_0022: the number of counters of a socket's memory
 * controllers, and its controllers bit by bit. */
unsigned epyc_uncore_umc_counters(const struct epyc_config *config);
uint32_t epyc_uncore_umc_mask(const struct epyc_config *config);

/* Counters of a socket's data fabric, or 0. */
unsigned epyc_uncore_df_counters(const struct epyc_config *config);

#endif
