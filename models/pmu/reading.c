/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors, texts and marks, for all readers of a file of hardware. */
#include "models/pmu/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hardware_complain(const struct hardware_reading *r, unsigned line, const char *format, ...)
{
    va_list list;
    int n = snprintf(r->wrong, READING_WRONG, "%.160s:%u: ", r->path, line);

    va_start(list, format);
    vsnprintf(r->wrong + n, (size_t)(READING_WRONG - n), format, list);
    va_end(list);
    return false;
}

char *hardware_text(const struct hardware_reading *r, unsigned line, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;

    if (!file || getdelim(&text, &room, '\0', file) <= 0) {
        hardware_complain(r, line, "%.100s: cannot be read; expected a text", path);
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

const struct rdl_mark *hardware_mark(
    const struct rdl_bank *bank, const char *property, int reg, int field)
{
    for (unsigned i = 0; i < bank->n_marks; i++)
        if (bank->marks[i].reg == reg && bank->marks[i].field == field &&
            !strcmp(bank->marks[i].property, property))
            return &bank->marks[i];
    return NULL;
}
