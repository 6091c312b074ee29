/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the functions that addresses in loaded modules belong to. */
#include "harness/setup/driver_names.h"

#include "harness/base/elf.h"
#include "harness/base/xz.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/kernel_modules.h"

#include <string.h>

/* A section of a loaded module. */
struct place {
    char *module, *section;
    guint64 address;
};

struct naming {
    GArray *places;       /* struct place */
    const GPtrArray *own; /* GBytes */
    const char *guest;
    GHashTable *objects; /* module's name to its GBytes, or to NULL if there is none */
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

static GBytes *unpacked(GBytes *object)
{
    gsize size;
    const guint8 *data = g_bytes_get_data(object, &size);

    return size > 1 && data[0] == 0xfd ? xz_unpack(data, size, NULL) : g_bytes_ref(object);
}

/* A module of the user's, or NULL. */
static GBytes *find_own(const struct naming *naming, const char *name)
{
    for (guint i = 0; naming->own && i < naming->own->len; i++) {
        g_autoptr(GBytes) object = unpacked(g_ptr_array_index(naming->own, i));
        gsize size = 0;
        const guint8 *data = object ? g_bytes_get_data(object, &size) : NULL;
        g_autofree char *its = data ? elf_modinfo(data, size, "name", NULL) : NULL;

        if (!g_strcmp0(its, name))
            return g_steal_pointer(&object);
    }
    return NULL;
}

/* The kernel package's module, or NULL. */
static GBytes *find_packaged(const struct naming *naming, const char *name)
{
    const char *const names[] = {name, NULL};
    g_autofree char *packages = guest_packages_entry(naming->guest);
    g_autofree char *root = g_build_filename(packages, "root", NULL);
    g_autoptr(GPtrArray) modules = NULL;
    struct guest_image image;
    const struct kernel_module *last;

    if (!guest_image_find(naming->guest, &image, NULL))
        return NULL;
    modules = kernel_modules_resolve(root, image.release, names, NULL);
    guest_image_clear(&image);
    last = modules && modules->len ? g_ptr_array_index(modules, modules->len - 1) : NULL;
    return last && kernel_module_is(last->name, name) ? g_bytes_ref(last->object) : NULL;
}

static GBytes *object_of(struct naming *naming, const char *name)
{
    GBytes *object = NULL;

    if (g_hash_table_lookup_extended(naming->objects, name, NULL, (gpointer *)&object))
        return object;
    object = find_own(naming, name);
    if (!object)
        object = find_packaged(naming, name);
    g_hash_table_insert(naming->objects, g_strdup(name), object);
    return object;
}

/* Appends a line for @address, if it lies in a function of @place. */
static gboolean append_name(GString *text, struct naming *naming, const struct place *place, guint64 address)
{
    GBytes *object = object_of(naming, place->module);
    gsize size = 0;
    const guint8 *data = object ? g_bytes_get_data(object, &size) : NULL;
    guint64 into;
    char *function = data ? elf_function(data, size, place->section, address - place->address, &into) : NULL;

    if (!function)
        return FALSE;
    g_string_append_printf(text, "%" G_GINT64_MODIFIER "x %s+0x%" G_GINT64_MODIFIER "x [%s]\n", address,
        function, into, place->module);
    g_free(function);
    return TRUE;
}

/* The section that begins last before @address, among those of code that stays or of code for the beginning.
 */
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

/* A module's code for its beginning is freed then, and another module may be in its place: that one comes
 * first. */
static void append_line(GString *text, struct naming *naming, guint64 address)
{
    const struct place *stays = place_of(naming, address, FALSE), *init = place_of(naming, address, TRUE);

    if ((!stays || !append_name(text, naming, stays, address)) && init)
        append_name(text, naming, init, address);
}

static void unref(gpointer object)
{
    if (object)
        g_bytes_unref(object);
}

GString *driver_names(const GArray *addresses, const char *places, const GPtrArray *own, const char *guest)
{
    struct naming naming = {
        read_places(places), own, guest, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, unref)};
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < addresses->len; i++)
        append_line(text, &naming, g_array_index(addresses, guint64, i));
    g_hash_table_unref(naming.objects);
    g_array_unref(naming.places);
    return text;
}
