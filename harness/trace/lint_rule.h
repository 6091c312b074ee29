/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules that lint knows. */
#ifndef PMULAB_HARNESS_TRACE_LINT_RULE_H
#define PMULAB_HARNESS_TRACE_LINT_RULE_H

/* A rule, as a bit. */
enum lint_rule {
    LINT_RESERVED = 1, /* wrote a 1 to a reserved bit */
    LINT_RUNNING = 2,  /* changed a counter's event while it counted */
    LINT_UNFROZEN = 4, /* read a counter while it counted */
    LINT_FREEZE = 8,   /* set up an event in a box that is not frozen, or failed to freeze it */
    LINT_PERIOD = 16,  /* started sampling with a period that is undefined */
    LINT_MODE = 32,    /* switched directly between two modes without switching off */
    LINT_INIT = 64,    /* used a box that was never reset */
    LINT_RANDOM = 128, /* resumed sampling without the counter's remaining random bits */
    LINT_VALID = 256,  /* read a sample's register without the one with its valid bit */
    LINT_LEFT = 512,   /* left a counter or an engine on when the machine was switched off */
};
#define LINT_ALL                                                                                   \
    (LINT_RESERVED | LINT_RUNNING | LINT_UNFROZEN | LINT_FREEZE | LINT_PERIOD | LINT_MODE |        \
        LINT_INIT | LINT_RANDOM | LINT_VALID | LINT_LEFT)

#endif
