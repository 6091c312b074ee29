// SPDX-License-Identifier: GPL-2.0-only
/* The AUX buffer: chunks of contiguous memory, and the header. */
#include <linux/io.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/numa.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hisi_pmcu.h"

/* For kernels before 6.8. Before 6.4, MAX_ORDER was one too large. */
#ifndef MAX_PAGE_ORDER
#define MAX_PAGE_ORDER (MAX_ORDER - 1)
#endif

static bool follows(void *page, void *next)
{
	return virt_to_phys(next) == virt_to_phys(page) + PAGE_SIZE;
}

/* Whether each consecutive run of @chunk pages is contiguous memory. */
static bool is_contiguous(void **pages, unsigned int nr_pages, unsigned int chunk)
{
	unsigned int i;

	for (i = 1; i < nr_pages; i++)
		if (i % chunk && !follows(pages[i - 1], pages[i]))
			return false;
	return true;
}

/*
 * All chunks have one size, which readers need for navigation. It never exceeds
 * the page allocator's largest block, even if two of these happen to be
 * adjacent.
 */
static unsigned int find_chunk(void **pages, unsigned int nr_pages)
{
	unsigned int chunk = min_t(unsigned int, nr_pages, 1U << MAX_PAGE_ORDER);

	while (!is_contiguous(pages, nr_pages, chunk))
		chunk /= 2;
	return chunk;
}

void *pmcu_aux_setup(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	int node = event->cpu < 0 ? NUMA_NO_NODE : cpu_to_node(event->cpu);
	struct pmcu_aux *aux;

	/* Overwriting is refused: the oldest sample's position would be unknown. */
	if (overwrite || !is_power_of_2(nr_pages))
		return NULL;

	aux = kvzalloc_node(struct_size(aux, pages, nr_pages), GFP_KERNEL, node);
	if (!aux)
		return NULL;

	memcpy(aux->pages, pages, array_size(nr_pages, sizeof(*pages)));
	aux->size = (unsigned long)nr_pages << PAGE_SHIFT;
	aux->chunk = (unsigned long)find_chunk(pages, nr_pages) << PAGE_SHIFT;
	return aux;
}

void pmcu_aux_free(void *aux)
{
	kvfree(aux);
}

static u16 event_at(const struct pmcu_aux *aux, unsigned int i)
{
	return i < aux->events.nr ? aux->events.ids[i] : PMCU_NULL_EVENT;
}

static void write_header(const struct pmcu_aux *aux)
{
	const struct pmcu_layout *layout = &aux->layout;
	struct pmcu_header *header = aux->pages[0];
	unsigned int i;

	memset(header, 0, layout->header);
	header->buffer_size = cpu_to_le32(aux->chunk);
	header->nr_pmu = cpu_to_le32(layout->nr_pmu);
	header->nr_cpu = cpu_to_le32(layout->nr_cpu);
	header->comp_mode = cpu_to_le32(layout->comp);
	header->subsample_size = cpu_to_le32(layout->subsample);
	header->nr_subsample_per_sample = cpu_to_le32(layout->nr_event / layout->nr_pmu);
	header->nr_event = cpu_to_le32(layout->nr_event);
	for (i = 0; i < layout->nr_event; i++)
		header->events[i] = cpu_to_le32(event_at(aux, i));
}

int pmcu_aux_lay_out(struct pmcu_aux *aux, const struct hisi_pmcu *pmcu)
{
	struct pmcu_layout *layout = &aux->layout;

	if (!pmcu->user_events.nr)
		return -EINVAL;

	aux->events = pmcu->user_events;
	pmcu_layout_init(layout, aux->events.nr, pmcu->nr_cpu, pmcu->comp);
	if (layout->header + layout->sample > aux->chunk)
		return -EINVAL;

	write_header(aux);
	aux->laid_out = true;
	return 0;
}

phys_addr_t pmcu_aux_phys(const struct pmcu_aux *aux, unsigned long head)
{
	head &= aux->size - 1;
	return virt_to_phys(aux->pages[head >> PAGE_SHIFT]) + offset_in_page(head);
}

/* Fills the whole memory with repetitions; EV_LEN limits their use. */
void pmcu_aux_fill_list(const struct pmcu_aux *aux, __le32 *list)
{
	unsigned int i;

	for (i = 0; i < PMCU_MAX_EV_LEN; i++)
		list[i] = cpu_to_le32(event_at(aux, i % aux->layout.nr_event));
}
