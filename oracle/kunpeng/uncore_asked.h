/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses a command's event of uncore PMUs: "hisi_sccl3_ddrc0/flux_rd/". */
#ifndef PMULAB_ORACLE_KUNPENG_UNCORE_ASKED_H
#define PMULAB_ORACLE_KUNPENG_UNCORE_ASKED_H

#include "oracle/kunpeng/uncore_manual.h"

enum { ORACLE_UNCORE_BOXES = 4 * 22 }; /* limit of PMUs in a machine */

/* The chip: version 1 is hip08, version 2 is hip09, 0 has no such PMUs. */
struct oracle_uncore_chip {
    unsigned version, dies, clusters, sccl; /* clusters in a die; number of the first die */
};

/* One PMU of a machine. */
struct oracle_uncore_place {
    enum oracle_family family;
    unsigned die, index;
};

/* PMU number @i of a machine, in the order of dies and families. Returns false
 * after the last. */
bool oracle_uncore_place(
    const struct oracle_uncore_chip *chip, unsigned i, struct oracle_uncore_place *place);

/* Its name in a plan ("ddrc0", "d1.uc0_1") and Linux's ("hisi_sccl3_ddrc0").
 * @size: at least 32. */
void oracle_uncore_block(const struct oracle_uncore_place *place, char *name, size_t size);
void oracle_uncore_pmu(const struct oracle_uncore_chip *chip,
    const struct oracle_uncore_place *place, char *name, size_t size);

struct oracle_uncore_ask {
    unsigned event;
    uint64_t config1;
    unsigned n; /* PMUs that count it, by their numbers */
    unsigned places[ORACLE_UNCORE_BOXES];
};

enum oracle_uncore_asked { ORACLE_UNCORE_ASKED, ORACLE_UNCORE_OTHER, ORACLE_UNCORE_REFUSED };

/* Parses @name. The PMU may be a pattern, "hisi_sccl*_ddrc0"; the event may be
 * a bare name from perf's list for hip08. Sets @why if it is refused. */
enum oracle_uncore_asked oracle_uncore_what_is_asked(const struct oracle_uncore_chip *chip,
    const char *name, struct oracle_uncore_ask *ask, char why[ORACLE_WHY]);

#endif
