/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the command line of ibs_sample. */
#include "guest/ibs_options.h"

#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: ibs_sample op|fetch [OPTIONS] [-- COMMAND...]\n"
    "Prints samples that AMD's instruction-based sampling takes, a line each.\n"
    "What is sampled: COMMAND and its children; with -p a process; else all that runs on the "
    "CPUs.\n"
    "Sampling ends with COMMAND or the process, or by SIGINT or SIGTERM, -n or -t, which terminate "
    "COMMAND.\n"
    "  -c PERIOD         from one sample to the next: fetches, cycles or ops (default 65536)\n"
    "  -n SAMPLES        stop after so many\n"
    "  -t SECONDS        stop after so long; a failure if -n is not reached by then\n"
    "  -C CPU|all        sample all that runs on this CPU, or on all, also while COMMAND runs\n"
    "  -p PID            sample this process and the children that it will have\n"
    "  --cnt-ctl         op: count dispatched ops (default: cycles)\n"
    "  --rand-en         fetch: randomise the low 4 bits of the period\n"
    "  --l3missonly      only what missed the L3 cache (from Zen4 on)\n"
    "  --pages N         pages of each CPU's ring buffer, a power of two (default 256)\n"
    "  --buffer BYTES    the same in bytes, rounded up\n"
    "  --wakeup SAMPLES  wake up after so many (default: when half the ring is full)\n"
    "  --watermark BYTES wake up after so many bytes\n"
    "  --csv             columns: registers in hexadecimal, and each of their fields\n"
    "Status: 0 all is well, 1 it failed, 2 wrong usage.\n";

enum { CNT_CTL = 256, RAND_EN, L3_MISS_ONLY, PAGES, BUFFER, WAKEUP, WATERMARK, CSV };

static const struct option long_options[] = {
    {"cnt-ctl", no_argument, NULL, CNT_CTL},
    {"rand-en", no_argument, NULL, RAND_EN},
    {"l3missonly", no_argument, NULL, L3_MISS_ONLY},
    {"pages", required_argument, NULL, PAGES},
    {"buffer", required_argument, NULL, BUFFER},
    {"wakeup", required_argument, NULL, WAKEUP},
    {"watermark", required_argument, NULL, WATERMARK},
    {"csv", no_argument, NULL, CSV},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

#define MAX_PAGES (1u << 20)

static bool number(const char *option, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoull(optarg, &end, 0);
    if (end != optarg && !*end && !errno && optarg[0] != '-' && *value >= least && *value <= most)
        return true;
    warnx("%s %s: a number from %" PRIu64 " to %" PRIu64 " was expected", option, optarg, least,
        most);
    return false;
}

static bool small_number(const char *option, unsigned least, unsigned most, unsigned *value)
{
    uint64_t wide;

    if (!number(option, least, most, &wide))
        return false;
    *value = (unsigned)wide;
    return true;
}

static bool read_cpu(struct ibs_options *o)
{
    unsigned cpu;

    o->cpu_given = true;
    o->cpu = IBS_ALL_CPUS;
    if (!strcmp(optarg, "all"))
        return true;
    if (!small_number("-C", 0, INT_MAX, &cpu))
        return false;
    o->cpu = (int)cpu;
    return true;
}

static bool read_pid(struct ibs_options *o)
{
    unsigned pid;

    if (!small_number("-p", 1, INT_MAX, &pid))
        return false;
    o->pid = (pid_t)pid;
    return true;
}

/* The ring must have 2^n pages. */
static bool read_pages(struct ibs_options *o)
{
    if (!small_number("--pages", 1, MAX_PAGES, &o->request.pages))
        return false;
    if (!(o->request.pages & (o->request.pages - 1)))
        return true;
    warnx("--pages %s: a power of two was expected", optarg);
    return false;
}

static bool read_buffer(struct ibs_options *o)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), bytes;

    if (!number("--buffer", 1, MAX_PAGES * page, &bytes))
        return false;
    for (o->request.pages = 1; o->request.pages * page < bytes;)
        o->request.pages *= 2;
    return true;
}

static bool read_option(struct ibs_options *o, int option)
{
    switch (option) {
    case 'c':
        /* Hardware takes less than 16 as 0, and the kernel refuses a period
         * with the highest bit set. */
        return number("-c", 16, INT64_MAX, &o->request.period);
    case 'n':
        return number("-n", 1, UINT64_MAX, &o->samples);
    case 't':
        return number("-t", 1, UINT32_MAX, &o->seconds);
    case 'C':
        return read_cpu(o);
    case 'p':
        return read_pid(o);
    case PAGES:
        return read_pages(o);
    case BUFFER:
        return read_buffer(o);
    case WAKEUP:
        return small_number("--wakeup", 1, UINT_MAX, &o->request.wakeup_samples);
    case WATERMARK:
        return small_number("--watermark", 1, UINT_MAX, &o->request.wakeup_bytes);
    case CNT_CTL:
        return o->request.cnt_ctl = true;
    case RAND_EN:
        return o->request.rand_en = true;
    case L3_MISS_ONLY:
        return o->request.l3_miss_only = true;
    case CSV:
        return o->csv = true;
    default:
        return false; /* getopt has printed the error */
    }
}

static const char *contradiction(const struct ibs_options *o)
{
    if (o->request.engine == IBS_ENGINE_FETCH && o->request.cnt_ctl)
        return "--cnt-ctl is for op: fetch counts completed fetches";
    if (o->request.engine == IBS_ENGINE_OP && o->request.rand_en)
        return "--rand-en is for fetch";
    if (o->request.wakeup_samples && o->request.wakeup_bytes)
        return "--wakeup and --watermark exclude each other";
    if (o->pid >= 0 && o->command)
        return "-p and a command exclude each other";
    return NULL;
}

static bool read_engine(struct ibs_options *o, const char *name)
{
    if (name && !strcmp(name, "op"))
        o->request.engine = IBS_ENGINE_OP;
    else if (name && !strcmp(name, "fetch"))
        o->request.engine = IBS_ENGINE_FETCH;
    else {
        warnx(
            "'op' or 'fetch' was expected%s%s; see --help", name ? ", not " : "", name ? name : "");
        return false;
    }
    return true;
}

enum ibs_asked ibs_options_read(struct ibs_options *options, int argc, char **argv)
{
    const char *wrong;
    int option;

    *options = (struct ibs_options){
        .request = {.period = 65536, .pages = 256},
        .cpu = IBS_ALL_CPUS,
        .pid = -1,
    };
    if (argc > 1 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))) {
        fputs(help, stdout);
        return IBS_TO_HELP;
    }
    if (!read_engine(options, argv[1]))
        return IBS_MISUSED;
    optind = 2;
    while ((option = getopt_long(argc, argv, "+c:n:t:C:p:h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return IBS_TO_HELP;
        }
        if (!read_option(options, option))
            return IBS_MISUSED;
    }
    options->command = optind < argc ? argv + optind : NULL;
    wrong = contradiction(options);
    if (wrong)
        warnx("%s", wrong);
    return wrong ? IBS_MISUSED : IBS_TO_SAMPLE;
}
