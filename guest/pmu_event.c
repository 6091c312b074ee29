/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses an event of a PMU with the format files in sysfs. */
#include "guest/pmu_event.h"

#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 128

/* A range of bits in a config word. */
struct field {
    unsigned word, low, high;
};

/* Reads the first line of one of the PMU's files, without its end. */
static bool read_line(
    const struct pmu_event *event, const char *devices, const char *file, char *line)
{
    char path[512];
    FILE *in;
    bool there;

    snprintf(path, sizeof(path), "%s/%s/%s", devices, event->pmu, file);
    in = fopen(path, "re");
    if (!in)
        return false;
    there = fgets(line, LINE_SIZE, in) != NULL;
    fclose(in);
    if (there)
        line[strcspn(line, "\n")] = 0;
    return there;
}

/* "config:0-31", "config1:7": config is word 0. */
static bool read_field(
    const struct pmu_event *event, const char *devices, const char *name, struct field *field)
{
    char file[LINE_SIZE], line[LINE_SIZE], *colon;

    snprintf(file, sizeof(file), "format/%s", name);
    if (strchr(name, '/') || !read_line(event, devices, file, line)) {
        warnx(
            "%s has no word '%s'; %s/%s/format lists them", event->pmu, name, devices, event->pmu);
        return false;
    }
    colon = strchr(line, ':');
    field->word = line[strlen("config")] == ':' ? 0 : (unsigned)line[strlen("config")] - '0';
    if (strncmp(line, "config", strlen("config")) || !colon || field->word > 2)
        return false;
    if (sscanf(colon, ":%u-%u", &field->low, &field->high) != 2)
        field->high = field->low = (unsigned)atoi(colon + 1);
    return field->low <= field->high && field->high < 64;
}

static bool read_number(const char *name, const char *text, uint64_t most, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 0);
    if (*text && *text != '-' && !*end && !errno && *number <= most)
        return true;
    warnx("%s=%s: a number up to %" PRIu64 " was expected", name, text, most);
    return false;
}

static bool parse_word(struct pmu_event *event, const char *devices, char *word);

/* Parses the words of events/@name, if that file exists. */
static bool parse_named(struct pmu_event *event, const char *devices, const char *name, bool *there)
{
    char file[LINE_SIZE], line[LINE_SIZE], *rest = NULL;

    snprintf(file, sizeof(file), "events/%s", name);
    *there = !strpbrk(name, "/=") && read_line(event, devices, file, line);
    if (!*there)
        return false;
    for (char *word = strtok_r(line, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!parse_word(event, devices, word))
            return false;
    return true;
}

/* "nr_sample=10". A word without a number means 1, as in perf, or names an
 * event. */
static bool parse_word(struct pmu_event *event, const char *devices, char *word)
{
    char *value = strchr(word, '=');
    struct field field;
    uint64_t number, most;
    bool there, named = parse_named(event, devices, word, &there);

    if (there)
        return named;
    if (value)
        *value++ = 0;
    if (!read_field(event, devices, word, &field))
        return false;
    most = UINT64_MAX >> (63 - (field.high - field.low));
    if (!read_number(word, value ? value : "1", most, &number))
        return false;
    event->config[field.word] &= ~(most << field.low);
    event->config[field.word] |= number << field.low;
    return true;
}

static bool parse_words(struct pmu_event *event, const char *devices, char *words)
{
    char *rest = NULL;

    for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        if (!parse_word(event, devices, word))
            return false;
    return true;
}

static bool find_pmu(struct pmu_event *event, const char *devices)
{
    char line[LINE_SIZE];

    if (!read_line(event, devices, "type", line)) {
        warnx("no PMU '%s' in %s: is its driver loaded?", event->pmu, devices);
        return false;
    }
    event->type = (uint32_t)strtoul(line, NULL, 10);
    event->cpu = read_line(event, devices, "cpumask", line) && *line ? atoi(line) : -1;
    return true;
}

bool pmu_event_parse(struct pmu_event *event, const char *text, const char *devices)
{
    size_t length = strcspn(text, "/");
    char words[256];

    *event = (struct pmu_event){0};
    if (!length || length >= sizeof(event->pmu) || strlen(text + length) >= sizeof(words)) {
        warnx("event '%s': PMU/WORD=NUMBER,.../ was expected", text);
        return false;
    }
    memcpy(event->pmu, text, length);
    snprintf(words, sizeof(words), "%s", text[length] ? text + length + 1 : "");
    if (*words && words[strlen(words) - 1] != '/') {
        warnx("event '%s': it ends without a slash", text);
        return false;
    }
    words[strcspn(words, "/")] = 0;
    return find_pmu(event, devices) && parse_words(event, devices, words);
}
