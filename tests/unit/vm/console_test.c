/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shown part of a dead guest's console. The reports are shortened ones of
 * Linux 6.12. */
#include "harness/vm/console.h"
#include "tests/tap.h"

static void ends_with(const char *console, const char *expected, const char *what)
{
    g_autofree char *end = console_end(console);

    is_str(end, expected, "%s", what);
}

static void check_complaints(void)
{
    static const char boot[] = "[    0.1] Linux\r\npmulab: module a does not load: no\r\n"
                               "[    0.2] pmulab: not ours\r\npmulab: no 9p";
    g_autofree char *found = console_complaints(boot);
    g_autofree char *none = console_complaints("[    0.1] Linux\r\n");

    is_str(found, "pmulab: module a does not load: no\npmulab: no 9p\n", "init's own lines alone");
    is_str(none, "", "none");
}

static void check_unpacking(void)
{
    g_autofree char *failed =
        console_unpacking("[    0.1] Linux\r\n[    6.595687] Initramfs unpacking failed: write "
                          "error\r\n[    7.0] x\r\n");
    g_autofree char *cut =
        console_unpacking("[    0.0] INITRD: 0x48000000+0x1000 is not a memory region - disabling "
                          "initrd\n");
    g_autofree char *none =
        console_unpacking("[    3.7] Trying to unpack rootfs image as initramfs...\r\n");

    is_str(failed, "Initramfs unpacking failed: write error", "the initramfs is not whole");
    is_str(
        cut, "INITRD: 0x48000000+0x1000 is not a memory region - disabling initrd", "no message");
    ok(!none, "a complete initramfs");
}

static void check_reports(void)
{
    ends_with("", "", "an empty console");
    ends_with("[ 1.0] ready\r\n[ 2.0] BUG: kernel NULL pointer dereference, address: 0\r\n[ 2.1] "
              "RIP: f+0x1\r\n"
              "[ 2.2] Kernel panic - not syncing: Fatal exception\r\n",
        "[ 2.0] BUG: kernel NULL pointer dereference, address: 0\n[ 2.1] RIP: f+0x1\n"
        "[ 2.2] Kernel panic - not syncing: Fatal exception\n",
        "an oops that becomes a panic begins with the oops");
    ends_with("a\n[ 2.0] Unable to handle kernel paging request at virtual address 8\nlr : g+0x2\n",
        "[ 2.0] Unable to handle kernel paging request at virtual address 8\nlr : g+0x2\n",
        "arm64's");
    ends_with("one\n\n\033[2J\033[01;01Htwo\rthree", "one\ntwo\nthree\n",
        "without a report, everything as plain text");
}

static void says(const char *console, const char *expected, const char *what)
{
    g_autofree char *report = console_report(console);

    is_str(report, expected, "%s", what);
}

static void check_first_lines(void)
{
    says("[    1.0] ready\r\n", NULL, "no report");
    says("[    2.012345] BUG: kernel NULL pointer dereference, address: 8\r\n[ 2.1] RIP: "
         "f+0x1\r\n[    2.2] "
         "Kernel panic - "
         "not syncing: Fatal exception\r\n",
        "BUG: kernel NULL pointer dereference, address: 8",
        "an oops that becomes a panic: the oops, without its time");
    says("[    3.1][    C1] Oops: 0002 [#1]\r\nmore", "Oops: 0002 [#1]",
        "with a CPU beside the time");
    says("[    4.0] ------------[ cut here ]------------\n[    4.1] WARNING: CPU: 0 PID: 1 at "
         "f.c:1\n",
        "WARNING: CPU: 0 PID: 1 at f.c:1", "'cut here' is followed by the fault in the next line");
    says("[    4.0] ------------[ cut here ]------------\n", "------------[ cut here ]------------",
        "... if there is one");
}

/* A long console shows its last 20 lines; a report is found among the last
 * CONSOLE_LINES. */
static void check_long(void)
{
    for (unsigned after = CONSOLE_LINES - 1; after <= CONSOLE_LINES; after++) {
        g_autoptr(GString) console = g_string_new("first\nOops: 0002 [#1]\n");
        g_autofree char *end = NULL;
        unsigned lines = 0;

        for (unsigned i = 0; i < after; i++)
            g_string_append(console, "more\n");
        end = console_end(console->str);
        for (const char *at = end; *at; at++)
            lines += *at == '\n';
        is_u64(lines, after < CONSOLE_LINES ? CONSOLE_LINES : 20, "%u lines after a report", after);
    }
}

int main(void)
{
    check_complaints();
    check_unpacking();
    check_reports();
    check_first_lines();
    check_long();
    return done_testing();
}
