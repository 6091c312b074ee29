/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses texts of scenarios, for tests. */
#ifndef PMULAB_TESTS_UNIT_SCENARIO_SCENARIO_TEXT_H
#define PMULAB_TESTS_UNIT_SCENARIO_SCENARIO_TEXT_H

#include "harness/scenario/scenario_load.h"
#include "tests/tap.h"

#define HEAD      "machine snbep\n"
#define CAPTURE   "scenarios/snbep/capture-halves.txt"
#define STEP      "step s\n run true\n"
#define POWER9    "machine power9\n"
#define CATALOGUE POWER9 "catalogue\n"

static inline struct scenario *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = scenario_parse("x.scn", text, &error);

    if (!scenario)
        printf("# %s\n", error->message);
    return scenario;
}

static inline void is_wrong(const char *text, const char *expected)
{
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = scenario_parse("x.scn", text, &error);

    is_str(error ? error->message : NULL, expected, "%s", expected);
    scenario_free(scenario);
}

static inline void is_right(const char *text, const char *what)
{
    struct scenario *scenario = parse(text);

    ok(scenario != NULL, "%s", what);
    scenario_free(scenario);
}

static inline const struct scenario_step *step_at(const struct scenario *scenario, unsigned index)
{
    return g_ptr_array_index(scenario->steps, index);
}

static inline const struct expect *expect_at(const struct scenario_step *step, unsigned index)
{
    return g_ptr_array_index(step->expects, index);
}

#endif
