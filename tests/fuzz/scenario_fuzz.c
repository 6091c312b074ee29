/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds text to the reader of scenarios and all its checks. Every file must
 * give scenarios, or one line with the place and the error. An oracle must
 * accept all traffic that its model accepts. */
#include "harness/base/error.h"
#include "harness/scenario/scenario_load.h"
#include "tests/fuzz/fuzz.h"

#define NAME "some.scn"

static void check_complaint(const GError *error, const char *text)
{
    static const char differs[] = "the oracle expected"; /* harness/machine/ */

    MUST(error && error->domain == HARNESS_ERROR && error->code == HARNESS_ERROR_USAGE,
        "the file is at fault");
    MUST(g_str_has_prefix(error->message, NAME ":"), "a complaint names the file");
    MUST(!strchr(error->message, '\n'), "a complaint is one line");
    MUST(g_utf8_validate(error->message, -1, NULL), "a complaint is text");
    MUST(!strstr(error->message, differs) || strstr(text, differs),
        "the oracle reads what the model reads");
}

/* A scenario's text contains its parameters' values, so it must be readable
 * again. */
static void check_scenario(const struct scenario *scenario)
{
    GError *error = NULL;
    struct scenario *again = scenario_parse(NAME, scenario->text, &error);

    MUST(again, "a scenario's own text is one");
    MUST(!strcmp(again->plan->str, scenario->plan->str), "... with the same plan");
    MUST(
        scenario_n_expects(again) == scenario_n_expects(scenario), "... and the same expectations");
    MUST(scenario->dies || scenario->steps->len, "there is a step");
    MUST(scenario->plan_lines->len == machine_plan_moments(scenario->hardware)->n_entries,
        "every entry of the plan has its line");
    scenario_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    char *text = take_text(&in);
    GError *error = NULL;
    /* scenario_load() has already refused invalid UTF-8. */
    gboolean readable = g_utf8_validate(text, -1, NULL);
    GPtrArray *scenarios = readable ? scenario_parse_all(NAME, text, &error) : NULL;

    if (scenarios) {
        for (guint i = 0; i < scenarios->len; i++)
            check_scenario(g_ptr_array_index(scenarios, i));
        g_ptr_array_unref(scenarios);
    } else if (readable)
        check_complaint(error, text);
    g_clear_error(&error);
    free(text);
    return 0;
}
