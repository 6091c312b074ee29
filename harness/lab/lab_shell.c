/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A lab's commands, as functions of the guest's shell. */
#include "harness/lab/lab_shell.h"

#include <string.h>

/* Lines of the step's output with these prefixes are the commands' reports. */
#define LAB_ANSWER "answer: "
#define LAB_HINT   "hint: "

static void append_hints(GString *text, const struct lab *lab, const char *out)
{
    g_string_append(
        text, "lab_hints=0\nhint() {\n    lab_hints=$((lab_hints + 1))\n    case $lab_hints in\n");
    for (guint i = 0; i < lab->hints->len; i++) {
        g_autofree char *hint = g_shell_quote(g_ptr_array_index(lab->hints, i));

        g_string_append_printf(text, "    %u) printf '%%s\\n' %s ;;\n", i + 1, hint);
    }
    g_string_append_printf(text,
        "    *) lab_hints=%u; echo 'There are no more hints.' ;;\n    esac\n    echo \"" LAB_HINT
        "$lab_hints\" >&%s\n}\n",
        lab->hints->len, out);
}

char *lab_shell_functions(const struct lab *lab, const char *out)
{
    GString *text = g_string_new(NULL);
    g_autofree char *task = g_shell_quote(lab->text);

    g_string_append_printf(text, "task() { printf '%%s\\n' %s; }\n", task);
    append_hints(text, lab, out);
    g_string_append_printf(text,
        "answer() { echo \"" LAB_ANSWER "$*\" >&%s; [ ! -t 1 ] || echo \"Your answer is: $*\"; }\n",
        out);
    g_string_append(text, "check() { exit; }\n");
    return g_string_free(text, FALSE);
}

unsigned lab_shell_take(GString *out)
{
    g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);
    g_autofree char *answer = NULL;
    guint64 hints = 0;

    g_string_truncate(out, 0);
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, LAB_ANSWER)) {
            g_free(answer);
            answer = g_strdup(*line);
        } else if (g_str_has_prefix(*line, LAB_HINT)) {
            g_ascii_string_to_unsigned(*line + strlen(LAB_HINT), 10, 0, G_MAXUINT, &hints, NULL);
        } else if (line[1] || **line) {
            g_string_append_printf(out, "%s\n", *line);
        }
    }
    if (answer)
        g_string_append_printf(out, "%s\n", answer);
    return (unsigned)hints;
}
