/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures as commands: one for each access of each kind, gaps, and captures
 * that no script can have. */
#include "harness/capture/capture_script.h"

#include "harness/base/memory_file.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

static struct memory_file file = {.fd = -1};

/* The script of @text, or the error. */
static char *script_of(const char *format, const char *variant, const char *text, gboolean *msrs)
{
    const char *const config[] = {variant, NULL};
    const struct capture_options options = {.format = format, .machine = "snbep", .config = config};
    GString *script = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    struct capture *capture = NULL;

    if ((file.path || memory_file_open(&file, "capture", &error)) &&
        memory_file_empty(&file, &error) && memory_file_add(&file, text, strlen(text), &error))
        capture = capture_open(file.path, &options, &error);
    if (!capture || !capture_script(capture, script, msrs, &error))
        g_string_assign(script, error->message);
    capture_free(capture);
    return g_string_free(script, FALSE);
}

#define EVENT(TIME, WHAT) "  perf-1  [001] d..1.  " TIME ": " WHAT "\n"

static void test_commands(void)
{
    static const char text[] = EVENT("1.000001", "write_msr: 38f, value 70000000f") EVENT(
        "1.010000", "read_msr: d04, value 10100") EVENT("1.020000", "rdpmc: 40000001, value 5")
        EVENT("1.020000", "read_msr: 123, value 5")
            EVENT("3.070000", "pci_write4: (a <- b) bus=127 devfn=128 reg=244 value=0x10100")
                EVENT("3.070001", "pci_read2: (a <- b) bus=127 devfn=133 reg=2 value=0x3cb5");
    gboolean msrs = FALSE;
    g_autofree char *ports = script_of("ftrace", "variant=snbep", text, &msrs);

    is_str(ports,
        "set -e\n"
        "wrmsr -p 1 0x38f 0x70000000f\n"
        "rdmsr -p 1 0xd04\n"
        "sleep 0.010\n"
        "rdmsr -p 1 0x30a\n"
        "sleep 2.050\n"
        "setpci -s 7f:10.0 f4.L=10100\n"
        "setpci -s 7f:10.5 2.W\n"
        "set +e\n",
        "MSRs and configuration space, with gaps of 10 ms or more");
    ok(msrs, "the script needs msr-tools");
}

static void test_memory(void)
{
    const guint64 box = window_address(0) + snbep_variants[VARIANT_ICX]->boxes[0].base;
    g_autofree char *text = g_strdup_printf(
        "W 4 9.000010 1 0x%" G_GINT64_MODIFIER "x 0x30003 0xffffffffc0a5d0f3 0\n"
        "R 8 9.000011 1 0x%" G_GINT64_MODIFIER "x 0x123456789abc 0xffffffffc0a5d0ff 0\n",
        box, box + 8);
    g_autofree char *expected = g_strdup_printf("set -e\n"
                                                "devmem 0x%" G_GINT64_MODIFIER "x 32 0x30003\n"
                                                "devmem 0x%" G_GINT64_MODIFIER "x 64\n"
                                                "set +e\n",
        box, box + 8);
    gboolean msrs = FALSE;
    g_autofree char *memory = script_of("mmiotrace", "variant=icx", text, &msrs);

    is_str(memory, expected, "registers in memory");
    ok(!msrs, "... do not need msr-tools");
}

static void test_limits(void)
{
    g_autoptr(GString) many = g_string_new(NULL);
    g_autofree char *most = NULL;
    g_autofree char *wrong = NULL;
    gboolean msrs = FALSE;

    for (guint i = 0; i < CAPTURE_SCRIPT_MAX; i++)
        g_string_append(many, EVENT("1.000001", "write_msr: 38f, value 7"));
    most = script_of("ftrace", "variant=snbep", many->str, &msrs);
    ok(g_str_has_suffix(most, "0x7\nset +e\n"), "a script has up to 2000 accesses");
    g_string_append(many, EVENT("1.000001", "write_msr: 38f, value 7"));
    wrong = script_of("ftrace", "variant=snbep", many->str, &msrs);
    is_str(wrong, "more than 2000 accesses; expected a part of the capture", "... and no more");
    g_free(wrong);
    wrong = script_of("ftrace", "variant=snbep", EVENT("1.0", "write_msr: 123, value 7"), &msrs);
    is_str(wrong, "no access to a register of the machine", "another register alone");
    g_free(wrong);
    wrong = script_of(
        "ftrace", "variant=snbep", EVENT("1.0", "write_msr: 38f, value 7") "hello\n", &msrs);
    ok(strstr(wrong, ":2: expected an event"), "a damaged capture: %s", wrong);
}

int main(void)
{
    test_commands();
    test_memory();
    test_limits();
    memory_file_close(&file);
    return done_testing();
}
