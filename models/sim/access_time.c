/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/sim/access_time.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[ACCESS_KINDS] = {[ACCESS_PORT] = "port",
    [ACCESS_MMIO] = "mmio",
    [ACCESS_MSR] = "msr",
    [ACCESS_SYSREG] = "sysreg",
    [ACCESS_SCOM] = "scom",
    [ACCESS_SPR] = "spr"};

/*
 * Published measurements, in ns. An uncached load of configuration space takes
 * 200 to 400 core cycles (J. McCalpin, public answer on MSRs and configuration
 * space of Xeons): 300 cycles of 2 GHz. A read of an MSR through Linux's
 * /dev/cpu/N/msr took 217 to 279 ns on a Ryzen 9 3950X (iximeow, public gist,
 * 2024), its system call included. No figure of the other kinds is known here.
 */
static const struct access_time approximate = {
    .ns = {[ACCESS_PORT] = 150, [ACCESS_MMIO] = 150, [ACCESS_MSR] = 250}};

bool access_time_any(const struct access_time *time)
{
    for (unsigned kind = 0; kind < ACCESS_KINDS; kind++)
        if (time->ns[kind])
            return true;
    return false;
}

/* "msr=250" at *@text: sets its kind in @time, and moves *@text to its end. */
static bool parse_kind(const char **text, struct access_time *time)
{
    for (unsigned kind = 0; kind < ACCESS_KINDS; kind++) {
        size_t n = strlen(kinds[kind]);
        const char *end;
        uint64_t ns;

        if (strncmp(*text, kinds[kind], n) || (*text)[n] != '=')
            continue;
        if (!config_leading_number(*text + n + 1, &end, 0, ACCESS_TIME_MAX, &ns))
            return false;
        time->ns[kind] = (uint32_t)ns;
        *text = end;
        return true;
    }
    return false;
}

bool access_time_parse(const struct config_option *option, void *config, const char *value)
{
    const bool none = !strcmp(value, "none"), known = !strcmp(value, "approximate");
    struct access_time time = known ? approximate : (struct access_time){0};

    for (bool more = !none && !known; more; value += more) {
        if (!parse_kind(&value, &time))
            return false;
        more = *value == '+';
        if (*value && !more)
            return false;
    }
    memcpy(config_member(option, config), &time, sizeof(time));
    return true;
}

void access_time_print(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct access_time *time = config_member_of(option, config);
    char value[ACCESS_KINDS * sizeof("sysreg=100000+")] = "";
    size_t n = 0;

    for (unsigned kind = 0; kind < ACCESS_KINDS; kind++)
        if (time->ns[kind])
            n += (size_t)snprintf(value + n, sizeof(value) - n, "%s%s=%u", n ? "+" : "",
                kinds[kind], (unsigned)time->ns[kind]);
    if (n)
        config_add(text, option, "%s", value);
}
