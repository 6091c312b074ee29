/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Event strings, with a folder in the form of sysfs. */
#include "guest/pmu_event.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/pmu_event_test.XXXXXX";

static void add_file(const char *name, const char *text)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void add_folder(const char *name)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    mkdir(path, 0700);
}

static void make_folder(void)
{
    if (!mkdtemp(folder))
        abort();
    add_folder("hisi_pmcu_sccl3");
    add_folder("hisi_pmcu_sccl3/format");
    add_file("hisi_pmcu_sccl3/type", "12\n");
    add_file("hisi_pmcu_sccl3/cpumask", "5\n");
    add_file("hisi_pmcu_sccl3/format/nr_sample", "config:0-31\n");
    add_file("hisi_pmcu_sccl3/format/sample_period_ms", "config:32-63\n");
    add_file("hisi_pmcu_sccl3/format/pmccfiltr", "config1:0-7\n");
    add_folder("hisi_pmcu_sccl3/events");
    add_file("hisi_pmcu_sccl3/events/samples", "nr_sample=9,sample_period_ms=0x7\n");
    add_file("hisi_pmcu_sccl3/events/bad_event", "nr_sample=9,unknown=1\n");
    add_folder("nowhere");
    add_file("nowhere/type", "13\n");
    add_file("nowhere/cpumask", "\n");
}

static void remove_folder(void)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -r %s", folder);
    if (system(command))
        abort();
}

static void test_good(void)
{
    struct pmu_event event;

    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4/", folder),
        "the slides'");
    is_u64(event.type, 12, "type");
    is_u64((uint64_t)event.cpu, 5, "CPU");
    is_u64(event.config[0], UINT64_C(4) << 32 | 10, "config");
    is_u64(event.config[1] | event.config[2], 0, "the others");
    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3/pmccfiltr=0x88,nr_sample=4294967295/", folder),
        "another");
    is_u64(event.config[0], UINT32_MAX, "config");
    is_u64(event.config[1], 0x88, "config1");
    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3/nr_sample=1,nr_sample=2/", folder) &&
            event.config[0] == 2,
        "the last value wins");
    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3/samples,pmccfiltr=3/", folder), "an event by name");
    is_u64(event.config[0], UINT64_C(7) << 32 | 9, "... has its config words");
    is_u64(event.config[1], 3, "... and the words given besides");
    ok(pmu_event_parse(&event, "nowhere//", folder) && event.cpu == -1, "a PMU without a CPU mask");
    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3//", folder) && !event.config[0], "no config words");
    ok(pmu_event_parse(&event, "hisi_pmcu_sccl3", folder) && !event.config[0], "no slashes");
}

/* Its messages go to stderr, which the test does not check. */
static void test_bad(void)
{
    static const char *const bad[] = {"", "/", "hisi_pmcu_sccl1//", "hisi_pmcu_sccl3/nr_sample=10",
        "hisi_pmcu_sccl3/nr_sample=4294967296/", "hisi_pmcu_sccl3/nr_sample=-1/",
        "hisi_pmcu_sccl3/nr_sample=ten/", "hisi_pmcu_sccl3/nr_sample=/",
        "hisi_pmcu_sccl3/pmccfiltr=256/", "hisi_pmcu_sccl3/events=1/",
        "hisi_pmcu_sccl3/nr_sample=1/k", "hisi_pmcu_sccl3/bad_event/",
        "hisi_pmcu_sccl3/samples=1/"};
    struct pmu_event event;

    if (!freopen("/dev/null", "w", stderr))
        abort();
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        ok(!pmu_event_parse(&event, bad[i], folder), "refused: '%s'", bad[i]);
}

int main(void)
{
    make_folder();
    test_good();
    test_bad();
    remove_folder();
    return done_testing();
}
