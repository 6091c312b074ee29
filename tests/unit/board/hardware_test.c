/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of hardware: the parts and counters of a file, and mistakes, which are
 * one line each with file and line. */
#include "models/pmu/hardware.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <unistd.h>

/* Lines 1 to 6 of each file. */
#define DECLARED                                                                                   \
    "property pmu_found { type = string; component = addrmap; };\n"                                \
    "property pmu_perf { type = string; component = addrmap; };"                                   \
    "property pmu_events { type = string; component = addrmap; };\n"                               \
    "property pmu_address { type = longint unsigned; component = addrmap; };"                      \
    "property pmu_interrupt { type = longint unsigned; component = addrmap; };"                    \
    "property pmu_uid { type = longint unsigned; component = addrmap; };"                          \
    "property pmu_parent { type = longint unsigned; component = addrmap; };"                       \
    "property pmu_windows { type = string; component = addrmap; };"                                \
    "property pmu_child { type = string; component = addrmap; };\n"                                \
    "property pmu_role { type = string; component = field; };\n"                                   \
    "property pmu_counter { type = longint unsigned; component = reg | field; };\n"                \
    "property pmu_event { type = longint unsigned; component = reg; };\n"

/* A sound PMU of one counter, in lines 7 to 12, with @more in its addrmap. */
#define MAP(name, more)                                                                            \
    "addrmap " name " {\n"                                                                         \
    "pmu_found = \"of x,y\"; pmu_perf = \"p0\"; pmu_events = \"e.events\";" more "\n"
#define COUNT  "reg { pmu_counter = 0; field { pmu_role = \"count\"; } c[31:0]; } COUNT @ 0x0;\n"
#define SELECT "reg { pmu_counter = 0; field { pmu_role = \"event\"; } e[7:0]; } EVENT @ 0x4;\n"
#define PMU    MAP("m", "") COUNT SELECT "};\n"

#define EVENTS "# comment\n0x00 cycles clock the clock\n\n0x2a reads count reads of memory\n"

static char folder[] = "/tmp/pmulab-hardware-XXXXXX";

/* Writes a file for each test, since a file is read once. Its path is
 * static. */
static const char *written(const char *text, const char *events)
{
    static char path[128];
    static unsigned number;
    char list[128];

    snprintf(path, sizeof(path), "%s/%u.rdl", folder, number++);
    snprintf(list, sizeof(list), "%s/e.events", folder);
    for (unsigned i = 0; i < 2; i++) {
        FILE *file = fopen(i ? list : path, "w");

        fputs(i ? events : text, file);
        fclose(file);
    }
    return path;
}

static void test_parts(void)
{
    char wrong[HARDWARE_WRONG] = "";
    const char *path = written(DECLARED MAP("ddr", "") COUNT
        "reg { pmu_counter = 0; regwidth = 8;\n"
        "field { pmu_role = \"enable, run low\"; } en[7:7]; field { pmu_role = \"event\"; } "
        "e[5:0]; "
        "} SEL[2] @ 0x10 += 1;\n"
        "reg { pmu_counter = 1; pmu_event = 0x2a; field { sw = r; pmu_role = \"count saturates\"; "
        "} "
        "c[15:0]; } FIXED @ 0x20;\n"
        "reg { field { sw = rw; onwrite = woclr; pmu_role = \"overflow interrupts\"; } o[9:8]; } "
        "STATUS @ 0x24;\n};\n",
        EVENTS);
    const struct hardware *h = hardware_find(path, wrong);

    ok(h != NULL, "is read: %s", wrong);
    if (!h)
        return;
    const struct pmu_kind *kind = &h->pmus[0];

    ok(hardware_find(path, wrong) == h, "a file is read once");
    ok(h->n == 1 && kind->n_counters == 2, "a PMU of two counters");
    is_str(kind->compatible, "x,y", "its node");
    is_u64(kind->address, 0x0b000000, "its address, which the file leaves open");
    is_u64(kind->interrupt, 112, "its interrupt");
    ok(kind->bits[0] == 32 && kind->bits[1] == 16, "widths of counters");
    ok(kind->event_of[0] && kind->event_of[1], "elements of an array belong to further counters");
    is_u64(kind->event_of[1]->reg, 2, "... by their registers");
    is_u64(kind->saturates, 2, "one of them saturates");
    is_u64(kind->interrupts, 3, "each bit of a flag is another counter's");
    ok(kind->has[PMU_RUN] && !kind->has[PMU_FREEZE], "a field with two roles");
    ok(kind->events.n == 2 && kind->events.event[0].clock && !kind->events.event[1].clock,
        "events of a list");
    is_str(kind->events.event[1].prose, "reads of memory", "... with their prose");
    ok(pmu_event_named(kind, "READS") == pmu_event_coded(kind, 0x2a), "names and codes");
}

static void test_devices(void)
{
    static const char text[] =
        DECLARED "addrmap a {\npmu_found = \"acpi ABCD0001\"; pmu_perf = "
                 "\"p0\"; pmu_events = \"e.events\";\n" COUNT SELECT
                 "};\naddrmap b {\npmu_found = \"acpi ABCD0001\"; pmu_perf = "
                 "\"p1\"; pmu_events = \"e.events\"; pmu_uid = 9; pmu_parent "
                 "= 0;\n" COUNT SELECT "};\n";
    char wrong[HARDWARE_WRONG] = "";
    const struct hardware *h = hardware_find(written(text, EVENTS), wrong);

    ok(h != NULL, "is read: %s", wrong);
    if (!h)
        return;
    is_str(h->pmus[0].hid, "ABCD0001", "an ACPI device");
    ok(h->pmus[0].uid == 0 && !h->pmus[0].has_parent, "... with the PMU's number, and no parent");
    ok(h->pmus[1].uid == 9 && h->pmus[1].has_parent && h->pmus[1].parent == 0,
        "... with its number, and a parent's");
}

static void test_windows(void)
{
    char wrong[HARDWARE_WRONG] = "";
    const struct hardware *h = hardware_find(
        written(DECLARED MAP("m", " pmu_windows = \"0x0 0x100 0xc00 16\"; pmu_child = \"x,z "
                                  "0x1000 0xf000\";") COUNT SELECT "};\n",
            EVENTS),
        wrong);

    ok(h != NULL, "is read: %s", wrong);
    if (!h)
        return;
    const struct pmu_kind *kind = &h->pmus[0];

    is_u64(kind->n_windows, 2, "two windows");
    ok(kind->windows[0].offset == 0 && kind->windows[0].size == 0x100, "... the first one");
    ok(kind->windows[1].offset == 0xc00 && kind->windows[1].size == 16, "... the second one");
    is_str(kind->child, "x,z", "a node in the node");
    ok(kind->child_window.offset == 0x1000 && kind->child_window.size == 0xf000,
        "... with its window");
}

static void test_split(void)
{
    char wrong[HARDWARE_WRONG] = "";
    const char *path =
        written(DECLARED MAP("ddr", "") "reg { pmu_counter = 0; field { pmu_role = \"count high\"; "
                                        "} c[23:0]; } HIGH @ 0x0;\n"
                                        "reg { pmu_counter = 0; field { pmu_role = \"count top "
                                        "interrupts\"; } c[31:0]; } LOW @ "
                                        "0x8;\n"
                                        "reg { pmu_counter = 0; field { pmu_role = \"gate, halt\"; "
                                        "} a[1:1]; field { pmu_role = "
                                        "\"gate\"; } b[0:0]; field { pmu_role = \"event own\"; } "
                                        "e[8:2]; } CTL @ 0xc;\n};\n",
            "0x3f reads count x\n0x40 writes count y\n");
    const struct hardware *h = hardware_find(path, wrong);

    ok(h != NULL, "is read: %s", wrong);
    if (!h)
        return;
    const struct pmu_kind *kind = &h->pmus[0];

    ok(kind->n_counters == 1 && kind->bits[0] == 56, "a counter of two registers");
    ok(kind->parts[0].high && kind->parts[0].shift == 32, "... the upper one first");
    is_u64(kind->tops, 1, "its highest bit is its overflow");
    is_u64(kind->interrupts, 1, "... and interrupts");
    is_u64(kind->always, UINT64_MAX, "nothing enables it");
    ok(kind->n_gates == 2 && kind->has[PMU_HALT], "two gates, one of which halts");
    is_u64(pmu_event_selected(kind->event_of[0], 0x40), 0x40, "an event of counter 0 alone");
    struct pmu_part third = *kind->event_of[0];
    third.counter = 3;
    is_u64(pmu_event_selected(&third, 0x40), 0x340, "... of counter 3");
    is_u64(pmu_event_selected(&third, 0x3f), 0x3f, "an event of all counters");
    is_u64(pmu_event_bits(&third, 0x340), 0x40, "... and back");
    third.own = false;
    third.onehot = true;
    is_u64(pmu_event_bits(&third, 4), 8, "a bit for each event");
    is_u64(pmu_event_selected(&third, 8), 4, "... and back");
}

static const struct {
    const char *text, *events, *wrong; /* the error after the folder */
} mistakes[] = {
    {DECLARED MAP("m", "") "reg { field {} a[3:0];\nfield {} b[4:3]; } R @ 0;\n};\n", EVENTS,
        "rdl:10: b and a share bit 3; expected separate bits"},
    {DECLARED MAP("m", "") COUNT "};\n", EVENTS,
        "rdl:9: counter 0 of m has no event; expected a field with the role event, or pmu_event in "
        "COUNT"},
    {DECLARED PMU MAP("n", " pmu_address = 0x0b008000; pmu_interrupt = 120;") COUNT SELECT "};\n",
        EVENTS, "rdl:13: m and n share address 0xb008000; expected separate windows"},
    {DECLARED PMU MAP("n", " pmu_interrupt = 112;") COUNT SELECT "};\n", EVENTS,
        "rdl:13: m and n share interrupt 112; expected one for each"},
    {DECLARED PMU, "0x1ff reads count x\n",
        "events:1: reads is 0x1ff; expected a code that some counter of m can have"},
    {DECLARED PMU, "0x01 reads count x\n0x01 writes count y\n",
        "events:2: a second event writes or 0x1; expected one"},
    {DECLARED PMU, "0x01 reads sum x\n", "events:1: 'sum'; expected count or clock"},
    {DECLARED PMU, "reads 0x01\n", "events:1: 'reads'; expected CODE NAME count|clock PROSE"},
    {DECLARED PMU, "# none\n", "events:2: no event; expected one"},
    {DECLARED "addrmap m {\npmu_perf = \"p0\";\n" COUNT SELECT "};\n", EVENTS,
        "rdl:8: m has no pmu_found; expected \"of COMPATIBLE\" or \"acpi ID\""},
    {DECLARED "addrmap m {\npmu_found = \"acpi X\";\n" COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_found is \"acpi X\"; expected \"of COMPATIBLE\" or \"acpi ID\" with 7 or 8 "
        "letters"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"enabel\"; } f[0:0]; } R @ 8;\n};\n",
        EVENTS,
        "rdl:11: the role 'enabel'; expected event, count, clear, index, load, run, freeze, "
        "gate, halt, enable, overflow, interrupt or toggle"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"gate\"; } f[1:0]; } R @ 8;\n};\n",
        EVENTS, "rdl:11: a gate of 2 bits, number 1 of m; expected one bit, and at most 64 gates"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"gate set\"; } f[0:0]; } R @ 8;\n};\n",
        EVENTS, "rdl:11: 'set' after the role gate; expected low"},
    {DECLARED MAP("m", "") "reg { pmu_counter = 0; field { pmu_role = \"count saturates top\"; } "
                           "c[31:0]; } COUNT @ 0x0;\n" SELECT "};\n",
        EVENTS,
        "rdl:9: 'top' after the role count; expected high, interrupts, and top, or saturates and "
        "down"},
    {DECLARED MAP("m", "") COUNT
        "reg { pmu_counter = 0; field { pmu_role = \"event own\"; } e[8:0]; } EVENT @ 0x4;\n};\n",
        EVENTS,
        "rdl:10: 'own' after the role event; expected onehot, or own in a field of at most 8 "
        "bits"},
    {DECLARED MAP("m", "") COUNT SELECT "reg { regwidth = 64; pmu_counter = 0; field { pmu_role = "
                                        "\"count high\"; } c[32:0]; } UPPER @ 0x8;\n};\n",
        EVENTS, "rdl:11: counter 0 of m has 65 bits; expected at most 64"},
    {DECLARED MAP("m", "") COUNT SELECT "reg { pmu_counter = 1; field { pmu_role = "
                                        "\"count high\"; } c[7:0]; } UPPER @ 0x8;\n};\n",
        EVENTS, "rdl:11: m.UPPER has the role count of counter 1; expected one of the 1 counters"},
    {DECLARED MAP("m", "") COUNT
        "reg { pmu_counter = 0; field { pmu_role = \"event own\"; } e[6:0]; } EVENT @ 0x4;\n};\n",
        "0x140 reads count x\n",
        "events:1: reads is 0x140; expected a code that some counter of m can have"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"enable always\"; } f[1:0]; } R @ 8;\n};\n",
        EVENTS, "rdl:11: 'always' after the role enable; expected set, clear or low"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"enable\"; } f[1:0]; } R @ 8;\n};\n",
        EVENTS, "rdl:11: m.R has the role enable of counter 1; expected one of the 1 counters"},
    {DECLARED MAP("m", "") COUNT SELECT
        "reg { field { pmu_role = \"enable\"; } f[0:0]; } R @ 8;\n};\n",
        EVENTS,
        "rdl:11: the role enable has no counter; expected pmu_counter in the field or its "
        "register"},
    {DECLARED MAP("m", "") SELECT "};\n", EVENTS,
        "rdl:8: m has no counter; expected a field with the role count"},
    {"property pmu_role { type = boolean; component = field; };\n"
     "addrmap m {\nreg { field {\npmu_role; } f[0:0]; } R @ 0;\n};\n",
        EVENTS, "rdl:4: pmu_role; expected a string"},
    {"property pmu_roles { type = string; component = field; };\n"
     "addrmap m {\nreg { field {\npmu_roles = \"count\"; } f[0:0]; } R @ 0;\n};\n",
        EVENTS, "rdl:4: no property 'pmu_roles'; expected one of docs/hardware-from-a-file.md"},
    {DECLARED MAP("m", " pmu_parent = 0;") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_parent of a PMU that is found by of; expected acpi"},
    {DECLARED MAP("m", " pmu_windows = \"0x0 0x100 0xff01 0x100\";") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_windows is \"0x0 0x100 0xff01 0x100\"; expected up to 4 of OFFSET SIZE, within "
        "0x10000 bytes, of a PMU that is found by of"},
    {DECLARED MAP("m", " pmu_windows = \"0 1 1 1 2 1 3 1 4 1\";") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_windows is \"0 1 1 1 2 1 3 1 4 1\"; expected up to 4 of OFFSET SIZE, within "
        "0x10000 bytes, of a PMU that is found by of"},
    {DECLARED MAP("m", " pmu_child = \"x,z 0x1000 0\";") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_child is \"x,z 0x1000 0\"; expected COMPATIBLE OFFSET SIZE, within 0x10000 "
        "bytes, of a PMU that is found by of"},
    {DECLARED MAP("m", " pmu_child = \"x,z 0x1000\";") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_child is \"x,z 0x1000\"; expected COMPATIBLE OFFSET SIZE, within 0x10000 "
        "bytes, of a PMU that is found by of"},
    {DECLARED MAP("m", " pmu_address = 0x40000000;") COUNT SELECT "};\n", EVENTS,
        "rdl:8: pmu_address is 0x40000000; expected 0xb000000 to 0x3efe0000"},
};

static void test_mistakes(void)
{
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        const char *path = written(mistakes[i].text, mistakes[i].events);
        char wrong[HARDWARE_WRONG] = "", *at;

        ok(!hardware_find(path, wrong), "mistake: %s", mistakes[i].wrong);
        at = strchr(wrong + strlen(folder), '.');
        is_str(at ? at + 1 : wrong, mistakes[i].wrong, "... with its line");
        ok(!strncmp(wrong, folder, strlen(folder)) && !strchr(wrong, '\n'), "... in one line");
    }
}

int main(void)
{
    char wrong[HARDWARE_WRONG];

    if (!mkdtemp(folder))
        return 1;
    test_parts();
    test_devices();
    test_windows();
    test_split();
    test_mistakes();
    ok(!hardware_find("/nowhere.rdl", wrong), "no file");
    is_str(wrong, "/nowhere.rdl:1: /nowhere.rdl: cannot be read; expected a text", "... is named");
    return done_testing();
}
