/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the functions that addresses in drivers belong to. */
#include "harness/symbols/driver_names.h"

#include "harness/format/elf.h"
#include "harness/format/xz.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/kernel_modules.h"
#include "harness/setup/own_kernel.h"
#include "harness/symbols/kernel_symbols.h"
#include "harness/symbols/source_lines.h"

#include <string.h>

/* A section of a loaded module. */
struct place {
    char *module, *section;
    guint64 address;
};

/* The kernel's own place, as guest/init calls it. */
#define KERNEL "vmlinux"

/* A module's file. */
struct object {
    GBytes *bytes; /* NULL: there is none */
    struct source_lines *lines;
};

struct naming {
    const struct driver_naming *given;
    const char *guest;          /* whose modules are loaded, unless the kernel has its own */
    struct own_kernel kernel;   /* all zero: the guest's */
    GArray *places;             /* struct place */
    GHashTable *objects;        /* module's name to its struct object */
    GArray *symbols;            /* of the kernel, or NULL */
    struct source_lines *lines; /* of the kernel, or NULL */
    GRegex *built_in;           /* or NULL */
};

static void place_clear(gpointer data)
{
    g_free(((struct place *)data)->module);
    g_free(((struct place *)data)->section);
}

/* Lines such as "intel_uncore/sections/.text:0xffffffffc0412000". */
static GArray *read_places(const char *text)
{
    GArray *places = g_array_new(FALSE, TRUE, sizeof(struct place));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    g_array_set_clear_func(places, place_clear);
    for (char **line = lines; *line; line++) {
        const char *slash = strstr(*line, "/sections/"), *colon = strrchr(*line, ':');
        struct place *place;

        if (!slash || !colon || colon < slash)
            continue;
        slash += strlen("/sections/");
        g_array_set_size(places, places->len + 1);
        place = &g_array_index(places, struct place, places->len - 1);
        place->module = g_strndup(*line, strcspn(*line, "/"));
        place->section = g_strndup(slash, (gsize)(colon - slash));
        place->address = g_ascii_strtoull(colon + 1, NULL, 16);
    }
    return places;
}

/* A module of the user's, or NULL. */
static GBytes *find_own(const struct naming *naming, const char *name)
{
    for (guint i = 0; naming->given->own && i < naming->given->own->len; i++) {
        GBytes *packed = g_ptr_array_index(naming->given->own, i);
        gsize size;
        const guint8 *data = g_bytes_get_data(packed, &size);
        g_autoptr(GBytes) object =
            size > 1 && data[0] == 0xfd ? xz_unpack(data, size, NULL) : g_bytes_ref(packed);
        g_autofree char *its = NULL;

        data = object ? g_bytes_get_data(object, &size) : NULL;
        its = data ? elf_modinfo(data, size, "name", NULL) : NULL;
        if (!g_strcmp0(its, name))
            return g_steal_pointer(&object);
    }
    return NULL;
}

/* A module that pmulab has built for the guest, or NULL. */
static GBytes *find_built(const struct naming *naming, const char *name)
{
    g_autofree char *image = guest_image_entry(naming->guest),
                    *file = g_strconcat(name, ".ko", NULL),
                    *path = g_build_filename(image, file, NULL);
    char *data;
    gsize size;

    return g_file_get_contents(path, &data, &size, NULL) ? g_bytes_new_take(data, size) : NULL;
}

/* The module @name, if it is the last of @modules: its dependencies come
 * first. */
static GBytes *last_of(const GPtrArray *modules, const char *name)
{
    const struct kernel_module *last =
        modules && modules->len ? g_ptr_array_index(modules, modules->len - 1) : NULL;

    return last && kernel_module_is(last->name, name) ? g_bytes_ref(last->object) : NULL;
}

/* A module that belongs to the user's kernel, or NULL. */
static GBytes *find_beside(const struct naming *naming, const char *name)
{
    const char *const names[] = {name, NULL};
    struct kernel_module_index *index =
        naming->kernel.modules ? kernel_modules_open(naming->kernel.modules, "", NULL) : NULL;
    g_autoptr(GPtrArray) modules = NULL;

    if (!index)
        return NULL;
    modules = kernel_modules_find(index, names, NULL);
    kernel_modules_close(index);
    return last_of(modules, name);
}

/* The kernel package's module, or NULL. */
static GBytes *find_packaged(const struct naming *naming, const char *name)
{
    const char *const names[] = {name, NULL};
    g_autofree char *packages = guest_packages_entry(naming->guest);
    g_autofree char *root = g_build_filename(packages, "root", NULL);
    g_autoptr(GPtrArray) modules = NULL;
    struct guest_image image;

    if (!guest_image_find(naming->guest, &image, NULL))
        return NULL;
    modules = kernel_modules_resolve(root, image.release, names, NULL);
    guest_image_clear(&image);
    return last_of(modules, name);
}

static GBytes *find_object(const struct naming *naming, const char *name)
{
    GBytes *object = find_own(naming, name);

    if (object || !naming->guest)
        return object ? object : find_beside(naming, name);
    object = find_built(naming, name);
    return object ? object : find_packaged(naming, name);
}

static void object_free(gpointer data)
{
    struct object *object = data;

    g_clear_pointer(&object->bytes, g_bytes_unref);
    source_lines_free(object->lines);
    g_free(object);
}

static const struct object *object_of(struct naming *naming, const char *name)
{
    struct object *object = g_hash_table_lookup(naming->objects, name);
    gsize size;
    const guint8 *data;

    if (object)
        return object;
    object = g_new0(struct object, 1);
    object->bytes = find_object(naming, name);
    data = object->bytes ? g_bytes_get_data(object->bytes, &size) : NULL;
    object->lines = data ? source_lines_new(data, size) : NULL;
    g_hash_table_insert(naming->objects, g_strdup(name), object);
    return object;
}

/* Ends a name with its source line, if that is known. */
static void append_source(
    GString *text, const struct source_lines *lines, const char *section, guint64 offset)
{
    g_autofree char *line = lines ? source_lines_at(lines, section, offset) : NULL;

    if (line)
        g_string_append_printf(text, " at %s", line);
    g_string_append_c(text, '\n');
}

/* Only its name shows that a function of the kernel belongs to a driver. */
static void append_built_in(
    GString *text, const struct naming *naming, const struct place *place, guint64 address)
{
    guint64 into;
    g_autofree char *function =
        naming->symbols ? kernel_symbols_function(naming->symbols, address - place->address, &into)
                        : NULL;

    g_string_append_printf(text, "%" G_GINT64_MODIFIER "x ", address);
    if (function && naming->built_in && g_regex_match(naming->built_in, function, 0, NULL)) {
        g_string_append_printf(text, "%s+0x%" G_GINT64_MODIFIER "x", function, into);
        append_source(text, naming->lines, NULL, address - place->address);
    } else {
        g_string_append(text, DRIVER_NAMES_NONE "\n");
    }
}

/* Appends a line for @address, if it is in a function of @place. */
static gboolean append_name(
    GString *text, struct naming *naming, const struct place *place, guint64 address)
{
    const struct object *object = object_of(naming, place->module);
    const guint64 offset = address - place->address;
    gsize size = 0;
    const guint8 *data = object->bytes ? g_bytes_get_data(object->bytes, &size) : NULL;
    guint64 into;
    g_autofree char *function =
        data ? elf_function(data, size, place->section, offset, &into) : NULL;

    if (!function)
        return FALSE;
    g_string_append_printf(text, "%" G_GINT64_MODIFIER "x %s+0x%" G_GINT64_MODIFIER "x [%s]",
        address, function, into, place->module);
    append_source(text, object->lines, place->section, offset);
    return TRUE;
}

/* The last section that begins before @address, among sections of permanent
 * code or of init code. */
static const struct place *place_of(const struct naming *naming, guint64 address, gboolean init)
{
    const struct place *found = NULL;

    for (guint i = 0; i < naming->places->len; i++) {
        const struct place *place = &g_array_index(naming->places, struct place, i);

        if (g_str_has_prefix(place->section, ".init") == init && place->address <= address &&
            (!found || place->address > found->address))
            found = place;
    }
    return found;
}

gboolean driver_names_need_symbols(const struct driver_naming *naming)
{
    return naming->built_in && (naming->kernel || !kernel_symbols_known(naming->guest));
}

static struct naming naming_new(const struct driver_naming *given)
{
    struct naming naming = {
        .given = given,
        .guest = given->guest,
        .places = read_places(given->places),
        .objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, object_free),
        .built_in = given->built_in ? g_regex_new(given->built_in, 0, 0, NULL) : NULL,
    };
    g_autofree char *text = NULL, *vmlinux = NULL;

    if (given->built_in && given->kernel) {
        text = kernel_symbols_extract(given->places);
        naming.symbols = kernel_symbols_parse(text);
    } else if (given->built_in) {
        if (!kernel_symbols_known(given->guest))
            kernel_symbols_keep(given->guest, given->places);
        naming.symbols = kernel_symbols_load(given->guest);
    }
    if (!given->kernel)
        return naming;
    /* The user's kernel may be one of a guest in the cache. Then it has that
     * guest's modules. */
    own_kernel_find(given->kernel, guest_recipe_find(given->guest)->arch, &naming.kernel, NULL);
    naming.guest = naming.kernel.guest;
    vmlinux = g_build_filename(given->kernel, "vmlinux", NULL);
    naming.lines = source_lines_open(vmlinux);
    return naming;
}

static void naming_clear(struct naming *naming)
{
    g_clear_pointer(&naming->built_in, g_regex_unref);
    g_clear_pointer(&naming->symbols, g_array_unref);
    source_lines_free(naming->lines);
    own_kernel_clear(&naming->kernel);
    g_hash_table_unref(naming->objects);
    g_array_unref(naming->places);
}

GString *driver_names(const GArray *addresses, const struct driver_naming *given)
{
    struct naming naming = naming_new(given);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < addresses->len; i++) {
        const guint64 address = g_array_index(addresses, guint64, i);
        const struct place *stays = place_of(&naming, address, FALSE),
                           *init = place_of(&naming, address, TRUE);

        /* The kernel frees a module's init code, and another module may reuse
         * the memory. So permanent code comes first. */
        if (stays && !strcmp(stays->module, KERNEL))
            append_built_in(text, &naming, stays, address);
        else if ((!stays || !append_name(text, &naming, stays, address)) && init)
            append_name(text, &naming, init, address);
    }
    naming_clear(&naming);
    return text;
}

void driver_names_keep_text(const struct driver_naming *given)
{
    g_autoptr(GArray) places = read_places(given->places);

    for (guint i = 0; i < places->len && !given->kernel && !given->moves; i++) {
        const struct place *place = &g_array_index(places, struct place, i);

        if (!strcmp(place->module, KERNEL) && kernel_symbols_text(given->guest) != place->address)
            kernel_symbols_keep_text(given->guest, place->address);
    }
}

char *driver_names_known_places(const struct driver_naming *given)
{
    const guint64 text = given->kernel || given->moves ? 0 : kernel_symbols_text(given->guest);

    return text ? g_strdup_printf(KERNEL "/sections/.text:0x%" G_GINT64_MODIFIER "x", text) : NULL;
}

/* ---- all functions ---- */

static void function_clear(gpointer data)
{
    g_free(((struct driver_function *)data)->module);
    g_free(((struct driver_function *)data)->name);
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const struct driver_function *x = a, *y = b;

    return x->address < y->address ? -1 : x->address > y->address;
}

static gboolean is_wanted(
    const struct naming *naming, const char *module, const char *const *modules)
{
    g_autoptr(GBytes) own = find_own(naming, module);

    for (; !own && *modules; modules++)
        if (kernel_module_is(module, *modules))
            return TRUE;
    return own != NULL;
}

static void add_function(
    GArray *all, const char *module, const char *name, guint64 address, guint64 size)
{
    struct driver_function *added;

    g_array_set_size(all, all->len + 1);
    added = &g_array_index(all, struct driver_function, all->len - 1);
    *added = (struct driver_function){g_strdup(module), g_strdup(name), address, size};
}

static void add_module(GArray *all, struct naming *naming, const struct place *place)
{
    const struct object *object = object_of(naming, place->module);
    gsize size = 0;
    const guint8 *data = object->bytes ? g_bytes_get_data(object->bytes, &size) : NULL;
    g_autoptr(GArray) functions = data ? elf_functions(data, size, place->section) : NULL;

    for (guint i = 0; functions && i < functions->len; i++) {
        const struct elf_function *function = &g_array_index(functions, struct elf_function, i);

        if (!g_str_has_prefix(function->name, KERNEL_SYMBOLS_PADDING))
            add_function(all, place->module, function->name, place->address + function->offset,
                function->size);
    }
}

static void add_built_in(GArray *all, const struct naming *naming, const struct place *kernel)
{
    guint64 offset, size;
    const char *name;

    if (!naming->symbols || !naming->built_in)
        return;
    for (guint i = 0; (name = kernel_symbols_number(naming->symbols, i, &offset, &size)); i++)
        if (size && g_regex_match(naming->built_in, name, 0, NULL))
            add_function(all, NULL, name, kernel->address + offset, size);
}

GArray *driver_functions(const struct driver_naming *given, const char *const *modules)
{
    struct naming naming = naming_new(given);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct driver_function));

    g_array_set_clear_func(all, function_clear);
    for (guint i = 0; i < naming.places->len; i++) {
        const struct place *place = &g_array_index(naming.places, struct place, i);

        if (!strcmp(place->module, KERNEL))
            add_built_in(all, &naming, place);
        else if (g_str_has_prefix(place->section, ".text") &&
                 is_wanted(&naming, place->module, modules))
            add_module(all, &naming, place);
    }
    driver_names_keep_text(given);
    g_array_sort(all, compare);
    naming_clear(&naming);
    return all;
}
