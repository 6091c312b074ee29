/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last 40 of 42 lines. */
#include "harness/symbols/kernel_symbols.h"

#include "tests/tap.h"

/* As Linux 6.12 prints them, and with sections of modules before. */
static const char listing[] = "msr/sections/.text:0xffffffffc0201000\n"
                              "vmlinux/sections/.text:0xffffffffa1000000\n"
                              "0000000000000000 A fixed_percpu_data\n"
                              "ffffffffa1000000 T _text\n"
                              "ffffffffa1014a40 t __pfx_perf_ibs_start\n"
                              "ffffffffa1014bf0 T perf_ibs_add\n"
                              "ffffffffa1014a50 t perf_ibs_start\n"
                              "ffffffffa2c00000 D _sdata\n"
                              "ffffffffa3000010 b ibs_caps\n"
                              "ffffffffc0201000 t rdmsr_safe_regs\t[msr]\n";

static void test_extract(void)
{
    g_autofree char *text = kernel_symbols_extract(listing),
                    *none = kernel_symbols_extract("ffffffffa1014bf0 T perf_ibs_add\n");

    is_str(text, "0 _text\n14a50 perf_ibs_start\n14bf0 perf_ibs_add\n",
        "functions of the kernel, from _text on, in order");
    is_str(none, "", "without _text there are no functions");
}

static void test_function(void)
{
    static const struct {
        guint64 offset;
        const char *name;
        guint64 into;
    } cases[] = {{0xf, NULL, 0}, {0x10, "first", 0}, {0x1f, "first", 0xf}, {0x20, "second", 0},
        {0x21, "second", 1}, {0x30, "third", 0}, {0x1000, "third", 0xfd0}};
    g_autoptr(GArray) symbols = kernel_symbols_parse("10 first\n20 second\nnonsense\n30 third\n"),
                      empty = kernel_symbols_parse("");
    guint64 into = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = kernel_symbols_function(symbols, cases[i].offset, &into);

        is_str(name, cases[i].name, "offset %x", (unsigned)cases[i].offset);
        if (name)
            is_u64(into, cases[i].into, "... bytes into it");
    }
    is_str(kernel_symbols_function(empty, 0, &into), NULL, "no functions");
}

int main(void)
{
    test_extract();
    test_function();
    return done_testing();
}
