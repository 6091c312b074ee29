/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds arbitrary files of hardware to their reader. An invalid one has an
 * error of one line. The PMUs of a valid one take accesses at random, and the
 * oracle, which reads the file a second time, agrees on each. */
#include "models/board/board.h"
#include "oracle/board/pmu.h"
#include "tests/fuzz/fuzz.h"
#include "tests/rng.h"

#include <assert.h>
#include <glob.h>
#include <unistd.h>

enum { ACCESSES = 12 };

static char folder[] = "/tmp/pmulab-hardware-fuzz-XXXXXX";
static struct board board;
static struct oracle_board_manual manual;

static void copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    int c;

    while (in && out && (c = fgetc(in)) != EOF)
        fputc(c, out);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

static void clean(void)
{
    char pattern[64];
    glob_t files;

    snprintf(pattern, sizeof(pattern), "%s/*", folder);
    if (!glob(pattern, 0, NULL, &files))
        for (size_t i = 0; i < files.gl_pathc; i++)
            unlink(files.gl_pathv[i]);
    globfree(&files);
    rmdir(folder);
}

/* The folder of the input has the lists of events that files of hardware/
 * name. */
static void prepare(void)
{
    char to[512];
    glob_t lists;

    assert(mkdtemp(folder));
    atexit(clean);
    if (!glob("hardware/*.events", 0, NULL, &lists))
        for (size_t i = 0; i < lists.gl_pathc; i++) {
            snprintf(to, sizeof(to), "%s/%s", folder, strrchr(lists.gl_pathv[i], '/') + 1);
            copy(lists.gl_pathv[i], to);
        }
    globfree(&lists);
}

static void check_wrong(const char *wrong)
{
    const char *line = strchr(wrong, ':');

    assert(strlen(wrong) < HARDWARE_WRONG && !strchr(wrong, '\n') && line);
    assert(strtoul(line + 1, NULL, 10) > 0);
    assert(strstr(wrong, "; expected ") || strlen(wrong) == HARDWARE_WRONG - 1);
}

/* Accesses of 4 or 8 bytes to registers, some ns apart. */
static void play(const struct pmu_kind *kind, struct oracle_pmu *pmu, unsigned block)
{
    struct rng rng = {.state = kind->bank->n_regs};
    uint64_t now = 0;

    for (unsigned i = 0; i < ACCESSES; i++) {
        now += rng_below(&rng, 3) ? rng_below(&rng, 5000) : rng_below(&rng, 6000000000);

        const struct sim_access access = {.now = now};
        const struct reg *reg = &kind->bank->regs[rng_below(&rng, kind->bank->n_regs)];
        const unsigned size = reg->width == 64 && rng_below(&rng, 2) ? 8 : 4;
        const uint32_t offset = reg->offset / size * size;
        const uint64_t value = rng_below(&rng, 2) ? rng_next(&rng) : rng_below(&rng, 16);

        oracle_pmu_advance(pmu, now);
        if (rng_below(&rng, 2)) {
            board_write(&board, &access, block, offset, size, value & reg_low_bits(8 * size));
            oracle_pmu_write(pmu, offset, size, value & reg_low_bits(8 * size));
        } else {
            MUST(board_read(&board, &access, block, offset, size) ==
                     oracle_pmu_read(pmu, offset, size),
                reg->name);
        }
    }
}

static void try_pmus(const struct hardware *hardware, const char *path)
{
    static const struct sim_host nobody;
    const struct board_config config = {hardware, 1};

    board_reset(&board, &config, &nobody);
    memset(&manual, 0, sizeof(manual));
    if (oracle_board_manual(&manual, path))
        return; /* beyond its limits */
    assert(manual.n == hardware->n);
    for (unsigned i = 0; i < manual.n; i++) {
        struct oracle_pmu pmu;

        oracle_pmu_begin(&pmu, &manual.pmus[i]);
        play(&hardware->pmus[i], &pmu, i);
        oracle_pmu_end(&pmu);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool prepared;
    char path[64], wrong[HARDWARE_WRONG] = "";

    if (!prepared)
        prepare();
    prepared = true;
    snprintf(path, sizeof(path), "%s/input.rdl", folder);
    FILE *file = fopen(path, "w");
    fwrite(data, 1, size, file);
    fclose(file);
    struct hardware *hardware = hardware_read(path, wrong);
    if (hardware)
        try_pmus(hardware, path);
    else
        check_wrong(wrong);
    hardware_free(hardware);
    return 0;
}
