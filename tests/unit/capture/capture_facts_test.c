/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures that can be shared: facts for the ledger, and captures without
 * addresses. */
#include "harness/base/memory_file.h"
#include "harness/capture/capture_facts.h"
#include "harness/silicon/ledger.h"
#include "tests/tap.h"

static struct memory_file file = {.fd = -1};

static struct capture *open_text(const char *format, const char *text, gboolean anonymous)
{
    const struct capture_options options = {.format = format, .anonymous = anonymous};

    if (!file.path && !memory_file_open(&file, "capture", NULL))
        return NULL;
    if (!memory_file_empty(&file, NULL) || !memory_file_add(&file, text, strlen(text), NULL))
        return NULL;
    return capture_open(file.path, &options, NULL);
}

static char *facts_of(const char *format, const char *text)
{
    struct capture *capture = open_text(format, text, FALSE);
    GString *facts = g_string_new(NULL);
    struct compare compare;

    capture_compare(capture, FALSE, &compare, NULL);
    capture_facts(facts, capture, &compare);
    compare_clear(&compare);
    capture_free(capture);
    return g_string_free(facts, FALSE);
}

/* S3 of docs/silicon.md's sources and a second sample, with addresses. */
static const char samples[] = "# cpuid : AuthenticAMD,25,17,1\n"
                              "ibs_op_ctl:\t000002c30006186a MaxCnt 100000\n"
                              "IbsOpRip:\tffffffffa91164d8\n"
                              "ibs_op_data2:\t0000000000000013 RmtNode 1\n"
                              "IbsDCPhysAd:\t000000012345678a\n"
                              "ibs_op_ctl:\t000002c30006186a MaxCnt 100000\n"
                              "ibs_op_data2:\t0000000000000003 RmtNode 0\n"
                              "ibs_op_ctl:\t000002c40006186a MaxCnt 100000\n"
                              "ibs_op_data2:\t0000000000000023 RmtNode 0\n";

static void test_facts(void)
{
    g_autofree char *facts = facts_of("perf", samples);
    struct silicon_ledger *ledger = silicon_ledger_parse("facts", facts, NULL);
    guint64 ones;

    is_str(facts,
        "source mine - write here where the capture is from\n"
        "capture epyc mine 1 variant=zen4 write the part's name here\n"
        "  ibs.IBS_OP_CTL=000002c30006186a\n"
        "  ibs.IBS_OP_CTL=000002c40006186a\n"
        "  ibs.IBS_OP_DATA2=0000000000000013\n"
        "  ibs.IBS_OP_DATA2=0000000000000023\n",
        "each register's first value and those with new bits, without addresses");
    ok(ledger != NULL, "the ledger takes them");
    is_u64(silicon_ledger_seen(ledger, "epyc", "ibs", "IBS_OP_CTL", &ones), 1, "... as seen once");
    is_u64(ones, 0x2c70006186a, "... with all bits that were 1");
    silicon_ledger_free(ledger);
}

/* CBO 0: d04 is its box control, whose bit 9 is reserved. */
static void test_reserved(void)
{
    g_autofree char *facts =
        facts_of("rdmsr", "# cpuid : GenuineIntel,6,45,7\n0 d04 10300\n0 d10 400000\n");
    struct silicon_ledger *ledger = silicon_ledger_parse("facts", facts, NULL);

    ok(g_str_has_prefix(facts,
           "source mine - write here where the capture is from\n"
           "differs cbo.BOX_CTL reserved bits 0x200 are 1; write the reason here\n"
           "capture snbep mine 7 variant=snbep write the part's name here\n"
           "  cbo.BOX_CTL=00010300!cbo.BOX_CTL\n"
           "  cbo.CTL0=0000000000400000\n"
           "# cbo0.BOX_CTL: seen 0x00010300, the model says 0x00010100, line 2: "),
        "a reserved bit needs a reason, and is compared: %s", facts);
    ok(ledger != NULL, "the ledger takes it");
    silicon_ledger_free(ledger);
}

static void test_anonymous(void)
{
    struct capture *capture = open_text("perf", samples, TRUE);
    g_autoptr(GString) text = g_string_new(NULL);
    struct trace_record record;

    while (capture_next(capture, &record, NULL, NULL))
        g_string_append_printf(text, "%" G_GINT64_MODIFIER "x ", (guint64)record.value);
    capture_append_remarks(capture, text);
    is_str(text->str,
        "2c30006186a 0 13 0 2c30006186a 3 2c40006186a 23 "
        "# samples without a CPU, shown as CPU 0's: 3\n"
        "# addresses shown as 0: 2\n",
        "addresses are 0, and counted");
    capture_free(capture);
}

static void test_anonymous_pc(void)
{
    struct capture *capture = open_text("ftrace",
        "# cpuid : GenuineIntel,6,45,7\n  perf-1  [000] d..1.  1.0: write_msr: d04, value 10100\n",
        TRUE);
    struct trace_record record = {.pc = 1};

    ok(capture_next(capture, &record, NULL, NULL) && record.value == 0x10100 && !record.pc,
        "other values stay");
    capture_free(capture);
}

/* The way back keeps the CPU, so a shared capture names it. */
static void test_cpuid(void)
{
    struct trace_file *trace = capture_trace(open_text("perf", samples, TRUE));
    g_autofree char *cpuid = trace_file_setting(trace, "cpuid");

    is_str(cpuid, "AuthenticAMD,25,17,1", "the trace of a capture names the CPU");
    trace_file_close(trace);
}

int main(void)
{
    test_facts();
    test_reserved();
    test_anonymous();
    test_anonymous_pc();
    test_cpuid();
    memory_file_close(&file);
    return done_testing();
}
