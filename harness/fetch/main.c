/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build/fetch QEMU-BINARY GUEST: fetches what `make demo` needs while the
 * command is still being compiled. */
#include "harness/fetch/fetch.h"

#include "harness/base/error.h"
#include "harness/setup/guest_recipe.h"

int main(int argc, char **argv)
{
    struct fetch_list *list = fetch_list_new();
    GError *error = NULL;
    gboolean good;

    if (argc != 3 || !guest_recipe_find(argv[2])) {
        fprintf(stderr, "%s: expected the name of a QEMU program and of a guest\n", argv[0]);
        return STATUS_USAGE;
    }
    fetch_list_qemu(list, argv[1]);
    fetch_list_guest(list, argv[2]);
    good = fetch_all(list, stdout, FALSE, &error);
    fetch_list_free(list);
    return good ? STATUS_OK : error_exit(error);
}
