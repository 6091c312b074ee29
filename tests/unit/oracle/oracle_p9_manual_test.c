/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the model and of the oracle of POWER9 and POWER10, typed
 * separately, row by row. Also the catalogues as read by both, against figures
 * from open-power/ima-catalog, 81E00612.4E0200.dts and 800200.dts. */
#include "models/power9/accumulate.h"
#include "models/power9/catalogue.h"
#include "models/power9/homer.h"
#include "models/power9/ldbar_regs.h"
#include "models/power9/nest.h"
#include "models/power9/scom_regs.h"
#include "oracle/power9/asked.h"
#include "oracle/power9/machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

static struct oracle_p9_catalogue mine, mine_power10;

/* A generation in both forms. */
struct both {
    const struct p9_generation *model;
    const struct oracle_p9_generation *oracle;
};

static const struct both power9 = {&generation_power9, &oracle_power9};
static const struct both power10 = {&generation_power10, &oracle_power10};
static const struct both power11 = {&generation_power11, &oracle_power10};

/* ---- registers ---- */

static void registers(const struct both *g)
{
    const struct {
        const struct reg_bank *bank;
        enum oracle_p9_reg first;
        enum oracle_p9_kind kind;
    } banks[] = {{g->model->nest, ORACLE_P9_STATUS, ORACLE_P9_CHIP},
        {g->model->core, ORACLE_P9_PDBAR, ORACLE_P9_CORE},
        {&cpu_bank, ORACLE_P9_LDBAR, ORACLE_P9_CPU}};
    unsigned n = 0;

    for (unsigned b = 0; b < 3; b++)
        for (unsigned i = 0; i < banks[b].bank->n_regs; i++, n++) {
            const struct reg *other = &banks[b].bank->regs[i];
            const struct oracle_p9_register *r = &oracle_p9_registers[banks[b].first + i];

            is_str(r->name, other->name, "register %u", n);
            is_u64(r->kind, banks[b].kind, "%s: where", r->name);
            is_u64(oracle_p9_number(g->oracle, banks[b].first + i), other->offset, "%s: number",
                r->name);
            if (strcmp(r->name, "AVAILABILITY"))
                is_u64(r->holds, reg_access_mask(other, REG_RW), "%s: bits", r->name);
            is_u64((uint64_t)oracle_p9_register_named(r->kind, other->name), banks[b].first + i,
                "%s: by name", r->name);
        }
    is_u64(n, ORACLE_P9_REGS, "the same number of registers");
}

static uint64_t bits(const struct reg *reg, unsigned field)
{
    return reg_field_mask(reg, &reg->fields[field]);
}

static void fields(void)
{
    const struct reg *ldbar = &cpu_bank.regs[CPU_LDBAR], *core = core_bank.regs;

    is_u64(ORACLE_P9_LDBAR_ENABLE, bits(ldbar, LDBAR_ENABLE), "LDBAR: enable");
    is_u64(ORACLE_P9_LDBAR_TRACE, bits(ldbar, LDBAR_TRACE), "LDBAR: trace");
    is_u64(ORACLE_P9_LDBAR_ADDRESS, bits(ldbar, LDBAR_ADDRESS), "LDBAR: address");
    is_u64(ORACLE_P9_PDBAR_ADDRESS, bits(&core[CORE_PDBAR], PDBAR_ADDRESS), "PDBAR: address");
    is_u64(ORACLE_P9_HTM_START, bits(&core[CORE_HTM_MODE], HTM_MODE_START), "HTM_MODE: start");
    is_u64(ORACLE_P9_TRACE_BUFFER, bits(&core[CORE_TRACE_IMC], TRACE_IMC_BUFFERSIZE),
        "TRACE_IMC: size");
    is_u64(ORACLE_P9_CONTROL_BLOCK, P9_IMC_CONTROL_BLOCK, "the control block");
    is_u64(ORACLE_P9_POLL_NS, NEST_POLL_NS, "time between polls");
    is_u64(ORACLE_P9_MEMORY_POSTS_NS, ACCUMULATE_PERIOD, "time between postings of a core");
    is_u64(ORACLE_P9_SPEEDS, NEST_SPEED_END, "speeds");
    is_u64(ORACLE_P9_MODES, NEST_MODE_END, "modes");
    is_u64(ORACLE_P9_TRAFFIC_HZ, P9_TRAFFIC_HZ, "the clock of traffic");
}

/* Linux's values, and other possible ones. */
static void modes(void)
{
    static const uint64_t values[] = {0, UINT64_C(0x800000006fad0000), UINT64_C(0x4000000004b80000),
        UINT64_C(0x8000000000000000), UINT64_C(0xc000000000002000), UINT64_C(0x0000000000002000),
        UINT64_C(0x8000000000001fff), UINT64_C(0x80ffffffffffe000)};

    for (unsigned i = 0; i < 8; i++) {
        enum ldbar_mode mode = ldbar_mode(values[i]);

        ok(oracle_p9_accumulates(values[i]) == (mode == LDBAR_ACCUMULATES),
            "LDBAR %016" PRIx64 " accumulates", values[i]);
        ok(oracle_p9_samples(values[i]) == (mode == LDBAR_TRACES), "LDBAR %016" PRIx64 " samples",
            values[i]);
    }
}

/* Both against skiboot's own macros, worked out by hand, and against each
 * other. */
static void scoms(const struct both *g)
{
    for (unsigned core = 0; core < g->model->cores; core++)
        for (unsigned i = 0; i < CORE_N_REGS; i++)
            is_u64(g->oracle->scom(core, ORACLE_P9_PDBAR + i),
                scom_number(g->model->scoms, core, (enum core_reg)i), "%s of core %u, %s",
                core_bank.regs[i].name, core, g->model->machine);
}

static void scoms_by_hand(void)
{
    is_u64(oracle_power9.scom(3, ORACLE_P9_PDBAR), 0x1001270b, "PDBAR of core 3");
    is_u64(oracle_power9.scom(4, ORACLE_P9_TRACE_IMC), 0x24010aa9, "TRACE_IMC of core 4");
    /* XSCOM_ADDR_P10_EQ(core, pdbar_scom_index_p10[core % 4]) and
     * XSCOM_ADDR_P10_EC(core, 0x20020400). */
    is_u64(oracle_power10.scom(0, ORACLE_P9_PDBAR), 0x2001868b, "POWER10's PDBAR of core 0");
    is_u64(oracle_power10.scom(3, ORACLE_P9_PDBAR), 0x2001168b, "... of core 3");
    is_u64(oracle_power10.scom(6, ORACLE_P9_HTM_MODE), 0x21012680, "HTM_MODE of core 6");
    is_u64(oracle_power10.scom(5, ORACLE_P9_EVENT_MASK), 0x21024400, "EVENT_MASK of core 5");
    is_u64(oracle_power10.scom(31, ORACLE_P9_TRACE_IMC), 0x27021401, "TRACE_IMC of core 31");
}

/* ---- the nest ---- */

static void nest(const struct both *g)
{
    const struct p9_catalogue *c = g->model->catalogue();
    unsigned wrong = 0;

    for (uint32_t offset = 0; offset < 0x1000; offset += 8)
        wrong += oracle_p9_counts_postings(g->oracle, offset) !=
                 (nest_update_count(g->model, offset) != 0);
    is_u64(wrong, 0, "the same words count postings");
    is_u64(g->oracle->kept, g->model->microcode.posted, "bytes that the microcode keeps");
    is_u64(ORACLE_P9_GROUP, NEST_GROUP, "bytes of a group");
    is_u64(g->oracle->debugged, g->model->microcode.debugged, "groups that debug mode stops");
    is_u64(g->oracle->configuring, g->model->microcode.configuring, "polls that configure");
    ok(g->oracle->pauses == g->model->microcode.strays_pause, "the effect of an unknown command");
    for (unsigned i = 0; i < c->n_pmus; i++) {
        uint64_t exactly;

        is_u64(g->oracle->units(c->pmus[i].name).bits, g->model->units(c->pmus[i].name, &exactly),
            "units of %s", c->pmus[i].name);
        is_u64(g->oracle->units(c->pmus[i].name).as, exactly, "... as what");
    }
}

static void units_by_hand(void)
{
    static const struct {
        const char *pmu;
        uint64_t bits, as;
    } power10_units[] = {
        {"pb", UINT64_C(1) << 63, 0},
        {"mcs01", UINT64_C(0x7800000000000000), 0},
        {"mcs23", UINT64_C(0x0780000000000000), 0},
        {"pec1", UINT64_C(0x0020000000000000), 0},
        {"xlink0", UINT64_C(0x001c000000000000), UINT64_C(0x0014000000000000)},
        {"alink3", UINT64_C(0x00000e0000000000), UINT64_C(0x00000c0000000000)},
        {"otl6_1", UINT64_C(0x0000000700000000), UINT64_C(0x0000000700000000)},
        {"xlink7", UINT64_C(0x00000000e0000000), UINT64_C(0x00000000a0000000)},
        {"phb0_0", UINT64_C(0x0000000010000000), 0},
        {"phb1_0", UINT64_C(0x0000000002000000), 0},
        {"phb1_2", UINT64_C(0x0000000000800000), 0},
        {"ocmb0", UINT64_C(0x0000000000400000), 0},
        {"ocmb10", UINT64_C(0x0000000000001000), 0},
        {"ocmb15", UINT64_C(0x0000000000000080), 0},
        {"nx", UINT64_C(0x0000000000000040), 0},
        {"pau", 0, 0},
        {"core", 0, 0},
        {"link0", 0, 0},
        {"xlink8", 0, 0},
    };

    is_u64(
        oracle_power9.units("mcs01").bits, UINT64_C(0x6000000000000000), "mcs01 is bits 1 and 2");
    is_u64(oracle_power9.units("nvlink5").bits, UINT64_C(1) << 13, "nvlink5 is bit 50");
    is_u64(oracle_power9.units("mba8").bits | oracle_power9.units("nx0").bits |
               oracle_power9.units("links").bits,
        0, "no such units");
    /* The masks of gpe1_24x7.h, branch master-p10. */
    for (unsigned i = 0; i < sizeof(power10_units) / sizeof(power10_units[0]); i++) {
        const struct oracle_p9_units units = oracle_power10.units(power10_units[i].pmu);

        is_u64(units.bits, power10_units[i].bits, "POWER10's units of %s", power10_units[i].pmu);
        is_u64(units.as, power10_units[i].as, "... as what");
    }
}

/* ---- cores and threads ---- */

static void words(const struct both *g)
{
    const struct slots *slots = g->model->slots;
    struct rng rng = {7};
    unsigned wrong = 0;

    is_u64(g->oracle->n_words, slots->n, "the same number of words");
    is_u64(g->oracle->scale, slots->scale, "their unit");
    for (unsigned i = 0; i < slots->n; i++) {
        const struct slots_word *its = &slots->words[i];
        const struct oracle_p9_word *word = oracle_p9_word_at(g->oracle, slots_offset(its));

        ok(word != NULL, "%s counts execution", its->name);
        if (!word)
            continue;
        is_str(word->name, its->name, "word %04x", its->reg);
        for (unsigned n = 0; n < 100; n++) {
            unsigned smt = 1u << rng_below(&rng, 3), summed = rng_one_in(&rng, 2) ? smt : 1;
            uint64_t user = rng_bits(&rng, 40), kernel = rng_bits(&rng, 40);
            uint64_t ns = 2 * (user + kernel) + rng_bits(&rng, 40);
            const struct oracle_p9_work work = {user, kernel, ns, ns - 2 * (user + kernel)};
            struct slots_totals totals = {.smt = smt, .summed = summed};

            slots_add(&totals, user, kernel, ns);
            wrong += oracle_p9_word_events(word, &work, smt, summed) != slots_events(its, &totals);
        }
    }
    is_u64(wrong, 0, "each word's events");
}

/* ---- the catalogue ---- */

/* Typed from 81E00612.4E0200.dts: PMUs with their reg, scale and number of
 * events. */
struct pmu {
    const char *name, *scale, *prefix;
    uint32_t base;
    unsigned n;
};
static const struct pmu pmus[] = {
    {"mcs01", "256", "PM_MCS01_", 0xc8, 7},
    {"mcs23", "256", "PM_MCS23_", 0x48, 7},
    {"powerbus0", "256", "PM_PB_", 0x8, 18},
    {"xlink0", "4096", "PM_XLINK0_", 0x118, 10},
    {"xlink1", "4096", "PM_XLINK1_", 0x158, 10},
    {"xlink2", "4096", "PM_XLINK2_", 0x198, 10},
    {"phb0", "1", "PM_PHB0_", 0x338, 4},
    {"phb5", "1", "PM_PHB5_", 0x3d8, 4},
    {"mba0", "1", "PM_MBA0_", 0x448, 3},
    {"mba7", "1", "PM_MBA7_", 0x5a0, 3},
    {"capp0", "256", NULL, 0x6c8, 8},
    {"capp1", "256", NULL, 0x708, 8},
    {"nvlink0", "256", "", 0x228, 16},
    {"nvlink5", "256", "", 0x2c8, 16},
    {"nx", "256", "PM_NX_", 0x3f8, 8},
    {"alink0", "4096", "PM_ALINK0_", 0x4a8, 8},
    {"alink3", "4096", "PM_ALINK3_", 0x5f8, 8},
    {"centaur0", "1", "PM_CEN0_", 0x778, 6},
    {"centaur7", "1", "PM_CEN7_", 0x918, 6},
    {"core", "512", "CPM_", 0x18, 249},
    {"thread", "512", "CPM_", 0x18, 61},
    {"trace", "", "trace_", 0, 1},
};

/* The same, from 81E00612.800200.dts. */
static const struct pmu pmus_power10[] = {
    {"pb", "1024", "PM_", 0xb8, 28},
    {"pau", "256", "PM_PAU_", 0x40, 1},
    {"mcs01", "4096", "PM_MCS_", 0x8, 6},
    {"mcs23", "4096", "PM_MCS_", 0x88, 6},
    {"pec0", "1024", "PM_PCI0_", 0x20, 4},
    {"pec1", "1024", "PM_PCI1_", 0xa0, 4},
    {"xlink0", "65536", "PM_XLINK0_", 0x228, 8},
    {"xlink7", "65536", "PM_XLINK7_", 0x3f8, 8},
    {"alink4", "65536", "PM_ALINK4_", 0x558, 8},
    {"otl0_0", "65536", "PM_OTL0_0_", 0x668, 4},
    {"otl7_1", "65536", "PM_OTL7_1_", 0x7d8, 4},
    {"phb0_0", "256", "PM_PHB0_0_", 0x888, 4},
    {"phb1_2", "256", "PM_PHB1_2_", 0x928, 4},
    {"nx", "65536", "PM_NX_", 0x948, 8},
    {"ocmb3", "65536", "PM_OCMB3_", 0x9f8, 4},
    {"ocmb15", "65536", "PM_OCMB15_", 0xd28, 4},
    {"core", "1", "CPM_", 0x18, 50},
    {"thread", "1", "CPM_", 0x18, 50},
    {"trace", "", "trace_", 0, 1},
};

static void dts(const struct oracle_p9_catalogue *c, unsigned n_pmus, unsigned n_events,
    const struct pmu *of, unsigned n)
{
    unsigned events = 0;

    is_u64(c->n_pmus, n_pmus, "%u PMUs", n_pmus);
    for (unsigned i = 0; i < c->n_pmus; i++)
        events += c->pmus[i].n;
    is_u64(events, n_events, "%u events", n_events);
    for (unsigned i = 0; i < n; i++) {
        const struct pmu *expected = &of[i];
        int at = oracle_p9_pmu_named(c, expected->name);
        const struct oracle_p9_pmu *pmu = &c->pmus[at < 0 ? 0 : at];

        ok(at >= 0, "there is %s", expected->name);
        is_u64(pmu->base, expected->base, "%s: reg", expected->name);
        is_str(pmu->scale, expected->scale, "%s: scale", expected->name);
        is_u64(pmu->n, expected->n, "%s: events", expected->name);
        if (expected->prefix)
            is_str(pmu->prefix, expected->prefix, "%s: prefix", expected->name);
    }
}

/* Both readers of one list. */
static void readers(const struct oracle_p9_catalogue *other, const struct p9_catalogue *c)
{
    unsigned wrong = 0;

    is_u64(other->n_pmus, c->n_pmus, "the same number of PMUs");
    is_u64(other->n_events, c->n_events, "the same number of events in groups");
    for (unsigned i = 0; i < c->n_pmus; i++) {
        const struct p9_pmu *pmu = &c->pmus[i];

        is_str(other->pmus[i].name, pmu->name, "PMU %u", i);
        for (unsigned k = pmu->first_event; k < pmu->first_event + pmu->n_events; k++) {
            const struct p9_pmu_event *event = &c->events[k];
            char name[128];

            snprintf(name, sizeof(name), "%s%s", pmu->prefix, event->name);
            wrong += oracle_p9_event_named(other, i, name) != (int)k;
            wrong += oracle_p9_event_config(other, i, k) != p9_event_offset(pmu, event);
            wrong += oracle_p9_event_divisor(other, i, k) != p9_event_scale(pmu, event);
            wrong += strcmp(oracle_p9_event_unit(other, i, k),
                         *event->unit ? event->unit : pmu->unit) != 0;
        }
    }
    is_u64(wrong, 0, "each event: its name, word, scale and unit");
}

/* ---- the driver's names ---- */

/* Inheritance, by imc_parse_event() of arch/powerpc/perf/imc-pmu.c. */
static const char own[] =
    "events e\n"
    "0x0 BOTH\n"
    "8 OWN_SCALE scale=3\n"
    "0x10 OWN_UNIT unit=B # the rest is the PMU's\n"
    "0x18 FRACTION scale=1.2207e-4 unit=MiB\n"
    "pmu links type=nest base=0x40 size=0x40000 events=e prefix=L_ scale=16 unit=A\n"
    "pmu bare type=nest base=0 size=0x40000 events=e prefix=B_\n";

static const struct {
    const char *name, *unit;
    double scale;
    uint32_t offset;
    unsigned divisor;
} asked[] = {
    {"nest_links_imc/L_BOTH/", "A", 16, 0x40, 16},
    {"nest_links_imc/L_OWN_SCALE/", "A", 3, 0x48, 3},
    {"nest_links_imc/L_OWN_UNIT/", "B", 16, 0x50, 16},
    {"nest_links_imc/L_FRACTION/", "MiB", 1.2207e-4, 0x58, 1},
    {"nest_bare_imc/B_BOTH/", "", 1, 0, 1},
    {"nest_bare_imc/B_OWN_SCALE/", "", 3, 8, 3},
    {"nest_links_imc/event=0x1122334450/", "", 1, 0x22334450, 1},
    {"nest_links_imc/offset=8,rvalue,mode=0xff/", "", 1, 8, 1},
    {"L_BOTH", "A", 16, 0x40, 16},
};

static void names(void)
{
    static const char *const refused[] = {"nest_links_imc/L_NONE/", "nest_links_imc/L_BOTH/u",
        "links_imc/L_BOTH/", "nest_links_imc/rvalue=2/", "nest_links_imc/offset=x/",
        "core_imc/event=1/"};
    static struct oracle_p9_catalogue c;
    struct oracle_p9_asked got;
    char why[ORACLE_WHY];

    is_str(oracle_p9_catalogue_text(&c, own), NULL, "a custom catalogue");
    for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        ok(oracle_p9_what_is_asked(&c, asked[i].name, &got, why) == ORACLE_P9_ASKED, "%s",
            asked[i].name);
        is_u64(got.offset, asked[i].offset, "%s: its word", asked[i].name);
        ok(got.scale >= asked[i].scale && got.scale <= asked[i].scale, "%s: scale", asked[i].name);
        is_u64(got.divisor, asked[i].divisor, "%s: events per count", asked[i].name);
        is_str(got.unit, asked[i].unit, "%s: unit", asked[i].name);
    }
    for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        ok(oracle_p9_what_is_asked(&c, refused[i], &got, why) == ORACLE_P9_REFUSED, "%s: %s",
            refused[i], why);
    ok(oracle_p9_what_is_asked(&c, "cycles", &got, why) == ORACLE_P9_OTHER,
        "cycles are another PMU's");
    ok(oracle_p9_what_is_asked(&c, "msr/tsc/", &got, why) == ORACLE_P9_OTHER,
        "... and so is another PMU");
    ok(oracle_p9_what_is_asked(&mine, "CPM_CS_INST_USER", &got, why) == ORACLE_P9_REFUSED,
        "two PMUs have it: %s", why);
}

static void generation(const struct both *g)
{
    registers(g);
    scoms(g);
    nest(g);
    words(g);
}

int main(void)
{
    is_str(oracle_p9_catalogue_text(&mine, power9_catalogue_text), NULL,
        "the oracle reads the catalogue");
    is_str(
        oracle_p9_catalogue_text(&mine_power10, power10_catalogue_text), NULL, "... and POWER10's");
    generation(&power9);
    generation(&power10);
    generation(&power11);
    fields();
    modes();
    scoms_by_hand();
    units_by_hand();
    dts(&mine, 44, 621, pmus, sizeof(pmus) / sizeof(pmus[0]));
    dts(&mine_power10, 60, 422, pmus_power10, sizeof(pmus_power10) / sizeof(pmus_power10[0]));
    readers(&mine, power9_catalogue());
    readers(&mine_power10, power10_catalogue());
    names();
    return done_testing();
}
