/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dumps of CPUID: both formats, the rows of a comparison, and damaged files. */
#include "harness/capture/cpuid_dump.h"

#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "tests/rng.h"
#include "tests/tap.h"

static struct memory_file file = {.fd = -1};

static gboolean read_text(struct cpuid_dump *dump, const char *text, GError **error)
{
    if (!file.path && !memory_file_open(&file, "cpuid", NULL))
        return FALSE;
    return memory_file_empty(&file, NULL) && memory_file_add(&file, text, strlen(text), NULL) &&
           cpuid_dump_read(dump, file.path, error);
}

/* The rows of @text, "NAME=SEEN/MODEL" each. */
static char *rows_of(const char *text)
{
    struct cpuid_dump dump = {.brand = NULL};
    GError *error = NULL;
    const char *option;
    char wrong[MACHINE_PLAN_WRONG];
    struct machine_plan *plan;
    g_autoptr(GArray) rows = NULL;
    GString *all = g_string_new(NULL);

    if (!ok(read_text(&dump, text, &error), "a dump is read: %s", error ? error->message : ""))
        return g_string_free(all, FALSE);
    plan = machine_plan_new(machine_of_cpuid(&dump.cpu, &option));
    machine_plan_option(plan, option, wrong);
    machine_plan_cpus(plan, 1, wrong);
    machine_plan_planned(plan);
    rows = cpuid_dump_compare(&dump, plan);
    g_string_append_printf(all, "%s: ", dump.brand);
    for (guint i = 0; i < rows->len; i++) {
        const struct cpuid_row *row = &g_array_index(rows, struct cpuid_row, i);
        g_autofree char *name = cpuid_row_name(row);

        g_string_append_printf(all, "%s=%x/%x ", name, row->seen, row->model);
    }
    machine_plan_free(plan);
    cpuid_dump_clear(&dump);
    return g_string_free(all, FALSE);
}

/* Genoa: its model and stepping, its mask of memory controllers and LBR differ
 * from the variant's. Leaf 7 is QEMU's. */
static const char genoa[] =
    "CPU 0:\n"
    "   0x00000000 0x00: eax=0x00000010 ebx=0x68747541 ecx=0x444d4163 edx=0x69746e65\n"
    "   0x00000001 0x00: eax=0x00a10f11 ebx=0x00000800 ecx=0x76fa320b edx=0x178bfbff\n"
    "   0x00000007 0x00: eax=0x00000001 ebx=0xf1bf97a9 ecx=0x00405fce edx=0x10000010\n"
    "   0x8000001b 0x00: eax=0x00000bff ebx=0x00000000 ecx=0x00000000 edx=0x00000000\n"
    "   0x80000022 0x00: eax=0x00000007 ebx=0x00304106 ecx=0x00000fff edx=0x00000000\n"
    "CPU 1:\n"
    "   0x8000001b 0x00: eax=0x00000000 ebx=0x00000000 ecx=0x00000000 edx=0x00000000\n";

static void test_raw(void)
{
    g_autofree char *rows = rows_of(genoa);

    is_str(rows,
        ": cpuid.1.eax=a10f11/a10f11 cpuid.8000001b.eax=bff/bff cpuid.8000001b.ebx=0/0 "
        "cpuid.8000001b.ecx=0/0 cpuid.8000001b.edx=0/0 cpuid.80000022.eax=7/1 "
        "cpuid.80000022.ebx=304106/304006 cpuid.80000022.ecx=fff/fff cpuid.80000022.edx=0/0 ",
        "the leaves that the model describes, of the first CPU");
}

/* An older and a newer form of InstLatx64, without a newline at the end. */
static void test_latx(void)
{
    g_autofree char *rows =
        rows_of("------[ CPUID Registers / Logical CPU #0 ]------\r\n"
                "CPUID 00000000: 0000000D-756E6547-6C65746E-49656E69 [GenuineIntel]\r\n"
                "CPUID 00000001: 000206D7-00200800-1FBEE3FF-BFEBFBFF\r\n"
                "CPUID 0000000A  \t07300403-00000000-00000000-00000603\t[x]\r\n"
                "CPUID 0000000A: 00000001 00000002 00000100 00000000 [SL 01]\r\n"
                "CPUID Manufacturer : GenuineIntel\r\n"
                "CPUID 80000002: 20202020-6E492020-286C6574-58202952\r\n"
                "CPUID 80000003: 286E6F65-43202952-45205550-36322D35\r\n"
                "CPUID 80000004: 30203035-32204020-4730302E-00007A48");

    is_str(rows,
        "Intel(R) Xeon(R) CPU E5-2650 0 @ 2.00GHz: cpuid.a.eax=7300403/7300403 cpuid.a.ebx=0/0 "
        "cpuid.a.ecx=0/0 cpuid.a.edx=603/603 ",
        "the core PMU of a Xeon without its subleaf, and the part's name");
}

/* Bits that the model leaves to QEMU are not compared. */
static void test_mask(void)
{
    g_autofree char *text = g_strconcat(genoa,
        "0x80000001 0x00: eax=0x00a10f11 ebx=0x40000000 ecx=0x75c237ff edx=0x2fd3fbff\n", NULL);
    g_autofree char *rows = rows_of(text);

    ok(strstr(rows, " cpuid.80000001.eax=a10f11/a10f11 cpuid.80000001.ecx&11c00408=11c00408/"
                    "11c00408 ") != NULL,
        "EXTAPIC, IBS, TOPOEXT and three kinds of counters alone: %s", rows);
}

static void test_damage(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"hello\n", ": has no leaves 0 and 1 of CPUID; expected the output of cpuid -r, or a file "
                    "of InstLatx64"},
        {"0x00000000 0x00: eax=0x1\n", ":1: expected EAX, EBX, ECX and EDX of a leaf"},
        {"\nCPUID 00000000: 00000001-2\n", ":2: expected EAX, EBX, ECX and EDX of a leaf"},
        {"CPUID 00000000: 1-2-3-400000000\n", ":1: expected EAX, EBX, ECX and EDX of a leaf"},
        {"0x0 0x00: eax=0x1 ebx=0x2 ecx=0x3 edx=0x4z\n", ":1: expected EAX, EBX"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct cpuid_dump dump;
        GError *error = NULL;

        ok(!read_text(&dump, cases[i].text, &error) && error &&
                error->code == HARNESS_ERROR_FAILED && strstr(error->message, cases[i].message),
            "%s", cases[i].message);
        cpuid_dump_clear(&dump);
        g_clear_error(&error);
    }
}

static void test_random_damage(void)
{
    struct rng rng = {1};
    guint clear = 0, refused = 0;

    for (guint tried = 0; tried < 1000; tried++) {
        g_autofree char *text = g_strdup(genoa);
        struct cpuid_dump dump;
        GError *error = NULL;

        for (guint n = 1 + (guint)rng_below(&rng, 4); n; n--)
            text[rng_below(&rng, strlen(text))] = (char)(1 + rng_below(&rng, 255));
        read_text(&dump, text, &error);
        clear +=
            !error || (!strchr(error->message, '\n') && g_utf8_validate(error->message, -1, NULL));
        refused += error != NULL;
        cpuid_dump_clear(&dump);
        g_clear_error(&error);
    }
    is_u64(clear, 1000, "1,000 damaged files, %u refused with one clear line", refused);
}

int main(void)
{
    test_raw();
    test_latx();
    test_mask();
    test_damage();
    test_random_damage();
    memory_file_close(&file);
    return done_testing();
}
