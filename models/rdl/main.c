/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tables FILE.rdl HEADER SOURCE: writes the C of a file's tables. The build
 * runs it before it compiles the models. */
#include "models/rdl/generate.h"

#include <stdlib.h>

static char *read_text(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);

    while (in && text) {
        size += fread(text + size, 1, room - 1 - size, in);
        if (size < room - 1)
            break;
        char *more = realloc(text, room *= 2);

        if (!more)
            free(text);
        text = more;
    }
    if (!in || !text || ferror(in)) {
        perror(path);
        exit(1);
    }
    fclose(in);
    text[size] = '\0';
    return text;
}

static void write_text(const char *to, const char *path, const struct rdl_file *file,
    void write(FILE *, const char *, const struct rdl_file *))
{
    FILE *out = fopen(to, "w");

    if (out)
        write(out, path, file);
    if (!out || ferror(out) || fclose(out)) {
        perror(to);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    char wrong[RDL_WRONG], *text;
    struct rdl_file *file;

    if (argc != 4) {
        fputs("tables: expected FILE.rdl HEADER SOURCE\n", stderr);
        return 2;
    }
    text = read_text(argv[1]);
    file = rdl_read_including(argv[1], text, read_text, wrong);
    if (!file) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    write_text(argv[2], argv[1], file, rdl_write_header);
    write_text(argv[3], argv[1], file, rdl_write_tables);
    rdl_free(file);
    free(text);
    return 0;
}
