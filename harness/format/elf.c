/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads ELF files from memory with elfutils' libelf, which checks every offset
 * against the file's size: library dependencies for the initramfs, .modinfo for
 * kernel modules, exported symbols for `pmulab --version`. */
#include "harness/format/elf.h"

#include "harness/base/error.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Elf, elf_end)

/* Whether the file contains its table of sections, or has none. libelf reports
 * no sections if the table lies outside. */
static gboolean has_sections(Elf *elf)
{
    GElf_Ehdr header;
    size_t n;

    return gelf_getehdr(elf, &header) && !elf_getshdrnum(elf, &n) && (n || !header.e_shoff);
}

/* libelf only reads @data, and its strings point there. */
static Elf *open_image(const guint8 *data, gsize size, GError **error)
{
    g_autoptr(Elf) elf = NULL;
    const char *ident;

    elf_version(EV_CURRENT);
    elf = elf_memory((char *)(guintptr)data, size);
    ident = elf && elf_kind(elf) == ELF_K_ELF ? elf_getident(elf, NULL) : NULL;
    if (!ident) {
        error_failed(error, "not an ELF file");
        return NULL;
    }
    if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB) {
        error_failed(error, "not a 64-bit little-endian ELF file");
        return NULL;
    }
    if (!has_sections(elf)) {
        error_failed(error, "its sections lie outside of the file");
        return NULL;
    }
    return g_steal_pointer(&elf);
}

/* The section's name, or NULL. */
static const char *name_of(Elf *elf, const GElf_Shdr *header)
{
    size_t names;

    return elf_getshdrstrndx(elf, &names) ? NULL : elf_strptr(elf, names, header->sh_name);
}

static Elf_Scn *section_called(Elf *elf, const char *name, GElf_Shdr *header)
{
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section))
        if (gelf_getshdr(section, header) && !g_strcmp0(name_of(elf, header), name))
            return section;
    return NULL;
}

static Elf_Scn *section_of_type(Elf *elf, guint32 type, GElf_Shdr *header)
{
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section))
        if (gelf_getshdr(section, header) && header->sh_type == type)
            return section;
    return NULL;
}

GPtrArray *elf_needed(const guint8 *data, gsize size, GError **error)
{
    g_autoptr(Elf) elf = open_image(data, size, error);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    Elf_Scn *section;
    GElf_Shdr header;
    GElf_Dyn entry;

    if (!elf)
        return NULL;
    section = section_of_type(elf, SHT_DYNAMIC, &header);
    for (int i = 0; section && gelf_getdyn(elf_getdata(section, NULL), i, &entry); i++) {
        const char *name;

        if (entry.d_tag != DT_NEEDED)
            continue;
        name = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
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
    g_autoptr(Elf) elf = open_image(data, size, NULL);
    GElf_Phdr segment;

    for (int i = 0; elf && gelf_getphdr(elf, i, &segment); i++) {
        const Elf_Data *name;

        if (segment.p_type != PT_INTERP)
            continue;
        name = elf_getdata_rawchunk(elf, (int64_t)segment.p_offset, segment.p_filesz, ELF_T_BYTE);
        return name ? g_strndup(name->d_buf, name->d_size) : NULL;
    }
    return NULL;
}

/* .modinfo is a sequence of NUL-terminated KEY=VALUE strings, with stray NULs
 * between them. */
char *elf_modinfo(const guint8 *data, gsize size, const char *key, GError **error)
{
    g_autoptr(Elf) elf = open_image(data, size, error);
    g_autofree char *wanted = g_strconcat(key, "=", NULL);
    GElf_Shdr header;
    Elf_Scn *section;
    const Elf_Data *info;

    if (!elf)
        return NULL;
    section = section_called(elf, ".modinfo", &header);
    info = section ? elf_rawdata(section, NULL) : NULL;
    if (!info) {
        error_failed(error, "not a kernel module: it has no .modinfo");
        return NULL;
    }
    for (gsize at = 0; at < info->d_size;) {
        const char *entry = (const char *)info->d_buf + at;
        const gsize length = strnlen(entry, info->d_size - at);

        if (length >= strlen(wanted) && g_str_has_prefix(entry, wanted))
            return g_strndup(entry + strlen(wanted), length - strlen(wanted));
        at += length + 1;
    }
    return g_strdup("");
}

char *elf_build_id(const guint8 *data, gsize size)
{
    g_autoptr(Elf) elf = open_image(data, size, NULL);
    const void *id;
    ssize_t length = elf ? dwelf_elf_gnu_build_id(elf, &id) : 0;
    GString *text;

    if (length <= 0)
        return NULL;
    text = g_string_new(NULL);
    for (ssize_t i = 0; i < length; i++)
        g_string_append_printf(text, "%02x", ((const guint8 *)id)[i]);
    return g_string_free(text, FALSE);
}

static gboolean is_exported(const GElf_Sym *symbol)
{
    const int visibility = GELF_ST_VISIBILITY(symbol->st_other);

    return symbol->st_shndx != SHN_UNDEF && GELF_ST_BIND(symbol->st_info) != STB_LOCAL &&
           visibility != STV_HIDDEN && visibility != STV_INTERNAL;
}

GHashTable *elf_exports(const guint8 *data, gsize size, GError **error)
{
    g_autoptr(Elf) elf = open_image(data, size, error);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn *section;
    Elf_Data *symbols;

    if (!elf)
        return NULL;
    section = section_of_type(elf, SHT_DYNSYM, &header);
    symbols = section ? elf_getdata(section, NULL) : NULL;
    if (!symbols) {
        error_failed(error, "it has no table of exported symbols");
        return NULL;
    }
    for (int i = 0; gelf_getsym(symbols, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);

        if (!name) {
            error_failed(error, "an exported symbol lies outside of the file");
            return NULL;
        }
        if (is_exported(&symbol))
            g_hash_table_add(names, (gpointer)(guintptr)name);
    }
    return g_steal_pointer(&names);
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
    g_autoptr(Elf) elf = open_image(data, size, NULL);
    GArray *functions = g_array_new(FALSE, FALSE, sizeof(struct elf_function));
    GElf_Shdr header;
    Elf_Scn *code, *table;
    GElf_Sym symbol;

    if (!elf || !(code = section_called(elf, section, &header)) ||
        !(table = section_of_type(elf, SHT_SYMTAB, &header)))
        return functions;
    for (int i = 0; gelf_getsym(elf_getdata(table, NULL), i, &symbol); i++) {
        struct elf_function function;

        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx != elf_ndxscn(code) ||
            !symbol.st_size)
            continue;
        function = (struct elf_function){
            elf_strptr(elf, header.sh_link, symbol.st_name), symbol.st_value, symbol.st_size};
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

/* Appends zeros up to a multiple of @align bytes. */
static void align_to(GByteArray *out, guint64 align)
{
    static const guint8 zeros[64];

    if (align > sizeof(zeros) || (align & (align - 1)))
        align = sizeof(zeros);
    if (align)
        g_byte_array_append(out, zeros, (guint)(-out->len & (align - 1)));
}

/* Appends the contents of @section and records their new offset in @header.
 * FALSE if they are outside of the file. */
static gboolean copy_section(Elf_Scn *section, Elf64_Shdr *header, GByteArray *out)
{
    const Elf_Data *contents;

    if (header->sh_type == SHT_NULL)
        return TRUE;
    align_to(out, header->sh_addralign);
    header->sh_offset = out->len;
    if (header->sh_type == SHT_NOBITS || !header->sh_size)
        return TRUE;
    contents = elf_rawdata(section, NULL);
    if (!contents)
        return FALSE;
    g_byte_array_append(out, contents->d_buf, (guint)contents->d_size);
    return TRUE;
}

/* libelf cannot remove a section. Here a removed section becomes an empty one,
 * so all section numbers stay. */
GBytes *elf_without_debug(const guint8 *data, gsize size, GError **error)
{
    g_autoptr(Elf) elf = open_image(data, size, error);
    g_autoptr(GByteArray) out = g_byte_array_new();
    g_autoptr(GArray) headers = g_array_new(FALSE, FALSE, sizeof(Elf64_Shdr));
    Elf64_Ehdr first;
    Elf64_Shdr header;
    Elf_Scn *section;

    if (!elf)
        return NULL;
    g_byte_array_set_size(out, sizeof(first));
    for (guint i = 0; (section = elf_getscn(elf, i)); i++) {
        gelf_getshdr(section, &header);
        if (is_debug(name_of(elf, &header)))
            header = (Elf64_Shdr){.sh_name = header.sh_name};
        if (!copy_section(section, &header, out)) {
            error_failed(error, "a section lies outside of the file");
            return NULL;
        }
        g_array_append_val(headers, header);
    }
    align_to(out, sizeof(guint64));
    gelf_getehdr(elf, &first);
    first.e_shoff = out->len;
    first.e_shentsize = sizeof(header);
    memcpy(out->data, &first, sizeof(first));
    g_byte_array_append(out, (const guint8 *)headers->data, headers->len * (guint)sizeof(header));
    return g_byte_array_free_to_bytes(g_steal_pointer(&out));
}
