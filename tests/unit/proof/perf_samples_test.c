/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples as programs print them, and their matching; the texts are from perf
 * 6.12. */
#include "harness/machine/machines.h"
#include "harness/proof/epyc/access.h"
#include "harness/proof/epyc/samples.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_sample_match.h"
#include "harness/proof/perf_samples.h"
#include "harness/proof/perf_share.h"

#include "harness/truth/epyc/replay.h"
#include "models/epyc/epyc.h"
#include "oracle/epyc/sample.h"
#include "tests/tap.h"

/* `perf report -D` on a store by pmulab-walk, and a record of another kind. */
#define STORE_HEAD                                                                                 \
    "0xd970@/tmp/p [0x88]: event: 9\n"                                                             \
    ".\n"                                                                                          \
    ". ... raw event: size 136 bytes\n"                                                            \
    ".  0000:  09 00 00 00 02 40 88 00 18 10 40 00 00 00 00 00  .....@....@.....\n"                \
    ".  0010:  92 00 00 00 92 00 00 00 fe 6c ce 4b 01 00 00 00  .........l.K....\n"                \
    ".  0020:  80 5a 1f 52 d8 7f 00 00 00 00 00 00 00 00 00 00  .Z.R............\n"                \
    ".  0030:  44 00 00 00 ff 0b 00 00 33 02 0e 00 68 00 00 00  D.......3...h...\n"                \
    ".  0040:  18 10 40 00 00 00 00 00 02 00 0e 00 00 00 00 00  ..@.............\n"                \
    ".  0050:  00 00 00 00 00 00 00 00 82 00 06 01 00 00 00 00  ................\n"                \
    ".  0060:  80 5a 1f 52 d8 7f 00 00 80 5a 41 03 00 00 00 00  .Z.R.....ZA.....\n"                \
    ".  0070:  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................\n"                \
    ".  0080:  44 04 08 29 04 00 00 00                          D..)....        \n"                \
    "\n"                                                                                           \
    "ibs_op_ctl:\t00000068000e0233 MaxCnt      9008 L3MissOnly 0 En 1 Val 1 CntCtl 1=uOps CurCnt " \
    "      "                                                                                       \
    "104\n"
#define STORE_RIP "IbsOpRip:\t0000000000401018\n"
#define STORE_TAIL                                                                                 \
    "ibs_op_data:\t00000000000e0002 CompToRetCtr     2 TagToRetCtr    14 BrnRet 0  RipInvalid 0\n" \
    "ibs_op_data2:\t0000000000000000 RmtNode 0\n"                                                  \
    "ibs_op_data3:\t0000000001060082 LdOp 0 StOp 1 DcL1TlbMiss 0\n"                                \
    "IbsDCLinAd:\t00007fd8521f5a80\n"                                                              \
    "IbsDCPhysAd:\t0000000003415a80\n"                                                             \
    "3 5566786814 0xd970 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4002): 146/146: 0x401018 period: 9008\n" \
    "... weight: 0\n"
#define OTHER                                                                                      \
    "\n0xda80@/tmp/p [0x38]: event: 4\n.\n. ... raw event: size 56 bytes\n"                        \
    ".  0000:  04 00 00 00 00 00 38 00 92 00 00 00 91 00 00 00  ......8.........\n\n"              \
    "0 5566820532 0xda80 [0x38]: PERF_RECORD_EXIT(146:146):(145:145)\n"

/* The dump's contents, register by register. */
static const struct truth_sample_reg store[8] = {{0xc0011033, 0x68000e0233}, {0xc0011034, 0x401018},
    {0xc0011035, 0xe0002}, {0xc0011036, 0}, {0xc0011037, 0x1060082}, {0xc0011038, 0x7fd8521f5a80},
    {0xc0011039, 0x3415a80}, {0xc001103b, 0}};

static const struct perf_sample_text *sample(const struct perf_samples *s, guint i)
{
    static const struct perf_sample_text none = {.cpu = -2};

    return i < s->samples->len ? &g_array_index(s->samples, struct perf_sample_text, i) : &none;
}

static void test_dump(void)
{
    g_autoptr(GString) first = g_string_new(STORE_HEAD STORE_RIP STORE_TAIL);
    struct perf_samples *s =
        perf_samples_epyc(STORE_HEAD STORE_RIP STORE_TAIL OTHER STORE_HEAD STORE_RIP STORE_TAIL);

    is_u64(s->samples->len, 2, "two samples, and a record that is not a sample");
    is_u64(s->wrong->len, 0, "nothing is wrong");
    is_u64((uint64_t)sample(s, 0)->cpu, 3, "the CPU");
    is_u64(sample(s, 0)->n, 8, "eight registers");
    for (unsigned i = 0; i < 8; i++)
        ok(sample(s, 0)->regs[i].offset == store[i].offset &&
                sample(s, 0)->regs[i].value == store[i].value,
            "register %x", store[i].offset);
    perf_samples_free(s);

    g_string_replace(first, "0050:  00 00 00 00 00 00 00 00", "0050:  00 00 00 00 00 00 00 81", 1);
    g_string_replace(first, "ibs_op_data2:\t00", "ibs_op_data2:\t81", 1);
    s = perf_samples_epyc(first->str);
    ok(sample(s, 0)->regs[3].value == UINT64_C(0x8100000000000000), "a register has eight bytes");
    is_u64(s->wrong->len, 0, "... as perf decodes them");
    perf_samples_free(s);
    g_string_assign(first, STORE_HEAD STORE_RIP STORE_TAIL);

    s = perf_samples_epyc(STORE_HEAD "IbsOpRip:\t0000000000401019\n" STORE_TAIL);
    is_u64(s->wrong->len, 1, "perf decodes an address that differs from its dump");
    ok(s->wrong->len && strstr(g_ptr_array_index(s->wrong, 0), "IBS_OP_RIP: perf decodes another"),
        "the difference is reported");
    perf_samples_free(s);

    g_string_replace(first, "ibs_op_ctl:\t00000068000e0233", "ibs_op_ctl:\t00000068000e0234", 1);
    s = perf_samples_epyc(first->str);
    is_u64(s->wrong->len, 1, "another value of the first register");
    perf_samples_free(s);

    s = perf_samples_epyc("ibs_op_ctl:\t00000068000e0233 MaxCnt\n" STORE_TAIL);
    is_u64(s->samples->len, 0, "no dump, no sample");
    ok(s->wrong->len == 1 && strstr(g_ptr_array_index(s->wrong, 0),
                                 "IBS_OP_CTL: perf decodes a register that its dump lacks"),
        "... but a complaint about the first register");
    perf_samples_free(s);

    s = perf_samples_epyc(
        OTHER "0 1 0x1 [0x28]: PERF_RECORD_SAMPLE(IP, 0x1): 1/1: 0x4 period: 1 addr: 0\n");
    ok(!s->samples->len && !s->wrong->len, "a sample of another PMU is ignored");
    perf_samples_free(s);
}

/* Expects one complaint, in these words. */
static void is_wrong_with(const struct perf_samples *s, const char *expected)
{
    is_u64(s->wrong->len, 1, "one complaint");
    is_str(s->wrong->len ? g_ptr_array_index(s->wrong, 0) : NULL, expected, "... its words");
}

/* perf's values of one sample are not compared with the next sample; a size has
 * four bytes. */
static void test_dumps(void)
{
    g_autoptr(GString) other = g_string_new(STORE_HEAD STORE_RIP
        "3 1 0x1 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4002): 146/146: 0x401018 period: 9008\n");
    struct perf_samples *s;

    g_string_replace(other, "02 00 0e 00 00 00 00 00", "03 00 0e 00 00 00 00 00", 1);
    g_string_prepend(other, STORE_HEAD STORE_RIP STORE_TAIL);
    s = perf_samples_epyc(other->str);
    is_u64(s->samples->len, 2, "two samples");
    is_u64(s->wrong->len, 0, "the second is decoded in part");
    perf_samples_free(s);
    /* A size and capabilities before another value. */
    g_string_assign(other, STORE_HEAD STORE_RIP STORE_TAIL);
    g_string_replace(other, "0020:  80 5a 1f 52 d8 7f 00 00", "0020:  44 00 00 00 ff 0b 00 00", 1);
    s = perf_samples_epyc(other->str);
    ok(s->samples->len == 1 && !s->wrong->len && sample(s, 0)->regs[1].value == 0x401018,
        "bytes that only look like a raw sample are skipped");
    perf_samples_free(s);
    /* Bytes that look like a raw sample's; perf decodes none of them. */
    s = perf_samples_epyc(STORE_HEAD STORE_RIP STORE_TAIL
        "3 1 0x1 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4002): 1/1: 0x4\n");
    is_u64(s->samples->len, 1, "a second sample without a dump is ignored");
    is_u64(s->wrong->len, 0, "... without a complaint");
    perf_samples_free(s);
    g_string_assign(other, STORE_HEAD STORE_RIP STORE_TAIL);
    g_string_replace(other, "0030:  44 00 00 00", "0030:  44 00 00 01", 1);
    s = perf_samples_epyc(other->str);
    is_u64(s->samples->len, 0, "a raw sample of another size is ignored");
    perf_samples_free(s);
    /* The bytes of an event without decoded registers do not count for the next
     * event. */
    s = perf_samples_epyc(STORE_HEAD STORE_RIP "\n. ... raw event: size 56 bytes\n"
                                               "ibs_op_ctl:\t00000068000e0233 MaxCnt\n" STORE_TAIL);
    is_u64(s->samples->len, 0, "the previous dump is not part of this sample");
    is_wrong_with(s, "line 24: IBS_OP_CTL: perf decodes a register that its dump lacks");
    perf_samples_free(s);
}

/* Registers of an event that is not a sample are not compared with the next. A
 * text ends with its NUL. */
static void test_ends(void)
{
    static const char text[] = "engine,cpu,IBS_OP_RIP\nop,3,1\0op,3,2\n";
    struct perf_samples *s =
        perf_samples_epyc("ibs_op_ctl:\t0000000000000001\n" OTHER STORE_HEAD STORE_RIP STORE_TAIL);

    is_u64(s->samples->len, 1, "a sample after an event of another kind");
    is_u64(s->wrong->len, 0, "... with separate registers");
    perf_samples_free(s);
    s = perf_samples_epyc(text);
    is_u64(s->samples->len, 1, "bytes past the text are not read");
    perf_samples_free(s);
}

/* A line of bytes ends with the first word that is not a byte, and has up to
 * sixteen. */
static void test_bytes(void)
{
    static const struct {
        const char *old, *new;
        guint samples;
        const char *what;
    } cases[] = {
        {"44 04 08 29 04 00 00 00  ", "44 04 08 29 04 00 00 00  ", 1, "the dump as it is"},
        {".  0030:  44", ".  003g:  44", 0, "an offset that is not a number"},
        {".  0030:  44", ".  0030;  44", 0, "... without a colon"},
        {".  0030:  44", ". 00030:  44", 0, "... at another place"},
        {".  0030:  44", ".  0030: 44", 0, "one blank before the first byte"},
        {"12 00 00 00 00 00  .....@", "12 00 00 00 00 00 aa ....@", 1, "a missing byte"},
        {".  0010:  92 00 00 00 92", ".  0010:  92 00 00 0x 92", 0,
            "a word that is not a byte ends the line"},
        {"4b 01 00 00 00  .........l.K....", "4b 01 00 00 00 aa bb cc", 1, "no seventeenth byte"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) text = g_string_new(STORE_HEAD STORE_RIP STORE_TAIL);
        struct perf_samples *s;

        g_string_replace(text, cases[i].old, cases[i].new, 1);
        s = perf_samples_epyc(text->str);
        is_u64(s->samples->len, cases[i].samples, "%s", cases[i].what);
        for (unsigned k = 0; k < 8 && s->samples->len; k++)
            ok(sample(s, 0)->regs[k].value == store[k].value, "... register %x", store[k].offset);
        perf_samples_free(s);
    }
}

/* More registers than a sample can have: the ones that fit are compared. */
static void test_many_decoded(void)
{
    g_autoptr(GString) text = g_string_new(STORE_HEAD);
    struct perf_samples *s;

    for (unsigned i = 0; i < 40; i++)
        g_string_append(text, "NoSuchReg:\t0000000000000001\n");
    g_string_append(text, STORE_RIP);
    for (unsigned i = 0; i < 40; i++)
        g_string_append(text, "IbsOpRip:\t0000000000401018\n");
    g_string_append(text, "IbsOpRip:\t0000000000401019\n" STORE_TAIL);
    s = perf_samples_epyc(text->str);
    is_u64(s->samples->len, 1, "a sample, whatever its decoded registers");
    is_u64(s->wrong->len, 0, "registers past the last one are not compared");
    perf_samples_free(s);
    g_string_assign(text, STORE_HEAD);
    for (unsigned i = 0; i < ORACLE_IBS_REGS - 2; i++)
        g_string_append(text, "IbsOpRip:\t0000000000401018\n");
    g_string_append(text, "IbsOpRip:\t0000000000401019\n" STORE_TAIL);
    s = perf_samples_epyc(text->str);
    is_u64(s->wrong->len, 1, "the last one is compared");
    perf_samples_free(s);
}

/* @n samples get CPU @cpu from the sample's line, which begins with @head. */
static void is_cpu(const char *head, int cpu, const char *what)
{
    g_autofree char *text = g_strconcat(STORE_HEAD, head,
        " 0xd970 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4002): 146/146: 0x401018\n", NULL);
    struct perf_samples *s = perf_samples_epyc(text);

    ok(s->samples->len == 1 && sample(s, 0)->cpu == cpu, "%s", what);
    perf_samples_free(s);
}

/* A sample of CPU 0 has CPU 0; without a CPU the first number is the time. */
static void test_no_cpu(void)
{
    is_cpu("0 5566786814", 0, "CPU 0");
    is_cpu("10 5566786814", 10, "CPU 10, a decimal number");
    is_cpu("2147483646 1", 2147483646, "the highest number of a CPU");
    is_cpu("2147483647 1", -1, "the next number is not a CPU");
    is_cpu("4294967299 1", -1, "nor is a number of more than 32 bits");
    is_cpu("3: 5", -1, "a number without a blank after it");
    is_cpu("3  5", -1, "no number after the blank");

    struct perf_samples *s = perf_samples_epyc(
        STORE_HEAD "5566786814 0xd970 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4002): 146/146: 0x401018\n");

    ok(s->samples->len == 1 && sample(s, 0)->cpu == -1, "no CPU was recorded");
    perf_samples_free(s);
    perf_samples_free(NULL);
}

static void test_csv(void)
{
    struct perf_samples *s = perf_samples_epyc("op,1,not one of ours before the header\n"
                                               "engine,cpu,caps,period,width,source,page,IBS_OP_"
                                               "CTL,IBS_OP_CTL.Val,IBS_OP_RIP,IBS_BR_TARGET\n"
                                               "op,2,0xbff,9008,8,,4K,0x68000e0233,1,0x401018,\n"
                                               "ibs_sample: 1 samples, 0 lost\n");

    is_u64(s->samples->len, 1, "csv: one sample");
    is_u64((uint64_t)sample(s, 0)->cpu, 2, "csv: the CPU");
    is_u64(sample(s, 0)->n, 2, "csv: the sample's registers");
    is_u64(sample(s, 0)->regs[0].offset, 0xc0011033, "csv: the first");
    is_u64(sample(s, 0)->regs[1].value, 0x401018, "csv: a value");
    perf_samples_free(s);
    /* A second table has different columns; the first word of a row is a column
     * like all others. */
    s = perf_samples_epyc("engine,cpu,IBS_OP_CTL,IBS_OP_RIP\nop,2,0x1,0x401018\n"
                          "engine,cpu,caps,IBS_OP_DATA\nop,13,0xbff,0x7\nfetch,1\n"
                          "engine,cpu,IBS_OP_DATA3");
    is_u64(s->samples->len, 3, "csv: a sample of the first table, two of the second");
    is_u64((uint64_t)sample(s, 1)->cpu, 13, "csv: a CPU's number is decimal");
    is_u64(sample(s, 1)->n, 1, "csv: one register");
    is_u64(sample(s, 1)->regs[0].offset, 0xc0011035,
        "csv: the register of the second table's heading");
    is_u64(sample(s, 1)->regs[0].value, 7, "csv: its value");
    is_u64(sample(s, 1)->line, 4, "csv: its line");
    is_u64(sample(s, 2)->n, 0, "csv: a truncated row");
    perf_samples_free(s);
}

/* ---- matching ---- */

static struct truth_sample taken_store(unsigned cpu)
{
    struct truth_sample s = {.cpu = cpu, .engine = 0xc0011033, .n = 8};

    memcpy(s.regs, store, sizeof(store));
    return s;
}

/* The errors in @text, for a driver that took @n samples @taken. */
static GPtrArray *wrong_of(const char *text, struct truth_sample *taken, guint n)
{
    static struct epyc machine;
    struct perf_samples *s = perf_samples_epyc(text);
    GPtrArray *list = g_ptr_array_new(), *wrong;
    guint happened;

    machine.config = EPYC_DEFAULTS;
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(list, &taken[i]);
    const struct perf_samples_step step = {
        .machine = &epyc_machine, .planned = {&epyc_model, &machine, NULL}};
    wrong = perf_sample_match(&step, s, list, &happened);
    g_ptr_array_unref(list);
    perf_samples_free(s);
    return wrong;
}

static guint n_wrong(const char *text, struct truth_sample *taken, guint n)
{
    GPtrArray *wrong = wrong_of(text, taken, n);

    n = wrong->len;
    g_ptr_array_unref(wrong);
    return n;
}

static void is_wrong(const char *text, struct truth_sample *taken, guint n, const char *expected)
{
    GPtrArray *wrong = wrong_of(text, taken, n);

    is_u64(wrong->len, 1, "one complaint");
    is_str(wrong->len ? g_ptr_array_index(wrong, 0) : NULL, expected, "... its words");
    g_ptr_array_unref(wrong);
}

/* An unpaired sample is reported with all known values. A register that the
 * machine lacks has no name. */
static void test_no_partner(void)
{
    struct truth_sample one = {
        .cpu = 3, .engine = 0xc0011033, .n = 2, .regs = {{0xc0011034, 0x401018}, {0xc0011fff, 1}}};

    is_wrong("", &one, 1,
        "hop one: CPU 3: taken by the driver and not printed: IBS_OP_RIP=0x401018 ?=0x1");
    one.block = 0xffff;
    is_wrong("", &one, 1, "hop one: CPU 3: taken by the driver and not printed: ?=0x401018 ?=0x1");
    /* The bank's first register: MSRC001_1030. */
    one = (struct truth_sample){.cpu = 3, .engine = 0xc0011030, .n = 1, .regs = {{0xc0011030, 7}}};
    is_wrong("", &one, 1, "hop one: CPU 3: taken by the driver and not printed: IBS_FETCH_CTL=0x7");
    is_wrong("engine,cpu,IBS_OP_RIP\nop,0,0x401018\n", NULL, 0,
        "hop one: line 2 of the output: the driver took no such sample: IBS_OP_RIP=0x401018");
    is_wrong("146,146,0x401018,0x7fd8521f5a80,7,0x429080444,x:y\n", NULL, 0,
        "hop one: line 1 of the output: the driver took no such sample: ip 0x401018, address "
        "0x7fd8521f5a80, weight 7, source 0x429080444");
}

/* A sample that was taken twice may be printed twice, but not a third time. */
static void test_again(void)
{
    static const char three[] =
        "engine,cpu,IBS_OP_RIP\nop,0,0x401018\nop,0,0x401018\nop,0,0x401018\n";
    struct truth_sample two[] = {{.engine = 0xc0011033, .n = 1, .regs = {{0xc0011034, 0x401018}}},
        {.engine = 0xc0011033, .n = 1, .regs = {{0xc0011034, 0x401018}}}};

    is_wrong(three, two, 2,
        "hop one: line 4 of the output: printed again, and taken no more often: "
        "IBS_OP_RIP=0x401018");
    two[1].cpu = 1;
    is_u64(n_wrong(three, two, 2), 3,
        "another CPU means another sample: one is left, two are unpaired");
}

/* Programs print almost in time order: any order is accepted. */
static void test_order(void)
{
    struct truth_sample taken[4] = {taken_store(0), taken_store(0), taken_store(0), taken_store(0)};
    static const char *const orders[] = {"0123", "3210", "2031", "1302"};

    for (unsigned i = 0; i < 4; i++)
        taken[i].regs[1].value += i;
    for (unsigned i = 0; i < 4; i++) {
        g_autoptr(GString) text = g_string_new(NULL);

        for (const char *at = orders[i]; *at; at++)
            g_string_append_printf(text, "146,146,0x%x,0x7fd8521f5a80,0,0x429080444,x:y\n",
                0x401018 + (unsigned)(*at - '0'));
        is_u64(n_wrong(text->str, taken, 4), 0, "four samples in the order %s", orders[i]);
    }
}

static void test_match(void)
{
    struct truth_sample two[2] = {taken_store(3), taken_store(3)};

    is_u64(n_wrong(STORE_HEAD STORE_RIP STORE_TAIL, two, 1), 0, "the same");
    is_u64(n_wrong(STORE_HEAD STORE_RIP STORE_TAIL, two, 2), 1, "one was taken but not printed");
    is_u64(n_wrong(STORE_HEAD STORE_TAIL STORE_HEAD STORE_TAIL, two, 1), 1,
        "one was printed but not taken");
    two[0].cpu = 2;
    is_u64(n_wrong(STORE_HEAD STORE_RIP STORE_TAIL, two, 1), 2, "another CPU: both are unpaired");
    two[0].cpu = 3;
    for (unsigned i = 0; i < 8; i++) {
        two[0].regs[i].value ^= 1;
        is_u64(n_wrong(STORE_HEAD STORE_TAIL, two, 1), 2, "register %x has another value",
            two[0].regs[i].offset);
        two[0].regs[i].value ^= 1;
    }
    two[0].n = 7;
    is_u64(n_wrong(STORE_HEAD STORE_TAIL, two, 1), 2, "a register that the driver did not read");
}

/* A user's branch into the kernel needs BrnRet (bit 37 of op data); an address
 * needs LinAddrValid (bit 17 of op data 3). */
static void test_filter(void)
{
    enum { OP = 0xc0011033, FETCH = 0xc0011030 };
    const guint64 user = 0x401018, kernel = 0xffffffff81337f2f;
    const guint64 brn_ret = G_GUINT64_CONSTANT(1) << 37, lin_addr_valid = 1 << 17;
    const struct {
        const char *what;
        guint32 engine;
        guint64 ip, data, data3, address, target;
        /* dropped if only users' are wanted, and if only the kernel's are */
        gboolean users, kernels;
    } cases[] = {
        {"a user's op", OP, user, 0, 0, 0, 0, FALSE, TRUE},
        {"the kernel's op", OP, kernel, 0, 0, 0, 0, TRUE, FALSE},
        {"a user's load from the kernel", OP, user, 0, lin_addr_valid, kernel, 0, TRUE, TRUE},
        {"an invalid address", OP, user, 0, 0, kernel, 0, FALSE, TRUE},
        {"a user's branch into the kernel", OP, user, brn_ret, 0, 0, kernel, TRUE, TRUE},
        {"a target without a branch", OP, user, 0, 0, 0, kernel, FALSE, TRUE},
        {"a user's fetch", FETCH, user, 0, 0, 0, 0, FALSE, TRUE},
        {"the kernel's fetch", FETCH, kernel, 0, 0, 0, 0, TRUE, FALSE},
    };
    static struct epyc machine;
    const struct machine_proof *epyc = epyc_machine.proof;
    const struct planned planned = {&epyc_model, &machine, NULL};

    machine.config = EPYC_DEFAULTS;
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const struct truth_sample sample = {.engine = cases[i].engine,
            .n = 5,
            .regs = {{cases[i].engine + 1, cases[i].ip}, {0xc0011035, cases[i].data},
                {0xc0011037, cases[i].data3}, {0xc0011038, cases[i].address},
                {0xc001103b, cases[i].target}}};

        ok(!epyc->drops(planned, &sample, PERF_FILTER_NONE), "%s: kept without a filter",
            cases[i].what);
        ok(epyc->drops(planned, &sample, PERF_FILTER_USERS) == cases[i].users,
            "... if users' are wanted");
        ok(epyc->drops(planned, &sample, PERF_FILTER_KERNEL) == cases[i].kernels,
            "... if the kernel's are wanted");
    }
}

/* perf mem report -D -x , on the same store: pid, tid, ip, addr, weight, dsrc,
 * symbol. */
static void test_access(void)
{
    struct truth_sample one = taken_store(0);
    struct perf_samples *s =
        perf_samples_epyc("146,146,0x401018,0x7fd8521f5a80,5,0x429080444,x:y\n");

    ok(s->samples->len == 1 && sample(s, 0)->cpu == -1 && sample(s, 0)->weight == 5,
        "perf mem: a line has a weight but no CPU");
    perf_samples_free(s);
    is_u64(
        n_wrong("# PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL\n"
                "146,146,0x401018,0x7fd8521f5a80,0,0x429080444,/usr/bin/pmulab-walk:walk_array\n",
            &one, 1),
        0, "perf mem: the store");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a80,0,0x429080444,x:y(int, int)\n", &one, 1), 0,
        "a symbol with commas");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a80,0,0x429080444\n", &one, 1), 1,
        "a line without a symbol is ignored");
    is_u64(n_wrong("146,146,401018,0x7fd8521f5a80,0,0x429080444,x:y\n", &one, 1), 1,
        "... and so is one without 0x");
    is_u64(n_wrong("146,146,0x401018,7fd8521f5a80,0,0x429080444,x:y\n", &one, 1), 1,
        "... of the address");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a80,0,429080444,x:y\n", &one, 1), 1,
        "... of the source");
    is_u64(n_wrong("x46,146,0x401018,0x7fd8521f5a80,0,0x429080444,x:y\n", &one, 1), 1,
        "... and one without a task");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a80,1,0x429080444,x:y\n", &one, 1), 2,
        "another weight");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a88,0,0x429080444,x:y\n", &one, 1), 2,
        "another address");
    is_u64(n_wrong("146,146,0x401018,0x7fd8521f5a80,0,0x429080442,x:y\n", &one, 1), 2,
        "another source");
    is_u64(n_wrong("146,146,0x401019,0x7fd8521f5a80,0,0x429080444,x:y\n", &one, 1), 2,
        "another instruction");
}

/* ---- data sources ---- */

static struct perf_sample_text perf_of(
    const struct epyc_config *config, const char *release, uint64_t data2, uint64_t data3)
{
    const struct truth_sample sample = {
        .engine = 0xc0011033, .n = 2, .regs = {{0xc0011036, data2}, {0xc0011037, data3}}};
    struct perf_sample_text text;

    perf_access_epyc(config, release, &sample, &text);
    return text;
}

/* A register that the driver did not read is 0, whatever the previous sample
 * had. */
static void test_unread(void)
{
    struct truth_sample sample = {.engine = 0xc0011033, .n = 8};
    struct perf_sample_text text;

    memcpy(sample.regs, store, sizeof(store));
    perf_access_epyc(&EPYC_DEFAULTS, NULL, &sample, &text);
    is_u64(text.ip, 0x401018, "the instruction of a whole sample");
    sample.n = 1;
    perf_access_epyc(&EPYC_DEFAULTS, NULL, &sample, &text);
    is_u64(text.ip, 0, "the instruction's address was not read");
    sample.n = 0;
    perf_access_epyc(&EPYC_DEFAULTS, NULL, &sample, &text);
    ok(!text.ip && !text.address && !text.weight, "an access that was not read is unknown");
}

/* Facts 3.9. The first is measured: a load, L2Miss, DataSrc 3, the TLB's first
 * level. The others replace its levels by those of
 * include/uapi/linux/perf_event.h, worked out by hand. */
enum {
    LOAD = 1,
    STORE = 2,
    TLB1 = 4,
    TLB2 = 8,
    MISS = 0x80,
    LOCK = 1 << 15,
    NO_MAB = 1 << 16,
    LIN = 3 << 17,
    L2 = 1 << 20,
    PREFETCH = 1 << 21
};

static void test_data_src(void)
{
    static const struct {
        const char *variant;
        uint64_t data2, data3, expected;
        const char *what;
    } cases[] = {
        {"variant=zen4", 3, LOAD | LIN | MISS | L2, 0x1a29081042, "a load from memory"},
        {"variant=zen4", 0, LOAD | LIN, 0x229080142, "a load that hit the L1"},
        {"variant=zen4", 0, STORE | LIN | MISS, 0x429080444, "a store that hit the L2"},
        {"variant=zen4", 0, STORE | LIN | MISS | L2, 0x1e29080024, "a store that missed it"},
        {"variant=zen4", 0, 0, 0x1e05080021, "neither load nor store"},
        {"variant=zen4", 1, LOAD | LIN | MISS | L2, 0x629800842,
            "a line that a neighbour had modified"},
        {"variant=zen4", 0x21, LOAD | LIN | MISS | L2, 0x629080842, "a line of the L3"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | TLB1, 0x1a49081042, "the TLB's second level"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | TLB1 | TLB2, 0x1a51081042, "a walk"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | LOCK, 0x1a2a081042, "a locked load"},
        {"variant=zen3", 2, LOAD | LIN | MISS | L2, 0x81629088842, "zen3: the state is ignored"},
        {"variant=zen2", 2, LOAD | LIN | MISS | L2, 0x81629808842, "zen2: a neighbour's line"},
        {"variant=zen2", 3, LOAD | LIN | MISS | PREFETCH, 0x429080442,
            "zen2: a prefetch that hit the L2"},
        {"variant=zen3", 3, LOAD | LIN | MISS, 0x429080442, "zen3: a load that hit the L2"},
        {"variant=zen3", 3, LOAD | LIN | MISS | PREFETCH, 0x1e29080022,
            "zen3: a prefetch, erratum 1293"},
        {"variant=zen3", 3, LOAD | LIN | MISS | L2 | NO_MAB, 0x1829080242,
            "zen3: a miss without a MAB has no source either"},
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        epyc_config_option(&config, cases[i].variant);
        is_u64(perf_of(&config, NULL, cases[i].data2, cases[i].data3).data_src, cases[i].expected,
            "%s", cases[i].what);
    }
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 3, LOAD | MISS | (uint64_t)300 << 32).weight, 300,
        "a load's weight");
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 3, STORE | MISS | (uint64_t)300 << 32).weight, 0,
        "a store has no weight");
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 0, LOAD | (uint64_t)4 << 32).weight, 0,
        "neither has a hit in the L1");
}

/* Linux before 6.5 gives no numbers. The first is measured (facts 3.9). */
static void test_older_data_src(void)
{
    static const struct {
        const char *variant;
        uint64_t data2, data3, old, new;
        const char *what;
    } cases[] = {
        {"variant=zen4", 3, LOAD | LIN | MISS | L2, 0x29081042, 0x1a29081042, "memory"},
        {"variant=zen4", 0, LOAD | LIN, 0x29080142, 0x229080142, "the L1"},
        {"variant=zen4", 0, STORE | LIN | MISS | L2, 0x29080024, 0x1e29080024, "a store"},
        {"variant=zen4", 0, 0, 0x05080021, 0x1e05080021, "neither load nor store"},
        {"variant=zen4", 0x16, LOAD | LIN | MISS | L2, 0x103c29080002, 0x103c29080002, "PMEM, far"},
        {"variant=zen4", 7, LOAD | LIN | MISS | L2, 0x14290a0002, 0x14290a0042, "I/O"},
        {"variant=zen4", 0x17, LOAD | LIN | MISS | L2, 0x1034290a0002, 0x14290a0042, "I/O, far"},
        {"variant=zen2", 2, LOAD | LIN | MISS | L2, 0x29808842, 0x81629808842,
            "a neighbour's line"},
    };
    static const char *const before[] = {"6.1.0-50-amd64", "6.4.16"}, *const since[] = {
                                                                          "6.5.0", "7.3.4", NULL};

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        epyc_config_option(&config, cases[i].variant);
        for (unsigned k = 0; k < G_N_ELEMENTS(before); k++)
            is_u64(perf_of(&config, before[k], cases[i].data2, cases[i].data3).data_src,
                cases[i].old, "%s: %s", before[k], cases[i].what);
        for (unsigned k = 0; k < G_N_ELEMENTS(since); k++)
            is_u64(perf_of(&config, since[k], cases[i].data2, cases[i].data3).data_src,
                cases[i].new, "%s: %s", since[k] ? since[k] : "unknown", cases[i].what);
    }
}

/* ---- the third hop ---- */

/* @printed is right for @happened, wrong because of @expected, or unknown. */
static void is_happened(const struct oracle_sample *happened,
    const struct perf_sample_text *printed, gboolean known, const char *expected, const char *what)
{
    struct epyc_happened all = {.hardware = truth_hardware_epyc(&EPYC_DEFAULTS),
        .samples = g_array_new(FALSE, FALSE, sizeof(*happened))};
    const struct truth truth = {.oracle = &all};
    const struct perf_samples_step step = {.truth = &truth};
    char not_set[] = "not set", *why = not_set;

    g_array_append_vals(all.samples, happened, 1);
    ok(perf_happened_epyc(&step, 0, printed, &why) == known, "%s: known", what);
    is_str(why, expected, "... the error");
    g_free(why);
    g_array_unref(all.samples);
}

/* The store of test_data_src() that hit the L2, at the address of
 * STORE_HEAD. */
static void test_happened_access(void)
{
    struct oracle_sample happened = {.regs = {[ORACLE_OP_RIP] = 0x401018,
                                         [ORACLE_OP_DATA3] = 0x60082,
                                         [ORACLE_DC_LIN_AD] = 0x7fd8521f5a80},
        .known = {[ORACLE_OP_RIP] = ~UINT64_C(0)},
        .has = 1 << ORACLE_OP_RIP};
    const struct perf_sample_text good = {.form = PERF_SAMPLE_ACCESS,
        .ip = 0x401018,
        .address = 0x7fd8521f5a80,
        .data_src = 0x429080444};
    static const char *const wrong = "expected ip 0x401018, address "
                                     "0x7fd8521f5a80, weight 0, source 0x429080444";
    struct perf_sample_text other = good;

    is_happened(&happened, &good, TRUE, NULL, "an access");
    other.ip++;
    is_happened(&happened, &other, TRUE, wrong, "another instruction");
    other = good;
    other.address++;
    is_happened(&happened, &other, TRUE, wrong, "another address");
    other = good;
    other.weight++;
    is_happened(&happened, &other, TRUE, wrong, "another weight");
    other = good;
    other.data_src++;
    is_happened(&happened, &other, TRUE, wrong, "another source");
    happened.has = 0;
    is_happened(&happened, &other, FALSE, NULL, "an access with an unknown result");
}

static void test_happened_registers(void)
{
    struct oracle_sample happened = {.regs = {[ORACLE_OP_CTL] = 5, [ORACLE_OP_RIP] = 0x401018},
        .known = {[ORACLE_OP_CTL] = 7, [ORACLE_OP_RIP] = ~UINT64_C(0)},
        .has = 1 << ORACLE_OP_CTL | 1 << ORACLE_OP_RIP};
    struct perf_sample_text text = {.form = PERF_SAMPLE_REGISTERS,
        .n = 2,
        .regs = {{0xc0011033, 0x105}, {0xc0011034, 0x401018}}};

    is_happened(&happened, &text, TRUE, NULL, "registers, except unknown ones");
    text.regs[1].value++;
    is_happened(
        &happened, &text, TRUE, "IBS_OP_RIP is 0x401019, expected 0x401018", "another address");
    happened.known[0] = 9; /* nothing after the registers */
    text.regs[1].offset = 0xc0011fff;
    is_happened(&happened, &text, TRUE, "a register is 0x401019, expected 0x0",
        "a register of something else");
    text.regs[1] = (struct truth_sample_reg){ORACLE_IBS_MSR + ORACLE_IBS_REGS, 0};
    is_happened(
        &happened, &text, TRUE, "a register is 0x0, expected 0x0", "the one after the last");
    text.regs[1].offset = 0xc0011034;
    text.regs[1].value = 0x401018;
    text.regs[0].value = 0x104;
    is_happened(&happened, &text, TRUE, "IBS_OP_CTL is 0x104, expected 0x5",
        "another value of the first register");
    text.regs[0].value = 0x105;
    text.n = 0;
    is_happened(&happened, &text, FALSE, NULL, "no register");
    text.n = 2;
    happened.has = 0;
    is_happened(&happened, &text, FALSE, NULL, "registers with unknown values");
}

/* ---- matching with the third hop ---- */

/* The numbers of the samples that were compared with executed instructions, in
 * that order. */
static GString *held;

static gboolean tell_held(const struct perf_samples_step *step, guint sample,
    const struct perf_sample_text *printed, char **why)
{
    (void)step;
    g_string_append_printf(held, "%u", sample);
    *why = printed->regs[0].value == 0xbad ? g_strdup("not so") : NULL;
    return printed->regs[0].value != 0xdab;
}

static bool no_bank(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    *bank = NULL;
    g_snprintf(name, size, "box%u", block);
    return true;
}

/* Samples of MSRC001_1034 that the driver took on CPU 3; their values. */
static struct truth *truth_of(const guint64 *values, guint n)
{
    struct truth *truth = truth_new();

    for (guint i = 0; i < n; i++) {
        const struct truth_sample one = {.cpu = 3,
            .engine = 0xc0011033,
            .taken = TRUTH_NONE,
            .n = 1,
            .regs = {{0xc0011034, values[i]}, {0xc0011035, 7}}};

        g_array_append_val(truth->samples, one);
    }
    return truth;
}

static struct truth_sample *in_truth(const struct truth *truth, guint i)
{
    return &g_array_index(truth->samples, struct truth_sample, i);
}

/* The errors of the rows @csv, a line each, and the number of compared rows. */
static void is_matched(const struct truth *truth, const struct truth *sound, const char *csv,
    const char *numbers, guint happened, const char *expected, const char *what)
{
    const struct machine_model model = {.name = "epyc", .block = no_bank};
    struct machine_proof proof = *epyc_machine.proof;
    const struct machine machine = {.name = "epyc", .model = &model, .proof = &proof};
    const struct perf_samples_step step = {.machine = &machine, .truth = truth, .sound = sound};
    g_autofree char *text = g_strconcat("engine,cpu,IBS_OP_RIP\n", csv, NULL);
    struct perf_samples *printed = perf_samples_epyc(text);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_autoptr(GString) lines = g_string_new(NULL);
    GPtrArray *wrong;
    guint n = 99;

    proof.happened = tell_held;
    held = g_string_new(NULL);
    for (guint i = 0; i < truth->samples->len; i++)
        g_ptr_array_add(list, in_truth(truth, i));
    wrong = perf_sample_match(&step, printed, list, &n);
    for (guint i = 0; i < wrong->len; i++)
        g_string_append_printf(lines, "%s\n", (const char *)g_ptr_array_index(wrong, i));
    is_str(lines->str, expected, "%s: the errors", what);
    is_str(held->str, numbers, "... which are compared with the executed instructions");
    is_u64(n, happened, "... and the number of known ones");
    g_string_free(held, TRUE);
    g_ptr_array_unref(wrong);
    perf_samples_free(printed);
}

static void test_held(void)
{
    static const guint64 values[] = {0x10, 0xbad, 0xdab, 0x10};
    struct truth *truth = truth_of(values, 4), *sound = truth_of(values, 4);

    is_matched(truth, NULL, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "all in order");
    is_matched(truth, NULL, "op,3,bad\nop,3,10\nop,3,10\nop,3,dab\n", "1302", 3,
        "hop three: line 2 of the output: not so\n", "the next of equal ones");
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "no fault");
    in_truth(sound, 0)->regs[1].value = 8;
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "a value that no sample has");
    in_truth(sound, 0)->regs[0].value = 0x11;
    in_truth(sound, 1)->regs[0].offset++;
    in_truth(sound, 2)->n = 2;
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "3", 1, "",
        "faults of a value, a register, a number of registers");
    is_matched(truth, NULL, "op,0,10\nop,3,bad\nop,3,dab\nop,3,10\n", "123", 2,
        "hop one: line 2 of the output: the driver took no such sample: ?=0x10\n"
        "hop three: line 3 of the output: not so\n"
        "hop one: CPU 3: taken by the driver and not printed: ?=0x10\n",
        "printed on CPU 0");
    truth_free(truth);
    truth_free(sound);
}

/* The parser complains before the match does. */
static void test_complaints(void)
{
    struct perf_samples *printed = perf_samples_new();
    const struct perf_samples_step step = {.machine = &epyc_machine};
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    GPtrArray *wrong;
    guint happened = 99;

    g_ptr_array_add(printed->wrong, g_strdup("one"));
    g_ptr_array_add(printed->wrong, g_strdup("two"));
    wrong = perf_sample_match(&step, printed, none, &happened);
    is_u64(wrong->len, 2, "two complaints");
    is_str(wrong->len ? g_ptr_array_index(wrong, 0) : NULL, "one", "the first");
    is_str(wrong->len > 1 ? g_ptr_array_index(wrong, 1) : NULL, "two", "the second");
    is_u64(happened, 0, "nothing was compared");
    g_ptr_array_unref(wrong);
    perf_samples_free(printed);
}

/* A step's samples are the samples that the driver took between its begin and
 * its end. */
static void test_step(void)
{
    static const guint64 values[] = {1, 2, 3, 4, 5, 6};
    static const gsize taken[] = {10, 11, 19, 20, TRUTH_NONE, 9};
    static struct epyc machine;
    struct truth *truth = truth_of(values, 6);
    const struct perf_samples_step step = {.machine = &epyc_machine,
        .planned = {&epyc_model, &machine, NULL},
        .truth = truth,
        .begin = 10,
        .end = 20,
        .text = "engine,cpu,IBS_OP_RIP\nop,3,2\n"};
    struct machine_proof proof = *epyc_machine.proof;
    struct machine same = epyc_machine;
    struct perf_samples_step own = step;
    struct perf_check_samples out = {.wrong = g_ptr_array_new()};

    machine.config = EPYC_DEFAULTS;
    proof.happened = NULL;
    same.proof = &proof;
    own.machine = &same;
    for (guint i = 0; i < 6; i++) {
        in_truth(truth, i)->taken = taken[i];
        in_truth(truth, i)->latched = 12;
    }
    in_truth(truth, 0)->latched = 10;
    perf_sample_compare(&own, &out);
    is_u64(out.latched, 5, "latched in the step");
    is_u64(out.taken, 2, "taken in it");
    is_u64(out.printed, 1, "printed");
    is_u64(out.dropped, 0, "dropped");
    ok(!out.has_happened, "no third hop");
    is_u64(out.wrong->len, 1, "one was not printed");
    is_str(out.wrong->len ? g_ptr_array_index(out.wrong, 0) : NULL,
        "hop one: CPU 3: taken by the driver and not printed: IBS_OP_RIP=0x3",
        "... the step's last sample");
    g_ptr_array_unref(out.wrong);
    truth_free(truth);
}

/* ---- shares ---- */

static void test_shares(void)
{
    GArray *shares =
        perf_shares("# Samples: 36  of event 'ibs_op//'\n#\n# Overhead  Command\n#\n"
                    "    98.57%  pmulab-hot  pmulab-hot        [.] hot_function\n"
                    "     0.24%  pmulab-hot  [unknown]         [k] 0xffffffff811312e8\n"
                    "     0.12%  sh          pmulab-hot        [.] hot_function\n\n\n"
                    "# Samples: 5  of event 'ibs_fetch//'\n"
                    "     7.00%  sh  sh  [.] hot_functions\n"
                    "# Children      Self  Command\n"
                    "    80.00%    10.50%  sh  sh  [.] hot_function\n",
            "hot_function");

    is_u64(shares->len, 3, "three tables");
    for (guint i = 0; i < shares->len && i < 3; i++)
        is_u64(g_array_index(shares, guint, i), ((const guint[]){9869, 0, 1050})[i], "table %u", i);
    g_array_unref(shares);
    shares = perf_shares("Error:\nThe /tmp/p data has no samples!\n", "hot_function");
    is_u64(shares->len, 0, "no table at all");
    g_array_unref(shares);
}

int main(void)
{
    test_dump();
    test_dumps();
    test_ends();
    test_bytes();
    test_many_decoded();
    test_no_cpu();
    test_csv();
    test_order();
    test_match();
    test_no_partner();
    test_again();
    test_filter();
    test_access();
    test_unread();
    test_data_src();
    test_older_data_src();
    test_happened_access();
    test_happened_registers();
    test_held();
    test_complaints();
    test_step();
    test_shares();
    return done_testing();
}
