/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moves events to viewers, at the pace of each. */
#include "harness/live/viewer.h"

#include "harness/live/live_state.h"

#include <string.h>

struct viewer {
    struct viewers *viewers;
    struct MHD_Connection *connection; /* NULL: gone */
    struct live_view *view;            /* of the thread that ticks */
    GString *out;                      /* the message on its way */
    gsize sent;
    gboolean sleeps; /* the connection waits for the next message */
};

struct viewers {
    struct live *live;
    GMutex lock;
    GPtrArray *all; /* of struct viewer, which the array holds a reference to */
    gboolean end;
};

static void viewer_clear(gpointer data)
{
    struct viewer *viewer = data;

    live_view_free(viewer->view);
    g_string_free(viewer->out, TRUE);
}

static void viewer_release(gpointer viewer)
{
    g_atomic_rc_box_release_full(viewer, viewer_clear);
}

struct viewers *viewers_new(struct live *live)
{
    struct viewers *viewers = g_new0(struct viewers, 1);

    viewers->live = live;
    viewers->all = g_ptr_array_new_with_free_func(viewer_release);
    g_mutex_init(&viewers->lock);
    return viewers;
}

void viewers_free(struct viewers *viewers)
{
    g_ptr_array_unref(viewers->all);
    g_mutex_clear(&viewers->lock);
    g_free(viewers);
}

/* ---- in MHD's thread ---- */

struct viewer *viewers_add(
    struct viewers *viewers, struct MHD_Connection *connection, const struct live_block *block)
{
    struct viewer *viewer = g_atomic_rc_box_new0(struct viewer);

    viewer->viewers = viewers;
    viewer->connection = connection;
    viewer->view = live_view_new(viewers->live, block);
    viewer->out = g_string_new(NULL);
    g_mutex_lock(&viewers->lock);
    g_ptr_array_add(viewers->all, g_atomic_rc_box_acquire(viewer));
    g_mutex_unlock(&viewers->lock);
    return viewer;
}

ssize_t viewer_read(void *self, uint64_t position, char *out, size_t room)
{
    struct viewer *viewer = self;
    gboolean ends;
    gsize n;

    (void)position;
    g_mutex_lock(&viewer->viewers->lock);
    n = MIN(room, viewer->out->len - viewer->sent);
    memcpy(out, viewer->out->str + viewer->sent, n);
    viewer->sent += n;
    ends = !n && viewer->viewers->end;
    if (!n && !ends) {
        viewer->sleeps = TRUE;
        MHD_suspend_connection(viewer->connection);
    }
    g_mutex_unlock(&viewer->viewers->lock);
    return ends ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)n;
}

void viewer_gone(void *self)
{
    struct viewer *viewer = self;

    g_mutex_lock(&viewer->viewers->lock);
    viewer->connection = NULL;
    g_ptr_array_remove_fast(viewer->viewers->all, viewer);
    g_mutex_unlock(&viewer->viewers->lock);
    viewer_release(viewer);
}

/* ---- in the thread that ticks ---- */

/* Under the lock. */
static void wake(struct viewer *viewer)
{
    if (viewer->sleeps && viewer->connection)
        MHD_resume_connection(viewer->connection);
    viewer->sleeps = FALSE;
}

/* Looks without the lock, which MHD's thread must not wait for. */
static void tick(struct viewer *viewer)
{
    g_autoptr(GString) text = g_string_new("data: ");
    gboolean ok = live_view_next(viewer->view, text, NULL);

    g_mutex_lock(&viewer->viewers->lock);
    if (ok) {
        g_string_append(text, "\n\n");
        g_string_assign(viewer->out, text->str);
        viewer->sent = 0;
        wake(viewer);
    }
    g_mutex_unlock(&viewer->viewers->lock);
}

guint viewers_tick(struct viewers *viewers)
{
    g_autoptr(GPtrArray) ready = g_ptr_array_new_with_free_func(viewer_release);
    guint n;

    g_mutex_lock(&viewers->lock);
    n = viewers->all->len;
    for (guint i = 0; i < n; i++) {
        struct viewer *viewer = g_ptr_array_index(viewers->all, i);

        if (viewer->sleeps)
            g_ptr_array_add(ready, g_atomic_rc_box_acquire(viewer));
    }
    g_mutex_unlock(&viewers->lock);
    for (guint i = 0; i < ready->len; i++)
        tick(g_ptr_array_index(ready, i));
    return n;
}

void viewers_end(struct viewers *viewers)
{
    g_mutex_lock(&viewers->lock);
    viewers->end = TRUE;
    for (guint i = 0; i < viewers->all->len; i++)
        wake(g_ptr_array_index(viewers->all, i));
    g_mutex_unlock(&viewers->lock);
}
