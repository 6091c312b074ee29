/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The input of commands that read a trace or a capture. */
#ifndef PMULAB_HARNESS_CLI_INPUT_H
#define PMULAB_HARNESS_CLI_INPUT_H

#include "harness/capture/capture.h"

struct input {
    char *format, *machine; /* options; NULL: not given */
    char **config, **moves;
    gboolean anonymous;
    /* set by input_open() */
    const struct machine *recorder;
    struct capture *capture; /* NULL: a trace; owned by the file */
};

/* Rows of a GOptionEntry table. */
#define INPUT_ENTRIES(input)                                                                       \
    {"as", 0, 0, G_OPTION_ARG_FILENAME, &(input)->format,                                          \
        "A capture: ftrace, mmiotrace, perf, rdmsr, lspci", "FORMAT"},                             \
        {"machine", 0, 0, G_OPTION_ARG_FILENAME, &(input)->machine,                                \
            "With --as: the recorded machine; default: as in the file", "NAME"},                   \
        {"config", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(input)->config,                            \
            "With --as: the machine's options, as for boot", "NAME=VALUE"},                        \
        {"anonymous", 0, 0, G_OPTION_ARG_NONE, &(input)->anonymous,                                \
            "With --as: addresses of programs read as 0", NULL},                                   \
    {                                                                                              \
        "move", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(input)->moves,                                \
            "With --as: bus 3f is the model's bus 7f", "3f=7f"                                     \
    }

/* Opens the trace or capture at @path. NULL with an error; the caller closes
 * the file. */
struct trace_file *input_open(struct input *input, const char *path, GError **error);

/* Opens the capture at @path, which the caller frees. NULL with an error. */
struct capture *input_open_capture(const struct input *input, const char *path, GError **error);

/* The hardware that was recorded, in the state after reset. The caller frees it
 * unless it is the capture's, which *@own tells. NULL with an error. */
struct machine_plan *input_plan(
    const struct input *input, const struct trace_file *file, gboolean *own, GError **error);

void input_clear(struct input *input);

#endif
