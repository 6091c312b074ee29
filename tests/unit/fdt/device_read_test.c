/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads ACPI tables of devices back, and refuses damaged ones. */
#include "acpi/device_read.h"
#include "harness/machine/machines.h"
#include "tests/tap.h"

enum { ROOM = 92, HEADER = 36, CHECKSUM_AT = 9 };

static struct acpi_device devices[ROOM];

/* hip09 on two dies: 2 PMCUs, and 22 places each, of which the L3 caches of
 * absent clusters stay empty. */
static GBytes *table(void)
{
    static const char *const options[] = {"tables=acpi", "dies=2", "uncore=hip09", NULL};

    return kunpeng_machine.acpi_table(options, 12);
}

static void test_back(void)
{
    g_autoptr(GBytes) bytes = table();
    gsize size;
    const void *data = g_bytes_get_data(bytes, &size);
    char wrong[ACPI_READ_WRONG] = "";
    int n = acpi_device_table_read(data, size, devices, ROOM, wrong);
    const struct acpi_device *unit = &devices[1], *last = &devices[MAX(n, 1) - 1];

    is_str(wrong, "", "the table that kunpeng has");
    is_u64((guint64)n, 2 + 2 * (22 - 7), "... has all PMUs of two dies with a cluster each");
    is_str(unit->name, "PMC1", "a PMCU");
    is_str(unit->hid, "HISI0451", "... its id");
    is_u64(unit->uid, 1, "... its number");
    ok(unit->coherent && !unit->level, "... is coherent, and its interrupt an edge");
    is_u64(unit->window, 0x0b010000, "... its registers");
    is_u64(unit->window_size, 0x10000, "... their size");
    is_u64(unit->interrupt, 32 + 201, "... its interrupt");
    is_u64(unit->n_properties, 2, "... two properties");
    is_str(unit->properties[0].name, "hisilicon,scl-id", "... the die");
    is_u64(unit->properties[0].value, 5, "... 5");
    is_str(last->name, "U02B", "the last device");
    ok(!last->coherent && last->level, "... is an uncore PMU, whose interrupt is a level");
    is_u64(last->n_properties, 3, "... with three properties");
    is_u64(last->properties[2].value, 1, "... of which the last is 1");
    is_u64((guint64)acpi_device_table_read(data, size, devices, (unsigned)n, wrong), (guint64)n,
        "just enough room");
    ok(acpi_device_table_read(data, size, devices, (unsigned)n - 1, wrong) == -1,
        "a device more than there is room");
    ok(strstr(wrong, "too many devices") != NULL, "... is said");
}

/* Sets the checksum of @bytes. */
static void sum_up(guint8 *bytes, gsize size)
{
    guint8 sum = 0;

    bytes[CHECKSUM_AT] = 0;
    for (gsize i = 0; i < size; i++)
        sum = (guint8)(sum + bytes[i]);
    bytes[CHECKSUM_AT] = (guint8)-sum;
}

/* Replaces the first @from, changes nothing else but the checksum, and expects
 * @expected. */
static void refuses(const char *from, const char *to, gsize n, const char *expected)
{
    g_autoptr(GBytes) bytes = table();
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    g_autofree guint8 *copy = g_memdup2(data, size);
    guint8 *at = memmem(copy, size, from, n);
    char wrong[ACPI_READ_WRONG] = "";

    ok(at != NULL, "it is there");
    if (!at)
        return;
    memcpy(at, to, n);
    sum_up(copy, size);
    ok(acpi_device_table_read(copy, size, devices, ROOM, wrong) == -1, "refused");
    is_str(wrong, expected, "... with the reason");
}

static void test_wrong(void)
{
    g_autoptr(GBytes) bytes = table();
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    g_autofree guint8 *copy = g_memdup2(data, size);
    char wrong[ACPI_READ_WRONG] = "";

    refuses("SSDT", "DSDT", 4, "expected an SSDT");
    refuses("_HID", "_ADR", 4, "PMC0: expected _HID, _UID, _CCA, _CRS and _DSD");
    refuses("\x0dHISI", "\x0cHISI", 5, "PMC0: expected a string");
    refuses("\x89\6\0", "\x8b\6\0", 3, "PMC0: _CRS: expected registers, an interrupt and the end");
    refuses("\xff\xff\0\x0b", "\xff\xfe\0\x0b", 4,
        "PMC0: _CRS: the registers' size does not match their first and last address");
    refuses("\x5b\x82", "\x5b\x85", 2, "expected a scope of devices");
    ok(acpi_device_table_read(data, size - 1, devices, ROOM, wrong) == -1, "a byte too few");
    is_str(wrong, "its length is not that of the file", "... is said");
    ok(acpi_device_table_read(data, HEADER - 1, devices, ROOM, wrong) == -1, "no whole header");
    copy[HEADER + 20] ^= 1;
    ok(acpi_device_table_read(copy, size, devices, ROOM, wrong) == -1, "a flipped bit");
    is_str(wrong, "wrong checksum", "... is found by the checksum");
}

/* Every byte with three other values, and a checksum that hides it: nothing is
 * read beyond the table (sanitizers). */
static void test_damaged(void)
{
    static const guint8 masks[] = {0x01, 0x80, 0xff};
    g_autoptr(GBytes) bytes = table();
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    unsigned refused = 0;

    for (gsize i = HEADER; i < size; i++)
        for (unsigned m = 0; m < sizeof(masks); m++) {
            g_autofree guint8 *copy = g_memdup2(data, size);
            char wrong[ACPI_READ_WRONG] = "";

            copy[i] ^= masks[m];
            sum_up(copy, size);
            refused += acpi_device_table_read(copy, size, devices, ROOM, wrong) == -1 && *wrong;
        }
    ok(refused > size, "%u of %zu damaged tables are refused", refused, 3 * (size - HEADER));
}

int main(void)
{
    test_back();
    test_wrong();
    test_damaged();
    return done_testing();
}
