/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a trace of any length by repeating a shorter one's records at later
 * times. Prints the CPU seconds that a plugin needs to write a record. */
#include "harness/trace/trace_reader.h"
#include "qemu-plugins/runtime/trace_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static GArray *read_all(struct trace_file *file)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    struct trace_record record;

    while (trace_file_next(file, &record, NULL))
        g_array_append_val(records, record);
    return records;
}

static void write_all(struct trace_writer *writer, const GArray *records, unsigned long n)
{
    const guint64 all = g_array_index(records, struct trace_record, records->len - 1).time;
    guint64 later = 0;

    for (unsigned long i = 0; i < n; later += all)
        for (guint k = 0; k < records->len && i < n; k++, i++) {
            struct trace_record record = g_array_index(records, struct trace_record, k);

            record.time += later;
            trace_writer_add(writer, &record);
        }
    trace_writer_close(writer);
}

int main(int argc, char **argv)
{
    static struct trace_writer writer;
    unsigned long n = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    struct trace_file *file = n ? trace_file_open(argv[1], NULL) : NULL;
    g_autoptr(GArray) records = NULL;
    double begin;

    if (!file) {
        fputs("usage: tile TRACE NEW RECORDS\n", stderr);
        return 2;
    }
    records = read_all(file);
    if (!records->len || !trace_writer_open(&writer, argv[2], trace_file_header(file)))
        return 1;
    trace_file_close(file);
    begin = cpu_seconds();
    write_all(&writer, records, n);
    printf("%.9f\n", (cpu_seconds() - begin) / (double)n);
    return 0;
}
