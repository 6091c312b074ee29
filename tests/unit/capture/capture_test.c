/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures: each format's lines, the way back for every register, damaged
 * files, and everything that is left out. */
#include "harness/capture/capture.h"

#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/capture/capture_compare.h"
#include "harness/capture/export_captures.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/lint.h"
#include "models/epyc/epyc.h"
#include "models/snbep/snbep.h"
#include "tests/rng.h"
#include "tests/tap.h"

#define SNBEP "# cpuid : GenuineIntel,6,45,7\n"

static struct memory_file file = {.fd = -1};

static struct capture *open_text(const char *format, const char *machine, const char *const *config,
    const char *text, gsize length, GError **error)
{
    const struct capture_options options = {.format = format, .machine = machine, .config = config};

    if (!file.path && !memory_file_open(&file, "capture", error))
        return NULL;
    if (!memory_file_empty(&file, error) || !memory_file_add(&file, text, length, error))
        return NULL;
    return capture_open(file.path, &options, error);
}

/* All records of @text, a capture of @format. */
static GArray *records_of(const char *format, const char *machine, const char *const *config,
    const char *text, char **remarks, GError **error)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_autoptr(GString) left = g_string_new(NULL);
    struct capture *capture = open_text(format, machine, config, text, strlen(text), error);
    struct trace_record record;

    while (capture && capture_next(capture, &record, NULL, error))
        g_array_append_val(records, record);
    if (capture)
        capture_append_remarks(capture, left);
    if (remarks)
        *remarks = g_strdup(left->str);
    capture_free(capture);
    return records;
}

static const struct trace_record *at(const GArray *records, guint i)
{
    static const struct trace_record none;

    return i < records->len ? &g_array_index(records, struct trace_record, i) : &none;
}

static void is_access(
    const struct machine_model *model, const GArray *records, guint i, const char *expected)
{
    const struct trace_record *record = at(records, i);
    char block[MACHINE_BLOCK_NAME] = "none";
    const struct reg_bank *bank;

    model->block(record->block, block, sizeof(block), &bank);
    g_autofree char *text = g_strdup_printf(
        "%u: %u %s+0x%x %u 0x%" G_GINT64_MODIFIER "x %" G_GUINT64_FORMAT, record->cpu, record->kind,
        block, record->offset, record->size, (guint64)record->value, (guint64)record->time);

    is_str(text, expected, "access %u", i);
}

/* ---- formats ---- */

static void test_trace_file(void)
{
    g_autofree char *remarks = NULL;
    g_autofree char *caller = NULL;
    g_autofree char *unknown = NULL;
    GError *error = NULL;
    g_autoptr(GArray) records = records_of("ftrace", NULL, NULL,
        SNBEP
        "# tracer: nop\n"
        "#\n"
        "# entries-in-buffer/entries-written: 208/208   #P:2\n"
        "          <idle>-0       [001] d..2.    28.591840: write_msr: c0000100, value 3cd72400\n"
        "          <idle>-0       [001] d..2.    28.593207: <stack trace>\n"
        " => __switch_to+0x4/0x90\n"
        "     a b [x]-161     [000] d..2.    31.462597: pci_write4: "
        "(pci_bus_write_config_dword+0x4/0x40) bus=127 devfn=128 reg=244 value=0x10100\n"
        "            perf-161     [000] d..2.    31.462873: <stack trace>\n"
        " => pci_bus_write_config_dword+0x5/0x40\n"
        " => snbep_uncore_pci_disable_box+0x80/0x90 [intel_uncore]\n"
        " => ctx_resched+0x91/0x270\n"
        "            perf-161     [000] d..2.    31.463161: pci_read4: "
        "(snbep_uncore_pci_enable_box+0x4c/0x90 [intel_uncore] <- pci_bus_read_config_dword) "
        "bus=0x7f devfn=0x80 reg=0xf4 value=0x10100\n"
        "            perf-161     [000] d..2.    31.463170: sched_switch: anything, value zz\n"
        "            perf-161     [001] d.h2.    31.488389: write_msr: 38f, value 70000000f\n"
        "            perf-162     [000] d.h2.    31.488390: <stack trace>\n"
        " => snbep_uncore_pci_read_counter+0x20/0x90 [intel_uncore]\n"
        "            perf-161     [001] d.h2.    31.488400: rdpmc: 40000001, value ffff80b62255\n"
        "            perf-161     [001] d.h2.    31.488401: read_msr: d10, value 0 #GP\n"
        "CPU:1 [LOST 13 EVENTS]\n"
        "            perf-161     [000] d..2.    31.463161: pci_read4: (a <- b) "
        "bus=127 devfn=128 reg=244 value=(fault)\n",
        &remarks, &error);

    ok(!error, "a trace file is read: %s", error ? error->message : "");
    is_u64(records->len, 4, "its accesses to the machine");
    is_access(&snbep_model, records, 0, "0: 1 imc0+0xf4 4 0x10100 31462597000");
    is_access(&snbep_model, records, 1, "0: 0 imc0+0xf4 4 0x10100 31463161000");
    is_access(&snbep_model, records, 2, "1: 1 cpu1.core+0x38f 8 0x70000000f 31488389000");
    is_access(&snbep_model, records, 3, "1: 0 cpu1.core+0x30a 8 0xffff80b62255 31488400000");
    caller = call_path_text(at(records, 0));
    is_str(caller, "snbep_uncore_pci_disable_box+0x80 [intel_uncore]", "a stack has the driver");
    unknown = call_path_text(at(records, 2));
    is_str(unknown, NULL, "a stack of another CPU is none of its own");
    is_str(remarks,
        "# accesses left out, to registers or by CPUs that snbep lacks: 1; the first is MSR "
        "0xc0000100 by CPU 1, line 5\n"
        "# accesses left out, because they raised #GP: 1\n"
        "# reads left out, because they have no value: 1\n"
        "# notices that the tracer lost events: 1\n",
        "everything that is left out is counted");
    g_clear_error(&error);
}

static void test_trace_cmd(void)
{
    g_autofree char *caller = NULL;
    GError *error = NULL;
    g_autoptr(GArray) records = records_of("ftrace", "epyc",
        (const char *const[]){"variant=zen2", NULL},
        "version = 7\n"
        "CPU 0 is empty\n"
        "cpus=2\n"
        "            perf-284   [001] d..1.  1234.000000012: write_msr:            c0011033, value "
        "61234\n"
        "            perf-284   [001] .....  1234.000000020: kernel_stack:         <stack trace >\n"
        "=> do_trace_write_msr (ffffffff8e4a1b2c)\n"
        "=> perf_ibs_start (ffffffff8e0171aa)\n"
        "=> x86_pmu_start (ffffffff8e00f1bb)\n"
        "CPU:0 [13 EVENTS DROPPED]\n"
        "            perf-284   [001]  1234.000001000: read_msr:             c0011033, value "
        "61234\n",
        NULL, &error);

    ok(!error, "the output of trace-cmd report is read: %s", error ? error->message : "");
    is_u64(records->len, 2, "its accesses");
    is_u64(at(records, 0)->time, 1234000000012, "to the nanosecond");
    is_u64(at(records, 0)->block, epyc_block(EPYC_IBS, IBS_ZEN2, 1), "of the named variant");
    caller = call_path_text(at(records, 0));
    is_str(caller, "perf_ibs_start", "a driver in the kernel is the caller");
    is_u64(at(records, 1)->kind, TRACE_READ, "without flags");
    g_clear_error(&error);
}

static void test_mmiotrace(void)
{
    const guint64 box = window_address(0) + snbep_variants[VARIANT_ICX]->boxes[0].base;
    g_autofree char *remarks = NULL;
    GError *error = NULL;
    g_autofree char *text = g_strdup_printf(
        "VERSION 20070824\n"
        "PCIDEV 0010 80863451 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \n"
        "MAP 9.000001 1 0x%" G_GINT64_MODIFIER "x 0xffffc90000a10000 0x4000 0x0 0\n"
        "W 4 9.000010 1 0x%" G_GINT64_MODIFIER "x 0x30003 0xffffffffc0a5d0f3 0\n"
        "R 8 9.000011 1 0x%" G_GINT64_MODIFIER "x 0x123456789abc 0xffffffffc0a5d0ff 0\n"
        "R 4 9.000012 2 0xfeb00000 0x0 0xffffffffc0a5d0ff 0\n"
        "UNKNOWN 9.000013 2 0xfeb00000 0f,ae,f8 0x0 0\n"
        "MARK 0.000000 Lost 3 events.\n",
        box, box, box + 8);
    g_autoptr(GArray) records = records_of(
        "mmiotrace", "snbep", (const char *const[]){"variant=icx", NULL}, text, &remarks, &error);

    ok(!error, "mmiotrace is read: %s", error ? error->message : "");
    is_u64(records->len, 2, "accesses to a box in memory");
    is_u64(at(records, 0)->pc, 0xffffffffc0a5d0f3, "with the instruction");
    is_u64(at(records, 0)->value, 0x30003, "and the value");
    is_u64(at(records, 1)->size, 8, "of eight bytes");
    ok(strstr(remarks, "the first is memory 0xfeb00000 by CPU 0, line 6"), "another device's: %s",
        remarks);
    ok(strstr(remarks, "# notices that the tracer lost events: 1"), "lost events are reported");
    g_clear_error(&error);
}

/* Public dumps: the decoder's commit (S1, 2021), perf-amd-ibs.txt (S3, 2024),
 * and an event with CPU and time. */
static void test_perf(void)
{
    static const char text[] =
        "# cpuid : AuthenticAMD,25,17,1\n"
        "ibs_op_ctl:\t0000009e009e8968 MaxCnt  10000000 En 1 Val 1 CntCtl 1=uOps CurCnt       158\n"
        "IbsOpRip:\t000056016b2ea73d\n"
        "ibs_op_data:\t00000000000b0002 CompToRetCtr     2 TagToRetCtr    11 BrnRet 0\n"
        "\n"
        "ibs_op_ctl:\t000002c30006186a MaxCnt    100000 L3MissOnly 0 En 1 Val 1 CntCtl 0=cycles\n"
        "ibs_op_data2:\t0000000000000013 RmtNode 1 DataSrc 3=DRAM\n"
        "1 46204687244 0x7148 [0x78]: PERF_RECORD_SAMPLE(IP, 0x4001): 26/26: 0xffffffffa91164d8 "
        "period: 1000003 addr: 0\n"
        " ... thread: migration/1:26\n"
        "ibs_fetch_ctl:\t3c1f00c700080008 MaxCnt       128 Cnt       128 Lat   199\n"
        "46204687245 0x7148 [0x78]: PERF_RECORD_SAMPLE(IP, 0x4001): 26/26: 0xffffffffa91164d8\n";
    g_autofree char *remarks = NULL;
    GError *error = NULL;
    g_autoptr(GArray) records = records_of("perf", NULL, NULL, text, &remarks, &error);

    ok(!error, "a dump of perf is read: %s", error ? error->message : "");
    is_u64(records->len, 6, "its registers");
    is_access(&epyc_model, records, 0, "0: 0 cpu0+0xc0011033 8 0x9e009e8968 0");
    is_access(&epyc_model, records, 2, "0: 0 cpu0+0xc0011035 8 0xb0002 0");
    is_access(&epyc_model, records, 3, "1: 0 cpu1+0xc0011033 8 0x2c30006186a 46204687244");
    is_access(&epyc_model, records, 4, "1: 0 cpu1+0xc0011036 8 0x13 46204687244");
    is_access(&epyc_model, records, 5, "0: 0 cpu0+0xc0011030 8 0x3c1f00c700080008 46204687245");
    is_str(remarks, "# samples without a CPU, shown as CPU 0's: 2\n",
        "samples without a CPU are reported");
    g_clear_error(&error);
}

/* The machine's buses and windows are elsewhere. */
static void test_moves(void)
{
    static const char text[] = "7f:10.0 x\nf0: 00 00 40 00 00 01 01 00 00 00 00 00 00 00 00 00\n"
                               "3f:10.0 x\nf0: 00 00 40 00 00 02 01 00 00 00 00 00 00 00 00 00\n";
    const struct capture_options options = {.format = "lspci",
        .machine = "snbep",
        .moves = (const char *const[]){"3f=7f", "7f=1", NULL}};
    const struct capture_options wrong = {
        .format = "lspci", .machine = "snbep", .moves = (const char *const[]){"3f=17f", NULL}};
    struct trace_record record = {.value = 0};
    GError *error = NULL;
    struct capture *capture = open_text("lspci", "snbep", NULL, text, strlen(text), NULL);

    capture_free(capture);
    capture = capture_open(file.path, &options, NULL);
    ok(capture_next(capture, &record, NULL, NULL) && capture_next(capture, &record, NULL, NULL) &&
            record.value == 0x10200,
        "bus 3f is the model's 7f");
    capture_free(capture);
    ok(!capture_open(file.path, &wrong, &error) &&
            strstr(error->message, "--move '3f=17f': expected BUS=BUS, 3f=7f for example, or "
                                   "0xADDRESS=0xADDRESS"),
        "a bus is at most ff");
    g_clear_error(&error);
}

static void test_dumps(void)
{
    static const char lspci[] = SNBEP "7f:10.0 System peripheral: Intel Corporation\n"
                                      "\tSubsystem: none\n"
                                      "00: 86 80 b4 3c 00 00 10 00 07 00 80 08 00 00 80 00\n"
                                      "f0: 00 00 40 00 00 01 01 00 00 00 00 00 00 00 00 00\n"
                                      "\n"
                                      "0000:00:1f.3 SMBus\n"
                                      "00: 86 80 22 1d 00 00 00 00 00 00 00 00 00 00 00 00\n";
    GError *error = NULL;
    g_autofree char *remarks = NULL;
    g_autoptr(GArray) pci = records_of("lspci", NULL, NULL, lspci, &remarks, &error);
    g_autoptr(GArray) msrs =
        records_of("rdmsr", NULL, NULL, SNBEP "0 0xd04 10100\n1 38f 0x70000000f\n", NULL, &error);

    ok(!error, "dumps are read: %s", error ? error->message : "");
    is_u64(pci->len, 7, "words of configuration space that are registers");
    is_u64(at(pci, 0)->value, 0x3cb48086, "the function's ID");
    is_access(&snbep_model, pci, 5, "0: 0 imc0+0xf4 4 0x10100 0");
    ok(strstr(remarks, "the first is PCI 7f:10.0 offset 0xfc by"), "others are counted: %s",
        remarks);
    is_u64(msrs->len, 2, "MSRs");
    is_access(&snbep_model, msrs, 0, "0: 0 cbo0+0x4 8 0x10100 0");
    is_u64(at(msrs, 1)->cpu, 1, "of another CPU");
    g_clear_error(&error);
}

static void test_identity(void)
{
    static const struct {
        const char *cpu, *machine, *option;
    } cpus[] = {
        {"GenuineIntel,6,85,4", "snbep", "variant=skx"},
        {"GenuineIntel,6,85,7", "snbep", "variant=clx"},
        {"GenuineIntel,6,143,8", "snbep", "variant=spr"},
        {"AuthenticAMD,16,2,3", "epyc", "variant=fam10h"},
        {"AuthenticAMD,25,17,1", "epyc", "variant=zen4"},
        {"AuthenticAMD,26,80,0", "epyc", "variant=zen6"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cpus); i++) {
        g_autofree char *text = g_strdup_printf("# cpuid : %s\n", cpus[i].cpu);
        GError *error = NULL;
        struct capture *capture = open_text("ftrace", NULL, NULL, text, strlen(text), &error);
        struct trace_file *trace = capture ? capture_trace(capture) : NULL;

        ok(trace && strstr(trace_file_header(trace), cpus[i].option) &&
                strstr(trace_file_header(trace), cpus[i].machine),
            "%s is %s", cpus[i].cpu, cpus[i].option);
        trace_file_close(trace);
        g_clear_error(&error);
    }
}

/* ---- the way back ---- */

struct source {
    const GArray *records;
    guint next;
};

static const struct trace_record *next_record(gpointer data)
{
    struct source *source = data;

    return source->next < source->records->len ? at(source->records, source->next++) : NULL;
}

static gboolean again(gpointer data)
{
    ((struct source *)data)->next = 0;
    return TRUE;
}

static gboolean step(gpointer data)
{
    (void)data;
    return TRUE;
}

static char *exported(const struct machine_model *model, const char *header, const GArray *records,
    void (*make)(const struct export *))
{
    struct source source = {records, 0};
    GString *text = g_string_new(NULL);

    make(&(const struct export){header, model, next_record, again, text, step, &source});
    return g_string_free(text, FALSE);
}

/* One access to each register of @space of the blocks that @has accepts. */
static GArray *every_register(const struct machine_model *model, enum reg_space space,
    gboolean (*has)(unsigned block, unsigned number), unsigned number)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));

    for (unsigned block = 0; block < model->end_block; block = machine_block_after(model, block)) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;

        if (!has(block, number) || !model->block(block, name, sizeof(name), &bank) || !bank ||
            bank->space != space)
            continue;
        for (unsigned i = 0; i < bank->n_regs; i++) {
            const struct reg *reg = &bank->regs[i];
            const unsigned bytes = reg_bank_numbered(bank) ? 8 : MIN(reg->width / 8u, 4);
            struct trace_record record = {.kind = i % 2 ? TRACE_WRITE : TRACE_READ,
                .size = (uint8_t)bytes,
                .block = block,
                .offset = reg->offset,
                .time = 1000000000 + records->len,
                .value = (0x123456789abcdef0 + i) & reg_low_bits(8 * bytes)};

            if (bank->space == REG_SPACE_PCI && bytes == 8)
                continue;
            g_array_append_val(records, record);
        }
    }
    return records;
}

static gboolean is_same(const struct trace_record *one, const struct trace_record *other)
{
    return one->kind == other->kind && one->size == other->size && one->cpu == other->cpu &&
           one->block == other->block && one->offset == other->offset && one->time == other->time &&
           one->value == other->value;
}

static void go_round(const struct machine_model *model, const char *variant, GArray *records,
    const char *format, void (*make)(const struct export *))
{
    /* Without a second thread, a CPU has all counters. */
    const char *const config[] = {
        variant, "aperf=on", strcmp(model->name, "snbep") ? NULL : "ht=off", NULL};
    g_autofree char *header = g_strdup_printf("machine=%s %s", model->name, variant);
    g_autofree char *text = exported(model, header, records, make);
    GError *error = NULL;
    g_autoptr(GArray) back = records_of(format, model->name, config, text, NULL, &error);
    guint same = 0;

    while (same < records->len && same < back->len && is_same(at(records, same), at(back, same)))
        same++;
    ok(!error && records->len && same == records->len && back->len == records->len,
        "%s: %u accesses as %s and back", variant, records->len, format);
    if (same != records->len)
        printf("# number %u: block %u offset 0x%x size %u, back block %u offset 0x%x size %u; %s\n",
            same, at(records, same)->block, at(records, same)->offset, at(records, same)->size,
            at(back, same)->block, at(back, same)->offset, at(back, same)->size,
            error ? error->message : "");
    g_clear_error(&error);
    g_array_unref(records);
}

/* A socket's blocks but the headers, whose functions differ; and CPU 0's. */
static gboolean snbep_has(unsigned block, unsigned variant)
{
    struct snbep_block b;

    if (snbep_of_cpu(block))
        return block == snbep_core_block((enum snbep_variant_number)variant, 0);
    return snbep_block_find(block, &b) && b.variant->number == variant && !b.socket &&
           b.kind != SNBEP_BLOCK_PCI;
}

static gboolean epyc_has(unsigned block, unsigned variant)
{
    const enum ibs_variant of = epyc_block_variant(block);

    return of == variant && !epyc_block_cpu(block) &&
           (epyc_block_kind(block) == EPYC_IBS || epyc_block_kind(block) == EPYC_CORE);
}

static void test_way_back(void)
{
    static const char *const zens[IBS_N_VARIANTS] = {[IBS_FAM10H] = "variant=fam10h",
        [IBS_ZEN1] = "variant=zen1",
        [IBS_ZEN2] = "variant=zen2",
        [IBS_ZEN3] = "variant=zen3",
        [IBS_ZEN4] = "variant=zen4",
        [IBS_ZEN5] = "variant=zen5",
        [IBS_ZEN6] = "variant=zen6"};

    for (unsigned v = 0; v < SNBEP_N_VARIANTS; v++) {
        g_autofree char *variant = g_strdup_printf("variant=%s", snbep_variants[v]->name);
        GArray *memory = every_register(&snbep_model, REG_SPACE_MMIO, snbep_has, v);

        go_round(&snbep_model, variant, every_register(&snbep_model, REG_SPACE_MSR, snbep_has, v),
            "ftrace", export_ftrace);
        if (v != VARIANT_GENERIC)
            go_round(&snbep_model, variant,
                every_register(&snbep_model, REG_SPACE_PCI, snbep_has, v), "ftrace", export_ftrace);
        if (snbep_windowed(snbep_variants[v]))
            go_round(&snbep_model, variant, memory, "mmiotrace", export_mmiotrace);
        else
            g_array_unref(memory);
    }
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++)
        go_round(&epyc_model, zens[v], every_register(&epyc_model, REG_SPACE_MSR, epyc_has, v),
            "ftrace", export_ftrace);
}

/* ---- wrong files ---- */

#define EVENT "  perf-1  [000] d..1.  1.000001: "

static void test_damage(void)
{
    static const struct {
        const char *format, *text, *message;
    } cases[] = {
        {"ftrace", "hello\n",
            ":2: expected an event, 'TASK-PID [CPU] FLAGS SECONDS: EVENT: ...', found 'hello'"},
        {"ftrace", EVENT "write_msr: xyz, value 0\n",
            ":2: expected 'EVENT: NUMBER, value NUMBER' in hexadecimal, found '" EVENT
            "write_msr: xyz, value 0'"},
        {"ftrace", EVENT "read_msr: 123456789, value 0\n", ":2: expected 'EVENT: NUMBER"},
        {"ftrace", EVENT "read_msr: 1, value 12345678901234567\n", ":2: expected 'EVENT: NUMBER"},
        {"ftrace", EVENT "pci_read4: (a) bus=256 devfn=1 reg=0 value=0\n", ":2: expected 'EVENT: "},
        {"ftrace", EVENT "pci_read2: (a) bus=1 devfn=1 reg=0 value=0x10000\n",
            ":2: expected 'EVENT: (PLACE) bus=N devfn=N reg=N value=N', each within its width"},
        {"ftrace", EVENT "write_msr: 38f, val",
            ":2: the file is cut short: its last line has no newline"},
        {"mmiotrace", "R 3 1.000001 1 0x1000 0x0 0x0 0\n",
            ":2: expected 'R|W BYTES SECONDS MAPPING 0xADDRESS 0xVALUE 0xPC PID', found"},
        {"mmiotrace", "R 1 1.000001 1 0x1000 0x100 0x0 0\n", ":2: expected 'R|W BYTES"},
        {"mmiotrace",
            "\x7f"
            "ELF\n",
            ":2: expected a line of mmiotrace, 'R ...', 'W ...', 'MAP ...' and so on, found "
            "'\\177ELF'"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        GError *error = NULL;
        g_autofree char *text = g_strconcat(SNBEP, cases[i].text, NULL);
        g_autoptr(GArray) records = records_of(cases[i].format, NULL, NULL, text, NULL, &error);

        ok(error && error->code == HARNESS_ERROR_FAILED && !records->len &&
                strstr(error->message, cases[i].message),
            "%s", cases[i].message);
        if (error && !strstr(error->message, cases[i].message))
            printf("# %s\n", error->message);
        g_clear_error(&error);
    }
}

/* Records before the damage are read. */
static void test_part(void)
{
    GError *error = NULL;
    g_autoptr(GArray) records = records_of("ftrace", NULL, NULL,
        SNBEP EVENT "write_msr: 38f, value 1\n" EVENT "write_msr: 38f, value 2\nhello\n", NULL,
        &error);

    is_u64(records->len, 1, "an access before the damage is read; the latest may be cut");
    ok(error && strstr(error->message, ":4: expected an event"), "then comes the error");
    g_clear_error(&error);
}

static void test_binary(void)
{
    GError *error = NULL;
    g_autofree char *line = g_strnfill(5000, 'x');

    ok(!open_text("ftrace", "snbep", NULL, "a\0b\n", 4, &error) &&
            strstr(error->message, ":1: expected text, found a NUL byte"),
        "a NUL byte");
    g_clear_error(&error);
    ok(!open_text("ftrace", "snbep", NULL, line, 5000, &error) &&
            strstr(error->message, ":1: expected lines of less than 4096 bytes"),
        "a long line");
    g_clear_error(&error);
}

static void test_usage(void)
{
    GError *error = NULL;

    ok(!open_text("ftraces", NULL, NULL, "", 0, &error) && error->code == HARNESS_ERROR_USAGE &&
            strstr(error->message, "--as: no format 'ftraces'"),
        "an unknown format");
    g_clear_error(&error);
    ok(!open_text("ftrace", NULL, NULL, "# tracer: nop\n", 14, &error) &&
            strstr(error->message,
                "does not say which CPU recorded it; expected --machine NAME and --config "
                "variant=NAME"),
        "a capture that does not name its CPU");
    g_clear_error(&error);
    ok(!open_text("ftrace", "power9", NULL, "", 0, &error) &&
            strstr(error->message, "captures of power9 cannot be read yet"),
        "a machine without MSRs");
    g_clear_error(&error);
    ok(!open_text("ftrace", NULL, NULL, "# cpuid : GenuineIntel,6,1,1\n", 29, &error) &&
            strstr(error->message, "no machine is a GenuineIntel family 6 model 1 stepping 1"),
        "another CPU");
    g_clear_error(&error);
}

/* 1,000 files of each format with up to four wrong bytes: no crash, and at most
 * one clear line. */
static void test_random_damage(void)
{
    static const struct {
        const char *format, *machine, *text;
    } good[] = {
        {"ftrace", "snbep",
            SNBEP "# entries-in-buffer/entries-written: 2/2   #P:2\n" EVENT
                  "write_msr: 38f, value 70000000f\n" EVENT
                  "<stack trace>\n => f+0x1/0x2 [m]\n" EVENT
                  "pci_read4: (a+0x1/0x2 [m] <- b) bus=127 devfn=128 reg=244 value=0x10100\n"},
        {"mmiotrace", "snbep",
            SNBEP "VERSION 20070824\nMAP 9.000001 1 0x1000 0x0 0x4000 0x0 0\n"
                  "R 4 9.000012 2 0xfeb00000 0x0 0xffffffffc0a5d0ff 0\n"},
        {"perf", "epyc",
            "ibs_op_ctl:\t0000009e009e8968 MaxCnt  10000000 En 1\nIbsOpRip:\t000056016b2ea73d\n"
            "1 46204687244 0x7148 [0x78]: PERF_RECORD_SAMPLE(IP, 0x4001): 26/26\n"},
        {"rdmsr", "snbep", "0 0xd04 10100\n1 38f 0x70000000f\n"},
        {"lspci", "snbep",
            "7f:10.0 System peripheral\n00: 86 80 b4 3c 00 00 10 00 07 00 80 08 00 00 80 00\n"},
    };
    struct rng rng = {1};

    for (gsize i = 0; i < G_N_ELEMENTS(good); i++) {
        guint clear = 0, refused = 0;

        for (guint tried = 0; tried < 1000; tried++) {
            g_autofree char *text = g_strdup(good[i].text);
            GError *error = NULL;

            for (guint n = 1 + (guint)rng_below(&rng, 4); n; n--)
                text[rng_below(&rng, strlen(text))] = (char)(1 + rng_below(&rng, 255));
            g_array_unref(records_of(good[i].format, good[i].machine, NULL, text, NULL, &error));
            clear += !error ||
                     (!strchr(error->message, '\n') && g_utf8_validate(error->message, -1, NULL));
            refused += error != NULL;
            g_clear_error(&error);
        }
        is_u64(clear, 1000, "%s: 1,000 damaged files, %u refused with one clear line",
            good[i].format, refused);
    }
}

/* ---- as a trace, and lint ---- */

static void test_trace(void)
{
    GError *error = NULL;
    const char *text = SNBEP EVENT "write_msr: 38f, value 1\n" EVENT "write_msr: 38f, value 2\n";
    struct capture *capture = open_text("ftrace", NULL, NULL, text, strlen(text), &error);
    struct trace_file *trace = capture_trace(capture);
    struct trace_record record;
    guint64 sum = 0;

    ok(trace_file_keep(trace, &error), "a capture can be kept");
    for (unsigned pass = 0; pass < 2; pass++) {
        while (trace_file_next(trace, &record, &error))
            sum = sum * 10 + record.value;
        ok(!error && trace_file_rewind(trace, &error), "... and read again");
    }
    is_u64(sum, 1212, "with the same records");
    trace_file_close(trace);
}

#define DRIVER "<stack trace>\n => snbep_uncore_msr_enable_event+0x50/0x60 [intel_uncore]\n"

static GPtrArray *linted(const char *text, gboolean from_boot)
{
    struct capture *capture = open_text("ftrace", NULL, NULL, text, strlen(text), NULL);
    struct linting *l = lint_new(machine_plan_planned(capture_plan(capture)), LINT_ALL, from_boot);
    struct trace_record record;

    while (capture_next(capture, &record, NULL, NULL))
        lint_check(l, &record, TRUE);
    capture_free(capture);
    return lint_end(l);
}

static const char *line(const GPtrArray *lines, guint i)
{
    return i < lines->len ? g_ptr_array_index(lines, i) : NULL;
}

static void test_lint(void)
{
    /* CBO 0: d04 is its box control, d10 a counter's control. */
    const char *good =
        SNBEP EVENT "read_msr: d04, value 10100\n" EVENT "write_msr: d10, value 400000\n";
    const char *bad = SNBEP EVENT "read_msr: d04, value 10000\n" EVENT
                                  "write_msr: d10, value 80400000\n" EVENT DRIVER EVENT
                                  "read_msr: d16, value 5\n";
    const char *unknown = SNBEP EVENT "write_msr: d10, value 400000\n";
    g_autoptr(GPtrArray) clean = linted(good, FALSE), found = linted(bad, FALSE),
                         nothing = linted(unknown, FALSE), boot = linted(unknown, TRUE);

    is_u64(clean->len, 0, "a read shows that the box is frozen");
    is_u64(found->len, 2, "... or that it is not");
    is_str(line(found, 0),
        "freeze: control written in a box that is not frozen: cbo0.CTL0 <- 0x80400000 "
        "(1.000001000 s, CPU 0, by snbep_uncore_msr_enable_event+0x50 [intel_uncore])",
        "with the driver's function");
    is_str(line(found, 1),
        "unfrozen: counter read while it ran: cbo0.CTR0 = 0x5 (1.000001000 s, "
        "CPU 0)",
        "a counter that runs");
    is_u64(nothing->len, 0, "nothing is known of a box before");
    is_u64(boot->len, 2, "... but after boot it must be reset");
}

/* ---- the comparison with the model ---- */

static struct compare compared(const char *text, gboolean from_reset)
{
    struct capture *capture = open_text("ftrace", NULL, NULL, text, strlen(text), NULL);
    struct compare compare;

    capture_compare(capture, from_reset, &compare, NULL);
    capture_free(capture);
    return compare;
}

static const struct compare_row *row(const struct compare *compare, guint i)
{
    static const struct compare_row none = {.name = NULL};

    return i < compare->rows->len ? &g_array_index(compare->rows, struct compare_row, i) : &none;
}

/* CBO 0: d04 is its box control, d10 a counter's control, d16 a counter. Bit 9
 * of box control is reserved; its resets read as 0. */
static void test_compare(void)
{
    struct compare same = compared(SNBEP EVENT
        "read_msr: d04, value 10100\n" EVENT "write_msr: d04, value 10103\n" EVENT
        "read_msr: d04, value 10100\n" EVENT "read_msr: d16, value 123456\n" EVENT
        "read_msr: d16, value 123457\n",
        FALSE);
    struct compare other = compared(SNBEP EVENT
        "read_msr: d04, value 10300\n" EVENT "write_msr: d10, value 400000\n" EVENT
        "read_msr: d10, value 400001\n" EVENT "read_msr: d10, value 400001\n" EVENT
        "read_msr: d16, value 1000000000000\n",
        FALSE);
    struct compare reset = compared(SNBEP EVENT "read_msr: d04, value 10100\n", TRUE);

    is_u64(same.rows->len, 0, "values that the model can have");
    is_u64(same.reads, 4, "... in four reads");
    is_u64(same.writes, 1, "... and a write");
    is_u64(other.rows->len, 3, "values that it cannot have");
    is_str(row(&other, 0)->name, "cbo0.BOX_CTL", "a reserved bit");
    is_u64(row(&other, 0)->bits, 0x200, "... named");
    is_str(row(&other, 1)->name, "cbo0.CTL0", "another value than was written");
    is_u64(row(&other, 1)->seen, 0x400001, "... as seen");
    is_u64(row(&other, 1)->model, 0x400000, "... and as in the model");
    is_u64(row(&other, 1)->n, 2, "... twice");
    ok(row(&other, 1)->written, "... after a write");
    is_u64(row(&other, 1)->line, 4, "... from this line on");
    is_str(row(&other, 2)->name, "cbo0.CTR0", "a counter wider than the model's");
    is_u64(reset.rows->len, 1, "after reset another value than the model's");
    compare_clear(&same);
    compare_clear(&other);
    compare_clear(&reset);
}

int main(void)
{
    test_trace_file();
    test_trace_cmd();
    test_mmiotrace();
    test_perf();
    test_dumps();
    test_moves();
    test_identity();
    test_way_back();
    test_damage();
    test_part();
    test_binary();
    test_usage();
    test_random_damage();
    test_trace();
    test_lint();
    test_compare();
    memory_file_close(&file);
    return done_testing();
}
