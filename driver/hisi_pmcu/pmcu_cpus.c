// SPDX-License-Identifier: GPL-2.0-only
/* Finds the die's CPUs, the CPU that counts the events, and the mode. */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/property.h>
#include <linux/smp.h>

#include <asm/cputype.h>
#include <asm/kvm_arm.h>
#include <asm/sysreg.h>
#include <asm/virt.h>

#include "hisi_pmcu.h"

static enum cpuhp_state hotplug_state;

/* The same numbers as in hisi_read_sccl_and_ccl_id(), hisi_uncore_pmu.c. */
static u32 this_cpus_die(void)
{
	u64 mpidr = read_cpuid_mpidr();

	if (!(mpidr & MPIDR_MT_BITMASK))
		return MPIDR_AFFINITY_LEVEL(mpidr, 2);
	if (read_cpuid_implementor() == ARM_CPU_IMP_HISI &&
	    read_cpuid_part_number() == HISI_CPU_PART_TSV110)
		return MPIDR_AFFINITY_LEVEL(mpidr, 2) >> 3;
	return MPIDR_AFFINITY_LEVEL(mpidr, 3);
}

/* The number of EL1's counters. Below EL2 it is unknown, so all are assumed. */
static u32 this_cpus_hpmn(void)
{
	return is_kernel_in_hyp_mode() ? read_sysreg(mdcr_el2) & MDCR_EL2_HPMN_MASK : U32_MAX;
}

/* Starts the counters that EL1 does not have. */
static void enable_this_cpus_hypervisor_counters(void *unused)
{
	sysreg_clear_set(mdcr_el2, 0, MDCR_EL2_HPME);
}

/* A CPU's report about itself. */
struct introduction {
	u32 die;
	u32 hpmn;
};

static void introduce(void *info)
{
	struct introduction *self = info;

	self->die = this_cpus_die();
	self->hpmn = this_cpus_hpmn();
}

/* Firmware describes a CPU in ACPI's namespace or in the device tree. */
static void set_cpu_of_node(struct cpumask *cpus, const struct fwnode_handle *node)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct device *dev = get_cpu_device(cpu);

		if (dev && dev_fwnode(dev) == node)
			cpumask_set_cpu(cpu, cpus);
	}
}

/* Property "cpus", if present, lists the die's CPUs and overrides MPIDR. */
static int read_cpus_property(struct hisi_pmcu *pmcu)
{
	struct fwnode_handle *node;
	unsigned int i = 0;

	for (;;) {
		node = fwnode_find_reference(dev_fwnode(pmcu->dev), "cpus", i++);
		if (IS_ERR(node))
			break;
		set_cpu_of_node(&pmcu->cpus, node);
		fwnode_handle_put(node);
	}
	pmcu->cpus_given = !cpumask_empty(&pmcu->cpus);
	return PTR_ERR(node) == -ENOENT ? 0 : PTR_ERR(node);
}

static bool is_on_die(const struct hisi_pmcu *pmcu, unsigned int cpu, u32 die)
{
	return pmcu->cpus_given ? cpumask_test_cpu(cpu, &pmcu->cpus) : die == pmcu->die;
}

/* A single CPU with more counters at EL1 rules the mode out. */
static bool decide_mode(struct hisi_pmcu *pmcu)
{
	unsigned int cpu, seen = 0, unfit = 0;
	struct introduction other;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		if (smp_call_function_single(cpu, introduce, &other, true) ||
		    !is_on_die(pmcu, cpu, other.die))
			continue;
		cpumask_set_cpu(cpu, &pmcu->cpus);
		seen++;
		unfit += other.hpmn > PMCU_COMP_COUNTERS;
	}
	cpus_read_unlock();
	return seen && !unfit;
}

int pmcu_cpus_init(struct hisi_pmcu *pmcu)
{
	int ret;

	pmcu->on_cpu = -1;
	ret = read_cpus_property(pmcu);
	if (ret)
		return ret;
	pmcu->comp = decide_mode(pmcu);
	return 0;
}

static void use_cpu(struct hisi_pmcu *pmcu, unsigned int cpu)
{
	pmcu->on_cpu = cpu;
	if (irq_set_affinity(pmcu->irq, cpumask_of(cpu)))
		dev_warn(pmcu->dev, "interrupt does not move to CPU %u\n", cpu);
}

static int come_online(unsigned int cpu, struct hlist_node *node)
{
	struct hisi_pmcu *pmcu = hlist_entry_safe(node, struct hisi_pmcu, node);

	if (!is_on_die(pmcu, cpu, this_cpus_die()))
		return 0;
	cpumask_set_cpu(cpu, &pmcu->cpus);
	if (pmcu->comp)
		enable_this_cpus_hypervisor_counters(NULL);
	if (pmcu->on_cpu < 0)
		use_cpu(pmcu, cpu);
	return 0;
}

static int go_offline(unsigned int cpu, struct hlist_node *node)
{
	struct hisi_pmcu *pmcu = hlist_entry_safe(node, struct hisi_pmcu, node);
	unsigned int other;

	if (pmcu->on_cpu != cpu)
		return 0;
	pmcu->on_cpu = -1;
	for_each_cpu_and(other, &pmcu->cpus, cpu_online_mask) {
		if (other == cpu)
			continue;
		perf_pmu_migrate_context(&pmcu->pmu, cpu, other);
		use_cpu(pmcu, other);
		break;
	}
	return 0;
}

int pmcu_cpus_add(struct hisi_pmcu *pmcu)
{
	return cpuhp_state_add_instance(hotplug_state, &pmcu->node);
}

void pmcu_cpus_remove(struct hisi_pmcu *pmcu)
{
	cpuhp_state_remove_instance_nocalls(hotplug_state, &pmcu->node);
}

int pmcu_cpus_module_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/hisi_pmcu:online",
					  come_online, go_offline);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

void pmcu_cpus_module_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}
