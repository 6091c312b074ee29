/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cases that reached something new of the drivers, from which others are drawn as variations. In a folder
 * they are scenarios, named after the machine and what is in them, so that runs can share it.
 */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_CORPUS_H
#define PMULAB_HARNESS_FUZZ_FUZZ_CORPUS_H

#include "harness/fuzz/fuzz_machine.h"

struct fuzz_corpus;

/* Without cases. @folder is made; NULL: none. NULL with HARNESS_ERROR_FAILED if that cannot be. Free with
 * fuzz_corpus_free(). */
struct fuzz_corpus *fuzz_corpus_new(const struct machine *machine, const char *folder, GError **error);
void fuzz_corpus_free(struct fuzz_corpus *corpus);

/* The machine's cases in the folder that were not written or read by @corpus before, by name, with @lines in
 * their heads: struct fuzz_case in an array that owns them. Those that are not as fuzz_corpus_keep() writes
 * them are left out. NULL with G_FILE_ERROR if the folder cannot be read. */
GPtrArray *fuzz_corpus_read(const struct fuzz_corpus *corpus, const char *const *lines, GError **error);

/* Adds a copy of @c, and its file, without @lines in its head. FALSE with G_FILE_ERROR. */
gboolean fuzz_corpus_keep(
    struct fuzz_corpus *corpus, const struct fuzz_case *c, const char *const *lines, GError **error);

guint fuzz_corpus_size(const struct fuzz_corpus *corpus);

/*
 * A variation of one of the cases, from @rand alone: with plans and traffic of others that ran in such a
 * guest, without some, and in plans of pmulab-play with operations moved, doubled, left out, or taken from
 * others. A case whose hardware has faults mixes with others of that kind only. NULL if there is no case.
 */
struct fuzz_case *fuzz_corpus_vary(const struct fuzz_corpus *corpus, GRand *rand);

#endif
