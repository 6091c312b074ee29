/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's expectations of a step, as text and as data. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_H

#include "harness/proof/perf_filter.h"
#include "harness/scenario/expect_effect.h"
#include "harness/scenario/expect_fields.h"
#include "harness/scenario/expect_trace.h"
#include "harness/scenario/figure.h"
#include "harness/scenario/relation.h"

#include <glib.h>

/*
 * The kinds of expectations, one row each: KIND(NAME, name, words, read, form).
 * @NAME: EXPECT_NAME. @name: judge_name() in harness/judge/ judges it. @words:
 * the beginning of the expectation; if two kinds match, the longer words win;
 * "" matches everything else. @read: the function in expect.c for the text
 * after @words; NULL: none. @form: its form for the error message about an
 * unknown word, with the separator to the next one.
 */
#define EXPECT_KINDS(KIND)                                                                         \
    /* the script's exit status is @status */                                                      \
    KIND(STATUS, status, "status", read_status, "'status N', ")                                    \
    /* all hops hold for every figure that perf printed */                                         \
    KIND(PERF_EXACT, perf_exact, "perf exact", read_exact, "'perf exact', ")                       \
    /* the printed samples equal the samples that the driver took */                               \
    KIND(SAMPLES, samples, "samples exact", read_samples, "'samples exact', ")                     \
    /* the printed branch records equal executed branches */                                       \
    KIND(BRANCHES, branches, "branches exact", NULL, "'branches exact', ")                         \
    /* pmulab-play read what the scenario injected while its events were on */                     \
    KIND(PLAY, play, "play exact", read_exact, "'play exact', ")                                   \
    /* perf report gives @symbol a share as @sign and @percent say */                              \
    KIND(SHARE, share, "share", read_share, "'share SYMBOL >= N %%', ")                            \
    /* perf counted some event only part of the time */                                            \
    KIND(MULTIPLEXED, multiplexed, "multiplexed", NULL, "'multiplexed', ")                         \
    /* standard output or standard error matches @regex */                                         \
    KIND(OUTPUT, output, "output", read_regex, "'output /REGEX/', 'no output /REGEX/', ")          \
    /* a figure of any program equals the injected amount */                                       \
    KIND(FIGURE, figure, "figure", read_figure, "'figure /REGEX/ = EVENT * N', ")                  \
    /* a register has the value in @trace when the step ends */                                    \
    KIND(REGISTER, register, "register", read_register, "'register BLOCK.REGISTER = N', ")         \
    /* a register's fields have the values in @fields when the step ends */                        \
    KIND(FIELDS, fields, "fields", read_fields, "'fields BLOCK.REGISTER FIELD=N...', ")            \
    /* some write of the step has these values */                                                  \
    KIND(WROTE, wrote, "wrote", read_wrote, "'wrote BLOCK.REGISTER FIELD=N...', ")                 \
    /* the step has the accesses of @trace, in that order */                                       \
    KIND(ACCESSES, accesses, "accesses", read_accesses,                                            \
        "'accesses write BLOCK.REGISTER, ...', 'no write BLOCK.REGISTER', ")                       \
    /* the driver's measured counter passed its end as often as @effect says */                    \
    KIND(WRAPS, wraps, "wraps", read_wraps, "'wraps BLOCK.REGISTER N', ")                          \
    /* the hardware recorded as many overflows of a counter with an event on it */                 \
    KIND(OVERFLOWS, overflows, "overflows", read_overflows, "'overflows BLOCK.REGISTER N', ")      \
    /* a race or a fault struck the register */                                                    \
    KIND(MET, met, "met", read_met, "'met EFFECT BLOCK.REGISTER', ")                               \
    /* @rules find nothing; or, if not @clean, each finds something */                             \
    KIND(LINT, lint, "lint", read_lint, "'lint clean', ")                                          \
    /* the kernel's log since the previous step matches @regex */                                  \
    KIND(KERNEL, kernel, "kernel", read_regex, "'kernel /REGEX/', 'no kernel /REGEX/', ")          \
    /* that log has no complaint */                                                                \
    KIND(KERNEL_CLEAN, kernel_clean, "kernel clean", NULL, "'kernel clean', ")                     \
    /* the kernel panics, and @regex matches the console */                                        \
    KIND(PANIC, panic, "panic", read_regex, "'panic /REGEX/' ")                                    \
    /* @relation holds for perf's counts */                                                        \
    KIND(RELATION, relation, "", read_relation, "or a relation such as EVENT + EVENT = EVENT")

#define EXPECT_KIND(KIND, name, words, read, form) EXPECT_##KIND,
enum expect_kind { EXPECT_KINDS(EXPECT_KIND) };
#undef EXPECT_KIND

struct expect {
    enum expect_kind kind;
    unsigned line;    /* in the scenario file; 0: not in the file, but always expected */
    char *text;       /* as written, after the word `expect` */
    char *xfail;      /* why it is expected to fail; NULL: it is not */
    char *called;     /* its name for a person; NULL: use @text */
    char *advice;     /* the verdict's advice if it fails; NULL: none */
    gboolean negated; /* EXPECT_OUTPUT, EXPECT_KERNEL, EXPECT_ACCESSES: must not match */
    int status;       /* EXPECT_PANIC: -1 */
    GRegex *regex;
    struct relation *relation;
    struct figure *figure;
    struct expect_trace *trace;
    struct expect_fields *fields;
    struct expect_effect *effect;
    unsigned rules; /* enum lint_rule */
    gboolean clean;
    enum perf_filter filter; /* EXPECT_SAMPLES: whose samples the driver passes on; else none */
    /* perf, samples or play exact: why some lack their third hop; NULL: none
     * may */
    char *without;
    gboolean unmodelled; /* perf or play exact: events of no table may lack it */
    char *symbol;
    enum relation_sign sign;
    unsigned percent;
};

/* Parses the text after the word `expect`. The caller frees the result with
 * expect_free(). On error returns NULL and sets @wrong to a new string: the
 * error and the expected form. */
struct expect *expect_parse(const char *text, char **wrong);

/* Compiles the regular expression between slashes in @text, which must contain
 * nothing else. Errors as above. */
GRegex *expect_regex(const char *text, char **wrong);

/* `status 0`, the default expectation of a step without another status. */
struct expect *expect_success(void);

/* Checks that the names in @expect belong to the machine. FALSE with @wrong as
 * above. */
gboolean expect_resolve(struct expect *expect, const struct machine *machine, char **wrong);

void expect_free(struct expect *expect);

#endif
