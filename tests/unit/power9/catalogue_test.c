/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of PMUs and events: the built-in one compared with the published
 * catalogue, and the rules of lists. */
#include "models/power9/catalogue.h"

#include "tests/tap.h"

#include <stdlib.h>

static struct p9_catalogue catalogue;

static unsigned pairs_of(const struct p9_catalogue *c)
{
    unsigned n = 0;

    for (unsigned i = 0; i < c->n_pmus; i++)
        n += c->pmus[i].n_events;
    return n;
}

static unsigned count(const struct p9_catalogue *c, enum p9_pmu_type type)
{
    unsigned n = 0;

    for (unsigned i = 0; i < c->n_pmus; i++)
        n += c->pmus[i].type == type;
    return n;
}

static void test_built_in(void)
{
    const struct p9_catalogue *c = power9_catalogue();

    is_u64(c->n_pmus, 44, "44 PMUs");
    is_u64(count(c, P9_PMU_NEST), 41, "... 41 of them nest");
    ok(count(c, P9_PMU_CORE) == 1 && count(c, P9_PMU_THREAD) == 1 && count(c, P9_PMU_TRACE) == 1,
        "... and core, thread, trace");
    is_u64(pairs_of(c), 621, "621 pairs of PMU and event");
    ok(c == power9_catalogue(), "every call returns the same one");
}

/* base, scale and number of events from the published catalogue */
static void test_pmus(void)
{
    static const struct {
        const char *name;
        unsigned base, scale, n;
    } expected[] = {
        {"mcs01", 0xc8, 256, 7},
        {"mcs23", 0x48, 256, 7},
        {"powerbus0", 0x8, 256, 18},
        {"xlink0", 0x118, 4096, 10},
        {"xlink2", 0x198, 4096, 10},
        {"phb0", 0x338, 1, 4},
        {"phb5", 0x3d8, 1, 4},
        {"mba0", 0x448, 1, 3},
        {"mba7", 0x5a0, 1, 3},
        {"capp0", 0x6c8, 256, 8},
        {"nvlink5", 0x2c8, 256, 16},
        {"nx", 0x3f8, 256, 8},
        {"alink3", 0x5f8, 4096, 8},
        {"centaur7", 0x918, 1, 6},
        {"core", 0x18, 512, 249},
        {"thread", 0x18, 512, 61},
        {"trace", 0, 1, 1},
    };
    const struct p9_catalogue *c = power9_catalogue();

    for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        const struct p9_pmu *pmu = p9_catalogue_pmu(c, expected[i].name);

        ok(pmu && pmu->base == expected[i].base && pmu->n_events == expected[i].n &&
                p9_event_scale(pmu, &c->events[pmu->first_event]) == expected[i].scale,
            "%s: base, scale, number of events", expected[i].name);
    }
    ok(!p9_catalogue_pmu(c, "mcs45"), "no mcs45");
}

static void is_at(const char *pmu_name, const char *event_name, uint32_t offset)
{
    const struct p9_pmu *pmu = p9_catalogue_pmu(power9_catalogue(), pmu_name);
    const struct p9_pmu_event *event =
        pmu ? p9_catalogue_event(power9_catalogue(), pmu, event_name) : NULL;

    if (ok(event != NULL, "%s has %s", pmu_name, event_name))
        is_u64(p9_event_offset(pmu, event), offset, "... at 0x%x", offset);
}

static void test_events(void)
{
    const struct p9_pmu *mcs = p9_catalogue_pmu(power9_catalogue(), "mcs01");

    is_at("mcs01", "PM_MCS01_64B_RD_DISP_PORT01", 0xc8);
    is_at("mcs01", "PM_MCS01_128B_WR_DISP_PORT23", 0xf8);
    is_at("core", "CPM_PCYC", 0x18);
    is_at("core", "CPM_32MHZ_CYC", 0xa0);
    is_at("thread", "CPM_CS_PCYC_USER", 0x1018);
    is_at("trace", "trace_cycles", 0x10200000);
    is_at("nvlink0", "PM_NTL0_CLK_CYC", 0x450); /* 0x228 twice, as in the original */
    ok(!p9_catalogue_event(power9_catalogue(), mcs, "PM_MCS23_64B_RD_DISP_PORT01"),
        "another's prefix: none");
    ok(!p9_catalogue_event(power9_catalogue(), mcs, "64B_RD_DISP_PORT01"), "without prefix: none");
    ok(!p9_catalogue_event(power9_catalogue(), mcs, "PM_MCS01_64B"), "part of a name: none");
}

static void test_inheritance(void)
{
    static const char list[] =
        "events g\n"
        "  0x0 PLAIN\n"
        "  8 OWN scale=1024 unit=KiB desc=bytes (scale=1 not counted) \t # a comment\n"
        "  0x10 FRACTION scale=1.2207e-4\n"
        "  0x18 ZERO scale=0 # a comment\n"
        "pmu p type=nest base=0x100 size=4096 events=g offset=0x1000 scale=64 unit=B\r\n"
        "pmu q type=core base=0 size=8192 events=g prefix=Q_";
    char wrong[P9_CATALOGUE_WRONG] = "";

    ok(p9_catalogue_parse(&catalogue, list, wrong), "a list of two PMUs that share events (%s)",
        wrong);
    const struct p9_pmu *p = &catalogue.pmus[0], *q = &catalogue.pmus[1];
    const struct p9_pmu_event *e = catalogue.events;

    is_u64(p9_event_scale(p, &e[0]), 64, "without a scale: the PMU's");
    is_u64(p9_event_scale(p, &e[1]), 1024, "with a scale: the event's");
    is_u64(p9_event_scale(p, &e[2]), 1, "no whole number: 1");
    is_u64(p9_event_scale(p, &e[3]), 1, "nothing: 1");
    is_u64(p9_event_scale(q, &e[0]), 1, "no scale at all: 1");
    is_str(e[1].unit, "KiB", "an event's unit");
    is_str(e[1].desc, "bytes (scale=1 not counted)", "a description, to the end of the line");
    is_str(e[0].desc, "", "... or none");
    is_str(p->unit, "B", "a PMU's, before a carriage return");
    is_u64(p9_event_offset(p, &e[1]), 0x108, "decimal and hexadecimal numbers");
    ok(p->has_offset && p->offset == 0x1000 && p->cb_offset == 0x3fc00,
        "the control block's place by default");
    ok(!q->has_offset, "no offset: none");
    ok(p9_catalogue_event(&catalogue, q, "Q_OWN") == &e[1] && q->first_event == p->first_event,
        "shared events, by another prefix");
}

static void test_lines(void)
{
    char wrong[P9_CATALOGUE_WRONG] = "";

    p9_catalogue_begin(&catalogue);
    ok(p9_catalogue_line(&catalogue, "events g", wrong) &&
            p9_catalogue_line(&catalogue, " 0x8 A\nrest", wrong) &&
            p9_catalogue_line(
                &catalogue, "pmu c type=core base=16 size=8192 events=g prefix=C_", wrong) &&
            p9_catalogue_line(
                &catalogue, "pmu d type=core base=16 size=8192 events=g prefix=C_", wrong),
        "line by line (%s)", wrong);
    is_u64(catalogue.n_pmus, 2, "its PMUs");
    ok(p9_catalogue_event(&catalogue, &catalogue.pmus[0], "C_A") == &catalogue.events[0],
        "its event");
    ok(p9_catalogue_first(&catalogue, P9_PMU_CORE) == &catalogue.pmus[0], "the first for cores");
    ok(!p9_catalogue_first(&catalogue, P9_PMU_THREAD), "none for threads");
    ok(!p9_catalogue_line(&catalogue, "8 B", wrong), "an event after a PMU");
    is_str(wrong, "line 5: an event, but no line 'events GROUP' right above", "... is in line 5");
}

static void refuses(const char *list, const char *expected)
{
    char wrong[P9_CATALOGUE_WRONG] = "nothing";

    ok(!p9_catalogue_parse(&catalogue, list, wrong), "refused:");
    is_str(wrong, expected, "%s", expected);
}

#define PMU "pmu p type=nest base=0 size=8 events=g\n"

static void test_wrong(void)
{
    refuses("", "line 0: the list has no PMU");
    refuses("\nfoo\n", "line 2: 'foo': expected 'events', 'pmu' or an event's number");
    refuses("0x0 A\n", "line 1: an event, but no line 'events GROUP' right above");
    refuses(
        "events g\n0 A\n" PMU "8 B\n", "line 4: an event, but no line 'events GROUP' right above");
    refuses("events g\n0 A\n" PMU PMU, "line 4: pmu p: already defined above");
    refuses("events g\nevents g\n", "line 2: events g: already defined above");
    refuses("events\n", "line 1: expected: events GROUP");
    refuses("events g\n0\n", "line 2: expected: REG NAME [scale=TEXT] [unit=TEXT] [desc=TEXT]");
    refuses("events g\n0xyz A\n", "line 2: '0xyz': expected a number of at most 32 bits");
    refuses(
        "events g\n0x100000000 A\n", "line 2: '0x100000000': expected a number of at most 32 bits");
    refuses("events g\n0 A sale=1\n", "line 2: 'sale=1': expected scale=, unit= or desc=");
    refuses(PMU, "line 1: events=g: no group of that name above");
    refuses("events g\npmu p type=nest base=0 events=g\n", "line 2: pmu p: size= is missing");
    refuses("events g\npmu p type=nest base=0 size=8 size=8 events=g\n", "line 2: size twice");
    refuses("events g\npmu p type=nset base=0\n",
        "line 2: type 'nset': expected nest, core, thread or trace");
    refuses("events g\npmu p type=nest base=0 size=8 events=g cb_offset=8\n",
        "line 2: pmu p: cb_offset= means nothing without offset=");
    refuses("events g\npmu a-name-that-is-far-too-long\n",
        "line 2: 'a-name-that-is-far-too-long': longer than 23 characters");
}

/* Texts of the maximum length, and one character more: names of groups 31, of
 * PMUs 23, of events 63, prefixes 31, scales and units 15, descriptions 95. */
static void test_lengths(void)
{
    static const struct {
        const char *before, *after;
        unsigned most;
    } cases[] = {{"events ", "\n0 A\n", 31}, {"events g\n0 ", "\n", 63},
        {"events g\n0 A scale=", "\n", 15}, {"events g\n0 A unit=", "\n", 15},
        {"events g\n0 A desc=", "\n", 95},
        {"events g\npmu ", " type=core base=0 size=8 events=g\n", 23},
        {"events g\npmu p type=core base=0 size=8 events=g prefix=", "\n", 31},
        {"events g\npmu p type=core base=0 size=8 events=g scale=", "\n", 15},
        {"events g\npmu p type=core base=0 size=8 events=g unit=", "\n", 15}};
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
        "abcdefghijklmnopqrstuvwxyz";
    char list[256], wrong[P9_CATALOGUE_WRONG], expected[160];

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (unsigned n = cases[i].most; n <= cases[i].most + 1; n++) {
            snprintf(
                list, sizeof(list), "%s%.*s%s", cases[i].before, (int)n, letters, cases[i].after);
            p9_catalogue_parse(&catalogue, list, wrong);
            snprintf(expected, sizeof(expected), "'%.*s': longer than %u characters", (int)n,
                letters, cases[i].most);
            ok(!strstr(wrong, expected) == (n == cases[i].most), "text %u with %u characters", i,
                n);
        }
}

/* Complaints are cut at their maximum length. */
static void test_long_complaint(void)
{
    char list[256], wrong[2 * P9_CATALOGUE_WRONG];

    memset(wrong, '#', sizeof(wrong));
    snprintf(list, sizeof(list), "events g\n%0200d A\n", 0);
    list[9] = 'x';
    ok(!p9_catalogue_parse(&catalogue, list, wrong), "a line that begins with a long word");
    is_u64(strnlen(wrong, sizeof(wrong)), 191, "... and a complaint of 192 bytes with its NUL");
    ok(wrong[P9_CATALOGUE_WRONG] == '#', "... and nothing past it");
}

/* A PMU needs four properties; each line has at most 16 words; numbers are
 * decimal or hexadecimal. */
static void test_more_wrong(void)
{
    refuses("events g h\n", "line 1: expected: events GROUP");
    refuses("events g\npmu\n", "line 2: expected: pmu NAME type=TYPE base=N size=N events=GROUP");
    refuses("events g\npmu p base=0 size=8 events=g\n", "line 2: pmu p: type= is missing");
    refuses("events g\npmu p type=core size=8 events=g\n", "line 2: pmu p: base= is missing");
    refuses("events g\npmu p type=core base=0 size=8\n", "line 2: pmu p: events= is missing");
    refuses("events g\npmu p typ=core\n",
        "line 2: 'typ=core': expected type=, base=, size=, events=, "
        "prefix=, scale=, unit=, offset= or cb_offset=");
    refuses("events g\n0x A\n", "line 2: '0x': expected a number of at most 32 bits");
    refuses(
        "events g\n4294967296 A\n", "line 2: '4294967296': expected a number of at most 32 bits");
    refuses("events g\n99999999999999999999 A\n",
        "line 2: '99999999999999999999': expected a number of at most 32 bits");
    refuses("events g\n1f A\n", "line 2: '1f': expected a number of at most 32 bits");
    refuses("events g\n0 A b c d e f g h i j k l m n o p q\n", "line 2: more than 16 words");
    refuses("events g\n0 A b c d e f g h i j k l m n o\n",
        "line 2: 'b': expected scale=, unit= or desc=");
    refuses("events g desc=a group\n", "line 1: desc=: only an event has a description");
    refuses("events g\npmu p type=core base=0 size=8 events=g desc=a\n",
        "line 2: desc=: only an event has a description");
    refuses(":\n", "line 1: ':': expected 'events', 'pmu' or an event's number");
    refuses("/\n", "line 1: '/': expected 'events', 'pmu' or an event's number");
}

static void test_numbers(void)
{
    static const char list[] = "events g\n4294967295 A\n0XfFfFfFfF B\n9 C\n" PMU
                               "pmu q type=trace base=7 size=9 events=g offset=3 cb_offset=5\n"
                               "pmu r type=thread base=0x10 size=0x20 events=g\n";
    char wrong[P9_CATALOGUE_WRONG] = "";

    ok(p9_catalogue_parse(&catalogue, list, wrong), "numbers of 32 bits (%s)", wrong);
    is_u64(catalogue.events[0].reg, 4294967295, "the largest, decimal");
    is_u64(catalogue.events[1].reg, 4294967295, "... hexadecimal, in any case");
    is_u64(catalogue.events[2].reg, 9, "a line may begin with a 9");
    const struct p9_pmu *q = &catalogue.pmus[1], *r = &catalogue.pmus[2];
    ok(q->base == 7 && q->size == 9 && q->has_offset && q->offset == 3 && q->cb_offset == 5,
        "each property of a PMU has its number");
    ok(q->type == P9_PMU_TRACE && r->type == P9_PMU_THREAD && r->base == 16 && r->size == 32,
        "... and its type");
    is_u64(q->n_events, 3, "all events of its group");
}

/* One more than the maximum of everything. */
static void test_full(void)
{
    enum { LINE = 64, LINES = P9_MAX_EVENTS_LISTED + 16 };
    char *list = malloc((size_t)LINE * LINES), wrong[P9_CATALOGUE_WRONG];
    size_t n = (size_t)sprintf(list, "events g\n");

    for (unsigned i = 0; i < P9_MAX_EVENTS_LISTED; i++)
        n += (size_t)sprintf(list + n, "%u E%u\n", i * 8, i);
    memcpy(list + n, PMU, sizeof(PMU));
    ok(p9_catalogue_parse(&catalogue, list, wrong), "as many events as there is room for");
    memcpy(list + n, "0 ONE_MORE\n", sizeof("0 ONE_MORE\n"));
    refuses(list, "line 1026: more than 1024 events");
    n = (size_t)sprintf(list, "events g\n");
    for (unsigned i = 0; i <= P9_MAX_PMUS; i++)
        n += (size_t)sprintf(list + n, "pmu p%u type=nest base=0 size=8 events=g\n", i);
    refuses(list, "line 66: more than 64 PMUs");
    n = 0;
    for (unsigned i = 0; i <= P9_MAX_GROUPS; i++)
        n += (size_t)sprintf(list + n, "events g%u\n", i);
    refuses(list, "line 65: more than 64 groups of events");
    memset(list, ' ', 300);
    memcpy(list + 300, "\n", 2);
    refuses(list, "line 1: longer than 255 characters");
    memcpy(list + 256, "\n", 2);
    refuses(list, "line 1: longer than 255 characters");
    free(list);
}

/* A list does not inherit from the previous one, wherever that ended. */
static void test_begin(void)
{
    char wrong[P9_CATALOGUE_WRONG] = "";

    p9_catalogue_begin(&catalogue);
    ok(p9_catalogue_line(&catalogue, "events g", wrong) &&
            p9_catalogue_line(&catalogue, "0 A", wrong),
        "a list that ends within a group");
    p9_catalogue_begin(&catalogue);
    ok(!p9_catalogue_line(&catalogue, "0 A", wrong), "... does not continue in the next");
    is_str(
        wrong, "line 1: an event, but no line 'events GROUP' right above", "... which reports it");
    ok(!catalogue.n_groups && !catalogue.n_events && !catalogue.n_pmus, "... and is empty");
}

int main(void)
{
    test_built_in();
    test_pmus();
    test_events();
    test_inheritance();
    test_lines();
    test_wrong();
    test_lengths();
    test_more_wrong();
    test_long_complaint();
    test_numbers();
    test_full();
    test_begin();
    return done_testing();
}
