/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws progress lines: a moving sign, the item, its phase and the time. Plain
 * lines go to a pipe. */
#include "harness/base/progress.h"

#include "harness/base/output.h"

#include <string.h>
#include <unistd.h>

#define ITEM_COLUMNS   15
#define RESULT_COLUMNS 44
#define LINE_INTERVAL  (10 * G_USEC_PER_SEC) /* in a pipe */

#define GREEN "\033[32m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

/* The sign at the start of a line. */
struct signs {
    const char *turning[4];
    const char *done;
    const char *failed;
};

static const struct signs ascii = {{"-", "\\", "|", "/"}, "+", "x"};
static const struct signs unicode = {{"◐", "◓", "◑", "◒"}, "✓", "✗"};

/*
 * Reads the environment, because the C library reports "ASCII" until
 * setlocale(), which no other code here needs.
 */
static gboolean speaks_utf8(void)
{
    const char *locale = g_getenv("LC_ALL");

    if (!locale || !*locale)
        locale = g_getenv("LC_CTYPE");
    if (!locale || !*locale)
        locale = g_getenv("LANG");
    return locale && (strcasestr(locale, "utf-8") || strcasestr(locale, "utf8"));
}

void progress_init(struct progress *progress, FILE *out)
{
    *progress = (struct progress){.out = out, .percent = PROGRESS_UNKNOWN};
    progress->moving = output_can_move(fileno(out));
    progress->coloured = output_wants_colour(fileno(out));
    progress->unicode = speaks_utf8();
}

static const struct signs *signs_of(const struct progress *progress)
{
    return progress->unicode ? &unicode : &ascii;
}

static void print_sign(struct progress *progress, const char *colour, const char *sign)
{
    if (progress->coloured)
        fprintf(progress->out, OUTPUT_CLEAR_LINE "%s %s" PLAIN, colour, sign);
    else
        fprintf(progress->out, OUTPUT_CLEAR_LINE " %s", sign);
}

static double seconds_since(gint64 began)
{
    return (double)(g_get_monotonic_time() - began) / G_USEC_PER_SEC;
}

static char *phase_text(const struct progress *progress)
{
    return progress->percent < 0
               ? g_strdup(progress->phase)
               : g_strdup_printf("%s %u %%", progress->phase, (unsigned)progress->percent);
}

static void draw(struct progress *progress)
{
    const struct signs *signs = signs_of(progress);
    g_autofree char *phase = phase_text(progress);

    if (!progress->moving || !progress->item)
        return;
    fprintf(progress->out, OUTPUT_CLEAR_LINE " %s %-*s %-*s %5.1f s",
        signs->turning[progress->turn % G_N_ELEMENTS(signs->turning)], ITEM_COLUMNS, progress->item,
        RESULT_COLUMNS, phase, seconds_since(progress->began));
    fflush(progress->out);
}

/* In a pipe. */
static void tell_now_and_then(struct progress *progress)
{
    const gint64 now = g_get_monotonic_time();
    g_autofree char *phase = NULL;

    if (progress->moving || !progress->item || now - progress->told < LINE_INTERVAL)
        return;
    progress->told = now;
    phase = phase_text(progress);
    fprintf(progress->out, "%s: %s (%.0f s)\n", progress->item, *phase ? phase : "working",
        seconds_since(progress->began));
    fflush(progress->out);
}

void progress_begin(struct progress *progress, const char *item)
{
    progress->item = item;
    progress->began = progress->told = g_get_monotonic_time();
    progress_phase(progress, "", PROGRESS_UNKNOWN);
}

void progress_phase(struct progress *progress, const char *phase, double percent)
{
    progress->phase = phase;
    progress->percent = percent;
    draw(progress);
}

void progress_tick(struct progress *progress)
{
    progress->turn++;
    draw(progress);
    tell_now_and_then(progress);
}

void progress_done(struct progress *progress, const char *item, const char *result)
{
    if (progress->moving) {
        print_sign(progress, GREEN, signs_of(progress)->done);
        fprintf(progress->out, " %-*s ", ITEM_COLUMNS, item);
    } else {
        fprintf(progress->out, "%s: ", item);
    }
    if (!progress->item)
        fprintf(progress->out, "%s\n", result);
    else if (progress->moving)
        fprintf(progress->out, "%-*s %5.1f s\n", RESULT_COLUMNS, result,
            seconds_since(progress->began));
    else
        fprintf(progress->out, "%s (%.1f s)\n", result, seconds_since(progress->began));
    fflush(progress->out);
    progress->item = NULL;
}

void progress_failed(struct progress *progress)
{
    if (progress->moving && progress->item) {
        print_sign(progress, RED, signs_of(progress)->failed);
        fprintf(progress->out, " %s\n", progress->item);
    }
    fflush(progress->out);
    progress->item = NULL;
}
