// SPDX-License-Identifier: GPL-2.0-only
/* The platform driver, and perf's callbacks. */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/device.h>
#include <linux/interrupt.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/property.h>

#include "hisi_pmcu.h"
#include "pmcu_regs.h"

/* Kernels before 6.16 always allocate the AUX buffer in large pieces. */
#ifndef PERF_PMU_CAP_AUX_PREFER_LARGE
#define PERF_PMU_CAP_AUX_PREFER_LARGE 0
#endif

#define CONFIG_NR_SAMPLE	GENMASK_ULL(31, 0)
#define CONFIG_PERIOD_MS	GENMASK_ULL(63, 32)
#define CONFIG1_FILTER		GENMASK_ULL(7, 0)

#define DEFAULT_NR_SAMPLE	128
#define DEFAULT_PERIOD_MS	3
#define MAX_PERIOD_MS		(U32_MAX / PMCU_TICKS_PER_MS)

/* The limit of the kernel's CPU masks; sizes stay far below 32 bits. */
#define MAX_CLUSTERS		DIV_ROUND_UP(NR_CPUS, PMCU_CPUS_PER_CLUSTER)

static int read_config(struct perf_event *event)
{
	u32 samples = FIELD_GET(CONFIG_NR_SAMPLE, event->attr.config);
	u32 period = FIELD_GET(CONFIG_PERIOD_MS, event->attr.config);

	if (period > MAX_PERIOD_MS)
		return -EINVAL;
	pmcu_pending(event) = samples ? samples : DEFAULT_NR_SAMPLE;
	pmcu_wait_cnt(event) = (period ? period : DEFAULT_PERIOD_MS) * PMCU_TICKS_PER_MS;
	pmcu_filter(event) = FIELD_GET(CONFIG1_FILTER, event->attr.config1);
	return 0;
}

/* Whether an event could be started now. */
static int check_ready(struct hisi_pmcu *pmcu)
{
	unsigned long flags;
	int ret = 0;

	raw_spin_lock_irqsave(&pmcu->lock, flags);
	if (pmcu->busy || pmcu->stuck)
		ret = -EBUSY;
	else if (!pmcu->user_events.nr)
		ret = -EINVAL;
	raw_spin_unlock_irqrestore(&pmcu->lock, flags);
	return ret;
}

static int pmcu_event_init(struct perf_event *event)
{
	struct hisi_pmcu *pmcu = to_hisi_pmcu(event->pmu);
	int on_cpu = READ_ONCE(pmcu->on_cpu);
	int ret;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	/* The unit counts a whole die, not a task. */
	if (event->cpu < 0 || event->attach_state & PERF_ATTACH_TASK)
		return -EOPNOTSUPP;
	if (on_cpu < 0)
		return -ENODEV;
	ret = check_ready(pmcu);
	if (ret)
		return ret;
	event->cpu = on_cpu;
	return read_config(event);
}

static int pmcu_start_locked(struct hisi_pmcu *pmcu, struct perf_event *event)
{
	int ret = pmcu_run_start(pmcu, event);

	if (!ret)
		event->hw.state = 0;
	return ret;
}

static void pmcu_start(struct perf_event *event, int flags)
{
	struct hisi_pmcu *pmcu = to_hisi_pmcu(event->pmu);
	unsigned long irqflags;

	raw_spin_lock_irqsave(&pmcu->lock, irqflags);
	if (pmcu->event == event && event->hw.state & PERF_HES_STOPPED)
		pmcu_start_locked(pmcu, event);
	raw_spin_unlock_irqrestore(&pmcu->lock, irqflags);
}

static void pmcu_stop_locked(struct hisi_pmcu *pmcu, struct perf_event *event)
{
	if (pmcu->event != event || event->hw.state & PERF_HES_STOPPED)
		return;
	pmcu_run_stop(pmcu);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static void pmcu_stop(struct perf_event *event, int flags)
{
	struct hisi_pmcu *pmcu = to_hisi_pmcu(event->pmu);
	unsigned long irqflags;

	raw_spin_lock_irqsave(&pmcu->lock, irqflags);
	pmcu_stop_locked(pmcu, event);
	raw_spin_unlock_irqrestore(&pmcu->lock, irqflags);
}

static int pmcu_add(struct perf_event *event, int flags)
{
	struct hisi_pmcu *pmcu = to_hisi_pmcu(event->pmu);
	unsigned long irqflags;
	int ret = 0;

	raw_spin_lock_irqsave(&pmcu->lock, irqflags);
	if (pmcu->event) {
		ret = -EAGAIN;
	} else {
		event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
		pmcu->event = event;
		if (flags & PERF_EF_START)
			ret = pmcu_start_locked(pmcu, event);
		if (ret)
			pmcu->event = NULL;
	}
	raw_spin_unlock_irqrestore(&pmcu->lock, irqflags);
	return ret;
}

static void pmcu_del(struct perf_event *event, int flags)
{
	struct hisi_pmcu *pmcu = to_hisi_pmcu(event->pmu);
	unsigned long irqflags;

	raw_spin_lock_irqsave(&pmcu->lock, irqflags);
	pmcu_stop_locked(pmcu, event);
	if (pmcu->event == event)
		pmcu->event = NULL;
	raw_spin_unlock_irqrestore(&pmcu->lock, irqflags);
}

/* Interrupts keep the number of samples up to date. */
static void pmcu_read(struct perf_event *event)
{
}

static irqreturn_t pmcu_interrupt(int irq, void *data)
{
	return pmcu_run_interrupt(data) ? IRQ_HANDLED : IRQ_NONE;
}

static int read_properties(struct hisi_pmcu *pmcu)
{
	u32 clusters;

	if (device_property_read_u32(pmcu->dev, "hisilicon,scl-id", &pmcu->die))
		return dev_err_probe(pmcu->dev, -EINVAL, "no hisilicon,scl-id\n");
	if (device_property_read_u32(pmcu->dev, "hisilicon,nr-cluster", &clusters))
		return dev_err_probe(pmcu->dev, -EINVAL, "no hisilicon,nr-cluster\n");
	if (!clusters || clusters > MAX_CLUSTERS)
		return dev_err_probe(pmcu->dev, -EINVAL, "%u clusters: expected 1 to %u\n",
				     clusters, MAX_CLUSTERS);
	pmcu->nr_cpu = clusters * PMCU_CPUS_PER_CLUSTER;
	return 0;
}

static int get_resources(struct hisi_pmcu *pmcu, struct platform_device *pdev)
{
	pmcu->base = devm_platform_ioremap_resource(pdev, 0);
	if (IS_ERR(pmcu->base))
		return PTR_ERR(pmcu->base);
	pmcu->list = devm_kcalloc(pmcu->dev, PMCU_MAX_EV_LEN, sizeof(*pmcu->list), GFP_KERNEL);
	if (!pmcu->list)
		return -ENOMEM;
	pmcu->irq = platform_get_irq(pdev, 0);
	return pmcu->irq < 0 ? pmcu->irq : 0;
}

static int register_pmu(struct hisi_pmcu *pmcu)
{
	char *name = devm_kasprintf(pmcu->dev, GFP_KERNEL, "hisi_pmcu_sccl%u", pmcu->die);

	if (!name)
		return -ENOMEM;
	pmcu->pmu = (struct pmu) {
		.module = THIS_MODULE,
		.capabilities = PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_AUX_OUTPUT |
				PERF_PMU_CAP_AUX_PREFER_LARGE,
		.task_ctx_nr = perf_invalid_context,
		.attr_groups = pmcu_attr_groups,
		.event_init = pmcu_event_init,
		.add = pmcu_add,
		.del = pmcu_del,
		.start = pmcu_start,
		.stop = pmcu_stop,
		.read = pmcu_read,
		.setup_aux = pmcu_aux_setup,
		.free_aux = pmcu_aux_free,
	};
	return perf_pmu_register(&pmcu->pmu, name, -1);
}

static void unregister_pmu(void *data)
{
	struct hisi_pmcu *pmcu = data;

	perf_pmu_unregister(&pmcu->pmu);
}

static void remove_cpus(void *data)
{
	pmcu_cpus_remove(data);
}

/*
 * Events are refused until a CPU is added. The device's actions undo this in
 * reverse order. They replace a remove callback, whose type differs between
 * kernels.
 */
static int publish(struct hisi_pmcu *pmcu)
{
	int ret = register_pmu(pmcu);

	if (ret)
		return dev_err_probe(pmcu->dev, ret, "perf does not take the PMU\n");
	ret = devm_add_action_or_reset(pmcu->dev, unregister_pmu, pmcu);
	if (!ret)
		ret = pmcu_cpus_add(pmcu);
	if (!ret)
		ret = devm_add_action_or_reset(pmcu->dev, remove_cpus, pmcu);
	return ret;
}

static void quiet(void *data)
{
	pmcu_hw_quiet(data);
}

static int set_up(struct hisi_pmcu *pmcu, struct platform_device *pdev)
{
	int ret = read_properties(pmcu);

	if (!ret)
		ret = get_resources(pmcu, pdev);
	if (!ret)
		ret = pmcu_cpus_init(pmcu);
	if (ret)
		return ret;
	pmcu_hw_init(pmcu);
	/* perf's buffers need the event's own CPU and no threaded handler. */
	ret = devm_request_irq(pmcu->dev, pmcu->irq, pmcu_interrupt,
			       IRQF_NOBALANCING | IRQF_NO_THREAD, dev_name(pmcu->dev), pmcu);
	return ret ? ret : devm_add_action_or_reset(pmcu->dev, quiet, pmcu);
}

static int pmcu_probe(struct platform_device *pdev)
{
	struct hisi_pmcu *pmcu = devm_kzalloc(&pdev->dev, sizeof(*pmcu), GFP_KERNEL);
	int ret;

	if (!pmcu)
		return -ENOMEM;
	pmcu->dev = &pdev->dev;
	raw_spin_lock_init(&pmcu->lock);

	ret = set_up(pmcu, pdev);
	if (!ret)
		ret = publish(pmcu);
	if (ret)
		return ret;
	dev_dbg(pmcu->dev, "die %u, %u places for CPUs, compatibility mode %s\n", pmcu->die,
		pmcu->nr_cpu, pmcu->comp ? "on" : "off");
	return 0;
}

static const struct acpi_device_id pmcu_acpi_match[] = {
	{ "HISI0451" },
	{ }
};
MODULE_DEVICE_TABLE(acpi, pmcu_acpi_match);

static const struct of_device_id pmcu_of_match[] = {
	{ .compatible = "hisilicon,pmcu" },
	{ }
};
MODULE_DEVICE_TABLE(of, pmcu_of_match);

/* Manual unbinding would remove the PMU under open events. */
static struct platform_driver pmcu_driver = {
	.driver = {
		.name = "hisi-pmcu",
		.acpi_match_table = pmcu_acpi_match,
		.of_match_table = pmcu_of_match,
		.suppress_bind_attrs = true,
	},
	.probe = pmcu_probe,
};

static int __init pmcu_module_init(void)
{
	int ret = pmcu_cpus_module_init();

	if (ret)
		return ret;
	ret = platform_driver_register(&pmcu_driver);
	if (ret)
		pmcu_cpus_module_exit();
	return ret;
}
module_init(pmcu_module_init);

static void __exit pmcu_module_exit(void)
{
	platform_driver_unregister(&pmcu_driver);
	pmcu_cpus_module_exit();
}
module_exit(pmcu_module_exit);

MODULE_DESCRIPTION("HiSilicon Performance Monitor Control Unit");
MODULE_LICENSE("GPL");
