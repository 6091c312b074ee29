// SPDX-License-Identifier: GPL-2.0-only
/* The PMU's files below /sys/devices. */
#include <linux/ctype.h>
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "hisi_pmcu.h"

/* The longest word that is a 16-bit number, "0xffff", and a NUL. */
#define WORD_SIZE 7

static struct hisi_pmcu *device_to_pmcu(struct device *dev)
{
	return to_hisi_pmcu((struct pmu *)dev_get_drvdata(dev));
}

PMU_FORMAT_ATTR(nr_sample, "config:0-31");
PMU_FORMAT_ATTR(sample_period_ms, "config:32-63");
PMU_FORMAT_ATTR(pmccfiltr, "config1:0-7");

static struct attribute *format_attrs[] = {
	&format_attr_nr_sample.attr,
	&format_attr_sample_period_ms.attr,
	&format_attr_pmccfiltr.attr,
	NULL
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = format_attrs,
};

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	int cpu = READ_ONCE(device_to_pmcu(dev)->on_cpu);

	return sysfs_emit(buf, "%*pbl\n",
			  cpumask_pr_args(cpu < 0 ? cpu_none_mask : cpumask_of(cpu)));
}
static DEVICE_ATTR_ADMIN_RO(cpumask);

/* Includes offline CPUs: the unit stores zeros for them. */
static ssize_t monitored_cpus_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%*pbl\n", cpumask_pr_args(&device_to_pmcu(dev)->cpus));
}
static DEVICE_ATTR_ADMIN_RO(monitored_cpus);

static ssize_t user_events_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct hisi_pmcu *pmcu = device_to_pmcu(dev);
	unsigned long flags;
	unsigned int i;
	ssize_t len = 0;

	raw_spin_lock_irqsave(&pmcu->lock, flags);
	for (i = 0; i < pmcu->user_events.nr; i++)
		len += sysfs_emit_at(buf, len, "0x%04x\n", pmcu->user_events.ids[i]);
	raw_spin_unlock_irqrestore(&pmcu->lock, flags);
	return len;
}

/* Parses a hexadecimal 16-bit number at the start of @text; 0x is optional. */
static int parse_event(const char *text, u16 *id)
{
	size_t len = strcspn(text, " \t\n\v\f\r");
	char word[WORD_SIZE];

	if (len >= sizeof(word))
		return -EINVAL;
	memcpy(word, text, len);
	word[len] = 0;
	return kstrtou16(word, 16, id);
}

/* Parses words up to the first non-number; drops excess numbers. */
static int parse_events(const char *text, struct pmcu_events *events)
{
	int ret;

	events->nr = 0;
	for (text = skip_spaces(text); isxdigit(*text); text = skip_spaces(text)) {
		if (events->nr == PMCU_MAX_EVENTS)
			break;
		ret = parse_event(text, &events->ids[events->nr]);
		if (ret) {
			events->nr = 0;
			return ret;
		}
		events->nr++;
		text += strcspn(text, " \t\n\v\f\r");
	}
	return 0;
}

static ssize_t user_events_store(struct device *dev, struct device_attribute *attr,
				 const char *buf, size_t count)
{
	struct hisi_pmcu *pmcu = device_to_pmcu(dev);
	struct pmcu_events *events = kmalloc(sizeof(*events), GFP_KERNEL);
	unsigned long flags;
	int ret;

	if (!events)
		return -ENOMEM;
	ret = parse_events(buf, events);
	raw_spin_lock_irqsave(&pmcu->lock, flags);
	pmcu->user_events = *events;
	raw_spin_unlock_irqrestore(&pmcu->lock, flags);
	kfree(events);
	return ret ? ret : count;
}
static DEVICE_ATTR_ADMIN_RW(user_events);

static struct attribute *pmcu_attrs[] = {
	&dev_attr_cpumask.attr,
	&dev_attr_monitored_cpus.attr,
	&dev_attr_user_events.attr,
	NULL
};

static const struct attribute_group pmcu_group = {
	.attrs = pmcu_attrs,
};

const struct attribute_group *pmcu_attr_groups[] = {
	&format_group,
	&pmcu_group,
	NULL
};
