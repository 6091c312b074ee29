/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMU of a file with short counters: the numbers and moments at which they
 * overflow, freeze and interrupt. Its clock has 1 GHz and each counter counts
 * the clock, so a counter that runs from 0 on holds the ns. */
#include "models/board/board.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <unistd.h>

#define HEAD                                                                                       \
    "property pmu_found { type = string; component = addrmap; };\n"                                \
    "property pmu_perf { type = string; component = addrmap; };\n"                                 \
    "property pmu_events { type = string; component = addrmap; };\n"                               \
    "property pmu_role { type = string; component = field; };\n"                                   \
    "property pmu_counter { type = longint unsigned; component = reg | field; };\n"                \
    "property pmu_event { type = longint unsigned; component = reg; };\n"                          \
    "addrmap m {\n"                                                                                \
    "pmu_found = \"of x,y\"; pmu_perf = \"p\"; pmu_events = \"e.events\";\n"

/* PMU 0: counter 0 of 8 bits, whose highest bit is its overflow; counter 1 of 12
 * bits in two registers, which is always enabled, and overflows at each change
 * of its highest bit if `toggle` is set. */
static const char text[] = HEAD
    "reg { field { pmu_role = \"freeze\"; } freeze[3:3]; field { pmu_role = \"gate\"; } a[2:2];\n"
    "field { pmu_role = \"gate, halt\"; } b[1:1]; field { pmu_role = \"enable\"; pmu_counter = 0; "
    "}\n"
    "en[0:0]; field { pmu_role = \"toggle\"; pmu_counter = 1; } toggle[4:4]; } CTL @ 0x0;\n"
    "reg { pmu_counter = 0; pmu_event = 0; field { pmu_role = \"count top interrupts\"; } c[7:0]; "
    "}\n"
    "TOP @ 0x4;\n"
    "reg { pmu_counter = 1; field { pmu_role = \"count high\"; } c[3:0]; } HIGH @ 0x8;\n"
    "reg { pmu_counter = 1; pmu_event = 0; field { pmu_role = \"count\"; } c[7:0]; } LOW @ 0xc;\n"
    "reg { field { onwrite = woclr; pmu_counter = 1; pmu_role = \"overflow clear\"; } o[0:0]; }\n"
    "STATUS @ 0x10;\n"
    "};\n";

enum { CTL = 0, TOP = 4, HIGH = 8, LOW = 0xc, STATUS = 0x10 };
enum { EN = 1, HALT = 2, GATE = 4, FREEZE = 8, TOGGLE = 0x10 };

static struct board board;
static bool up;

static void irq(void *self, unsigned line, bool high)
{
    (void)self, (void)line;
    up = high;
}

static uint64_t get(uint64_t ns, uint32_t offset)
{
    const struct sim_access access = {.now = ns};

    return board_read(&board, &access, 0, offset, 4);
}

static void put(uint64_t ns, uint32_t offset, uint64_t value)
{
    const struct sim_access access = {.now = ns};

    board_write(&board, &access, 0, offset, 4, value);
}

static void begin(const struct hardware *hardware)
{
    const struct board_config config = {hardware, 1};
    const struct sim_host host = {.irq = irq};

    up = false;
    board_reset(&board, &config, &host);
}

static void test_halt(const struct hardware *hardware)
{
    begin(hardware);
    put(0, CTL, EN | HALT | GATE);
    is_u64(board_deadline(&board), 128, "the highest bit changes at 128 ns");
    board_advance(&board, 127);
    ok(!up, "no interrupt before");
    board_advance(&board, 128);
    ok(up, "the interrupt rises there");
    is_u64(get(150, TOP), 128, "the counter is frozen since");
    is_u64(get(151, LOW), 128, "... as is the other one");
    is_u64(get(152, CTL), EN | HALT | GATE | FREEZE, "... by the flag freeze");
    put(200, TOP, 0);
    ok(!up, "without its highest bit there is no interrupt");
    is_u64(get(250, TOP), 0, "... and the freeze lasts");
    put(300, CTL, EN | HALT | GATE);
    is_u64(get(310, TOP), 10, "until software ends it");
    is_u64(board_deadline(&board), 428, "... the highest bit changes anew");
}

static void test_gates(const struct hardware *hardware)
{
    begin(hardware);
    put(0, CTL, EN | HALT);
    board_advance(&board, 128);
    ok(!up, "a gate is closed: no interrupt");
    is_u64(get(140, TOP), 128, "... the overflow freezes all the same");
    put(150, CTL, EN | HALT | GATE);
    ok(up, "the gate opens, and the highest bit is still set");
    begin(hardware);
    put(0, CTL, EN | GATE);
    ok(board_deadline(&board) > 1000000, "the other gate is closed, which also halts");
    is_u64(get(200, TOP), 200, "... no freeze");
    is_u64(get(257, TOP), 1, "... and the counter wraps");
    put(258, CTL, EN | GATE | HALT);
    ok(!up, "the highest bit is clear again: no interrupt");
}

static void test_split(const struct hardware *hardware)
{
    begin(hardware);
    is_u64(get(0x345, HIGH), 3, "upper bits of a count");
    is_u64(get(0x345, LOW), 0x45, "... and its lower ones");
    put(0x345, HIGH, 0xf);
    is_u64(get(0x346, LOW), 0x46, "a write of the upper bits leaves the lower ones");
    is_u64(get(0x3ff, HIGH), 0xf, "... and stays");
    is_u64(get(0x3ff, STATUS), 0, "no overflow at the greatest value");
    is_u64(get(0x400, HIGH), 0, "it wraps as a whole");
    is_u64(get(0x400, STATUS), 1, "... which is its overflow");
    put(0x400, STATUS, 1);
    is_u64(get(0xc00, HIGH), 8, "its highest bit changes");
    is_u64(get(0xc00, STATUS), 0, "... which is none");
    put(0xc00, CTL, TOGGLE);
    is_u64(get(0x13ff, STATUS), 0, "toggle is set");
    is_u64(get(0x1400, STATUS), 1, "... the highest bit is cleared: an overflow");
    put(0x1400, STATUS, 1);
    is_u64(get(0x1bff, STATUS), 0, "half a range later");
    is_u64(get(0x1c00, STATUS), 1, "... it is set: an overflow");
}

/* Counter 0 of 8 bits freezes both when it overflows, without an interrupt. */
static const char freezing[] = HEAD
    "reg { pmu_counter = 0; pmu_event = 0; field { pmu_role = \"count\"; } c[7:0]; } A @ 0x0;\n"
    "reg { pmu_counter = 1; pmu_event = 0; field { pmu_role = \"count\"; } c[15:0]; } B @ 0x4;\n"
    "reg { field { onwrite = woclr; pmu_counter = 0; pmu_role = \"overflow clear freezes\"; } "
    "o[0:0]; }\n"
    "FLAG @ 0x8;\n"
    "};\n";

static void test_freezes(const struct hardware *hardware)
{
    enum { A = 0, B = 4, FLAG = 8 };

    begin(hardware);
    is_u64(get(100, B), 100, "both counters count");
    is_u64(get(1000, B), 256, "an overflow freezes the other one at its time");
    is_u64(get(1000, A), 0, "... and itself, after it has wrapped");
    put(2000, FLAG, 1);
    is_u64(get(2010, B), 266, "... until software clears the flag");
    ok(!up, "... without an interrupt");
}

/* Counter 0 of 8 bits in two halves counts down and stops at 0, which
 * interrupts; counter 1 of 8 bits counts down and wraps. Writing 1 to CLEAR
 * sets both to 0. */
static const char down[] =
    HEAD "reg { pmu_counter = 0; field { pmu_role = \"count high\"; } c[3:0]; } HIGH @ 0x0;\n"
         "reg { pmu_counter = 0; pmu_event = 0; field { pmu_role = \"count down saturates "
         "interrupts\"; } c[3:0]; } LOW @ 0x4;\n"
         "reg { pmu_counter = 1; pmu_event = 0; field { pmu_role = \"count down\"; } c[7:0]; } B @ "
         "0x8;\n"
         "reg { field { onwrite = woclr; pmu_role = \"overflow clear\"; } o[1:0]; field { sw = w; "
         "singlepulse; pmu_role = \"clear\"; } c[2:2]; } FLAG @ 0xc;\n"
         "reg { field { pmu_role = \"run\"; } go[0:0]; } RUN @ 0x10;\n"
         "};\n";

static void test_down(const struct hardware *hardware)
{
    enum { UPPER = 0, LOWER = 4, B = 8, FLAG = 12, CLEAR = 4, RUN = 16 };

    begin(hardware);
    is_u64(get(0, UPPER), 0, "a counter that counts down begins with 0");
    put(0, UPPER, 3);
    put(0, LOWER, 5);
    put(0, B, 0x21);
    put(100, RUN, 1);
    is_u64(get(101, LOWER), 4, "it counts down");
    is_u64(get(106, LOWER), 0xf, "... with a borrow");
    is_u64(get(106, UPPER), 2, "... from its upper half");
    is_u64(board_deadline(&board), 153, "it reaches 0 after 53 cycles");
    is_u64(get(133, B), 0, "the other one is 0 before");
    is_u64(get(133, FLAG), 0, "... which is no overflow");
    is_u64(get(134, B), 0xff, "... and wraps");
    is_u64(get(134, FLAG), 2, "... which is one");
    board_advance(&board, 152);
    ok(!up, "no interrupt at 1");
    board_advance(&board, 153);
    ok(up, "the interrupt rises at 0");
    is_u64(get(200, LOWER), 0, "... at which the counter stops");
    put(200, FLAG, CLEAR | 3);
    is_u64(get(200, B), 0, "a clear sets a counter to 0");
    is_u64(get(201, B), 0xff, "... from which it counts down");
    put(300, RUN, 0);
    put(300, FLAG, 3);
    ok(!up, "software clears the flag");
}

static void write_file(const char *path, const char *contents)
{
    FILE *file = fopen(path, "w");

    fputs(contents, file);
    fclose(file);
}

static const struct hardware *read_pmu(const char *folder, const char *name, const char *of)
{
    char path[64], wrong[HARDWARE_WRONG] = "";

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    write_file(path, of);
    const struct hardware *hardware = hardware_find(path, wrong);
    ok(hardware, "%s is read %s", name, wrong);
    return hardware;
}

int main(void)
{
    char folder[] = "/tmp/pmulab-counting-XXXXXX", path[64];
    const struct hardware *hardware;

    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof(path), "%s/e.events", folder);
    write_file(path, "0 cycles clock cycles\n");
    hardware = read_pmu(folder, "m.rdl", text);
    if (hardware) {
        test_halt(hardware);
        test_gates(hardware);
        test_split(hardware);
    }
    hardware = read_pmu(folder, "freezing.rdl", freezing);
    if (hardware)
        test_freezes(hardware);
    hardware = read_pmu(folder, "down.rdl", down);
    if (hardware)
        test_down(hardware);
    return done_testing();
}
