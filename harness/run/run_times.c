/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up the times of scenarios' phases, and converts them to JSON and
 * back. */
#include "harness/run/run_times.h"

#include "harness/format/json.h"

#define RUN_PHASE_WORD(NAME, word, meaning) #word,
static const char *const words[] = {RUN_PHASES(RUN_PHASE_WORD)};
#undef RUN_PHASE_WORD

const char *run_phase_word(enum run_phase phase)
{
    return words[phase];
}

void run_times_add(struct run_times *sum, const struct run_times *more)
{
    for (int i = 0; i < RUN_PHASE_N; i++)
        spent_add(&sum->phases[i], &more->phases[i]);
}

struct spent run_times_total(const struct run_times *times)
{
    struct spent sum = {0};

    for (int i = 0; i < RUN_PHASE_N; i++)
        spent_add(&sum, &times->phases[i]);
    return sum;
}

void run_times_to_json(JsonBuilder *json, const struct run_times *times)
{
    json_builder_set_member_name(json, "times");
    json_builder_begin_object(json);
    for (int i = 0; i < RUN_PHASE_N; i++) {
        json_builder_set_member_name(json, words[i]);
        json_builder_begin_object(json);
        json_add_number(json, "wall_us", times->phases[i].wall);
        json_add_number(json, "cpu_us", times->phases[i].cpu);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static JsonObject *object_in(JsonObject *object, const char *name)
{
    JsonNode *node = object ? json_object_get_member(object, name) : NULL;

    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

struct run_times run_times_from_json(JsonObject *object)
{
    JsonObject *all = object_in(object, "times");
    struct run_times times = {0};

    for (int i = 0; i < RUN_PHASE_N; i++) {
        JsonObject *phase = object_in(all, words[i]);

        if (phase)
            times.phases[i] =
                (struct spent){.wall = json_object_get_int_member_with_default(phase, "wall_us", 0),
                    .cpu = json_object_get_int_member_with_default(phase, "cpu_us", 0)};
    }
    return times;
}
