/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stand-in's memory: pages of RAM, devices, and the regions that plugins
 * place over them. */
#include "tests/fake_qemu/state.h"

#include <string.h>

/* Part of the physical address space. The highest priority responds, the latest
 * among equals. */
struct place {
    uint64_t address, size;
    int priority;
    uint64_t (*read)(uint64_t address, unsigned size); /* of a device */
    const struct qemu_region_functions *functions;     /* of a plugin's region */
    void *opaque;
    bool ram;
};

/* The stand-in's content of QEMU's region structure. */
struct region {
    const struct qemu_region_functions *functions;
    void *opaque;
    uint64_t size;
};

static GArray *places;
static GHashTable *pages, *mapped;

static void make(void)
{
    if (places)
        return;
    places = g_array_new(FALSE, TRUE, sizeof(struct place));
    pages = g_hash_table_new(NULL, NULL);
    mapped = g_hash_table_new(NULL, NULL);
}

static struct place *find(uint64_t address)
{
    struct place *best = NULL;

    make();
    for (unsigned i = 0; i < places->len; i++) {
        struct place *place = &g_array_index(places, struct place, i);
        if (address - place->address < place->size && (!best || place->priority >= best->priority))
            best = place;
    }
    return best;
}

static void add(struct place place)
{
    make();
    g_array_append_val(places, place);
}

void fake_ram(uint64_t address, uint64_t size)
{
    add((struct place){.address = address, .size = size, .ram = true});
}

void fake_device(uint64_t address, uint64_t size, uint64_t (*read)(uint64_t address, unsigned size))
{
    add((struct place){.address = address, .size = size, .priority = 1, .read = read});
}

void fake_map(uint64_t page, uint64_t physical)
{
    make();
    g_hash_table_insert(
        mapped, GSIZE_TO_POINTER(page / FAKE_PAGE), GSIZE_TO_POINTER(physical / FAKE_PAGE));
}

bool fake_translate(uint64_t vaddr, uint64_t *physical)
{
    gpointer page;

    make();
    *physical = vaddr;
    if (g_hash_table_lookup_extended(mapped, GSIZE_TO_POINTER(vaddr / FAKE_PAGE), NULL, &page))
        *physical = GPOINTER_TO_SIZE(page) * FAKE_PAGE + vaddr % FAKE_PAGE;
    return find(*physical);
}

bool fake_is_io(uint64_t physical)
{
    const struct place *place = find(physical);

    return place && !place->ram;
}

static uint8_t *byte_at(uint64_t address)
{
    uint8_t *page = g_hash_table_lookup(pages, GSIZE_TO_POINTER(address / FAKE_PAGE));

    if (!page) {
        page = g_malloc0(FAKE_PAGE);
        g_hash_table_insert(pages, GSIZE_TO_POINTER(address / FAKE_PAGE), page);
    }
    return page + address % FAKE_PAGE;
}

uint64_t fake_peek(uint64_t address, unsigned size)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < size && i < sizeof(value); i++)
        value |= (uint64_t)*byte_at(address + i) << (8 * i);
    return value;
}

void fake_poke(uint64_t address, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        *byte_at(address + i) = (uint8_t)(value >> (8 * i));
}

static void log_write(uint64_t address, uint64_t value, unsigned size)
{
    const struct fake_cpu *cpu = fake_current_cpu;
    struct fake_write write = {.address = address,
        .value = value,
        .size = size,
        .cpu = cpu ? cpu->number : UINT_MAX,
        .time = fake_now(),
        .too_early = fake.setup.icount && cpu && cpu->tb && !cpu->readable};

    g_array_append_val(fake.writes, write);
}

const struct fake_write *fake_write(unsigned number)
{
    static const struct fake_write none;

    return number < fake.writes->len ? &g_array_index(fake.writes, struct fake_write, number)
                                     : &none;
}

unsigned fake_writes(void)
{
    return fake.writes->len;
}

static bool access_place(
    struct place *place, uint64_t address, uint64_t *value, unsigned size, bool store)
{
    const struct qemu_access_attributes attributes = {0};
    uint64_t offset = address - place->address;

    if (place->functions &&
        (size < place->functions->valid.min_size || size > place->functions->valid.max_size ||
            size < place->functions->made.min_size || size > place->functions->made.max_size))
        return false;
    if (place->functions && store)
        return !place->functions->write(place->opaque, offset, *value, size, attributes);
    if (place->functions)
        return !place->functions->read(place->opaque, offset, value, size, attributes);
    if (store)
        log_write(address, *value, size);
    else
        *value = place->read ? place->read(address, size) : 0;
    return true;
}

bool fake_access_memory(uint64_t physical, uint64_t *value, unsigned size, bool store)
{
    struct place *place = find(physical);
    struct place here;

    if (!place)
        return false;
    if (!place->ram) {
        here = *place; /* a hook may add places */
        return access_place(&here, physical, value, size, store);
    }
    if (store)
        fake_poke(physical, *value, size);
    else
        *value = fake_peek(physical, size);
    return true;
}

/* QEMU takes its lock for devices. */
static bool access_device(uint64_t physical, uint8_t *bytes, size_t size, bool store)
{
    bool held = fake_bql_held(), done;
    uint64_t value = 0;

    if (size > sizeof(value))
        fake_bail_out("%zu bytes of a device at 0x%" PRIx64, size, physical);
    if (store)
        memcpy(&value, bytes, size);
    if (!held)
        fake_lock();
    done = fake_access_memory(physical, &value, (unsigned)size, store);
    if (!held)
        fake_unlock();
    if (!store)
        memcpy(bytes, &value, size);
    return done;
}

bool fake_copy(uint64_t physical, uint8_t *bytes, size_t size, bool store)
{
    if (fake_is_io(physical))
        return access_device(physical, bytes, size, store);
    for (size_t i = 0; i < size; i++) {
        if (!find(physical + i) || fake_is_io(physical + i))
            return false;
        if (store)
            *byte_at(physical + i) = bytes[i];
        else
            bytes[i] = *byte_at(physical + i);
    }
    return true;
}

/* ---- QEMU's functions for devices ---- */

void *get_system_memory(void)
{
    return &places;
}

void memory_region_init_io(void *region, void *owner, const struct qemu_region_functions *functions,
    void *opaque, const char *name, uint64_t size)
{
    struct region *made = region;

    if (!fake_bql_held() || owner || !name)
        fake_bail_out("a region without the big lock, or without a name");
    *made = (struct region){functions, opaque, size};
}

void memory_region_add_subregion_overlap(
    void *container, uint64_t offset, void *region, int priority)
{
    const struct region *made = region;

    if (!fake_bql_held() || container != &places || !made->functions)
        fake_bail_out("a region placed without the big lock, or elsewhere than in memory");
    add((struct place){.address = offset,
        .size = made->size,
        .priority = priority,
        .functions = made->functions,
        .opaque = made->opaque});
}

/* A region's identity for plugins is the place's number + 1. */
struct qemu_memory_section memory_region_find(void *container, uint64_t offset, uint64_t size)
{
    const struct place *place = size ? find(offset) : NULL;

    (void)container;
    return (struct qemu_memory_section){
        .region =
            place ? GSIZE_TO_POINTER(place - &g_array_index(places, struct place, 0) + 1) : NULL};
}

static unsigned dispatch(
    void *region, uint64_t offset, uint64_t *value, unsigned size_shift, bool store)
{
    struct place place = g_array_index(places, struct place, GPOINTER_TO_SIZE(region) - 1);

    return !access_place(&place, place.address + offset, value, 1u << size_shift, store);
}

unsigned memory_region_dispatch_read(void *region, uint64_t offset, uint64_t *value,
    unsigned size_shift, struct qemu_access_attributes attributes)
{
    (void)attributes;
    return dispatch(region, offset, value, size_shift, false);
}

unsigned memory_region_dispatch_write(void *region, uint64_t offset, uint64_t value,
    unsigned size_shift, struct qemu_access_attributes attributes)
{
    (void)attributes;
    return dispatch(region, offset, &value, size_shift, true);
}
