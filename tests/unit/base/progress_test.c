/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Progress in a pipe: a line every ten seconds, and one at the end. */
#include "harness/base/progress.h"
#include "tests/tap.h"

#include <string.h>

int main(void)
{
    struct progress progress;
    char *text = NULL;
    size_t size;
    FILE *file = tmpfile();

    progress_init(&progress, file);
    progress.out = open_memstream(&text, &size);
    progress_begin(&progress, "guest amd64");
    progress_tick(&progress);
    fflush(progress.out);
    is_str(text, "", "nothing at first");
    progress_phase(&progress, "unpacking", 20.6);
    progress.began -= 12 * G_USEC_PER_SEC;
    progress.told -= 12 * G_USEC_PER_SEC;
    progress_tick(&progress);
    progress_tick(&progress);
    is_str(text, "guest amd64: unpacking 20 % (12 s)\n", "one line after ten seconds");
    progress_done(&progress, "guest amd64", "fetched");
    ok(strstr(text, "\nguest amd64: fetched (12."), "the result");
    progress.told -= 12 * G_USEC_PER_SEC;
    progress_tick(&progress);
    is_u64(size, strlen(text), "nothing between items");
    fclose(progress.out);
    fclose(file);
    free(text);
    return done_testing();
}
