/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The samples of perf: its dumps and tables as read, and their match with the
 * driver's samples. The texts are from perf 6.12. */
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
    test_shares();
    return done_testing();
}
