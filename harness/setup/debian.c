/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian: its architectures, and the mirror that its packages come from. */
#include "harness/setup/debian.h"

#include "harness/base/error.h"

#include <string.h>

static const struct debian_arch arches[] = {
    {"amd64", "x86_64-linux-gnu", "x86", "ld-linux-x86-64.so.2"},
    {"arm64", "aarch64-linux-gnu", "arm64", "ld-linux-aarch64.so.1"},
    {"ppc64el", "powerpc64le-linux-gnu", "powerpc", "ld64.so.2"},
};

const struct debian_arch *debian_arch_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(arches); i++)
        if (!strcmp(arches[i].name, name))
            return &arches[i];
    return NULL;
}

const struct debian_arch *debian_arch_host(void)
{
#if defined(__x86_64__) && defined(__LP64__)
    return debian_arch_find("amd64");
#elif defined(__aarch64__) && defined(__LP64__)
    return debian_arch_find("arm64");
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
    return debian_arch_find("ppc64el");
#else
    return NULL;
#endif
}

/* ---- the mirror ---- */

enum field { ORIGIN, LABEL, RELEASE, COMPONENT, REPO_URI, SIGNED_BY, FIELDS };

static char *without_slash(const char *uri)
{
    char *copy = g_strdup(uri);

    for (gsize n = strlen(copy); n && copy[n - 1] == '/'; n--)
        copy[n - 1] = 0;
    return copy;
}

/* How surely a target is the Debian archive; 0: it is not. */
static unsigned confidence(char **field)
{
    g_autofree char *uri = without_slash(field[REPO_URI]);
    unsigned sure = 0;

    if (strcmp(field[COMPONENT], "main") || strstr(field[RELEASE], "-security") ||
        strchr(field[RELEASE], '/'))
        return 0;
    if (*field[ORIGIN] && !g_str_has_prefix(field[ORIGIN], "$(")) /* it is known */
        return strcmp(field[ORIGIN], "Debian") || strcmp(field[LABEL], "Debian") ? 0 : 8;
    if (strstr(field[SIGNED_BY], "debian-archive"))
        sure += 4;
    if (g_str_has_suffix(uri, "/debian"))
        sure += 2;
    /* On a tie, prefer the release itself to its updates or backports. */
    return sure && !strchr(field[RELEASE], '-') ? sure + 1 : sure;
}

char *mirror_choose(const char *targets)
{
    g_auto(GStrv) lines = g_strsplit(targets, "\n", -1);
    unsigned best = 0;
    char *chosen = NULL;

    for (char **line = lines; *line; line++) {
        g_auto(GStrv) field = g_strsplit(*line, "|", FIELDS);
        unsigned sure = g_strv_length(field) == FIELDS ? confidence(field) : 0;

        if (sure <= best)
            continue;
        best = sure;
        g_free(chosen);
        chosen = without_slash(field[REPO_URI]);
    }
    return chosen;
}

static char *ask_apt(GError **error)
{
    const char *argv[] = {
        "apt-get", "indextargets", "--format", MIRROR_FORMAT, "Created-By: Packages", NULL};
    g_autoptr(GError) reason = NULL;
    g_autofree char *complaint = NULL;
    char *targets = NULL;
    int status = 0;

    if (!g_spawn_sync(NULL, (char **)(guintptr)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
            &targets, &complaint, &status, &reason) ||
        !g_spawn_check_wait_status(status, &reason)) {
        error_failed(error, "can't ask apt for its mirror (%s): name one with PMULAB_MIRROR=URL",
            reason->message);
        g_clear_pointer(&targets, g_free);
    }
    return targets;
}

char *mirror_find(GError **error)
{
    const char *wanted = g_getenv("PMULAB_MIRROR");
    g_autofree char *targets = NULL;
    char *chosen;

    if (wanted && *wanted)
        return without_slash(wanted);
    targets = ask_apt(error);
    if (!targets)
        return NULL;
    chosen = mirror_choose(targets);
    if (!chosen)
        error_failed(
            error, "apt on this machine has no Debian mirror: name one with PMULAB_MIRROR=URL");
    return chosen;
}
