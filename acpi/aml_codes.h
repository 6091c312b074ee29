/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AML's bytes, for the writer and the reader. Numbers of sections are ACPI
 * 6.5's. */
#ifndef PMULAB_ACPI_AML_CODES_H
#define PMULAB_ACPI_AML_CODES_H

/* The header of every table: section 5.2.6. */
#define AML_SIGNATURE "SSDT"
enum { AML_LENGTH_AT = 4, AML_CHECKSUM_AT = 9, AML_HEADER = 36 };

/* Table 20.1. */
enum {
    NAME_OP = 0x08,
    BYTE_PREFIX = 0x0a,
    WORD_PREFIX = 0x0b,
    DWORD_PREFIX = 0x0c,
    STRING_PREFIX = 0x0d,
    QWORD_PREFIX = 0x0e,
    SCOPE_OP = 0x10,
    BUFFER_OP = 0x11,
    PACKAGE_OP = 0x12,
    DUAL_NAME_PREFIX = 0x2e,
    EXTENDED_OP = 0x5b,
    DEVICE_OP = 0x82, /* after EXTENDED_OP */
};

enum { SEGMENT = 4 }; /* bytes of a name's segment */

/* Section 6.4.3: the first byte of a resource descriptor. Large ones follow it
 * with two bytes for the length of the rest. */
enum { END_TAG = 0x79, EXTENDED_INTERRUPT = 0x89, QWORD_ADDRESS_SPACE = 0x8a };

/* Section 6.4.3.6: a flag of an interrupt. */
enum { INTERRUPT_EDGE = 1 << 1 };

#endif
