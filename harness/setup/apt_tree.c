/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches packages with apt, under a separate configuration, and unpacks them
 * with dpkg-deb and tar. */
#include "harness/setup/apt_tree.h"

#include "harness/base/error.h"
#include "harness/setup/cache.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A program or file that we need, and the package that contains it. */
struct tool {
    const char *program;
    const char *package;
};

static const struct tool tools[] = {{"apt-get", "apt"}, {"dpkg-deb", "dpkg"}, {"tar", "tar"}};

/* The archive's keys. Newer releases of the package name them .pgp. */
static const char *const keyrings[] = {"/usr/share/keyrings/debian-archive-keyring.gpg",
    "/usr/share/keyrings/debian-archive-keyring.pgp"};

static const char keyring_package[] = "debian-archive-keyring";

/* One package set being made. */
struct job {
    const struct package_set *set;
    const char *mirror;
    const char *scratch;
    const char *tree;
    struct child_host *host;
    GPtrArray *archives; /* paths of .deb files */
    guint64 bytes;       /* of all archives */
    guint64 bytes_done;
    gboolean by_suite; /* releases are called by their suites' names, see fetch_by_either_name() */
};

/*
 * The other name of a release. It changes when Debian releases; preferences()
 * then finds no package under it.
 */
static const struct {
    const char *codename;
    const char *suite;
} suites[] = {
    {"bookworm", "oldstable"}, {"trixie", "stable"}, {"trixie-backports", "stable-backports"}};

char *package_set_recipe(const struct package_set *set)
{
    g_autofree char *releases = g_strjoinv(" ", (char **)(guintptr)set->releases);
    g_autofree char *names = g_strjoinv(" ", (char **)(guintptr)set->names);
    g_autofree char *left_out = g_strjoinv(" ", (char **)(guintptr)set->left_out);
    g_autofree char *alone = set->alone ? g_strjoinv(" ", (char **)(guintptr)set->alone) : NULL;
    g_autofree char *here =
        set->alone_here ? g_strjoinv(" ", (char **)(guintptr)set->alone_here) : NULL;
    GString *recipe = g_string_new(NULL);

    g_string_printf(recipe, "%s|%s|%s|%s", set->arch->name, releases, names, left_out);
    if (alone)
        g_string_append_printf(recipe, "|%s", alone);
    if (set->alone_arch)
        g_string_append_printf(recipe, "|%s", set->alone_arch->name);
    if (here)
        g_string_append_printf(recipe, "|%s:%s", debian_arch_host()->name, here);
    return g_string_free(recipe, FALSE);
}

static const char *keyring(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keyrings); i++)
        if (g_file_test(keyrings[i], G_FILE_TEST_EXISTS))
            return keyrings[i];
    return NULL;
}

gboolean apt_tree_check_tools(GError **error)
{
    g_autoptr(GString) missing = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(tools); i++) {
        g_autofree char *path = g_find_program_in_path(tools[i].program);

        if (!path)
            g_string_append_printf(missing, " %s", tools[i].package);
    }
    if (!keyring())
        g_string_append_printf(missing, " %s", keyring_package);
    if (!missing->len)
        return TRUE;
    return error_failed(error, "fetching packages needs%s: run  apt-get install%s  as root",
        missing->str, missing->str);
}

static gboolean write_file(
    const struct job *job, const char *name, const char *text, GError **error)
{
    g_autofree char *path = g_build_filename(job->scratch, name, NULL);

    return g_file_set_contents(path, text, -1, error);
}

static gboolean make_folder(const struct job *job, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(job->scratch, name, NULL);

    if (!g_mkdir_with_parents(path, 0777))
        return TRUE;
    return error_failed(error, "%s: %s", path, g_strerror(errno));
}

/* Takes only the network settings from this machine's apt. */
static char *network_settings(void)
{
    static const char *const kept[] = {"Acquire::http::", "Acquire::https::", "Acquire::ForceIPv",
        "Acquire::Retries", "Acquire::Check-Valid-Until"};
    const char *argv[] = {"apt-config", "dump", "--no-empty", "Acquire", NULL};
    g_autofree char *dump = NULL;
    g_auto(GStrv) lines = NULL;
    GString *settings = g_string_new(NULL);

    if (!g_spawn_sync(NULL, (char **)(guintptr)argv, NULL,
            G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &dump, NULL, NULL, NULL))
        return g_string_free(settings, FALSE);
    lines = g_strsplit(dump, "\n", -1);
    for (char **line = lines; *line; line++)
        for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
            if (!g_ascii_strncasecmp(*line, kept[i], strlen(kept[i])))
                g_string_append_printf(settings, "%s\n", *line);
    return g_string_free(settings, FALSE);
}

/* Keeps the host's configuration out: its hooks would run, and its pins would
 * apply. Disables the sandbox user, who cannot enter a cache below a private
 * home. "Dir" itself stays, since passwords for mirrors are in /etc/apt. */
static char *apt_configuration(const struct job *job)
{
    g_autofree char *network = network_settings();
    const char *arch = job->set->arch->name;
    const char *other = job->set->alone_arch   ? job->set->alone_arch->name
                        : job->set->alone_here ? debian_arch_host()->name
                                               : arch;
    const char *dir = job->scratch;

    return g_strdup_printf("Dir::Etc::parts \"/dev/null\";\n"
                           "Dir::Etc::main \"/dev/null\";\n"
                           "Dir::Etc::sourcelist \"%s/sources.list\";\n"
                           "Dir::Etc::sourceparts \"/dev/null\";\n"
                           "Dir::Etc::preferences \"%s/preferences\";\n"
                           "Dir::Etc::preferencesparts \"/dev/null\";\n"
                           "Dir::State \"%s\";\n"
                           "Dir::State::lists \"%s/lists\";\n"
                           "Dir::State::status \"%s/status\";\n"
                           "Dir::Cache \"%s\";\n"
                           "Dir::Cache::archives \"%s/archives\";\n"
                           "Dir::Cache::pkgcache \"\";\n"
                           "Dir::Cache::srcpkgcache \"\";\n"
                           "APT::Architecture \"%s\";\n"
                           "APT::Architectures { \"%s\"; \"%s\"; };\n"
                           "APT::Install-Recommends \"false\";\n"
                           "APT::Sandbox::User \"\";\n"
                           "APT::Status-Fd \"1\";\n"
                           "Acquire::Languages \"none\";\n"
                           "Debug::NoLocking \"true\";\n"
                           "%s",
        dir, dir, dir, dir, dir, dir, dir, arch, arch, other, network);
}

static const char *release_name(const struct job *job, const char *codename)
{
    for (size_t i = 0; job->by_suite && i < G_N_ELEMENTS(suites); i++)
        if (!strcmp(suites[i].codename, codename))
            return suites[i].suite;
    return codename;
}

/*
 * apt does not copy packages of a file: mirror. With copy: it puts them in the
 * same place as all others.
 */
static char *source_lines(const struct job *job)
{
    const char *path =
        g_str_has_prefix(job->mirror, "file:") ? job->mirror + strlen("file:") : NULL;
    const char *key = keyring();
    g_autofree char *uri = path ? g_strconcat("copy:", path, NULL) : g_strdup(job->mirror);
    GString *lines = g_string_new(NULL);

    for (const char *const *release = job->set->releases; *release; release++)
        g_string_append_printf(
            lines, "deb [signed-by=%s] %s %s main\n", key, uri, release_name(job, *release));
    return g_string_free(lines, FALSE);
}

/* Backports ask apt not to choose them by default. If a set names them, they
 * compete on equal terms. Packages without any of the codenames belong to
 * another release. */
static char *preferences(const struct job *job)
{
    GString *pins = g_string_new(NULL);

    for (const char *const *release = job->set->releases; *release; release++)
        g_string_append_printf(
            pins, "Package: *\nPin: release n=%s\nPin-Priority: 500\n\n", *release);
    g_string_append(pins, "Package: *\nPin: release c=main\nPin-Priority: -1\n");
    return g_string_free(pins, FALSE);
}

static gboolean prepare(const struct job *job, GError **error)
{
    g_autofree char *configuration = apt_configuration(job);
    g_autofree char *sources = source_lines(job);
    g_autofree char *pins = preferences(job);

    return make_folder(job, "lists/partial", error) &&
           make_folder(job, "archives/partial", error) &&
           write_file(job, "apt.conf", configuration, error) &&
           write_file(job, "sources.list", sources, error) &&
           write_file(job, "preferences", pins, error) && write_file(job, "status", "", error);
}

/* "dlstatus:4:74.4560:Retrieving file 4 of 92" */
static void show_download(const char *line, gpointer data)
{
    struct job *job = data;
    const char *percent;

    if (!g_str_has_prefix(line, "dlstatus:"))
        return;
    percent = strchr(line + strlen("dlstatus:"), ':');
    if (percent)
        progress_phase(
            job->host->progress, job->host->progress->phase, g_ascii_strtod(percent + 1, NULL));
}

/* Shortens "Failed to fetch URL  REASON" by the mirror's part of the URL. */
static char *shorten_fetch_failure(const char *url_and_reason)
{
    const char *gap = strstr(url_and_reason, "  ");
    g_autofree char *url = gap ? g_strndup(url_and_reason, (gsize)(gap - url_and_reason)) : NULL;
    const char *file = url ? strstr(url, "/dists/") : NULL;
    g_autofree char *reason = g_strstrip(g_strdup(gap ? gap : url_and_reason));

    if (url && !file)
        file = strstr(url, "/pool/");
    return file ? g_strdup_printf("%s: %s", file + 1, reason) : g_steal_pointer(&reason);
}

/* The first of apt's complaints that is an error; later ones are consequences.
 * NULL if there is none. */
static char *first_complaint(const char *text)
{
    static const char fetch[] = "E: Failed to fetch ";
    g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", -1);

    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, fetch))
            return shorten_fetch_failure(*line + strlen(fetch));
        if (g_str_has_prefix(*line, "E: "))
            return g_strstrip(g_strdup(*line + strlen("E: ")));
    }
    return NULL;
}

/* Runs apt-get with @arguments, which end with NULL. */
static gboolean run_apt(struct job *job, const GPtrArray *argv, const char *phase, GError **error)
{
    g_autofree char *setting = g_strdup_printf("APT_CONFIG=%s/apt.conf", job->scratch);
    const struct child child = {
        (const char *const *)(gconstpointer)argv->pdata, setting, show_download, job};
    g_autofree char *complaint = NULL, *reason = NULL;

    progress_phase(job->host->progress, phase, PROGRESS_UNKNOWN);
    if (child_run(&child, job->host, &complaint, error))
        return TRUE;
    if (job->host->interrupted || !error || !*error)
        return FALSE;
    /* Replaces the bare "ended with status 100" with apt's own reason. */
    reason = first_complaint(complaint);
    if (!reason)
        reason = g_strdup((*error)->message);
    g_clear_error(error);
    return error_failed(error,
        "can't fetch packages from %s: %s (PMULAB_MIRROR=URL names another mirror)", job->mirror,
        reason);
}

static void append_words(GPtrArray *argv, const char *const *words)
{
    for (const char *const *word = words; *word; word++)
        g_ptr_array_add(argv, (gpointer)(guintptr)*word);
}

static gboolean fetch_lists(struct job *job, GError **error)
{
    static const char *const words[] = {"apt-get", "-q", "--error-on=any", "update", NULL};
    g_autoptr(GPtrArray) argv = g_ptr_array_new();

    append_words(argv, words);
    g_ptr_array_add(argv, NULL);
    return run_apt(job, argv, "reading package lists", error);
}

static gboolean download(struct job *job, GError **error)
{
    static const char *const words[] = {"apt-get", "-q", "-y", "--download-only", "install", NULL};
    g_autoptr(GPtrArray) argv = g_ptr_array_new();

    if (!job->set->names[0])
        return TRUE;
    append_words(argv, words);
    append_words(argv, job->set->names);
    g_ptr_array_add(argv, NULL);
    return run_apt(job, argv, "downloading", error);
}

/* Returns "6.12.1" for "linux-image-6.12.1-arm64_6.12.1-1_arm64.deb"; NULL for
 * other archives. */
static char *version_in_name(const struct package_set *set, const char *archive)
{
    g_autofree char *suffix = g_strconcat("-", set->arch->name, NULL);
    g_autofree char *name = g_strndup(archive, strcspn(archive, "_"));
    size_t stem = strlen(set->stem), end = strlen(name) - strlen(suffix);

    if (!g_str_has_prefix(name, set->stem) || !g_str_has_suffix(name, suffix) || end <= stem)
        return NULL;
    return g_strndup(name + stem, end - stem);
}

/* The version to replace '%', found among the downloaded archives. */
static char *find_version(const struct job *job, GError **error)
{
    g_autofree char *folder = g_build_filename(job->scratch, "archives", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;
    char *version;

    while (dir && (name = g_dir_read_name(dir)))
        if ((version = version_in_name(job->set, name)))
            return version;
    if (dir)
        error_failed(error, "no package is called %s...", job->set->stem);
    return NULL;
}

static void append_alone(
    GPtrArray *argv, const char *const *names, const char *version, const struct debian_arch *arch)
{
    for (; names && *names; names++) {
        g_auto(GStrv) parts = g_strsplit(*names, "%", 2);
        g_autofree char *name = g_strjoinv(version, parts);

        if (strchr(name, '='))
            g_ptr_array_add(argv, g_steal_pointer(&name));
        else
            g_ptr_array_add(argv, g_strconcat(name, ":", arch->name, NULL));
    }
}

/* `apt-get download` fetches no dependencies and leaves archives in its working
 * directory. */
static gboolean download_alone(struct job *job, GError **error)
{
    static const char script[] = "cd \"$1\" && shift && exec apt-get -q download \"$@\"";
    g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *version = NULL;

    if (!job->set->alone && !job->set->alone_here)
        return TRUE;
    version = job->set->stem ? find_version(job, error) : g_strdup("");
    if (!version)
        return FALSE;
    g_ptr_array_add(argv, g_strdup("sh"));
    g_ptr_array_add(argv, g_strdup("-c"));
    g_ptr_array_add(argv, g_strdup(script));
    g_ptr_array_add(argv, g_strdup("download"));
    g_ptr_array_add(argv, g_build_filename(job->scratch, "archives", NULL));
    append_alone(argv, job->set->alone, version,
        job->set->alone_arch ? job->set->alone_arch : job->set->arch);
    append_alone(argv, job->set->alone_here, version, debian_arch_host());
    g_ptr_array_add(argv, NULL);
    return run_apt(job, argv, "downloading", error);
}

/* apt's messages for a list that does not match its release's index, and for a
 * listed package that the mirror lacks. */
static gboolean is_torn(const GError *error)
{
    return strstr(error->message, "unexpected size") ||
           strstr(error->message, "Hash Sum mismatch") ||
           (strstr(error->message, ": pool/") && strstr(error->message, ": 404 "));
}

static gboolean fetch(struct job *job, GError **error)
{
    return prepare(job, error) && fetch_lists(job, error) && download(job, error) &&
           download_alone(job, error);
}

/*
 * During its update, a mirror may serve a release's new index with an old list
 * of packages, or a new list without all its packages. So may a proxy that
 * caches single files, for days. Files under the release's other name are
 * separate, and often older and complete. If that also fails, the first reason
 * counts.
 */
static gboolean fetch_by_either_name(struct job *job, GError **error)
{
    g_autoptr(GError) failure = NULL;
    g_autofree char *archives = g_build_filename(job->scratch, "archives", NULL);

    if (fetch(job, &failure))
        return TRUE;
    if (!job->host->interrupted && is_torn(failure)) {
        job->by_suite = TRUE;
        cache_remove(archives);
        if (fetch(job, NULL))
            return TRUE;
    }
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
}

static gboolean list_archives(struct job *job, GError **error)
{
    g_autofree char *folder = g_build_filename(job->scratch, "archives", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        char *path = g_build_filename(folder, name, NULL);
        GStatBuf st;

        if (!g_str_has_suffix(name, ".deb") || g_stat(path, &st)) {
            g_free(path);
            continue;
        }
        job->bytes += (guint64)st.st_size;
        g_ptr_array_add(job->archives, path);
    }
    return dir != NULL;
}

/* The unpacking script prints each archive's name when it is unpacked. */
static void show_unpacked(const char *line, gpointer data)
{
    struct job *job = data;
    GStatBuf st;

    if (g_stat(line, &st))
        return;
    job->bytes_done += (guint64)st.st_size;
    progress_phase(
        job->host->progress, "unpacking", 100.0 * (double)job->bytes_done / (double)job->bytes);
}

/* Some packages still ship files in /bin or /lib. An installed system has links
 * into /usr there, so the links must exist before anything is unpacked, and tar
 * must keep them. */
static gboolean make_tree(const struct job *job, GError **error)
{
    static const char *const merged[] = {"bin", "sbin", "lib", "lib64"};

    for (size_t i = 0; i < G_N_ELEMENTS(merged); i++) {
        g_autofree char *target = g_strconcat("usr/", merged[i], NULL);
        g_autofree char *folder = g_build_filename(job->tree, target, NULL);
        g_autofree char *link = g_build_filename(job->tree, merged[i], NULL);

        if (g_mkdir_with_parents(folder, 0777) || symlink(target, link))
            return error_failed(error, "%s: %s", link, g_strerror(errno));
    }
    return TRUE;
}

static gboolean unpack(struct job *job, GError **error)
{
    /* $1 is the tree, $2 the list of what to leave out; the rest are
     * archives. */
    static const char script[] =
        "tree=$1 except=$2; shift 2\n"
        "for deb do\n"
        "  dpkg-deb --fsys-tarfile \"$deb\" | tar -x -C \"$tree\" --keep-directory-symlink "
        "--no-same-owner"
        " --no-same-permissions --warning=no-timestamp -X \"$except\" || exit 1\n"
        "  echo \"$deb\"\n"
        "done\n";
    g_autofree char *except = g_build_filename(job->scratch, "left-out", NULL);
    const char *const words[] = {"sh", "-c", script, "unpack", job->tree, except, NULL};
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autofree char *complaint = NULL;
    struct child child = {NULL, NULL, show_unpacked, job};

    append_words(argv, words);
    for (guint i = 0; i < job->archives->len; i++)
        g_ptr_array_add(argv, g_ptr_array_index(job->archives, i));
    g_ptr_array_add(argv, NULL);
    child.argv = (const char *const *)(gconstpointer)argv->pdata;
    progress_phase(job->host->progress, "unpacking", PROGRESS_UNKNOWN);
    if (child_run(&child, job->host, &complaint, error))
        return TRUE;
    if (!job->host->interrupted && complaint && *complaint) {
        *strchrnul(complaint, '\n') = 0;
        g_prefix_error(error, "can't unpack packages into %s: %s: ", job->tree, complaint);
    }
    return FALSE;
}

/* tar wants "./usr/share/doc"; its wildcards then match everything below. */
static gboolean write_left_out(const struct job *job, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);

    for (const char *const *path = job->set->left_out; *path; path++)
        g_string_append_printf(list, "./%s\n", *path);
    return write_file(job, "left-out", list->str, error);
}

gboolean apt_tree_make(const struct package_set *set, const char *mirror, const char *scratch,
    const char *tree, struct child_host *host, GError **error)
{
    g_autoptr(GPtrArray) archives = g_ptr_array_new_with_free_func(g_free);
    struct job job = {set, mirror, scratch, tree, host, archives, 0, 0, FALSE};

    return fetch_by_either_name(&job, error) && list_archives(&job, error) &&
           make_tree(&job, error) && write_left_out(&job, error) && unpack(&job, error);
}
