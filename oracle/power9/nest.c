/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The microcode's polls (open-power/occ, gpe1_24x7.c; docs/hardware/power9.md,
 * "Nest"), and the counter words of its postings. */
#include "oracle/power9/nest.h"

#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

static void *grown(void *array, unsigned n, size_t size)
{
    array = realloc(array, (n + 1) * size);
    if (!array)
        abort();
    return array;
}

void oracle_p9_nest_begin(struct oracle_p9_nest *nest, const struct oracle_p9_plan *plan,
    uint64_t availability, bool dead)
{
    *nest = (struct oracle_p9_nest){.generation = plan->generation,
        .catalogue = &plan->catalogue,
        .dead = dead,
        .standard = availability,
        .poll = ORACLE_P9_POLL_NS};
}

void oracle_p9_nest_end(struct oracle_p9_nest *nest)
{
    for (unsigned i = 0; i < nest->n_streams; i++)
        oracle_flow_end(&nest->streams[i].flow);
    free(nest->runs);
    free(nest->streams);
    free(nest->shifts);
}

/* ---- one poll ---- */

static void zero(struct oracle_p9_microcode *m)
{
    m->epoch++;
    m->postings = 0;
}

/* Everything is configured: the microcode runs, unless the host wants a
 * pause. */
static void settle(struct oracle_p9_microcode *m, uint64_t ns)
{
    bool ran = m->state == ORACLE_P9_RUNS;

    if (m->state == ORACLE_P9_CONFIGURES || m->state == ORACLE_P9_WAITS)
        m->control[ORACLE_P9_MODE_STATE] = m->mode;
    m->state = m->paused ? ORACLE_P9_PAUSED : ORACLE_P9_RUNS;
    m->control[ORACLE_P9_STATUS] = m->paused ? ORACLE_P9_PAUSE : ORACLE_P9_RUN;
    if (!ran && !m->paused)
        m->since = ns;
}

/* Takes over speed, mode and units, and starts to configure them, or
 * refuses. */
static void configure(struct oracle_p9_microcode *m, const struct oracle_p9_nest *nest)
{
    m->speed = m->control[ORACLE_P9_SPEED];
    m->mode = m->control[ORACLE_P9_MODE];
    m->availability = m->control[ORACLE_P9_AVAILABILITY];
    m->state = ORACLE_P9_REFUSES;
    if (m->mode >= ORACLE_P9_MODES) {
        m->control[ORACLE_P9_STATUS] = ORACLE_P9_BAD_MODE;
    } else if (m->speed >= ORACLE_P9_SPEEDS) {
        m->control[ORACLE_P9_STATUS] = ORACLE_P9_BAD_SPEED;
    } else {
        m->control[ORACLE_P9_STATUS] = ORACLE_P9_INIT;
        m->state = ORACLE_P9_CONFIGURES;
        m->left = nest->generation->configuring;
    }
}

static void first_poll(struct oracle_p9_microcode *m, const struct oracle_p9_nest *nest)
{
    zero(m);
    m->control[ORACLE_P9_STATUS] = ORACLE_P9_INIT;
    m->control[ORACLE_P9_COMMAND] = 0;
    if (!m->control[ORACLE_P9_AVAILABILITY])
        m->control[ORACLE_P9_AVAILABILITY] = nest->standard;
    configure(m, nest);
    if (nest->dead) {
        m->state = ORACLE_P9_DEAD;
        m->control[ORACLE_P9_STATUS] = ORACLE_P9_INIT;
    }
}

/* gpe1_24x7.h: commands. */
enum { RESUME = 1, PAUSE = 2, CLEAR = 3 };

/* Handles the command, and changes of the settings. */
static void take_command(
    struct oracle_p9_microcode *m, const struct oracle_p9_nest *nest, uint64_t ns)
{
    uint64_t command = m->control[ORACLE_P9_COMMAND];
    bool stuck, faster;

    /* The command stays, and the microcode makes no progress. */
    if (command > CLEAR && nest->generation->pauses) {
        m->paused = true;
        if (m->state == ORACLE_P9_RUNS)
            settle(m, ns);
        return;
    }
    if (command >= RESUME && command <= CLEAR) {
        m->control[ORACLE_P9_COMMAND] = 0;
        m->paused = command == PAUSE;
        m->unsure = command != CLEAR;
        if (command != CLEAR && m->state != ORACLE_P9_CONFIGURES && m->state != ORACLE_P9_REFUSES)
            settle(m, ns);
    }
    stuck = m->state == ORACLE_P9_REFUSES || m->state == ORACLE_P9_WAITS;
    faster = m->control[ORACLE_P9_SPEED] != m->speed;
    if (command == CLEAR || faster)
        zero(m);
    if (command == CLEAR || faster || m->control[ORACLE_P9_MODE] != m->mode ||
        m->control[ORACLE_P9_AVAILABILITY] != m->availability) {
        configure(m, nest);
        if (stuck && command != CLEAR && m->state == ORACLE_P9_CONFIGURES)
            m->state = ORACLE_P9_WAITS;
    }
}

static uint64_t period(const struct oracle_p9_microcode *m)
{
    return MS << m->speed;
}

/* One poll. Returns whether it posts. */
static bool poll_once(struct oracle_p9_microcode *m, const struct oracle_p9_nest *nest, uint64_t ns)
{
    if (m->state == ORACLE_P9_ABSENT)
        first_poll(m, nest);
    else if (m->state != ORACLE_P9_DEAD)
        take_command(m, nest, ns);
    if (m->state == ORACLE_P9_CONFIGURES && !--m->left)
        settle(m, ns);
    if (m->state == ORACLE_P9_RUNS || m->state == ORACLE_P9_PAUSED)
        m->unsure = false; /* its status shows it */
    if (m->state != ORACLE_P9_RUNS || ns - m->since < period(m))
        return false;
    m->since = ns;
    m->postings++;
    return true;
}

/* ---- polls ---- */

/* A new run begins if the microcode did not run just before, or has new
 * settings. */
static void take(
    struct oracle_p9_nest *nest, const struct oracle_p9_microcode *next, uint64_t ns, bool posts)
{
    bool began = next->state == ORACLE_P9_RUNS && next->since == ns && !posts;

    if (began) {
        nest->runs = grown(nest->runs, nest->n_runs, sizeof(*nest->runs));
        nest->runs[nest->n_runs++] = (struct oracle_p9_run){.from = ns,
            .period = period(next),
            .units = next->availability,
            .epoch = next->epoch,
            .debug = next->mode == 1};
        nest->posted = ns;
    }
    if (posts)
        nest->runs[nest->n_runs - 1].postings++;
    if (next->epoch != nest->now.epoch)
        for (unsigned i = 0; i < nest->n_shifts; i++) {
            bool clears = nest->shifts[i].offset < nest->generation->kept;

            for (unsigned k = 0; k < nest->n_streams; k++)
                clears |= nest->streams[k].source.place.offset == nest->shifts[i].offset;
            if (clears)
                nest->shifts[i].by = 0;
        }
    nest->now = *next;
    nest->poll = ns + ORACLE_P9_POLL_NS;
}

const char *oracle_p9_nest_advance(struct oracle_p9_nest *nest, uint64_t ns)
{
    const char *wrong = nest->wrong;

    nest->wrong = NULL;
    while (nest->poll <= ns) {
        struct oracle_p9_microcode next = nest->now;
        bool posts = poll_once(&next, nest, nest->poll);

        if (memcmp(next.control, nest->now.control, sizeof(next.control)) ||
            next.epoch != nest->now.epoch)
            wrong = "the microcode had to act at a poll, and did nothing";
        take(nest, &next, nest->poll, posts);
    }
    return wrong;
}

/* Whether the poll from @before to @next matches the trace. */
static bool explains(const struct oracle_p9_microcode *before,
    const struct oracle_p9_microcode *next, bool posts, const struct oracle_p9_did *did)
{
    for (unsigned i = 0; i < ORACLE_P9_CONTROL_WORDS; i++) {
        uint64_t after = did->written >> i & 1 ? did->control[i] : before->control[i];

        if (i != ORACLE_P9_MODE && i != ORACLE_P9_COMMAND && after != next->control[i])
            return false;
    }
    return did->zeroed == (next->epoch != before->epoch) && did->posted == posts &&
           (!posts || did->postings == next->postings);
}

/* The host's possible stores. A command is cleared by the poll; a mode
 * stays. */
struct guess {
    uint64_t command, mode;
    /* the mode had been accepted earlier, when the trace did not show which one
     * it was */
    bool accepted;
    bool other; /* the previous command was the other one of resume and pause */
};

static bool is_so(
    struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did, struct guess guess)
{
    struct oracle_p9_microcode next = nest->now;
    bool taken = did->written >> ORACLE_P9_COMMAND & 1, posts;

    next.control[ORACLE_P9_COMMAND] = guess.command;
    next.control[ORACLE_P9_MODE] = guess.mode;
    if (guess.accepted)
        next.mode = guess.mode;
    if (guess.other)
        next.paused = !next.paused;
    posts = poll_once(&next, nest, ns);
    if (taken != (guess.command >= RESUME && guess.command <= CLEAR &&
                     !next.control[ORACLE_P9_COMMAND]) ||
        !explains(&nest->now, &next, posts, did))
        return false;
    take(nest, &next, ns, posts);
    return true;
}

/* Tries each command, with the present mode or another one. */
static bool has_command(struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did,
    bool accepted, bool other)
{
    const uint64_t modes[] = {nest->now.control[ORACLE_P9_MODE], 0, 1, UINT64_MAX};
    const uint64_t last = nest->generation->pauses ? CLEAR + 1 : CLEAR;

    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        for (uint64_t command = 0; command <= last; command++)
            if (is_so(nest, ns, did, (struct guess){command, modes[i], accepted, other}))
                return true;
    return false;
}

static bool has_reason(struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did)
{
    bool open = nest->now.state == ORACLE_P9_CONFIGURES || nest->now.state == ORACLE_P9_WAITS;

    for (unsigned other = 0; other < (nest->now.unsure ? 2 : 1); other++)
        for (unsigned accepted = 0; accepted < (open ? 2 : 1); accepted++)
            if (has_command(nest, ns, did, accepted, other))
                return true;
    return false;
}

static const char *explain(
    struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did)
{
    const uint64_t *control = nest->now.control;
    const char *wrong = ns ? oracle_p9_nest_advance(nest, ns - 1) : NULL;

    if (wrong)
        return wrong;
    if (nest->poll != ns)
        return "the microcode acts at its polls, each 500 us";
    if (is_so(nest, ns, did,
            (struct guess){control[ORACLE_P9_COMMAND], control[ORACLE_P9_MODE], false, false}) ||
        has_reason(nest, ns, did))
        return NULL;
    return did->posted
               ? "the microcode posts each 1 ms << speed while it runs, and counts its postings"
               : "no command and no mode makes the microcode do this";
}

/* The trace contains only the last ones of long overdue postings. The first of
 * these also covers the earlier ones. */
const char *oracle_p9_nest_did(
    struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did)
{
    const char *wrong = explain(nest, ns, did);
    uint64_t from = nest->posted;

    if (wrong || !did->posted)
        return wrong;
    nest->posted = ns;
    return ns - from == did->polls * ORACLE_P9_POLL_NS
               ? NULL
               : "a posting covers the time since the one before";
}

/* ---- the scenario ---- */

void oracle_p9_nest_amount(struct oracle_p9_nest *nest, uint64_t ns,
    const struct oracle_p9_source *source, const struct oracle_amount *amount)
{
    struct oracle_p9_stream *stream = NULL;

    for (unsigned i = 0; i < nest->n_streams; i++)
        if (nest->streams[i].source.pmu == source->pmu &&
            nest->streams[i].source.event == source->event)
            stream = &nest->streams[i];
    if (!stream) {
        nest->streams = grown(nest->streams, nest->n_streams, sizeof(*nest->streams));
        stream = &nest->streams[nest->n_streams++];
        stream->source = *source;
        stream->units = nest->generation->units(nest->catalogue->pmus[source->pmu].name);
        stream->divisor = oracle_p9_event_divisor(nest->catalogue, source->pmu, source->event);
        oracle_flow_begin(&stream->flow, ORACLE_P9_TRAFFIC_HZ);
    }
    oracle_flow_change(&stream->flow, oracle_cycles(ORACLE_P9_TRAFFIC_HZ, ns), amount);
}

void oracle_p9_nest_set(struct oracle_p9_nest *nest, uint64_t ns, uint32_t offset, uint64_t value)
{
    unsigned i = 0;

    if (offset >= ORACLE_P9_CONTROL_BLOCK) {
        nest->now.control[(offset - ORACLE_P9_CONTROL_BLOCK) / 8] = value;
        return;
    }
    while (i < nest->n_shifts && nest->shifts[i].offset != offset)
        i++;
    if (i == nest->n_shifts) {
        nest->shifts = grown(nest->shifts, nest->n_shifts, sizeof(*nest->shifts));
        nest->shifts[nest->n_shifts++] = (struct oracle_p9_shift){offset, 0};
    }
    nest->shifts[i].by += value - oracle_p9_nest_holds(nest, offset, ns);
}

/* ---- words ---- */

static bool stands_still(
    const struct oracle_p9_nest *nest, const struct oracle_p9_run *run, uint32_t offset)
{
    return run->debug && offset < nest->generation->debugged * ORACLE_P9_GROUP;
}

/* Postings of @run until @ns. */
static uint64_t postings_of(const struct oracle_p9_run *run, uint64_t ns)
{
    uint64_t passed = ns > run->from ? (ns - run->from) / run->period : 0;

    return passed < run->postings ? passed : run->postings;
}

static uint64_t events_of(const struct oracle_p9_nest *nest, const struct oracle_p9_run *run,
    const struct oracle_p9_stream *stream, uint64_t ns)
{
    uint64_t to = run->from + postings_of(run, ns) * run->period;

    if (stands_still(nest, run, stream->source.place.offset) ||
        !oracle_p9_there(&stream->units, run->units))
        return 0;
    return oracle_flow_events(&stream->flow, oracle_cycles(ORACLE_P9_TRAFFIC_HZ, run->from),
        oracle_cycles(ORACLE_P9_TRAFFIC_HZ, to));
}

/* Counts of @stream in epochs from @epoch on; the end of each drops a remainder
 * below one count. */
static uint64_t counts_of(const struct oracle_p9_nest *nest, const struct oracle_p9_stream *stream,
    uint64_t epoch, uint64_t ns)
{
    uint64_t sum = 0, events = 0;

    for (unsigned i = 0; i < nest->n_runs; i++) {
        const struct oracle_p9_run *run = &nest->runs[i];

        if (i && run->epoch != run[-1].epoch) {
            sum += events / stream->divisor;
            events = 0;
        }
        if (run->epoch >= epoch)
            events += events_of(nest, run, stream, ns);
    }
    return sum + events / stream->divisor;
}

static uint64_t counted_since(
    const struct oracle_p9_nest *nest, uint32_t offset, uint64_t epoch, uint64_t ns)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < nest->n_streams; i++)
        if (nest->streams[i].source.place.offset == offset)
            sum += counts_of(nest, &nest->streams[i], epoch, ns);
    for (unsigned i = 0; oracle_p9_counts_postings(nest->generation, offset) && i < nest->n_runs;
         i++)
        if (nest->runs[i].epoch >= epoch && !stands_still(nest, &nest->runs[i], offset))
            sum += postings_of(&nest->runs[i], ns);
    return sum;
}

uint64_t oracle_p9_nest_counted(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns)
{
    return counted_since(nest, offset, 0, ns);
}

uint64_t oracle_p9_nest_holds(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns)
{
    uint64_t value = counted_since(nest, offset, nest->now.epoch, ns);

    for (unsigned i = 0; i < nest->n_shifts; i++)
        if (nest->shifts[i].offset == offset)
            value += nest->shifts[i].by;
    return value;
}
