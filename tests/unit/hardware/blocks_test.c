/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks by place, and the names of values, as the page and the exports list
 * them. Expected numbers: Intel 327043-001 (buses of a two-socket host, tables
 * 2-11 and 2-60, MSR numbers), AMD 24593, Arm DDI 0487. */
#include "harness/hardware/blocks.h"

#include "harness/hardware/registers.h"
#include "harness/hardware/value_names.h"
#include "tests/tap.h"

/* "NAME:BASE=BLOCKS" for each place of a kind; "?" is an unknown base. */
static char *places(const char *kind)
{
    g_autoptr(GPtrArray) all = NULL;
    struct register_place place;
    GString *text = g_string_new(NULL);

    if (!register_place_find(kind, &place, NULL) || !place.bank)
        return g_string_free(text, FALSE);
    all = block_places(place.machine->model, place.bank);
    for (guint i = 0; i < all->len; i++) {
        const struct block_place *p = g_ptr_array_index(all, i);
        g_autofree char *base = p->based ? block_base_text(place.bank, p->base) : g_strdup("?");

        g_string_append_printf(text, "%s%s:%s=%s", i ? "; " : "", p->name, base, p->blocks);
    }
    return g_string_free(text, FALSE);
}

static void at(const char *kind, const char *expected)
{
    g_autofree char *got = places(kind);

    is_str(got, expected, "place of %s", kind);
}

static void test_places(void)
{
    at("snbep.imc", "imc0:7f:10.0=imc0; imc1:7f:10.1=imc1; imc2:7f:10.4=imc2; imc3:7f:10.5=imc3; "
                    "s1.imc0:ff:10.0=s1.imc0; s1.imc1:ff:10.1=s1.imc1; s1.imc2:ff:10.4=s1.imc2; "
                    "s1.imc3:ff:10.5=s1.imc3");
    at("snbep.imc-guide", "imc-guide:?=");
    at("snbep.ubox", "ubox:7f:0b.0=ubox; s1.ubox:ff:0b.0=s1.ubox");
    at("snbep.pci", "pci:?=pci, s1.pci");
    at("snbep.cbo", "cbo0:0xd00=cbo0, s1.cbo0; cbo1:0xd20=cbo1, s1.cbo1; cbo2:0xd40=cbo2, s1.cbo2; "
                    "cbo3:0xd60=cbo3, s1.cbo3; cbo4:0xd80=cbo4, s1.cbo4; cbo5:0xda0=cbo5, s1.cbo5; "
                    "cbo6:0xdc0=cbo6, s1.cbo6; cbo7:0xde0=cbo7, s1.cbo7");
    at("snbep.pcu", "pcu:0xc20=pcu, s1.pcu");
    at("epyc.ibs-zen6", "ibs-zen6:0x0=cpu0 to cpu31");
    at("epyc.apic", "apic:0xfee00000=cpu0.apic to cpu31.apic");
    at("kunpeng.cpu", "cpu:0x0=cpu0 to cpu255");
    at("kunpeng.pmcu", "pmcu:?=pmcu0 to pmcu3");
    at("power9.core", "core:?=core0 to core63");
    at("power9.cpu", "cpu:0x0=cpu0 to cpu63");
    at("power9.chip", "chip:?=chip0 to chip1");
}

static const char *variant(const char *kind)
{
    const struct reg_bank *of;
    struct register_place place;

    if (!register_place_find(kind, &place, NULL) || !place.bank)
        return "no such block";
    of = block_variant_of(place.machine->model, place.bank);
    return of ? of->name : NULL;
}

static void test_variants(void)
{
    is_str(variant("snbep.imc-guide"), "imc", "a variant");
    is_str(variant("epyc.ibs-fam10h"), "ibs", "... of IBS");
    is_str(variant("epyc.ibs"), NULL, "the block itself is not a variant");
    is_str(variant("snbep.ubox-msr"), NULL, "a block with a dash in another space is no variant");
}

/* "FIELD:VALUE=NAME,..." for each set, with "OTHER=VALUE>" in front if it
 * depends on another field. */
static char *names(const char *path)
{
    g_autoptr(GPtrArray) all = NULL;
    struct register_place place;
    GString *text = g_string_new(NULL);

    if (!register_find(path, &place, NULL))
        return g_string_free(text, FALSE);
    all = value_names_of(place.machine->model, place.reg);
    for (guint i = 0; i < all->len; i++) {
        const struct value_names *set = g_ptr_array_index(all, i);

        g_string_append(text, i ? "; " : "");
        if (set->other >= 0)
            g_string_append_printf(text, "%s=%" G_GUINT64_FORMAT ">",
                place.reg->fields[set->other].name, set->other_value);
        g_string_append_printf(text, "%s:", place.reg->fields[set->field].name);
        for (guint k = 0; k < set->names->len; k++) {
            const struct value_name *name = &g_array_index(set->names, struct value_name, k);

            g_string_append_printf(
                text, "%s%" G_GUINT64_FORMAT "=%s", k ? "," : "", name->value, name->name);
        }
    }
    return g_string_free(text, FALSE);
}

static void named(const char *path, const char *expected)
{
    g_autofree char *got = names(path);

    is_str(got, expected, "names in %s", path);
}

static void test_names(void)
{
    g_autofree char *ctl = names("snbep.imc.PMON_CTL0");
    g_autofree char *type = names("kunpeng.cpu.PMEVTYPER7_EL0");

    named("snbep.imc.PMON_CTR0", "");
    ok(g_str_has_prefix(ctl, "ev_sel:0=CLOCKTICKS,1=ACT_COUNT,2=PRE_COUNT,4=CAS_COUNT,"),
        "events are named");
    ok(strstr(ctl, "; ev_sel=4>umask:1=RD_REG,2=RD_UNDERFILL,3=RD,4=WR_WMM,8=WR_RMM,12=WR,15=ALL; "
                   "ev_sel=5>umask:2=PANIC,4=HIGH;"),
        "... and so are sub-events, each with its event");
    ok(g_str_has_prefix(type, "evtCount:0=SW_INCR,") && strstr(type, ",17=CPU_CYCLES,") &&
            !strchr(type, ';'),
        "a field of 16 bits");
    named("power9.chip.STATUS", "status:0=init,1=run,2=paused,3=bad_speed,4=bad_mode");
    named("epyc.ibs.IBS_OP_CTL", "CntCtl:0=cycles,1=ops");
    named("epyc.ibs.IBS_FETCH_CTL", "PhyAddrValid=1>L1TlbPgSz:0=4K,1=2M,2=1G,3=16K");
    named("epyc.ibs-zen3.IBS_FETCH_CTL", "PhyAddrValid=1>L1TlbPgSz:0=4K,1=16K,2=2M,3=1G");
    named("epyc.ibs.IBS_OP_DATA2",
        "DataSrcHi=0>DataSrcLo:1=local-CCX,2=near-CCX,3=DRAM,5=far-CCX,6=PMEM,7=IO; "
        "DataSrcHi=1>DataSrcLo:0=CXL,4=peer-agent");
    named("epyc.apic.EILVT0", "type:0=fixed,2=SMI,4=NMI,7=external");
}

/* Tries all values of 16 bits, to find names that the search missed. */
static void test_nothing_is_missed(void)
{
    struct register_place place;
    g_autoptr(GPtrArray) all = NULL;
    guint n = 0;

    ok(register_find("kunpeng.cpu.PMEVTYPER0_EL0", &place, NULL), "a register with many names");
    all = value_names_of(place.machine->model, place.reg);
    for (uint64_t value = 0; value <= UINT16_MAX; value++)
        for (unsigned field = 0; field < place.reg->n_fields; field++)
            n += reg_get(place.reg, field, value) &&
                 register_value_name(place.machine->model, place.reg, field, value);
    n += register_value_name(place.machine->model, place.reg, place.reg->n_fields - 1, 0) != NULL;
    is_u64(((const struct value_names *)g_ptr_array_index(all, 0))->names->len, n,
        "all of them are found");
}

int main(void)
{
    test_places();
    test_variants();
    test_names();
    test_nothing_is_missed();
    return done_testing();
}
