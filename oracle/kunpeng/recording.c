/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads scripts line by line; any text that it does not fully understand makes
 * the recording unknown. */
#include "oracle/kunpeng/recording.h"

#include "oracle/kunpeng/pmcu_manual.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_list[] = "no script has written the list of events";
static const char made_list[] = "the script makes the list of events by more than an echo of it";
static const char several[] = "the script has not one recording that is written out";

void oracle_recording_begin(struct oracle_recording *asked)
{
    *asked = (struct oracle_recording){.unknown = no_list};
}

/* ---- the list ---- */

/* "11 0x8 b", hexadecimal; false for anything else. */
static bool words(struct oracle_recording *asked, const char *text, size_t n)
{
    const char *end = text + n;

    asked->n = 0;
    while (text < end) {
        char *next;
        unsigned long event = strtoul(text, &next, 16);

        if (isblank((unsigned char)*text)) {
            text++;
            continue;
        }
        if (next == text || next > end || event > UINT16_MAX || asked->n == ORACLE_LIST ||
            (next < end && !isblank((unsigned char)*next)))
            return false;
        asked->events[asked->n++] = (uint16_t)event;
        text = next;
    }
    return asked->n > 0;
}

/* "echo WORDS > PATH" or with the words in quotes; @to is the '>'. */
static bool echoed(struct oracle_recording *asked, const char *line, const char *to)
{
    while (isblank((unsigned char)*line))
        line++;
    while (to > line && isblank((unsigned char)to[-1]))
        to--;
    if (to - line < 5 || strncmp(line, "echo ", 5) != 0)
        return false;
    line += 5;
    if (*line == '"' && to[-1] == '"' && to - line > 1) {
        line++;
        to--;
    }
    return words(asked, line, (size_t)(to - line));
}

/* A line that writes the list, perhaps another PMCU's. */
static void list_line(
    struct oracle_recording *asked, const char *line, const char *path, unsigned sccl)
{
    char own[64];
    const char *to = strchr(line, '>');

    snprintf(own, sizeof(own), "/sys/devices/hisi_pmcu_sccl%u/user_events", sccl);
    if (!to || to > path)
        return; /* the line reads the list */
    if (strncmp(path, own, strlen(own)) != 0 && strstr(line, "hisi_pmcu_sccl"))
        return;
    asked->unknown = NULL;
    if (strncmp(path, own, strlen(own)) != 0 || !echoed(asked, line, to))
        asked->unknown = made_list;
}

/* ---- the recording ---- */

/* The number after @name in "nr_sample=10,sample_period_ms=4/"; without it 0,
 * which is the driver's default. */
static uint64_t term(const char *terms, const char *name)
{
    const char *end = strchr(terms, '/'), *at = strstr(terms, name);

    return at && end && at < end ? strtoull(at + strlen(name), NULL, 0) : 0;
}

/* The driver's defaults: 128 samples of 3 ms. */
static void recording_line(struct oracle_recording *asked, const char *terms)
{
    asked->samples = (uint32_t)term(terms, "nr_sample=");
    asked->period_ms = (uint32_t)term(terms, "sample_period_ms=");
    asked->filter = (uint8_t)term(terms, "pmccfiltr=");
    asked->samples = asked->samples ? asked->samples : 128;
    asked->period_ms = asked->period_ms ? asked->period_ms : 3;
}

/* Returns the number of recordings that @line begins; 2 if the line is not
 * literal. */
static unsigned script_line(struct oracle_recording *asked, const char *line, unsigned sccl)
{
    char event[40];
    const char *path = strstr(line, "/sys/devices/hisi_pmcu"), *terms;

    snprintf(event, sizeof(event), "-e hisi_pmcu_sccl%u/", sccl);
    terms = strstr(line, event);
    if (strstr(line, "insmod"))
        asked->unknown = no_list;
    if (terms) {
        recording_line(asked, terms + strlen(event));
        return strchr(terms, '$') ? 2 : 1;
    }
    if (strstr(line, "user_events"))
        list_line(asked, line, path ? path : strstr(line, "user_events"), sccl);
    else if (strstr(line, "pmcu-record") && strchr(line, '$'))
        return 2;
    return 0;
}

void oracle_recording_script(struct oracle_recording *asked, const char *script, unsigned sccl)
{
    unsigned n = 0;

    if (asked->unknown == several)
        asked->unknown = NULL;
    while (*script) {
        size_t length = strcspn(script, "\n");
        char *line = strndup(script, length);

        if (!line)
            abort();
        n += script_line(asked, line, sccl);
        free(line);
        script += length + (script[length] == '\n');
    }
    if (n != 1 && !asked->unknown)
        asked->unknown = several;
}

/* ---- the driver's interpretation ---- */

unsigned oracle_recording_counters(const struct oracle_recording *asked, unsigned most)
{
    return asked->n < most ? asked->n : most;
}

/* The list padded to whole rounds. */
static unsigned rounds_of_a_sample(const struct oracle_recording *asked, unsigned most)
{
    unsigned counters = oracle_recording_counters(asked, most);

    return counters ? (asked->n + counters - 1) / counters : 0;
}

uint64_t oracle_recording_subsamples(const struct oracle_recording *asked, unsigned most)
{
    return (uint64_t)asked->samples * rounds_of_a_sample(asked, most);
}

uint16_t oracle_recording_event(
    const struct oracle_recording *asked, unsigned most, unsigned subsample, unsigned place)
{
    unsigned rounds = rounds_of_a_sample(asked, most), i;

    if (!rounds)
        return ORACLE_NULL_EVENT;
    i = subsample % rounds * oracle_recording_counters(asked, most) + place;
    return i < asked->n ? asked->events[i] : ORACLE_NULL_EVENT;
}
