/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario: machine, traffic, commands and expectations of a .scn file
 * (docs/scenarios.md). scenario_load() reads the file. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_H

#include "harness/hardware/machine.h"
#include "harness/hardware/machine_plan.h"
#include "harness/scenario/expect.h"
#include "harness/vm/guest_initramfs.h"

#include <glib.h>

#define SCENARIO_SUFFIX ".scn"

/* Higher step numbers are the harness's own: run_guest.c. */
#define SCENARIO_STEPS_MAX 120

#define SCENARIO_CPUS_MAX    64
#define SCENARIO_OPTIONS_MAX 512 /* bytes of `kernel-options`; kernels take 2048 including ours */
#define SCENARIO_LIMIT_S     120
#define SCENARIO_LIMIT_MAX_S 3600

/* One step: a shell script in the guest, and its expectations. Its number is
 * its index + 1. */
struct scenario_step {
    char *name;
    unsigned line;   /* in the file */
    GString *script; /* all `run` lines */
    /* of struct expect; `status 0` comes first unless the file expects another
     * status */
    GPtrArray *expects;
};

/* A bound on the kernels that the scenario supports, with the reason: a line
 * `since` or `until`. */
struct scenario_bound {
    gboolean until; /* unsupported: kernels after @version; else kernels before it */
    char *version;  /* "6.12": includes every 6.12.N */
    char *reason;
};

/* A rule that the driver may break, with the reason: a line `lint except` or
 * `lint allow`. */
struct scenario_exception {
    unsigned rule; /* enum lint_rule */
    guint step;    /* its index; SCENARIO_EVERY_STEP: in all of them */
    gboolean may;  /* `allow`: whether the driver breaks it depends on timing */
    unsigned line;
    char *reason;
};
#define SCENARIO_EVERY_STEP G_MAXUINT

struct scenario {
    char *path; /* as the user gave it */
    /* the file's name without folder and suffix, then parameter values:
     * "wrap,thresh=2" */
    char *name;
    char *text;   /* the whole file, with parameter values inserted */
    char *values; /* parameter values, "thresh=2 rate=1M/s"; NULL: none */
    const struct machine *machine;
    const char *guest; /* its name (guest_recipe.h): the machine's, with the scenario's kernel */
    /* a file, or a tree it was built in (own_kernel.h); NULL: the guest's
     * own */
    char *kernel;
    gboolean own_kernel; /* the file itself names the kernel */
    /* words for the kernel's command line, after the guest's own; NULL: none */
    char *kernel_options;
    GArray *bounds;      /* of struct scenario_bound */
    char *about;         /* one line, or "" */
    GPtrArray *tags;     /* of char *: words that select it */
    GPtrArray *config;   /* the plugin's options, "NAME=VALUE" each */
    unsigned cpus;       /* 0: the machine's own number */
    unsigned memory_mib; /* 0: the machine's own size */
    unsigned sockets;    /* from the configuration; at most as many as CPUs */
    unsigned threads;    /* per core, from the configuration */
    /* of char *: .ko files of the host, loaded before the first step in this
     * order */
    GPtrArray *modules;
    GPtrArray *packages; /* of char *: Debian's names */
    /* of struct guest_file: files of the host, with their paths in the guest */
    GArray *files;
    /* path of the file that is copied into the guest's flash; NULL: the
     * machine's own contents */
    char *flash;
    /* the error on the first line that names a host file outside of the
     * scenario's folder: problem, place and expectation; NULL: all files are
     * inside */
    char *outside;
    char *dies_text; /* "/REGEX/" as written; NULL: the guest must come up */
    /* the guest must not come up, and its console must match; then there are no
     * steps */
    GRegex *dies;
    GBytes *image;        /* the flash image, if the scenario has a catalogue; else NULL */
    GArray *exceptions;   /* of struct scenario_exception */
    char *xfail_counters; /* why not every read returns the expected count; NULL: every read must */
    unsigned limit_s;     /* host time for one step */
    GString *traffic;     /* the traffic as written, without comments */
    /* the traffic with step numbers instead of names, as the plugin reads it */
    GString *plan;
    GArray *plan_lines; /* of unsigned: the file's line for each entry of the plan */
    /* the options and the plan, parsed by the machine; NULL: at rest */
    struct machine_plan *hardware;
    /* of struct scenario_step; at least one, unless the guest must die */
    GPtrArray *steps;
};

/* Makes a scenario from @text without steps, named after @path; scenario_load.h
 * fills it. */
struct scenario *scenario_new(const char *path, const char *text);

/* Its tags with a blank between two, or "". A new string. */
char *scenario_tags(const struct scenario *scenario);

/* The number of the step called @name, counted from 1, or 0. */
unsigned scenario_step_number(const struct scenario *scenario, const char *name);

/* The expected end of @step: a status or a panic; or NULL. */
const struct expect *scenario_step_end(const struct scenario_step *step);

/* Gives @scenario the kernel @name: a name or version of Debian's, or the path
 * of a file or of a tree. FALSE with HARNESS_ERROR_USAGE if there is none. */
gboolean scenario_set_kernel(struct scenario *scenario, const char *name, GError **error);

/* The release of its kernel, a new string. Only the release's beginning if the
 * guest is not in the cache. NULL if the kernel's file does not contain it. */
char *scenario_release(const struct scenario *scenario);

/* Why @scenario does not fit a kernel of @release, as "since 6.12: REASON". A
 * new string; NULL if it does. */
char *scenario_misfit(const struct scenario *scenario, const char *release);

/*
 * scenario_rest() frees @scenario->hardware, about a megabyte. scenario_wake()
 * makes it again from the file. So only the running scenarios hold a model.
 * Each does nothing if there is nothing to free or make.
 */
void scenario_rest(struct scenario *scenario);
void scenario_wake(struct scenario *scenario);

void scenario_free(struct scenario *scenario);

/* The number of expectations in all steps. */
unsigned scenario_n_expects(const struct scenario *scenario);

#endif
