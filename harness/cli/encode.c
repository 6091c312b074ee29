/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab encode`: computes a register's value from fields. */
#include "harness/hardware/encode.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/hardware/registers.h"

int command_encode(int argc, char **argv)
{
    struct register_place place;
    struct output out;
    guint64 value;
    GError *error = NULL;
    g_auto(GStrv) words = arguments_parse(argc, argv, "REGISTER FIELD=VALUE...",
        "Prints a register's value from its fields; fields not given are 0:\n"
        "`pmulab encode snbep.imc.PMON_CTL0 en=1 ev_sel=CAS_COUNT umask=RD`.",
        2, G_MAXUINT, &error);

    if (!words || !register_find(words[0], &place, &error))
        return error_exit(error);
    if (!encode_fields(place.machine->model, place.reg, words + 1, &value, &error)) {
        g_prefix_error(&error, "encode: ");
        return error_exit(error);
    }
    g_autofree char *hex = register_hex(place.reg->width, value);
    output_begin(&out);
    output_printf(&out, "%s\n", hex);
    return output_end(&out);
}
