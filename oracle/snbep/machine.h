/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of `snbep`. The caller reports the guest's actions with their
 * times. The oracle returns the expected register values and the traffic that
 * the scenario injects. It is the project's second opinion on models/snbep and
 * models/sim. It shares no function and no table with them; oracle/ links with
 * libc alone.
 *
 * At each time, the caller reports events in their order. Before that, it takes
 * all plan entries that are due, one by one:
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
    bool guide;                 /* as in struct oracle_box */
    uint32_t uclk_hz, qfclk_hz; /* 0: the variant's */
    bool uclk_gate;             /* uclkgate=idle, in docs/hardware/snbep.md */
};

/* An access to a monitor's registers. */
struct oracle_access {
    uint64_t ns;
    unsigned socket, box;
    uint32_t offset; /* in configuration space, or among its registers' numbers */
    unsigned size;   /* bytes, 1 to 8 */
};

/* An entry of the plan that has taken effect. */
struct oracle_due {
    unsigned entry;
    uint64_t ns;
    bool refused; /* it did not fit the traffic at that time, and had no effect */
};

struct oracle_machine;

/* The state after reset. @plan is copied. Free with oracle_machine_free(). */
struct oracle_machine *oracle_machine_new(
    const struct oracle_config *config, const struct oracle_plan *plan);
void oracle_machine_free(struct oracle_machine *m);

/* Takes the next plan entry that is due at or before @ns. Entries of the same
 * time come in the plan's order. Returns false if none is due. */
bool oracle_machine_entry(struct oracle_machine *m, uint64_t ns, struct oracle_due *due);

/* The guest reads (returns the value), or writes. Either may trigger plan
 * entries. */
uint64_t oracle_machine_read(struct oracle_machine *m, const struct oracle_access *access);
void oracle_machine_write(
    struct oracle_machine *m, const struct oracle_access *access, uint64_t value);

/* A fault of the scenario drops a write before the hardware. The write still
 * triggers plan entries. */
void oracle_machine_dropped(struct oracle_machine *m, const struct oracle_access *access);

/* A channel has moved @n lines of the guest's traffic since the last event,
 * until @ns. Returns false if the scenario has the guest's traffic off. */
bool oracle_machine_cachelines(
    struct oracle_machine *m, uint64_t ns, unsigned socket, unsigned box, bool written, uint64_t n);

/* Step number @step begins or, with @end, ends. */
void oracle_machine_step(struct oracle_machine *m, uint64_t ns, unsigned step, bool end);

/* Monitor number @box of @socket at the time of its last report; NULL if it
 * does not exist. */
struct oracle_box *oracle_machine_box(struct oracle_machine *m, unsigned socket, unsigned box);

/* The number of events in the scenario's traffic that match @ask between @from
 * and @to (ns), while counter @counter ran. */
uint64_t oracle_machine_injected(const struct oracle_machine *m, unsigned socket, unsigned box,
    unsigned counter, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* The same for a counter that always runs. */
uint64_t oracle_machine_happens(const struct oracle_machine *m, unsigned socket, unsigned box,
    const struct oracle_ask *ask, uint64_t from, uint64_t to);

#endif
