// SPDX-License-Identifier: GPL-2.0-or-later
/* MSRs; on snbep all of configuration space of the uncore's buses, too, and on epyc the APIC's extended space. */
#include <asm/apicdef.h>
#include <asm/msr.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <registers.h>

#include "hostile.h"

static const u32 msrs[] = {MSRS};
static const u32 apic_offsets[] = {APIC_REGISTERS};
static const u8 buses[] = {BUSES};

#define MAX_FUNCTIONS 64
static struct pci_dev *functions[MAX_FUNCTIONS];
static unsigned int n_functions;

static u8 __iomem *apic_page;

const char *const hostile_kinds[HOSTILE_KINDS] = {"MSRs", ARRAY_SIZE(buses) ? "configuration space" : "the APIC"};

static bool on_our_bus(const struct pci_dev *dev)
{
	for (size_t i = 0; i < ARRAY_SIZE(buses); i++)
		if (dev->bus->number == buses[i])
			return true;
	return false;
}

int hostile_find(void)
{
	struct pci_dev *dev = NULL;

	if (!ARRAY_SIZE(buses)) {
		apic_page = ioremap(APIC_DEFAULT_PHYS_BASE, PAGE_SIZE);
		return apic_page ? 0 : -ENOMEM;
	}
	for_each_pci_dev(dev)
		if (on_our_bus(dev) && n_functions < MAX_FUNCTIONS)
			functions[n_functions++] = dev;
	return n_functions ? 0 : -ENODEV;
}

static void write_configuration(struct hostile_random *random)
{
	const struct pci_dev *dev = functions[hostile_below(random, n_functions)];
	u32 value = hostile_value(random);
	int offset = hostile_below(random, PCI_CFG_SPACE_SIZE);

	switch (hostile_below(random, 4)) {
	case 0:
		pci_bus_write_config_byte(dev->bus, dev->devfn, offset, value);
		break;
	case 1:
		pci_bus_write_config_word(dev->bus, dev->devfn, offset & ~1, value);
		break;
	default:
		pci_bus_write_config_dword(dev->bus, dev->devfn, offset & ~3, value);
	}
}

/* A value with reserved bits may raise #GP. */
unsigned int hostile_write(struct hostile_random *random)
{
	u64 read;

	if (hostile_below(random, 2)) {
		rdmsrl_safe(msrs[hostile_below(random, ARRAY_SIZE(msrs))], &read);
		wrmsrl_safe(msrs[hostile_below(random, ARRAY_SIZE(msrs))], hostile_value(random));
		return 0;
	}
	if (n_functions)
		write_configuration(random);
	else
		writel(hostile_value(random), apic_page + apic_offsets[hostile_below(random, ARRAY_SIZE(apic_offsets))]);
	return 1;
}

/* Neither machine writes to memory, but samples go on for as long as a register says so. */
void hostile_silence(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(msrs); i++)
		wrmsrl_safe(msrs[i], 0);
}
