/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints pmcu-record's file. Runs anywhere: the file is little-endian on every
 * machine. */
#include "guest/pmcu_print.h"

#include <err.h>
#include <fcntl.h>
#include <getopt.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATUS_FAILED 1
#define STATUS_USAGE  2

static const char help[] =
    "usage: pmcu-report [OPTIONS]\n"
    "Prints what the HiSilicon PMCU has counted.\n"
    "  -i FILE  of pmcu-record (default pmcu.data)\n"
    "  -D       the header, then a line for each value: offset, value, event, CPU (default)\n"
    "  --csv    a table\n"
    "Status: 0 all is well, 1 it failed, 2 wrong usage.\n";

struct options {
    const char *file;
    bool csv;
};

/* Returns the exit status, or -1 to continue. */
static int parse(int argc, char **argv, struct options *options)
{
    static const struct option names[] = {
        {"csv", no_argument, NULL, 'c'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "i:Dh", names, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return 0;
        }
        if (option == 'i')
            options->file = optarg;
        else if (option == 'c' || option == 'D')
            options->csv = option == 'c';
        else
            return STATUS_USAGE;
    }
    if (optind == argc)
        return -1;
    warnx("'%s': no argument was expected; -i names a file", argv[optind]);
    return STATUS_USAGE;
}

/* Never unmapped: the program is short. */
static void map_file(const char *name, struct pmcu_data *data)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    struct stat st;
    void *bytes;

    if (fd < 0 || fstat(fd, &st))
        err(STATUS_FAILED, "%s", name);
    if (!st.st_size)
        errx(STATUS_FAILED, "%s: it is empty: no sample was taken", name);
    bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        err(STATUS_FAILED, "%s", name);
    close(fd);
    *data = (struct pmcu_data){bytes, (size_t)st.st_size};
}

int main(int argc, char **argv)
{
    struct options options = {.file = "pmcu.data"};
    struct pmcu_data data;
    struct pmcu_info info;
    const char *wrong;
    int status = parse(argc, argv, &options);

    if (status >= 0)
        return status;
    map_file(options.file, &data);
    wrong = pmcu_read_header(&data, &info);
    if (wrong)
        errx(STATUS_FAILED, "%s: the header is damaged: %s", options.file, wrong);
    if (options.csv)
        pmcu_print_csv(stdout, &data, &info);
    else
        pmcu_print_dump(stdout, &data, &info);
    if (fflush(stdout) || ferror(stdout))
        err(STATUS_FAILED, "standard output");
    return 0;
}
