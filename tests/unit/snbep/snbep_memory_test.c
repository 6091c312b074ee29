/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: registers in memory, packets of a link, and the tables
 * of units of discovery. */
#include "models/snbep/snbep_config.h"
#include "tests/snbep_machine.h"

static struct snbep machine, twin;

static const struct snbep_config two_sockets = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 2};

/* ---- registers in memory ---- */

static const struct snbep_config windowed = {
    .dclk_hz = 800000000, .n_sockets = 2, .variant = VARIANT_ICX};

static uint64_t window_at(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t offset, unsigned size)
{
    uint64_t value;

    snbep_window_read(m, access, socket, offset, size, &value);
    return value;
}

static uint64_t in_window(struct snbep *m, unsigned socket, uint32_t offset, unsigned size)
{
    return window_at(m, &(struct sim_access){0}, socket, offset, size);
}

/* Software finds a channel as Linux's icx_uncore_imc does: base in 8 MiB,
 * controller in 4 KiB, channel. */
static void test_window(void)
{
    static const struct sim_access access = {.now = 10};
    unsigned answers = 0;
    uint64_t value;

    start(&machine, NULL, &windowed, "");
    ok(snbep_has_window(&machine), "Ice Lake-SP has a window");
    is_u64(
        pci_read(&machine, 0, 0x7e, DEVFN(0, 0), 0, 4), 0x34508086, "... and its UBOX on bus 7e");
    is_u64(pci_read(&machine, 0, 0x7e, DEVFN(0, 1), 0, 4), 0x34518086,
        "... which contains its address");
    is_u64(
        pci_read(&machine, 0, 0x7e, DEVFN(0, 1), 0xd0, 4), window_address(0) >> 23, "socket 0's");
    is_u64(
        pci_read(&machine, 0, 0xfe, DEVFN(0, 1), 0xd0, 4), window_address(1) >> 23, "socket 1's");
    is_u64(window_address(1) - window_address(0), 1 << 23, "... after it");
    uint32_t mem2 = (uint32_t)pci_read(&machine, 0, 0x7e, DEVFN(0, 1), 0xe0, 4) << 12;
    uint32_t imc7 = mem2 + 0x22800 + 0x4000;

    for (uint32_t at = 0; at < 1 << 23; at += 4)
        answers += snbep_window_read(&machine, &access, 0, at, 4, &value);
    is_u64(answers, 16 * 0x4000 / 4, "only twelve channels and four controllers respond");
    is_u64(in_window(&machine, 0, mem2 + 0x4000, 4), UINT64_MAX, "nothing is between them");
    ok(!snbep_window_write(&machine, &access, 0, mem2 + 0x4000, 4, 0), "... which takes no write");
    ok(snbep_window_write(&machine, &access, 0, imc7 + 0x40, 4, EN | 0x304),
        "a write takes effect");
    is_u64(in_window(&machine, 0, imc7 + 0x40, 4), EN | 0x304, "channel 7's first control");
    is_u64(in_window(&machine, 1, imc7 + 0x40, 4), 0, "... not the other socket's");
    is_u64(in_window(&machine, 0, imc7 + 0x4040, 4), 0, "... nor the next channel's");
    is_str(snbep_config_wrong(&(struct snbep_config){
               .dclk_hz = 800000000, .n_sockets = 1, .variant = VARIANT_ICX, .absent = 1}),
        "absent, duplicated: a channel of this variant is no function that can be so",
        "absent=imc0");
    start(&machine, NULL, &two_sockets, "");
    ok(!snbep_has_window(&machine), "an E5-2600 has no window");
    ok(!snbep_window_read(&machine, &access, 0, imc7, 4, &value), "... and nothing responds there");
}

/* The fixed counter counts every second cycle of DCLK. */
static void test_half_clock(void)
{
    static const struct sim_access begin = {.now = 0}, end = {.now = SECOND};
    uint32_t imc0 = 0x100000 + 0x22800;

    start(&machine, NULL, &windowed, "");
    snbep_window_write(&machine, &begin, 0, imc0 + 0x54, 4, EN);
    snbep_window_write(&machine, &begin, 0, imc0 + 0x40, 4, EN);
    is_u64(window_at(&machine, &end, 0, imc0 + 0x38, 8), 400000000, "half of DCLK's cycles");
    is_u64(window_at(&machine, &end, 0, imc0 + 0x08, 8), 800000000, "event 0 counts all");
}

static uint64_t free_running(uint64_t now, unsigned controller, uint32_t offset)
{
    const struct sim_access access = {.now = now};

    return window_at(&machine, &access, 0, 0x100000 + 0x40000 * controller + offset, 8);
}

/* They count the work of the controller's channels, independent of software's
 * access to those. */
static void test_free_running(void)
{
    static const struct sim_access access = {.now = 0};

    start(&machine, NULL, &windowed,
        "at boot\nimc3 CAS_COUNT.RD_REG 100M/s\nimc5 CAS_COUNT.RD_PRE_UNDERFILL 20M/s\n"
        "imc4 CAS_COUNT.WR_PRE 3M/s\nimc6 CAS_COUNT.RD_REG 1M/s\nimc3 PMM_RPQ_INSERTS 5M/s\n"
        "imc5 PMM_WPQ_INSERTS 7M/s\nat boot + 2s\nimc3 CAS_COUNT.RD_REG 0/s\n"
        "imc-free1.FREE_DDR_WRITE = 0xffffffffffff\n");
    is_u64(free_running(SECOND, 1, 0x2290), 120000000, "reads of all three channels");
    is_u64(free_running(SECOND, 1, 0x2298), 3000000, "... writes");
    is_u64(free_running(SECOND, 1, 0x22a0), 5000000, "... reads of persistent memory");
    is_u64(free_running(SECOND, 1, 0x22a8), 7000000, "... writes of it");
    is_u64(free_running(SECOND, 1, 0x22b0), 800000000, "... and the clock, once");
    is_u64(free_running(SECOND, 2, 0x2290), 1000000, "another controller's counts are separate");
    snbep_window_write(&machine, &access, 0, 0x100000 + 0x40000 + 0x2290, 8, 0);
    snbep_window_write(&machine, &access, 0, 0x100000 + 0x40000 + 0x22800, 4, 0x103);
    is_u64(free_running(SECOND, 1, 0x2290), 120000000,
        "neither a write nor a frozen channel changes them");
    memcpy(&twin, &machine, sizeof(twin));
    is_u64(free_running(3 * SECOND, 1, 0x2290), 260000000,
        "without one channel's from the third second on");
    is_u64(
        free_running(3 * SECOND, 1, 0x2298), 2999999, "a count set to the maximum by a plan wraps");
    snbep_advance(&twin, 2 * SECOND + 1);
    snbep_advance(&twin, 3 * SECOND);
    memcpy(&machine, &twin, sizeof(twin));
    is_u64(free_running(3 * SECOND, 1, 0x2290), 260000000, "... for any number of looks");
    machine.cachelines.on = true;
    for (uint64_t line = 0; line < 48; line++)
        snbep_cacheline(&machine, line, CACHELINES_READ);
    is_u64(free_running(3 * SECOND, 1, 0x2290), 260000006, "and six of 48 lines on 24 channels");
}

/* ---- packets of a link ---- */

/* Returns link 0's count of CTO_COUNT in a second. Linux writes four registers
 * of function 08.6, then the control. */
static uint64_t matched(uint64_t match, uint64_t mask)
{
    const unsigned link = DEVFN(8, 2), filter = DEVFN(8, 6);
    const struct sim_access begin = {.now = machine.now};

    snbep_pci_write(&machine, &begin, BUS, link, 0xf4, 4, 0x10003);
    snbep_pci_write(&machine, &begin, BUS, filter, 0x228, 4, match & UINT32_MAX);
    snbep_pci_write(&machine, &begin, BUS, filter, 0x22c, 4, match >> 32);
    snbep_pci_write(&machine, &begin, BUS, filter, 0x238, 4, mask & UINT32_MAX);
    snbep_pci_write(&machine, &begin, BUS, filter, 0x23c, 4, mask >> 32);
    snbep_pci_write(&machine, &begin, BUS, link, 0xd8, 4, EN | 0x200038);
    return pci_read(&machine, machine.now + SECOND, BUS, link, 0xa0, 4);
}

static void test_packets(void)
{
    start(&machine, NULL, &two_sockets,
        "at boot\nqpi0 CTO_COUNT.mc=1,opc=4,rnid=18,vnw=2 31M/s\nqpi0 CTO_COUNT.mc=1,dnid=31 7M/s\n"
        "qpi0 CTO_COUNT.rds=15 2M/s\nqpi1 CTO_COUNT 1M/s\n");
    is_u64(matched(0, 0), 40000000, "without a mask all match");
    is_u64(matched(1 << 9, 0xf << 9), 38000000, "bits 12:9 are the message class");
    is_u64(matched(4 << 5, 0xf << 5), 31000000, "bits 8:5 the opcode");
    is_u64(matched(2 << 3, 3 << 3), 31000000, "bits 4:3 the virtual network");
    is_u64(matched(31 << 13, 31 << 13), 7000000, "bits 17:13 the destination");
    is_u64(
        matched(UINT64_C(1) << 31, UINT64_C(1) << 31), 31000000, "bit 31 is the requester's bit 4");
    is_u64(
        matched(UINT64_C(2) << 32, UINT64_C(15) << 32), 31000000, "... and bits 35:32 the others");
    is_u64(matched(UINT64_C(15) << 48, UINT64_C(15) << 48), 2000000, "bits 51:48 the response");
    is_u64(matched(2 << 9, 2 << 9), 0, "a bit that is 0 in all packets");
    is_u64(matched(0, 1 << 9), 2000000, "... and a bit required to be 0");
    is_u64(pci_read(&machine, 0, BUS, DEVFN(8, 6), 0, 4), 0x3c868086, "the function's header");
    is_u64(pci_read(&machine, 0, BUS, DEVFN(8, 6), 0x238, 4), 1 << 9, "registers read back");
    is_u64(
        pci_read(&machine, 0, BUS, DEVFN(8, 2), 0x238, 4), 0, "... not in the monitor's function");
    is_u64(pci_read(&machine, 0, BUS, DEVFN(8, 6), 0xd8, 4), 0, "... which has only the controls");
    is_u64(pci_read(&machine, 0, BUS, DEVFN(9, 6), 0x238, 4), 0,
        "the other link has separate registers");
    snbep_pci_write(
        &machine, &(struct sim_access){.now = machine.now}, BUS, DEVFN(8, 6), 0x22c, 4, 0xffffffff);
    is_u64(pci_read(&machine, 0, BUS, DEVFN(8, 6), 0x22c, 4), 0x000f000f,
        "reserved bits hold nothing");
}

/* ---- tables of units ---- */

static const struct snbep_config tabled = {
    .dclk_hz = 800000000, .n_sockets = 2, .variant = VARIANT_SPR};
static const struct snbep_config unknown = {
    .dclk_hz = 800000000, .n_sockets = 2, .variant = VARIANT_GENERIC};

/* The three words of entry @entry of @socket's tables: Linux, struct
 * uncore_unit_discovery. */
static void entry_is(unsigned socket, unsigned entry, uint64_t layout, uint64_t at, uint64_t id)
{
    is_u64(in_window(&machine, socket, 0x400000 + 0x40 * entry, 8), layout, "entry %u: its layout",
        entry);
    is_u64(in_window(&machine, socket, 0x400008 + 0x40 * entry, 8), at, "... where it is");
    is_u64(in_window(&machine, socket, 0x400010 + 0x40 * entry, 8), id, "... its type and number");
}

/* Software finds the tables as Linux's intel_uncore_has_discovery_tables
 * does. */
static void test_discovery(void)
{
    static const struct sim_access access = {.now = 10};
    const unsigned at = DEVFN(2, 0);
    unsigned units = 0;

    for (unsigned i = 0; i < variant_spr.n_boxes; i++)
        units += variant_spr.boxes[i].type->listed;
    start(&machine, NULL, &tabled, "");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0, 4), 0x09a78086, "the function with the tables");
    is_u64(pci_read(&machine, 0, 0x7e, at, 6, 2), 0x10, "... has capabilities");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x34, 1), 0x40, "... from 40 on");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x40, 4), 0x00920010,
        "... PCI Express, in the root complex");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x100, 4), 0x00010023, "... an extended one, ID 23");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x104, 4), 0x01008086, "... of Intel's");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x108, 4), 1, "... of monitors");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x10c, 4), 0, "... at the first base address");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x10, 4), 0x00400004, "which is 64 bits wide");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x14, 4), 0x80, "... in the window of socket 0");
    is_u64(pci_read(&machine, 0, 0xfe, at, 0x10, 4), 0x00c00004, "... of socket 1");
    snbep_pci_write(&machine, &access, 0x7e, at, 0x10, 4, 0xffffffff);
    is_u64(pci_read(&machine, 0, 0x7e, at, 0x10, 4), 0xffff0004, "it takes 64 KiB");
    is_u64(pci_read(&machine, 0, 0xfe, at, 0x10, 4), 0x00c00004, "... and socket 1's is separate");
    snbep_pci_write(&machine, &access, 0x7e, at, 0, 4, 0);
    is_u64(pci_read(&machine, 0, 0x7e, at, 0, 4), 0x09a78086,
        "the rest of the header stays unchanged");
    is_u64(pci_read(&machine, 0, 0x7e, DEVFN(0, 0), 0x10, 4), 0,
        "another function has no base address");
    entry_is(0, 0, 0x000800 | units << 16, 0x2ff0, 0);
    entry_is(0, 1, 0x4000000008304004, 0x8000122800, 6);
    entry_is(1, 8, 0x4000000008304004, 0x80009ea800, 6 | 7 << 16);
    entry_is(0, 9, 0x8000000008303004, 0x07e60438, 7);
    entry_is(1, 16, 0x8000000008303804, 0x0fe21318, 8 | 3 << 16);
    entry_is(0, 28, 0x08300202, 0x34b0, 2 | 11 << 16);
    entry_is(0, 68, 0x08300204, 0x2a70, 11 | 39 << 16);
    is_u64(units, 69, "no other monitors");
    entry_is(1, units, 0x08300204, 0x2fc0, 4); /* the power control unit is the last */
    entry_is(0, units + 1, 0, 0, 0);
    is_u64(in_window(&machine, 0, 0x40ffff, 1), 0, "the tables' last byte");
    is_u64(in_window(&machine, 0, 0x410000, 1), UINT64_MAX, "... and nothing after it");
    start(&machine, NULL, &unknown, "");
    entry_is(1, 0, 0x070800, 0x2ff0, 0);
    entry_is(1, 6, 0x8000000008303004, 0x0fe68438, 7 | 1 << 16);
    start(&machine, NULL, &windowed, "");
    is_u64(pci_read(&machine, 0, 0x7e, at, 0, 4), UINT32_MAX, "Ice Lake-SP has no tables");
    is_u64(in_window(&machine, 0, 0x400000, 8), UINT64_MAX, "... also not in memory");
}

/* Returns channel 0's counter at the end of the second that began with the
 * write of its control. */
static uint64_t in_a_second(uint32_t ctl)
{
    const struct sim_access begin = {.now = machine.now}, end = {.now = machine.now + SECOND};

    snbep_window_write(&machine, &begin, 0, 0x122800, 4, 0x300);
    snbep_window_write(&machine, &begin, 0, 0x122840, 4, ctl);
    return window_at(&machine, &end, 0, 0x122808, 8);
}

/* GENERIC_PMON_BOX_CTL_*, no enable bit, and the meanings of column commands'
 * umasks. */
static void test_listed_channel(void)
{
    static const struct sim_access access = {.now = 0};

    start(&machine, NULL, &tabled,
        "at boot\nimc0 CAS_COUNT.RD_REG_PCH0 10M/s\nimc0 CAS_COUNT.RD_PRE_REG_PCH1 3M/s\n"
        "imc0 CAS_COUNT.WR_PRE_PCH1 1M/s\nimc0 ACT_COUNT.ALL 5M/s\nimc0 PCLS.WR 7M/s\n");
    is_u64(in_a_second(0xc105), 10000000, "one kind in both channels");
    is_u64(in_a_second(0x8105), 0, "... in the other channel");
    is_u64(in_a_second(0xcf05), 13000000, "all reads");
    is_u64(in_a_second(0x4005), 10000000, "all kinds of a channel");
    is_u64(in_a_second(0x8005), 4000000, "... of the other one");
    is_u64(in_a_second(0xff05), 14000000, "all of both");
    is_u64(in_a_second(0x0f05), 0, "reads of no channel");
    is_u64(in_a_second(0x0101), 800000000, "DCLK");
    is_u64(in_a_second(0x0001), 400000000, "HCLK");
    is_u64(in_a_second(0x01840001), 400000000, "... and as many cycles without a tick");
    is_u64(in_a_second(0xff02), 5000000, "an event without parts");
    is_u64(in_a_second(0x0102), 0, "... counts nothing with a nonexistent part");
    is_u64(in_a_second(0x0fa0), 7000000, "the sum of two parts");
    is_u64(in_a_second(0x0100), 0, "event 0 counts nothing");
    in_a_second(0xff05);
    snbep_window_write(&machine, &access, 0, 0x122800, 4, 1);
    memcpy(&twin, &machine, sizeof(twin));
    is_u64(window_at(&machine, &(struct sim_access){.now = machine.now + SECOND}, 0, 0x122808, 8),
        14000000, "bit 0 freezes");
    is_u64(in_window(&machine, 0, 0x122800, 4), 1, "... and reads back");
    snbep_window_write(&twin, &access, 0, 0x122800, 4, 0x200);
    is_u64(in_window(&twin, 0, 0x122808, 8), 0, "bit 9 resets counters");
    is_u64(in_window(&twin, 0, 0x122840, 4), 0xff05, "... not controls");
    snbep_window_write(&twin, &access, 0, 0x122800, 4, 0x100);
    is_u64(in_window(&twin, 0, 0x122840, 4), 0, "... and bit 8 those");
}

/* Links of UPI are functions; coherent sides of stacks and links between dies
 * have model-specific registers. */
static void test_listed_links(void)
{
    const struct sim_access begin = {.now = 0}, end = {.now = SECOND};
    const unsigned link = DEVFN(4, 1);

    start(&machine, NULL, &tabled,
        "at boot\nupi3 TxL_FLITS.SLOT0 3M/s\nupi3 TxL_FLITS.SLOT1 2M/s\n"
        "s1.irp11 TRANSACTIONS.WR_PREF 5M/s\nmdf39 FAST_ASSERTED.AD_BNC 7M/s\n");
    is_u64(pci_read(&machine, 0, 0x7e, link, 0, 4), 0x32418086, "the last link's function");
    snbep_pci_write(&machine, &begin, 0x7e, link, 0x350, 4, 0x0302);
    snbep_pci_write(&machine, &begin, 0x7e, link, 0x358, 4, 0x0001);
    snbep_msr_write(&machine, &begin, 1, 0x34b3, 0x0811);
    snbep_msr_write(&machine, &begin, 0, 0x2a75, 0x0315);
    is_u64(snbep_msr_read(&machine, &end, 1, 0x34b9), 5000000, "the last stack's second counter");
    is_u64(snbep_msr_read(&machine, &end, 0, 0x2a7b), 7000000, "the last counter between dies");
    is_u64(
        pci_read(&machine, SECOND, 0x7e, link, 0x320, 4), 5000000, "two slots of a link's flits");
    is_u64(pci_read(&machine, SECOND, 0x7e, link, 0x328, 4), 2000000000, "... and its clock");
    snbep_pci_write(&machine, &end, 0x7e, link, 0x354, 4, 1);
    is_u64(pci_read(&machine, SECOND, 0x7e, link, 0x354, 4), 0, "no more bits of the umask");
}

/* Cycles with an entry in a queue, for each pseudo channel of each of two
 * channels. */
static void test_listed_free_running(void)
{
    static const struct sim_access end = {.now = SECOND};

    start(&machine, NULL, &tabled,
        "at boot\nimc2 RPQ_OCCUPANCY_PCH0 level 5 for 25 of 100 cycles\n"
        "imc3 RPQ_OCCUPANCY_PCH1 level 1 for 10 of 100 cycles\n"
        "imc3 WPQ_OCCUPANCY_PCH0 level 2 for 50 of 100 cycles\n");
    is_u64(window_at(&machine, &end, 0, 0x140000 + 0x2318, 8), 280000000, "of reads, 25 and 10 %%");
    is_u64(window_at(&machine, &end, 0, 0x140000 + 0x2320, 8), 400000000, "... of writes, 50 %%");
    is_u64(window_at(&machine, &end, 0, 0x140000 + 0x22b0, 8), 800000000, "... and the clock");
    is_u64(window_at(&machine, &end, 0, 0x100000 + 0x2318, 8), 0, "another controller's");
}

/* A stack's free-running counters are registers of the socket: Linux,
 * skx_iio_freerunning. */
static void test_stack_free_running(void)
{
    static const struct snbep_config skx = {
        .dclk_hz = 800000000, .n_sockets = 2, .variant = VARIANT_SKX};
    static const struct sim_access begin = {.now = 0}, end = {.now = SECOND},
                                   later = {.now = 3 * SECOND};

    start(&machine, NULL, &skx,
        "at boot\niio1 DATA_REQ_OF_CPU.MEM_WRITE.port=2 11M/s\niio1 "
        "DATA_REQ_OF_CPU.MEM_WRITE.port=2,fc=1 "
        "3M/s\n"
        "iio1 DATA_REQ_OF_CPU.MEM_READ.port=3,fc=2 5M/s\niio2 DATA_REQ_OF_CPU.MEM_READ 7M/s\n"
        "s1.iio1 DATA_REQ_OF_CPU.MEM_WRITE 2M/s\nat boot + 2s\niio-free1.BW_IN_PORT2 = "
        "0xfffffffff\n"
        "iio-clock1.IOCLK = 0xffffffff0\n");
    is_u64(snbep_msr_read(&machine, &begin, 0, 0xb12), 0, "a stack's counters begin at 0");
    snbep_msr_write(&machine, &begin, 0, 0xb12, 12345);
    snbep_msr_write(&machine, &begin, 0, 0xa60, 0x103);
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb12), 14000000,
        "of all classes of flow, frozen or not");
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb17), 5000000, "... data moved out of a port");
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb1c), 14000000, "... the port's use, inwards");
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb1f), 5000000, "... and outwards");
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb10), 0, "... not another port's");
    is_u64(snbep_msr_read(&machine, &end, 0, 0xb24), 7000000, "... nor another stack's");
    is_u64(snbep_msr_read(&machine, &end, 1, 0xb10), 2000000, "... nor another socket's");
    is_u64(
        snbep_msr_read(&machine, &end, 1, 0xa65), machine.variant->clocks[BOX_UCLK], "the clock");
    is_u64(snbep_msr_read(&machine, &later, 0, 0xb12), 13999999, "36 bits wrap");
    is_u64(snbep_msr_read(&machine, &later, 0, 0xa65), machine.variant->clocks[BOX_UCLK] - 16,
        "... of the clock's");
    ok(!snbep_has_msr(&machine, 0xb60) && !snbep_has_msr(&machine, 0xaff), "there are six stacks");
}

int main(void)
{
    test_window();
    test_half_clock();
    test_free_running();
    test_packets();
    test_discovery();
    test_listed_channel();
    test_listed_links();
    test_listed_free_running();
    test_stack_free_running();
    return done_testing();
}
