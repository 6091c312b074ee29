/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults: software's values and the hardware's, for registers of any width and
 * for the host's hooks. */
#include "models/sim/clock.h"
#include "tests/snbep_machine.h"

#include <string.h>

static const struct snbep_config one_socket = SNBEP_DEFAULTS;
static struct snbep machine;
static struct trace_log trace_log;

/* Offsets of a channel's registers: 325462, section 2.5.4. */
enum { CTR0 = 0xa0, CTL0 = 0xd8, CTL1 = 0xdc, BOX_CTL = 0xf4 };

static uint32_t read_at(uint64_t now, unsigned offset, unsigned size)
{
    return pci_read(&machine, now, BUS, channel_devfn(0), offset, size);
}

static void write_at(uint64_t now, unsigned offset, uint32_t value)
{
    pci_write(&machine, now, BUS, channel_devfn(0), offset, 4, value);
}

static void begin(const char *plan)
{
    start(&machine, &trace_log, &one_socket, plan);
}

/* ---- registers ---- */

static void test_drops(void)
{
    begin("at boot + 10ns\n fault imc0.PMON_CTL0 drops writes 2 times\n");
    write_at(1, CTL0, EN | 4);
    is_u64(read_at(2, CTL0, 4), EN | 4, "a fault does nothing before its moment");
    write_at(10, CTL0, 0);
    write_at(11, CTL1, 5);
    is_u64(read_at(12, CTL0, 4), EN | 4, "a dropped write changes nothing");
    is_u64(read_at(12, CTL1, 4), 5, "... and the next register takes one");
    write_at(13, CTL0, 1);
    is_u64(read_at(14, CTL0, 4), EN | 4, "nor does the second");
    write_at(15, CTL0, 1);
    is_u64(read_at(16, CTL0, 4), 1, "the third arrives");
    is_u64(n_of(&trace_log, TRACE_FAULT), 1, "the fault's beginning is in the trace");
    is_u64(nth(&trace_log, TRACE_FAULT, 0)->time, 10, "... with its time");
    is_u64(n_of(&trace_log, TRACE_DROPPED), 2, "... and each dropped write");
    const struct trace_record *dropped = nth(&trace_log, TRACE_DROPPED, 1);
    ok(dropped[-1].kind == TRACE_WRITE && dropped[-1].value == 1 && dropped->offset == CTL0 &&
            dropped->block == 0,
        "... after the write itself");
    is_u64(n_of(&trace_log, TRACE_PLAN), 0, "it does not count as a change of traffic");
}

static void test_reads(void)
{
    begin("at boot\n fault imc0.PMON_CTR0 reads 0x123456789abc\n fault imc0.PMON_BOX_CTL reads "
          "0x10100 1 "
          "time\n");
    is_u64(channel_counter(&machine, 1, 0, CTR0), 0x123456789abc, "both halves of a stuck counter");
    is_u64(read_at(2, CTR0 + 2, 2), 0x5678, "... and part of a half");
    is_u64(read_at(2, CTR0 + 5, 1), 0x12, "... to a byte");
    is_u64(read_at(3, CTR0 + 6, 4), 0, "the next register, read with it, is sound");
    is_u64(read_at(4, BOX_CTL, 4), 0x10100, "once");
    is_u64(read_at(4, BOX_CTL, 4), 0, "... and no more");
    const struct trace_record *masked = nth(&trace_log, TRACE_MASKED, 0);
    ok(masked && masked->value == 0 && masked[-1].kind == TRACE_READ &&
            masked[-1].value == 0x56789abc,
        "the trace has software's value, then the hardware's");
}

/* The trace ends with the read; the plugin ends the machine there. */
static void test_hangs(void)
{
    begin("at boot + 5ns\n fault imc0.PMON_CTL0 hangs\n");
    write_at(1, CTL0, 0x304);
    read_at(2, CTL0, 4);
    is_u64(n_of(&trace_log, TRACE_HANG), 0, "a read before the fault's moment");
    write_at(6, CTL0, 0x404);
    read_at(7, CTL1, 4);
    is_u64(n_of(&trace_log, TRACE_HANG), 0, "... a write, and another register's read");
    read_at(8, CTL0 + 2, 2);
    const struct trace_record *hang = nth(&trace_log, TRACE_HANG, 0);
    ok(hang && hang == &trace_log.record[trace_log.n - 1], "a read of a part hangs, last of all");
    ok(hang && hang->offset == CTL0 + 2 && hang->cpu == 1 && hang->time == 8 &&
            hang[-1].kind == TRACE_READ && hang[-1].offset == CTL0 + 2,
        "... after the read itself");
    is_u64(n_of(&trace_log, TRACE_MASKED), 0, "... which is not masked");
    read_at(9, CTL0, 4);
    is_u64(n_of(&trace_log, TRACE_HANG), 2, "the register stays so");
}

/* Four bytes from the middle of CTL0: half of CTL0, and half of CTL1. */
static void test_halves(void)
{
    begin("at boot\n fault imc0.PMON_CTL0 reads 0x12345678\n");
    write_at(1, CTL1, 0x55);
    is_u64(read_at(2, CTL0 + 2, 4), 0x551234, "a fault's upper half next to a sound register");
    begin("at boot\n fault imc0.PMON_CTL0 freezes\n");
    write_at(1, CTL0, 0x05400304);
    is_u64(read_at(2, CTL0 + 2, 2), 0x0540, "the upper half of a register that freezes");
    write_at(3, CTL0, 0);
    is_u64(read_at(4, CTL0 + 2, 2), 0x0540, "... stays");
    is_u64(read_at(5, CTL0, 4), 0x05400000, "... and the lower half keeps its first read value");
}

static void test_flips(void)
{
    begin("at boot\n fault imc0.PMON_CTR0 flips 0x800000000001\n imc0.PMON_CTR0 = 0xf0\n"
          "at boot + 5ns\n fault imc0.PMON_CTR0 is sound\n");
    is_u64(
        channel_counter(&machine, 1, 0, CTR0), 0x8000000000f1, "the bits of the mask are flipped");
    is_u64(channel_counter(&machine, 5, 0, CTR0), 0xf0, "until it is sound");
    is_u64(n_of(&trace_log, TRACE_MASKED), 2, "both halves are traced");
}

static unsigned ones(uint64_t bits)
{
    unsigned n = 0;

    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static void test_noise(void)
{
    uint32_t first[8], different = 0;

    begin("at boot\n fault imc0.PMON_CTL1 flips 3 bits seed 7\n");
    for (unsigned i = 0; i < 8; i++) {
        first[i] = read_at(i, CTL1, 4);
        is_u64(ones(first[i]), 3, "three bits of the 32 are flipped");
        different += i && first[i] != first[i - 1];
    }
    ok(different > 4, "... different ones each time");
    begin("at boot\n fault imc0.PMON_CTL1 flips 3 bits seed 7\n");
    unsigned same = 0;
    for (unsigned i = 0; i < 8; i++)
        same += read_at(i, CTL1, 4) == first[i];
    is_u64(same, 8, "the same seed gives the same bits");
    begin("at boot\n fault imc0.PMON_CTL1 flips 3 bits seed 8\n");
    same = 0;
    for (unsigned i = 0; i < 8; i++)
        same += read_at(i, CTL1, 4) == first[i];
    ok(same < 4, "another seed gives others");
}

/* The first numbers of xorshift64 (shifts 13, 7, 17) from seed 1 are
 * 1082269761, 1152992998833853505, 11177516664432764457, 17678023832001937445
 * and 9659130143999365733: each selects one of 32 bits. */
static void test_chosen_bits(void)
{
    static const unsigned bits[5] = {1, 1, 9, 5, 5};

    begin("at boot\n fault imc0.PMON_CTL1 flips 1 bit\n");
    for (unsigned i = 0; i < 5; i++)
        is_u64(read_at(i, CTL1, 4), 1u << bits[i], "number %u of the generator flips bit %u", i,
            bits[i]);
    begin("at boot\n fault imc0.PMON_CTL1 flips 32 bits\n");
    is_u64(read_at(0, CTL1, 4), 0xffffffff, "all bits, each once");
    write_at(1, CTL1, 0x00400304);
    is_u64(read_at(2, CTL1, 4), 0xffbffcfb, "... also bits that are 1");
}

/* 100M/s are 100 in each microsecond. */
static void test_freezes(void)
{
    begin("at boot\n imc0 CAS_COUNT.RD_REG 100M/s\nat boot + 10us\n fault imc0.PMON_CTR0 freezes\n"
          "at boot + 40us\n fault imc0.PMON_CTR0 is sound\n");
    write_at(0, CTL0, EN | 0x304);
    uint64_t held = channel_counter(&machine, 20000, 0, CTR0);
    ok(held >= 1990 && held <= 2010, "the first read returns the counter");
    is_u64(channel_counter(&machine, 30000, 0, CTR0), held, "... and the next ones the same");
    uint64_t after = channel_counter(&machine, 50000, 0, CTR0);
    ok(after >= 4990 && after <= 5010, "the counter itself has continued");
}

static void test_jumps(void)
{
    begin("at boot\n imc0.PMON_CTR0 = 0xfffffffffff0\nat boot + 5ns\n imc0.PMON_CTR0 += 0x20\n");
    is_u64(channel_counter(&machine, 4, 0, CTR0), 0xfffffffffff0, "before");
    is_u64(channel_counter(&machine, 5, 0, CTR0), 0x10, "a counter jumps, within its 48 bits");
}

/* ---- boxes ---- */

static void test_boxes(void)
{
    struct snbep_config config = SNBEP_DEFAULTS;

    config.n_sockets = 2;
    config.absent = 1 << 1 | 1 << (SNBEP_MAX_IMCS + 2); /* imc1, s1.imc2 */
    config.duplicated = 1 << SNBEP_MAX_IMCS;            /* s1.imc0 */
    start(&machine, &trace_log, &config, "");
    is_u64(pci_read(&machine, 1, BUS, DEVFN(0x10, 1), 0, 4), UINT32_MAX, "imc1 is absent");
    is_u64(pci_read(&machine, 1, BUS1, DEVFN(0x10, 1), 0, 4), 0x3cb18086, "... s1.imc1 is not");
    is_u64(pci_read(&machine, 1, BUS1, DEVFN(0x10, 4), 0, 4), UINT32_MAX, "s1.imc2 is absent");
    is_u64(pci_read(&machine, 1, BUS, DEVFN(0x10, 4), 0, 4), 0x3cb48086, "... imc2 is not");
    is_u64(pci_read(&machine, 1, BUS1, DEVFN(0x14, 0), 0, 4), 0x3cb08086,
        "s1.imc0 is there a second time");
    is_u64(pci_read(&machine, 1, BUS, DEVFN(0x14, 0), 0, 4), UINT32_MAX, "... imc0 is not");
    pci_write(&machine, 2, BUS1, DEVFN(0x14, 0), CTL0, 4, 5);
    is_u64(pci_read(&machine, 3, BUS1, DEVFN(0x10, 0), CTL0, 4), 5, "both are one monitor");
    pci_write(&machine, 4, BUS, DEVFN(0x10, 1), CTL0, 4, 5);
    is_u64(machine.boxes[1].values[IMC_CTL0], 0, "an absent monitor takes no write");
}

/* ---- the host's hooks ---- */

static struct {
    struct faults faults;
    unsigned rises, falls, nmis, line;
    uint8_t memory[64];
    bool memory_good;
} lab;

static void note_irq(void *self, unsigned line, bool high)
{
    if (self != &lab)
        ok(false, "the host's own is called");
    lab.line = line;
    lab.rises += high;
    lab.falls += !high;
}

static void note_nmi(void *self, unsigned cpu)
{
    (void)self;
    lab.line = cpu;
    lab.nmis++;
}

static bool note_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    (void)self;
    memcpy(lab.memory + address, bytes, size);
    return true;
}

static struct sim_host outside;

static void lab_begin(bool irqs)
{
    outside = (struct sim_host){.self = &lab,
        .irq = irqs ? note_irq : NULL,
        .nmi = irqs ? NULL : note_nmi,
        .write = note_write};
    memset(&lab, 0, sizeof(lab));
    tap_scribble(&lab.faults, sizeof(lab.faults));
    faults_reset(&lab.faults);
}

static const struct sim_host *faulty(void)
{
    return faults_host(&lab.faults, &outside);
}

static void strike(const struct fault *fault, uint64_t now)
{
    struct fault f = *fault;

    f.entry = lab.faults.n;
    ok(faults_add(&lab.faults, &f) && faults_begin(&lab.faults, &outside, f.entry, now),
        "a fault begins");
}

static void test_irqs(void)
{
    lab_begin(true);
    ok(faulty() == &outside, "without a fault, the machine gets the host itself");
    faulty()->irq(faulty()->self, 3, true);
    faulty()->irq(faulty()->self, 3, false);
    ok(lab.rises == 1 && lab.falls == 1 && lab.line == 3, "without a fault, everything passes");
    strike(&(struct fault){.kind = FAULT_LOST, .place = FAULT_LINE, .line = 3, .times = 1}, 10);
    ok(!faulty()->nmi && !faulty()->read && !faulty()->trace,
        "hooks that the host lacks, the machine lacks");
    faulty()->irq(faulty()->self, 4, true);
    is_u64(lab.rises, 2, "another line is sound");
    faulty()->irq(faulty()->self, 4, false);
    is_u64(lab.falls, 2, "... also when it falls");
    faulty()->irq(faulty()->self, 3, true);
    is_u64(lab.rises, 2, "one is lost");
    faulty()->irq(faulty()->self, 3, true);
    is_u64(lab.rises, 3, "the next is not");
    strike(&(struct fault){.kind = FAULT_LATE, .place = FAULT_LINE, .line = 3, .value = 100}, 1000);
    faulty()->irq(faulty()->self, 3, true);
    is_u64(lab.rises, 3, "a late interrupt has not come yet");
    is_u64(faults_deadline(&lab.faults), 1100, "... but is due");
    faults_advance(&lab.faults, &outside, 1099);
    is_u64(lab.rises, 3, "... 1 ns before");
    faults_advance(&lab.faults, &outside, 1100);
    is_u64(lab.rises, 4, "... and at its time");
    is_u64(faults_deadline(&lab.faults), SIM_NEVER, "nothing is due");
    faulty()->irq(faulty()->self, 3, true);
    lab.falls = 0;
    faulty()->irq(faulty()->self, 3, false);
    faults_advance(&lab.faults, &outside, 5000);
    ok(lab.rises == 4 && !lab.falls, "a line that falls before it is seen to rise never rose");
    strike(&(struct fault){.kind = FAULT_SPURIOUS, .place = FAULT_LINE, .line = 9}, 6000);
    ok(lab.rises == 5 && lab.line == 9, "a spurious interrupt");
    strike(&(struct fault){.kind = FAULT_SPURIOUS, .place = FAULT_LINE, .line = 9}, 6100);
    is_u64(lab.rises, 5, "... does not let its high line rise again");
    strike(&(struct fault){.kind = FAULT_SPURIOUS, .place = FAULT_LINE, .line = 8}, 6200);
    is_u64(lab.rises, 6, "... another one does");
    faults_advance(&lab.faults, &outside, 26000);
    is_u64(lab.falls, 1, "... ends by itself");
    strike(&(struct fault){.kind = FAULT_SPURIOUS, .place = FAULT_LINE, .line = 9}, 26050);
    is_u64(lab.rises, 7, "... and may come again");
}

static struct sim_executed executed(void *self, unsigned cpu)
{
    (void)self;
    return (struct sim_executed){.user = 100 + cpu, .kernel = 7};
}

static struct sim_activity activity(void *self, unsigned cpu)
{
    (void)self;
    return (struct sim_activity){.user.loads = 200 + cpu};
}

static bool note_read(void *self, uint64_t address, void *bytes, unsigned size)
{
    (void)self;
    memcpy(bytes, lab.memory + address, size);
    return address != 8;
}

/* The machine calls exactly the hooks that the host has, through faults. */
static void test_hooks(void)
{
    const struct fault sound = {.kind = FAULT_SOUND, .place = FAULT_LINE, .line = 1};
    uint8_t byte = 0;

    lab_begin(true);
    strike(&sound, 1);
    outside = (struct sim_host){.self = &lab};
    const struct sim_host *none = faulty();
    ok(!none->trace && !none->read && !none->write && !none->executed && !none->activity &&
            !none->irq && !none->nmi,
        "no hooks, none through faults");
    outside = (struct sim_host){.self = &lab,
        .read = note_read,
        .write = note_write,
        .executed = executed,
        .activity = activity,
        .irq = note_irq,
        .nmi = note_nmi};
    const struct sim_host *all = faulty();
    is_u64(all->executed(all->self, 3).user, 103, "a CPU's executed instructions");
    is_u64(all->activity(all->self, 3).user.loads, 203, "... and in detail");
    lab.memory[5] = 0x77;
    ok(all->read(all->self, 5, &byte, 1) && byte == 0x77, "memory");
    ok(!all->read(all->self, 8, &byte, 1), "... which may be absent");
    ok(all->write(all->self, 6, "x", 1) && lab.memory[6] == 'x', "... to write");
    all->nmi(all->self, 2);
    ok(lab.nmis == 1 && lab.line == 2, "an NMI");
}

/* A faulty read does not affect the next write, traced or not. */
static void test_write_after_read(void)
{
    const struct fault wrong_read = {.kind = FAULT_READS,
        .place = FAULT_REGISTER,
        .block = 2,
        .reg = &imc_bank.regs[IMC_CTL0],
        .value = 5};
    const struct fault_access at = {2, CTL0, 4};

    lab_begin(true);
    strike(&wrong_read, 1);
    is_u64(faults_read(&lab.faults, &at, 7), 5, "a faulty read");
    ok(faults_write(&lab.faults, &at), "a write after it arrives");
}

static void test_nmis(void)
{
    lab_begin(false);

    strike(&(struct fault){.kind = FAULT_SPURIOUS, .place = FAULT_LINE, .line = 2}, 5);
    ok(lab.nmis == 1 && lab.line == 2, "a spurious interrupt");
    strike(
        &(struct fault){.kind = FAULT_LATE, .place = FAULT_LINE, .line = 1, .value = 7, .times = 1},
        10);
    faulty()->nmi(faulty()->self, 1);
    faulty()->nmi(faulty()->self, 1);
    is_u64(lab.nmis, 2, "the first is late, the second comes at once");
    faults_advance(&lab.faults, &outside, 17);
    is_u64(lab.nmis, 3, "the first comes");
}

static void test_dma(void)
{
    static const uint8_t ones_8[8] = {1, 1, 1, 1, 1, 1, 1, 1};

    lab_begin(false);
    ok(faulty()->write(faulty()->self, 0, ones_8, 8), "before");
    strike(&(struct fault){.kind = FAULT_DMA, .place = FAULT_MEMORY, .value = 12}, 5);
    ok(faulty()->write(faulty()->self, 8, ones_8, 8), "8 of 12 bytes");
    ok(faulty()->write(faulty()->self, 16, ones_8, 8), "4 more, without a report");
    ok(faulty()->write(faulty()->self, 24, ones_8, 8), "nothing, without a report");
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof(lab.memory); i++)
        n += lab.memory[i];
    ok(n == 20 && lab.memory[19] && !lab.memory[20], "the first 12 bytes arrived");
    strike(&(struct fault){.kind = FAULT_SOUND, .place = FAULT_MEMORY}, 6);
    faulty()->write(faulty()->self, 24, ones_8, 8);
    ok(lab.memory[31], "sound again");
}

/* ---- lines ---- */

static struct snbep_plan_text text;
static char wrong[PLAN_TEXT_WRONG];

static void text_begin(void)
{
    begin("");
    snbep_plan_begin(&text, &machine);
}

static void test_moments(void)
{
    text_begin();
    ok(!snbep_plan_line(&text, "fault imc0.PMON_CTL0 freezes", wrong), "a fault before any 'at'");
    is_str(wrong, "expected a line 'at ...' first", "... is a mistake");
}

static void test_complaints(void)
{
    static const struct {
        const char *line, *wrong;
    } bad[] = {
        {"fault imc0.PMON_CTL0",
            "fault '': expected 'drops writes', 'reads VALUE', 'freezes', 'hangs', 'flips MASK', "
            "'flips N bits' or 'is "
            "sound'"},
        {"fault imc0.PMON_CTL0 drops",
            "fault 'drops': expected 'drops writes', 'reads VALUE', 'freezes', "
            "'hangs', 'flips MASK', 'flips N bits' or 'is "
            "sound'"},
        {"fault imc0.PMON_CTL0 drops writes twice",
            "'twice': expected the line's end or 'N times'"},
        {"fault imc0.PMON_CTL0 drops writes 0 times",
            "'0 times': expected the line's end or 'N times'"},
        {"fault imc0.PMON_CTL0 drops writes 3", "'': expected the line's end or 'N times'"},
        {"fault imc0.PMON_CTL0 drops writes 3 more",
            "'more': expected the line's end or 'N times'"},
        {"fault imc0.PMON_CTL0 drops writes 3 times more",
            "'more': expected the line's end or 'N times'"},
        {"fault imc0.PMON_CTL0 reads", "reads '': expected a number"},
        {"fault imc0.PMON_CTL0 reads 0x100000000",
            "PMON_CTL0 has 32 bits: expected a value of that width"},
        {"fault imc0.PMON_CTL0 flips some", "flips 'some': expected a mask, or 'N bits'"},
        {"fault imc0.PMON_CTL0 flips 0", "flips no bit: expected a mask other than 0"},
        {"fault imc0.PMON_CTL0 flips 33 bits", "PMON_CTL0 has 32 bits: expected 1 to that number"},
        {"fault imc0.PMON_CTL0 flips 3 bits seed 0", "seed '': expected a number other than 0"},
        {"fault imc0.PMON_CTL0 freezes now", "'now': expected the line's end"},
        {"fault imc0.PMON_CTL7 freezes",
            "imc0 has no register 'PMON_CTL7': `pmulab describe snbep.imc` lists them"},
        {"fault interrupt of imc0 is lost",
            "this machine raises no interrupt: expected a register"},
        {"fault interrupt imc0 is lost", "expected 'fault interrupt of BLOCK is ...'"},
        {"fault dma stops after 5 bytes",
            "this machine's hardware writes no memory: expected a register"},
        {"imc0.PMON_CTL0 += 1", "imc0.PMON_CTL0 += 1: expected '=': it is not a counter"},
    };

    text_begin();
    snbep_plan_line(&text, "at boot", wrong);
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        ok(!snbep_plan_line(&text, bad[i].line, wrong), "refused: %s", bad[i].line);
        is_str(wrong, bad[i].wrong, "... with the expected value");
    }
    is_u64(machine.plan.n_entries, 0, "nothing of it is in the plan");
    is_u64(machine.faults.n, 0, "... or among the faults");
}

/* Each number at its limits: the register's width, one bit and all, one time
 * and a million. */
static void test_limits(void)
{
    static const char *const good[] = {"fault imc0.PMON_CTL0 reads 0xffffffff",
        "fault imc0.PMON_CTL0 reads 0", "fault imc0.PMON_CTL0 flips 0xffffffff",
        "fault imc0.PMON_CTL0 flips 1", "fault imc0.PMON_CTL0 flips 32 bits",
        "fault imc0.PMON_CTL0 flips 1 bit",
        "fault imc0.PMON_CTL0 flips 1 bits seed 0xffffffffffffffff 1 time",
        "fault imc0.PMON_CTR0 reads 0xffffffffffffffff",
        "fault imc0.PMON_CTL0 drops writes 1000000 times"};

    text_begin();
    snbep_plan_line(&text, "at boot", wrong);
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        ok(snbep_plan_line(&text, good[i], wrong), "%s", good[i]);
    ok(!snbep_plan_line(&text, "fault imc0.PMON_CTL0 drops writes 1000001 times", wrong),
        "... and no more");
    is_u64(machine.faults.fault[0].value, 0xffffffff, "the value is stored");
    is_u64(machine.faults.fault[8].times, 1000000, "... and the number of times");
    is_u64(machine.faults.fault[4].seed, 1, "the seed is 1 unless it is given");
    is_u64(machine.faults.fault[6].seed, UINT64_MAX, "... and the given one");
}

static void test_room(void)
{
    text_begin();
    snbep_plan_line(&text, "at boot", wrong);
    for (unsigned i = 0; i < FAULTS_MAX; i++)
        if (!snbep_plan_line(&text, "fault imc0.PMON_CTL0 freezes", wrong))
            ok(false, "there is room for 64: %s", wrong);
    ok(!snbep_plan_line(&text, "fault imc0.PMON_CTL0 freezes", wrong), "the 65th");
    is_str(wrong, "more than 64 lines begin with 'fault'", "... is one too many");
    ok(!faults_add(&machine.faults, &(struct fault){.entry = 64}), "... for every caller");
    is_u64(machine.faults.n, 64, "... and 64 remain");
}

int main(void)
{
    test_drops();
    test_reads();
    test_hangs();
    test_halves();
    test_flips();
    test_noise();
    test_chosen_bits();
    test_freezes();
    test_jumps();
    test_boxes();
    test_irqs();
    test_hooks();
    test_write_after_read();
    test_nmis();
    test_dma();
    test_moments();
    test_complaints();
    test_limits();
    test_room();
    return done_testing();
}
