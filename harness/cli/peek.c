/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab peek` and `pmulab poke`: registers of a guest that `pmulab live`
 * runs, read and set. */
#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/hardware/encode.h"
#include "harness/hardware/registers.h"
#include "harness/live/control.h"
#include "harness/live/terminal.h"

#include <string.h>

static gboolean parse(const char *name, const char *form, const char *summary, int argc,
    char **argv, const GOptionEntry *own, char **path, char ***words, GError **error)
{
    const GOptionEntry common[] = {
        {"live", 0, 0, G_OPTION_ARG_FILENAME, path, "The live view's socket, if several run",
            "SOCKET"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, words, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(form);
    g_autoptr(GArray) entries = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));

    g_array_append_vals(entries, common, G_N_ELEMENTS(common));
    for (; own && own->long_name; own++)
        g_array_append_vals(entries, own, 1);
    g_option_context_set_summary(context, summary);
    return arguments_read(
        context, (const GOptionEntry *)(gconstpointer)entries->data, name, argc, argv, error);
}

static guint count(char **words)
{
    return words ? g_strv_length(words) : 0;
}

static gboolean fail_usage(GError **error, const char *message)
{
    return error_usage(error, "%s", message);
}

/* ---- peek ---- */

/* "NAME VALUE FIELDS" in columns. */
static void print_registers(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    struct output out;
    gsize width = 0, digits = 0;

    for (char **line = lines; *line; line++) {
        gsize n = strcspn(*line, " ");

        width = MAX(width, n);
        digits = MAX(digits, strcspn(*line + n + (n < strlen(*line)), " "));
    }
    output_begin(&out);
    for (char **line = lines; *line && **line; line++) {
        g_auto(GStrv) parts = g_strsplit(*line, " ", 3);

        output_printf(&out, "%-*s  ", (int)width, parts[0]);
        output_add(&out, OUTPUT_BOLD, parts[1]);
        if (parts[2])
            output_printf(&out, "%*s  %s", (int)(digits - strlen(parts[1])), "", parts[2]);
        output_printf(&out, "\n");
    }
    output_end(&out);
}

static gboolean peek(struct control_client *client, char **words, GError **error)
{
    g_autoptr(GString) answer = g_string_new(NULL);

    for (char **word = words; word && *word; word++) {
        g_autofree char *line = g_strdup_printf("peek %s", *word);

        if (!control_ask(client, line, answer, error))
            return FALSE;
    }
    print_registers(answer->str);
    return TRUE;
}

static gboolean list_blocks(struct control_client *client, GError **error)
{
    g_autoptr(GString) answer = g_string_new(NULL);
    struct output out;

    if (!control_ask(client, "blocks", answer, error))
        return FALSE;
    output_begin(&out);
    output_printf(&out, "%s", answer->str);
    output_end(&out);
    return TRUE;
}

int command_peek(int argc, char **argv)
{
    g_autofree char *path = NULL;
    g_auto(GStrv) words = NULL;
    struct control_client *client;
    GError *error = NULL;
    gboolean watch = FALSE, ok;
    const GOptionEntry own[] = {
        {"watch", 0, 0, G_OPTION_ARG_NONE, &watch,
            "Show a block continuously, with the last accesses", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };

    if (!parse("peek", "[BLOCK[.REGISTER]...]",
            "Reads registers of a guest that `pmulab live` runs, without the effects of a read.\n"
            "Without a name, lists the guest's blocks.",
            argc, argv, own, &path, &words, &error) ||
        (watch && count(words) != 1 && !fail_usage(&error, "peek: --watch: expected one block")) ||
        !(client = control_connect(path, &error)))
        return error_exit(error);
    ok = watch          ? terminal_watch(client, words[0], &error)
         : count(words) ? peek(client, words, &error)
                        : list_blocks(client, &error);
    control_disconnect(client);
    return ok ? STATUS_OK : error_exit(error);
}

/* ---- poke ---- */

/* "s1.imc0.PMON_CTL0": registers are described by their kind of block, which
 * the view knows. */
static gboolean value_of(char **words, char **value, GError **error)
{
    struct register_place place;
    guint64 number;

    if (!words[2] && !strchr(words[1], '=')) {
        *value = g_strdup(words[1]);
        return TRUE;
    }
    if (!register_find(words[0], &place, error) ||
        !encode_fields(place.machine->model, place.reg, words + 1, &number, error))
        return FALSE;
    *value = register_hex(place.reg->width, number);
    return TRUE;
}

static gboolean poke(struct control_client *client, char **words, GError **error)
{
    g_autoptr(GString) answer = g_string_new(NULL);
    g_autofree char *value = NULL, *line = NULL;

    if (!value_of(words, &value, error))
        return FALSE;
    line = g_strdup_printf("poke %s %s", words[0], value);
    return control_ask(client, line, answer, error);
}

int command_poke(int argc, char **argv)
{
    g_autofree char *path = NULL;
    g_auto(GStrv) words = NULL;
    struct control_client *client = NULL;
    GError *error = NULL;
    gboolean ok = parse("poke", "BLOCK.REGISTER VALUE|FIELD=VALUE...",
        "Sets a register of a guest that `pmulab live` runs, as hardware would, without a write's "
        "effects.",
        argc, argv, NULL, &path, &words, &error);

    if (ok && count(words) < 2)
        ok = fail_usage(&error, "poke: expected a register, and a value or FIELD=VALUE...");
    ok = ok && (client = control_connect(path, &error)) && poke(client, words, &error);
    control_disconnect(client);
    return ok ? STATUS_OK : error_exit(error);
}
