/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads ELF files from memory: library dependencies for the initramfs, .modinfo
 * for kernel modules, exported symbols for `pmulab --version`. Every offset is
 * checked against the file's size. */
#include "harness/format/elf.h"

#include "harness/base/error.h"

#include <elf.h>
#include <string.h>

struct image {
    const guint8 *data;
    gsize size;
};

/* Copies, since tables in a file need not be aligned. FALSE if the range leaves
 * the file. */
static gboolean fetch(const struct image *image, guint64 offset, void *to, gsize size)
{
    if (offset > image->size || size > image->size - offset)
        return FALSE;
    memcpy(to, image->data + offset, size);
    return TRUE;
}

/* The string at @offset, or NULL if it does not end within the file. */
static const char *string_at(const struct image *image, guint64 offset)
{
    if (offset >= image->size || !memchr(image->data + offset, 0, image->size - offset))
        return NULL;
    return (const char *)image->data + offset;
}

static gboolean read_header(const struct image *image, Elf64_Ehdr *header, GError **error)
{
    if (!fetch(image, 0, header, sizeof(*header)) || memcmp(header->e_ident, ELFMAG, SELFMAG))
        return error_failed(error, "not an ELF file");
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
        return error_failed(error, "not a 64-bit little-endian ELF file");
    return TRUE;
}

/* The first segment of @type; FALSE if there is none. */
static gboolean find_segment(
    const struct image *image, const Elf64_Ehdr *header, guint32 type, Elf64_Phdr *segment)
{
    for (guint i = 0; i < header->e_phnum; i++)
        if (fetch(image, header->e_phoff + (guint64)i * header->e_phentsize, segment,
                sizeof(*segment)) &&
            segment->p_type == type)
            return TRUE;
    return FALSE;
}

/* The file offset of the byte loaded at @address; G_MAXUINT64 if no segment
 * holds it. */
static guint64 file_offset(const struct image *image, const Elf64_Ehdr *header, guint64 address)
{
    Elf64_Phdr segment;

    for (guint i = 0; i < header->e_phnum; i++)
        if (fetch(image, header->e_phoff + (guint64)i * header->e_phentsize, &segment,
                sizeof(segment)) &&
            segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_filesz)
            return segment.p_offset + (address - segment.p_vaddr);
    return G_MAXUINT64;
}

/* The part of the dynamic section's entries that is inside the file. */
static GArray *read_dynamic(const struct image *image, const Elf64_Phdr *segment)
{
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(Elf64_Dyn));
    Elf64_Dyn entry;

    for (guint64 at = 0; at + sizeof(entry) <= segment->p_filesz; at += sizeof(entry)) {
        if (!fetch(image, segment->p_offset + at, &entry, sizeof(entry)) || entry.d_tag == DT_NULL)
            break;
        g_array_append_val(entries, entry);
    }
    return entries;
}

static guint64 dynamic_strings(
    const struct image *image, const Elf64_Ehdr *header, const GArray *entries)
{
    for (guint i = 0; i < entries->len; i++)
        if (g_array_index(entries, Elf64_Dyn, i).d_tag == DT_STRTAB)
            return file_offset(image, header, g_array_index(entries, Elf64_Dyn, i).d_un.d_ptr);
    return G_MAXUINT64;
}

GPtrArray *elf_needed(const guint8 *data, gsize size, GError **error)
{
    const struct image image = {data, size};
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) entries = NULL;
    Elf64_Ehdr header = {0};
    Elf64_Phdr dynamic;
    guint64 strings;

    if (!read_header(&image, &header, error))
        return NULL;
    if (!find_segment(&image, &header, PT_DYNAMIC, &dynamic))
        return g_steal_pointer(&names);
    entries = read_dynamic(&image, &dynamic);
    strings = dynamic_strings(&image, &header, entries);
    for (guint i = 0; i < entries->len; i++) {
        const Elf64_Dyn *entry = &g_array_index(entries, Elf64_Dyn, i);
        const char *name;

        if (entry->d_tag != DT_NEEDED)
            continue;
        name = strings == G_MAXUINT64 ? NULL : string_at(&image, strings + entry->d_un.d_val);
        if (!name) {
            error_failed(error, "the name of a needed library lies outside of the file");
            return NULL;
        }
        g_ptr_array_add(names, g_strdup(name));
    }
    return g_steal_pointer(&names);
}

char *elf_interpreter(const guint8 *data, gsize size)
{
    const struct image image = {data, size};
    Elf64_Ehdr header = {0};
    Elf64_Phdr segment;

    if (!read_header(&image, &header, NULL) || !find_segment(&image, &header, PT_INTERP, &segment))
        return NULL;
    return g_strdup(string_at(&image, segment.p_offset));
}

static gboolean read_section(
    const struct image *image, const Elf64_Ehdr *header, guint i, Elf64_Shdr *section)
{
    return fetch(
        image, header->e_shoff + (guint64)i * header->e_shentsize, section, sizeof(*section));
}

static gboolean find_section(
    const struct image *image, const Elf64_Ehdr *header, const char *name, Elf64_Shdr *section)
{
    Elf64_Shdr names;

    if (!read_section(image, header, header->e_shstrndx, &names))
        return FALSE;
    for (guint i = 0; i < header->e_shnum; i++)
        if (read_section(image, header, i, section) &&
            !g_strcmp0(string_at(image, names.sh_offset + section->sh_name), name))
            return TRUE;
    return FALSE;
}

/* .modinfo is a sequence of NUL-terminated KEY=VALUE strings, with stray NULs
 * between them. */
char *elf_modinfo(const guint8 *data, gsize size, const char *key, GError **error)
{
    const struct image image = {data, size};
    g_autofree char *wanted = g_strconcat(key, "=", NULL);
    Elf64_Ehdr header = {0};
    Elf64_Shdr section;

    if (!read_header(&image, &header, error))
        return NULL;
    if (!find_section(&image, &header, ".modinfo", &section)) {
        error_failed(error, "not a kernel module: it has no .modinfo");
        return NULL;
    }
    for (guint64 at = 0; at < section.sh_size;) {
        const char *entry = string_at(&image, section.sh_offset + at);

        if (!entry)
            break;
        if (g_str_has_prefix(entry, wanted))
            return g_strdup(entry + strlen(wanted));
        at += strlen(entry) + 1;
    }
    return g_strdup("");
}

char *elf_build_id(const guint8 *data, gsize size)
{
    const struct image image = {data, size};
    Elf64_Ehdr header = {0};
    Elf64_Shdr section;
    Elf64_Nhdr note;
    guint64 at;
    GString *text;

    if (!read_header(&image, &header, NULL) ||
        !find_section(&image, &header, ".note.gnu.build-id", &section) ||
        !fetch(&image, section.sh_offset, &note, sizeof(note)) || note.n_type != NT_GNU_BUILD_ID)
        return NULL;
    /* "GNU" and a NUL: four bytes, and so aligned */
    at = section.sh_offset + sizeof(note) + note.n_namesz;
    if (!note.n_descsz || at > size || note.n_descsz > size - at)
        return NULL;
    text = g_string_new(NULL);
    for (guint32 i = 0; i < note.n_descsz; i++)
        g_string_append_printf(text, "%02x", data[at + i]);
    return g_string_free(text, FALSE);
}

static gboolean is_exported(const Elf64_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol->st_info) != STB_LOCAL &&
           ELF64_ST_VISIBILITY(symbol->st_other) != STV_HIDDEN &&
           ELF64_ST_VISIBILITY(symbol->st_other) != STV_INTERNAL;
}

GHashTable *elf_exports(const guint8 *data, gsize size, GError **error)
{
    const struct image image = {data, size};
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    Elf64_Ehdr header = {0};
    Elf64_Shdr symbols, strings;
    Elf64_Sym symbol;

    if (!read_header(&image, &header, error))
        return NULL;
    if (!find_section(&image, &header, ".dynsym", &symbols) ||
        !find_section(&image, &header, ".dynstr", &strings)) {
        error_failed(error, "it has no table of exported symbols");
        return NULL;
    }
    for (guint64 at = 0; at < symbols.sh_size; at += sizeof(symbol)) {
        const char *name = NULL;

        if (fetch(&image, symbols.sh_offset + at, &symbol, sizeof(symbol)))
            name = string_at(&image, strings.sh_offset + symbol.st_name);
        if (!name) {
            error_failed(error, "an exported symbol lies outside of the file");
            return NULL;
        }
        if (is_exported(&symbol))
            g_hash_table_add(names, (gpointer)(guintptr)name);
    }
    return g_steal_pointer(&names);
}

/* The number of the section called @name; 0: there is none. */
static guint section_number(const struct image *image, const Elf64_Ehdr *header, const char *name)
{
    Elf64_Shdr names, section;

    if (!read_section(image, header, header->e_shstrndx, &names))
        return 0;
    for (guint i = 1; i < header->e_shnum; i++)
        if (read_section(image, header, i, &section) &&
            !g_strcmp0(string_at(image, names.sh_offset + section.sh_name), name))
            return i;
    return 0;
}

static gboolean has_function_at(const GArray *functions, guint64 offset)
{
    for (guint i = 0; i < functions->len; i++)
        if (g_array_index(functions, struct elf_function, i).offset == offset)
            return TRUE;
    return FALSE;
}

GArray *elf_functions(const guint8 *data, gsize size, const char *section)
{
    const struct image image = {data, size};
    GArray *functions = g_array_new(FALSE, FALSE, sizeof(struct elf_function));
    Elf64_Ehdr header = {0};
    Elf64_Shdr symbols, strings;
    Elf64_Sym symbol;
    guint number;

    if (!read_header(&image, &header, NULL) ||
        !(number = section_number(&image, &header, section)) ||
        !find_section(&image, &header, ".symtab", &symbols) ||
        !find_section(&image, &header, ".strtab", &strings))
        return functions;
    for (guint64 at = 0; at < symbols.sh_size; at += sizeof(symbol)) {
        struct elf_function function;

        if (!fetch(&image, symbols.sh_offset + at, &symbol, sizeof(symbol)))
            break;
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx != number ||
            !symbol.st_size)
            continue;
        function = (struct elf_function){
            string_at(&image, strings.sh_offset + symbol.st_name), symbol.st_value, symbol.st_size};
        if (function.name && !has_function_at(functions, function.offset))
            g_array_append_val(functions, function);
    }
    return functions;
}

char *elf_function(
    const guint8 *data, gsize size, const char *section, guint64 offset, guint64 *into)
{
    g_autoptr(GArray) functions = elf_functions(data, size, section);

    for (guint i = 0; i < functions->len; i++) {
        const struct elf_function *function = &g_array_index(functions, struct elf_function, i);

        if (offset < function->offset || offset - function->offset >= function->size)
            continue;
        *into = offset - function->offset;
        return g_strdup(function->name);
    }
    return NULL;
}

static gboolean is_debug(const char *name)
{
    return name && (g_str_has_prefix(name, ".debug_") || g_str_has_prefix(name, ".rela.debug_"));
}

/* Appends the contents of @section to @out and records their new offset. FALSE
 * if they are outside of the file. */
static gboolean copy_section(const struct image *image, Elf64_Shdr *section, GByteArray *out)
{
    static const guint8 zeros[64];
    guint64 align = section->sh_addralign;

    if (section->sh_type == SHT_NULL)
        return TRUE;
    if (align > sizeof(zeros) || (align & (align - 1)))
        align = sizeof(zeros);
    if (align)
        g_byte_array_append(out, zeros, (guint)(-out->len & (align - 1)));
    if (section->sh_type != SHT_NOBITS) {
        if (section->sh_offset > image->size || section->sh_size > image->size - section->sh_offset)
            return FALSE;
        g_byte_array_append(out, image->data + section->sh_offset, (guint)section->sh_size);
        section->sh_offset = out->len - section->sh_size;
    } else {
        section->sh_offset = out->len;
    }
    return TRUE;
}

/* A removed section becomes an empty one, so all section numbers stay. */
GBytes *elf_without_debug(const guint8 *data, gsize size, GError **error)
{
    const struct image image = {data, size};
    g_autoptr(GByteArray) out = g_byte_array_new();
    g_autoptr(GArray) sections = g_array_new(FALSE, FALSE, sizeof(Elf64_Shdr));
    Elf64_Ehdr header = {0};
    Elf64_Shdr names, section;

    if (!read_header(&image, &header, error))
        return NULL;
    g_byte_array_append(out, (const guint8 *)&header, sizeof(header));
    for (guint i = 0; i < header.e_shnum; i++) {
        if (!read_section(&image, &header, header.e_shstrndx, &names) ||
            !read_section(&image, &header, i, &section)) {
            error_failed(error, "its sections lie outside of the file");
            return NULL;
        }
        if (is_debug(string_at(&image, names.sh_offset + section.sh_name)))
            section = (Elf64_Shdr){.sh_name = section.sh_name};
        if (!copy_section(&image, &section, out)) {
            error_failed(error, "a section lies outside of the file");
            return NULL;
        }
        g_array_append_val(sections, section);
    }
    section = (Elf64_Shdr){.sh_type = SHT_NOBITS, .sh_addralign = sizeof(guint64)};
    copy_section(&image, &section, out);
    header.e_shoff = section.sh_offset;
    header.e_shentsize = sizeof(section);
    memcpy(out->data, &header, sizeof(header));
    g_byte_array_append(
        out, (const guint8 *)sections->data, sections->len * (guint)sizeof(section));
    return g_byte_array_free_to_bytes(g_steal_pointer(&out));
}
