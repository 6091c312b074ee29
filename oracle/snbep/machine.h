/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of `snbep`: told what a guest did and when, it says what the hardware had to answer, and what
 * the scenario's traffic comes to. It is the project's second opinion on models/snbep and models/sim, with
 * which it shares no function and no table; oracle/ links with libc alone.
 *
 * Of each moment the caller tells what happened in the order in which it did. Before that it takes what the
 * plan has until then, entry by entry:
 *
 *     while (oracle_machine_entry(m, ns, &due)) ...
 *     oracle_machine_write(m, &access, value);      or _read(), _step()
 */
#ifndef PMULAB_ORACLE_SNBEP_MACHINE_H
#define PMULAB_ORACLE_SNBEP_MACHINE_H

#include "oracle/snbep/box.h"
#include "oracle/snbep/traffic.h"

struct oracle_config {
    uint32_t dclk_hz;
    unsigned n_sockets;
    bool guide; /* as in struct oracle_box */
};

/* An access to a monitor's registers. */
struct oracle_access {
    uint64_t ns;
    unsigned socket, box;
    uint32_t offset; /* in its configuration space, or of its registers' numbers */
    unsigned size;   /* bytes, 1 to 8 */
};

/* An entry of the plan that has taken effect. */
struct oracle_due {
    unsigned entry;
    uint64_t ns;
    bool refused; /* it did not fit the traffic of the moment, and changed nothing */
};

struct oracle_machine;

/* As reset leaves it. @plan is copied. Free with oracle_machine_free(). */
struct oracle_machine *oracle_machine_new(const struct oracle_config *config, const struct oracle_plan *plan);
void oracle_machine_free(struct oracle_machine *m);

/* Takes the next entry that is due at or before @ns, of several at one moment the one that stands first in
 * the plan. False: there is none. */
bool oracle_machine_entry(struct oracle_machine *m, uint64_t ns, struct oracle_due *due);

/* The guest reads, and gets what is returned; it writes. Either may be what the plan waits for. */
uint64_t oracle_machine_read(struct oracle_machine *m, const struct oracle_access *access);
void oracle_machine_write(struct oracle_machine *m, const struct oracle_access *access, uint64_t value);

/* A write that a fault of the scenario keeps from the hardware: the plan still sees it. */
void oracle_machine_dropped(struct oracle_machine *m, const struct oracle_access *access);

/* A channel has moved @n lines of the guest's own traffic, with nothing else between the moment before and
 * @ns. Returns false if the scenario asks for none now. */
bool oracle_machine_lines(
    struct oracle_machine *m, uint64_t ns, unsigned socket, unsigned box, bool written, uint64_t n);

/* Step number @step begins or, with @end, ends. */
void oracle_machine_step(struct oracle_machine *m, uint64_t ns, unsigned step, bool end);

/* Monitor number @box of @socket at the last moment that it was told of; NULL where there is none. */
struct oracle_box *oracle_machine_box(struct oracle_machine *m, unsigned socket, unsigned box);

/* What the scenario injects into a monitor of that which @ask asks for, while counter @counter ran between
 * @from and @to (ns). */
uint64_t oracle_machine_injected(const struct oracle_machine *m, unsigned socket, unsigned box,
    unsigned counter, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* The same for a counter that runs all the time. */
uint64_t oracle_machine_happens(const struct oracle_machine *m, unsigned socket, unsigned box,
    const struct oracle_ask *ask, uint64_t from, uint64_t to);

#endif
