/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * witness [KIND...]
 *
 * Reports each CPU's number, socket and clock, and its number of interrupts of
 * each KIND. A KIND is a row of /proc/interrupts: its name or a part of its
 * driver's name; NAME+NAME matches either. The reports (models/sim/step.h) are
 * compared with the hardware's own records.
 */
#include "guest/freestanding.h"
#include "guest/say.h"

#define CPUS_MAX  256
#define KINDS_MAX 4
#define WORD_BITS (8 * sizeof(unsigned long))

static char interrupts[256 * 1024];
static unsigned long taken[KINDS_MAX][CPUS_MAX];

/* ---- this CPU ---- */

#if defined(__x86_64__)
/* With -icount, QEMU 11.1 counts one tick of the TSC per ns:
 * cpus_get_elapsed_ticks(), system/cpus.c. */
static unsigned long ticks(void)
{
    unsigned low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (unsigned long)high << 32 | low;
}

static unsigned long ticks_per_s(void)
{
    return 1000000000;
}

#elif defined(__aarch64__)
static unsigned long ticks(void)
{
    unsigned long value;

    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value) : : "memory");
    return value;
}

static unsigned long ticks_per_s(void)
{
    unsigned long value;

    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(value));
    return value;
}

#else
static unsigned long ticks(void)
{
    unsigned long value;

    __asm__ volatile("mftb %0" : "=r"(value) : : "memory");
    return value;
}

/* The same on every POWER9: Power ISA 3.0B, book III, chapter 7 leaves it open;
 * the user's manual specifies 512 MHz. */
static unsigned long ticks_per_s(void)
{
    return 512000000;
}
#endif

/* ---- files ---- */

/* Reads at most @size - 1 bytes and ends them with a NUL. Returns their number,
 * or -1. */
static long read_file(const char *path, char *text, long size)
{
    long fd = guest_syscall(SYS_OPENAT, -100 /* AT_FDCWD */, (long)path, 0, 0, 0), n = 0, got = 1;

    if (fd < 0)
        return -1;
    while (got > 0 && n < size - 1) {
        got = guest_syscall(SYS_READ, fd, (long)(text + n), size - 1 - n, 0, 0);
        n += got > 0 ? got : 0;
    }
    guest_syscall(SYS_CLOSE, fd, 0, 0, 0, 0);
    text[n] = '\0';
    return n;
}

static char *append(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    *at = '\0';
    return at;
}

/* "/sys/devices/system/cpu/cpu12/topology/physical_package_id"; 0 if there is
 * none. */
static unsigned long socket_of(unsigned cpu)
{
    char path[96], digits[4] = {0}, text[16];
    char *at = append(path, "/sys/devices/system/cpu/cpu");
    unsigned n = 0;
    long socket;

    for (unsigned scale = cpu < 10 ? 1 : cpu < 100 ? 10 : 100; scale; scale /= 10)
        digits[n++] = (char)('0' + cpu / scale % 10);
    append(append(at, digits), "/topology/physical_package_id");
    n = (unsigned)read_file(path, text, sizeof(text));
    text[n && n < sizeof(text) ? n - 1 : 0] = '\0'; /* drops the newline, or leaves an empty text */
    socket = guest_number(text);
    return socket > 0 ? (unsigned long)socket : 0;
}

/* ---- /proc/interrupts ---- */

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The number at *@at, after blanks, or -1; *@at moves past it. */
static long next_number(const char **at)
{
    const char *begin_at;
    long number = 0;

    while (is_blank(**at))
        ++*at;
    for (begin_at = *at; **at >= '0' && **at <= '9'; ++*at)
        number = number * 10 + (**at - '0');
    return *at == begin_at ? -1 : number;
}

/* Reads the heading's CPUs, in order; offline ones are absent. Returns their
 * number. */
static unsigned read_heading(const char **at, unsigned cpus[CPUS_MAX])
{
    unsigned n = 0;

    for (; **at && **at != '\n'; ++*at)
        if (**at == 'U' && n < CPUS_MAX) {
            ++*at;
            cpus[n++] = (unsigned)next_number(at) % CPUS_MAX;
            --*at;
        }
    return n;
}

/* Whether @text, of @n bytes, is @word (if @whole) or contains it. */
static int has(const char *text, long n, const char *word, long length, int whole)
{
    for (long at = 0; at + length <= n && !(whole && (at || n != length)); at++) {
        long same = 0;

        while (same < length && text[at + same] == word[same])
            same++;
        if (same == length)
            return 1;
    }
    return 0;
}

/* Whether the row from @row to @end is called @word, or its last word (the
 * driver's name) contains it. */
static int is_called(const char *row, const char *end, const char *word, long length)
{
    const char *first, *last = end;

    while (is_blank(*row))
        row++;
    for (first = row; first < end && *first != ':';)
        first++;
    while (last > row && !is_blank(last[-1]))
        last--;
    return has(row, first - row, word, length, 1) || has(last, end - last, word, length, 0);
}

/* Whether one of @kind's words, which are separated by +, matches. */
static int is_of(const char *row, const char *end, const char *kind)
{
    for (;;) {
        long length = 0;

        while (kind[length] && kind[length] != '+')
            length++;
        if (is_called(row, end, kind, length))
            return 1;
        if (!kind[length])
            return 0;
        kind += length + 1;
    }
}

static void add_row(const char *at, const unsigned *cpus, unsigned n, unsigned kind)
{
    while (*at && *at != ':')
        at++;
    at++;
    for (unsigned i = 0; i < n; i++) {
        long count = next_number(&at);

        if (count < 0)
            break;
        taken[kind][cpus[i]] += (unsigned long)count;
    }
}

/* Adds up all rows of a kind, such as several devices of one driver. */
static void count_interrupts(char **kinds, unsigned n_kinds)
{
    unsigned cpus[CPUS_MAX], n;
    const char *at = interrupts;

    if (!n_kinds || read_file("/proc/interrupts", interrupts, sizeof(interrupts)) < 0)
        return;
    n = read_heading(&at, cpus);
    while (*at) {
        const char *row = *at == '\n' ? at + 1 : at, *end = row;

        while (*end && *end != '\n')
            end++;
        for (unsigned kind = 0; kind < n_kinds; kind++)
            if (is_of(row, end, kinds[kind]))
                add_row(row, cpus, n, kind);
        at = end;
    }
}

/* ---- all CPUs ---- */

static void testify(unsigned cpu, unsigned n_kinds)
{
    unsigned long socket = socket_of(cpu), before = ticks(), after;

    say(WITNESS_CPU, cpu | socket << SIM_WITNESS_SOCKET_SHIFT);
    after = ticks();
    say(WITNESS_BEFORE, before);
    say(WITNESS_AFTER, after);
    say(WITNESS_HZ, ticks_per_s());
    for (unsigned kind = 0; kind < n_kinds; kind++)
        say(WITNESS_TAKEN, taken[kind][cpu] | (unsigned long)kind << SIM_WITNESS_KIND_SHIFT);
}

int guest_main(int argc, char **argv, char **envp)
{
    unsigned long online[CPUS_MAX / WORD_BITS] = {0}, one[CPUS_MAX / WORD_BITS] = {0};
    unsigned n_kinds = argc > 1 + KINDS_MAX ? KINDS_MAX : (unsigned)argc - 1;

    (void)envp;
    guest_use_ports(SAY_FIRST_PORT, SAY_PORTS);
    count_interrupts(argv + 1, n_kinds);
    guest_syscall(SYS_SCHED_GETAFFINITY, 0, sizeof(online), (long)online, 0, 0);
    for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++) {
        if (!(online[cpu / WORD_BITS] >> cpu % WORD_BITS & 1))
            continue;
        one[cpu / WORD_BITS] = 1ul << cpu % WORD_BITS;
        if (!guest_syscall(SYS_SCHED_SETAFFINITY, 0, sizeof(one), (long)one, 0, 0))
            testify(cpu, n_kinds);
        one[cpu / WORD_BITS] = 0;
    }
    return 0;
}
