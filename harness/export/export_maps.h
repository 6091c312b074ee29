/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The blocks of a machine by address map, for formats with several maps: one
 * for each space. A variant has a separate map, since its registers have the
 * others' addresses. A block that overlaps an earlier one also has a separate
 * map.
 */
#ifndef PMULAB_HARNESS_EXPORT_EXPORT_MAPS_H
#define PMULAB_HARNESS_EXPORT_EXPORT_MAPS_H

#include "harness/export/export.h"

struct export_map {
    const char *name; /* the space's word, "pci", or the block's name, "imc-guide" */
    enum reg_space space;
    GArray *banks; /* const struct reg_bank * */
};

/* The maps of the machine of @scope in the order of their first banks; elements
 * are struct export_map. Free with g_ptr_array_unref(). */
GPtrArray *export_maps_of(const struct register_place *scope);

/* One line about the map's contents. A new string. */
char *export_map_prose(const struct machine *machine, const struct export_map *map);

#endif
