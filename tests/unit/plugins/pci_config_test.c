/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Configuration mechanism #1: configuration accesses among port accesses, and
 * their targets. */
#include "qemu-plugins/pci/pci_config.h"
#include "tests/tap.h"

enum { CF8 = 0xcf8, CFC = 0xcfc, ENABLE = 1u << 31 };

static const char *target(uint32_t address, unsigned port, unsigned size)
{
    static char text[32];
    struct pci_config config = {0};
    struct pci_target t;

    pci_config_out(&config, CF8, 4, address);
    if (!pci_config_target(&config, port, size, &t))
        return "none";
    snprintf(text, sizeof(text), "%02x:%02x.%u %02x", t.bus, t.devfn >> 3, t.devfn & 7, t.offset);
    return text;
}

/* Minimum and maximum of each address field, with unchanged neighbours. */
static void test_fields(void)
{
    is_str(target(0x807f80a0, CFC, 4), "7f:10.0 a0", "7f:10.0 register a0");
    is_str(target(0x80000000, CFC, 4), "00:00.0 00", "all fields 0");
    is_str(target(0x80fffffc, CFC, 4), "ff:1f.7 fc", "all fields at their end");
    is_str(target(0x80ff0000, CFC, 4), "ff:00.0 00", "bus alone");
    is_str(target(0x8000f800, CFC, 4), "00:1f.0 00", "device alone");
    is_str(target(0x80000700, CFC, 4), "00:00.7 00", "function alone");
    is_str(target(0x800000fc, CFC, 4), "00:00.0 fc", "register alone");
    is_str(target(0x80000003, CFC, 4), "00:00.0 00", "bits 1:0 are no part of the register");
}

static void test_not_ours(void)
{
    is_str(target(0x007f80a0, CFC, 4), "none", "a disabled address");
    is_str(target(0, CFC, 4), "none", "no address");
    for (unsigned bit = 24; bit < 31; bit++)
        is_str(target(0x807f80a0 | 1u << bit, CFC, 4), "none", "bit %u selects more than 256 bytes",
            bit);
}

/* Every port around the data port, with every size: only accesses within CFC to
 * CFF count. */
static void test_lanes(void)
{
    for (unsigned size = 1; size <= 4; size *= 2)
        for (unsigned port = CF8; port <= CFC + 4; port++) {
            char expected[32] = "none";

            if (port >= CFC && port + size <= CFC + 4)
                snprintf(expected, sizeof(expected), "7f:10.0 %02x", 0xf4 + port - CFC);
            is_str(target(0x807f80f4, port, size), expected, "%u bytes at port %x: %s", size, port,
                expected);
        }
    is_str(target(0x80ff00fc, CFC + 3, 1), "ff:00.0 ff", "the last byte of a function");
}

static void test_far_ports(void)
{
    is_str(target(0x807f80a0, CFC & 0xff, 4), "none", "port fc is not the data port");
    is_str(target(0x807f80a0, CFC + 0x1000, 4), "none", "port 1cfc is not");
    is_str(target(0x807f80a0, 0, 1), "none", "port 0 is not");
    is_str(target(0x807f80a0, 0xffff, 1), "none", "port ffff is not");
}

/* Only an output to all of CF8 sets the address: CF9 is a PC's reset
 * register. */
static void test_address_writes(void)
{
    struct pci_config config = {0};

    pci_config_out(&config, CF8, 4, 0x807f80a0);
    for (unsigned port = CF8 - 4; port <= CFC + 4; port++)
        for (unsigned size = 1; size <= 4; size *= 2)
            if (port != CF8 || size != 4)
                pci_config_out(&config, port, size, ENABLE | 0x11111100);
    is_u64(config.address, 0x807f80a0, "only a dword to CF8 is an address");
    pci_config_out(&config, CF8, 4, 0x80000808);
    is_u64(config.address, 0x80000808, "the next one replaces it");
}

int main(void)
{
    test_fields();
    test_not_ours();
    test_lanes();
    test_far_ports();
    test_address_writes();
    return done_testing();
}
