/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Talks to QEMU's monitor, to save and resume guests with QEMU's migration
 * commands. */
#include "harness/vm/qmp.h"

#include "harness/base/error.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define POLL_MS 200

/* For an answer, and for a migration: seconds as qemu_process_limit() counts
 * them. */
#define ANSWER_LIMIT_S 120.0

/* Microseconds between two queries of the migration's state. */
#define MIGRATION_POLL_US 500

/* Takes the next whole line, or returns NULL. */
static char *take_line(struct qemu_process *qemu)
{
    GString *pending = qemu_process_pending(qemu, QEMU_FD_MONITOR);
    const char *end = memchr(pending->str, '\n', pending->len);
    char *line;

    if (!end)
        return NULL;
    line = g_strndup(pending->str, (gsize)(end - pending->str));
    g_string_erase(pending, 0, end - pending->str + 1);
    return line;
}

/* The next answer that has arrived. An event, which may come at any time, is
 * none. */
static JsonObject *next_answer(struct qemu_process *qemu)
{
    JsonObject *answer = NULL;
    char *line;

    while (!answer && (line = take_line(qemu))) {
        g_autoptr(JsonNode) root = json_from_string(line, NULL);

        if (root && JSON_NODE_HOLDS_OBJECT(root) &&
            !json_object_has_member(json_node_get_object(root), "event"))
            answer = json_object_ref(json_node_get_object(root));
        g_free(line);
    }
    return answer;
}

static JsonObject *wait_for_answer(struct qemu_process *qemu, GError **error)
{
    const struct qemu_limit limit = qemu_process_limit(qemu, ANSWER_LIMIT_S);
    JsonObject *answer;

    while (!(answer = next_answer(qemu))) {
        if (!qemu_process_wait(qemu, POLL_MS)) {
            qemu_process_explain(qemu, "QEMU ended", error);
            return NULL;
        }
        if (qemu_process_is_past(qemu, &limit)) {
            error_failed(error, "QEMU's monitor did not answer within %.0f s", ANSWER_LIMIT_S);
            return NULL;
        }
    }
    return answer;
}

static const char *text_of(JsonObject *object, const char *name)
{
    return object && json_object_has_member(object, name)
               ? json_object_get_string_member(object, name)
               : "";
}

/* Returns the answer, which has "return", or NULL. */
static JsonObject *ask(
    struct qemu_process *qemu, const char *command, const char *arguments, GError **error)
{
    g_autofree char *line = g_strdup_printf("{\"execute\": \"%s\"%s%s}\n", command,
        arguments ? ", \"arguments\": " : "", arguments ? arguments : "");
    JsonObject *answer, *wrong = NULL;

    if (!qemu_process_send(qemu, QEMU_FD_MONITOR, line, strlen(line))) {
        qemu_process_explain(qemu, "QEMU has ended", error);
        return NULL;
    }
    answer = wait_for_answer(qemu, error);
    if (!answer || json_object_has_member(answer, "return"))
        return answer;
    if (json_object_has_member(answer, "error"))
        wrong = json_object_get_object_member(answer, "error");
    error_failed(error, "QEMU: %s: %s", command, text_of(wrong, "desc"));
    json_object_unref(answer);
    return NULL;
}

gboolean qmp_execute(
    struct qemu_process *qemu, const char *command, const char *arguments, GError **error)
{
    JsonObject *answer = ask(qemu, command, arguments, error);

    if (answer)
        json_object_unref(answer);
    return answer != NULL;
}

gboolean qmp_begin(struct qemu_process *qemu, GError **error)
{
    JsonObject *greeting = wait_for_answer(qemu, error);

    if (!greeting)
        return FALSE;
    json_object_unref(greeting);
    return qmp_execute(qemu, "qmp_capabilities", NULL, error);
}

/* ---- QEMU calls both directions migration ---- */

/* Sets *@done, or *@error if the migration failed. */
static gboolean look_at_migration(struct qemu_process *qemu, gboolean *done, GError **error)
{
    JsonObject *answer = ask(qemu, "query-migrate", NULL, error);
    JsonObject *info = answer ? json_object_get_object_member(answer, "return") : NULL;
    gboolean failed;

    if (!answer)
        return FALSE;
    *done = !strcmp(text_of(info, "status"), "completed");
    failed = !strcmp(text_of(info, "status"), "failed");
    if (failed)
        error_failed(error, "QEMU: %s", text_of(info, "error-desc"));
    json_object_unref(answer);
    return !failed;
}

static gboolean migrate(
    struct qemu_process *qemu, const char *command, enum qemu_fd fd, GError **error)
{
    g_autofree char *arguments = g_strdup_printf("{\"uri\": \"file:/proc/self/fd/%d\"}", fd);
    const struct qemu_limit limit = qemu_process_limit(qemu, ANSWER_LIMIT_S);
    gboolean done = FALSE;

    if (!qmp_execute(qemu, "migrate-set-capabilities",
            "{\"capabilities\": [{\"capability\": \"x-ignore-shared\", \"state\": true}]}",
            error) ||
        !qmp_execute(qemu, command, arguments, error))
        return FALSE;
    while (look_at_migration(qemu, &done, error)) {
        if (done)
            return TRUE;
        if (qemu_process_is_past(qemu, &limit))
            return error_failed(error, "QEMU: %s: not done within %.0f s", command, ANSWER_LIMIT_S);
        g_usleep(MIGRATION_POLL_US);
    }
    return FALSE;
}

gboolean qmp_save(struct qemu_process *qemu, enum qemu_fd fd, GError **error)
{
    return migrate(qemu, "migrate", fd, error);
}

/* Announces nothing to a network: that timer follows the host's clock, and
 * under -icount QEMU shortens the turns of CPUs for such timers
 * (icount_percpu_budget(), accel/tcg). */
gboolean qmp_resume(struct qemu_process *qemu, enum qemu_fd fd, GError **error)
{
    return qmp_execute(qemu, "migrate-set-parameters", "{\"announce-rounds\": 0}", error) &&
           migrate(qemu, "migrate-incoming", fd, error);
}
