/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `power9`: faults of its registers, and of its writes to memory.
 * */
#include "tests/power9_machine.h"

static struct p9 machine;
static struct fake_host host;
static const struct p9_config one_core = {.cpus = 1,
    .sockets = 1,
    .threads = 1,
    .availability = UINT64_C(0xffff8073f007e000),
    .generation = &generation_power9};

/* Facts 4.1 and 5.5: PDBAR and HTM_MODE of core 0, and the word of CPM_INST. */
enum { PDBAR = 0x1001220b, HTM_MODE = 0x10012200, MEMORY = 0x4000, INST = 0x20 };
#define START UINT64_C(0xe800000000000000)

static void scom_write(uint64_t now, uint32_t pcba, uint64_t value)
{
    struct sim_access access = {.now = now, .pc = 1, .cpu = 0};

    p9_scom_write(&machine, &access, 0, pcba, value);
}

static uint64_t scom_read(uint64_t now, uint32_t pcba)
{
    struct sim_access access = {.now = now, .pc = 1, .cpu = 0};
    uint64_t value = 0xbad;

    p9_scom_read(&machine, &access, 0, pcba, &value);
    return value;
}

static void test_scoms(void)
{
    start(&machine, &host, &one_core,
        "at boot\nfault core0.PDBAR drops writes 1 time\nat boot + 2us\nfault core0.PDBAR flips "
        "0x2000\n");
    scom_write(1000, PDBAR, 0x4000);
    is_u64(scom_read(1000, PDBAR), 0, "a dropped write");
    scom_write(1000, PDBAR, 0x6000);
    is_u64(scom_read(1000, PDBAR), 0x6000, "... and a sound write");
    is_u64(scom_read(2000, PDBAR), 0x4000, "a faulty read");
    is_u64(n_of(&host, TRACE_DROPPED, 0x1000), 1, "the trace has the drop");
    is_u64(n_of(&host, TRACE_MASKED, 0x1000), 1, "... and the hidden value");
    is_u64(nth(&host, TRACE_MASKED, 0x1000, 0)->value, 0x6000, "... which is the register's");
    p9_loaded(&machine, &(struct sim_access){.now = 2000, .cpu = 0}, COUNTERS0, 8, 0);
    ok(n_of(&host, TRACE_READ, 0) == 1 && n_of(&host, TRACE_MASKED, 0) == 0,
        "a later load hides nothing");
}

static void test_ldbar(void)
{
    struct sim_access access = {.now = 1000, .pc = 1, .cpu = 0};

    start(&machine, &host, &one_core,
        "at boot\nfault cpu0.LDBAR drops writes 1 time\nat boot + 2us\nfault cpu0.LDBAR flips "
        "0x2000\n");
    p9_ldbar_write(&machine, &access, 0x4000);
    is_u64(p9_ldbar_read(&machine, &access), 0, "a write of LDBAR that is dropped");
    p9_ldbar_write(&machine, &access, 0x6000);
    is_u64(p9_ldbar_read(&machine, &access), 0x6000, "... and a sound write");
    access.now = 2000;
    is_u64(p9_ldbar_read(&machine, &access), 0x4000, "a faulty read");
    is_u64(n_of(&host, TRACE_DROPPED, 0x2000), 1, "the trace has the drop");
    is_u64(n_of(&host, TRACE_MASKED, 0x2000), 1, "... and the hidden value");
}

/* The plan sets registers that software can write, and each entry takes effect.
 * */
static void test_presets(void)
{
    start(&machine, &host, &one_core,
        "at boot\ncpu0.LDBAR = 0x6000\ncore0.PDBAR = 0x4000\ncore0.CPM_INST = "
        "7\ncpu0.CPM_CS_INST_USER = "
        "8\n");
    is_u64(scom_read(1000, PDBAR), 0x4000, "a core's register is preset");
    is_u64(p9_ldbar_read(&machine, &(struct sim_access){.now = 1000, .pc = 1, .cpu = 0}), 0x6000,
        "... and a thread's");
    is_u64(n_of(&host, TRACE_PLAN, 0), 4, "four entries took effect");
    is_u64(n_of(&host, TRACE_REFUSED, 0), 0, "... and none was refused");
}

static void test_memory(void)
{
    start(&machine, &host, &one_core,
        "at boot + 2ms\nfault dma stops after 0 bytes\nat boot + 4ms\nfault dma is sound\n");
    scom_write(0, PDBAR, MEMORY);
    scom_write(0, HTM_MODE, START);
    host.executed[0].user = 5120;
    p9_advance(&machine, MS);
    is_u64(peek(&host, MEMORY + INST), 10, "5120 instructions, of scale 512");
    host.executed[0].user = 10240;
    p9_advance(&machine, 3 * MS);
    is_u64(peek(&host, MEMORY + INST), 10, "without DMA, memory stays unchanged");
    host.executed[0].user = 10752;
    p9_advance(&machine, 5 * MS);
    is_u64(peek(&host, MEMORY + INST), 21, "... and the next change posts the hardware's count");
}

static void test_refused(void)
{
    static const struct {
        const char *line, *wrong;
    } bad[] = {
        {"fault dma stops after 5", "expected 'dma stops after N bytes'"},
        {"fault dma stops", "fault 'stops': expected 'stops after N bytes' or 'is sound'"},
        {"fault interrupt of chip0 is lost",
            "this machine raises no interrupt: expected a register or 'dma'"},
    };
    struct p9_plan_text text;
    char wrong[PLAN_TEXT_WRONG];

    p9_plan_begin(&text, &machine);
    ok(p9_plan_line(&text, "at boot", wrong), "a plan");
    ok(p9_plan_line(&text, "fault dma stops after 0 bytes", wrong), "... in which DMA stops");
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        ok(!p9_plan_line(&text, bad[i].line, wrong), "refused: %s", bad[i].line);
        is_str(wrong, bad[i].wrong, "... with the expected value");
    }
}

/* Without a plan, a machine waits for the microcode's first poll, half a ms
 * after its reset. */
static void test_no_plan(void)
{
    struct sim_host outside = host_of(&host);

    p9_reset(&machine, &one_core, &outside);
    is_u64(p9_deadline(&machine), 500000, "the first poll is after half a ms");
}

int main(void)
{
    test_no_plan();
    test_scoms();
    test_ldbar();
    test_presets();
    test_memory();
    test_refused();
    return done_testing();
}
