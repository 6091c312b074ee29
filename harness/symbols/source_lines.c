/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads DWARF with elfutils' libdw. Its libdwfl lays out and relocates modules
 * of any architecture. */
#include "harness/symbols/source_lines.h"

#include "harness/base/memory_file.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct source_lines {
    Dwfl *dwfl;
    Dwfl_Module *module;
};

/* Searches for debug information only in the file itself, not on this machine's
 * disk or the network. */
static int find_nothing(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
    const char *file, const char *link, GElf_Word crc, char **found)
{
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc,
        (void)found;
    return -1;
}

static const Dwfl_Callbacks callbacks = {
    .find_debuginfo = find_nothing, .section_address = dwfl_offline_section_address};

/* Takes @fd. */
static struct source_lines *open_fd(int fd)
{
    struct source_lines *lines = g_new0(struct source_lines, 1);
    Dwarf_Addr bias;

    lines->dwfl = dwfl_begin(&callbacks);
    g_assert(lines->dwfl);
    dwfl_report_begin(lines->dwfl);
    lines->module = dwfl_report_offline(lines->dwfl, "object", "object", fd);
    dwfl_report_end(lines->dwfl, NULL, NULL);
    if (!lines->module)
        close(fd);
    if (lines->module && dwfl_module_getdwarf(lines->module, &bias))
        return lines;
    source_lines_free(lines);
    return NULL;
}

struct source_lines *source_lines_open(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    return fd < 0 ? NULL : open_fd(fd);
}

struct source_lines *source_lines_new(const guint8 *data, gsize size)
{
    struct memory_file file = {.fd = -1};
    struct source_lines *lines = NULL;

    if (memory_file_open(&file, "object", NULL) && memory_file_add(&file, data, size, NULL))
        lines = source_lines_open(file.path);
    memory_file_close(&file);
    return lines;
}

void source_lines_free(struct source_lines *lines)
{
    if (!lines)
        return;
    dwfl_end(lines->dwfl);
    g_free(lines);
}

/* ---- addresses ---- */

static gboolean is_wanted(const GElf_Shdr *header, const char *name, const char *section)
{
    if (section)
        return name && !strcmp(name, section);
    return header->sh_flags & SHF_EXECINSTR;
}

/* The address that libdwfl gave the section. */
static gboolean find_section(
    const struct source_lines *lines, const char *section, GElf_Addr *address)
{
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(lines->module, &bias);
    size_t names;
    GElf_Shdr header;

    if (!elf || elf_getshdrstrndx(elf, &names))
        return FALSE;
    for (Elf_Scn *part = elf_nextscn(elf, NULL); part; part = elf_nextscn(elf, part)) {
        if (!gelf_getshdr(part, &header) ||
            !is_wanted(&header, elf_strptr(elf, names, header.sh_name), section))
            continue;
        *address = header.sh_addr + bias;
        return TRUE;
    }
    return FALSE;
}

/* ---- lines ---- */

static gboolean number_of(Dwarf_Die *die, unsigned attribute, Dwarf_Word *number)
{
    Dwarf_Attribute attr;

    return dwarf_formudata(dwarf_attr(die, attribute, &attr), number) == 0;
}

/* The place that calls an inline function, which is @scope. */
static gboolean caller_of(Dwarf_Die *unit, Dwarf_Die *scope, const char **file, int *line)
{
    Dwarf_Word number, at;
    Dwarf_Files *files;
    size_t n;

    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine ||
        !number_of(scope, DW_AT_call_file, &number) || !number_of(scope, DW_AT_call_line, &at) ||
        dwarf_getsrcfiles(unit, &files, &n) || number >= n)
        return FALSE;
    *file = dwarf_filesrc(files, number, NULL, NULL);
    *line = (int)at;
    return *file != NULL;
}

/* Inlined code, such as a header's writel(), belongs to a line of the
 * surrounding function. From an inlined function, dwarf_getscopes() leads to
 * its definition, dwarf_getscopes_die() to the surrounding function. */
static void leave_inlined(
    const struct source_lines *lines, GElf_Addr address, const char **file, int *line)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_addrdie(lines->module, address, &bias), *scopes = NULL,
              *around = NULL;
    int n = unit ? dwarf_getscopes(unit, address - bias, &scopes) : 0;

    n = n > 0 ? dwarf_getscopes_die(&scopes[0], &around) : 0;
    for (int i = 0; i < n; i++)
        caller_of(unit, &around[i], file, line);
    free(scopes);
    free(around);
}

char *source_lines_at(const struct source_lines *lines, const char *section, guint64 offset)
{
    GElf_Addr address;
    Dwfl_Line *found = NULL;
    g_autofree char *name = NULL;
    const char *file;
    int line;

    if (find_section(lines, section, &address))
        found = dwfl_module_getsrc(lines->module, address + offset);
    file = found ? dwfl_lineinfo(found, NULL, &line, NULL, NULL, NULL) : NULL;
    if (!file)
        return NULL;
    leave_inlined(lines, address + offset, &file, &line);
    name = g_path_get_basename(file);
    return g_strdup_printf("%s:%d", name, line);
}
