/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks guest options and builds QEMU's command line from them and from the
 * machine's description. */
#include "harness/vm/qemu_command.h"

#include "harness/base/error.h"
#include "harness/format/elf.h"
#include "harness/setup/kernel_modules.h"
#include "harness/vm/guest_memory.h"

#include <errno.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

/*
 * Kernel parameters for every guest. `panic=-1` with QEMU's -no-reboot ends a
 * panicked guest at once. The others save boot time under TCG and change
 * nothing that a PMU driver sees: mitigations against speculation, which TCG
 * lacks, and self-tests of the kernel's ciphers take a fifth of an amd64 boot.
 */
#define COMMON_APPEND "quiet panic=-1 mitigations=off audit=0 cryptomgr.notests random.trust_cpu=1"

static void add_word(GPtrArray *argv, const char *word)
{
    g_ptr_array_add(argv, g_strdup(word));
}

__attribute__((format(printf, 2, 3))) static void add_format(
    GPtrArray *argv, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(argv, g_strdup_vprintf(format, args));
    va_end(args);
}

static void add_list(GPtrArray *argv, const char *const *words)
{
    for (; *words; words++)
        add_word(argv, *words);
}

/* QEMU splits options at commas; two commas mean one. */
static char *quote_commas(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);

    return g_strjoinv(",,", parts);
}

static gboolean check_file(const char *what, const char *path, GError **error)
{
    if (!g_file_test(path, G_FILE_TEST_EXISTS) || access(path, R_OK))
        return error_usage(error, "%s %s: %s", what, path, g_strerror(errno));
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return error_usage(error, "%s %s: expected a regular file", what, path);
    return TRUE;
}

/* Its own name, "intel_uncore", whatever the file is called. NULL with an
 * error. */
static char *module_name(const char *path, GError **error)
{
    g_autoptr(GBytes) object = kernel_module_read(path, error);
    char *name = NULL;
    gsize size;
    const void *bytes;

    if (!object)
        return NULL;
    bytes = g_bytes_get_data(object, &size);
    name = elf_modinfo(bytes, size, "name", error);
    if (!name)
        g_prefix_error(error, "module %s: ", path);
    return name;
}

static gboolean check_module(const char *path, GError **error)
{
    g_autofree char *name = NULL;

    if (!check_file("module", path, error))
        return FALSE;
    if (!kernel_module_file(path))
        return error_usage(
            error, "module %s: expected a file NAME.ko, NAME.ko.xz or NAME.ko.gz", path);
    name = module_name(path, error);
    return name != NULL;
}

/* If QEMU ran as root and wrote the share directly, the guest could make real
 * device nodes and set-uid programs. So the owners and modes that it sets
 * become attributes of plain files. */
static gboolean share_is_mapped(void)
{
    return geteuid() == 0;
}

static gboolean takes_attributes(const char *path)
{
    static const char name[] = "user.virtfs.pmulab";

    /* Nothing is made on a file system that is read-only. */
    return setxattr(path, name, "", 0, 0) ? errno == EROFS : !removexattr(path, name);
}

static gboolean check_share(const char *path, GError **error)
{
    if (!g_file_test(path, G_FILE_TEST_IS_DIR))
        return error_usage(error, "share %s: expected a folder", path);
    if (access(path, R_OK | X_OK))
        return error_usage(error, "share %s: %s", path, g_strerror(errno));
    if (share_is_mapped() && !takes_attributes(path))
        return error_usage(error,
            "share %s: %s; expected a file system with extended attributes, or a user other than "
            "root",
            path, g_strerror(errno));
    return TRUE;
}

unsigned qemu_cpus(const struct guest_options *options)
{
    return options->cpus ? options->cpus : options->machine->cpus;
}

static unsigned n_sockets(const struct guest_options *options)
{
    return options->sockets ? options->sockets : 1;
}

static unsigned n_threads(const struct guest_options *options)
{
    return options->threads ? options->threads : 1;
}

static gboolean check_topology(const struct guest_options *options, GError **error)
{
    unsigned threads = n_threads(options), step = n_sockets(options) * threads;

    if (threads > options->machine->threads_max)
        return error_usage(error, "%u threads per core: expected 1 to %u on %s", threads,
            options->machine->threads_max, options->machine->name);
    if (qemu_cpus(options) % step)
        return error_usage(error, "%u CPUs: expected a multiple of %u, for sockets=%u threads=%u",
            qemu_cpus(options), step, n_sockets(options), threads);
    return TRUE;
}

/* The plugin would report this too, but QEMU's exit does not count as an
 * invalid request. */
static gboolean check_plugin_options(const struct guest_options *options, GError **error)
{
    static const char traffic[] = "traffic=", access[] = "access=", timing[] = "timing=";

    for (const char *const *option = options->plugin_options; option && *option; option++) {
        if (g_str_has_prefix(*option, traffic) &&
            !check_file("traffic", *option + strlen(traffic), error))
            return FALSE;
        if (g_str_has_prefix(*option, access) && strcmp(*option, "access=none") != 0 &&
            !options->icount)
            return error_usage(error,
                "%s: expected --icount with it: by the host's clock an access cannot take time",
                *option);
        if (g_str_has_prefix(*option, timing) && strcmp(*option, "timing=flat") != 0 &&
            !options->icount)
            return error_usage(error,
                "%s: expected --icount with it: by the host's clock a CPU cannot wait for memory",
                *option);
    }
    return TRUE;
}

gboolean guest_options_check(const struct guest_options *options, GError **error)
{
    if (!check_topology(options, error))
        return FALSE;
    if (options->flash && !options->machine->flash)
        return error_usage(
            error, "flash %s: %s has no flash", options->flash, options->machine->name);
    if (options->flash && !check_file("flash", options->flash, error))
        return FALSE;
    if (!check_plugin_options(options, error))
        return FALSE;
    if (options->kernel && !g_file_test(options->kernel, G_FILE_TEST_IS_DIR) &&
        !check_file("kernel", options->kernel, error))
        return FALSE;
    if (options->share && !check_share(options->share, error))
        return FALSE;
    for (const char *const *module = options->modules; module && *module; module++)
        if (!check_module(*module, error))
            return FALSE;
    return TRUE;
}

gboolean guest_options_bring(const struct guest_options *options)
{
    return (options->packages && *options->packages) || (options->files && options->files->path) ||
           (options->modules && *options->modules);
}

/* A module of the user's replaces the machine's module of the same name. */
static gboolean is_replaced(const char *name, const char *const *modules)
{
    for (; modules && *modules; modules++) {
        g_autofree char *its = module_name(*modules, NULL);

        if (its && kernel_module_is(its, name))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_left_out(const char *name, const char *const *without)
{
    for (; without && *without; without++)
        if (kernel_module_is(*without, name))
            return TRUE;
    return FALSE;
}

static void append_modules(GString *words, const struct guest_options *options)
{
    const char *separator = " pmulab.modules=";

    for (const char *const *name = options->machine->modules; *name; name++) {
        if (is_replaced(*name, options->modules) || is_left_out(*name, options->without))
            continue;
        g_string_append_printf(words, "%s%s", separator, *name);
        separator = ",";
    }
}

/* The guest's own limit for a command, in its time: far longer than any
 * scenario, but an idle guest reaches it in a few host seconds. Without -icount
 * only the scenario's own limit applies. */
enum { STEP_LIMIT_S = 300 };

/* Only guest/mark.c enforces the limit. With other marks, a guest that was
 * saved with it also serves a paced one. */
static gboolean limits_steps(const struct guest_options *options)
{
    return options->holds && options->icount &&
           !(options->paced && !strcmp(options->machine->mark, "exec"));
}

static char *kernel_words(const struct guest_options *options)
{
    const struct machine *machine = options->machine;
    GString *words = g_string_new(COMMON_APPEND);

    g_string_append_printf(words, " console=%s pmulab.machine=%s pmulab.mark=%s %s",
        machine->console, machine->name, machine->mark, machine->append);
    append_modules(words, options);
    for (unsigned i = 0; machine->interrupts && machine->interrupts[i].row; i++)
        g_string_append_printf(
            words, "%s%s", i ? "," : " pmulab.interrupts=", machine->interrupts[i].row);
    if (limits_steps(options))
        g_string_append_printf(words, " pmulab.limit=%d", STEP_LIMIT_S);
    if (!options->holds && !options->terminal)
        g_string_append(words, " pmulab.out=port");
    if (options->share)
        g_string_append(words, " pmulab.share=share");
    if (guest_options_bring(options))
        g_string_append(words, " pmulab.whole=yes");
    if (options->icount || options->gdb)
        g_string_append(words, " nokaslr");
    if (options->append)
        g_string_append_printf(words, " %s", options->append);
    return g_string_free(words, FALSE);
}

/* Adds @path, or if that is NULL the path of @fd. */
static void add_file(GPtrArray *argv, const char *path, enum qemu_fd fd)
{
    if (path)
        add_word(argv, path);
    else
        add_format(argv, "/proc/self/fd/%d", fd);
}

static void add_boot(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files)
{
    g_autofree char *words = kernel_words(options);

    if (files->firmware) {
        add_word(argv, "-bios");
        add_word(argv, files->firmware);
    }
    add_word(argv, "-kernel");
    add_file(argv, files->kernel, QEMU_FD_KERNEL);
    if (!options->resume) {
        add_word(argv, "-initrd");
        add_file(argv, files->initramfs, QEMU_FD_INITRAMFS);
    }
    add_word(argv, "-append");
    add_word(argv, words);
}

static void add_port(GPtrArray *argv, const char *name, int fd)
{
    add_word(argv, "-chardev");
    add_format(argv, "socket,id=%s,fd=%d", name, fd);
    add_word(argv, "-device");
    add_format(argv, "virtserialport,chardev=%s,name=pmulab.%s", name, name);
}

gboolean qemu_console_is_terminal(const struct guest_options *options)
{
    return options->terminal && !strcmp(options->machine->shell, options->machine->console);
}

/* Adds the serial console, and the terminal if that is another one. */
static void add_consoles(GPtrArray *argv, const struct guest_options *options)
{
    if (qemu_console_is_terminal(options)) {
        add_word(argv, "-serial");
        add_word(argv, "mon:stdio");
        return;
    }
    add_word(argv, "-chardev");
    add_format(argv, "socket,id=console,fd=%d", QEMU_FD_CONSOLE);
    add_word(argv, "-serial");
    add_word(argv, "chardev:console");
    if (!options->terminal)
        return;
    add_word(argv, "-chardev");
    add_word(argv, "stdio,id=terminal,mux=on,signal=off");
    add_word(argv, "-mon");
    add_word(argv, "terminal");
    add_word(argv, "-device");
    add_word(argv, "virtconsole,chardev=terminal");
}

static void add_session(GPtrArray *argv, const struct guest_options *options)
{
    add_word(argv, "-device");
    /* With ioeventfd, QEMU's main loop would read the guest's output whenever
     * the host schedules it. */
    add_format(
        argv, "virtio-serial-pci,bus=%s,max_ports=5,ioeventfd=off", options->machine->pci_bus);
    add_port(argv, "cmd", QEMU_FD_COMMANDS);
    add_port(argv, "out", QEMU_FD_OUT);
    add_port(argv, "err", QEMU_FD_ERR);
    add_consoles(argv, options);
}

static void add_share(GPtrArray *argv, const struct guest_options *options)
{
    g_autofree char *path = NULL;

    if (!options->share)
        return;
    path = quote_commas(options->share);
    add_word(argv, "-fsdev");
    add_format(argv, "local,id=share,path=%s,security_model=%s,multidevs=remap", path,
        share_is_mapped() ? "mapped-xattr" : "none");
    add_word(argv, "-device");
    add_format(
        argv, "virtio-9p-pci,bus=%s,fsdev=share,mount_tag=share", options->machine->share_bus);
}

static void add_flash(GPtrArray *argv, const struct qemu_files *files)
{
    if (!files->flash)
        return;
    add_word(argv, "-drive");
    add_format(argv, "if=mtd,format=raw,file=/proc/self/fd/%d", QEMU_FD_FLASH);
}

gboolean qemu_stops(const struct guest_options *options)
{
    return options->holds && options->icount && options->machine->resumes;
}

static void add_plugin(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files)
{
    g_autofree char *path = NULL;
    GString *value;

    if (!files->plugin)
        return;
    path = quote_commas(files->plugin);
    value = g_string_new(path);
    for (const char *const *option = options->plugin_options; option && *option; option++) {
        g_autofree char *quoted = quote_commas(*option);

        g_string_append_printf(value, ",%s", quoted);
    }
    if (options->holds)
        g_string_append_printf(value, ",hold=%d", QEMU_FD_HOLD);
    if (qemu_stops(options) && !options->resume)
        g_string_append(value, ",stop=on");
    if (options->save)
        g_string_append_printf(value, ",save=%d", QEMU_FD_MODEL);
    if (options->resume)
        g_string_append_printf(value, ",resume=%d", QEMU_FD_MODEL);
    if (options->window)
        g_string_append_printf(value, ",live=%d", QEMU_FD_LIVE);
    add_word(argv, "-plugin");
    g_ptr_array_add(argv, g_string_free(value, FALSE));
}

/* The last of several options wins, as in the plugin. */
static void add_cpu(GPtrArray *argv, const struct guest_options *options)
{
    const struct machine_cpu *cpus = options->machine->qemu_cpus;
    const char *model = cpus ? cpus->model : NULL;

    for (const char *const *given = options->plugin_options; cpus && given && *given; given++)
        for (const struct machine_cpu *cpu = cpus; cpu->option; cpu++)
            if (!strcmp(*given, cpu->option))
                model = cpu->model;
    if (!model)
        return;
    add_word(argv, "-cpu");
    add_word(argv, model);
}

static void add_topology(GPtrArray *argv, const struct guest_options *options)
{
    unsigned cpus = qemu_cpus(options), sockets = n_sockets(options), threads = n_threads(options);

    add_word(argv, "-smp");
    add_format(argv, "%u,sockets=%u,cores=%u,threads=%u", cpus, sockets, cpus / (sockets * threads),
        threads);
    add_word(argv, "-m");
    add_format(argv, "%uM", guest_memory_mib(options));
}

/* Memory in a file. The guest's writes go to the file; once it is saved, they
 * stay private. */
static void add_saved(GPtrArray *argv, const struct guest_options *options)
{
    if (!options->save && !options->resume)
        return;
    add_word(argv, "-object");
    add_format(argv, "memory-backend-file,id=ram,size=%uM,mem-path=/proc/self/fd/%d,%s",
        guest_memory_mib(options), QEMU_FD_RAM,
        options->save ? "share=on" : "share=off,readonly=on,rom=off");
    add_word(argv, "-machine");
    add_word(argv, "memory-backend=ram");
    if (!options->resume)
        return;
    add_word(argv, "-incoming");
    add_word(argv, "defer");
    add_word(argv, "-S");
}

static void add_monitor(GPtrArray *argv, const char *name, int fd)
{
    add_word(argv, "-chardev");
    add_format(argv, "socket,id=%s,fd=%d", name, fd);
    add_word(argv, "-mon");
    add_format(argv, "chardev=%s,mode=control", name);
}

static void add_monitors(GPtrArray *argv, const struct guest_options *options)
{
    if (qemu_stops(options))
        add_monitor(argv, "monitor", QEMU_FD_MONITOR);
    if (options->window)
        add_monitor(argv, "live", QEMU_FD_LIVE_MONITOR);
}

/* 2 ns per instruction. sleep=off: idle time takes no host time. A guest that
 * will be saved has no terminal, so idle time in its boot never takes host
 * time. */
static void add_icount(GPtrArray *argv, const struct guest_options *options)
{
    static const char *const repeatable[] = {
        "-rtc", "clock=vm,base=2025-01-01T00:00:00", "-seed", "1", NULL};

    if (!options->icount)
        return;
    add_word(argv, "-icount");
    add_format(argv, "shift=1,sleep=%s", options->paced && options->terminal ? "on" : "off");
    add_list(argv, repeatable);
}

void qemu_command_append(
    GPtrArray *argv, const struct guest_options *options, const struct qemu_files *files)
{
    static const char *const common[] = {
        "-no-user-config", "-display", "none", "-no-reboot", "-nic", "none", NULL};
    const struct machine *machine = options->machine;

    if (!machine->qemu_defaults)
        add_word(argv, "-nodefaults");
    add_list(argv, common);
    add_list(argv, machine->qemu_args);
    add_cpu(argv, options);
    add_topology(argv, options);
    add_boot(argv, options, files);
    add_flash(argv, files);
    add_session(argv, options);
    add_share(argv, options);
    add_saved(argv, options);
    add_monitors(argv, options);
    add_plugin(argv, options, files);
    add_icount(argv, options);
    if (options->gdb) {
        /* Access to gdb's server gives access to QEMU's monitor (qRcmd), so it
         * is not a port. */
        add_word(argv, "-chardev");
        add_format(argv, "socket,id=gdb,fd=%d,server=on,wait=off", QEMU_FD_GDB);
        add_word(argv, "-gdb");
        add_word(argv, "chardev:gdb");
        add_word(argv, "-S");
    }
    g_ptr_array_add(argv, NULL);
}
