/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario: machine, traffic, commands, and what must come out, as a .scn file has it (docs/scenarios.md).
 * scenario_load() reads the file.
 */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_H

#include "harness/hardware/machine.h"
#include "harness/hardware/machine_plan.h"
#include "harness/scenario/expect.h"

#include <glib.h>

#define SCENARIO_SUFFIX ".scn"

/* Step numbers above are the harness's own, see run_guest.c. */
#define SCENARIO_STEPS_MAX 120

#define SCENARIO_CPUS_MAX    64
#define SCENARIO_LIMIT_S     120
#define SCENARIO_LIMIT_MAX_S 3600

/* One step: a shell script in the guest, and what must come out of it. Its number is its index + 1. */
struct scenario_step {
    char *name;
    unsigned line;      /* of the file */
    GString *script;    /* all `run` lines */
    GPtrArray *expects; /* of struct expect; `status 0` comes first unless the file says another status */
};

struct scenario {
    char *path;   /* as the user gave it */
    char *name;   /* the file's, without folder and suffix; values of parameters follow: "wrap,thresh=2" */
    char *text;   /* the whole file, values in place */
    char *values; /* of its parameters, "thresh=2 rate=1M/s"; NULL: it has none */
    const struct machine *machine;
    const char *guest; /* its name (guest_recipe.h): the machine's, with the scenario's kernel */
    char *about;       /* one line, or "" */
    GPtrArray *config; /* the plugin's options, "NAME=VALUE" each */
    unsigned cpus;     /* 0: the machine's own number */
    unsigned sockets;  /* as the configuration has it; at most as many as there are CPUs */
    unsigned threads;  /* of a core, as the configuration has it */
    char *flash;       /* path of the file whose copy is in the guest's flash, or NULL: the machine's own */
    char *dies_text;   /* "/REGEX/" as written; NULL: the guest is to come up */
    GRegex *dies;      /* it is not, and its console must match; there are no steps then */
    GBytes *image;     /* what is in the guest's flash where the scenario has a catalogue; or NULL */
    char *xfail_counters; /* why not every read gives what the traffic makes it; NULL: it is to */
    unsigned limit_s;     /* of host time that one step may take */
    GString *traffic;     /* the traffic as written, without comments */
    GString *plan;        /* the traffic, with step numbers for their names, as the plugin reads it */
    GArray *plan_lines;   /* of unsigned: the file's line of each entry of the plan */
    struct machine_plan *hardware; /* the options and the plan as the machine reads them */
    GPtrArray *steps;              /* of struct scenario_step; at least one unless the guest is to die */
};

/* A scenario of @text without steps, named after @path; scenario_load.h fills it. */
struct scenario *scenario_new(const char *path, const char *text);

/* The number of the step called @name, counted from 1, or 0. */
unsigned scenario_step_number(const struct scenario *scenario, const char *name);

/* How @step is expected to end, with a status or a panic; or NULL. */
const struct expect *scenario_step_end(const struct scenario_step *step);

void scenario_free(struct scenario *scenario);

/* The number of expectations in all steps. */
unsigned scenario_n_expects(const struct scenario *scenario);

#endif
