/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fields of registers as expected, and a verdict's notes on wrong ones, from a
 * trace written by hand. */
#include "harness/scenario/expect_fields.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

/* Offsets of a channel's registers: 325462, section 2.5.4; bits: 327043-001,
 * tables 2-59 to 2-61. */
enum { CTR0 = 0xa0, CTL0 = 0xd8, BOX_CTL = 0xf4, EN = 1 << 22, INVERT = 1 << 23 };

#define W(at, v)                                                                                   \
    {                                                                                              \
        .kind = TRACE_WRITE, .size = 4, .offset = (at), .value = (v)                               \
    }

static const struct trace_record records[] = {
    W(BOX_CTL, 0x10003),                               /* 0: before the step */
    W(CTL0, 0x304),                                    /* 1: without EN */
    W(BOX_CTL, 0x10100),                               /* 2: frozen */
    W(CTL0, EN | 0x304),                               /* 3 */
    W(CTR0, 0),                                        /* 4 */
    W(CTL0, EN | INVERT | 1 << 24 | 0xff << 8 | 0x80), /* 5 */
};

#define AT "(0.000000000 s, CPU 0)"

/* Judges records [@begin, @to) as a step. */
static void judged(
    const char *text, gboolean wrote, gsize begin, gsize to, gboolean holds, const char *notes)
{
    const struct trace_part part = {
        .model = &snbep_model, .records = records, .begin = begin, .to = to};
    g_autofree char *wrong = NULL;
    struct expect_fields *expect = expect_fields_parse(text, wrote, &wrong);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *all = NULL;

    if (!ok(expect && expect_fields_resolve(expect, machine_find("snbep", NULL), &wrong),
            "'%s': %s", text, wrong ? wrong : "understood")) {
        expect_fields_free(expect);
        return;
    }
    ok(expect_fields_judge(expect, &part, lines) == holds, "... %s",
        holds ? "holds" : "does not hold");
    g_ptr_array_add(lines, NULL);
    all = g_strjoinv("\n", (char **)lines->pdata);
    is_str(all, notes, "... and why");
    expect_fields_free(expect);
}

static void test_end(void)
{
    judged("imc0.PMON_CTL0 en=1 ev_sel=CAS_COUNT umask=RD", FALSE, 1, 5, TRUE,
        "imc0.PMON_CTL0 was 0x00400304 at the end");
    judged("imc0.PMON_CTL0 en=1 umask=3", FALSE, 1, 2, FALSE,
        "imc0.PMON_CTL0 was 0x00000304 at the end\n"
        "  en (bit 22) is 0, expected 1; it means: the counter counts, unless its box is frozen");
    judged("imc0.PMON_CTL0 ev_sel=CAS_COUNT umask=WR", FALSE, 1, 2, FALSE,
        "imc0.PMON_CTL0 was 0x00000304 at the end\n"
        "  umask (bits 15:8) is 3 (RD), expected 0xc (WR); it means: sub-events; the counter "
        "counts their "
        "union");
    judged("imc0.PMON_CTL0 thresh=2 umask=0", FALSE, 1, 6, FALSE,
        "imc0.PMON_CTL0 was 0x01c0ff80 at the end\n"
        "  thresh (bits 31:24) is 1, expected 2; it means: compared with the increment of each "
        "cycle; 0: no "
        "comparison\n"
        "  umask (bits 15:8) is 0xff, expected 0; it means: sub-events; the counter counts their "
        "union");
    judged("imc0.PMON_BOX_CTL frz_en=1", FALSE, 1, 2, TRUE,
        "imc0.PMON_BOX_CTL was 0x00010000 at the end");
    judged("imc1.PMON_CTL0 en=0", FALSE, 1, 6, FALSE,
        "imc1.PMON_CTL0: no write or read so far; its value is unknown");
}

static void test_wrote(void)
{
    judged("imc0.PMON_CTL0 en=1 umask=3", TRUE, 1, 6, TRUE, "imc0.PMON_CTL0 <- 0x400304 " AT);
    judged("imc0.PMON_CTL0 en=1 umask=3", TRUE, 1, 3, FALSE,
        "imc0.PMON_CTL0 <- 0x304 " AT "\n"
        "  en (bit 22) is 0, expected 1; it means: the counter counts, unless its box is frozen");
    judged("imc0.PMON_BOX_CTL frz_en=1 frz=0", TRUE, 1, 6, FALSE,
        "imc0.PMON_BOX_CTL <- 0x10100 " AT
        "\n  frz (bit 8) is 1, expected 0; it means: with frz_en: freezes all "
        "counters of the box");
    judged("imc1.PMON_CTL0 en=1", TRUE, 1, 6, FALSE,
        "imc1.PMON_CTL0 was not written; the step wrote imc0.PMON_CTL0, imc0.PMON_BOX_CTL, "
        "imc0.PMON_CTR0[31:0]");
    judged("imc1.PMON_CTL0 en=1", TRUE, 6, 6, FALSE, "imc1.PMON_CTL0 was not written");
}

static void test_while(void)
{
    judged("imc0.PMON_CTL0 en=1 umask=3 while imc0.PMON_BOX_CTL frz=1", TRUE, 1, 6, TRUE,
        "imc0.PMON_CTL0 <- 0x400304 " AT "\nimc0.PMON_BOX_CTL was 0x00010100 then");
    judged("imc0.PMON_CTL0 umask=3 en=0 while imc0.PMON_BOX_CTL frz=1", TRUE, 1, 2, FALSE,
        "imc0.PMON_CTL0 <- 0x304 " AT "\nimc0.PMON_BOX_CTL was 0x00010000 then\n"
        "  frz (bit 8) is 0, expected 1; it means: with frz_en: freezes all counters of the box");
}

static void refused(const char *text, gboolean wrote, const char *expected)
{
    g_autofree char *wrong = NULL;
    struct expect_fields *expect = expect_fields_parse(text, wrote, &wrong);

    ok(!expect || !expect_fields_resolve(expect, machine_find("snbep", NULL), &wrong), "'%s'",
        text);
    is_str(wrong, expected, "... is refused");
    expect_fields_free(expect);
}

static void test_refused(void)
{
    refused("imc0.PMON_CTL0", FALSE,
        "fields 'imc0.PMON_CTL0'; expected BLOCK.REGISTER FIELD=VALUE..., as in 'imc0.PMON_CTL0 "
        "en=1 "
        "ev_sel=CAS_COUNT umask=RD'");
    refused("imc0.PMON_CTL0 en=1 while imc0", TRUE,
        "wrote 'imc0.PMON_CTL0 en=1 while imc0'; expected BLOCK.REGISTER FIELD=VALUE..., as in "
        "'imc0.PMON_CTL0 en=1 ev_sel=CAS_COUNT umask=RD', and maybe 'while BLOCK.REGISTER "
        "FIELD=VALUE...' "
        "after it");
    refused("imc0.PMON_CTL0 en=2", TRUE,
        "imc0.PMON_CTL0: en: value '2' is too large for bit 22: expected at most 0x1");
    refused("imc0.PMON_CTL0.en en=1", TRUE,
        "'imc0.PMON_CTL0.en' is a field; expected a register, and "
        "FIELD=VALUE");
    refused("imc0.PMON_CTL9 en=1", FALSE,
        "imc0 has no register 'PMON_CTL9'; did you mean PMON_CTL0? There are: PMON_CTR0, "
        "PMON_CTR1, "
        "PMON_CTR2, PMON_CTR3, PMON_FIXED_CTR, PMON_CTL0, PMON_CTL1, PMON_CTL2, PMON_CTL3, "
        "PMON_FIXED_CTL, "
        "PMON_BOX_CTL, PMON_UNIT_STATUS");
}

/* The first of two generations of a register has the field reserved (AMD 57019,
 * IBS_OP_CTL of Zen5). */
static void test_variant(void)
{
    g_autofree char *wrong = NULL;
    struct expect_fields *expect = expect_fields_parse("cpu0.IBS_OP_CTL LdLatEn=1", TRUE, &wrong);

    ok(expect && expect_fields_resolve(expect, machine_find("epyc", NULL), &wrong),
        "a field that only a later generation has: %s", wrong ? wrong : "understood");
    is_u64(expect ? expect->fields.mask : 0, UINT64_C(1) << 63, "... is that generation's");
    expect_fields_free(expect);
}

int main(void)
{
    test_variant();
    test_end();
    test_wrote();
    test_while();
    test_refused();
    return done_testing();
}
