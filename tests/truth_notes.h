/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The notes of a trace's replay. */
#ifndef PMULAB_TESTS_TRUTH_NOTES_H
#define PMULAB_TESTS_TRUTH_NOTES_H

#include "harness/truth/truth.h"

static inline unsigned count_notes(const struct truth *t, enum truth_note_kind kind)
{
    unsigned n = 0;

    for (guint i = 0; i < t->notes->len; i++)
        n += ((struct truth_note *)g_ptr_array_index(t->notes, i))->kind == kind;
    return n;
}

static inline const char *first_note(const struct truth *t, enum truth_note_kind kind)
{
    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        if (note->kind == kind)
            return note->text;
    }
    return "";
}

#endif
