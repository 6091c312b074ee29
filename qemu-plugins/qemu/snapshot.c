/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and reads the parts of a plugin's saved state. */
#include "qemu-plugins/qemu/snapshot.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

struct snapshot {
    FILE *file;
    bool saves, ok;
};

static bool move(struct snapshot *s, void *at, size_t size)
{
    if (s->saves)
        return fwrite(at, 1, size, s->file) == size;
    return fread(at, 1, size, s->file) == size;
}

void snapshot_part(struct snapshot *snapshot, void *at, size_t size)
{
    uint64_t found = size;

    snapshot->ok = snapshot->ok && move(snapshot, &found, sizeof(found)) && found == size &&
                   move(snapshot, at, size);
}

/* Uses a separate FILE, so that the descriptor stays open. */
static bool go_through(int fd, const char *mode, void (*visit)(struct snapshot *snapshot))
{
    int own = dup(fd);
    struct snapshot s = {
        .file = own < 0 ? NULL : fdopen(own, mode), .saves = *mode == 'w', .ok = true};

    if (!s.file) {
        if (own >= 0)
            close(own);
        return false;
    }
    rewind(s.file);
    visit(&s);
    return !fclose(s.file) && s.ok;
}

bool snapshot_save(int fd, void (*visit)(struct snapshot *snapshot))
{
    return go_through(fd, "w", visit);
}

bool snapshot_resume(int fd, void (*visit)(struct snapshot *snapshot))
{
    return go_through(fd, "r", visit);
}
