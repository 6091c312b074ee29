/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lists FILE.events HEADER SOURCE RULE: writes the C of a list, and a rule for
 * make. The build runs it before it compiles the models. */
#include "models/events/generate.h"

#include <stdlib.h>

/* An events_open(). */
static char *read_text(const void *data, const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = in ? malloc(room) : NULL;

    (void)data;
    while (text) {
        size += fread(text + size, 1, room - 1 - size, in);
        if (size < room - 1)
            break;
        char *more = realloc(text, room *= 2);

        if (!more)
            free(text);
        text = more;
    }
    if (in)
        fclose(in);
    if (text)
        text[size] = '\0';
    return text;
}

static FILE *start(const char *path)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        perror(path);
        exit(1);
    }
    return out;
}

static void finish(const char *path, FILE *out)
{
    if (ferror(out) || fclose(out)) {
        perror(path);
        exit(1);
    }
}

static void write_all(const struct events_list *list, char **paths)
{
    const char *header = paths[0], *source = paths[1], *rule = paths[2];
    FILE *out = start(header);

    events_write_header(out, list);
    finish(header, out);
    out = start(source);
    events_write_table(out, list);
    finish(source, out);
    out = start(rule);
    fprintf(out, "%s ", header);
    events_write_rule(out, list, source);
    finish(rule, out);
}

int main(int argc, char **argv)
{
    char wrong[EVENTS_WRONG];
    struct events_list *list;

    if (argc != 5) {
        fputs("lists: expected FILE.events HEADER SOURCE RULE\n", stderr);
        return 2;
    }
    list = events_read(argv[1], read_text, NULL, wrong);
    if (!list) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    write_all(list, argv + 2);
    free(list);
    return 0;
}
