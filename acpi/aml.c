/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes AML bytecode into a buffer: the table's header, names, blocks and
 * objects. Numbers of sections are ACPI 6.5's. */
#include "acpi/aml.h"

#include "acpi/aml_codes.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_NAME = 8 };

/* Integers have 64 bits with revision 2. */
#define REVISION        2
#define OEM             "PMULAB"
#define OEM_REVISION    1
#define CREATOR         "PMUL"
#define CREATOR_VERSION 1

void aml_byte(struct aml *aml, unsigned byte)
{
    if (aml->size < aml->room)
        aml->bytes[aml->size] = (uint8_t)byte;
    aml->size++;
}

void aml_bytes(struct aml *aml, uint64_t value, unsigned count)
{
    for (; count; count--, value >>= 8)
        aml_byte(aml, (unsigned)value & 0xff);
}

static void add_text(struct aml *aml, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        aml_byte(aml, (unsigned char)text[i]);
}

/* ---- the table ---- */

static void add_padded(struct aml *aml, const char *text, size_t length)
{
    size_t n = strnlen(text, length);

    add_text(aml, text, n);
    for (; n < length; n++)
        aml_byte(aml, 0);
}

void aml_table(struct aml *aml, const char *name)
{
    aml->size = 0;
    add_text(aml, AML_SIGNATURE, 4);
    aml_bytes(aml, 0, 4); /* the length */
    aml_byte(aml, REVISION);
    aml_byte(aml, 0); /* the checksum */
    add_text(aml, OEM, 6);
    add_padded(aml, name, TABLE_NAME);
    aml_bytes(aml, OEM_REVISION, 4);
    add_text(aml, CREATOR, 4);
    aml_bytes(aml, CREATOR_VERSION, 4);
}

size_t aml_table_end(struct aml *aml)
{
    struct aml length = {aml->bytes + AML_LENGTH_AT, 4, 0};
    uint8_t sum = 0;

    if (aml->size > aml->room)
        return 0;
    aml_bytes(&length, aml->size, 4);
    for (size_t i = 0; i < aml->size; i++)
        sum = (uint8_t)(sum + aml->bytes[i]);
    aml->bytes[AML_CHECKSUM_AT] = (uint8_t)-sum;
    return aml->size;
}

/* ---- names: section 20.2.2 ---- */

static void add_segment(struct aml *aml, const char *segment, size_t length)
{
    for (size_t i = 0; i < SEGMENT; i++)
        aml_byte(aml, i < length ? (unsigned char)segment[i] : '_');
}

void aml_path(struct aml *aml, const char *path)
{
    size_t first = strcspn(path, ".");

    if (*path == '\\') {
        aml_byte(aml, '\\');
        path++;
        first--;
    }
    if (path[first])
        aml_byte(aml, DUAL_NAME_PREFIX);
    add_segment(aml, path, first);
    if (path[first])
        add_segment(aml, path + first + 1, strlen(path + first + 1));
}

/* ---- blocks: section 20.2.4 ---- */

/* A block begins with its length, which includes itself: one byte up to 63,
 * else the low four bits in the first byte and, above them, the number of bytes
 * that follow. */
static unsigned length_bytes(size_t content)
{
    if (content + 1 < 1u << 6)
        return 1;
    if (content + 2 < 1u << 12)
        return 2;
    return content + 3 < 1u << 20 ? 3 : 4;
}

static void add_length(struct aml *aml, size_t content)
{
    unsigned bytes = length_bytes(content);
    size_t length = content + bytes;

    if (bytes == 1) {
        aml_byte(aml, (unsigned)length);
        return;
    }
    aml_byte(aml, (bytes - 1) << 6 | (length & 0xf));
    aml_bytes(aml, length >> 4, bytes - 1);
}

/* The size of the length is known only now: the block's contents move up by
 * it. */
void aml_close(struct aml *aml, size_t block)
{
    size_t content = aml->size - block;
    unsigned bytes = length_bytes(content);
    struct aml length = {aml->bytes + block, bytes, 0};

    aml->size += bytes;
    if (aml->size > aml->room)
        return;
    memmove(aml->bytes + block + bytes, aml->bytes + block, content);
    add_length(&length, content);
}

static size_t open_block(struct aml *aml, unsigned op)
{
    aml_byte(aml, op);
    return aml->size;
}

size_t aml_scope(struct aml *aml, const char *path)
{
    size_t block = open_block(aml, SCOPE_OP);

    aml_path(aml, path);
    return block;
}

size_t aml_device(struct aml *aml, const char *name)
{
    size_t block;

    aml_byte(aml, EXTENDED_OP);
    block = open_block(aml, DEVICE_OP);
    aml_path(aml, name);
    return block;
}

size_t aml_package(struct aml *aml, uint8_t elements)
{
    size_t block = open_block(aml, PACKAGE_OP);

    aml_byte(aml, elements);
    return block;
}

/* ---- objects ---- */

void aml_name(struct aml *aml, const char *name)
{
    aml_byte(aml, NAME_OP);
    aml_path(aml, name);
}

void aml_integer(struct aml *aml, uint64_t value)
{
    static const struct {
        uint64_t most;
        unsigned prefix, bytes;
    } sizes[] = {{UINT8_MAX, BYTE_PREFIX, 1}, {UINT16_MAX, WORD_PREFIX, 2},
        {UINT32_MAX, DWORD_PREFIX, 4}, {UINT64_MAX, QWORD_PREFIX, 8}};
    unsigned i = 0;

    if (value <= 1) { /* ZeroOp and OneOp */
        aml_byte(aml, (unsigned)value);
        return;
    }
    while (value > sizes[i].most)
        i++;
    aml_byte(aml, sizes[i].prefix);
    aml_bytes(aml, value, sizes[i].bytes);
}

void aml_string(struct aml *aml, const char *text)
{
    aml_byte(aml, STRING_PREFIX);
    add_text(aml, text, strlen(text) + 1);
}

void aml_buffer(struct aml *aml, const void *bytes, size_t size)
{
    size_t block = open_block(aml, BUFFER_OP);

    aml_integer(aml, size);
    add_text(aml, bytes, size);
    aml_close(aml, block);
}

static uint8_t hex_byte(const char *text)
{
    const char digits[3] = {text[0], text[1], 0};

    return (uint8_t)strtoul(digits, NULL, 16);
}

/* Section 19.6.143: the first three parts are numbers, lowest byte first. */
void aml_uuid(struct aml *aml, const char *uuid)
{
    static const uint8_t digits_at[16] = {
        6, 4, 2, 0, 11, 9, 16, 14, 19, 21, 24, 26, 28, 30, 32, 34};
    uint8_t bytes[sizeof(digits_at)];

    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = hex_byte(uuid + digits_at[i]);
    aml_buffer(aml, bytes, sizeof(bytes));
}
