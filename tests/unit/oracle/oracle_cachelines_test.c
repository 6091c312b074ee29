/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own traffic in two implementations: random loads and stores of up
 * to four CPUs on one or two sockets, and the transferred cachelines after
 * each. */
#include "models/cache/memory.h"
#include "models/snbep/snbep_memory.h"
#include "oracle/cachelines/caches.h"
#include "tests/tap.h"

#include <stdlib.h>

/* Few sets, so that cachelines evict each other from all caches. CPUs share
 * most cachelines. */
enum { SETS = 3, LINES = 34, L3_SETS = 16384, ACCESSES = 300000 };

static struct memory memory;
static uint64_t random_state = UINT64_C(0x9e3779b97f4a7c15);

static unsigned pick(unsigned n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % n;
}

/* Some cachelines are used often, so that a CPU keeps them for long. */
static uint64_t pick_line(void)
{
    unsigned way = pick(3) ? pick(LINES) : pick(4);

    return pick(SETS) + (uint64_t)L3_SETS * way;
}

static void test_random(unsigned cpus, unsigned sockets, unsigned stores)
{
    uint64_t read = 0, written = 0;
    struct oracle_cachelines moved = {0, 0};
    unsigned i = 0;

    memory_reset(&memory, &snbep_memory, cpus, sockets);
    oracle_cachelines_empty(cpus, sockets);
    for (; i < ACCESSES && moved.read == read && moved.written == written; i++) {
        unsigned cpu = pick(cpus);
        uint64_t line = pick_line();
        bool store = pick(100) < stores;

        memory_touch(&memory, cpu, line << MEMORY_LINE_SHIFT, 8, store);
        for (unsigned m = 0; m < memory.n_moves; m++) {
            read += !memory.moves[m].write;
            written += memory.moves[m].write;
        }
        moved = oracle_cachelines_touch(cpu, line, store);
    }
    is_u64(moved.read, read, "CPUs: %u, sockets: %u, stores: %u %%: lines read", cpus, sockets,
        stores);
    is_u64(moved.written, written, "... and written, after %u accesses", i);
    ok(i == ACCESSES && read > ACCESSES / 10 && (written || !stores), "... and there are many");
}

int main(void)
{
    static const unsigned shapes[][2] = {{1, 1}, {2, 1}, {4, 1}, {2, 2}, {4, 2}};

    for (unsigned i = 0; i < 5; i++) {
        test_random(shapes[i][0], shapes[i][1], 0);
        test_random(shapes[i][0], shapes[i][1], 10);
        test_random(shapes[i][0], shapes[i][1], 50);
    }
    return done_testing();
}
