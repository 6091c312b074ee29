/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of a counter, by the lists of events. */
#include "models/x86/core_events.h"

#include <stddef.h>

/* The lists of @family. */
static const struct x86_event_list *lists_of(enum x86_family family)
{
    return family < X86_INTEL_SNB ? amd_event_lists[family]
                                  : intel_event_lists[family - X86_INTEL_SNB];
}

/* AMD's unit masks are sets of bits. */
static bool has_umask(enum x86_family family, const struct x86_event *event, uint8_t umask)
{
    if (family < X86_INTEL_SNB)
        return !event->umask || event->umask & umask;
    return event->umask == umask;
}

/* SDM volume 3, section 20.3.4.5: requests that left the core, by request and
 * responder. */
static const struct {
    uint8_t request, answer;
    struct x86_event event;
} responses[] = {
    {X86_REQUEST_LOADS, X86_ANSWER_L3, {0, 0, 1, 0, X86_LOAD_L3, X86_N_WORK, "reads"}},
    {X86_REQUEST_LOADS, X86_ANSWER_REMOTE, {0, 0, 1, 0, X86_LOAD_REMOTE, X86_N_WORK, "reads"}},
    {X86_REQUEST_LOADS, X86_ANSWER_DRAM, {0, 0, 1, 0, X86_LOAD_DRAM, X86_N_WORK, "reads"}},
    {X86_REQUEST_LOADS, X86_ANSWER_DEVICE, {0, 0, 1, 0, X86_LOAD_DEVICE, X86_N_WORK, "reads"}},
    {X86_REQUEST_STORES, X86_ANSWER_L3, {0, 0, 1, 0, X86_STORE_L3, X86_N_WORK, "writes"}},
    {X86_REQUEST_STORES, X86_ANSWER_REMOTE, {0, 0, 1, 0, X86_STORE_REMOTE, X86_N_WORK, "writes"}},
    {X86_REQUEST_STORES, X86_ANSWER_DRAM, {0, 0, 1, 0, X86_STORE_DRAM, X86_N_WORK, "writes"}},
    {X86_REQUEST_STORES, X86_ANSWER_DEVICE, {0, 0, 1, 0, X86_STORE_DEVICE, X86_N_WORK, "writes"}},
    {X86_REQUEST_FETCHES, X86_ANSWER_L3, {0, 0, 1, 0, X86_FETCH_L3, X86_N_WORK, "fetches"}},
    {X86_REQUEST_FETCHES, X86_ANSWER_REMOTE, {0, 0, 1, 0, X86_FETCH_REMOTE, X86_N_WORK, "fetches"}},
    {X86_REQUEST_FETCHES, X86_ANSWER_DRAM, {0, 0, 1, 0, X86_FETCH_DRAM, X86_N_WORK, "fetches"}},
};

enum { N_RESPONSES = sizeof(responses) / sizeof(responses[0]) };

int x86_event_response(enum x86_family family, uint16_t code, uint8_t umask)
{
    if (family < X86_INTEL_SNB || umask != 0x01)
        return -1;
    if (code == (family < X86_INTEL_SPR ? 0xb7 : 0x2a))
        return 0;
    return code == (family < X86_INTEL_SPR ? 0xbb : 0x2b) ? 1 : -1;
}

unsigned x86_event_uncounted(
    enum x86_family family, uint16_t code, uint8_t umask, struct machine_uncounted *event)
{
    const struct x86_event_list *lists = lists_of(family);

    if (x86_event_response(family, code, umask) >= 0)
        return 0;
    *event = (struct machine_uncounted){code, -1};
    for (unsigned l = 0; l < X86_FAMILY_LISTS; l++)
        for (unsigned i = 0; i < lists[l].n; i++) {
            if (lists[l].events[i].code != code)
                continue;
            if (has_umask(family, &lists[l].events[i], umask))
                return 0;
            event->mask = umask;
        }
    return 1;
}

/* The place in a family's lists. */
struct cursor {
    unsigned list, row;
};

static const struct x86_event *next_response(const struct x86_counting *how, struct cursor *at)
{
    while (at->row < N_RESPONSES) {
        unsigned i = at->row++;
        if (responses[i].request & how->responses.requests &&
            responses[i].answer & how->responses.answers)
            return &responses[i].event;
    }
    return NULL;
}

/* The next selected event from *@at on, or NULL. */
static const struct x86_event *next(const struct x86_counting *how, struct cursor *at)
{
    const struct x86_event_list *lists = lists_of(how->family);

    if (how->response)
        return next_response(how, at);
    for (; at->list < X86_FAMILY_LISTS; at->list++, at->row = 0)
        while (at->row < lists[at->list].n) {
            const struct x86_event *event = &lists[at->list].events[at->row++];
            if (event->code == how->code && has_umask(how->family, event, how->umask))
                return event;
        }
    return NULL;
}

/* The counts of @n of @event. A threshold counts cycles with at least as many
 * of it. With edge detection only the first of neighbouring cycles counts, so
 * events in all cycles have no edges. */
static uint64_t cycles_of(const struct x86_counting *how, const struct x86_event *event, uint64_t n)
{
    const unsigned least = how->cmask ? how->cmask : 1;
    const bool issue = event->issue >= least, wait = event->wait >= least;

    if (how->edge)
        return issue != wait ? n : 0;
    if (how->cmask)
        return n * (issue + (wait ? X86_WAITING : 0u));
    return n * (event->issue + event->wait * X86_WAITING);
}

/* The counts of @n cycles in which instructions wait longer than
 * X86_WAITING. */
static uint64_t waits_of(const struct x86_counting *how, const struct x86_event *event, uint64_t n)
{
    if (event->work != X86_INSTRUCTIONS || how->edge)
        return 0;
    return how->cmask ? (event->wait >= how->cmask ? n : 0) : n * event->wait;
}

/* A level has as many edges as its inverse. */
bool x86_counts_inverse(const struct x86_counting *how)
{
    return how->invert && how->cmask && !how->edge;
}

static uint64_t of_privilege(const struct x86_counting *how, const uint64_t *work)
{
    struct cursor at = {0, 0};
    uint64_t sum = 0;
    unsigned rows = 0;

    for (const struct x86_event *event = next(how, &at); event; event = next(how, &at)) {
        uint64_t n = work[event->work] + (event->also < X86_N_WORK ? work[event->also] : 0);
        sum += cycles_of(how, event, n) + waits_of(how, event, work[X86_WAITED]);
        rows++;
    }
    return rows && x86_counts_inverse(how)
               ? work[X86_INSTRUCTIONS] * X86_CYCLES + work[X86_WAITED] - sum
               : sum;
}

uint64_t x86_counted(const struct x86_counting *how, const struct x86_worked *worked)
{
    return (how->user ? of_privilege(how, worked->of[0]) : 0) +
           (how->kernel ? of_privilege(how, worked->of[1]) : 0);
}

unsigned x86_counted_most(const struct x86_counting *how)
{
    struct cursor at = {0, 0};
    unsigned most = 0, rows = 0;

    if (!how->user && !how->kernel)
        return 0;
    for (const struct x86_event *event = next(how, &at); event; event = next(how, &at)) {
        most += event->issue + event->wait * (unsigned)X86_WAITING;
        rows++;
    }
    return rows && x86_counts_inverse(how) ? X86_CYCLES : most;
}

unsigned x86_counts_waits(const struct x86_counting *how)
{
    struct cursor at = {0, 0};
    unsigned waits = 0, issues = 0;

    if (!how->user && !how->kernel)
        return 0;
    for (const struct x86_event *event = next(how, &at); event; event = next(how, &at)) {
        waits += (unsigned)waits_of(how, event, 1);
        issues += event->issue;
    }
    if (x86_counts_inverse(how))
        return 1;
    return !waits || waits > issues ? waits : issues;
}

unsigned x86_counts_followed(const struct x86_counting *how)
{
    struct cursor at = {0, 0};
    unsigned followed = 0;

    for (const struct x86_event *event = next(how, &at); event; event = next(how, &at))
        if (event->issue || event->wait)
            followed |= x86_followed_for(event->work);
    return followed;
}
