/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs in the guest, as root: configuration space through ports CF8 and CFC, by
 * every form of IN and OUT. Each form is tried on our function and on QEMU's
 * own host bridge, which shows that QEMU decodes it the same way. The kernel
 * does not use CF8 unless lspci or perf runs.
 *
 *     x86_ports MS     both CPUs race for CF8 for MS milliseconds
 */
#include "tests/guest/inside/x86_guest.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/io.h>
#include <sys/mman.h>
#include <time.h>

enum { CF8 = 0xcf8, CFC = 0xcfc, VENDOR = 0x00, CTR0 = 0xa0, CTR0_HIGH = 0xa4 };

/* Bus, device and function as CF8 takes them. */
#define FUNCTION(bus, device, function)                                                            \
    (0x80000000 | (bus) << 16 | (device) << 11 | (function) << 8)
#define IMC0        FUNCTION(0x7f, 0x10, 0)
#define IMC1        FUNCTION(0x7f, 0x10, 1)
#define HOST_BRIDGE FUNCTION(0, 0, 0)

static void address(uint32_t function, unsigned offset)
{
    outl(function | (offset & 0xfc), CF8);
}

static uint32_t config_read(uint32_t function, unsigned offset)
{
    address(function, offset);
    return inl(CFC);
}

static void config_write(uint32_t function, unsigned offset, uint32_t value)
{
    address(function, offset);
    outl(value, CFC);
}

/* ---- any instruction ---- */

/* Takes RAX and DX, returns RAX. */
typedef uint64_t (*port_instruction)(uint64_t rax, uint64_t dx);

static uint8_t *code_room;

/* A function around the instruction with bytes @hex: mov rax,rdi; mov rdx,rsi;
 * it; ret. */
static port_instruction assemble(const char *hex)
{
    static const uint8_t begin[] = {0x48, 0x89, 0xf8, 0x48, 0x89, 0xf2};
    uint8_t *start = code_room;
    port_instruction function;
    unsigned byte;
    int used;

    memcpy(code_room, begin, sizeof(begin));
    for (code_room += sizeof(begin); sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
        *code_room++ = (uint8_t)byte;
    *code_room++ = 0xc3;
    memcpy(&function, &start, sizeof(function));
    return function;
}

#define GARBAGE UINT64_C(0xa1b2c3d4e5f60718)

/* RAX after an input of @size bytes: AL and AX keep the rest, EAX clears the
 * upper half. */
static uint64_t merged(uint64_t rax, uint32_t value, unsigned size)
{
    if (size == 4)
        return value;
    return size == 2 ? (rax & ~UINT64_C(0xffff)) | (uint16_t)value
                     : (rax & ~UINT64_C(0xff)) | (uint8_t)value;
}

/* ---- input ---- */

struct form {
    const char *bytes;
    unsigned size;
};

static const struct form in_forms[] = {
    {"ec", 1},
    {"66 ec", 1},
    {"40 ec", 1},
    {"48 ec", 1},
    {"f3 ec", 1},
    {"67 ec", 1},
    {"66 ed", 2},
    {"66 40 ed", 2},
    {"48 66 ed", 2},
    {"2e 66 ed", 2},
    {"ed", 4},
    {"48 ed", 4},
    {"66 48 ed", 4},
    {"67 ed", 4},
    {"f2 ed", 4},
    {"4f ed", 4},
};

static void check_in(const struct form *form, uint32_t function, const char *name)
{
    port_instruction in = assemble(form->bytes);
    uint32_t value = function == IMC0 ? 0x3cb08086 : 0x29c08086;

    for (unsigned lane = 0; lane + form->size <= 4; lane++) {
        if (function == HOST_BRIDGE && lane % form->size)
            continue; /* a word in the middle: hardware returns it, QEMU returns 0 */
        address(function, VENDOR);
        is_u64(in(GARBAGE, CFC + lane), merged(GARBAGE, value >> 8 * lane, form->size),
            "%s: IN '%s' of %u bytes, lane %u", name, form->bytes, form->size, lane);
    }
}

static void test_in(void)
{
    for (size_t i = 0; i < sizeof(in_forms) / sizeof(in_forms[0]); i++) {
        check_in(&in_forms[i], IMC0, "7f:10.0");
        check_in(&in_forms[i], HOST_BRIDGE, "00:00.0");
    }
}

/* Immediate ports reach only the PC's oldest devices, which are QEMU's: the
 * interrupt mask. */
static void test_immediate(void)
{
    uint8_t mask = inb(0x21);

    is_u64(assemble("e4 21")(GARBAGE, CFC), merged(GARBAGE, mask, 1), "IN AL,21 is not ours");
    outb((uint8_t)(mask ^ 0x80), 0x21);
    is_u64(assemble("e4 21")(0, CFC), (uint8_t)(mask ^ 0x80), "... nor OUT to 21");
    assemble("e6 21")(mask, CFC);
    is_u64(inb(0x21), mask, "... nor OUT 21,AL");
}

/* ---- all of configuration space ---- */

/* Stores the kernel's view of 7f:10.0 in @bytes. */
static bool kernel_reads(uint8_t bytes[256])
{
    int fd = open("/sys/bus/pci/devices/0000:7f:10.0/config", O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, 256);

    if (fd >= 0)
        close(fd);
    return n == 256;
}

static uint32_t in_at(unsigned offset, unsigned size)
{
    uint16_t port = (uint16_t)(CFC + (offset & 3));

    address(IMC0, offset);
    return size == 1 ? inb(port) : size == 2 ? inw(port) : inl(port);
}

static void test_all_offsets(void)
{
    uint8_t kernel[256];

    if (!ok(kernel_reads(kernel), "the kernel has 7f:10.0"))
        return;
    for (unsigned size = 1; size <= 4; size *= 2) {
        unsigned wrong = 0;

        for (unsigned offset = 0; offset + size <= 256; offset++) {
            uint32_t expected = 0;

            if ((offset & 3) + size > 4)
                continue;
            memcpy(&expected, kernel + offset, size);
            wrong += in_at(offset, size) != expected;
        }
        is_u64(wrong, 0, "all offsets by %u bytes read as the kernel reads them", size);
    }
}

/* The function's header, from the datasheet. */
static void test_header(void)
{
    is_u64(in_at(0x00, 2), 0x8086, "vendor by word");
    is_u64(in_at(0x02, 2), 0x3cb0, "device by word");
    is_u64(config_read(IMC0, 0x08), 0x08800007, "class 08.80.00, revision 7");
    is_u64(in_at(0x0e, 1), 0x80, "one function of several, header type 0");
}

/* ---- output ---- */

static const struct {
    const char *bytes;
    unsigned lane;
    uint32_t expected; /* of a register that was ffffffff, after an output of 44332211 */
} out_forms[] = {
    {"ee", 0, 0xffffff11},
    {"ee", 1, 0xffff11ff},
    {"ee", 2, 0xff11ffff},
    {"ee", 3, 0x11ffffff},
    {"66 ee", 3, 0x11ffffff},
    {"48 ee", 0, 0xffffff11},
    {"66 ef", 0, 0xffff2211},
    {"66 ef", 1, 0xff2211ff},
    {"66 ef", 2, 0x2211ffff},
    {"66 40 ef", 2, 0x2211ffff},
    {"ef", 0, 0x44332211},
    {"48 ef", 0, 0x44332211},
    {"66 48 ef", 0, 0x44332211},
    {"67 ef", 0, 0x44332211},
};

static void test_out(void)
{
    for (size_t i = 0; i < sizeof(out_forms) / sizeof(out_forms[0]); i++) {
        uint64_t rax = GARBAGE << 32 | 0x44332211;
        uint64_t after;

        config_write(IMC0, CTR0, UINT32_MAX);
        address(IMC0, CTR0);
        after = assemble(out_forms[i].bytes)(rax, CFC + out_forms[i].lane);
        is_u64(config_read(IMC0, CTR0), out_forms[i].expected, "OUT '%s', lane %u",
            out_forms[i].bytes, out_forms[i].lane);
        ok(after == rax, "... leaves RAX alone");
    }
    config_write(IMC0, CTR0_HIGH, UINT32_MAX);
    is_u64(config_read(IMC0, CTR0_HIGH), 0xffff, "a counter has 48 bits");
    config_write(IMC0, VENDOR, 0);
    is_u64(config_read(IMC0, VENDOR), 0x3cb08086, "identification is read-only");
}

/* ---- absent functions, and functions of QEMU ---- */

static void test_absent(void)
{
    static const uint32_t absent[] = {
        FUNCTION(0x7f, 0, 0), FUNCTION(0x7f, 0x11, 7), FUNCTION(0x7f, 0x1f, 7)};

    for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
        config_write(absent[i], CTR0, 0);
        is_u64(config_read(absent[i], VENDOR), UINT32_MAX, "nothing at %08x: dword", absent[i]);
        is_u64(inw(CFC + 2), 0xffff, "... word");
        is_u64(inb(CFC + 3), 0xff, "... byte");
        is_u64(config_read(absent[i], CTR0), UINT32_MAX, "... nor anywhere else, though written");
    }
}

static void test_not_ours(void)
{
    is_u64(config_read(HOST_BRIDGE, VENDOR), 0x29c08086, "00:00.0 is QEMU's host bridge");
    is_u64(inl(CF8), HOST_BRIDGE, "the address reads back from QEMU");
    address(IMC0, CTR0);
    outb(0x12, CF8 + 2);
    is_u64(inl(CF8), IMC0 | CTR0, "a byte to the address is none, for QEMU and for us");
    is_u64(inl(CFC), config_read(IMC0, CTR0), "... and reads go where they went");
    outl((IMC0 | CTR0) & ~0x80000000, CF8);
    is_u64(inl(CFC), UINT32_MAX, "a disabled address is nobody's");
    config_write(IMC0, CTR0, 0x5eed);
    outl((IMC0 | CTR0) & ~0x80000000, CF8);
    outl(0xbad, CFC);
    is_u64(config_read(IMC0, CTR0), 0x5eed, "... and nothing is written there");
}

/* ---- both CPUs at once ---- */

struct racer {
    unsigned cpu;
    uint32_t function;
    uint64_t end; /* ns of the monotonic clock */
    unsigned reads[2], illegal;
};

static const uint32_t raced[2] = {0x11223344, 0xaabbccdd};

static uint64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The other CPU may change the address before the data access; then its
 * register is read. */
static void *race(void *data)
{
    struct racer *r = data;

    run_on(r->cpu);
    while (now() < r->end)
        for (unsigned i = 0; i < 100; i++) {
            uint32_t value = config_read(r->function, CTR0);

            if (value == raced[0] || value == raced[1])
                r->reads[value == raced[1]]++;
            else
                r->illegal++;
        }
    return NULL;
}

static void test_race(unsigned ms)
{
    uint64_t end = now() + UINT64_C(1000000) * ms;
    struct racer racers[2] = {{0, IMC0, end, {0, 0}, 0}, {1, IMC1, end, {0, 0}, 0}};
    pthread_t threads[2];

    config_write(IMC0, CTR0, raced[0]);
    config_write(IMC1, CTR0, raced[1]);
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, race, &racers[i]);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < 2; i++) {
        printf("# CPU %u: %u and %u\n", i, racers[i].reads[0], racers[i].reads[1]);
        is_u64(racers[i].illegal, 0, "CPU %u reads one of both registers each time", i);
        ok(racers[i].reads[i] > 100, "... most often its own");
    }
    is_u64(config_read(IMC0, CTR0), raced[0], "the race has changed no register");
}

int main(int argc, char **argv)
{
    code_room =
        mmap(NULL, 65536, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (argc != 2 || code_room == MAP_FAILED || iopl(3)) {
        fprintf(stderr, "x86_ports: expected MILLISECONDS, memory, and to be root\n");
        return 2;
    }
    test_in();
    test_immediate();
    test_all_offsets();
    test_header();
    test_out();
    test_absent();
    test_not_ours();
    test_race((unsigned)atoi(argv[1]));
    return done_testing();
}
