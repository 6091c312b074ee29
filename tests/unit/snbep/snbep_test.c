/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: its buses and registers as a guest sees them, and exact
 * times of everything. */
#include "models/snbep/snbep_config.h"
#include "models/snbep/socket/socket.rdl.h"
#include "models/x86/intel_core.rdl.h"
#include "tests/snbep_machine.h"

static struct snbep machine, twin;
static struct trace_log log_a;

static const struct snbep_config one_socket = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 1};
static const struct snbep_config two_sockets = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 2};

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
    is_u64(banks, 70, "70 kinds of block");
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

/* ---- a clock with a gate ---- */

/* Counters of the ring stop at cycles (ns) in which it has traffic, 1 to 3 s:
 * clock ticks, traffic, and ticks without traffic, in 4 s. */
static void test_gate(void)
{
    static const char plan[] = "at boot + 1s\nr2pcie RING_BL_USED.CW_EVEN 25%\n"
                               "at boot + 3s\nr2pcie RING_BL_USED.CW_EVEN off\n";
    static const uint32_t controls[] = {EN | 0x01, EN | 0x109, EN | 1 << 24 | 1 << 23 | 0x109};
    static const uint64_t counts[2][3] = {
        {4000000000, 500000000, 3500000000}, {2000000000, 500000000, 1500000000}};
    const unsigned stop = DEVFN(0x13, 1);

    for (unsigned gate = 0; gate < 2; gate++) {
        struct snbep_config config = one_socket;

        config.uclk_gate = gate;
        start(&machine, &log_a, &config, plan);
        for (unsigned i = 0; i < 3; i++)
            pci_write(&machine, 0, BUS, stop, 0xd8 + 4 * i, 4, controls[i]);
        pci_write(&machine, 0, BUS, channel_devfn(0), 0xf0, 4, EN);
        is_u64(pci_read(&machine, SECOND, BUS, stop, 0xa0, 4), gate ? 0 : 1000000000,
            "gate %u: ticks before the first traffic", gate);
        is_u64(pci_read(&machine, SECOND + 7, BUS, stop, 0xa0, 4), gate ? 7 : 1000000007,
            "... and 7 cycles after it began");
        for (unsigned i = 0; i < 3; i++)
            is_u64(pci_read(&machine, 4 * SECOND, BUS, stop, 0xa0 + 8 * i, 4),
                (uint32_t)counts[gate][i], "... counter %u, a second after its end", i);
        is_u64(channel_counter(&machine, 4 * SECOND, 0, 0xd0), 3200000000,
            "... and the memory's clock has no gate");
    }
}

/* An overflow comes later by the time without traffic. */
static void test_gated_overflow(void)
{
    struct snbep_config config = one_socket;

    config.uclk_gate = true;
    start(&machine, &log_a, &config,
        "at boot + 2s\nr2pcie RING_BL_USED.CW_EVEN 25%\nat boot\n"
        "r2pcie.PMON_CTR0 = 0xffffffffff0\n");
    pci_write(&machine, 10, BUS, DEVFN(0x13, 1), 0xd8, 4, EN | 0x01);
    snbep_advance(&machine, 3 * SECOND);
    is_u64(n_of(&log_a, TRACE_OVERFLOW), 1, "one overflow");
    is_u64(nth(&log_a, TRACE_OVERFLOW, 0) ? nth(&log_a, TRACE_OVERFLOW, 0)->time : 0,
        2 * SECOND + 16, "... 16 cycles after the traffic began");
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
    test_msrs();
    test_platform_info();
    test_platform_info_fields();
    test_fields();
    test_tsc_unknown();
    test_reset();
    test_gate();
    test_gated_overflow();
    test_peek();
    return done_testing();
}
