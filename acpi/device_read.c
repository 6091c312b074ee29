/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads an SSDT of devices. Numbers of sections are ACPI 6.5's. */
#include "acpi/device_read.h"

#include "acpi/aml_codes.h"

#include <stdio.h>
#include <string.h>

/* The rest of a block. After the first error nothing is read, and the values
 * are 0 or empty. */
struct bytes {
    const uint8_t *at, *end;
    const char **wrong;
};

static void fail(const struct bytes *b, const char *wrong)
{
    if (!*b->wrong)
        *b->wrong = wrong;
}

static bool more(const struct bytes *b)
{
    return !*b->wrong && b->at < b->end;
}

/* Takes @n bytes; NULL if there are fewer. */
static const uint8_t *take(struct bytes *b, size_t n)
{
    const uint8_t *at = b->at;

    if (*b->wrong)
        return NULL;
    if (n > (size_t)(b->end - b->at)) {
        fail(b, "a block ends within an object");
        return NULL;
    }
    b->at += n;
    return at;
}

/* The @n low bytes of a number, lowest first. */
static uint64_t number(struct bytes *b, unsigned n)
{
    const uint8_t *at = take(b, n);
    uint64_t value = 0;

    for (unsigned i = n; at && i--;)
        value = value << 8 | at[i];
    return value;
}

static unsigned byte(struct bytes *b)
{
    return (unsigned)number(b, 1);
}

/* Section 20.2.4: a length, which includes itself. Returns the block. */
static struct bytes block(struct bytes *b)
{
    const uint8_t *begin = b->at;
    unsigned first = byte(b), n = first >> 6;
    size_t length = n ? (first & 0xf) | (size_t)number(b, n) << 4 : first & 0x3f, head;
    const uint8_t *content;

    if (*b->wrong)
        return (struct bytes){b->at, b->at, b->wrong};
    head = (size_t)(b->at - begin);
    if (length < head) {
        fail(b, "a block is shorter than its length");
        return (struct bytes){b->at, b->at, b->wrong};
    }
    content = take(b, length - head);
    return content ? (struct bytes){content, content + (length - head), b->wrong}
                   : (struct bytes){b->at, b->at, b->wrong};
}

static uint64_t integer(struct bytes *b)
{
    unsigned op = byte(b);

    switch (op) {
    case 0: /* ZeroOp, OneOp */
    case 1:
        return op;
    case BYTE_PREFIX:
        return number(b, 1);
    case WORD_PREFIX:
        return number(b, 2);
    case DWORD_PREFIX:
        return number(b, 4);
    case QWORD_PREFIX:
        return number(b, 8);
    default:
        fail(b, "expected an integer");
        return 0;
    }
}

static const char *string(struct bytes *b)
{
    const uint8_t *text;
    size_t n;

    if (byte(b) != STRING_PREFIX)
        fail(b, "expected a string");
    if (*b->wrong)
        return "";
    n = strnlen((const char *)b->at, (size_t)(b->end - b->at));
    text = take(b, n + 1);
    return text ? (const char *)text : "";
}

/* The contents of a buffer: its size precedes them. */
static struct bytes buffer(struct bytes *b)
{
    struct bytes content;

    if (byte(b) != BUFFER_OP)
        fail(b, "expected a buffer");
    content = block(b);
    if (integer(&content) != (uint64_t)(content.end - content.at))
        fail(b, "a buffer's size is not that of its contents");
    return content;
}

static struct bytes package(struct bytes *b, unsigned *elements)
{
    struct bytes content;

    if (byte(b) != PACKAGE_OP)
        fail(b, "expected a package");
    content = block(b);
    *elements = byte(&content);
    return content;
}

/* ---- a device ---- */

/* Section 6.4.3.5.1. */
static void read_window(struct bytes *b, struct acpi_device *device)
{
    uint64_t last;

    take(b, 3 + 8); /* kind, flags, granularity */
    device->window = number(b, 8);
    last = number(b, 8);
    take(b, 8); /* translation */
    device->window_size = (uint32_t)number(b, 8);
    if (last - device->window + 1 != device->window_size)
        fail(b, "_CRS: the registers' size does not match their first and last address");
}

/* Section 6.4.3.6. */
static void read_interrupt(struct bytes *b, struct acpi_device *device)
{
    device->level = !(byte(b) & INTERRUPT_EDGE);
    if (byte(b) != 1)
        fail(b, "_CRS: expected one interrupt");
    device->interrupt = (uint32_t)number(b, 4);
}

static void read_resources(struct bytes b, struct acpi_device *device)
{
    for (unsigned tag = byte(&b); !*b.wrong && tag != END_TAG; tag = byte(&b)) {
        size_t length = number(&b, 2);
        const uint8_t *content = take(&b, length);
        struct bytes rest = {content, content ? content + length : content, b.wrong};

        if (tag == QWORD_ADDRESS_SPACE)
            read_window(&rest, device);
        else if (tag == EXTENDED_INTERRUPT)
            read_interrupt(&rest, device);
        else
            fail(&b, "_CRS: expected registers, an interrupt and the end");
    }
}

static void read_property(struct bytes *b, struct acpi_device *device)
{
    unsigned elements, n = device->n_properties;
    struct bytes pair = package(b, &elements);

    if (elements != 2 || n == ACPI_PROPERTIES)
        fail(b, "_DSD: expected up to 3 pairs of name and number");
    if (*b->wrong)
        return;
    device->properties[n].name = string(&pair);
    device->properties[n].value = (uint32_t)integer(&pair);
    device->n_properties = n + 1;
}

static void read_properties(struct bytes *b, struct acpi_device *device)
{
    unsigned elements, pairs;
    struct bytes all = package(b, &elements), list;

    buffer(&all);
    list = package(&all, &pairs);
    for (unsigned i = 0; i < pairs && !*b->wrong; i++)
        read_property(&list, device);
}

static void read_object(struct bytes *b, struct acpi_device *device)
{
    const uint8_t *name;

    if (byte(b) != NAME_OP)
        fail(b, "expected named objects");
    name = take(b, SEGMENT);
    if (!name)
        return;
    if (!memcmp(name, "_HID", SEGMENT))
        device->hid = string(b);
    else if (!memcmp(name, "_UID", SEGMENT))
        device->uid = (uint32_t)integer(b);
    else if (!memcmp(name, "_CCA", SEGMENT))
        device->coherent = integer(b) != 0;
    else if (!memcmp(name, "_CRS", SEGMENT))
        read_resources(buffer(b), device);
    else if (!memcmp(name, "_DSD", SEGMENT))
        read_properties(b, device);
    else
        fail(b, "expected _HID, _UID, _CCA, _CRS and _DSD");
}

static void read_device(struct bytes *b, struct acpi_device *device)
{
    struct bytes content;
    const uint8_t *name;

    *device = (struct acpi_device){.hid = ""};
    if (byte(b) != EXTENDED_OP || byte(b) != DEVICE_OP)
        fail(b, "expected a scope of devices");
    content = block(b);
    name = take(&content, SEGMENT);
    if (name)
        memcpy(device->name, name, SEGMENT);
    while (more(&content))
        read_object(&content, device);
}

/* ---- the table ---- */

static const char *check_header(const uint8_t *table, size_t size)
{
    const char *none = NULL;
    struct bytes length;
    uint8_t sum = 0;

    if (size < AML_HEADER || memcmp(table, AML_SIGNATURE, SEGMENT))
        return "expected an SSDT";
    length = (struct bytes){table + AML_LENGTH_AT, table + AML_HEADER, &none};
    if (number(&length, 4) != size)
        return "its length is not that of the file";
    for (size_t i = 0; i < size; i++)
        sum = (uint8_t)(sum + table[i]);
    return sum ? "wrong checksum" : NULL;
}

/* "\_SB_": a root character and one segment. */
static struct bytes read_scope(struct bytes *b)
{
    struct bytes scope;

    if (byte(b) != SCOPE_OP)
        fail(b, "expected a scope of devices");
    scope = block(b);
    if (byte(&scope) != '\\')
        fail(b, "expected a scope of devices");
    take(&scope, SEGMENT);
    return scope;
}

int acpi_device_table_read(const void *table, size_t size, struct acpi_device *devices,
    unsigned room, char wrong[ACPI_READ_WRONG])
{
    const char *error = check_header(table, size);
    struct bytes all = {table, (const uint8_t *)table + size, &error}, scope;
    const char *name;
    unsigned n = 0;

    take(&all, AML_HEADER);
    scope = read_scope(&all);
    if (all.at != all.end)
        fail(&all, "expected nothing after the scope");
    for (; more(&scope) && n < room; n++)
        read_device(&scope, &devices[n]);
    if (more(&scope))
        fail(&scope, "too many devices");
    if (!error)
        return (int)n;
    name = n ? devices[n - 1].name : "";
    snprintf(wrong, ACPI_READ_WRONG, "%s%s%s", name, *name ? ": " : "", error);
    return -1;
}
