/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports of a trace for other programs, to the last byte. */
#include "harness/trace_export/export.h"

#include "models/snbep/snbep.h"
#include "tests/tap.h"

enum { CTR0 = 0xa0, CTL0 = 0xd8 };

/* Step 1 on CPU 1: channel 0 counts CAS_COUNT.RD, 2^32 + 5 and then 2^32 +
 * 7. */
static const struct trace_record records[] = {
    {.kind = TRACE_STEP_BEGIN, .time = 1000, .cpu = 1, .value = 1},
    {.kind = TRACE_WRITE,
        .time = 2500,
        .cpu = 1,
        .block = 0,
        .offset = CTL0,
        .size = 4,
        .value = 0x400304},
    {.kind = TRACE_READ, .time = 3001, .cpu = 1, .block = 0, .offset = CTR0, .size = 4, .value = 5},
    {.kind = TRACE_READ,
        .time = 3100,
        .cpu = 1,
        .block = 0,
        .offset = CTR0 + 4,
        .size = 4,
        .value = 1},
    {.kind = TRACE_READ, .time = 4000, .cpu = 0, .block = 0, .offset = CTR0, .size = 4, .value = 7},
    {.kind = TRACE_STEP_END, .time = 5000, .cpu = 1, .value = 1},
};

static gsize at;

static const struct trace_record *next(gpointer data)
{
    (void)data;
    return at < G_N_ELEMENTS(records) ? &records[at++] : NULL;
}

static gboolean again(gpointer data)
{
    (void)data;
    at = 0;
    return TRUE;
}

static gboolean step(gpointer data)
{
    (void)data;
    return TRUE;
}

static void exports(
    void (*write)(const struct export *export), const char *expected, const char *what)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const struct export export = {.header = "header",
        .model = &snbep_model,
        .next = next,
        .again = again,
        .text = text,
        .step = step};

    at = 0;
    write(&export);
    is_str(text->str, expected, "%s", what);
}

/* Times are in us. Thread 1 of process 1 is CPU 0. */
static const char perfetto[] =
    "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"trace\":\"header\"},\"traceEvents\":[\n"
    "{\"ph\":\"B\",\"name\":\"step 1\",\"pid\":2,\"tid\":1,\"ts\":1},\n"
    "{\"ph\":\"i\",\"name\":\"imc0.PMON_CTL0\",\"pid\":1,\"tid\":2,\"s\":\"t\",\"cat\":\"write\","
    "\"ts\":2.5,"
    "\"args\":{\"value\":\"0x00400304\",\"fields\":\"en=1 umask=RD "
    "ev_sel=CAS_COUNT\",\"pc\":\"0x0000000000000000\"}},\n"
    "{\"ph\":\"i\",\"name\":\"imc0.PMON_CTR0[31:0]\",\"pid\":1,\"tid\":2,\"s\":\"t\",\"cat\":"
    "\"read\",\"ts\":"
    "3.001,\"args\":{\"value\":\"0x00000005\",\"fields\":\"event_count[31:0]=5\",\"pc\":"
    "\"0x0000000000000000\"}},\n"
    "{\"ph\":\"i\",\"name\":\"imc0.PMON_CTR0[63:32]\",\"pid\":1,\"tid\":2,\"s\":\"t\",\"cat\":"
    "\"read\","
    "\"ts\":3.1,\"args\":{\"value\":\"0x00000001\",\"fields\":\"event_count[47:32]=1\",\"pc\":"
    "\"0x0000000000000000\"}},\n"
    "{\"ph\":\"C\",\"name\":\"imc0.PMON_CTR0\",\"pid\":2,\"ts\":3.1,\"args\":{\"value\":4294967301}"
    "},\n"
    "{\"ph\":\"i\",\"name\":\"imc0.PMON_CTR0[31:0]\",\"pid\":1,\"tid\":1,\"s\":\"t\",\"cat\":"
    "\"read\",\"ts\":"
    "4,\"args\":{\"value\":\"0x00000007\",\"fields\":\"event_count[31:0]=7\",\"pc\":"
    "\"0x0000000000000000\"}},"
    "\n"
    "{\"ph\":\"E\",\"name\":\"step 1\",\"pid\":2,\"tid\":1,\"ts\":5},\n"
    "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"snbep: software\"}},\n"
    "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,\"args\":{\"name\":\"snbep: hardware\"}},\n"
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"CPU 0\"}},\n"
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"CPU 1\"}},\n"
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":1,\"args\":{\"name\":\"steps\"}},\n"
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":2,\"args\":{\"name\":\"traffic\"}},\n"
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":3,\"args\":{\"name\":\"events\"}}\n"
    "]}\n";

/* A word that was never read holds x. */
static const char vcd[] = "$version pmulab $end\n"
                          "$comment header $end\n"
                          "$timescale 1 ns $end\n"
                          "$scope module snbep $end\n"
                          "$var reg 8 % step [7:0] $end\n"
                          "$scope module imc0 $end\n"
                          "$var event 1 & read $end\n"
                          "$var event 1 ' write $end\n"
                          "$var reg 32 ( PMON_CTL0 [31:0] $end\n"
                          "$var reg 64 ) PMON_CTR0 [63:0] $end\n"
                          "$upscope $end\n"
                          "$upscope $end\n"
                          "$enddefinitions $end\n"
                          "#0\n"
                          "$dumpvars\n"
                          "b00000000 %\n"
                          "bxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx (\n"
                          "bxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx )\n"
                          "$end\n"
                          "#1000\n"
                          "b00000001 %\n"
                          "#2500\n"
                          "1'\n"
                          "b00000000010000000000001100000100 (\n"
                          "#3001\n"
                          "1&\n"
                          "bxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx00000000000000000000000000000101 )\n"
                          "#3100\n"
                          "1&\n"
                          "b0000000000000000000000000000000100000000000000000000000000000101 )\n"
                          "#4000\n"
                          "1&\n"
                          "b0000000000000000000000000000000100000000000000000000000000000111 )\n"
                          "#5000\n"
                          "b00000000 %\n";

int main(void)
{
    exports(export_perfetto, perfetto, "Perfetto");
    exports(export_vcd, vcd, "VCD");
    return done_testing();
}
