/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes definition blocks, the ACPI tables that hold a namespace (DSDT, SSDT),
 * as bytecode: ACPI 6.5, section 20.2. aml_close() closes an object that
 * another call opened, with the contents written in between:
 *
 *     size_t scope = aml_scope(&aml, "\\_SB");
 *     aml_name(&aml, "_UID");
 *     aml_integer(&aml, 0);
 *     aml_close(&aml, scope);
 *
 * Names have one or two segments of at most four characters: "_CRS",
 * "\\_SB.C000".
 */
#ifndef PMULAB_ACPI_AML_H
#define PMULAB_ACPI_AML_H

#include <stddef.h>
#include <stdint.h>

/* Bytes being written, in the caller's memory. */
struct aml {
    uint8_t *bytes;
    size_t room;
    size_t size; /* bytes so far; if above @room, the rest was dropped */
};

/* Begins an SSDT called @name, at most 8 characters, at the start of @aml. */
void aml_table(struct aml *aml, const char *name);

/* Ends it: writes its length and checksum. Returns its size, or 0 if it does
 * not fit. */
size_t aml_table_end(struct aml *aml);

/* Each opens a block and returns the argument for aml_close(). */
size_t aml_scope(struct aml *aml, const char *path);
size_t aml_device(struct aml *aml, const char *name);
size_t aml_package(struct aml *aml, uint8_t elements);
void aml_close(struct aml *aml, size_t block);

/* Writes an object's name. Its value comes next. */
void aml_name(struct aml *aml, const char *name);

/* Values. A path refers to the object with that name; @uuid has the usual form,
 * in lower or upper case. */
void aml_integer(struct aml *aml, uint64_t value);
void aml_string(struct aml *aml, const char *text);
void aml_path(struct aml *aml, const char *path);
void aml_buffer(struct aml *aml, const void *bytes, size_t size);
void aml_uuid(struct aml *aml, const char *uuid);

/* Their parts: a byte, and the @count low bytes of @value, lowest first. */
void aml_byte(struct aml *aml, unsigned byte);
void aml_bytes(struct aml *aml, uint64_t value, unsigned count);

#endif
