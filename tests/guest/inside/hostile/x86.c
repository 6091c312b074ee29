// SPDX-License-Identifier: GPL-2.0-or-later
/* MSRs; on snbep also the whole configuration space of the uncore's buses, and
 * the memory windows that it names; on epyc the APIC's extended space. */
#include <asm/apicdef.h>
#include <asm/msr.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <registers.h>

#include "hostile.h"

static const u32 apic_offsets[] = {APIC_REGISTERS};

#define MAX_MSRS 2048
static u32 msrs[MAX_MSRS] = {MSRS};
static unsigned int n_msrs = ARRAY_SIZE(((const u32[]){MSRS}));

#define MAX_FUNCTIONS 512
static struct pci_dev *functions[MAX_FUNCTIONS];
static unsigned int n_functions;

/* Registers of a monitor in memory. */
#define WINDOW_SIZE 0x80
#define MAX_WINDOWS 128
static u8 __iomem *windows[MAX_WINDOWS];
static unsigned int n_windows;

static u8 __iomem *apic_page;

const char *hostile_kinds[HOSTILE_KINDS] = {"MSRs"};

static void add_window(u64 address)
{
    u8 __iomem *window = n_windows < MAX_WINDOWS ? ioremap(address, WINDOW_SIZE) : NULL;

    if (window)
        windows[n_windows++] = window;
}

/* ---- windows of Ice Lake-SP: registers of function 00.1, device 3451 ---- */

#define ICX_UBOX      0x3451
#define ICX_BASE      0xd0
#define ICX_MEM(n)    (0xd8 + 4 * (n))
#define ICX_FREE      0x2290
#define ICX_BOX(chan) (0x22800 + 0x4000 * (chan))

static void add_windows_of_icx(struct pci_dev *dev)
{
    u32 base, offset;

    pci_read_config_dword(dev, ICX_BASE, &base);
    for (int controller = 0; controller < 4; controller++) {
        u64 at;

        pci_read_config_dword(dev, ICX_MEM(controller), &offset);
        at = ((u64)(base & 0x1fffffff) << 23) + ((offset & 0x7ff) << 12);
        add_window(at + ICX_FREE);
        for (int channel = 0; channel < 2; channel++)
            add_window(at + ICX_BOX(channel));
    }
}

/* ---- tables of units, from Sapphire Rapids on: the capability names their BAR
 * ---- */

#define DVSEC_ENTRY 8
#define DVSEC_TABLE 12
#define TABLE_SIZE  0x10000
enum access_type { BY_MSR, BY_MEMORY, BY_FUNCTION };

static void add_msrs(u64 first)
{
    for (u32 i = 0; i < 0x10 && n_msrs < MAX_MSRS; i++)
        msrs[n_msrs++] = (u32)first + i;
}

static void add_unit(const u8 __iomem *entry)
{
    u64 layout = readq(entry), control = readq(entry + 8);

    if (layout >> 62 == BY_MEMORY)
        add_window(control);
    else if (layout >> 62 == BY_MSR)
        add_msrs(control);
}

static u64 address_in_bar(struct pci_dev *dev, unsigned int number)
{
    int at = PCI_BASE_ADDRESS_0 + 4 * number;
    u32 low, high = 0;

    pci_read_config_dword(dev, at, &low);
    if ((low & PCI_BASE_ADDRESS_MEM_TYPE_MASK) == PCI_BASE_ADDRESS_MEM_TYPE_64)
        pci_read_config_dword(dev, at + 4, &high);
    return ((u64)high << 32 | low) & PAGE_MASK;
}

static void add_units(struct pci_dev *dev, int capability)
{
    u32 entry;
    u8 __iomem *table;
    u64 global;

    pci_read_config_dword(dev, capability + DVSEC_TABLE, &entry);
    table = ioremap(address_in_bar(dev, entry & 7), TABLE_SIZE);
    if (!table)
        return;
    global = readq(table);
    for (u32 unit = 1; unit <= (global >> 16 & 0x3ff); unit++)
        add_unit(table + unit * (global >> 8 & 0xff) * 8);
}

static void add_function(struct pci_dev *dev)
{
    int capability = pci_find_ext_capability(dev, PCI_EXT_CAP_ID_DVSEC);

    if (n_functions < MAX_FUNCTIONS)
        functions[n_functions++] = dev;
    if (dev->device == ICX_UBOX)
        add_windows_of_icx(dev);
    if (capability)
        add_units(dev, capability);
}

int hostile_find(void)
{
    struct pci_dev *dev = NULL;

    if (ARRAY_SIZE(apic_offsets)) {
        hostile_kinds[1] = "the APIC";
        apic_page = ioremap(APIC_DEFAULT_PHYS_BASE, PAGE_SIZE);
        return apic_page ? 0 : -ENOMEM;
    }
    /* QEMU has its own devices on bus 0. */
    for_each_pci_dev(dev) if (dev->vendor == PCI_VENDOR_ID_INTEL && dev->bus->number)
        add_function(dev);
    hostile_kinds[1] = "configuration space";
    hostile_kinds[2] = n_windows ? "windows" : NULL;
    return n_functions ? 0 : -ENODEV;
}

/* ---- accesses ---- */

static void reach_configuration(struct hostile_random *random)
{
    const struct pci_dev *dev = functions[hostile_below(random, n_functions)];
    u32 value = hostile_value(random);
    int offset = hostile_below(random, PCI_CFG_SPACE_SIZE);

    switch (hostile_below(random, 6)) {
    case 0:
        pci_bus_write_config_byte(dev->bus, dev->devfn, offset, value);
        break;
    case 1:
        pci_bus_write_config_word(dev->bus, dev->devfn, offset & ~1, value);
        break;
    case 2:
    case 3:
        pci_bus_read_config_dword(dev->bus, dev->devfn, offset & ~3, &value);
        break;
    default:
        pci_bus_write_config_dword(dev->bus, dev->devfn, offset & ~3, value);
    }
}

static void reach_window(struct hostile_random *random)
{
    u8 __iomem *at = windows[hostile_below(random, n_windows)];
    u32 offset = hostile_below(random, WINDOW_SIZE);

    switch (hostile_below(random, 4)) {
    case 0:
        readl(at + (offset & ~3));
        break;
    case 1:
        readq(at + (offset & ~7));
        break;
    case 2:
        writel(hostile_value(random), at + (offset & ~3));
        break;
    default:
        writeq(hostile_value(random), at + (offset & ~7));
    }
}

/* A value with reserved bits may raise #GP. Every CPU has counters 0 to 3. */
static void reach_msr(struct hostile_random *random)
{
    u64 read;

    rdmsrl_safe(msrs[hostile_below(random, n_msrs)], &read);
    wrmsrl_safe(msrs[hostile_below(random, n_msrs)], hostile_value(random));
    if (!hostile_below(random, 4))
        rdpmcl(hostile_below(random, 4), read);
}

unsigned int hostile_write(struct hostile_random *random)
{
    switch (hostile_below(random, 4)) {
    case 0:
        if (n_windows) {
            reach_window(random);
            return 2;
        }
        fallthrough;
    case 1:
        if (n_functions)
            reach_configuration(random);
        else
            writel(hostile_value(random),
                apic_page + apic_offsets[hostile_below(random, ARRAY_SIZE(apic_offsets))]);
        return 1;
    default:
        reach_msr(random);
        return 0;
    }
}

/* Neither machine writes to memory, but sampling continues until a register
 * stops it. */
void hostile_silence(void)
{
    for (unsigned int i = 0; i < n_msrs; i++)
        wrmsrl_safe(msrs[i], 0);
}
