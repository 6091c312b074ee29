/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes raw samples made by hand. Sizes and order match Linux 6.1, 6.12 and
 * 7.2. Bits are retyped from AMD's manual and Linux's asm/amd/ibs.h. */
#include "guest/ibs_decode.h"
#include "guest/ibs_print.h"
#include "tests/tap.h"

#include <stdlib.h>

#define BIT(n) (UINT64_C(1) << (n))

static const struct ibs_part no_part, zen1 = {0x17, 0x01}, zen3 = {0x19, 0x01},
                                      vermeer = {0x19, 0x21}, zen4 = {0x19, 0x11},
                                      zen5 = {0x1a, 0x00};

/* In the order of the payload. */
enum { CTL, RIP, DATA, DATA2, DATA3, LINEAR, PHYSICAL, TARGET, OP_WORDS };
enum { FETCH, FETCH_LINEAR, FETCH_PHYSICAL, FETCH_EXTD, FETCH_WORDS };

struct raw {
    uint32_t caps;
    uint64_t words[10];
    uint8_t bytes[4 + 8 * 10];
};

static const void *pack(struct raw *raw)
{
    memcpy(raw->bytes, &raw->caps, 4);
    memcpy(raw->bytes + 4, raw->words, sizeof(raw->words));
    return raw->bytes;
}

static struct ibs_sample decoded(
    struct raw raw, enum ibs_engine engine, struct ibs_part part, unsigned words)
{
    struct ibs_sample sample;
    const char *wrong = ibs_sample_decode(&sample, engine, part, pack(&raw), 4 + 8 * words);

    if (wrong)
        ok(false, "a sample that should decode: %s", wrong);
    return sample;
}

/* On Zen4: an 8-byte load from CXL memory in 300 cycles, in a taken fused
 * branch. */
static struct raw slow_load(void)
{
    return (struct raw){
        .caps = 0xbff,
        .words =
            {
                [CTL] = UINT64_C(0x55000e1000), /* MaxCnt 0x1000, En, Val, CntCtl; CurCnt 0x55 */
                [RIP] = UINT64_C(0xffffffff81234567),
                [DATA] = 5 | 12 << 16 | BIT(35) | BIT(37) | BIT(39),
                [DATA2] = BIT(6) | BIT(4), /* DataSrcHi 1, Lo 0: 8; RmtNode */
                [DATA3] = BIT(0) | BIT(7) | BIT(17) | BIT(18) | BIT(20) | UINT64_C(4) << 22 |
                          UINT64_C(300) << 32 | UINT64_C(40) << 48 | BIT(2) | BIT(6),
                [LINEAR] = UINT64_C(0xffff888012345678),
                [PHYSICAL] = 0x12345678,
                [TARGET] = UINT64_C(0xffffffff81234000),
            },
    };
}

static struct raw fetch(uint32_t caps)
{
    return (struct raw){
        .caps = caps,
        .words =
            {
                /* MaxCnt and Cnt 0x2000, Lat 33, En, Val, Comp, IcMiss,
                 * PhyAddrValid, code 1, L1TlbMiss, RandEn */
                [FETCH] = 0x20002000 | UINT64_C(33) << 32 | BIT(48) | BIT(49) | BIT(50) | BIT(51) |
                          BIT(52) | UINT64_C(1) << 53 | BIT(55) | BIT(57),
                [FETCH_LINEAR] = 0x401000,
                [FETCH_PHYSICAL] = 0x7654000,
                [FETCH_EXTD] = 21,
            },
    };
}

/* ---- generations ---- */

static void test_variants(void)
{
    static const struct {
        uint32_t caps;
        struct ibs_part part;
        enum ibs_variant variant;
        const char *what;
    } cases[] = {
        {0x1f, {0x10, 0x02}, IBS_FAM10H, "family 10h"},
        {0x7, {0, 0}, IBS_FAM10H, "the kernel's default capabilities"},
        {0x7, {0x19, 0x11}, IBS_FAM10H, "a Zen4 that reports no capabilities"},
        {0xff, {0x15, 0x02}, IBS_FAM10H, "a model between two generations decodes as the older"},
        {0x3ff, {0x17, 0x01}, IBS_ZEN1, "Zen1"},
        {0x3ff, {0x17, 0x31}, IBS_ZEN2, "Zen2 has the capabilities of Zen1"},
        {0x3ff, {0x19, 0x01}, IBS_ZEN3, "Zen3 also has them"},
        {0x3ff, {0x19, 0x21}, IBS_ZEN1, "Zen3 for desktops, whose page codes are Zen1's"},
        {0x3ff, {0, 0}, IBS_ZEN1, "these capabilities without a model"},
        {0x7ff, {0x15, 0x60}, IBS_ZEN1, "a family with an extra capability"},
        {0xbff, {0x19, 0x11}, IBS_ZEN4, "Zen4"},
        {0x81bff, {0x1a, 0x00}, IBS_ZEN5, "Zen5"},
        {0x9fbff, {0x1a, 0x50}, IBS_ZEN6, "Zen6"},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_u64(ibs_variant_of(cases[i].caps, cases[i].part), cases[i].variant, "%s", cases[i].what);
}

/* ---- the payload ---- */

static void test_sizes(void)
{
    static const struct {
        enum ibs_engine engine;
        uint32_t caps;
        size_t size;
    } cases[] = {
        {IBS_ENGINE_OP, 0x3ff, 68},
        {IBS_ENGINE_OP, 0x81bff, 68},
        {IBS_ENGINE_OP, 0x9fbff, 68},
        {IBS_ENGINE_OP, 0x7, 60},
        {IBS_ENGINE_FETCH, 0xbff, 36},
        {IBS_ENGINE_FETCH, 0x7, 28},
        {IBS_ENGINE_OP, 0x7ff, 76},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bool op = cases[i].engine == IBS_ENGINE_OP;
        struct raw raw = op ? slow_load() : fetch(0);
        struct ibs_sample sample;

        raw.caps = cases[i].caps;
        is_str(ibs_sample_decode(&sample, cases[i].engine, no_part, pack(&raw), cases[i].size),
            NULL, "capabilities %#x: %zu bytes", cases[i].caps, cases[i].size);
        is_u64(4 + 8 * sample.n_slots, cases[i].size, "... hold all announced registers");
        ok(sample.slots[sample.n_slots - 1].present, "... up to the last register");
        is_str(ibs_sample_decode(&sample, cases[i].engine, no_part, pack(&raw), cases[i].size + 8),
            "it has more registers than its capabilities announce", "... and 8 more are too many");
    }
}

static void test_order(void)
{
    static const char *const ops[] = {"IBS_OP_CTL", "IBS_OP_RIP", "IBS_OP_DATA", "IBS_OP_DATA2",
        "IBS_OP_DATA3", "IBS_DC_LINADDR", "IBS_DC_PHYSADDR", "IBS_BR_TARGET", "IBS_OP_DATA4"};
    static const char *const fetches[] = {
        "IBS_FETCH_CTL", "IBS_FETCH_LINADDR", "IBS_FETCH_PHYSADDR", "IC_IBS_EXTD_CTL"};
    struct raw raw = slow_load();
    struct ibs_sample sample;

    raw.caps = 0x7ff;
    raw.words[OP_WORDS] = 0xfeed;
    sample = decoded(raw, IBS_ENGINE_OP, no_part, 9);
    for (unsigned i = 0; i < 9; i++) {
        is_str(sample.slots[i].reg->name, ops[i], "op register %u", i);
        is_u64(sample.slots[i].value, raw.words[i], "... has its value");
    }
    raw = fetch(0xbff);
    sample = decoded(raw, IBS_ENGINE_FETCH, zen4, FETCH_WORDS);
    for (unsigned i = 0; i < FETCH_WORDS; i++) {
        is_str(sample.slots[i].reg->name, fetches[i], "fetch register %u", i);
        is_u64(sample.slots[i].value, raw.words[i], "... has its value");
    }
}

/* A kernel older than some registers. */
static void test_older_kernel(void)
{
    struct ibs_sample sample = decoded(slow_load(), IBS_ENGINE_OP, zen4, OP_WORDS - 1);

    is_u64(sample.n_slots, OP_WORDS, "a register that the kernel omits keeps its slot");
    ok(!sample.slots[TARGET].present && !ibs_sample_valid(&sample, TARGET), "... without a value");
    ok(ibs_sample_valid(&sample, PHYSICAL), "the register before it has a value");
}

static void test_rejected(void)
{
    struct raw raw = slow_load();
    struct ibs_sample s;
    const char *const odd =
        "its size is not that of 4 bytes of capabilities and registers of 8 bytes";
    const char *const idle = "its control register lacks En or Val";

    is_str(ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 0), odd, "an empty sample");
    is_str(
        ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 64), odd, "no leading capabilities");
    is_str(ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 67), odd, "a byte short");
    is_str(ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 52),
        "it has fewer registers than the engine", "no IBS_DC_PHYSADDR");
    raw.words[CTL] &= ~BIT(18);
    is_str(
        ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 68), idle, "no Val in IBS_OP_CTL");
    raw.words[CTL] ^= BIT(18) | BIT(17);
    is_str(ibs_sample_decode(&s, IBS_ENGINE_OP, zen4, pack(&raw), 68), idle, "no En in IBS_OP_CTL");
    raw = fetch(0xbff);
    raw.words[FETCH] &= ~BIT(49);
    is_str(ibs_sample_decode(&s, IBS_ENGINE_FETCH, zen4, pack(&raw), 36), idle,
        "no Val in IBS_FETCH_CTL");
}

/* ---- decoded values ---- */

static void test_op(void)
{
    struct ibs_sample s = decoded(slow_load(), IBS_ENGINE_OP, zen4, OP_WORDS);

    is_u64(ibs_sample_period(&s), 0x10000, "the period is 16 times MaxCnt");
    is_u64(ibs_sample_get(&s, IBS_OP_CTL, OP_CUR_CNT), 0x55, "CurCnt");
    is_u64(ibs_sample_get(&s, IBS_OP_DATA, OP_DATA_TAG_TO_RET_CTR), 12, "TagToRetCtr");
    is_u64(ibs_sample_get(&s, IBS_OP_DATA, OP_DATA_BRN_FUSE), 1, "BrnFuse");
    is_u64(ibs_sample_get(&s, IBS_OP_DATA, OP_DATA_BRN_MISP), 0, "BrnMisp");
    is_u64(ibs_sample_get(&s, IBS_OP_DATA3, OP_DATA3_DC_MISS_LAT), 300, "DcMissLat");
    is_u64(ibs_sample_get(&s, IBS_OP_DATA3, OP_DATA3_TLB_REFILL_LAT), 40, "TlbRefillLat");
    is_u64(ibs_sample_width(&s), 8, "a width of 8 bytes");
    is_str(ibs_sample_source(&s), "extension memory", "DataSrcHi counts since Zen4");
    is_str(ibs_sample_page(&s), "2M", "the page size of a hit in the second-level TLB");
    for (unsigned i = 0; i < OP_WORDS; i++)
        ok(ibs_sample_valid(&s, i), "%s is valid", s.slots[i].reg->name);
}

static void test_periods(void)
{
    struct raw raw = slow_load();
    struct ibs_sample s;

    raw.words[CTL] = 0x6ffff | UINT64_C(0x7f) << 20;
    s = decoded(raw, IBS_ENGINE_OP, zen4, OP_WORDS);
    is_u64(ibs_sample_period(&s), UINT64_C(0x7fffff0), "the longest period of ops");
    raw.caps = 0x1f;
    s = decoded(raw, IBS_ENGINE_OP, no_part, OP_WORDS - 1);
    is_u64(ibs_sample_period(&s), 0xffff0, "... of family 10h, which has fewer bits");
    s = decoded(fetch(0xbff), IBS_ENGINE_FETCH, zen4, FETCH_WORDS);
    is_u64(ibs_sample_period(&s), 0x20000, "a period of fetches");
}

static void test_invalid(void)
{
    struct raw raw = slow_load();
    struct ibs_sample s;

    raw.words[DATA] = BIT(38); /* RipInvalid */
    raw.words[DATA3] = BIT(0);
    s = decoded(raw, IBS_ENGINE_OP, zen4, OP_WORDS);
    ok(!ibs_sample_valid(&s, RIP), "RipInvalid");
    ok(!ibs_sample_valid(&s, LINEAR), "no LinAddrValid");
    ok(!ibs_sample_valid(&s, PHYSICAL), "no PhyAddrValid");
    ok(!ibs_sample_valid(&s, DATA2), "a hit has no data source");
    ok(!ibs_sample_valid(&s, TARGET), "no BrnRet");
    ok(ibs_sample_valid(&s, DATA) && ibs_sample_valid(&s, DATA3),
        "the registers that report the hit are valid");
    is_str(ibs_sample_source(&s), NULL, "a hit has no source name");
    is_u64(ibs_sample_width(&s), 0, "no width");
}

/* ---- data sources ---- */

static const char *source_of(uint32_t caps, struct ibs_part part, uint64_t data2, uint64_t data3)
{
    struct raw raw = slow_load();
    struct ibs_sample sample;

    raw.caps = caps;
    raw.words[DATA2] = data2;
    raw.words[DATA3] = data3;
    sample = decoded(raw, IBS_ENGINE_OP, part, caps & BIT(5) ? OP_WORDS : OP_WORDS - 1);
    return ibs_sample_source(&sample);
}

static void test_sources(void)
{
    const uint64_t missed = BIT(0) | BIT(7) | BIT(20); /* LdOp, DcMiss, L2Miss */

    is_str(source_of(0xbff, zen4, 1, missed), "L3 or cache of the same CCX", "Zen4: 1");
    is_str(source_of(0xbff, zen4, 2, missed), "cache of another CCX", "Zen4: 2");
    is_str(source_of(0xbff, zen4, 3, missed), "DRAM", "Zen4: 3");
    is_str(source_of(0xbff, zen4, 4, missed), "reserved", "Zen4: 4");
    is_str(source_of(0xbff, zen4, 4 | BIT(6), missed), "memory of another kind of processor",
        "Zen4: 12");
    is_str(source_of(0xbff, zen4, 7 | BIT(7) | BIT(6), missed), "reserved", "Zen4: 31");
    is_str(source_of(0xbff, zen4, 0, missed), NULL, "no valid status");
    is_str(source_of(0x3ff, zen1, 2, missed), "cache of the same node", "Zen1: 2");
    is_str(source_of(0x3ff, zen1, 4, missed), "cache of another node", "Zen1: 4");
    is_str(source_of(0x3ff, zen1, 3 | BIT(6), missed), "DRAM", "before Zen4 DataSrcHi is reserved");
    is_str(source_of(0x3ff, zen1, 1, missed), "reserved", "Zen1: 1");
    is_str(source_of(0x1f, no_part, 1, BIT(0) | BIT(7)), "L3", "family 10h: 1, and no L2Miss");
    is_str(source_of(0xbff, zen4, 3, missed & ~BIT(20)), NULL, "an L2 hit has no source");
    is_str(source_of(0xbff, zen4, 3, missed ^ BIT(0) ^ BIT(1)), NULL, "a store has no source");
    is_str(source_of(0x3ff, zen3, 3, missed | BIT(21)), NULL, "erratum 1293: a prefetch on Zen3");
    is_str(source_of(0x3ff, zen3, 3, missed | BIT(16)), NULL, "... and MissNoMabAlloc");
    is_str(source_of(0x3ff, zen3, 3, missed), "DRAM", "... but not other accesses");
    is_str(source_of(0x3ff, zen1, 3, missed | BIT(21)), "DRAM", "... and not on Zen1");
}

/* ---- pages ---- */

static const char *data_page_of(uint32_t caps, struct ibs_part part, uint64_t data3)
{
    struct raw raw = slow_load();
    struct ibs_sample sample;

    raw.caps = caps;
    raw.words[DATA3] = data3;
    sample = decoded(raw, IBS_ENGINE_OP, part, OP_WORDS);
    return ibs_sample_page(&sample);
}

static const char *fetch_page_of(uint32_t caps, struct ibs_part part, uint64_t code)
{
    struct raw raw = fetch(caps);
    struct ibs_sample sample;

    raw.words[FETCH] = (raw.words[FETCH] & ~(UINT64_C(3) << 53)) | code << 53;
    sample = decoded(raw, IBS_ENGINE_FETCH, part, FETCH_WORDS);
    return ibs_sample_page(&sample);
}

static void test_pages(void)
{
    const uint64_t linear = BIT(17), physical = BIT(18), l1_miss = BIT(2), l2_miss = BIT(3);

    is_str(data_page_of(0xbff, zen4, linear), "4K", "a hit of a small page");
    is_str(data_page_of(0xbff, zen4, linear | BIT(5)), "1G", "DcL1TlbHit1G");
    is_str(data_page_of(0xbff, zen4, linear | l1_miss | BIT(19)), "1G", "DcL2TlbHit1G");
    is_str(data_page_of(0xbff, zen4, linear | l1_miss | l2_miss), NULL,
        "a miss of both levels has no page size");
    is_str(data_page_of(0xbff, zen4, physical | BIT(4)), NULL, "no address, no page");
    is_str(data_page_of(0x81bff, zen5, linear | physical | l1_miss | l2_miss | BIT(4)), "2M",
        "Zen5 tells");
    is_str(data_page_of(0x81bff, zen5, linear | BIT(4)), NULL, "... but not without PhyAddrValid");
    is_str(data_page_of(0x81bff, zen5, linear | physical | BIT(4) | BIT(5)), NULL,
        "code 3 is reserved");
    is_str(fetch_page_of(0xbff, zen4, 0), "4K", "fetch, code 0");
    is_str(fetch_page_of(0xbff, zen4, 1), "2M", "fetch, code 1");
    is_str(fetch_page_of(0xbff, zen4, 2), "1G", "fetch, code 2");
    is_str(fetch_page_of(0xbff, zen4, 3), "16K", "fetch, code 3");
    is_str(fetch_page_of(0x3ff, zen3, 1), "16K", "erratum 1347: code 1 on Zen3");
    is_str(fetch_page_of(0x3ff, zen3, 2), "2M", "... code 2");
    is_str(fetch_page_of(0x3ff, zen3, 3), "1G", "... code 3");
    is_str(fetch_page_of(0x3ff, vermeer, 1), "2M", "... not on Zen3 for desktops");
}

/* ---- as text ---- */

static char *printed(
    void print(FILE *, const struct ibs_sample *, unsigned), const struct ibs_sample *sample)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    print(to, sample, 3);
    fclose(to);
    return text;
}

static void test_text(void)
{
    struct ibs_sample sample = decoded(fetch(0xbff), IBS_ENGINE_FETCH, zen4, FETCH_WORDS);
    char *text = printed(ibs_print_text, &sample);

    is_str(text,
        "fetch cpu=3 period=131072 page=2M IBS_FETCH_CTL=0x2bf002120002000 [MaxCnt=8192 Cnt=8192 "
        "Lat=33 "
        "En Val Comp IcMiss PhyAddrValid L1TlbPgSz=1 L1TlbMiss RandEn] IBS_FETCH_LINADDR=0x401000 "
        "IBS_FETCH_PHYSADDR=0x7654000 IC_IBS_EXTD_CTL=0x15 [ItlbRefillLat=21]\n",
        "a fetch as one line");
    free(text);
}

static void test_text_invalid(void)
{
    struct raw raw = {
        .caps = 0xbff, .words = {[CTL] = 0x60010, [RIP] = 0x401234, [DATA3] = UINT64_C(1) << 22}};
    struct ibs_sample sample = decoded(raw, IBS_ENGINE_OP, zen4, OP_WORDS);
    char *text = printed(ibs_print_text, &sample);

    is_str(text,
        "op cpu=3 period=256 width=1 IBS_OP_CTL=0x60010 [MaxCnt=16 En Val] IBS_OP_RIP=0x401234 "
        "IBS_OP_DATA=0x0 IBS_OP_DATA2=- IBS_OP_DATA3=0x400000 [OpMemWidth=1] IBS_DC_LINADDR=- "
        "IBS_DC_PHYSADDR=- "
        "IBS_BR_TARGET=-\n",
        "an op as one line; invalid registers print no content");
    free(text);
}

static void header_only(FILE *to, const struct ibs_sample *sample, unsigned cpu)
{
    (void)cpu;
    ibs_print_csv_header(to, sample);
}

static unsigned commas(const char *text)
{
    unsigned n = 0;

    for (; *text; text++)
        n += *text == ',';
    return n;
}

static void test_csv(void)
{
    struct ibs_sample sample = decoded(fetch(0x3ff), IBS_ENGINE_FETCH, zen1, FETCH_WORDS);
    struct ibs_sample op = decoded(slow_load(), IBS_ENGINE_OP, zen4, OP_WORDS);
    struct ibs_sample older = decoded(fetch(0x3ff), IBS_ENGINE_FETCH, zen1, FETCH_WORDS - 1);
    char *names = printed(header_only, &sample), *values = printed(ibs_print_csv, &sample);
    char *op_names = printed(header_only, &op), *op_values = printed(ibs_print_csv, &op);
    char *older_values = printed(ibs_print_csv, &older);

    is_str(names,
        "engine,cpu,caps,period,width,source,page,IBS_FETCH_CTL,IBS_FETCH_CTL.MaxCnt,IBS_FETCH_CTL."
        "Cnt,"
        "IBS_FETCH_CTL.Lat,IBS_FETCH_CTL.En,IBS_FETCH_CTL.Val,IBS_FETCH_CTL.Comp,IBS_FETCH_CTL."
        "IcMiss,"
        "IBS_FETCH_CTL.PhyAddrValid,IBS_FETCH_CTL.L1TlbPgSz,IBS_FETCH_CTL.L1TlbMiss,IBS_FETCH_CTL."
        "L2TlbMiss,"
        "IBS_FETCH_CTL.RandEn,IBS_FETCH_CTL.L2Miss,IBS_FETCH_LINADDR,IBS_FETCH_PHYSADDR,IC_IBS_"
        "EXTD_CTL,"
        "IC_IBS_EXTD_CTL.ItlbRefillLat\n",
        "columns of a fetch on Zen1, without Zen4's bits");
    is_str(values,
        "fetch,3,0x3ff,131072,0,,2M,0x2bf002120002000,8192,8192,33,1,1,1,1,1,1,1,0,1,0,0x401000,"
        "0x7654000,"
        "0x15,21\n",
        "... and their values");
    is_str(older_values + strlen(older_values) - 12, "0x7654000,,\n",
        "a missing register prints no values");
    is_u64(commas(op_values), commas(op_names), "an op has as many values as columns");
    is_u64(commas(older_values), commas(names), "... also if the kernel stores one register less");
    free(names);
    free(values);
    free(op_names);
    free(op_values);
    free(older_values);
}

int main(void)
{
    test_variants();
    test_sizes();
    test_order();
    test_older_kernel();
    test_rejected();
    test_op();
    test_periods();
    test_invalid();
    test_sources();
    test_pages();
    test_text();
    test_text_invalid();
    test_csv();
    return done_testing();
}
