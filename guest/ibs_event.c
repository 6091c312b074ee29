/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens, maps, enables and disables IBS events with perf_event_open(), for
 * ibs_sample. */
#include "guest/ibs_event.h"

#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DEVICES "/sys/bus/event_source/devices"

static const char *pmu_name(enum ibs_engine engine)
{
    return engine == IBS_ENGINE_OP ? "ibs_op" : "ibs_fetch";
}

/* ---- properties of the machine ---- */

static bool has_word(const char *line, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = strstr(line, word); at; at = strstr(at + n, word))
        if (at != line && strchr(" \t", at[-1]) && strchr(" \t\n", at[n]))
            return true;
    return false;
}

struct ibs_part ibs_this_part(bool *has_ibs)
{
    struct ibs_part part = {0};
    char line[8192];
    FILE *info = fopen("/proc/cpuinfo", "re");

    *has_ibs = false;
    while (info && fgets(line, sizeof(line), info) && line[0] != '\n') {
        const char *colon = strchr(line, ':');

        if (!colon)
            continue;
        if (!strncmp(line, "cpu family", 10))
            sscanf(colon, ": %u", &part.family);
        else if (!strncmp(line, "model\t", 6))
            sscanf(colon, ": %u", &part.model);
        else if (!strncmp(line, "flags", 5))
            *has_ibs = has_word(colon, "ibs");
    }
    if (info)
        fclose(info);
    return part;
}

static void explain_no_pmu(const char *name)
{
    bool has_ibs;

    ibs_this_part(&has_ibs);
    if (access(DEVICES, F_OK))
        warnx("no PMU %s: %s is missing; is /sys mounted?", name, DEVICES);
    else if (!has_ibs)
        warnx("no PMU %s: /proc/cpuinfo has no flag 'ibs'; an AMD processor with IBS is needed",
            name);
    else
        warnx("no PMU %s in %s: the processor has IBS, and the kernel's driver has not taken it; "
              "see dmesg",
            name, DEVICES);
}

/* The format's file exists only on parts that support it. */
static bool has_format(const char *pmu, const char *format)
{
    char path[128];

    snprintf(path, sizeof(path), DEVICES "/%s/format/%s", pmu, format);
    if (!access(path, F_OK))
        return true;
    warnx("%s cannot do %s on this machine: %s is missing", pmu, format, path);
    return false;
}

static bool can_do(const struct ibs_request *request)
{
    const char *pmu = pmu_name(request->engine);

    return (!request->cnt_ctl || has_format(pmu, "cnt_ctl")) &&
           (!request->rand_en || has_format(pmu, "rand_en")) &&
           (!request->l3_miss_only || has_format(pmu, "l3missonly"));
}

/* The document's snippets use 8 and 9, the numbers of one machine. The kernel
 * numbers PMUs in registration order (8 for fetch on 6.1, 10 on 6.12), so the
 * number is read, as the document's text also advises. */
int ibs_pmu_type(const struct ibs_request *request)
{
    const char *pmu = pmu_name(request->engine);
    char path[128];
    FILE *file;
    int type = -1;

    snprintf(path, sizeof(path), DEVICES "/%s/type", pmu);
    file = fopen(path, "re");
    if (!file) {
        explain_no_pmu(pmu);
        return -1;
    }
    if (fscanf(file, "%d", &type) != 1 || type < 0) {
        warnx("%s: a number was expected", path);
        type = -1;
    }
    fclose(file);
    return type >= 0 && can_do(request) ? type : -1;
}

/* ---- the event ---- */

/* config has the control register's bits; Zen4 is the first to have all of
 * them. */
static uint64_t config_of(const struct ibs_request *request)
{
    const struct reg *regs = ibs_bank_of(IBS_ZEN4)->regs;
    uint64_t config = 0;

    if (request->engine == IBS_ENGINE_OP) {
        config = reg_set(&regs[IBS_OP_CTL], OP_CNT_CTL, config, request->cnt_ctl);
        return reg_set(&regs[IBS_OP_CTL], OP_L3_MISS_ONLY, config, request->l3_miss_only);
    }
    config = reg_set(&regs[IBS_FETCH_CTL], FETCH_RAND_EN, config, request->rand_en);
    return reg_set(&regs[IBS_FETCH_CTL], FETCH_L3_MISS_ONLY, config, request->l3_miss_only);
}

/* Fields that a snippet sets to 0 are already 0: exclude_*, pinned,
 * read_format. */
void ibs_fill_attr(struct perf_event_attr *attr, const struct ibs_request *request, unsigned type)
{
    memset(attr, 0, sizeof(*attr));
    attr->size = sizeof(*attr);
    attr->type = type;
    attr->config = config_of(request);
    attr->sample_period = request->period;
    attr->sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_CPU;
    attr->disabled = 1;
    attr->inherit = 1;
    attr->precise_ip = 1;
    attr->mmap = 1;
    attr->comm = 1;
    attr->task = 1;
    attr->sample_id_all = 1;
    attr->comm_exec = 1;
    attr->watermark = !request->wakeup_samples && request->wakeup_bytes;
    if (attr->watermark)
        attr->wakeup_watermark = request->wakeup_bytes;
    else
        attr->wakeup_events = request->wakeup_samples;
}

/* Explains refusals for which errno is not enough. */
static void explain_refusal(const struct perf_event_attr *attr, pid_t pid, unsigned cpu)
{
    int reason = errno;

    if (reason == EACCES || reason == EPERM)
        warnx(
            "perf_event_open: not allowed: be root, or lower /proc/sys/kernel/perf_event_paranoid");
    else if (reason == EINVAL && pid >= 0)
        warnx("perf_event_open: refused: Linux before 6.2 samples CPUs (-C), not processes; since "
              "6.15 an op "
              "period is at least 0x90");
    else if (reason == EINVAL)
        warnx("perf_event_open: config 0x%" PRIx64 " with period %" PRIu64
              " refused: at least 0x10 is needed, "
              "for ops 0x90 since Linux 6.15",
            (uint64_t)attr->config, (uint64_t)attr->sample_period);
    else if (pid >= 0)
        warnx("perf_event_open: process %d: %s", (int)pid, strerror(reason));
    else
        warnx("perf_event_open: CPU %u: %s", cpu, strerror(reason));
}

/* The first page is metadata, for a total of 1 + 2^n. */
static size_t mapped(size_t pages)
{
    return (pages + 1) * (size_t)sysconf(_SC_PAGESIZE);
}

static bool map_ring(struct ibs_event *event, unsigned pages)
{
    void *memory = mmap(NULL, mapped(pages), PROT_READ | PROT_WRITE, MAP_SHARED, event->fd, 0);

    if (memory == MAP_FAILED) {
        if (errno == EPERM)
            warnx(
                "mmap: %u pages are more than /proc/sys/kernel/perf_event_mlock_kb allows", pages);
        else
            warn("mmap of 1 + %u pages", pages);
        return false;
    }
    event->ring.page = memory;
    event->ring.data = (const uint8_t *)memory + mapped(0);
    event->ring.size = mapped(pages) - mapped(0);
    return true;
}

enum ibs_open ibs_event_open(struct ibs_event *event, const struct perf_event_attr *attr, pid_t pid,
    unsigned cpu, unsigned pages)
{
    struct perf_event_attr own = *attr; /* the kernel may write its known size into it */

    event->cpu = cpu;
    event->fd = (int)syscall(
        SYS_perf_event_open, &own, pid, (int)cpu, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
    if (event->fd < 0) {
        if (errno == ENODEV)
            return IBS_CPU_OFFLINE;
        explain_refusal(attr, pid, cpu);
        return IBS_NOT_OPENED;
    }
    if (map_ring(event, pages))
        return IBS_OPENED;
    close(event->fd);
    return IBS_NOT_OPENED;
}

static bool control(const struct ibs_event *event, unsigned long request, const char *name)
{
    if (!ioctl(event->fd, request, 0))
        return true;
    warn("%s on CPU %u", name, event->cpu);
    return false;
}

/* PERF_EVENT_IOC_RESET clears only the count; the reader empties the ring. */
bool ibs_event_enable(struct ibs_event *event)
{
    ibs_ring_discard(&event->ring);
    return control(event, PERF_EVENT_IOC_RESET, "PERF_EVENT_IOC_RESET") &&
           control(event, PERF_EVENT_IOC_ENABLE, "PERF_EVENT_IOC_ENABLE");
}

bool ibs_event_disable(struct ibs_event *event)
{
    return control(event, PERF_EVENT_IOC_DISABLE, "PERF_EVENT_IOC_DISABLE");
}

void ibs_event_close(struct ibs_event *event)
{
    munmap(event->ring.page, mapped(0) + event->ring.size);
    close(event->fd);
}
