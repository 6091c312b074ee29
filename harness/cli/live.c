/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab live`: boots a guest as `pmulab boot` does, and shows its registers
 * in a browser while it runs.
 *
 * The exit status is boot's.
 */
#include "harness/base/append.h"
#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/cli/boot.h"
#include "harness/cli/command.h"
#include "harness/live/live_blocks.h"
#include "harness/live/live_verdict.h"
#include "harness/live/service.h"
#include "harness/trace/plan_lines.h"

#include <stdio.h>

#define PORT_MAX 65535

struct viewing {
    int port;
    const struct boot_request *request;
    struct live *live;
    struct live_service *service;
};

static gboolean begins(
    gpointer self, const struct boot_request *request, struct guest_window *window, GError **error)
{
    struct viewing *viewing = self;
    const struct live_guest guest = {.machine = request->machine,
        .kernel = request->kernel,
        .config = request->config,
        .cpus = request->cpus,
        .memory_mib = request->memory_mib,
        .traffic = request->traffic,
        .trace = request->trace,
        .command = request->command};

    viewing->request = request;
    if (viewing->port < 0 || viewing->port > PORT_MAX)
        return error_usage(error, "live: --port: expected a number from 0 to %d", PORT_MAX);
    viewing->live = live_new(&guest, window, error);
    return viewing->live != NULL;
}

static void started(gpointer self)
{
    live_started(((struct viewing *)self)->live);
}

static gboolean ready(gpointer self, const struct driver_naming *naming, GError **error)
{
    struct viewing *viewing = self;

    if (!live_begin(viewing->live, naming, error) || !live_blocks_find(viewing->live, error) ||
        !(viewing->service = live_service_start(viewing->live, (unsigned)viewing->port, error)))
        return FALSE;
    fprintf(stderr, "live: %s\r\n", live_service_address(viewing->service));
    fprintf(stderr, "`pmulab peek` and `poke` also reach it: %s\r\n",
        live_service_socket(viewing->service));
    return TRUE;
}

/* Keeps the user's actions beside a requested trace. */
static void keep_plan(const struct viewing *viewing)
{
    g_autofree char *path = g_strconcat(viewing->request->trace, PLAN_LINES_SUFFIX, NULL);
    const GString *text = viewing->live->plan.text;
    GError *error = NULL;

    if (viewing->request->keeps_trace && !file_replace(path, text->str, text->len, &error))
        error_exit(error);
}

static void judge(struct viewing *viewing)
{
    g_autoptr(GString) text = g_string_new(NULL), clean = g_string_new(NULL);
    GError *error = NULL;

    live_verdict_append(text, viewing->live, &error);
    append_printable(clean, text->str);
    fputs(clean->str, stderr);
    if (error)
        error_exit(error);
}

static void ended(gpointer self)
{
    struct viewing *viewing = self;
    gboolean served = viewing->service != NULL;

    live_service_stop(viewing->service);
    if (served) {
        keep_plan(viewing);
        judge(viewing);
    }
    live_free(viewing->live);
}

int command_live(int argc, char **argv)
{
    struct viewing viewing = {0};
    const GOptionEntry options[] = {
        {"port", 0, 0, G_OPTION_ARG_INT, &viewing.port,
            "Port of 127.0.0.1 for the page (any that is free)", "N"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    const struct boot_watcher watcher = {
        .name = "live",
        .summary = "Boots a guest as `pmulab boot` does, and shows its registers in a browser "
                   "while it runs.",
        .options = options,
        .self = &viewing,
        .begins = begins,
        .started = started,
        .ready = ready,
        .ended = ended,
    };

    return boot_watched(argc, argv, &watcher);
}
