/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of ibs_sample. */
#ifndef PMULAB_GUEST_IBS_OPTIONS_H
#define PMULAB_GUEST_IBS_OPTIONS_H

#include "guest/ibs_event.h"

#define IBS_ALL_CPUS (-1)

struct ibs_options {
    struct ibs_request request;
    uint64_t samples; /* maximum number; 0: no limit */
    uint64_t seconds; /* 0: no limit */
    int cpu;          /* or IBS_ALL_CPUS */
    bool cpu_given;
    pid_t pid; /* -1: not given */
    bool csv;
    char **command; /* NULL-terminated, inside argv; NULL: none */
};

/* The command line's request. */
enum ibs_asked { IBS_TO_SAMPLE, IBS_TO_HELP, IBS_MISUSED };

/* Reads the command line into @options, which points into @argv. Help goes to
 * stdout, an error to stderr in one line. */
enum ibs_asked ibs_options_read(struct ibs_options *options, int argc, char **argv);

#endif
