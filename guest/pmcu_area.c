/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens a PMCU event with its AUX area, and drains the area into a file. */
#include "guest/pmcu_area.h"

#include <err.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DATA_PAGES 16

static void explain_refusal(const struct pmu_event *event)
{
    switch (errno) {
    case EBUSY:
        warnx("%s: it is at work for somebody else", event->pmu);
        break;
    case EINVAL:
        warnx("%s: refused: sample_period_ms is at most 85899, and %s/%s/user_events must name "
              "events",
            event->pmu, PMU_DEVICES, event->pmu);
        break;
    case EACCES:
    case EPERM:
        warnx(
            "%s: not allowed: be root, or lower /proc/sys/kernel/perf_event_paranoid", event->pmu);
        break;
    default:
        warn("%s on CPU %d", event->pmu, event->cpu);
    }
}

static int open_event(const struct pmu_event *event)
{
    struct perf_event_attr attr = {
        .size = sizeof(attr),
        .type = event->type,
        .config = event->config[0],
        .config1 = event->config[1],
        .config2 = event->config[2],
        .sample_period = 1,
        .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .disabled = 1,
    };

    return (int)syscall(
        SYS_perf_event_open, &attr, -1, event->cpu, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

static void *map(int fd, size_t size, uint64_t offset)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);

    if (memory != MAP_FAILED)
        return memory;
    warn("no buffer of %zu bytes", size);
    return NULL;
}

bool pmcu_area_open(struct pmcu_area *area, const struct pmu_event *event, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    *area =
        (struct pmcu_area){.fd = open_event(event), .data_size = DATA_PAGES * page, .size = size};
    if (area->fd < 0) {
        explain_refusal(event);
        return false;
    }
    area->page = map(area->fd, page + area->data_size, 0);
    if (!area->page)
        return false;
    area->page->aux_offset = page + area->data_size;
    area->page->aux_size = size;
    area->bytes = map(area->fd, size, page + area->data_size);
    return area->bytes != NULL;
}

static bool control(const struct pmcu_area *area, unsigned long request, const char *name)
{
    if (!ioctl(area->fd, request, 0))
        return true;
    warn("%s", name);
    return false;
}

bool pmcu_area_enable(const struct pmcu_area *area)
{
    return control(area, PERF_EVENT_IOC_ENABLE, "PERF_EVENT_IOC_ENABLE");
}

bool pmcu_area_disable(const struct pmcu_area *area)
{
    return control(area, PERF_EVENT_IOC_DISABLE, "PERF_EVENT_IOC_DISABLE");
}

bool pmcu_area_progress(const struct pmcu_area *area, struct pmcu_progress *progress)
{
    if (read(area->fd, progress, sizeof(*progress)) == sizeof(*progress))
        return true;
    warn("reading the event");
    return false;
}

static bool write_all(int out, const uint8_t *bytes, size_t size)
{
    while (size) {
        ssize_t n = write(out, bytes, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            warn("writing");
            return false;
        }
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* Also disables the event: Linux 6.12 fails to do so when it has no room. */
bool pmcu_area_resume(struct pmcu_area *area)
{
    area->was_full = false;
    return pmcu_area_disable(area) && pmcu_area_enable(area);
}

/* Copies a record, which may cross the ring's end. */
static void copy_record(const struct pmcu_area *area, uint64_t at, void *record, size_t size)
{
    const uint8_t *ring = (const uint8_t *)area->page + area->page->data_offset;

    for (size_t i = 0; i < size; i++)
        ((uint8_t *)record)[i] = ring[(at + i) & (area->data_size - 1)];
}

/* Looks for the only relevant record: no room was left. */
static void read_records(struct pmcu_area *area)
{
    uint64_t head = __atomic_load_n(&area->page->data_head, __ATOMIC_ACQUIRE);
    struct {
        struct perf_event_header header;
        uint64_t offset, size, flags;
    } aux;

    for (uint64_t at = area->page->data_tail; at < head; at += aux.header.size) {
        copy_record(area, at, &aux, sizeof(aux.header));
        if (aux.header.type == PERF_RECORD_AUX)
            copy_record(area, at, &aux, sizeof(aux));
        else
            aux.flags = 0;
        area->was_full |= (aux.flags & PERF_AUX_FLAG_TRUNCATED) != 0;
        if (!aux.header.size)
            break;
    }
    __atomic_store_n(&area->page->data_tail, head, __ATOMIC_RELEASE);
}

bool pmcu_area_drain(struct pmcu_area *area, int out, size_t *written)
{
    uint64_t head = __atomic_load_n(&area->page->aux_head, __ATOMIC_ACQUIRE);
    uint64_t tail = area->page->aux_tail;

    while (tail != head) {
        size_t at = (size_t)(tail & (area->size - 1));
        size_t part =
            (size_t)(head - tail) < area->size - at ? (size_t)(head - tail) : area->size - at;

        if (!write_all(out, area->bytes + at, part))
            return false;
        tail += part;
        *written += part;
    }
    __atomic_store_n(&area->page->aux_tail, tail, __ATOMIC_RELEASE);
    read_records(area);
    return true;
}
