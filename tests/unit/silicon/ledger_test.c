/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ledger: each fact that a real machine showed equals the model's answer,
 * or is marked with the reason why the model differs on purpose. A mark on an
 * equal fact is also a failure.
 */
#include "harness/hardware/registers.h"
#include "harness/machine/machines.h"
#include "harness/silicon/ledger.h"
#include "models/epyc/epyc_cpuid.h"
#include "models/kunpeng/kunpeng_virt.h"
#include "models/kunpeng/uncore_types.h"
#include "models/snbep/snbep_config.h"
#include "models/x86/intel_core.h"
#include "tests/epyc_machine.h"

#include <glib.h>

#define ABSENT "absent"

/* The model's value of the fact in *@value, if it is a number; else its
 * word. */
typedef const char *answer_fn(const struct silicon_fact *fact, uint64_t *value);

/* ---- options ---- */

static gboolean set_options(const char *options, void *config, const struct config_option *table)
{
    g_auto(GStrv) words = g_strsplit(options, ",", -1);
    gboolean good = TRUE;

    for (guint i = 0; words[i]; i++)
        good &= !strcmp(words[i], "-") || !config_parse(table, config, words[i]);
    return good;
}

/* ---- CPUID: "cpuid.80000022.ebx[23:16]", "cpuid.80000001.ecx&408" ---- */

static uint64_t bits_of(const char *text, uint32_t word)
{
    unsigned last, first;
    int n = sscanf(text, "[%u:%u]", &last, &first);

    if (n >= 1)
        return word >> (n == 2 ? first : last) & reg_low_bits(n == 2 ? last - first + 1 : 1);
    return *text == '&' ? word & g_ascii_strtoull(text + 1, NULL, 16) : word;
}

static struct epyc machine;

static const char *epyc_cpuid_answer(const struct silicon_fact *fact, uint64_t *value)
{
    struct epyc_config config = EPYC_DEFAULTS;
    uint32_t leaf, regs[4] = {0}, highest[4] = {0};
    char name[4];
    int end = 0;

    if (!set_options(fact->capture->options, &config, epyc_options) ||
        sscanf(fact->what, "cpuid.%x.%3[a-dex]%n", &leaf, name, &end) != 2)
        return "a bad capture";
    machine.config = config;
    epyc_cpuid(&machine, 0x80000000, 0, highest);
    if (leaf > highest[0])
        return ABSENT;
    epyc_cpuid(&machine, leaf, 0, regs);
    *value = bits_of(fact->what + end, regs[name[1] - 'a']);
    return NULL;
}

static const char *snbep_cpuid_answer(const struct silicon_fact *fact, uint64_t *value)
{
    struct snbep_config config = SNBEP_DEFAULTS;
    uint32_t leaf, regs[4] = {0};
    char name[4];

    if (!set_options(fact->capture->options, &config, snbep_options) ||
        sscanf(fact->what, "cpuid.%x.%3[a-dex]", &leaf, name) != 2 || leaf != INTEL_CORE_LEAF)
        return "a bad fact";
    intel_core_cpuid(snbep_variant_of(&config)->core, config.ht == SNBEP_HT_OFF, regs);
    *value = regs[name[1] - 'a'];
    return NULL;
}

static const char *cpuid_answer(const struct silicon_fact *fact, uint64_t *value)
{
    return (strcmp(fact->capture->machine, "epyc") ? snbep_cpuid_answer : epyc_cpuid_answer)(
        fact, value);
}

/* ---- PCI: "pci@0:08/0.DEVICE_ID", "pci.REVISION_ID", "pci.UBOX_BUS" ---- */

static const char *pci_answer(const struct silicon_fact *fact, uint64_t *value)
{
    struct snbep_config config = SNBEP_DEFAULTS;
    const struct snbep_variant *variant;
    const struct snbep_function *function;
    unsigned bus, device, number;

    if (!set_options(fact->capture->options, &config, snbep_options))
        return "a bad capture";
    variant = snbep_variant_of(&config);
    *value = variant->revision;
    if (!strcmp(fact->what, "pci.REVISION_ID"))
        return NULL;
    *value = variant->buses[0][variant->ubox_bus];
    if (!strcmp(fact->what, "pci.UBOX_BUS"))
        return NULL;
    if (sscanf(fact->what, "pci@%u:%x/%u.", &bus, &device, &number) != 3)
        return "a bad fact";
    function = snbep_function_at(variant, bus, device << 3 | number);
    if (!function)
        return ABSENT;
    *value =
        g_str_has_suffix(fact->what, ".CLASS_CODE") ? function->class_code : function->device_id;
    return NULL;
}

/* ---- registers: "ibs.IBS_OP_CTL", and "ibs.IBS_OP_CTL.CurCnt" after it
 * ---- */

static const char *register_answer(const struct silicon_fact *fact, uint64_t *value)
{
    static uint64_t word; /* the latest register's */
    g_auto(GStrv) names = g_strsplit(fact->what, ".", 3);
    g_autofree char *path =
        g_strjoin(".", fact->capture->machine, names[0], names[1] ? names[1] : "", NULL);
    struct register_place place;

    if (!register_find(path, &place, NULL))
        return "no such register";
    if (!names[2]) {
        word = g_ascii_strtoull(fact->value, NULL, 16);
        *value = word & ~reg_access_mask(place.reg, REG_RV);
        return NULL;
    }
    for (unsigned i = 0; i < place.reg->n_fields; i++)
        if (!strcmp(place.reg->fields[i].name, names[2])) {
            *value = reg_get(place.reg, i, word);
            return NULL;
        }
    return "no such field";
}

/* ---- AMD's uncore: "uncore.umc" ---- */

static const char *uncore_answer(const struct silicon_fact *fact, uint64_t *value)
{
    struct epyc_config config = EPYC_DEFAULTS;
    const char *kind = fact->what + strlen("uncore.");

    if (!set_options(fact->capture->options, &config, epyc_options))
        return "a bad capture";
    *value = !strcmp(kind, "umc")  ? epyc_uncore_umc_counters(&config) / epyc_config_umcs(&config)
             : !strcmp(kind, "df") ? epyc_uncore_df_counters(&config)
                                   : amd_uncore_kinds[AMD_UNCORE_L3].counters;
    return NULL;
}

/* ---- Kunpeng's devices: "acpi.l3c.HID" ---- */

/* The first PMU with the name @name. */
static gboolean find_pmu(const struct kunpeng_config *config, const char *name,
    struct uncore_place *place, unsigned *number)
{
    for (*number = 0; *number < UNCORE_PLACES; ++*number)
        if (uncore_place(config, *number, place) && !strcmp(place->type->name, name))
            return TRUE;
    return FALSE;
}

static unsigned pmus_on_die(const struct kunpeng_config *config, const struct uncore_place *like)
{
    struct uncore_place place;
    unsigned n = 0;

    for (unsigned i = 0; i < UNCORE_PER_DIE; i++)
        n += uncore_place(config, i, &place) && place.type == like->type;
    return n;
}

static const char *acpi_answer(const struct silicon_fact *fact, uint64_t *value)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    g_auto(GStrv) names = g_strsplit(fact->what, ".", 3);
    struct uncore_place place;
    const char *of = names[2];
    unsigned number;

    if (!set_options(fact->capture->options, &config, kunpeng_options))
        return "a bad capture";
    *value = !strcmp(names[1], "SIZE") ? KUNPENG_WINDOW : 0;
    if (!strcmp(names[1], "SCL"))
        *value = kunpeng_sccl(&config, 0);
    if (!strcmp(names[1], "EDGE"))
        *value = config.edges;
    if (!of)
        return NULL;
    if (!find_pmu(&config, names[1], &place, &number))
        return "no such PMU";
    if (!strcmp(of, "HID"))
        return place.type->hid;
    if (!strcmp(of, "PROPERTY"))
        return place.type->properties[0];
    *value = !strcmp(of, "COUNT")  ? pmus_on_die(&config, &place)
             : !strcmp(of, "BASE") ? kunpeng_uncore_window(number)
                                   : kunpeng_uncore_spi(number);
    return NULL;
}

/* ---- all of them ---- */

static answer_fn *answer_of(const char *what)
{
    static const struct {
        const char *prefix;
        answer_fn *answer;
    } kinds[] = {{"cpuid.", cpuid_answer}, {"pci", pci_answer}, {"uncore.", uncore_answer},
        {"acpi.", acpi_answer}};

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_has_prefix(what, kinds[i].prefix))
            return kinds[i].answer;
    return register_answer;
}

struct counts {
    guint equal, on_purpose, wrong;
};

static void compare(const struct silicon_fact *fact, struct counts *counts)
{
    uint64_t value = 0;
    const char *word = answer_of(fact->what)(fact, &value);
    g_autofree char *number = g_strdup_printf("%" PRIx64, value);
    gboolean equal;

    if (!word)
        word = number;
    equal = !strcmp(word, fact->value);
    if (equal == !fact->why) {
        ++*(equal ? &counts->equal : &counts->on_purpose);
        return;
    }
    counts->wrong++;
    printf("# %s (%s), line %u: %s is %s, the model's is %s%s\n", fact->capture->part,
        fact->capture->options, fact->line, fact->what, fact->value, word,
        equal ? ", but it is marked as different" : "");
}

/* ---- registers, and the document ---- */

/* Registers of all machines that a capture has; *@all counts all of them. */
static guint registers_seen(guint *all)
{
    const struct machine *m;
    guint seen = 0;

    *all = 0;
    for (unsigned i = 0; (m = machine_number(i)); i++)
        for (const struct reg_bank *const *b = m->model->banks; *b; b++)
            for (unsigned r = 0; r < (*b)->n_regs; r++) {
                guint64 ones;
                g_autofree char *text = silicon_seen_text(m->name, *b, &(*b)->regs[r], &ones);

                seen += strcmp(text, "manual only") != 0;
                ++*all;
            }
    return seen;
}

/* docs/silicon.md has the counts. */
static void test_document(const struct counts *counts, guint facts, guint parts)
{
    guint all, seen = registers_seen(&all);
    g_autofree char *text = NULL, *row = g_strdup_printf("| %u | %u | %u | %u | %u of %u |", facts,
                                      parts, counts->equal, counts->on_purpose, all - seen, all);

    printf("# %s\n", row);
    ok(g_file_get_contents("docs/silicon.md", &text, NULL, NULL) && strstr(text, row),
        "docs/silicon.md has these counts");
}

static void test_facts(void)
{
    const struct silicon_ledger *ledger = silicon_ledger_own();
    g_autoptr(GHashTable) parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const struct silicon_fact *fact;
    struct counts counts = {0};
    guint n = 0;

    for (; (fact = silicon_ledger_fact(ledger, n)); n++) {
        g_hash_table_add(parts, g_strdup(fact->capture->part));
        compare(fact, &counts);
    }
    printf("# %u facts of %u parts: %u equal, %u different on purpose, %u wrong\n", n,
        g_hash_table_size(parts), counts.equal, counts.on_purpose, counts.wrong);
    is_u64(counts.wrong, 0, "each fact is equal, or marked as different");
    test_document(&counts, n, g_hash_table_size(parts));
    ok(n >= 500 && g_hash_table_size(parts) >= 40, "at least 500 facts, of at least 40 parts");
}

/* ---- the format ---- */

#define HEAD "source s 2026 A text\ndiffers d A reason\n"

static void rejected(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;

    ok(!silicon_ledger_parse("f", text, &error), "%s", message);
    is_str(error ? error->message : NULL, message, "... says so");
}

static void test_format(void)
{
    g_autoptr(GError) error = NULL;
    struct silicon_ledger *ledger = silicon_ledger_parse("f",
        HEAD "# comment\n\ncapture epyc s 1 a=b A part\n  ibs.R=0012 ibs.R.f=0!d\n"
             "capture epyc s 1 - Another\n  ibs.R=f0 ibs-zen5.R=1\ncapture snbep s 1 - Third\n"
             "  ibs.R=ff00 pci@0:08/1.ID=1 pci@0:08/2.ID=2\n",
        &error);
    const struct silicon_fact *fact;
    guint64 ones;

    if (!ok(ledger, "a file is read"))
        return;
    fact = silicon_ledger_fact(ledger, 0);
    is_str(fact->what, "ibs.R", "its first fact");
    is_str(fact->value, "12", "... its value, without zeros in front");
    is_str(fact->capture->part, "A part", "... of this part");
    is_str(fact->capture->date, "2026", "... its source's date");
    is_str(silicon_ledger_fact(ledger, 1)->value, "0", "a zero stays");
    is_str(silicon_ledger_fact(ledger, 1)->why, "A reason", "the reason for a difference");
    ok(!silicon_ledger_fact(ledger, 7), "all facts");
    is_u64(silicon_ledger_seen(ledger, "epyc", "ibs", "R", &ones), 2, "captures of a register");
    is_u64(ones, 0xf2, "... and the bits that they had");
    is_u64(silicon_ledger_seen(ledger, "snbep", "pci", "ID", &ones), 1, "one has it twice");
    is_u64(silicon_ledger_seen(ledger, "epyc", "ibs", "Q", &ones), 0, "a register without any");
    silicon_ledger_free(ledger);
    rejected("fact\n", "f, line 1: expected 'source', 'differs', 'capture', or a blank and facts");
    rejected("source s 2026\n", "f, line 1: expected a new KEY, a date and a text");
    rejected(HEAD "differs d Again\n", "f, line 3: expected a new KEY and a text");
    rejected(HEAD "capture epyc q 1 - Part\n",
        "f, line 3: expected MACHINE, the KEY of a source, STEPPING, OPTIONS, PART");
    rejected(
        HEAD "  a=1\n", "f, line 3: expected facts of a capture, FACT=VALUE or FACT=VALUE!KEY");
    rejected(HEAD "capture epyc s 1 - Part\n  a=1!e\n",
        "f, line 4: expected a value, and the KEY of a 'differs' line");
    rejected(HEAD "capture epyc s 1 - Part\n  a=1\n", "f: no fact has the key 'd'");
}

int main(void)
{
    test_format();
    test_facts();
    return done_testing();
}
