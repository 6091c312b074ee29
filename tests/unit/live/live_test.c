/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A user's requests to a running guest, and a viewer's updates. */
#include "harness/base/error.h"
#include "harness/live/live_state.h"
#include "harness/live/live_traffic.h"
#include "harness/live/requests.h"
#include "tests/live_world.h"

#include <json-glib/json-glib.h>

static const char *say(const char *line)
{
    static GString *answer;
    GError *error = NULL;

    if (!answer)
        answer = g_string_new(NULL);
    g_string_truncate(answer, 0);
    if (!live_do(world_live(), line, answer, &error)) {
        g_string_printf(answer, "%s: %s",
            g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_USAGE) ? "usage" : "failed",
            error->message);
        g_error_free(error);
    }
    return answer->str;
}

static void test_blocks(void)
{
    g_autoptr(GString) expected = g_string_new(NULL);

    for (unsigned i = 0; i < variant_snbep.n_boxes; i++)
        g_string_append_printf(expected, "%s\n", variant_snbep.boxes[i].name);
    g_string_append(expected, "ubox\npackage\n");
    is_str(say("blocks"), expected->str, "the blocks that answer, of the first socket");
}

static void test_peek(void)
{
    world.ctl0 = 0x400304;
    is_str(say("peek imc0.PMON_CTL0"), "imc0.PMON_CTL0 0x00400304 en=1 umask=RD ev_sel=CAS_COUNT\n",
        "a register");
    is_str(say("peek IMC0.pmon_ctl0"), "imc0.PMON_CTL0 0x00400304 en=1 umask=RD ev_sel=CAS_COUNT\n",
        "... in any case");
    is_str(say("words imc0"),
        "PMON_CTR0 64 1\nPMON_CTR1 64 1\nPMON_CTR2 64 1\nPMON_CTR3 64 1\nPMON_FIXED_CTR 64 "
        "1\nPMON_CTL0 32 "
        "0\n"
        "PMON_CTL1 32 0\nPMON_CTL2 32 0\nPMON_CTL3 32 0\nPMON_FIXED_CTL 32 0\nPMON_BOX_CTL 32 0\n"
        "PMON_UNIT_STATUS 32 0\n",
        "a block's registers, and which are counters");
    ok(g_str_has_prefix(
           say("peek imc7"), "usage: this machine has no block 'imc7'; did you mean imc0? "),
        "no block");
    is_str(say("peek imc0.PMON_CTL9"), "usage: imc0 has no register 'PMON_CTL9'", "no register");
    is_str(say("peek imc0\npause"), "usage: expected one line of text", "several lines");
    is_str(say("dance"),
        "usage: 'dance': expected one of blocks, words, peek, poke, traffic, fault, pause, "
        "continue, step, "
        "scenario, view",
        "nonsense");
}

static void test_plan(void)
{
    say("poke imc0.PMON_CTR0 5");
    is_str(world.last, "plan imc0.PMON_CTR0 = 5", "the hardware sets a register");
    say("traffic imc0 CAS_COUNT.RD_REG 100M/s");
    is_str(world.last, "plan imc0 CAS_COUNT.RD_REG 100M/s", "... sees traffic");
    say("fault imc0.PMON_CTL0 drops writes");
    is_str(world.last, "plan fault imc0.PMON_CTL0 drops writes", "... and breaks");
    is_str(say("poke imc0.PMON_CTR9 5"),
        "usage: imc0 has no register 'PMON_CTR9': `pmulab describe snbep.imc` lists them",
        "invalid lines are refused");
    is_str(world.last, "plan fault imc0.PMON_CTL0 drops writes",
        "... without a request to the plugin");
    world.refuses = true;
    is_str(say("poke imc0.PMON_CTR0 6"), "usage: not this", "the plugin may refuse");
    world.refuses = false;
    is_str(say("poke imc0.PMON_CTR0"), "usage: expected BLOCK.REGISTER VALUE", "no value");
    is_str(world_live()->plan.text->str,
        "at boot + 1000ns\nimc0.PMON_CTR0 = 5\nat boot + 1000ns\nimc0 CAS_COUNT.RD_REG 100M/s\n"
        "at boot + 1000ns\nfault imc0.PMON_CTL0 drops writes\n",
        "the plan has the accepted lines with their times");
}

static void test_running(void)
{
    is_str(say("pause"), "", "a pause");
    ok(!live_link_runs(world_live()->link), "... stops the machine");
    is_str(say("continue"), "", "then it continues");
    ok(live_link_runs(world_live()->link), "...");
    is_str(world.last, "stop never", "... past all accesses");
    say("pause");
    say("step");
    is_str(world.last, "stop any", "a step");
    ok(live_link_runs(world_live()->link), "... continues");
    say("step imc0.PMON_CTR0");
    is_str(world.last, "stop 0 160 168", "... to a register");
    say("step pcu.PMON_BOX_CTL");
    ok(g_str_has_prefix(world.last, "stop ") && strchr(world.last, ' '), "... of numbered ones");
    say("step imc1");
    is_str(world.last, "stop 1 0 4294967295", "... or to a block");
    ok(g_str_has_prefix(say("step imc9"), "usage: this machine has no block"), "... that exists");
}

/* ---- viewers ---- */

static JsonObject *look(struct live_view *view)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if (!live_view_next(view, text, NULL))
        return NULL;
    return json_node_dup_object(json_from_string(text->str, NULL));
}

static guint changed(JsonObject *look)
{
    return json_object_get_size(json_object_get_object_member(look, "regs"));
}

static const char *register_in(JsonObject *look, const char *index)
{
    JsonObject *regs = json_object_get_object_member(look, "regs");

    return json_object_has_member(regs, index)
               ? json_array_get_string_element(json_object_get_array_member(regs, index), 0)
               : NULL;
}

static void test_view(void)
{
    struct live_view *view =
        live_view_new(world_live(), live_block_find(world_live(), "imc0", NULL));
    JsonObject *first = look(view), *next;
    JsonArray *accesses;

    is_u64(changed(first), 12, "a viewer sees all registers of a block");
    is_str(register_in(first, "5"), "0x00400304", "... CTL0 among them");
    next = look(view);
    is_u64(changed(next), 0, "... then only what changes");
    world.ctr0 = 77;
    world_access(TRACE_WRITE, CTL0, 0x400304);
    next = look(view);
    is_u64(changed(next), 1, "... a counter");
    is_str(register_in(next, "0"), "0x000000000000004d", "... with its value");
    accesses = json_object_get_array_member(next, "accesses");
    is_u64(json_array_get_length(accesses), 1, "... an access");
    is_str(json_object_get_string_member(json_array_get_object_element(accesses, 0), "name"),
        "imc0.PMON_CTL0", "... by name");
    is_str(json_object_get_string_member(json_array_get_object_element(accesses, 0), "fields"),
        "en=1 umask=RD ev_sel=CAS_COUNT", "... decoded");
    accesses = json_object_get_array_member(next, "set");
    ok(json_array_get_length(accesses) == 1 && json_array_get_int_element(accesses, 0) == 5,
        "... and that CTL0 was written");
    ok(!json_object_has_member(next, "at"), "... which did not stop the guest");
    world_trace(&(struct trace_record){.kind = TRACE_PLAN, .time = 2000, .value = 1});
    next = look(view);
    accesses = json_object_get_array_member(next, "traffic");
    is_u64(json_array_get_length(accesses), 1, "traffic that has taken effect");
    is_str(json_object_get_string_member(json_array_get_object_element(accesses, 0), "amount"),
        "100M/s", "...");
    ok(!json_object_has_member(look(view), "traffic"), "... is reported once");
    live_view_free(view);
}

static void await_step(void)
{
    guint64 time;
    unsigned cpu;

    for (guint i = 0; !live_link_stepped(world_live()->link, &time, &cpu) && i < 5000; i++)
        g_usleep(1000);
}

/* Another CPU makes an access after the one that stops the machine. */
static void test_stop(void)
{
    struct live_view *view =
        live_view_new(world_live(), live_block_find(world_live(), "imc0", NULL));
    JsonObject *seen;

    world_access(TRACE_READ, CTR0, 1);
    world_stop();
    world_access(TRACE_READ, CTR0, 2);
    for (guint i = 0; live_link_runs(world_live()->link) && i < 5000; i++)
        g_usleep(1000);
    seen = look(view);
    ok(!json_object_get_boolean_member(seen, "runs"), "the plugin has stopped the machine");
    is_str(json_object_get_string_member(seen, "at"), "1", "... at an access, which is reported");
    is_str(json_object_get_string_member(seen, "next"), "3", "... although another one followed");
    say("continue");
    ok(!json_object_has_member(look(view), "at"), "... until it continues");
    say("pause");
    ok(!json_object_has_member(look(view), "at"), "a pause is at no access");
    world.jumpy = true;
    is_str(say("step"), "", "a step whose access comes before the next update");
    await_step(); /* the plugin's message and the answer take different ways */
    is_str(json_object_get_string_member(look(view), "at"), "2", "... has stopped there");
    world.jumpy = false;
    say("continue");
    live_view_free(view);
}

static void test_many_accesses(void)
{
    struct live_view *view =
        live_view_new(world_live(), live_block_find(world_live(), "imc0", NULL));

    for (unsigned i = 0; i < 1000; i++)
        world_access(TRACE_READ, CTR0, i);
    is_u64(json_array_get_length(json_object_get_array_member(look(view), "accesses")), 64,
        "a viewer gets the last of many accesses");
    live_view_free(view);
}

static void test_scenario(void)
{
    world_trace(&(struct trace_record){.kind = TRACE_STEP_BEGIN, .time = 500, .value = 1});
    world_trace(&(struct trace_record){.kind = TRACE_PLAN, .time = 1000, .value = 0});
    is_str(say("scenario"),
        "machine snbep\nabout   Saved from pmulab live\n"
        "lint allow reserved the live session did not check it\n"
        "lint allow running the live session did not check it\n"
        "lint allow unfrozen the live session did not check it\n"
        "lint allow freeze the live session did not check it\n"
        "lint allow init the live session did not check it\n"
        "lint allow left the live session did not check it\n\ntraffic\n"
        "    at step live + 500ns\n        imc0.PMON_CTR0 = 5\n"
        "    at step live + 1500ns\n        imc0 CAS_COUNT.RD_REG 100M/s\n"
        "\nstep live\n    run sleep 3\n",
        "the user's effective actions, as a scenario");
}

static void test_events(void)
{
    g_auto(GStrv) events =
        live_traffic_events(world_live(), live_block_find(world_live(), "imc0", NULL));
    g_auto(GStrv) none =
        live_traffic_events(world_live(), live_block_find(world_live(), "ubox", NULL));

    ok(g_strv_contains((const char *const *)events, "imc0 CAS_COUNT.RD_REG"),
        "events with traffic: a sub-event");
    ok(g_strv_contains((const char *const *)events, "imc0 ACT_COUNT"), "... an event without any");
    ok(!g_strv_contains((const char *const *)events, "imc0 CAS_COUNT.RD"),
        "... but no name for several");
    ok(!g_strv_contains((const char *const *)events, "imc0 DCLOCKTICKS"), "... and not the clock");
    ok(!*none, "a block without events has no traffic");
}

static void test_end(void)
{
    shutdown(world.plugin, SHUT_RDWR);
    shutdown(world.monitor, SHUT_RDWR);
    is_str(say("peek imc0"), "failed: the guest has ended", "the end of the guest is reported");
    is_str(say("pause"), "failed: the guest has ended", "...");
}

int main(void)
{
    world_begin("sleep 3");
    test_blocks();
    test_peek();
    test_plan();
    test_running();
    test_view();
    test_stop();
    test_many_accesses();
    test_scenario();
    test_events();
    test_end();
    world_end();
    return done_testing();
}
