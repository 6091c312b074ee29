/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds text to the readers of perf's output: tables, -v and -vv lines, dumped
 * samples. Also feeds it to the checks of these against a small run of `snbep`,
 * which counted one channel's reads and its clock. */
#include "harness/machine/machines.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_check.h"
#include "harness/proof/perf_output.h"
#include "tests/fuzz/fuzz.h"
#include "tests/linux_uncore.h"

/* perf counts twice in step 1; CAS_COUNT.RD is event 4, umask 3. */
static struct lx measured(void)
{
    static const struct snbep_config config = SNBEP_DEFAULTS;
    struct lx lx = lx_new(&config, "at boot\nimc0 CAS_COUNT.RD_REG 123M/s\n");
    struct lx_event reads = {.counter = 0, .control = 0x304}, clock = {.counter = IMC_FIXED_CTR};

    lx_init(&lx, 0, 0);
    lx_step(&lx, 1, false);
    for (unsigned i = 0; i < 2; i++) {
        lx_start(&lx, &reads);
        lx_start(&lx, &clock);
        lx.now += 100 * MS;
        lx_stop(&lx, &reads);
        lx_stop(&lx, &clock);
    }
    lx_step(&lx, 1, true);
    return lx;
}

static void prove(const char *text)
{
    static struct lx lx;
    if (!lx.m)
        lx = measured();
    const struct perf_check_run run = {&snbep_machine, {&snbep_model, lx.planned, lx.oracle},
        lx_records(&lx), lx.records->len, NULL};
    struct perf_check *check = perf_check_new(&run, NULL);
    GError *error = NULL;
    GPtrArray *rows = perf_check_step(check, 1, text, &error);

    MUST(check && !rows == !!error, "rows or an error");
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);
        MUST(row->event && !perf_check_row_holds(row) == !!row->why, "what does not hold says why");
        MUST(!row->why || (row->why->cause < PERF_CAUSES_N && row->why->sentence &&
                              !strchr(row->why->sentence, '\n')),
            "... in one line");
    }
    MUST(!error || !strchr(error->message, '\n'), "an error is one line");
    g_clear_error(&error);
    if (rows)
        g_ptr_array_unref(rows);
    perf_check_free(check);
}

static void read_samples(const struct machine *machine, const char *text)
{
    if (!machine->proof || !machine->proof->parse)
        return;
    struct perf_samples *samples = machine->proof->parse(text);
    for (guint i = 0; i < samples->samples->len; i++)
        MUST(g_array_index(samples->samples, struct perf_sample_text, i).n <= TRUTH_SAMPLE_REGS,
            "registers fit their sample");
    perf_samples_free(samples);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    char *text = take_text(&in);

    for (unsigned i = 0; machine_number(i); i++)
        read_samples(machine_number(i), text);
    perf_output_free(perf_output_parse(text));
    prove(text);
    free(text);
    return 0;
}
