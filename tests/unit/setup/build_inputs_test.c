/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognises files by the linker's build ID, else by a checksum, and never
 * reads the ID's note past the file's end. */
#include "harness/format/elf.h"
#include "harness/setup/build_inputs.h"
#include "tests/elf_header.h"
#include "tests/tap.h"

#include <elf.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <string.h>

/* A file with one note, as the linker lays it out, and something else. */
struct linked {
    Elf64_Ehdr header;
    Elf64_Shdr sections[3];
    char names[32];
    Elf64_Nhdr note;
    char name[4];
    guint8 id[20];
    char code[16];
};

static void linked_init(struct linked *file, guint8 first)
{
    *file = (struct linked){.names = "\0.note.gnu.build-id\0.shstrtab",
        .note = {.n_namesz = 4, .n_descsz = 20, .n_type = NT_GNU_BUILD_ID},
        .name = "GNU",
        .id = {first, 0x0a}};
    elf_header_init(&file->header, offsetof(struct linked, sections), 3);
    file->sections[1] = (Elf64_Shdr){.sh_name = 1,
        .sh_type = SHT_NOTE,
        .sh_offset = offsetof(struct linked, note),
        .sh_size = 36,
        .sh_addralign = 4};
    file->sections[2] = (Elf64_Shdr){.sh_name = 20,
        .sh_type = SHT_STRTAB,
        .sh_offset = offsetof(struct linked, names),
        .sh_size = sizeof(file->names)};
}

static void is_id(const struct linked *file, gsize size, const char *expected, const char *what)
{
    g_autofree guint8 *bytes = g_memdup2(file, size); /* so that a sanitizer sees its end */
    g_autofree char *id = elf_build_id(bytes, size);

    is_str(id, expected, "%s", what);
}

static void test_build_id(void)
{
    struct linked file;

    linked_init(&file, 0xc4);
    is_id(&file, sizeof(file), "c40a000000000000000000000000000000000000", "an ID of twenty bytes");
    is_id(&file, offsetof(struct linked, id) + 20, "c40a000000000000000000000000000000000000",
        "... at the file's end");
    is_id(&file, offsetof(struct linked, id) + 19, NULL, "... which is truncated");
    is_id(&file, offsetof(struct linked, note) + 4, NULL, "a truncated note");
    file.note.n_namesz = G_MAXUINT32;
    is_id(&file, sizeof(file), NULL, "a name past the file's end");
    linked_init(&file, 0xc4);
    file.note.n_descsz = G_MAXUINT32;
    is_id(&file, sizeof(file), NULL, "an ID past the file's end");
    file.note.n_descsz = 0;
    is_id(&file, sizeof(file), NULL, "an ID of no bytes");
    linked_init(&file, 0xc4);
    file.note.n_type = NT_GNU_ABI_TAG;
    is_id(&file, sizeof(file), NULL, "another note");
    file.header.e_ident[0] = 'x';
    is_id(&file, sizeof(file), NULL, "no ELF file");
}

/* The word for a file with these contents, at a unique path: words are
 * remembered by path. */
static char *word(const char *folder, const void *bytes, gsize size)
{
    static unsigned n;
    g_autofree char *name = g_strdup_printf("%u", n++);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) words = NULL;

    if (!g_file_set_contents(path, bytes, (gssize)size, NULL) ||
        !build_inputs_add(text, BUILD_INPUT_CONTENTS, path, NULL))
        return NULL;
    ok(build_inputs_unchanged(text->str), "file %s: the line holds", name);
    g_remove(path);
    ok(!build_inputs_unchanged(text->str), "... until it is removed");
    words = g_strsplit(text->str, " ", 3);
    is_str(words[0], "contents", "... and is one of contents");
    return g_strdup(words[1]);
}

static void test_identity(void)
{
    g_autofree char *text =
        build_inputs_identity("file 1-2.3 /a/b c\ncontents abc /x/y z\nfile 4-5.6 /d\n");

    is_str(text, "file 1-2.3 /a/b c\ncontents abc\nfile 4-5.6 /d\n",
        "contents are the same in any place");
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("pmulab-test-XXXXXX", NULL);
    g_autofree char *a = NULL, *same = NULL, *b = NULL, *text = NULL, *none = NULL;
    struct linked file;

    test_build_id();
    test_identity();
    linked_init(&file, 1);
    a = word(folder, &file, sizeof(file));
    is_str(a, "010a000000000000000000000000000000000000", "a linked file is recognised by its ID");
    file.code[0] = 1;
    same = word(folder, &file, sizeof(file));
    is_str(same, a, "... whatever else it has");
    linked_init(&file, 2);
    b = word(folder, &file, sizeof(file));
    ok(g_strcmp0(a, b), "another ID is another file");
    /* printf abc | sha256sum; the second is that of nothing. */
    text = word(folder, "abc", 3);
    is_str(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "other files are recognised by a checksum");
    none = word(folder, "", 0);
    is_str(none, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "... also an empty one");
    g_rmdir(folder);
    return done_testing();
}
