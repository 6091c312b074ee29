/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ACPI tables, byte by byte: bytecode compared with iasl's (ACPICA) output for
 * the same ASL. */
#include "acpi/aml.h"
#include "acpi/device_table.h"
#include "harness/machine/machines.h"
#include "tests/tap.h"

enum { HEADER = 36 };

/*
 * Scope (\_SB)
 * {
 *     Device (PMC0)
 *     {
 *         Name (_HID, "HISI0451")
 *         Name (_UID, 0)
 *         Name (_CCA, 1)
 *         Name (_CRS, ResourceTemplate ()
 *         {
 *             QWordMemory (ResourceConsumer, PosDecode, MinFixed, MaxFixed,
 *                 NonCacheable, ReadWrite, 0, 0x0b010000, 0x0b01ffff, 0, 0x10000)
 *             Interrupt (ResourceConsumer, Edge, ActiveHigh, Exclusive) { 233 }
 *         })
 *         Name (_DSD, Package ()
 *         {
 *             ToUUID ("daffd814-6eba-4d8c-8a91-bc9bbf4aa301"),
 *             Package ()
 *             {
 *                 Package () {"hisilicon,scl-id", 5},
 *                 Package () {"hisilicon,nr-cluster", 2}
 *             }
 *         })
 *     }
 * }
 */
static const uint8_t one_pmcu[] = {0x10, 0x4e, 0x0b, 0x5c, 0x5f, 0x53, 0x42, 0x5f, 0x5b, 0x82, 0x45,
    0x0b, 0x50, 0x4d, 0x43, 0x30, 0x08, 0x5f, 0x48, 0x49, 0x44, 0x0d, 0x48, 0x49, 0x53, 0x49, 0x30,
    0x34, 0x35, 0x31, 0x00, 0x08, 0x5f, 0x55, 0x49, 0x44, 0x00, 0x08, 0x5f, 0x43, 0x43, 0x41, 0x01,
    0x08, 0x5f, 0x43, 0x52, 0x53, 0x11, 0x3c, 0x0a, 0x39, 0x8a, 0x2b, 0x00, 0x00, 0x0d, 0x01, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x0b, 0x00, 0x00, 0x00, 0x00, 0xff,
    0xff, 0x01, 0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x89, 0x06, 0x00, 0x03, 0x01, 0xe9, 0x00, 0x00, 0x00,
    0x79, 0x00, 0x08, 0x5f, 0x44, 0x53, 0x44, 0x12, 0x4c, 0x04, 0x02, 0x11, 0x13, 0x0a, 0x10, 0x14,
    0xd8, 0xff, 0xda, 0xba, 0x6e, 0x8c, 0x4d, 0x8a, 0x91, 0xbc, 0x9b, 0xbf, 0x4a, 0xa3, 0x01, 0x12,
    0x34, 0x02, 0x12, 0x16, 0x02, 0x0d, 0x68, 0x69, 0x73, 0x69, 0x6c, 0x69, 0x63, 0x6f, 0x6e, 0x2c,
    0x73, 0x63, 0x6c, 0x2d, 0x69, 0x64, 0x00, 0x0a, 0x05, 0x12, 0x1a, 0x02, 0x0d, 0x68, 0x69, 0x73,
    0x69, 0x6c, 0x69, 0x63, 0x6f, 0x6e, 0x2c, 0x6e, 0x72, 0x2d, 0x63, 0x6c, 0x75, 0x73, 0x74, 0x65,
    0x72, 0x00, 0x0a, 0x02};

static const struct acpi_device pmcu = {.name = "PMC0",
    .hid = "HISI0451",
    .coherent = true,
    .n_properties = 2,
    .properties = {{"hisilicon,scl-id", 5}, {"hisilicon,nr-cluster", 2}},
    .window = 0x0b010000,
    .window_size = 0x10000,
    .interrupt = 233};

static uint8_t sum_of(const uint8_t *bytes, size_t size)
{
    uint8_t sum = 0;

    for (size_t i = 0; i < size; i++)
        sum = (uint8_t)(sum + bytes[i]);
    return sum;
}

static void test_table(void)
{
    static const uint8_t header[] = {'S', 'S', 'D', 'T', HEADER + sizeof(one_pmcu), 0, 0, 0, 2};
    static const char names[] = "PMULABPMCU\0\0\0\0\1\0\0\0PMUL\1\0\0";
    uint8_t table[ACPI_DEVICE_TABLE_MAX];
    size_t size = acpi_device_table(table, sizeof(table), &pmcu, 1);

    if (!tap_ok(size == HEADER + sizeof(one_pmcu), __FILE__, __LINE__,
            "the table has a header and the device"))
        return;
    ok(!memcmp(table, header, sizeof(header)), "signature, length, revision");
    ok(!memcmp(table + 10, names, sizeof(names)), "who made it");
    is_u64(sum_of(table, size), 0, "all bytes sum to 0");
    ok(!memcmp(table + HEADER, one_pmcu, sizeof(one_pmcu)), "the device is as iasl has it");
}

/*
 * Scope (\_SB)
 * {
 *     Device (M000)
 *     {
 *         Name (_HID, "ACPI0004")
 *         Name (_UID, 7)
 *         Device (P000)
 *         {
 *             Name (_HID, "QCOM8081")
 *             Name (_UID, 0)
 *             Name (_CRS, ResourceTemplate ()
 *             {
 *                 QWordMemory (ResourceConsumer, PosDecode, MinFixed, MaxFixed, NonCacheable,
 *                     ReadWrite, 0, 0x0b000000, 0x0b00ffff, 0, 0x10000)
 *                 Interrupt (ResourceConsumer, Level, ActiveHigh, Exclusive) { 144 }
 *             })
 *             Name (_DSD, Package ()
 *             {
 *                 ToUUID ("daffd814-6eba-4d8c-8a91-bc9bbf4aa301"),
 *                 Package () { }
 *             })
 *         }
 *         Device (P001): the same with _UID 1, 0x0b100000, and interrupt 145
 *     }
 * }
 */
static const uint8_t two_in_one[] = {0x10, 0x41, 0x12, 0x5c, 0x5f, 0x53, 0x42, 0x5f, 0x5b, 0x82,
    0x48, 0x11, 0x4d, 0x30, 0x30, 0x30, 0x08, 0x5f, 0x48, 0x49, 0x44, 0x0d, 0x41, 0x43, 0x50, 0x49,
    0x30, 0x30, 0x30, 0x34, 0x00, 0x08, 0x5f, 0x55, 0x49, 0x44, 0x0a, 0x07, 0x5b, 0x82, 0x4c, 0x07,
    0x50, 0x30, 0x30, 0x30, 0x08, 0x5f, 0x48, 0x49, 0x44, 0x0d, 0x51, 0x43, 0x4f, 0x4d, 0x38, 0x30,
    0x38, 0x31, 0x00, 0x08, 0x5f, 0x55, 0x49, 0x44, 0x00, 0x08, 0x5f, 0x43, 0x52, 0x53, 0x11, 0x3c,
    0x0a, 0x39, 0x8a, 0x2b, 0x00, 0x00, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x89, 0x06, 0x00, 0x01, 0x01, 0x90, 0x00, 0x00, 0x00, 0x79, 0x00, 0x08, 0x5f, 0x44, 0x53, 0x44,
    0x12, 0x19, 0x02, 0x11, 0x13, 0x0a, 0x10, 0x14, 0xd8, 0xff, 0xda, 0xba, 0x6e, 0x8c, 0x4d, 0x8a,
    0x91, 0xbc, 0x9b, 0xbf, 0x4a, 0xa3, 0x01, 0x12, 0x02, 0x00, 0x5b, 0x82, 0x4c, 0x07, 0x50, 0x30,
    0x30, 0x31, 0x08, 0x5f, 0x48, 0x49, 0x44, 0x0d, 0x51, 0x43, 0x4f, 0x4d, 0x38, 0x30, 0x38, 0x31,
    0x00, 0x08, 0x5f, 0x55, 0x49, 0x44, 0x01, 0x08, 0x5f, 0x43, 0x52, 0x53, 0x11, 0x3c, 0x0a, 0x39,
    0x8a, 0x2b, 0x00, 0x00, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x10, 0x0b, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x10, 0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x89, 0x06,
    0x00, 0x01, 0x01, 0x91, 0x00, 0x00, 0x00, 0x79, 0x00, 0x08, 0x5f, 0x44, 0x53, 0x44, 0x12, 0x19,
    0x02, 0x11, 0x13, 0x0a, 0x10, 0x14, 0xd8, 0xff, 0xda, 0xba, 0x6e, 0x8c, 0x4d, 0x8a, 0x91, 0xbc,
    0x9b, 0xbf, 0x4a, 0xa3, 0x01, 0x12, 0x02, 0x00};

static void test_parent(void)
{
    const struct acpi_device first = {.name = "P000",
        .hid = "QCOM8081",
        .has_parent = true,
        .parent = 7,
        .window = 0x0b000000,
        .window_size = 0x10000,
        .interrupt = 144,
        .level = true};
    struct acpi_device devices[] = {first, first, first};
    uint8_t table[ACPI_DEVICE_TABLE_MAX];

    strcpy(devices[1].name, "P001");
    devices[1].uid = 1;
    devices[1].window = 0x0b100000;
    devices[1].interrupt = 145;
    is_u64(acpi_device_table(table, sizeof(table), devices, 2), HEADER + sizeof(two_in_one),
        "two devices in one parent");
    ok(!memcmp(table + HEADER, two_in_one, sizeof(two_in_one)), "... are as iasl has them");
    strcpy(devices[2].name, "P002");
    devices[2].parent = 8;
    /* a parent of 4 bytes of head, 4 of name, 15 of _HID and 7 of _UID, and a
     * device of 126 */
    is_u64(acpi_device_table(table, sizeof(table), devices, 3),
        HEADER + sizeof(two_in_one) + 30 + 126, "another has its own parent");
    devices[1].has_parent = devices[2].has_parent = false;
    ok(acpi_device_table(table, sizeof(table), devices, 3) > 0, "devices without a parent follow");
}

static void test_room(void)
{
    uint8_t table[HEADER + sizeof(one_pmcu) + 1];

    memset(table, 0xee, sizeof(table));
    is_u64(acpi_device_table(table, HEADER + sizeof(one_pmcu) - 1, &pmcu, 1), 0, "a byte too few");
    is_u64(table[HEADER + sizeof(one_pmcu) - 1], 0xee, "... is not written");
    is_u64(acpi_device_table(table, HEADER + sizeof(one_pmcu), &pmcu, 1), HEADER + sizeof(one_pmcu),
        "just enough");
    is_u64(table[HEADER + sizeof(one_pmcu)], 0xee, "... and no more");
}

static void integer_is(uint64_t value, const char *bytes, size_t size)
{
    uint8_t written[16];
    struct aml aml = {written, sizeof(written), 0};

    aml_integer(&aml, value);
    ok(aml.size == size && !memcmp(written, bytes, size), "%" PRIu64 " as an integer", value);
}

/* As iasl writes them. */
static void test_integers(void)
{
    integer_is(0, "\0", 1);
    integer_is(1, "\1", 1);
    integer_is(2, "\x0a\x02", 2);
    integer_is(255, "\x0a\xff", 2);
    integer_is(256, "\x0b\0\1", 3);
    integer_is(65535, "\x0b\xff\xff", 3);
    integer_is(65536, "\x0c\0\0\1\0", 5);
    integer_is(UINT32_MAX, "\x0c\xff\xff\xff\xff", 5);
    integer_is(UINT64_C(0x100000000), "\x0e\0\0\0\0\1\0\0\0", 9);
}

/* A scope called ____ with @content bytes in all, of which five are its
 * name. */
static void length_is(size_t content, const char *length, size_t bytes)
{
    static uint8_t written[1 << 21];
    struct aml aml = {written, sizeof(written), 0};
    size_t scope = aml_scope(&aml, "\\");

    while (aml.size < 1 + content)
        aml_byte(&aml, 0xa3);
    aml_close(&aml, scope);
    ok(aml.size == 1 + bytes + content && !memcmp(written + 1, length, bytes),
        "%zu bytes in a block", content);
    ok(written[1 + bytes] == '\\' && written[aml.size - 1] == 0xa3,
        "... which are past the length");
}

/* ACPI 6.5, section 20.2.4: the length counts itself. */
static void test_lengths(void)
{
    length_is(62, "\x3f", 1);
    length_is(63, "\x41\x04", 2); /* 65 */
    length_is(4093, "\x4f\xff", 2);
    length_is(4094, "\x81\x00\x01", 3); /* 4097 */
    length_is(1048572, "\x8f\xff\xff", 3);
    length_is(1048573, "\xc1\x00\x00\x01", 4); /* 1048577 */
}

/* Whether the description of @die contains @text. */
static bool has(GBytes *table, unsigned die, const char *text, size_t length)
{
    const char name[] = {'P', 'M', 'C', (char)('0' + die)},
               next[] = {'P', 'M', 'C', (char)('1' + die)};
    gsize size;
    const char *bytes = g_bytes_get_data(table, &size), *end = bytes + size;
    const char *from = memmem(bytes, size, name, sizeof(name));
    const char *to = from ? memmem(from, (size_t)(end - from), next, sizeof(next)) : NULL;

    return from && memmem(from, (size_t)((to ? to : end) - from), text, length);
}

#define HAS(TABLE, DIE, TEXT) has(TABLE, DIE, TEXT, sizeof(TEXT) - 1)

/* The table for each set of options. */
static void test_kunpeng(void)
{
    static const char *const two[] = {"trace=x", "dies=2", "tables=acpi", "uncore=none", NULL};
    static const char *const back[] = {"tables=acpi", "tables=devicetree", NULL};
    GBytes *table;

    ok(!kunpeng_machine.acpi_table(NULL, 8), "no options, no table");
    ok(!kunpeng_machine.acpi_table(back, 8), "the last option counts");
    table = kunpeng_machine.acpi_table(two, 12);
    ok(table && !HAS(table, 0, "cpus"), "MPIDR tells the CPUs of a die, not the table");
    ok(HAS(table, 0, "scl-id\0\x0a\3") && HAS(table, 1, "scl-id\0\x0a\5"),
        "... which are dies 3 and 5");
    ok(HAS(table, 0, "nr-cluster\0\1") && HAS(table, 1, "nr-cluster\0\1"), "... of a cluster each");
    /* 0x0b000000, of 64 KiB; 32 + 200 */
    ok(HAS(table, 0, "\0\0\0\x0b\0\0\0\0\xff\xff\0\x0b") &&
            HAS(table, 1, "\0\0\1\x0b\0\0\0\0\xff\xff\1\x0b"),
        "... with windows one after the other");
    ok(HAS(table, 0, "\3\1\xe8\0\0\0") && HAS(table, 1, "\3\1\xe9\0\0\0"), "... and interrupts");
    g_bytes_unref(table);
}

/* The SSDT has a device for each uncore PMU: hip09's UC 1 of the second die is
 * the last. */
static void test_uncore(void)
{
    static const char *const options[] = {"tables=acpi", "dies=2", "uncore=hip09", NULL};
    GBytes *table = kunpeng_machine.acpi_table(options, 12);
    gsize size;
    const char *bytes = g_bytes_get_data(table, &size);
    const char *last = memmem(bytes, size, "U02B", 4);

    ok(last && !memmem(bytes, size, "U02C", 4), "its name is that of place 43");
    if (!last)
        return;
    size -= (gsize)(last - bytes);
    ok(memmem(last, size, "HISI0291", 9), "... its id");
    /* 0x0b000000 + (4 + 43) * 64 KiB; 32 + 112 + 43, level, active high */
    ok(memmem(last, size, "\0\0\x2f\x0b\0\0\0\0\xff\xff\x2f\x0b", 12), "... its window");
    ok(memmem(last, size, "\x89\6\0\1\1\xbb\0\0\0", 9), "... its interrupt");
    ok(memmem(last, size, "hisilicon,scl-id\0\x0a\5", 19) &&
            memmem(last, size, "hisilicon,ccl-id\0\0", 18) &&
            memmem(last, size, "hisilicon,sub-id\0\1", 18),
        "... die 5, cluster 0, part 1");
    g_bytes_unref(table);
}

int main(void)
{
    test_uncore();
    test_table();
    test_parent();
    test_room();
    test_integers();
    test_lengths();
    test_kunpeng();
    return done_testing();
}
