/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scenario files: the message for each mistake. */
#include "tests/snbep_blocks.h"
#include "tests/unit/scenario/scenario_text.h"

static void is_wrong_machine(void)
{
    g_autoptr(GString) expected = g_string_new("x.scn:1: no machine 'pdp11'; there are: ");
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        g_string_append_printf(expected, "%s%s", i ? ", " : "", machine->name);
    is_wrong("machine pdp11\n", expected->str);
}

/* 512 bytes are accepted, 513 are not. */
static void long_kernel_options(void)
{
    g_autofree char *most = g_strnfill(512, 'a');
    g_autofree char *text = g_strdup_printf(HEAD "kernel-options %s\n" STEP, most);
    g_autofree char *more = g_strdup_printf(HEAD "kernel-options %sa\n" STEP, most);
    struct scenario *s = parse(text);

    ok(s && strlen(s->kernel_options) == 512, "512 bytes of kernel options");
    scenario_free(s);
    is_wrong(more, "x.scn:2: 513 bytes after 'kernel-options'; expected 1 to 512, as in "
                   "'kernel-options numa=off'");
}

static void test_wrong_files(void)
{
    is_wrong("", "x.scn: no machine; expected 'machine NAME'");
    is_wrong(HEAD, "x.scn: no step; expected 'step NAME' and 'run COMMAND'");
    is_wrong_machine();
    is_wrong(HEAD HEAD, "x.scn:2: a second 'machine'; expected one");
    is_wrong(
        HEAD "about a\nabout b\n", "x.scn:3: a second 'about'; expected one, and line 2 has it");
    is_wrong(HEAD "speed 11\n",
        "x.scn:2: unknown word 'speed'; expected one of machine, about, tags, kernel, "
        "kernel-options, since, until, config, cpus, memory, "
        "flash, catalogue, file, module, package, hardware, dies, limit, "
        "param, traffic, step, run, capture, expect, xfail, called, lint, else");
    is_wrong(HEAD "memory 63\n" STEP,
        "x.scn:2: memory '63'; expected a size from 64M to 64G, in MiB or with M or G");
    is_wrong(HEAD "memory 1G\nmemory 1G\n" STEP, "x.scn:3: a second 'memory'; expected one");
    is_wrong(HEAD "kernel newest\n" STEP, "x.scn:2: no kernel 'newest' for amd64; there are: "
                                          "stable (6.12), oldstable (6.1), backports (7.3)");
    is_wrong("machine power9\nkernel 5.10\n" STEP,
        "x.scn:2: no kernel '5.10' for ppc64el; there are: stable (6.12), oldstable (6.1)");
    is_wrong(HEAD "kernel stable\nkernel stable\n" STEP,
        "x.scn:3: a second 'kernel'; expected one, and line 2 has it");
    is_wrong(HEAD "kernel-options\n" STEP, "x.scn:2: 0 bytes after 'kernel-options'; expected 1 to "
                                           "512, as in 'kernel-options numa=off'");
    is_wrong(HEAD "kernel-options numa=off\nkernel-options quiet\n" STEP,
        "x.scn:3: a second 'kernel-options'; expected one, and line 2 has it");
    is_wrong(HEAD "kernel-options a\xc3\xa4\n" STEP,
        "x.scn:2: kernel-options: byte 0xc3; expected printable ASCII");
    is_wrong(HEAD "kernel-options numa=off pmulab.limit=1\n" STEP,
        "x.scn:2: kernel-options 'pmulab.limit=1'; expected options of the kernel, as this is for "
        "the "
        "guest's init");
    is_wrong(HEAD "kernel-options -- sh\n" STEP, "x.scn:2: kernel-options '--'; expected options "
                                                 "of the kernel, as this is for the guest's init");
    long_kernel_options();
    is_wrong(HEAD "flash\n", "x.scn:2: nothing after 'flash'; expected a file");
    is_wrong(HEAD "flash none.pnor\n",
        "x.scn:2: flash 'none.pnor'; expected a file beside the scenario, or a path from there");
    is_wrong(HEAD "flash /proc/version\n" STEP,
        "x.scn:2: 'flash'; expected none, as snbep has no flash");
    is_wrong(HEAD "cpus none\n", "x.scn:2: cpus 'none'; expected a number from 1 to 64");
    is_wrong(
        HEAD "tags a b\ntags c\n", "x.scn:3: a second 'tags'; expected one line with all of them");
    is_wrong(HEAD "tags\n", "x.scn:2: nothing after 'tags'; expected words");
    is_wrong(HEAD "tags a !b\n",
        "x.scn:2: tag '!b'; expected a word of letters, digits, - and _ that begins with a letter");
    is_wrong(
        HEAD STEP "tags a\n", "x.scn:4: 'tags' after a step; expected it before the first one");
}

static void test_wrong_steps(void)
{
    is_wrong(HEAD "limit 5\n", "x.scn:2: limit '5'; expected seconds from 1s to 3600s");
    is_wrong(HEAD "run true\n", "x.scn:2: 'run' outside a step; expected 'step NAME' before it");
    is_wrong(HEAD "capture a.txt\n",
        "x.scn:2: 'capture' outside a step; expected 'step NAME' before it");
    is_wrong(HEAD "step s\n capture\n", "x.scn:3: nothing after 'capture'; expected a file");
    is_wrong("step s\n capture a.txt\n",
        "x.scn:2: 'capture' without a machine; expected 'machine NAME' before it");
    is_wrong(HEAD "step s\n capture no.txt\n",
        "x.scn:3: capture 'no.txt'; expected a file beside the scenario, or a path from there");
    is_wrong(HEAD "step s\n capture " CAPTURE " as\n",
        "x.scn:3: 'as' after 'capture FILE'; expected 'as FORMAT' or 'move BUS=BUS'");
    is_wrong(HEAD "step s\n capture " CAPTURE " as lspc\n",
        "x.scn:3: capture: --as: no format 'lspc'; did you mean lspci? There are: ftrace, "
        "mmiotrace, "
        "perf, rdmsr, lspci");
    is_wrong(HEAD "step s\n capture " CAPTURE " move 7f=3f\n",
        "x.scn:3: capture: no access to a register of the machine");
    is_wrong(HEAD "expect status 0\n",
        "x.scn:2: 'expect' outside a step; expected 'step NAME' before it");
    is_wrong(
        HEAD STEP "cpus 2\n", "x.scn:4: 'cpus' after a step; expected it before the first one");
    is_wrong(HEAD "step s\nstep t\n run true\n",
        "x.scn:2: step 's' runs nothing; expected a 'run' line");
    is_wrong(
        HEAD STEP STEP, "x.scn:4: a second step 's'; expected names to differ, and line 2 has it");
    is_wrong(HEAD "step 1\n",
        "x.scn:2: step '1'; expected a name of letters, digits, - and _ that begins with a "
        "letter");
    is_wrong(HEAD "step s\n run\n", "x.scn:3: nothing after 'run'; expected a shell command");
}

static void test_wrong_config(void)
{
    is_wrong(HEAD "config\n" STEP, "x.scn:2: nothing after 'config'; expected NAME=VALUE");
    is_wrong(HEAD "config fast\n" STEP, "x.scn:2: 'fast'; expected NAME=VALUE");
    is_wrong(HEAD "config trace=x\n" STEP, "x.scn:2: no option 'trace=x'; there are: variant, "
                                           "box-ctl, dclk, sockets, ht, absent, duplicated, uclk, "
                                           "uclkgate, qfclk, lbr, aperf, access");
    is_wrong(HEAD "config dclock=1000000\n" STEP,
        "x.scn:2: no option 'dclock=1000000'; did you mean dclk? "
        "There are: variant, box-ctl, dclk, sockets, ht, absent, "
        "duplicated, uclk, uclkgate, qfclk, lbr, aperf, access");
    is_wrong(HEAD "config cpus=1\n" STEP, "x.scn:2: 'cpus=1'; expected a separate line 'cpus N'");
    is_wrong(HEAD "config box-ctl=nice\n" STEP,
        "x.scn:2: 'box-ctl=nice'; box-ctl: expected silicon or guide");
    is_wrong(HEAD "config sockets=1\nconfig sockets=2\n" STEP,
        "x.scn:3: a second 'sockets'; expected one, and line 2 has it");
    is_wrong(HEAD "config sockets=2\ncpus 3\n" STEP,
        "x.scn:2: 3 CPUs on 2 sockets; expected the same number on each");
}

static void test_wrong_traffic(void)
{
    is_wrong(HEAD "traffic now\n" STEP, "x.scn:2: 'now' after 'traffic'; expected a separate line");
    is_wrong(HEAD "traffic\nimc0 ACT_COUNT 1/s\n" STEP, "x.scn:3: expected a line 'at ...' first");
    is_wrong(HEAD "traffic\nat step t\n imc0 ACT_COUNT 1/s\n" STEP,
        "x.scn:3: no step 't'; expected one of: s");
    is_wrong(HEAD "traffic\nat step s\n imc0 COFFEE 1/s\n" STEP,
        "x.scn:4: unknown event 'COFFEE': `pmulab describe snbep.imc.events` lists them");
    is_wrong(HEAD "traffic\nat step s\n imc4 ACT_COUNT 1/s\n" STEP,
        e5_text("x.scn:4: there is no 'imc4': expected BOXES"));
    is_wrong(HEAD "traffic\nat step s\n s1.imc0 ACT_COUNT 1/s\n" STEP,
        e5_text("x.scn:4: there is no 's1.imc0': expected BOXES"));
    is_wrong(HEAD "traffic\nat step s\n imc0.PMON_CTR9 = 1\n" STEP,
        "x.scn:4: imc0 has no register 'PMON_CTR9': `pmulab describe snbep.imc` lists them");
}

static void test_wrong_faults(void)
{
    is_wrong(HEAD "traffic\nat step s\n fault imc0.PMON_CTL0 breaks\n" STEP,
        "x.scn:4: fault 'breaks': expected 'drops writes', 'reads VALUE', 'freezes', 'hangs', "
        "'flips MASK', "
        "'flips N "
        "bits' "
        "or 'is sound'");
    is_wrong(HEAD "config absent=imc8\n" STEP, "x.scn:2: 'absent=imc8'; absent: expected monitors "
                                               "such as imc1, or several as imc1+s1.imc0");
    is_wrong(HEAD "config duplicated=imc1+s1.imc0\n" STEP,
        "x.scn:2: 2 CPUs; absent, duplicated: there is no second socket");
    is_wrong(POWER9 "traffic\nat step s\n fault chip0.COMMAND reads 1\n" STEP,
        "x.scn:4: chip0.COMMAND lies in memory, which software reads by itself: expected a "
        "register, or "
        "'dma'");
    is_wrong("machine epyc\ntraffic\nat step s\n fault interrupt of cpu0.apic is lost\n" STEP,
        "x.scn:4: cpu0.apic raises no interrupt: expected a CPU, such as cpu0");
}

static void test_wrong_accesses(void)
{
    is_wrong(HEAD "step s\n run true\n expect register imc0.PMON_CTL9 = 1\n",
        "x.scn:4: imc0 has no register 'PMON_CTL9'; did you mean PMON_CTL0? There are: PMON_CTR0, "
        "PMON_CTR1, "
        "PMON_CTR2, PMON_CTR3, PMON_FIXED_CTR, PMON_CTL0, PMON_CTL1, PMON_CTL2, PMON_CTL3, "
        "PMON_FIXED_CTL, "
        "PMON_BOX_CTL, PMON_UNIT_STATUS");
    is_wrong(HEAD "step s\n run true\n expect register imc0.PMON_CTL0.umsk = 1\n",
        "x.scn:4: imc0.PMON_CTL0 has no field 'umsk'; did you mean umask? There are: thresh, "
        "invert, en, "
        "edge_det, umask, ev_sel");
    is_wrong(HEAD "step s\n run true\n expect no write imc0.PMON_FIXED_CTL.\n",
        "x.scn:4: imc0.PMON_FIXED_CTL has no field ''; there are: en, rst");
    is_wrong(HEAD "step s\n run true\n expect accesses read imc0\n",
        "x.scn:4: no register 'imc0'; expected BLOCK.REGISTER or BLOCK.REGISTER.FIELD, and `pmulab "
        "describe "
        "snbep` lists them");
    is_wrong(HEAD "step s\n run true\n expect register imc12.PMON_CTL0 = 1\n",
        "x.scn:4: no register 'imc12.PMON_CTL0'; expected BLOCK.REGISTER or BLOCK.REGISTER.FIELD, "
        "and "
        "`pmulab "
        "describe snbep` lists them");
    is_wrong(HEAD "step s\n run true\n expect register imc0.PMON_CTL0\n",
        "x.scn:4: register 'imc0.PMON_CTL0'; expected BLOCK.REGISTER SIGN NUMBER, as in "
        "'imc0.PMON_CTL0.ev_sel = 0x4'");
    is_wrong(HEAD "step s\n run true\n expect accesses imc0.PMON_CTL0\n",
        "x.scn:4: access 'imc0.PMON_CTL0'; expected 'write BLOCK.REGISTER' or 'read "
        "BLOCK.REGISTER', maybe "
        "with "
        "'= NUMBER' after it, and a comma before the next");
    is_wrong(HEAD "step s\n run true\n expect write:imc0.PMON_CTL0.umsk#2@s = 1\n",
        "x.scn:4: imc0.PMON_CTL0 has no field 'umsk'; did you mean umask? There are: thresh, "
        "invert, en, "
        "edge_det, umask, ev_sel");
    is_wrong(HEAD "step s\n run true\n expect lint tidy\n",
        "x.scn:4: lint 'tidy'; expected reserved, running, unfrozen, freeze, period, mode, init, "
        "random, valid or left, or clean");
    is_wrong("machine epyc\nstep s\n run true\n expect lint unfrozen\n",
        "x.scn:4: 'lint unfrozen'; expected a rule that epyc has");
    is_wrong(HEAD "step s\n run true\n else why\n",
        "x.scn:4: 'else' with nothing to fail; expected 'expect' before it");
    is_wrong(HEAD "step s\n run true\n expect status 1\n else\n",
        "x.scn:5: nothing after 'else'; expected a text");
    is_wrong(HEAD "step s\n run true\n expect status 1\n else a\n else b\n",
        "x.scn:6: a second 'else' of line 4; expected one");
    is_wrong(HEAD "step s\n run true\n expect fields imc0.PMON_CTL0 em=1\n",
        "x.scn:4: imc0.PMON_CTL0: PMON_CTL0 has no field 'em'; there are: thresh, invert, en, "
        "edge_det, "
        "umask, ev_sel");
    is_wrong(HEAD "step s\n run true\n xfail why\n",
        "x.scn:4: 'xfail' with nothing to fail; expected 'expect' before it");
    is_wrong(HEAD "step s\n run true\n expect status 1\n xfail\n",
        "x.scn:5: nothing after 'xfail'; expected the reason");
    is_wrong(HEAD "xfail all of it\n" STEP, "x.scn:2: xfail 'all of it'; expected 'xfail counters "
                                            "REASON', or an expectation before it");
}

static void test_wrong_commands(void)
{
    is_wrong(HEAD "step s\n run perf stat -e \\\n run uncore_imc_4/clockticks/ true\n",
        e5_text("x.scn:4: there is no 'uncore_imc_4'; expected PMUS"));
    is_wrong(HEAD
        "step s\n run perf stat -e uncore_imc/clockticks/,uncore_imc_0/cas_count_reed/ true\n",
        "x.scn:3: unknown event 'uncore_imc_0/cas_count_reed/'; expected clockticks, "
        "cas_count_read, "
        "cas_count_write or event=CODE");
    is_right(HEAD "step s\n run perf stat -e uncore_imc_4/clockticks/ true\n expect status 129\n",
        "a step that must fail may use unknown names");
    is_right(HEAD "step s\n run cd /sys/devices/uncore_imc_0/events/ && cat "
                  "/sys/devices/uncore_imc_9/type /dev/null\n",
        "a folder with a PMU's name is no event");
    is_right(HEAD "config variant=skx\nstep s\n run perf stat -e uncore_cha_0/event=0/ true\n",
        "a variant also has its PMUs without traffic");
}

static void is_wrong_change(const char *change, const char *expected)
{
    g_autofree char *text = g_strconcat(CATALOGUE, change, "\n" STEP, NULL);
    g_autofree char *complaint = g_strconcat("x.scn:3: ", expected, NULL);

    is_wrong(text, complaint);
}

static void test_wrong_catalogue(void)
{
    is_wrong_change("drop /mcs01@c8", "'drop' in a catalogue; expected delete, set, noise, key, "
                                      "check or refused, or a line that ends it");
    is_wrong_change("delete", "expected 'delete NODE' or 'delete NODE PROPERTY'");
    is_wrong_change("delete /mcs77",
        "no node '/mcs77'; expected one that `pmulab fdt catalogue --dts` shows, such as "
        "/mcs01@c8/");
    is_wrong_change("delete /", "'/' is the whole tree; expected a node in it");
    is_wrong_change(
        "delete /mcs01@c8 color", "/mcs01@c8 has no 'color'; expected one of its properties");
    is_wrong_change("set /mcs01@c8 type 4",
        "expected 'set NODE PROPERTY = NUMBER...' or 'set NODE PROPERTY = \"TEXT\"'");
    is_wrong_change("set /mcs01@c8 type = four",
        "'four'; expected numbers of at most 32 bits, such as 0x10 8, or \"TEXT\"");
    is_wrong_change("set /mcs01@c8 type = 0x100000000",
        "'0x100000000'; expected numbers of at most 32 bits, such as 0x10 8, or \"TEXT\"");
    is_wrong_change("set /mcs01@c8 unit = \"MiB", "the text has no end; expected \"TEXT\"");
    is_wrong_change("noise 5", "expected 'noise NKiB', from 1KiB to 1024KiB");
    is_wrong_change("noise 1025KiB", "expected 'noise NKiB', from 1KiB to 1024KiB");
    is_wrong_change("key 4e0200",
        "expected 'key NUMBER', such as key 0x4e0200, which the machine's CPUs ask for");
    is_wrong_change("check md5", "expected 'check crc32' or 'check crc64', as xz has them");
    is_wrong_change(
        "refused CRC64", "'CRC64'; expected a regular expression /.../, a slash in it as \\/");
    is_wrong_change("refused /x/", "this catalogue has no fault; expected no 'refused'");
    is_wrong(CATALOGUE " refused /x/\n refused /y/\n" STEP,
        "x.scn:4: a second 'refused'; expected one, and line 3 has it");
    is_wrong(CATALOGUE " delete /mcs01@c8 type\n refused /no 'size'/\n" STEP,
        "x.scn:4: refused for another reason: /mcs01@c8: no 'type'");
    is_wrong(CATALOGUE " delete /mcs01@c8 type\n" STEP,
        "x.scn:2: catalogue: /mcs01@c8: no 'type'; expected one without "
        "fault, or 'refused /REGEX/' for an intended fault");
    is_wrong(CATALOGUE "catalogue\n" STEP,
        "x.scn:3: a second 'catalogue'; expected one, and line 2 has it");
    is_wrong(POWER9 "catalogue none.dts\n" STEP,
        "x.scn:2: catalogue 'none.dts'; expected a file beside the scenario, or a path from there");
    is_wrong(HEAD "catalogue\n" STEP, "x.scn:2: 'catalogue'; expected none, as snbep has no flash");
    is_wrong(POWER9 "flash /proc/version\ncatalogue\n" STEP,
        "x.scn:3: 'catalogue' beside 'flash' in line 2; expected one of them");
    is_wrong(CATALOGUE
        " delete /mcs01@c8\nstep s\n run perf stat -e nest_mcs01_imc/event=1/ true\n",
        "x.scn:5: there is no 'nest_mcs01_imc'; expected nest_UNIT_imc, UNIT as the catalogue has "
        "them, or "
        "core_imc, "
        "thread_imc or trace_imc");
}

static void test_wrong_lint(void)
{
    is_wrong(HEAD "lint clean\n" STEP,
        "x.scn:2: lint 'clean'; expected 'lint except RULE REASON' or 'lint allow RULE REASON'");
    is_wrong(HEAD "lint\n" STEP,
        "x.scn:2: lint ''; expected 'lint except RULE REASON' or 'lint allow RULE REASON'");
    is_wrong(HEAD "lint except\n" STEP,
        "x.scn:2: lint except ''; expected reserved, running, unfrozen, "
        "freeze, period, mode, init, random, valid or left");
    is_wrong(HEAD "lint except fast it is slow\n" STEP,
        "x.scn:2: lint except 'fast'; expected reserved, running, unfrozen, freeze, period, mode, "
        "init, random, valid or left");
    is_wrong(HEAD STEP "lint allow freeze\n",
        "x.scn:4: lint allow freeze; expected the reason after it");
    is_wrong(HEAD STEP "lint except freeze\n",
        "x.scn:4: lint except freeze; expected the reason after it");
    is_wrong(HEAD STEP "lint except mode it is hot\n",
        "x.scn:4: lint except mode; expected a rule that snbep has");
    is_wrong(HEAD "lint except freeze a\n" STEP "lint except freeze b\n",
        "x.scn:5: a second 'lint except freeze'; expected one, and line 2 has it");
}

/* Words after `exact`. */
static void test_wrong_exact(void)
{
    is_wrong(HEAD "step s\n run true\n expect samples exact of all\n",
        "x.scn:4: 'of all' after 'samples exact'; expected nothing, 'of users', 'of the kernel' or "
        "'without "
        "executed REASON'");
    is_wrong(HEAD STEP "expect samples exact without executed\n",
        "x.scn:4: nothing after 'without executed'; expected the reason why this hop cannot be "
        "made");
    is_wrong(HEAD STEP "expect samples exact without injected it cannot be\n",
        "x.scn:4: 'without injected it cannot be' after 'samples exact'; expected nothing, 'of "
        "users', 'of "
        "the kernel' or 'without executed REASON'");
    is_wrong(HEAD STEP "expect perf exact without injected\n",
        "x.scn:4: nothing after 'without injected'; expected the reason why this hop cannot be "
        "made");
    is_wrong(HEAD STEP "expect perf exact or so\n",
        "x.scn:4: 'or so' after 'exact'; expected nothing, 'without injected REASON' or 'allow "
        "unmodelled "
        "events'");
    is_wrong(HEAD STEP "expect perf exact allow hope\n",
        "x.scn:4: 'allow hope' after 'exact'; expected nothing, 'without injected REASON' or "
        "'allow unmodelled "
        "events'");
    {
        struct scenario *allowed = parse(HEAD STEP "expect perf exact allow unmodelled events\n");
        const struct expect *expect = expect_at(step_at(allowed, 0), 1);

        ok(expect->unmodelled && !expect->without, "a hop that events of no table may lack");
        scenario_free(allowed);
    }
    is_wrong(HEAD STEP "expect play exact without hope\n",
        "x.scn:4: 'without hope' after 'exact'; expected nothing, 'without injected REASON' or "
        "'allow unmodelled "
        "events'");
    is_wrong(HEAD "step s\n run true\n expect samples exact of users\n",
        "x.scn:4: 'samples exact of users'; expected 'samples exact', as no driver of snbep drops "
        "samples");
}

static void test_wrong_expectations(void)
{
    is_wrong(HEAD STEP "expect panic /stack/\nstep after\nrun true\n",
        "x.scn:2: step 's' is to panic; expected no step after it");
    is_wrong(HEAD STEP "expect share hot_function >= 95\n",
        "x.scn:4: share 'hot_function >= 95'; expected SYMBOL SIGN N %, as in 'hot_function >= 95 "
        "%'");
    is_wrong(HEAD STEP "expect share hot_function => 95 %\n",
        "x.scn:4: share 'hot_function => 95 %'; expected SYMBOL SIGN N %, as in 'hot_function >= "
        "95 %'");
    is_wrong(HEAD STEP "expect share hot_function >= 101 %\n",
        "x.scn:4: share 'hot_function >= 101 %'; expected SYMBOL SIGN N %, as in 'hot_function >= "
        "95 %'");
    is_wrong(
        HEAD STEP "expect status ok\n", "x.scn:4: status 'ok'; expected a number from 0 to 255");
    is_wrong(HEAD STEP "expect status 0\nexpect status 1\n",
        "x.scn:5: a second end of the step; expected one status or panic, and line 4 has it");
    is_wrong(HEAD STEP "expect output word\n",
        "x.scn:4: 'word'; expected a regular expression /.../, a slash in it as \\/");
    is_wrong(HEAD STEP "expect output /a/b/\n",
        "x.scn:4: '/a/b/'; expected a regular expression /.../, a slash in it as \\/");
    is_wrong(HEAD STEP "expect no perf\n",
        "x.scn:4: 'no perf'; expected 'no output /REGEX/', 'no kernel "
        "/REGEX/', 'no write REGISTER' or 'no read REGISTER'");
    is_wrong(HEAD STEP "expect a/b/ + = c/d/\n",
        "x.scn:4: 'a/b/ + = c/d/' is not a relation; expected one such as "
        "EVENT + EVENT = EVENT, with blanks between words");
    is_wrong(
        HEAD STEP "expect 1 = 1\n", "x.scn:4: '1 = 1' has no event in it; expected at least one");
    is_wrong(HEAD STEP "expect perf exat\n", "x.scn:4: 'perf exat'; did you mean 'perf exact'?");
    is_wrong(HEAD STEP "expect registr imc0.PMON_CTL0 = 5\n",
        "x.scn:4: 'registr imc0.PMON_CTL0 = 5'; did you mean 'register'?");
    is_wrong(HEAD STEP "expct perf exact\n", "x.scn:4: unknown word 'expct'; did you mean expect?");
    is_wrong(HEAD STEP "expect miracles\n",
        "x.scn:4: 'miracles'; expected 'status N', 'perf exact', 'samples exact', "
        "'branches exact', 'play exact', "
        "'share "
        "SYMBOL >= N %', "
        "'multiplexed', 'output /REGEX/', 'no output /REGEX/', 'figure /REGEX/ = EVENT * N', "
        "'register "
        "BLOCK.REGISTER = N', 'fields BLOCK.REGISTER FIELD=N...', 'wrote BLOCK.REGISTER "
        "FIELD=N...', "
        "'accesses write "
        "BLOCK.REGISTER, ...', 'no write BLOCK.REGISTER', 'wraps BLOCK.REGISTER N', 'overflows "
        "BLOCK.REGISTER N', "
        "'met EFFECT BLOCK.REGISTER', 'lint clean', 'kernel /REGEX/', 'no kernel "
        "/REGEX/', "
        "'kernel clean', 'panic /REGEX/' or a relation such as EVENT + EVENT = EVENT");
}

int main(void)
{
    test_wrong_files();
    test_wrong_steps();
    test_wrong_config();
    test_wrong_traffic();
    test_wrong_faults();
    test_wrong_accesses();
    test_wrong_commands();
    test_wrong_catalogue();
    test_wrong_lint();
    test_wrong_exact();
    test_wrong_expectations();
    return done_testing();
}
