/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario expects of a step, as text and as data. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_H

#include "harness/proof/perf_filter.h"
#include "harness/scenario/expect_trace.h"
#include "harness/scenario/relation.h"

#include <glib.h>

enum expect_kind {
    EXPECT_STATUS,       /* the script's exit status is @status */
    EXPECT_PANIC,        /* the kernel panics, and @regex matches the console */
    EXPECT_PERF_EXACT,   /* both hops hold for every figure that perf printed */
    EXPECT_MULTIPLEXED,  /* perf counted some event for a part of the time only */
    EXPECT_OUTPUT,       /* standard output or standard error matches @regex */
    EXPECT_KERNEL,       /* the kernel's log since the step before matches @regex */
    EXPECT_KERNEL_CLEAN, /* that log has no complaint in it */
    EXPECT_SAMPLES,      /* the samples that were printed are those that the driver took */
    EXPECT_SHARE,        /* perf report gives @symbol as large a share as @sign and @percent say */
    EXPECT_REGISTER,     /* a register is as @trace says when the step ends */
    EXPECT_ACCESSES,     /* the step has the accesses of @trace, in that order */
    EXPECT_LINT,         /* of @rules, it is clean; or, not @clean, each finds something */
    EXPECT_RELATION,     /* @relation holds for the counts that perf printed */
};

struct expect {
    enum expect_kind kind;
    unsigned line;    /* of the scenario file; 0: not written there, but always expected */
    char *text;       /* as written, behind the word `expect` */
    char *xfail;      /* why it does not hold, and is not expected to; NULL: it is */
    gboolean negated; /* EXPECT_OUTPUT, EXPECT_KERNEL, EXPECT_ACCESSES: must not match */
    int status;       /* EXPECT_PANIC: -1 */
    GRegex *regex;
    struct relation *relation;
    struct expect_trace *trace;
    unsigned rules; /* enum lint_rule */
    gboolean clean;
    enum perf_filter filter; /* EXPECT_SAMPLES: whose are handed on; else none */
    char *symbol;
    enum relation_sign sign;
    unsigned percent;
};

/*
 * Reads what stands behind the word `expect`. Returns NULL, and in @wrong a new string: what is wrong and
 * what was expected. The result belongs to the caller: expect_free().
 */
struct expect *expect_parse(const char *text, char **wrong);

/* The regular expression that stands between slashes in @text, and nothing else there. NULL as above. */
GRegex *expect_regex(const char *text, char **wrong);

/* `status 0`, which is expected of a step that says nothing else. */
struct expect *expect_success(void);

/* Whether names in @expect are the machine's. FALSE, and @wrong as above. */
gboolean expect_resolve(struct expect *expect, const struct machine *machine, char **wrong);

void expect_free(struct expect *expect);

#endif
