/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: its buses and registers as a guest sees them, and exact
 * times of everything. */
#include "models/snbep/snbep_config.h"
#include "models/snbep/socket/socket.rdl.h"
#include "models/x86/intel_core.rdl.h"
#include "tests/rng.h"
#include "tests/snbep_machine.h"

#include <limits.h>

static struct snbep machine, twin;
static struct trace_log log_a, log_b;

static const struct snbep_config one_socket = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 1};
static const struct snbep_config two_sockets = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 2};
static const struct snbep_config one_ghz = {
    .box_ctl = IMC_SILICON, .dclk_hz = 1000000000, .n_sockets = 1};

/* ---- the bus ---- */

enum { PLAIN = 0x0880, PERF = 0x1101 };

/* Device.function, device id, class, from the listing of a real two-socket
 * machine. */
static const struct {
    uint8_t device, function;
    uint16_t id, class;
} listing[] = {
    {0x08, 0, 0x3c80, PLAIN},
    {0x08, 2, 0x3c41, PERF},
    {0x08, 3, 0x3c83, PLAIN},
    {0x08, 4, 0x3c84, PLAIN},
    {0x08, 6, 0x3c86, PLAIN},
    {0x09, 0, 0x3c90, PLAIN},
    {0x09, 2, 0x3c42, PERF},
    {0x09, 3, 0x3c93, PLAIN},
    {0x09, 4, 0x3c94, PLAIN},
    {0x09, 6, 0x3c96, PLAIN},
    {0x0a, 0, 0x3cc0, PLAIN},
    {0x0a, 1, 0x3cc1, PLAIN},
    {0x0a, 2, 0x3cc2, PLAIN},
    {0x0a, 3, 0x3cd0, PLAIN},
    {0x0b, 0, 0x3ce0, PLAIN},
    {0x0b, 3, 0x3ce3, PLAIN},
    {0x0c, 0, 0x3ce8, PLAIN},
    {0x0c, 1, 0x3ce8, PLAIN},
    {0x0c, 2, 0x3ce8, PLAIN},
    {0x0c, 3, 0x3ce8, PLAIN},
    {0x0c, 6, 0x3cf4, PLAIN},
    {0x0c, 7, 0x3cf6, PLAIN},
    {0x0d, 0, 0x3ce8, PLAIN},
    {0x0d, 1, 0x3ce8, PLAIN},
    {0x0d, 2, 0x3ce8, PLAIN},
    {0x0d, 3, 0x3ce8, PLAIN},
    {0x0d, 6, 0x3cf5, PLAIN},
    {0x0e, 0, 0x3ca0, PLAIN},
    {0x0e, 1, 0x3c46, PERF},
    {0x0f, 0, 0x3ca8, PLAIN},
    {0x0f, 1, 0x3c71, PLAIN},
    {0x0f, 2, 0x3caa, PLAIN},
    {0x0f, 3, 0x3cab, PLAIN},
    {0x0f, 4, 0x3cac, PLAIN},
    {0x0f, 5, 0x3cad, PLAIN},
    {0x0f, 6, 0x3cae, PLAIN},
    {0x10, 0, 0x3cb0, PLAIN},
    {0x10, 1, 0x3cb1, PLAIN},
    {0x10, 2, 0x3cb2, PLAIN},
    {0x10, 3, 0x3cb3, PLAIN},
    {0x10, 4, 0x3cb4, PLAIN},
    {0x10, 5, 0x3cb5, PLAIN},
    {0x10, 6, 0x3cb6, PLAIN},
    {0x10, 7, 0x3cb7, PLAIN},
    {0x11, 0, 0x3cb8, PLAIN},
    {0x13, 0, 0x3ce4, PLAIN},
    {0x13, 1, 0x3c43, PERF},
    {0x13, 4, 0x3ce6, PERF},
    {0x13, 5, 0x3c44, PERF},
    {0x13, 6, 0x3c45, PLAIN},
};
enum { N_LISTED = sizeof(listing) / sizeof(listing[0]) };

static int listed(unsigned devfn)
{
    for (unsigned i = 0; i < N_LISTED; i++)
        if (DEVFN(listing[i].device, listing[i].function) == devfn)
            return (int)i;
    return -1;
}

static bool header_is_right(unsigned bus, unsigned devfn, int i)
{
    uint32_t ids = (uint32_t)listing[i].id << 16 | 0x8086,
             class = (uint32_t)listing[i].class << 16 | 7;
    uint32_t multi = listing[i].device == 0x11 ? 0 : 0x80;

    return pci_read(&machine, 0, bus, devfn, 0, 4) == ids &&
           pci_read(&machine, 0, bus, devfn, 2, 2) == listing[i].id &&
           pci_read(&machine, 0, bus, devfn, 8, 4) == class &&
           pci_read(&machine, 0, bus, devfn, 0xe, 1) == multi &&
           pci_read(&machine, 0, bus, devfn, 0xc, 4) == multi << 16;
}

static void test_listing(unsigned bus)
{
    bool present = true, absent = true, rest = true;

    for (unsigned devfn = 0; devfn < 256; devfn++) {
        int i = listed(devfn);
        if (i < 0) {
            absent &= pci_read(&machine, 0, bus, devfn, 0, 4) == UINT32_MAX &&
                      pci_read(&machine, 0, bus, devfn, 0, 2) == 0xffff &&
                      pci_read(&machine, 0, bus, devfn, 0xf5, 1) == 0xff;
            continue;
        }
        if (present && !(present = header_is_right(bus, devfn, i)))
            printf("# %02x.%u\n", devfn >> 3, devfn & 7);
        for (unsigned offset = 4; offset < 0x40; offset += 4)
            rest &= offset == 8 || offset == 0xc || !pci_read(&machine, 0, bus, devfn, offset, 4);
    }
    ok(present, "bus %02x: ids, classes, header types of %d functions", bus, N_LISTED);
    ok(absent, "bus %02x: all other functions read as all ones", bus);
    ok(rest, "bus %02x: the rest of each header reads as 0", bus);
}

static void test_header_writes(void)
{
    bool kept = true;

    for (unsigned devfn = 0; devfn < 256; devfn++)
        for (unsigned offset = 0; offset < 0x40; offset += 4) {
            uint32_t before = pci_read(&machine, 0, BUS, devfn, offset, 4);
            pci_write(&machine, 0, BUS, devfn, offset, 4, ~before);
            kept &= pci_read(&machine, 0, BUS, devfn, offset, 4) == before;
        }
    ok(kept, "writes change no header: no BAR to size, nothing to set");
}

static void test_buses(void)
{
    unsigned ones = 0, twos = 0;

    start(&machine, NULL, &one_socket, "");
    start(&twin, NULL, &two_sockets, "");
    for (unsigned bus = 0; bus < 256; bus++) {
        ones += snbep_has_bus(&machine, bus) ? bus : 0;
        twos += snbep_has_bus(&twin, bus) ? bus : 0;
    }
    is_u64(ones, 0x7f, "one socket has only bus 7f");
    is_u64(twos, 0x7f + 0xff, "two sockets have 7f and ff");
    test_listing(BUS);
    test_header_writes();
    start(&machine, NULL, &two_sockets, "");
    test_listing(BUS1);
}

static void test_ubox(void)
{
    const unsigned ubox = DEVFN(0x0b, 0);

    start(&machine, NULL, &one_socket, "");
    is_u64(pci_read(&machine, 0, BUS, ubox, 0x40, 4), 0, "one socket: its node is 0");
    is_u64(pci_read(&machine, 0, BUS, ubox, 0x54, 4), 0, "... and group 0 is node 0");
    start(&machine, NULL, &two_sockets, "");
    is_u64(pci_read(&machine, 0, BUS, ubox, 0x40, 4), 0, "two sockets: bus 7f is node 0");
    is_u64(pci_read(&machine, 0, BUS1, ubox, 0x40, 4), 1, "... and bus ff node 1");
    is_u64(pci_read(&machine, 0, BUS, ubox, 0x54, 4), 8, "... and the map is 8 on one");
    is_u64(pci_read(&machine, 0, BUS1, ubox, 0x54, 4), 8, "... and on the other");
    pci_write(&machine, 0, BUS1, ubox, 0x40, 4, 0);
    pci_write(&machine, 0, BUS1, ubox, 0x54, 4, 0);
    is_u64(pci_read(&machine, 0, BUS1, ubox, 0x40, 4), 1, "neither can be written");
    is_u64(pci_read(&machine, 0, BUS1, ubox, 0x54, 1), 8, "... and byte reads agree");
}

/* 327043-001: the home agent, the links of QPI, and the ring stops of PCIe and
 * QPI. */
static bool other_box(unsigned devfn)
{
    return devfn == (0x0e << 3 | 1) || devfn == (0x08 << 3 | 2) || devfn == (0x09 << 3 | 2) ||
           devfn == (0x13 << 3 | 1) || devfn == (0x13 << 3 | 5) || devfn == (0x13 << 3 | 6);
}

/* Each channel is at its own function, and functions without a box hold no
 * registers. */
static void test_channels(void)
{
    bool own = true, others = true;

    start(&machine, NULL, &two_sockets, "");
    for (unsigned c = 0; c < 8; c++)
        pci_write(&machine, 0, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xd8, 4, 0x100 + c);
    for (unsigned devfn = 0; devfn < 256; devfn++)
        if (listed(devfn) >= 0 && (devfn >> 3 != 0x10 || (devfn & 2)) && !other_box(devfn)) {
            pci_write(&machine, 0, BUS, devfn, 0xd8, 4, UINT32_MAX);
            others &= pci_read(&machine, 0, BUS, devfn, 0xd8, 4) == 0;
        }
    for (unsigned c = 0; c < 8; c++)
        own &=
            pci_read(&machine, 0, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xd8, 4) == 0x100 + c;
    ok(own, "eight channels, at 10.0, 10.1, 10.4 and 10.5 of both buses");
    ok(others, "no other function has monitor registers");
}

/* The bit of channel @box, of two times four, in a mask of channels. */
static uint16_t channel_bit(unsigned box)
{
    return (uint16_t)(1 << (box % SNBEP_CHANNELS + box / SNBEP_CHANNELS * SNBEP_MAX_IMCS));
}

/* One channel's monitor is duplicated or absent on its own bus, and nowhere
 * else. */
static void test_variants(void)
{
    for (unsigned box = 0; box < 8; box++) {
        struct snbep_config config = two_sockets;
        unsigned right = 0, wrong = 0;

        config.duplicated = channel_bit(box);
        config.absent = channel_bit(7 - box);
        start(&machine, NULL, &config, "");
        for (unsigned s = 0; s < 2; s++)
            for (unsigned c = 0; c < 4; c++) {
                unsigned bus = s ? BUS1 : BUS, at = 4 * s + c, copy = DEVFN(0x14 + c, 0);
                uint32_t id = (0x3cb0 + (c & 1) + (c & 2) * 2) << 16 | 0x8086;
                bool twice = at == box, none = at == 7 - box;
                right += pci_read(&machine, 0, bus, copy, 0, 4) == (twice ? id : UINT32_MAX) &&
                         snbep_has_function(&machine, bus, copy) == twice;
                right += pci_read(&machine, 0, bus, channel_devfn(c), 0, 4) ==
                             (none ? UINT32_MAX : id) &&
                         snbep_has_function(&machine, bus, channel_devfn(c)) == !none;
                for (unsigned f = 1; f < 8; f++)
                    wrong += snbep_has_function(&machine, bus, copy + f);
            }
        ok(right == 16 && !wrong, "monitor %u of eight duplicated, %u absent", box, 7 - box);
        unsigned bus = box < 4 ? BUS : BUS1;
        pci_write(&machine, 0, bus, DEVFN(0x14 + box % 4, 0), 0xd8, 4, 0x304);
        is_u64(pci_read(&machine, 0, bus, channel_devfn(box % 4), 0xd8, 4), 0x304,
            "... and it is the same one");
    }
    ok(!snbep_has_function(&machine, BUS, DEVFN(0x18, 0)) &&
            !snbep_has_function(&machine, BUS, DEVFN(0x0f, 7)),
        "nothing is before or after them");
}

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

/* ---- model-specific registers ---- */

static bool in_range(uint32_t msr, uint32_t first, uint32_t last)
{
    return msr >= first && msr <= last;
}

/* A register's value after a write of all ones, by the facts' addresses. 0: it
 * does not exist. */
static uint64_t msr_holds(uint32_t msr)
{
    uint32_t in_box = in_range(msr, 0xd00, 0xdff)   ? (msr - 0xd00) % 0x20
                      : in_range(msr, 0xc20, 0xc3f) ? msr - 0xc20
                                                    : 0;

    bool cbo = msr >= 0xd00;

    /* 327043-001, tables 2-11 to 2-16 (CBo) and 2-82 to 2-86 (PCU); Linux's
     * masks agree. */
    if (in_box)
        return in_box == 4                    ? 0x00010100
               : in_range(in_box, 0x10, 0x13) ? (cbo ? 0xffccffff : 0xdfe4c0ff)
               : in_box == 0x14               ? (cbo ? 0xfffffc1f : 0xffffffff)
               : in_range(in_box, 0x16, 0x19) ? (cbo ? (UINT64_C(1) << 44) - 1 : WRAP - 1)
                                              : 0;
    return msr == 0xc08                  ? 0x00400000
           : in_range(msr, 0xc10, 0xc11) ? 0x1fc4ffff
           : msr == 0xc09                ? WRAP - 1
           : in_range(msr, 0xc16, 0xc17) ? (UINT64_C(1) << 44) - 1
                                         : 0;
}

static void test_msrs(void)
{
    struct sim_access access = at(5);
    bool map = true, held = true, apart = true;

    start(&machine, NULL, &two_sockets, "");
    for (uint32_t msr = 0xcf; msr < 0x2000; msr++) {
        uint64_t expected = msr_holds(msr);
        if (map && !(map = snbep_has_msr(&machine, msr) == (expected != 0)))
            printf("# register %x\n", msr);
        if (!map || !expected)
            continue;
        snbep_msr_write(&machine, &access, 0, msr, UINT64_MAX);
        if (held && !(held = snbep_msr_read(&machine, &access, 0, msr) == expected))
            printf("# register %x\n", msr);
        apart &= snbep_msr_read(&machine, &access, 1, msr) == 0;
    }
    ok(map, "only the registers of eight CBOs, PCU and UBOX");
    ok(held, "they hold written values in their width");
    ok(apart, "each socket has its own");
    ok(!snbep_has_msr(&machine, 0xc00) && !snbep_has_msr(&machine, 0x3fc) &&
            !snbep_has_msr(&machine, UINT32_MAX),
        "C00 does not exist");
    snbep_msr_write(&machine, &access, 0, 0xd04, 0x10003);
    is_u64(snbep_msr_read(&machine, &access, 0, 0xd04), 0x10000,
        "Linux's probe value reads back without resets");
}

/* SDM volume 4, table 2-20: bits 15:8, the TSC in 100 MHz, and 47:40, the
 * lowest ratio; 1 GHz both. */
static void test_platform_info(void)
{
    struct sim_access access = at(5);
    bool below = false;

    start(&machine, NULL, &two_sockets, "");
    for (uint32_t msr = 0; msr < 0xce; msr++)
        below |= snbep_has_msr(&machine, msr);
    ok(!below, "no register below PLATFORM_INFO");
    for (unsigned s = 0; s < 2; s++) {
        is_u64(snbep_msr_read(&machine, &access, s, 0xce), UINT64_C(0x0a0000000a00),
            "socket %u: 1 GHz", s);
        snbep_msr_write(&machine, &access, s, 0xce, UINT64_MAX);
        is_u64(snbep_msr_read(&machine, &access, s, 0xce), UINT64_C(0x0a0000000a00),
            "... and no write changes it");
    }
    snbep_tsc_unknown(&machine);
    is_u64(snbep_msr_read(&machine, &access, 0, 0xce), 0, "the host's TSC has no known frequency");
    is_u64(snbep_msr_read(&machine, &access, 1, 0xce), 0, "... on any socket");
}

/* SDM volume 4, table 2-20, complete with reserved bits. */
static void test_platform_info_fields(void)
{
    static const struct {
        uint8_t first, last;
        enum reg_access access;
        const char *name;
    } rows[] = {
        {63, 48, REG_RV, "rsv"},
        {47, 40, REG_RO, "max_efficiency_ratio"},
        {39, 30, REG_RV, "rsv"},
        {29, 29, REG_RO, "tdp_limit_programmable"},
        {28, 28, REG_RO, "ratio_limit_programmable"},
        {27, 16, REG_RV, "rsv"},
        {15, 8, REG_RO, "max_non_turbo_ratio"},
        {7, 0, REG_RV, "rsv"},
    };
    const struct reg *reg = &snbep_package_bank.regs[0];

    ok(snbep_package_bank.n_regs == 1 && reg->offset == 0xce && reg->width == 64 &&
            reg->numbering == REG_LSB0 && reg->n_fields == 8,
        "PLATFORM_INFO is register CE, of 64 bits");
    for (unsigned i = 0; i < 8; i++) {
        const struct reg_field *field = &reg->fields[i];
        ok(field->first == rows[i].first && field->last == rows[i].last &&
                field->access == rows[i].access,
            "bits %u to %u", rows[i].first, rows[i].last);
        is_str(field->name, rows[i].name, "... by their name");
    }
}

/* Each bit of each register is in one field. 327043-001 lists them from the
 * highest down. */
static void test_fields(void)
{
    unsigned banks = 0, package = 0;

    for (const struct reg_bank *const *bank = snbep_model.banks; *bank; bank++, banks++) {
        bool whole = true;
        package += *bank == &snbep_package_bank;
        for (unsigned r = 0; r < (*bank)->n_regs; r++) {
            const struct reg *reg = &(*bank)->regs[r];
            int next = reg->width - 1;
            for (unsigned f = 0; f < reg->n_fields; f++) {
                whole &= reg->fields[f].first == next && reg->fields[f].last <= next;
                next = reg->fields[f].last - 1;
            }
            whole &= next == -1;
        }
        ok(whole, "%s: each bit has one field", (*bank)->name);
    }
    is_u64(banks, 67, "67 kinds of block");
    is_u64(package, 1, "... that of PLATFORM_INFO among them");
}

/* Only PLATFORM_INFO changes if the TSC is the host's. */
static void test_tsc_unknown(void)
{
    start(&machine, NULL, &two_sockets, "at boot + 5us\nimc0 RPQ_OCCUPANCY level 3\n");
    memset(&machine.plan, 0xa5, sizeof(machine.plan));
    memcpy(&twin, &machine, sizeof(twin));
    snbep_tsc_unknown(&machine);
    twin.package[0][0] = twin.package[1][0] = 0;
    ok(!memcmp(&twin, &machine, sizeof(twin)), "no other register and no plan entry is lost");
}

/* A reset clears plan and faults, whatever the memory contained. */
static void test_reset(void)
{
    memset(&machine, 0xa5, sizeof(machine));
    snbep_reset(&machine, &two_sockets, &(struct sim_host){0});
    is_u64(snbep_deadline(&machine), UINT64_MAX, "after a reset nothing is due");
    ok(!machine.plan.n_anchors && !machine.plan.n_entries && !machine.faults.n,
        "... planned or faulty");
}

/* ---- the trace ---- */

static void test_trace(void)
{
    const struct trace_record *r;

    start(&machine, &log_a, &two_sockets, "");
    pci_write(&machine, 100, BUS1, channel_devfn(2), 0xdc, 4, 0x304 | EN);
    r = &log_a.record[0];
    ok(log_a.n == 1 && r->kind == TRACE_WRITE && r->size == 4 && r->cpu == 1 && r->time == 100 &&
            r->pc == 0xffffffff81000000 && r->block == E5_SOCKET_1 + E5_BLOCK(BOX_IMC, 2) &&
            r->offset == 0xdc && r->value == (0x304 | EN),
        "a write, with all details");
    pci_read(&machine, 120, BUS, DEVFN(0x13, 5), 2, 2);
    r = &log_a.record[1];
    ok(r->kind == TRACE_READ && r->size == 2 && r->block == E5_BLOCK(SNBEP_BLOCK_PCI, 0) &&
            r->offset == 0x9d02 && r->value == 0x3c44 && r->time == 120,
        "a header read carries device and function");
    pci_read(&machine, 130, BUS, DEVFN(0x0b, 0), 0x54, 4);
    r = &log_a.record[2];
    ok(r->block == E5_BLOCK(SNBEP_BLOCK_UBOX, 0) && r->offset == 0x54 && r->value == 8,
        "a read of the UBOX");
    snbep_msr_write(&machine, &(struct sim_access){140, 7, 3}, 0, 0xc30, 0x55);
    r = &log_a.record[3];
    ok(r->kind == TRACE_WRITE && r->size == 8 && r->cpu == 3 && r->block == E5_BLOCK(BOX_PCU, 0) &&
            r->offset == 0x10 && r->value == 0x55 && r->pc == 7,
        "a write of the PCU's first control");
    pci_read(&machine, 150, BUS, 0, 0, 4);
    is_u64(log_a.n, 4, "accesses without a response are not in the trace");
    step(&machine, 160, 3, false);
    step(&machine, 170, 3, true);
    ok(log_a.record[4].kind == TRACE_STEP_BEGIN && log_a.record[4].value == 3 &&
            log_a.record[4].time == 160 && log_a.record[5].kind == TRACE_STEP_END &&
            log_a.record[5].time == 170,
        "steps");
    pci_read(&machine, 90, BUS, DEVFN(0x13, 5), 2, 2);
    is_u64(log_a.record[6].time, 170, "time does not go backwards, whatever another CPU's clock");
}

/* Bytes and words in the trace are the access's, and an access advances the
 * time. */
static void test_trace_of_parts(void)
{
    start(&machine, &log_a, &two_sockets, "");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 1, 0xabcdef04);
    ok(log_a.record[0].value == 0x04 && log_a.record[0].size == 1, "a byte written");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 2, 0xabcd0304);
    ok(log_a.record[1].value == 0x0304 && log_a.record[1].size == 2, "a word");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 4, 0x80000304);
    ok(log_a.record[2].value == 0x80000304 && log_a.record[2].size == 4, "all four");
    snbep_msr_read(&machine, &(struct sim_access){200, 7, 3}, 1, 0xd16);
    ok(log_a.record[3].time == 200 && log_a.record[3].kind == TRACE_READ &&
            log_a.record[3].size == 8 &&
            log_a.record[3].block == E5_SOCKET_1 + E5_BLOCK(BOX_CBO, 0) &&
            log_a.record[3].offset == 0x16 && log_a.record[3].cpu == 3 && log_a.record[3].pc == 7,
        "a read of socket 1's first CBO, at its time");
    snbep_msr_write(&machine, &(struct sim_access){300, 8, 2}, 1, 0xc20 + 0x19, 0x1234);
    ok(log_a.record[4].time == 300 && log_a.record[4].kind == TRACE_WRITE &&
            log_a.record[4].size == 8 &&
            log_a.record[4].block == E5_SOCKET_1 + E5_BLOCK(BOX_PCU, 0) &&
            log_a.record[4].offset == 0x19 && log_a.record[4].value == 0x1234 &&
            log_a.record[4].cpu == 2 && log_a.record[4].pc == 8,
        "a write of its PCU");
}

/* ---- overflows ---- */

static void arm(struct snbep *m, uint64_t now, unsigned channel, unsigned counter, uint64_t left)
{
    uint64_t value = WRAP - left;
    unsigned devfn = channel_devfn(channel);

    pci_write(m, now, BUS, devfn, 0xa0 + 8 * counter, 4, (uint32_t)value);
    pci_write(m, now, BUS, devfn, 0xa4 + 8 * counter, 4, (uint32_t)(value >> 32));
    pci_write(m, now, BUS, devfn, 0xd8 + 4 * counter, 4, EN);
}

static bool overflow_is(unsigned i, uint64_t time, unsigned block, unsigned counter)
{
    const struct trace_record *r = nth(&log_a, TRACE_OVERFLOW, i);
    bool is = r && r->time == time && r->block == block && r->offset == counter;

    if (r && !is)
        printf("# overflow of block %u register %u at %" PRIu64 "\n", r->block, r->offset, r->time);
    return is;
}

static void test_overflows(void)
{
    start(&machine, &log_a, &two_sockets, "");
    is_u64(snbep_deadline(&machine), UINT64_MAX, "a machine that does not count has no deadline");
    start(&machine, &log_a, &one_socket, "");
    is_u64(snbep_deadline(&machine), UINT64_MAX, "... also with one socket");
    arm(&machine, 1000, 0, 2, 3);
    arm(&machine, 1000, 3, 1, 4000000);
    is_u64(snbep_deadline(&machine), 1004, "the deadline is the next overflow");
    snbep_advance(&machine, 3600 * SECOND);
    ok(overflow_is(0, 1004, 0, 2), "the trace has an overflow at its exact ns, an hour later");
    ok(overflow_is(1, 5001000, 3, 1), "... and so does another channel's");
    is_u64(n_of(&log_a, TRACE_OVERFLOW), 2, "... each once");
    is_u64(channel_counter(&machine, 3600 * SECOND, 0, 0xb0), 3600 * SECOND / 5 * 4 - 800 - 3,
        "... and the counter has continued");
}

/* The overflow bits stay set until software clears them, and Linux never
 * does. */
static void test_overflow_again(void)
{
    start(&machine, &log_a, &one_ghz, "");
    arm(&machine, 1000, 1, 0, 100);
    snbep_advance(&machine, 2000);
    arm(&machine, 3000, 1, 0, 100);
    snbep_advance(&machine, 4000);
    ok(overflow_is(0, 1100, 1, 0) && overflow_is(1, 3100, 1, 0) &&
            n_of(&log_a, TRACE_OVERFLOW) == 2,
        "a counter's second overflow is traced even if the first was not cleared");
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xd0, 4, 0xffffff00);
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xd4, 4, 0xffff);
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xf0, 4, EN);
    snbep_advance(&machine, 6000);
    ok(overflow_is(2, 5256, 1, 4), "also the fixed counter's");
}

/* Each of eight channels has its block, and each of five counters, alone, its
 * overflow, at once or a minute after boot. */
static void test_overflow_places(void)
{
    for (unsigned i = 0; i < 40; i++) {
        unsigned channel = i / 5, devfn = channel_devfn(channel % 4),
                 bus = channel < 4 ? BUS : BUS1;
        unsigned fixed = i % 5 == 4, ctr = fixed ? 0xd0 : 0xa0 + 8 * (i % 5);
        uint64_t now = (i % 2 ? 100 : 0) * SECOND + 1000;
        struct snbep_config config = two_sockets;

        config.dclk_hz = 1000000000;
        start(&machine, &log_a, &config, "");
        pci_write(&machine, now, bus, devfn, ctr, 4, 0xfffffff0);
        pci_write(&machine, now, bus, devfn, ctr + 4, 4, 0xffff);
        pci_write(&machine, now, bus, devfn, fixed ? 0xf0 : 0xd8 + 4 * (i % 5), 4, EN);
        is_u64(snbep_deadline(&machine), now + 16, "channel %u, counter %u: it is due", channel,
            i % 5);
        snbep_advance(&machine, now + 1000);
        ok(overflow_is(
               0, now + 16, channel / 4 * E5_SOCKET_1 + E5_BLOCK(BOX_IMC, channel % 4), i % 5) &&
                n_of(&log_a, TRACE_OVERFLOW) == 1,
            "... and is in the trace");
    }
}

/* A plan's action may bring an overflow close that was far when the counter
 * started. */
static void test_overflow_by_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\n"
        "imc2 ACT_COUNT level 1\n"
        "at boot + 7us\n"
        "imc2.PMON_CTR0 = 0xfffffffffff0\n");
    arm(&machine, 1000, 2, 0, 100);
    pci_write(&machine, 1000, BUS, channel_devfn(2), 0xd8, 4, 0x01 | EN);
    snbep_advance(&machine, SECOND);
    ok(overflow_is(0, 5100, 2, 0), "traffic of the plan leads to an overflow at its exact ns");
    ok(overflow_is(1, 7016, 2, 0), "... and so does a register that the plan sets");
}

/* ---- plans ---- */

static void test_boot_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\n"
        "imc0 RPQ_OCCUPANCY level 3\n"
        "imc1.PMON_CTR2 = 0x1234\n"
        "at boot + 7us\n"
        "imc0 RPQ_OCCUPANCY off\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(snbep_deadline(&machine), 5000, "the plan's first moment is the deadline");
    is_u64(channel_counter(&machine, 5000, 0, 0xa0), 0, "no change at the moment itself");
    is_u64(channel_counter(&machine, 5001, 0, 0xa0), 3, "from the exact ns on");
    is_u64(channel_counter(&machine, 4998, 0, 0xa0), 3, "a late advance reaches the present");
    is_u64(channel_counter(&machine, 9000, 0, 0xa0), 6000, "until the exact ns");
    is_u64(channel_counter(&machine, 9000, 1, 0xb0), 0x1234, "a register set by the plan");
    ok(n_of(&log_a, TRACE_PLAN) == 3 && nth(&log_a, TRACE_PLAN, 0)->time == 5000 &&
            nth(&log_a, TRACE_PLAN, 0)->value == 0 && nth(&log_a, TRACE_PLAN, 1)->value == 1 &&
            nth(&log_a, TRACE_PLAN, 2)->time == 7000 && nth(&log_a, TRACE_PLAN, 2)->value == 2,
        "the trace has each entry at its moment");
}

static void test_late_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\nimc0 RPQ_OCCUPANCY level 3\nat boot + 7us\nimc0 RPQ_OCCUPANCY off\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(
        channel_counter(&machine, 100 * SECOND, 0, 0xa0), 6000, "a much later look gives the same");
    ok(snbep_deadline(&machine) > 100 * SECOND && snbep_deadline(&machine) <= 160 * SECOND,
        "after the plan, the next look for overflows is within a minute");
    uint64_t look = snbep_deadline(&machine);
    snbep_advance(&machine, look);
    is_u64(snbep_deadline(&machine), look + 60 * SECOND, "... and again a minute later");
    pci_write(&machine, look + 29 * SECOND, BUS, channel_devfn(0), 0xd8, 4, 0x81 | EN);
    is_u64(snbep_deadline(&machine), look + 60 * SECOND,
        "a write without a near overflow does not move it");
    pci_write(&machine, look + 30 * SECOND, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(snbep_deadline(&machine), look + 90 * SECOND,
        "... unless it is less than half a minute away");
}

static void test_step_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at step 2 + 1us\n"
        "imc3 WPQ_OCCUPANCY level 1\n"
        "at end of step 2\n"
        "imc3 WPQ_OCCUPANCY level 2\n"
        "at step 3\n"
        "imc3.PMON_CTR0 = 0\n");
    pci_write(&machine, 0, BUS, channel_devfn(3), 0xd8, 4, 0x81 | EN);
    step(&machine, 10000, 1, false);
    step(&machine, 20000, 1, true);
    step(&machine, 30000, 2, false);
    step(&machine, 40000, 2, true);
    is_u64(channel_counter(&machine, 40010, 3, 0xa0), 9000 + 20,
        "a step's beginning with delay, its end without");
    step(&machine, 50000, 3, false);
    is_u64(channel_counter(&machine, 50000, 3, 0xa0), 0, "a step's beginning, at once");
    is_u64(channel_counter(&machine, 50100, 3, 0xa0), 200,
        "... and the counter continues from the set value");
}

static void test_access_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at read 2 of imc0.PMON_CTR0 in step 1 + 10us\n"
        "imc0 ACT_COUNT level 1\n"
        "at write 1 of imc1.PMON_BOX_CTL\n"
        "imc1.PMON_CTR0 = 77\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x01 | EN);
    pci_read(&machine, 500, BUS, channel_devfn(0), 0xa0, 4);
    step(&machine, 1000, 1, false);
    pci_read(&machine, 1500, BUS, channel_devfn(0), 0xa0, 4);
    pci_read(&machine, 1600, BUS, channel_devfn(1), 0xa0, 4);
    pci_write(&machine, 1700, BUS, channel_devfn(0), 0xa0, 4, 0);
    pci_read(&machine, 2000, BUS, channel_devfn(0), 0xa4, 4);
    is_u64(snbep_deadline(&machine), 12000,
        "the second read within the step, of either half, and the delay");
    is_u64(channel_counter(&machine, 12100, 0, 0xa0), 100, "... is when traffic begins");
    pci_write(&machine, 20000, BUS, channel_devfn(1), 0xa0, 4, 5);
    pci_write(&machine, 20000, BUS, channel_devfn(1), 0xf4, 4, 0x10003);
    is_u64(channel_counter(&machine, 20000, 1, 0xa0), 77,
        "a write anchor comes after the write's effect");
}

/* Two lines that fit in the order of the text, but not in the order in which
 * they take effect. */
static void test_refused(void)
{
    start(&machine, &log_a, &one_ghz,
        "at step 2\n"
        "imc0 PREEMPTION.RD_PREEMPT_RD 600M/s\n"
        "imc0 PREEMPTION.RD_PREEMPT_RD off\n"
        "at step 1\n"
        "imc0 PREEMPTION.RD_PREEMPT_WR 600M/s\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x0308 | EN);
    step(&machine, 1000, 1, false);
    step(&machine, 1000 + SECOND, 2, false);
    const struct trace_record *r = nth(&log_a, TRACE_REFUSED, 0);
    ok(n_of(&log_a, TRACE_REFUSED) == 1 && r && r->value == 0 && r->time == 1000 + SECOND,
        "an entry that conflicts with the current traffic is refused in the trace");
    is_u64(channel_counter(&machine, 1000 + 2 * SECOND, 0, 0xa0), 1200000000,
        "... and changes nothing");
}

/* ---- independence of the times of advance ---- */

static const char busy_plan[] = "at boot + 3ms\n"
                                "imc0 CAS_COUNT.RD_REG 120M/s\n"
                                "imc1 RPQ_OCCUPANCY level 3 for 11 of 37 cycles\n"
                                "imc2.PMON_CTR1 = 0xffffffff0000\n"
                                "at step 1\n"
                                "imc0 CAS_COUNT.WR_WMM 64 MB/s\n"
                                "imc3.PMON_FIXED_CTR = 0xfffffffff000\n"
                                "at end of step 1 + 1s\n"
                                "imc0 CAS_COUNT.RD_REG off\n"
                                "imc1.PMON_CTR0 = 0xfffffffffff0\n"
                                "at read 5 of imc0.PMON_CTR0 + 20us\n"
                                "imc1 RPQ_OCCUPANCY level 22\n"
                                "at write 3 of imc2.PMON_BOX_CTL in step 2\n"
                                "imc2 ACT_COUNT 50%\n"
                                "s1.imc0 ACT_COUNT 25%\n";

static uint32_t some_value(struct rng *rng, unsigned offset)
{
    static const uint32_t controls[] = {
        0x304, 0xf04, 0x80, 0x1000080, 0x1040080, 0x1840080, 0x01, 0x00};

    if (offset >= 0xd8 && offset < 0xe8)
        return controls[rng_below(rng, sizeof(controls) / sizeof(controls[0]))] |
               (rng_one_in(rng, 6) ? 0 : EN);
    if (offset == 0xf4)
        return rng_one_in(rng, 3) ? 0x10100 : 0x10000;
    return rng_one_in(rng, 3) ? (uint32_t)rng_bits(rng, 32) : UINT32_MAX;
}

/* Does one random action of a guest. Returns the value read. */
static uint64_t do_something(struct rng *rng, struct snbep *m, uint64_t now)
{
    static const unsigned offsets[] = {
        0xa0, 0xa4, 0xa8, 0xb0, 0xb4, 0xd0, 0xd4, 0xd8, 0xdc, 0xe0, 0xe4, 0xf0, 0xf4, 0xf8};
    unsigned bus = rng_one_in(rng, 4) ? BUS1 : BUS,
             devfn = channel_devfn((unsigned)rng_below(rng, 4));
    unsigned offset = offsets[rng_below(rng, sizeof(offsets) / sizeof(offsets[0]))];
    struct sim_access access = at(now);

    switch (rng_below(rng, 10)) {
    case 0:
        step(m, now, 1 + (unsigned)rng_below(rng, 3), rng_one_in(rng, 2));
        return 0;
    case 1:
        snbep_msr_write(m, &access, 1, 0xd16, rng_next(rng));
        return snbep_msr_read(m, &access, 1, 0xd16);
    case 2:
    case 3:
    case 4:
        return pci_read(m, now, bus, devfn, offset, 4);
    default:
        pci_write(m, now, bus, devfn, offset, 4, some_value(rng, offset));
        return 0;
    }
}

static bool same_trace(void)
{
    unsigned n = log_a.n < log_b.n ? log_a.n : log_b.n;

    for (unsigned i = 0; i < n && i < sizeof(log_a.record) / sizeof(log_a.record[0]); i++) {
        const struct trace_record *a = &log_a.record[i], *b = &log_b.record[i];
        if (a->kind != b->kind || a->time != b->time || a->block != b->block ||
            a->offset != b->offset || a->value != b->value || a->size != b->size) {
            printf("# record %u: kind %d at %" PRIu64 ", kind %d at %" PRIu64 "\n", i, a->kind,
                a->time, b->kind, b->time);
            return false;
        }
    }
    return log_a.n == log_b.n;
}

static bool same_machines(void)
{
    for (unsigned i = 0; i < machine.n_boxes; i++)
        if (memcmp(machine.boxes[i].values, twin.boxes[i].values, sizeof(twin.boxes[i].values)) !=
            0)
            return false;
    return true;
}

/* Advances @m to @now in pieces: at random moments, or at its deadlines. */
static void advance_eagerly(struct rng *rng, struct snbep *m, uint64_t now)
{
    if (rng_one_in(rng, 2))
        while (snbep_deadline(m) < now)
            snbep_advance(m, snbep_deadline(m));
    for (unsigned i = (unsigned)rng_below(rng, 4); i; i--)
        snbep_advance(m, m->now + rng_below(rng, now - m->now + 1));
}

static void test_lazy_and_eager(void)
{
    struct rng rng = {1};
    bool reads = true, traces = true, ends = true;
    unsigned overflows = 0;

    for (unsigned i = 0; i < 40; i++) {
        uint64_t now = 0;
        start(&machine, &log_a, &two_sockets, busy_plan);
        start(&twin, &log_b, &two_sockets, busy_plan);
        for (unsigned j = 0; j < 80; j++) {
            struct rng same = {rng_next(&rng)}, again = same;
            now += rng_bits(&rng, rng_one_in(&rng, 8) ? 36 : 30);
            advance_eagerly(&rng, &twin, now);
            reads &= do_something(&same, &machine, now) == do_something(&again, &twin, now);
        }
        now += 100 * SECOND;
        advance_eagerly(&rng, &twin, now);
        for (unsigned c = 0; c < 8; c++)
            ends &= pci_read(&machine, now, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xf8, 4) ==
                    pci_read(&twin, now, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xf8, 4);
        traces &= same_trace();
        ends &= same_machines();
        overflows += n_of(&log_a, TRACE_OVERFLOW);
    }
    ok(reads, "advanced at random or not at all between accesses: reads are the same");
    ok(ends, "... and all registers at the end");
    ok(traces && overflows > 20, "... and the traces, %u overflows included", overflows);
}

/* ---- independence of caches ---- */

/* Forgets places of registers, counters' signals, and overflows. */
static void forget_all(struct snbep *m)
{
    m->found.devfn = UINT_MAX;
    memset(m->found_msrs, 0, sizeof(m->found_msrs));
    for (unsigned i = 0; i < m->n_boxes; i++) {
        m->boxes[i].stale = UINT8_MAX;
        memset(m->boxes[i].overflow, 0, sizeof(m->boxes[i].overflow));
    }
}

/* Accesses any function of a bus, or any register of a box with model-specific
 * ones. */
static uint64_t access_anything(struct rng *rng, struct snbep *m, uint64_t now)
{
    unsigned bus = rng_one_in(rng, 3) ? BUS1 : BUS, devfn = (unsigned)rng_below(rng, 256);
    uint32_t msr = 0xc00 + (uint32_t)rng_below(rng, 0x200);
    struct sim_access access = at(now);

    if (rng_one_in(rng, 3)) {
        uint64_t value = pci_read(m, now, bus, devfn, 4 * (unsigned)rng_below(rng, 0x60), 4);

        return value << 1 | snbep_has_function(m, bus, devfn ^ (unsigned)rng_one_in(rng, 2));
    }
    if (!snbep_has_msr(m, msr))
        return 0;
    if (rng_one_in(rng, 2))
        snbep_msr_write(m, &access, (unsigned)rng_below(rng, 2), msr, rng_bits(rng, 23));
    return snbep_msr_read(m, &access, (unsigned)rng_below(rng, 2), msr);
}

static void test_forgetful(void)
{
    struct rng rng = {3};
    bool reads = true, traces = true, ends = true;

    for (unsigned i = 0; i < 20; i++) {
        uint64_t now = 0;
        start(&machine, &log_a, &two_sockets, busy_plan);
        start(&twin, &log_b, &two_sockets, busy_plan);
        for (unsigned j = 0; j < 200; j++) {
            struct rng same = {rng_next(&rng)}, again = same;
            bool any = rng_one_in(&rng, 2);
            now += rng_bits(&rng, rng_one_in(&rng, 8) ? 34 : 20);
            forget_all(&twin);
            reads &=
                any ? access_anything(&same, &machine, now) == access_anything(&again, &twin, now)
                    : do_something(&same, &machine, now) == do_something(&again, &twin, now);
        }
        traces &= same_trace();
        ends &= same_machines();
    }
    ok(reads, "a machine with cleared caches reads the same");
    ok(ends && traces, "... and has the same registers and the same trace");
}

static void test_snapshot(void)
{
    struct rng rng = {2};
    uint64_t now = 0;
    bool good = true;

    start(&machine, &log_a, &two_sockets, busy_plan);
    for (unsigned i = 0; i < 100; i++)
        do_something(&rng, &machine, now += rng_bits(&rng, 30));
    memcpy(&twin, &machine, sizeof(twin));
    memcpy(&log_b, &log_a, sizeof(log_b));
    twin.host.self = &log_b;
    for (unsigned i = 0; i < 100; i++) {
        struct rng same = {rng_next(&rng)}, again = same;
        now += rng_bits(&rng, 30);
        good &= do_something(&same, &machine, now) == do_something(&again, &twin, now);
    }
    ok(good && same_trace() && same_machines(),
        "a copy of the machine behaves as the original does");
}

/* ---- names ---- */

static void test_blocks(void)
{
    static const char *const names[] = {"imc0", "imc1", "imc2", "imc3", "cbo0", "cbo1", "cbo2",
        "cbo3", "cbo4", "cbo5", "cbo6", "cbo7", "pcu", "ubox-msr", "ha", "qpi0", "qpi1", "r2pcie",
        "r3qpi0", "r3qpi1", "ubox", "pci", "package"};
    const unsigned n = sizeof(names) / sizeof(names[0]);
    char name[MACHINE_BLOCK_NAME], expected[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned found = 0;
    bool good = true;

    for (unsigned b = 0; !snbep_of_cpu(b); b = machine_block_after(&snbep_model, b)) {
        if (!snbep_model.block(b, name, sizeof(name), &bank))
            continue;
        snprintf(expected, sizeof(expected), "%s%s", found < n ? "" : "s1.", names[found % n]);
        good &= !strcmp(name, expected) && bank->n_regs;
        found++;
    }
    ok(good && found == 2 * n, "the first variant's blocks of both sockets have these names");
}

/* Traces have these numbers, so no change may move them: variant in bits 23:16,
 * socket in 15:14, kind in 13:8, index in 7:0. */
static const struct {
    unsigned block;
    const char *name, *variant, *bank;
} blocks[] = {
    {0x000003, "imc3", "snbep", "imc"},
    {0x000207, "cbo7", "snbep", "cbo"},
    {0x000300, "pcu", "snbep", "pcu"},
    {0x000400, "ubox-msr", "snbep", "ubox-msr"},
    {0x000600, "ha", "snbep", "ha"},
    {0x000701, "qpi1", "snbep", "qpi"},
    {0x000800, "r2pcie", "snbep", "r2pcie"},
    {0x004900, "s1.r3qpi0", "snbep", "r3qpi"},
    {0x002000, "ubox", "snbep", "ubox"},
    {0x006100, "s1.pci", "snbep", "pci"},
    {0x002200, "package", "snbep", "package"},
    {0x002603, "cpu3.core", "snbep", "core"},
    {0x010210, "", "", ""},
    {0x01020e, "cbo14", "ivt", "cbo-ivt"},
    {0x020501, "sbo1", "hsx", "sbo-hsx"},
    {0x030217, "cbo23", "bdx", "cbo-hsx"},
    {0x040600, "ha0", "bdx-de", "ha-hsx"},
    {0x050a1b, "cha27", "skx", "cha"},
    {0x054b01, "s1.m2m1", "skx", "m2m"},
    {0x050c02, "upi2", "skx", "upi"},
    {0x050d00, "m3upi0", "skx", "m3upi"},
    {0x050e05, "iio5", "skx", "iio"},
    {0x050f05, "irp5", "skx", "irp"},
    {0x051001, "iio-free1", "skx", "iio-free"},
    {0x051105, "iio-clock5", "skx", "iio-clock"},
    {0x052300, "caps", "skx", "caps"},
    {0x060a00, "cha0", "clx", "cha-clx"},
    {0x07000b, "imc11", "icx", "imc-icx"},
    {0x070103, "imc-free3", "icx", "imc-free"},
    {0x080103, "imc-free3", "spr", "imc-spr-free"},
    {0x084300, "s1.pcu", "spr", "pcu-spr"},
    {0x082400, "discovery", "spr", "discovery"},
    {0x08e500, "", "", ""},
    {0x08a500, "", "", ""},
    {0x086500, "s1.units", "spr", "units"},
    {0x08263f, "cpu63.core", "spr", "core-spr"},
    {0x082640, "", "", ""},
    {0x090b01, "m2m1", "generic", "m2m-spr"},
    {0x0a0007, "imc7", "emr", "imc-spr"},
    {0xff2701, "cpu1.apic", NULL, "apic"},
    {0x002701, "", "", ""},
    {0xffffffff, "", "", ""},
};

static void test_block_numbers(void)
{
    for (unsigned i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;
        const char *prose;

        if (!*blocks[i].bank) {
            ok(!snbep_model.block(blocks[i].block, name, sizeof(name), &bank), "no block 0x%06x",
                blocks[i].block);
            continue;
        }
        if (!ok(snbep_model.block(blocks[i].block, name, sizeof(name), &bank), "block 0x%06x",
                blocks[i].block))
            continue;
        is_str(name, blocks[i].name, "... by name");
        is_str(bank->name, blocks[i].bank, "... its registers");
        is_str(snbep_model.variant(blocks[i].block, &prose), blocks[i].variant, "... its variant");
    }
}

/* A search meets each block once, and its number leads back to it. */
static void test_block_search(void)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned expected = SNBEP_MAX_CPUS, found = 0, steps = 0;
    bool same = true;

    for (unsigned v = 0; v < SNBEP_N_VARIANTS; v++) {
        const struct snbep_variant *variant = snbep_variants[v];

        same &= variant->number == v;
        expected += intel_lbr_bank(variant->core) ? SNBEP_MAX_CPUS : 0;
        expected += SNBEP_MAX_CPUS + SNBEP_MAX_SOCKETS * (variant->n_boxes + 3 + !!variant->second +
                                                             2 * !!variant->discovery);
        for (unsigned box = 0; box < variant->n_boxes; box++) {
            struct snbep_block b;

            same &= snbep_block_find(snbep_box_block(variant, 1, box), &b) && b.box == box &&
                    b.variant == variant && b.socket == 1 && b.place == &variant->boxes[box];
        }
    }
    for (unsigned b = 0; b < snbep_model.end_block; b = machine_block_after(&snbep_model, b)) {
        found += snbep_model.block(b, name, sizeof(name), &bank);
        steps++;
    }
    ok(same, "each box has its own number");
    is_u64(found, expected, "a search finds all blocks");
    ok(steps < 2 * expected, "... in few steps");
}

/* A list for each variant of a channel's BOX_CTL and each other kind of box. */
static void test_lists(void)
{
    static const struct {
        const char *name;
        unsigned n; /* 0: oracle_manual_test.c has them */
    } lists[] = {{"imc", 25}, {"imc-guide", 25}, {"imc-ivt", 0}, {"imc-hsx", 0}, {"imc-skx", 0},
        {"imc-clx", 0}, {"imc-icx", 0}, {"ha", 37}, {"qpi", 41}, {"r2pcie", 14}, {"r3qpi", 22},
        {"cbo", 24}, {"pcu", 37}, {"ubox-msr", 8}, {"ha-ivt", 52}, {"qpi-ivt", 63},
        {"r2pcie-ivt", 16}, {"r3qpi-ivt", 26}, {"cbo-ivt", 24}, {"pcu-ivt", 71},
        {"ubox-msr-ivt", 7}, {"ha-hsx", 59}, {"qpi-hsx", 63}, {"r2pcie-hsx", 18}, {"r3qpi-hsx", 33},
        {"r3qpi-bdx", 33}, {"cbo-hsx", 31}, {"sbo-hsx", 18}, {"pcu-hsx", 59}, {"ubox-msr-hsx", 6},
        {"ubox-msr-bdx", 6}, {"cha", 0}, {"cha-clx", 0}, {"pcu-skx", 27}, {"ubox-msr-skx", 5},
        {"upi", 0}, {"m2m", 0}, {"m2m-clx", 0}, {"m3upi", 0}, {"iio", 16}, {"irp", 30},
        {"imc-spr", 0}, {"pcu-spr", 25}, {"m2m-spr", 10}};
    const unsigned n_lists = sizeof(lists) / sizeof(lists[0]);
    struct machine_events events;
    unsigned known = 0;

    for (unsigned list = 0; snbep_model.events(list, &events); list++) {
        unsigned of = 0;

        while (of < n_lists && strcmp(lists[of].name, events.name) != 0)
            of++;
        known += of < n_lists;
        is_str(events.prose, "events of general counters", "... in words");
        is_str(events.code, "ev_sel", "... coded by ev_sel");
        is_str(events.number, "max/cycle", "... each with a maximum");
        is_str(events.text, "counts", "... with the counts in words");
        bool selects = !strncmp(events.name, "pcu", 3) && strcmp(events.name, "pcu-spr");

        is_str(events.sub, selects ? "occ_sel" : "umask", "... and a umask or an equivalent");
        is_u64(events.code_bits, selects || !strncmp(events.name, "qpi", 3) ? 9 : 8,
            "... codes of 8 bits, or with an extended one");
        if (of < n_lists)
            ok(lists[of].n ? events.n_events == lists[of].n : events.n_events > 25,
                "... in the expected number");
    }
    is_u64(known, n_lists, "each of these kinds has a list");
}

/* 327043-001, table 2-67 and the next pages: codes and maximum increments. */
static void test_events(void)
{
    static const struct {
        const char *name;
        uint8_t code;
        unsigned max, n_subs;
    } rows[] = {
        {"CLOCKTICKS", 0x00, 1, 0},
        {"ACT_COUNT", 0x01, 1, 0},
        {"PRE_COUNT", 0x02, 1, 2},
        {"CAS_COUNT", 0x04, 1, 7},
        {"DRAM_REFRESH", 0x05, 1, 2},
        {"DRAM_PRE_ALL", 0x06, 1, 0},
        {"MAJOR_MODES", 0x07, 1, 4},
        {"PREEMPTION", 0x08, 1, 2},
        {"ECC_CORRECTABLE_ERRORS", 0x09, 1, 0},
        {"RPQ_INSERTS", 0x10, 1, 0},
        {"RPQ_CYCLES_NE", 0x11, 1, 0},
        {"RPQ_CYCLES_FULL", 0x12, 1, 0},
        {"WPQ_INSERTS", 0x20, 1, 0},
        {"WPQ_CYCLES_NE", 0x21, 1, 0},
        {"WPQ_CYCLES_FULL", 0x22, 1, 0},
        {"WPQ_READ_HIT", 0x23, 1, 0},
        {"WPQ_WRITE_HIT", 0x24, 1, 0},
        {"POWER_THROTTLE_CYCLES", 0x41, 1, 8},
        {"POWER_SELF_REFRESH", 0x43, 1, 0},
        {"RPQ_OCCUPANCY", 0x80, 22, 0},
        {"WPQ_OCCUPANCY", 0x81, 32, 0},
        {"POWER_CKE_CYCLES", 0x83, 16, 8},
        {"POWER_CHANNEL_DLLOFF", 0x84, 1, 0},
        {"POWER_CHANNEL_PPD", 0x85, 4, 0},
        {"POWER_CRITICAL_THROTTLE_CYCLES", 0x86, 1, 0},
    };

    for (unsigned i = 0; i < 25; i++) {
        struct machine_event event = {.code = 0xdead, .number = 0xdead, .n_subs = 0xdead};
        snbep_model.event(i % 2, i, &event);
        is_str(event.name, rows[i].name, "event %02x", rows[i].code);
        ok(event.code == rows[i].code && event.number == rows[i].max &&
                event.n_subs == rows[i].n_subs,
            "... its code, at most %u a cycle, %u sub-events and names of several", rows[i].max,
            rows[i].n_subs);
    }
}

/* Headers of all functions are one block. Each offset identifies the function.
 * */
static void test_functions(void)
{
    static const struct {
        const char *name;
        uint32_t offset, within;
    } rows[] = {{"10.0", 0x8000, 0}, {"10.5", 0x8500, 0}, {"13.5", 0x9d02, 2},
        {"08.0", 0x400e, 0x0e}, {"1f.7", 0xff3f, 0x3f}, {"00.1", 0x0100, 0}};
    uint32_t offset = 0xd8;
    char name[8];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        offset = rows[i].offset;
        ok(snbep_model.function(&pci_bank, &offset, name, sizeof(name)), "offset %x",
            rows[i].offset);
        is_str(name, rows[i].name, "... device and function");
        is_u64(offset, rows[i].within, "... and the rest");
    }
    offset = 0xd8;
    ok(!snbep_model.function(&imc_bank, &offset, name, sizeof(name)) && offset == 0xd8,
        "a monitor belongs to one function");
}

static void test_values(void)
{
    const struct reg *ctl = &imc_bank.regs[IMC_CTL0], *box = &imc_guide_bank.regs[IMC_BOX_CTL];
    unsigned ev_sel = (unsigned)reg_field_named(ctl, "ev_sel"),
             umask = (unsigned)reg_field_named(ctl, "umask");
    const uint64_t reads = 0x00400304;

    is_str(snbep_model.value_name(ctl, ev_sel, reads), "CAS_COUNT", "400304 is CAS_COUNT");
    is_str(snbep_model.value_name(ctl, umask, reads), "RD", "... with RD");
    is_str(snbep_model.value_name(ctl, ev_sel, 0x03), NULL, "event 3 has no name");
    is_str(snbep_model.value_name(ctl, umask, 0x0504), NULL, "nor has umask 5");
    is_str(snbep_model.value_name(ctl, (unsigned)reg_field_named(ctl, "en"), reads), NULL,
        "nor have other fields");
    is_str(snbep_model.value_name(box, 0, 0x304), NULL, "nor other registers");
    is_u64(
        (uint64_t)snbep_model.value_named(ctl, ev_sel, 0, "cas_count"), 4, "CAS_COUNT is event 4");
    is_u64((uint64_t)snbep_model.value_named(ctl, umask, 4, "WR"), 0x0c, "its WR is c");
    ok(snbep_model.value_named(ctl, umask, 0x80, "WR") == -1 &&
            snbep_model.value_named(ctl, ev_sel, 0, "X") == -1 &&
            snbep_model.value_named(box, 0, 0, "RD") == -1,
        "an unknown name is refused");
}

/* ---- looks from outside ---- */

static uint64_t peeked(unsigned block, uint32_t offset, unsigned size)
{
    uint64_t value = 0xbad;

    return snbep_peek(&machine, block, offset, size, &value) ? value : 0xbad;
}

/* 100M/s from 1 s on, counted by counter 0, and clock cycles counted by the
 * fixed one. */
static void test_peek(void)
{
    start(&machine, &log_a, &one_socket, "at boot + 1s\nimc1 CAS_COUNT.RD_REG 100M/s\n");
    pci_write(&machine, 10, BUS, channel_devfn(1), 0xd8, 4, EN | 0x304);
    pci_write(&machine, 10, BUS, channel_devfn(1), 0xf0, 4, EN);
    snbep_advance(&machine, 3 * SECOND);
    log_a.n = 0;
    memcpy(&twin, &machine, sizeof(twin));
    is_u64(peeked(1, 0xa0, 8), 200000000, "a counter at the present");
    is_u64(peeked(1, 0xd0, 8), 2399999992, "... and the fixed one, which began 8 cycles late");
    is_u64(peeked(1, 0xd0, 4), 2399999992, "... its lower half");
    is_u64(peeked(1, 0xd4, 4), 0, "... and its upper one");
    is_u64(peeked(1, 0xd8, 4), EN | 0x304, "a control register");
    is_u64(peeked(E5_BLOCK(SNBEP_BLOCK_UBOX, 0), 0x40, 4), 0, "the UBOX");
    is_u64(peeked(E5_BLOCK(SNBEP_BLOCK_PCI, 0), DEVFN(0x10, 1) << 8, 4), 0x3cb18086, "a header");
    is_u64(peeked(E5_BLOCK(SNBEP_BLOCK_PACKAGE, 0), 0xce, 8), UINT64_C(0x0a0000000a00), "an MSR");
    is_u64(peeked(E5_BLOCK(SNBEP_BLOCK_PCI, 0), DEVFN(0x1f, 0) << 8, 4), 0xbad, "no function");
    is_u64(peeked(E5_SOCKET_1, 0xa0, 8), 0xbad, "no second socket");
    ok(!memcmp(&twin, &machine, sizeof(twin)), "nothing has changed");
    is_u64(log_a.n, 0, "nor is a record in the trace");
    is_u64(channel_counter(&machine, 3 * SECOND, 1, 0xa0), 200000000, "a read returns the same");
    snbep_reset(&machine, &(struct snbep_config){.dclk_hz = 800000000, .n_sockets = 1, .absent = 2},
        &(struct sim_host){0});
    is_u64(peeked(1, 0xa0, 8), 0xbad, "a channel that is absent");
    is_u64(peeked(0, 0xa0, 8), 0, "... and one that is present");
}

int main(void)
{
    test_buses();
    test_ubox();
    test_channels();
    test_variants();
    test_window();
    test_half_clock();
    test_free_running();
    test_packets();
    test_discovery();
    test_listed_channel();
    test_listed_free_running();
    test_stack_free_running();
    test_msrs();
    test_platform_info();
    test_platform_info_fields();
    test_fields();
    test_tsc_unknown();
    test_reset();
    test_trace();
    test_trace_of_parts();
    test_overflows();
    test_overflow_again();
    test_overflow_places();
    test_overflow_by_plan();
    test_boot_plan();
    test_late_plan();
    test_step_plan();
    test_access_plan();
    test_refused();
    test_lazy_and_eager();
    test_forgetful();
    test_snapshot();
    test_blocks();
    test_block_numbers();
    test_block_search();
    test_lists();
    test_events();
    test_functions();
    test_values();
    test_peek();
    return done_testing();
}
