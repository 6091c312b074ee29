/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The header of the tests' ELF files. */
#ifndef PMULAB_TESTS_ELF_HEADER_H
#define PMULAB_TESTS_ELF_HEADER_H

#include <elf.h>
#include <string.h>

/* Fills @header for @n sections, with their table at @at and their names in the
 * last one. */
static inline void elf_header_init(Elf64_Ehdr *header, size_t at, unsigned n)
{
    memcpy(header->e_ident, ELFMAG, SELFMAG);
    header->e_ident[EI_CLASS] = ELFCLASS64;
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_ident[EI_VERSION] = EV_CURRENT;
    header->e_shoff = at;
    header->e_shentsize = sizeof(Elf64_Shdr);
    header->e_shnum = (Elf64_Half)n;
    header->e_shstrndx = (Elf64_Half)(n - 1);
}

#endif
