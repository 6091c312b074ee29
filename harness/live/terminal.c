/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a block. */
#include "harness/live/terminal.h"

#include "harness/base/output.h"
#include "harness/hardware/registers.h"

#include <json-glib/json-glib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TICK_US  (100 * G_TIME_SPAN_MILLISECOND)
#define LIT_US   (1500 * G_TIME_SPAN_MILLISECOND) /* a change stays lit this long */
#define NS_PER_S 1e9

/* Escape sequences: enter and leave the separate screen; move to its top; clear
 * the rest of a line, and of the screen. */
#define SCREEN_BEGIN "\033[?1049h\033[?25l"
#define SCREEN_END   "\033[?25h\033[?1049l"
#define SCREEN_TOP   "\033[H"
#define LINE_END     "\033[K\n"
#define SCREEN_REST  "\033[J"
#define LIT_BEGIN    "\033[7m"
#define DIM_BEGIN    "\033[2m"
#define LIT_END      "\033[0m"

enum { ACCESSES_MAX = 200, BITS_IN_GROUP = 8 };

/* A register as last received. */
struct shown {
    char *name;
    gboolean counts, known;
    unsigned bits;
    guint64 value, lit;  /* @lit: bits that have changed not long ago */
    gint64 lit_until;    /* µs, monotonic */
    guint64 since, base; /* ns, and the value then, for the rate */
    double rate;
    char *fields;
};

struct watch {
    struct control_client *client;
    const char *block;
    gboolean screen, coloured;
    GArray *registers; /* struct shown */
    GQueue *accesses;  /* char *, the latest first */
    GPtrArray *traffic;
    guint64 time, next; /* ns; access */
    gboolean runs, begun;
};

static volatile sig_atomic_t ends;

static void end(int signal)
{
    (void)signal;
    ends = 1;
}

static void shown_clear(gpointer data)
{
    g_free(((struct shown *)data)->name);
    g_free(((struct shown *)data)->fields);
}

/* ---- the view's answers ---- */

/* "PMON_CTL0 32 0", whose name may have blanks. */
static void add_register(struct watch *watch, const char *line)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_autoptr(GRegex) form = g_regex_new("^(.*) (\\d+) ([01])$", 0, 0, NULL);
    g_autofree char *bits = NULL, *counts = NULL;
    struct shown *added;

    if (!g_regex_match(form, line, 0, &match))
        return;
    g_array_set_size(watch->registers, watch->registers->len + 1);
    added = &g_array_index(watch->registers, struct shown, watch->registers->len - 1);
    bits = g_match_info_fetch(match, 2);
    counts = g_match_info_fetch(match, 3);
    *added = (struct shown){.name = g_match_info_fetch(match, 1),
        .bits = (unsigned)g_ascii_strtoull(bits, NULL, 10),
        .counts = *counts == '1'};
}

/* Names and widths, which views leave out. */
static gboolean learn_registers(struct watch *watch, GError **error)
{
    g_autofree char *request = g_strdup_printf("words %s", watch->block);
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    if (!control_ask(watch->client, request, text, error))
        return FALSE;
    lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line; line++)
        add_register(watch, *line);
    return TRUE;
}

/* The rate is over at least a second of the guest's time. */
static void measure(struct shown *shown, guint64 time)
{
    if (!shown->since || shown->value < shown->base) {
        shown->since = time;
        shown->base = shown->value;
    } else if ((double)(time - shown->since) >= NS_PER_S) {
        shown->rate =
            (double)(shown->value - shown->base) * NS_PER_S / (double)(time - shown->since);
        shown->since = time;
        shown->base = shown->value;
    }
}

static void tell_change(const struct watch *watch, const struct shown *shown)
{
    g_autofree char *value = register_hex(shown->bits, shown->value);

    printf("%.9f %s.%s %s%s%s\n", (double)watch->time / NS_PER_S, watch->block, shown->name, value,
        *shown->fields ? " " : "", shown->fields);
}

static void take_register(struct watch *watch, struct shown *shown, JsonArray *update)
{
    const char *text = json_array_get_string_element(update, 0);
    guint64 value = text ? g_ascii_strtoull(text, NULL, 16) : 0;
    gint64 now = g_get_monotonic_time();
    gboolean changed = watch->begun && (value != shown->value || shown->known != (text != NULL));

    if (now > shown->lit_until)
        shown->lit = 0;
    if (changed) {
        shown->lit |= value ^ shown->value;
        shown->lit_until = now + LIT_US;
    }
    shown->known = text != NULL;
    shown->value = value;
    g_free(shown->fields);
    shown->fields = g_strdup(json_array_get_string_element(update, 1));
    measure(shown, watch->time);
    if (!watch->screen && (changed || !watch->begun))
        tell_change(watch, shown);
}

static void take_registers(struct watch *watch, JsonObject *update)
{
    for (guint i = 0; i < watch->registers->len; i++) {
        g_autofree char *index = g_strdup_printf("%u", i);

        if (json_object_has_member(update, index))
            take_register(watch, &g_array_index(watch->registers, struct shown, i),
                json_object_get_array_member(update, index));
    }
}

static char *access_line(JsonObject *access)
{
    const char *by = json_object_get_string_member(access, "by");
    const char *fields = json_object_get_string_member(access, "fields");

    return g_strdup_printf("%.9f %" G_GINT64_FORMAT " %s %s %s%s%s%s%s",
        (double)g_ascii_strtoull(json_object_get_string_member(access, "time"), NULL, 10) /
            NS_PER_S,
        json_object_get_int_member(access, "cpu"),
        json_object_get_boolean_member(access, "write") ? "W" : "R",
        json_object_get_string_member(access, "name"),
        json_object_get_string_member(access, "value"), *fields ? " " : "", fields,
        *by ? " by " : "", by);
}

static void take_accesses(struct watch *watch, JsonArray *update)
{
    for (guint i = 0; i < json_array_get_length(update); i++) {
        char *line = access_line(json_array_get_object_element(update, i));

        if (!watch->screen && watch->begun)
            printf("%s\n", line);
        g_queue_push_head(watch->accesses, line);
    }
    while (g_queue_get_length(watch->accesses) > ACCESSES_MAX)
        g_free(g_queue_pop_tail(watch->accesses));
}

/* The last amount of each event. */
static void take_traffic(struct watch *watch, JsonArray *update)
{
    g_ptr_array_set_size(watch->traffic, 0);
    for (guint i = 0; i < json_array_get_length(update); i++) {
        JsonObject *entry = json_array_get_object_element(update, i);
        g_autofree char *start =
            g_strconcat(json_object_get_string_member(entry, "what"), " ", NULL);

        for (guint k = watch->traffic->len; k--;)
            if (g_str_has_prefix(g_ptr_array_index(watch->traffic, k), start))
                g_ptr_array_remove_index(watch->traffic, k);
        g_ptr_array_add(watch->traffic,
            g_strconcat(start, json_object_get_string_member(entry, "amount"), NULL));
    }
}

static gboolean look(struct watch *watch, GError **error)
{
    g_autofree char *request =
        g_strdup_printf("view %s %" G_GUINT64_FORMAT, watch->block, watch->next);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(JsonNode) root = NULL;
    JsonObject *update;

    if (!control_ask(watch->client, request, text, error) ||
        !(root = json_from_string(text->str, error)))
        return FALSE;
    update = json_node_get_object(root);
    watch->time = g_ascii_strtoull(json_object_get_string_member(update, "time"), NULL, 10);
    watch->next = g_ascii_strtoull(json_object_get_string_member(update, "next"), NULL, 10);
    watch->runs = json_object_get_boolean_member(update, "runs");
    take_registers(watch, json_object_get_object_member(update, "regs"));
    take_accesses(watch, json_object_get_array_member(update, "accesses"));
    if (json_object_has_member(update, "traffic"))
        take_traffic(watch, json_object_get_array_member(update, "traffic"));
    watch->begun = TRUE;
    return TRUE;
}

/* ---- the screen ---- */

static struct winsize screen_size(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
        size = (struct winsize){.ws_row = 24, .ws_col = 80};
    return size;
}

/* From the most significant one, in groups; changed ones are lit. */
static void append_bits(GString *line, const struct watch *watch, const struct shown *shown)
{
    for (unsigned bit = shown->bits; bit--;) {
        gboolean one = shown->value >> bit & 1, lit = shown->lit >> bit & 1;

        if (watch->coloured && (lit || !one))
            g_string_append(line, lit ? LIT_BEGIN : DIM_BEGIN);
        g_string_append_c(line, one ? '1' : '0');
        if (watch->coloured && (lit || !one))
            g_string_append(line, LIT_END);
        if (bit && bit % BITS_IN_GROUP == 0)
            g_string_append_c(line, ' ');
    }
}

static void append_rate(GString *line, double rate)
{
    static const char prefixes[] = " kMG";
    guint i = 0;

    for (; rate >= 1000 && prefixes[i + 1]; i++)
        rate /= 1000;
    g_string_append_printf(line, "  %.4g %s/s", rate, i ? (const char[]){prefixes[i], '\0'} : "");
}

static void draw_register(
    GString *text, const struct watch *watch, const struct shown *shown, guint columns)
{
    g_autofree char *value = register_hex(shown->bits, shown->value);

    g_string_append_printf(text, "%-18s ", shown->name);
    if (!shown->known) {
        g_string_append(text, "not there");
    } else if (shown->counts) {
        g_string_append_printf(text, "%20" G_GUINT64_FORMAT, shown->value);
        if (shown->rate > 0)
            append_rate(text, shown->rate);
    } else {
        if (shown->bits <= 32 || columns > 120)
            append_bits(text, watch, shown);
        else
            g_string_append(text, value);
        g_string_append_printf(text, "  %s", shown->fields);
    }
    g_string_append(text, LINE_END);
}

static void draw(const struct watch *watch)
{
    const struct winsize size = screen_size();
    g_autoptr(GString) text = g_string_new(SCREEN_TOP);
    guint rows = size.ws_row > 1 ? size.ws_row - 1 : 1, used = 1;

    g_string_append_printf(text, "%s   %.3f s%s   Ctrl-C leaves" LINE_END, watch->block,
        (double)watch->time / NS_PER_S, watch->runs ? "" : "   STOPPED");
    for (guint i = 0; i < watch->registers->len && used < rows; i++, used++)
        draw_register(text, watch, &g_array_index(watch->registers, struct shown, i), size.ws_col);
    for (guint i = 0; i < watch->traffic->len && used < rows; i++, used++)
        g_string_append_printf(
            text, "sees %s" LINE_END, (const char *)g_ptr_array_index(watch->traffic, i));
    for (const GList *line = watch->accesses->head; line && used < rows; line = line->next, used++)
        g_string_append_printf(
            text, "%.*s" LINE_END, (int)size.ws_col - 1, (const char *)line->data);
    g_string_append(text, SCREEN_REST);
    fputs(text->str, stdout);
}

/* ---- all of it ---- */

static gboolean run(struct watch *watch, GError **error)
{
    gboolean ok = learn_registers(watch, error);

    while (ok && !ends && (ok = look(watch, error))) {
        if (watch->screen)
            draw(watch);
        if (fflush(stdout))
            break;
        g_usleep(TICK_US);
    }
    return ok;
}

gboolean terminal_watch(struct control_client *client, const char *name, GError **error)
{
    const struct sigaction at_end = {.sa_handler = end};
    struct watch watch = {
        .client = client,
        .block = name,
        .screen = output_can_move(STDOUT_FILENO),
        .coloured = output_wants_colour(STDOUT_FILENO),
        .registers = g_array_new(FALSE, FALSE, sizeof(struct shown)),
        .accesses = g_queue_new(),
        .traffic = g_ptr_array_new_with_free_func(g_free),
    };
    gboolean ok;

    g_array_set_clear_func(watch.registers, shown_clear);
    sigaction(SIGINT, &at_end, NULL);
    sigaction(SIGTERM, &at_end, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (watch.screen)
        fputs(SCREEN_BEGIN, stdout);
    ok = run(&watch, error);
    if (watch.screen)
        fputs(SCREEN_END, stdout);
    fflush(stdout);
    g_array_unref(watch.registers);
    g_queue_free_full(watch.accesses, g_free);
    g_ptr_array_unref(watch.traffic);
    return ok;
}
