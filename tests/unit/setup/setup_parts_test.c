/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of set-up, without a network: mirrors, versions, fingerprints, ELF,
 * cpio, xz, module order. */
#include "harness/format/cpio.h"
#include "harness/format/elf.h"
#include "harness/format/xz.h"
#include "harness/setup/cache.h"
#include "harness/setup/debian.h"
#include "harness/setup/kernel_modules.h"
#include "harness/setup/qemu_root.h"
#include "tests/elf_header.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <elf.h>
#include <glib/gstdio.h>

static void check_mirror(const char *targets, const char *expected, const char *what)
{
    g_autofree char *chosen = mirror_choose(targets);

    is_str(chosen, expected, "%s", what);
}

static void test_mirror(void)
{
    check_mirror("", NULL, "no target, no mirror");
    check_mirror(
        "Debian|Debian-Security|bookworm-security|main|http://m/debian-security/|$(SIGNED_BY)\n"
        "Debian|Debian|bookworm-updates|main|http://m/debian/|$(SIGNED_BY)\n",
        "http://m/debian", "the security archive is not the archive");
    check_mirror(
        "Docker|Docker CE|bookworm|main|https://d/linux/debian|/etc/apt/keyrings/docker.gpg\n",
        NULL, "another repository is not the archive");
    check_mirror("$(ORIGIN)|$(LABEL)|bookworm|main|https://w/wine/debian/|/etc/apt/keyrings/w.key\n"
                 "$(ORIGIN)|$(LABEL)|bookworm|main|http://m/deb/|/usr/share/keyrings/"
                 "debian-archive-keyring.gpg\n",
        "http://m/deb", "before the first update the key decides");
    check_mirror("$(ORIGIN)|$(LABEL)|bookworm-updates|main|http://b/debian|$(SIGNED_BY)\n"
                 "$(ORIGIN)|$(LABEL)|bookworm|main|http://a/debian|$(SIGNED_BY)\n",
        "http://a/debian", "the release is preferred to its updates");
    check_mirror("$(ORIGIN)|$(LABEL)|stable|main|https://dl/chrome/deb|$(SIGNED_BY)\n", NULL,
        "an unknown repository is not used");
    check_mirror(
        "Debian|Debian|bookworm|contrib|http://m/debian|\nbroken\n|\n", NULL, "main is wanted");
    check_mirror("Debian|Debian|trixie|main|mirror+file:/etc/apt/mirrors/debian.list|\n",
        "mirror+file:/etc/apt/mirrors/debian.list", "a mirror list is a mirror");
}

static void check_version(const char *text, const char *version, gboolean suits)
{
    unsigned major = 0, minor = 0;
    g_autofree char *parsed = qemu_parse_version(text, &major, &minor);

    is_str(parsed, version, "version of '%.*s'", (int)strcspn(text, "\n"), text);
    if (version)
        ok(qemu_version_suits(major, minor) == suits, "%s %s", version,
            suits ? "suits" : "is too old");
}

static void test_version(void)
{
    check_version(
        "QEMU emulator version 11.1.3 (Debian 1:11.1.3+ds-1~bpo13+1)\nCopyright", "11.1.3", TRUE);
    check_version("QEMU emulator version 7.2.19 (Debian 1:7.2+dfsg)\n", "7.2.19", FALSE);
    check_version("QEMU emulator version 11.0.9\n", "11.0.9", FALSE);
    check_version("QEMU emulator version 11.1.0-rc1\n", "11.1.0-rc1", TRUE);
    check_version("QEMU emulator version 12.0", "12.0", TRUE);
    check_version("QEMU emulator version 100.0.0\n", "100.0.0", TRUE);
    check_version("QEMU emulator version x", NULL, FALSE);
    check_version("qemu-img version 11.1.3\n", NULL, FALSE);
    check_version("", NULL, FALSE);
}

static void test_fingerprint(void)
{
    g_autofree char *a = cache_fingerprint((const char *const[]){"ab", "c", NULL});
    g_autofree char *again = cache_fingerprint((const char *const[]){"ab", "c", NULL});
    g_autofree char *b = cache_fingerprint((const char *const[]){"a", "bc", NULL});
    g_autofree char *c = cache_fingerprint((const char *const[]){"ab", "c", "", NULL});

    is_u64(strlen(a), 16, "a fingerprint has sixteen digits");
    is_str(a, again, "it is the same for the same recipe");
    ok(strcmp(a, b) && strcmp(a, c), "it depends on where one string ends");
}

/* A file with one section, .modinfo, as the linker lays out a module. */
struct module_file {
    Elf64_Ehdr header;
    Elf64_Shdr sections[3];
    char names[24];
    char modinfo[64];
};

static void module_file_init(struct module_file *file, const char *depends)
{
    static const char lead[] = "license=GPL\0\0depends=";

    *file = (struct module_file){.names = "\0.modinfo\0.shstrtab"};
    elf_header_init(&file->header, offsetof(struct module_file, sections), 3);
    file->sections[1] = (Elf64_Shdr){.sh_name = 1,
        .sh_type = SHT_PROGBITS,
        .sh_offset = offsetof(struct module_file, modinfo),
        .sh_size = sizeof(file->modinfo)};
    file->sections[2] = (Elf64_Shdr){.sh_name = 10,
        .sh_type = SHT_STRTAB,
        .sh_offset = offsetof(struct module_file, names),
        .sh_size = sizeof(file->names)};
    memcpy(file->modinfo, lead, sizeof(lead) - 1);
    g_strlcpy(file->modinfo + sizeof(lead) - 1, depends, sizeof(file->modinfo) - sizeof(lead));
}

static void test_modinfo(void)
{
    struct module_file file;
    g_autoptr(GError) error = NULL;

    module_file_init(&file, "9pnet,netfs");
    {
        g_autofree char *depends = elf_modinfo((guint8 *)&file, sizeof(file), "depends", NULL);
        g_autofree char *nothing = elf_modinfo((guint8 *)&file, sizeof(file), "author", NULL);
        g_autofree char *cut = elf_modinfo((guint8 *)&file, 100, "depends", &error);

        is_str(depends, "9pnet,netfs", "a module's dependencies are read");
        is_str(nothing, "", "a missing value of a module is empty");
        ok(!cut && error, "a module cut short is refused");
    }
}

static void test_program(void)
{
    g_autofree char *data = NULL;
    gsize size = 0;
    g_autoptr(GPtrArray) needed = NULL;
    g_autofree char *interpreter = NULL;
    g_autoptr(GError) error = NULL;
    gboolean libc = FALSE;

    g_file_get_contents("/proc/self/exe", &data, &size, NULL);
    needed = elf_needed((guint8 *)data, size, NULL);
    interpreter = elf_interpreter((guint8 *)data, size);
    for (guint i = 0; needed && i < needed->len; i++)
        libc |= !strcmp(g_ptr_array_index(needed, i), "libc.so.6");
    ok(libc, "this program needs libc.so.6");
    ok(interpreter && strstr(interpreter, "/ld"), "its dynamic linker is an ld.so");
    ok(!elf_needed((guint8 *)data, size / 2, &error), "a program cut short is refused");
    is_str(error ? error->message : NULL, "its sections lie outside of the file",
        "... by its sections");
}

/* The dynamic linker exports the function that shared libraries call for thread
 * variables. */
static void test_exports(void)
{
    g_autofree char *program = NULL;
    g_autofree char *linker = NULL;
    g_autofree char *data = NULL;
    gsize program_size = 0, size = 0;
    g_autoptr(GHashTable) imports = NULL;
    g_autoptr(GHashTable) exports = NULL;
    g_autoptr(GError) error = NULL;

    g_file_get_contents("/proc/self/exe", &program, &program_size, NULL);
    linker = elf_interpreter((guint8 *)program, program_size);
    g_file_get_contents(linker, &data, &size, NULL);
    imports = elf_exports((guint8 *)program, program_size, NULL);
    exports = elf_exports((guint8 *)data, size, NULL);
    ok(exports && g_hash_table_contains(exports, "__tls_get_addr"),
        "the dynamic linker exports __tls_get_addr");
    ok(imports && !g_hash_table_contains(imports, "g_free"),
        "this program imports g_free, and does not export it");
    ok(!elf_exports((guint8 *)data, size / 2, &error) && error, "a library cut short is refused");
}

/* Damaged input must never be read beyond its end: under a sanitizer this tests
 * the reader's bounds. */
static void test_damage(void)
{
    struct rng rng = {7};
    struct module_file file;
    g_autofree char *data = NULL;
    gsize size = 0;

    g_file_get_contents("/proc/self/exe", &data, &size, NULL);
    for (unsigned i = 0; i < 3000; i++) {
        guint8 *bytes = (guint8 *)&file;
        g_autofree guint8 *head = g_memdup2(data, MIN(size, 16384));
        char *value;
        GPtrArray *needed;

        module_file_init(&file, "a,b");
        for (unsigned n = 0; n < 4; n++) {
            bytes[rng_below(&rng, sizeof(file))] = (guint8)rng_bits(&rng, 8);
            head[4 + rng_below(&rng, 1200)] = (guint8)rng_bits(&rng, 8);
        }
        value = elf_modinfo(bytes, sizeof(file), "depends", NULL);
        needed = elf_needed(head, MIN(size, 16384), NULL);
        g_free(value);
        g_clear_pointer(&needed, g_ptr_array_unref);
        g_free(elf_interpreter(head, MIN(size, 16384)));
    }
    ok(TRUE, "damaged ELF files are read without harm");
}

/* A kernel's folder with modules a (needs b-c and d), b_c (needs d), d, and x,
 * y that need each other. */
static char *make_kernel(void)
{
    static const char *const modules[][2] = {
        {"a", "b-c,d"}, {"b_c", "d,built"}, {"d", ""}, {"x", "y"}, {"y", "x"}, {"bad", "nowhere"}};
    char *root = g_dir_make_tmp("pmulab-test-XXXXXX", NULL);
    g_autofree char *folder = g_build_filename(root, "usr/lib/modules/1.2/kernel", NULL);
    g_autofree char *order = g_build_filename(folder, "../modules.order", NULL);
    g_autofree char *builtin = g_build_filename(folder, "../modules.builtin", NULL);

    g_mkdir_with_parents(folder, 0777);
    for (size_t i = 0; i < G_N_ELEMENTS(modules); i++) {
        g_autofree char *path = g_strdup_printf("%s/%s.ko", folder, modules[i][0]);
        struct module_file file;

        module_file_init(&file, modules[i][1]);
        g_file_set_contents(path, (char *)&file, sizeof(file), NULL);
    }
    g_file_set_contents(order,
        "kernel/a.ko\nkernel/b_c.ko\nkernel/d.ko\nkernel/x.ko\nkernel/y.ko\nkernel/bad.ko\nkernel/"
        "lost.ko\n",
        -1, NULL);
    g_file_set_contents(builtin, "kernel/built.ko\n", -1, NULL);
    return root;
}

static char *resolved(const char *root, const char *first, const char *second)
{
    const char *const names[] = {first, second, NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) modules = kernel_modules_resolve(root, "1.2", names, &error);
    GString *list = g_string_new(NULL);

    for (guint i = 0; modules && i < modules->len; i++)
        g_string_append_printf(
            list, "%s ", ((struct kernel_module *)g_ptr_array_index(modules, i))->name);
    if (!modules)
        g_string_append_printf(list, "error: %s",
            g_str_has_prefix(error->message, root) ? error->message + strlen(root) + 1
                                                   : error->message);
    return g_string_free(list, FALSE);
}

static void check_order(
    const char *root, const char *first, const char *second, const char *expected)
{
    g_autofree char *list = resolved(root, first, second);

    is_str(list, expected, "load order for %s, %s", first, second ? second : "nothing");
}

static void test_modules(void)
{
    g_autofree char *root = make_kernel();
    g_autofree char *lost = NULL;

    check_order(root, "a", NULL, "d b_c a ");
    check_order(root, "d", "a", "d b_c a ");
    check_order(root, "b-c", "b_c", "d b_c ");
    check_order(root, "built", NULL, "");
    check_order(root, "x", NULL, "y x ");
    check_order(root, "none", NULL, "error: usr/lib/modules/1.2: the kernel has no module none");
    check_order(root, "bad", NULL, "error: usr/lib/modules/1.2: the kernel has no module nowhere");
    lost = resolved(root, "lost", NULL);
    ok(g_str_has_prefix(lost, "error: usr/lib/modules/1.2/kernel/lost.ko: "),
        "a module's missing file is named");
    cache_remove(root);
    ok(!g_file_test(root, G_FILE_TEST_EXISTS), "a folder and everything below it are removed");
}

/* A tree lists linked modules as .o; /lib/modules may have packed modules, and
 * updates in modules.dep alone. */
static void test_other_modules(void)
{
    g_autofree char *root = make_kernel();
    g_autofree char *folder = g_build_filename(root, "usr/lib/modules/1.2", NULL);
    g_autofree char *order = g_build_filename(folder, "modules.order", NULL);
    g_autofree char *dep = g_build_filename(folder, "modules.dep", NULL);
    g_autofree char *plain = g_build_filename(folder, "kernel/d.ko", NULL);
    g_autofree char *packed = g_build_filename(folder, "kernel/d.ko.xz", NULL);
    g_autofree char *old = g_build_filename(folder, "kernel/a.ko", NULL);
    g_autofree char *updates = g_build_filename(folder, "updates", NULL);
    g_autofree char *new = g_build_filename(folder, "updates/a.ko", NULL);
    struct module_file file;
    g_autoptr(GBytes) bytes = NULL;

    module_file_init(&file, "");
    bytes = xz_pack(&file, sizeof(file));
    g_unlink(plain);
    g_file_set_contents(
        packed, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes), NULL);
    check_order(root, "a", NULL, "d b_c a ");
    g_file_set_contents(order, "kernel/a.o\nkernel/b_c.o\nkernel/d.o\n", -1, NULL);
    check_order(root, "a", NULL, "d b_c a ");
    g_mkdir(updates, 0777);
    g_rename(old, new);
    g_file_set_contents(
        dep, "updates/a.ko: kernel/b_c.ko kernel/d.ko.xz\nkernel/d.ko.xz:\n", -1, NULL);
    check_order(root, "a", NULL, "d b_c a ");
    cache_remove(root);
}

static void test_cpio(void)
{
    g_autofree char *dir = g_dir_make_tmp("pmulab-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "archive", NULL);
    struct cpio *cpio = cpio_create(path, NULL);
    g_autofree char *data = NULL;
    gsize size = 0;

    cpio_directory(cpio, "dev", 0755);
    cpio_file(cpio, "a", 0644, "12345", 5);
    cpio_character_device(cpio, "dev/console", 0600, 5, 1);
    ok(cpio_close(cpio, NULL), "an archive is written");
    g_file_get_contents(path, &data, &size, NULL);
    ok(size == 116 + 112 + 8 + 124 + 124, "its members are padded to multiples of four");
    ok(!memcmp(data + 14, "000041ed", 8), "a folder's mode");
    ok(!memcmp(data + 116 + 54, "00000005", 8) && !memcmp(data + 116 + 112, "12345\0\0\0", 8),
        "a file's contents");
    ok(!memcmp(data + 116 + 120 + 78, "0000000500000001", 16), "a device's numbers");
    cache_remove(dir);
    ok(!cpio_create(path, NULL), "an archive in no folder can't be created");
}

static void test_full(void)
{
    g_autoptr(GError) error = NULL;
    struct cpio *cpio = cpio_create("/dev/full", NULL);

    for (unsigned i = 0; cpio && i < 100; i++)
        cpio_symlink(cpio, "from", "to");
    ok(cpio && !cpio_close(cpio, &error) && strstr(error->message, "No space left"),
        "a full disk is noticed");
}

/* `printf hello | xz`, with a CRC32 check like the kernel's modules. */
static const guint8 hello[] = {0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde,
    0x36, 0x02, 0x00, 0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x04,
    0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x00, 0x00, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x00, 0x01, 0x19,
    0x05, 0xbc, 0xe8, 0xec, 0xcb, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59,
    0x5a};

static void test_xz(void)
{
    g_autoptr(GBytes) whole = xz_unpack(hello, sizeof(hello), NULL);
    g_autoptr(GBytes) cut = xz_unpack(hello, sizeof(hello) - 1, NULL);
    g_autoptr(GBytes) junk = xz_unpack((const guint8 *)"junk", 4, NULL);

    ok(whole && g_bytes_get_size(whole) == 5 && !memcmp(g_bytes_get_data(whole, NULL), "hello", 5),
        "xz unpacks");
    ok(!cut && !junk, "cut and foreign data are refused");
}

/* The guests' busybox supports only the CRC32 check, the stream's flag 1. */
static void test_xz_pack(void)
{
    g_autoptr(GBytes) packed = xz_pack("hello", 5);
    gsize size;
    const guint8 *data = g_bytes_get_data(packed, &size);
    g_autoptr(GBytes) whole = xz_unpack(data, size, NULL);

    ok(whole && g_bytes_get_size(whole) == 5 && !memcmp(g_bytes_get_data(whole, NULL), "hello", 5),
        "xz packs what it unpacks");
    is_u64(data[7], 1, "with CRC32");
}

/* An object file: code, a debug section, its relocations, zeros that the file
 * lacks, and the names. */
struct object {
    Elf64_Ehdr header;
    char code[5];
    char debug[4000];
    char names[56];
    Elf64_Shdr sections[6];
};

static void object_init(struct object *object)
{
    *object = (struct object){
        .code = "code", .names = "\0.text\0.debug_info\0.rela.debug_info\0.bss\0.shstrtab"};
    elf_header_init(&object->header, offsetof(struct object, sections), 6);
    object->sections[1] =
        (Elf64_Shdr){1, SHT_PROGBITS, 0, 0, offsetof(struct object, code), 5, 0, 0, 16, 0};
    object->sections[2] =
        (Elf64_Shdr){7, SHT_PROGBITS, 0, 0, offsetof(struct object, debug), 3000, 0, 0, 1, 0};
    object->sections[3] =
        (Elf64_Shdr){19, SHT_RELA, 0, 0, offsetof(struct object, debug) + 3000, 1000, 0, 2, 8, 0};
    object->sections[4] = (Elf64_Shdr){36, SHT_NOBITS, 0, 0, 77, 1 << 20, 0, 0, 32, 0};
    object->sections[5] =
        (Elf64_Shdr){41, SHT_STRTAB, 0, 0, offsetof(struct object, names), 56, 0, 0, 1, 0};
}

static void test_without_debug(void)
{
    struct object object;
    g_autoptr(GBytes) bare = NULL;
    g_autoptr(GBytes) cut = NULL;
    g_autoptr(GError) error = NULL;
    const guint8 *data;
    Elf64_Ehdr header;
    Elf64_Shdr sections[6];
    gsize size;

    object_init(&object);
    bare = elf_without_debug((const guint8 *)&object, sizeof(object), NULL);
    data = g_bytes_get_data(bare, &size);
    memcpy(&header, data, sizeof(header));
    memcpy(sections, data + header.e_shoff, sizeof(sections));
    is_u64(size, header.e_shoff + sizeof(sections), "an object ends with its table of sections");
    ok(size < 600, "without debug symbols it is small");
    ok(!memcmp(data + sections[1].sh_offset, "code", 5) && sections[1].sh_offset % 16 == 0,
        "its code is kept, aligned");
    ok(sections[2].sh_type == SHT_NULL && sections[3].sh_type == SHT_NULL,
        "two sections are empty");
    is_u64(sections[4].sh_size, 1 << 20, "zeros keep their size");
    ok(sections[5].sh_size == 56 && !memcmp(data + sections[5].sh_offset, object.names, 56),
        "names stay");
    object.sections[1].sh_size = sizeof(object);
    cut = elf_without_debug((const guint8 *)&object, sizeof(object), &error);
    ok(!cut && error, "a section beyond the file is refused");
}

int main(void)
{
    test_mirror();
    test_version();
    test_fingerprint();
    test_modinfo();
    test_program();
    test_exports();
    test_damage();
    test_modules();
    test_other_modules();
    test_cpio();
    test_full();
    test_xz();
    test_xz_pack();
    test_without_debug();
    return done_testing();
}
