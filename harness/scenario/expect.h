/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario expects of a step, as text and as data. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_H

#include "harness/proof/perf_filter.h"
#include "harness/scenario/expect_trace.h"
#include "harness/scenario/relation.h"

#include <glib.h>

/*
 * What can be expected, one row each: KIND(NAME, name, words, read, form).
 * @NAME: EXPECT_NAME; @name: judge_name() in harness/judge/ judges it.
 * @words: it begins with them; of two that fit, the longer are meant. "": whatever nothing else fits.
 * @read: expect.c's function for what follows them; NULL: nothing does.
 * @form: for the complaint about a word that is none of these, with what parts it from the next.
 */
#define EXPECT_KINDS(KIND)                                                                                   \
    /* the script's exit status is @status */                                                                \
    KIND(STATUS, status, "status", read_status, "'status N', ")                                              \
    /* both hops hold for every figure that perf printed */                                                  \
    KIND(PERF_EXACT, perf_exact, "perf exact", NULL, "'perf exact', ")                                       \
    /* the samples that were printed are those that the driver took */                                       \
    KIND(SAMPLES, samples, "samples exact", read_samples, "'samples exact', ")                               \
    /* perf report gives @symbol as large a share as @sign and @percent say */                               \
    KIND(SHARE, share, "share", read_share, "'share SYMBOL >= N %%', ")                                      \
    /* perf counted some event for a part of the time only */                                                \
    KIND(MULTIPLEXED, multiplexed, "multiplexed", NULL, "'multiplexed', ")                                   \
    /* standard output or standard error matches @regex */                                                   \
    KIND(OUTPUT, output, "output", read_regex, "'output /REGEX/', 'no output /REGEX/', ")                    \
    /* a register is as @trace says when the step ends */                                                    \
    KIND(REGISTER, register, "register", read_register, "'register BLOCK.REGISTER = N', ")                   \
    /* the step has the accesses of @trace, in that order */                                                 \
    KIND(ACCESSES, accesses, "accesses", read_accesses,                                                      \
        "'accesses write BLOCK.REGISTER, ...', 'no write BLOCK.REGISTER', ")                                 \
    /* of @rules, it is clean; or, not @clean, each finds something */                                       \
    KIND(LINT, lint, "lint", read_lint, "'lint clean', ")                                                    \
    /* the kernel's log since the step before matches @regex */                                              \
    KIND(KERNEL, kernel, "kernel", read_regex, "'kernel /REGEX/', 'no kernel /REGEX/', ")                    \
    /* that log has no complaint in it */                                                                    \
    KIND(KERNEL_CLEAN, kernel_clean, "kernel clean", NULL, "'kernel clean', ")                               \
    /* the kernel panics, and @regex matches the console */                                                  \
    KIND(PANIC, panic, "panic", read_regex, "'panic /REGEX/' ")                                              \
    /* @relation holds for the counts that perf printed */                                                   \
    KIND(RELATION, relation, "", read_relation, "or a relation such as EVENT + EVENT = EVENT")

#define EXPECT_KIND(KIND, name, words, read, form) EXPECT_##KIND,
enum expect_kind { EXPECT_KINDS(EXPECT_KIND) };
#undef EXPECT_KIND

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
