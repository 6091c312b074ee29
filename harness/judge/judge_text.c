/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a step said, and the kernel. */
#include "harness/judge/judge_matter.h"

#include <string.h>

/* What a kernel says when a driver did something that it must not do. */
#define KERNEL_COMPLAINTS                                                                                    \
    "^.*(WARNING:|BUG:|Oops|unchecked MSR access|Call Trace:|general protection|lockup|self-detected "       \
    "stall).*"

gboolean judge_status(const struct matter *matter)
{
    if (matter->run->status == matter->expect->status)
        return TRUE;
    judge_note(
        matter->notes, "the script's status is %d, expected %d", matter->run->status, matter->expect->status);
    judge_note_output(matter);
    return FALSE;
}

/* The last step's, which did not come to its end. */
gboolean judge_panic(const struct matter *matter)
{
    const struct run_record *record = matter->judging->record;
    const char *console = record->console ? record->console : "";

    if (record->failure && strstr(record->failure, "Kernel panic") &&
        judge_matches(matter->expect->regex, console, strlen(console)))
        return TRUE;
    judge_note(matter->notes, "%s", record->failure ? record->failure : "the guest did not panic");
    judge_note_text(matter->notes, "console", console, strlen(console));
    return FALSE;
}

gboolean judge_output(const struct matter *matter)
{
    const struct run_step *run = matter->run;
    gboolean found = judge_matches(matter->expect->regex, run->out->str, run->out->len) ||
                     judge_matches(matter->expect->regex, run->err->str, run->err->len);

    if (found != matter->expect->negated)
        return TRUE;
    judge_note_output(matter);
    return FALSE;
}

gboolean judge_kernel(const struct matter *matter)
{
    const char *log = matter->run->kernel;

    if (judge_matches(matter->expect->regex, log, strlen(log)) != matter->expect->negated)
        return TRUE;
    judge_note_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}

gboolean judge_kernel_clean(const struct matter *matter)
{
    g_autoptr(GRegex) complaints = g_regex_new(KERNEL_COMPLAINTS, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
    const char *log = matter->run->kernel;

    if (!judge_matches(complaints, log, strlen(log)))
        return TRUE;
    judge_note_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}
