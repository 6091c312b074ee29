/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A lab's commands, as functions of the guest's shell. */
#include "harness/lab/lab_shell.h"

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
        "answer() { echo \"" LAB_ANSWER "$*\" >&%s; [ ! -t 1 ] || echo \"Your answer is: $*\"; }\n", out);
    g_string_append(text, "check() { exit; }\n");
    return g_string_free(text, FALSE);
}
