/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of every machine's plugin. qemu-plugins/runtime/runtime.h
 * explains them. */
#include "models/sim/plugin_options.h"

#include <limits.h>
#include <string.h>

static bool parse_file(const struct config_option *option, void *config, const char *value)
{
    memcpy(config_member(option, config), &value, sizeof(value));
    return true;
}

#define A_FILE(member)                                                                             \
    .values = "FILE", .otherwise = "none", .expected = "expected a file", .quiet = true,           \
    .parse = parse_file, CONFIG_MEMBER(struct plugin_options, member)
#define A_DESCRIPTOR(member)                                                                       \
    .values = "FD", .otherwise = "none", .expected = "expected the number of an open file",        \
    .quiet = true, .parse = config_parse_number, CONFIG_MEMBER(struct plugin_options, member),     \
    .most = INT_MAX
#define A_SWITCH(member)                                                                           \
    .standard = "off", .expected = "expected on or off", .quiet = true,                            \
    .parse = config_parse_word, .words = (const char *const[]){"off", "on", NULL},                 \
    CONFIG_MEMBER(struct plugin_options, member)

const struct config_option plugin_options[] = {
    {
        .name = "traffic",
        .help = "traffic for the hardware: lines of a plan, as below a scenario's `at`",
        A_FILE(traffic),
    },
    {
        .name = "trace",
        .help = "where the trace goes",
        A_FILE(trace),
    },
    {
        .name = "cover",
        .help = "a map of the code to watch; receives the executed parts (models/sim/cover.h)",
        A_FILE(cover),
    },
    {
        .name = "hold",
        .help = "hold the booted guest: a byte comes from this open file, another resumes the "
                "guest",
        A_DESCRIPTOR(hold),
    },
    {
        .name = "stop",
        .help = "with hold: QEMU's monitor stops the guest there; it is held again when it resumes",
        A_SWITCH(stop),
    },
    {
        .name = "save",
        .help = "with stop: the plugin's state goes to this open file",
        A_DESCRIPTOR(save),
    },
    {
        .name = "resume",
        .help = "the guest was saved, and this open file has the plugin's state",
        A_DESCRIPTOR(resume),
    },
    {
        .name = "live",
        .help =
            "look into the machine and stop it, by requests to this open socket (runtime/live.h)",
        A_DESCRIPTOR(live),
    },
    {
        .name = "check",
        .help = "at QEMU's end, say how the clock differed from the count of instructions",
        A_SWITCH(check),
    },
    {0},
};
