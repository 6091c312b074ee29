/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * New cases, which reached new code paths or states, as the base of variations.
 * In a folder they are scenarios, named after the machine and their contents,
 * so that runs can share the folder.
 */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_CORPUS_H
#define PMULAB_HARNESS_FUZZ_FUZZ_CORPUS_H

#include "harness/fuzz/fuzz_machine.h"

struct fuzz_corpus;

/* Makes an empty corpus, and @folder if it is missing. @folder NULL: no folder.
 * NULL with HARNESS_ERROR_FAILED if the folder cannot be made. Free with
 * fuzz_corpus_free(). */
struct fuzz_corpus *fuzz_corpus_new(
    const struct machine *machine, const char *folder, GError **error);
void fuzz_corpus_free(struct fuzz_corpus *corpus);

/*
 * The machine's cases in the folder that were not written or read by @corpus
 * before, by name, with @lines in their heads: struct fuzz_case in an array
 * that owns them. Skips files that differ from fuzz_corpus_keep()'s format.
 * NULL with G_FILE_ERROR if the folder cannot be read.
 */
GPtrArray *fuzz_corpus_read(
    const struct fuzz_corpus *corpus, const char *const *lines, GError **error);

/* Adds a copy of @c, and its file, without @lines in its head. FALSE with
 * G_FILE_ERROR. */
gboolean fuzz_corpus_keep(struct fuzz_corpus *corpus, const struct fuzz_case *c,
    const char *const *lines, GError **error);

/*
 * Returns a variation of one of the cases, which depends only on @rand. It adds
 * plans and traffic of other cases that ran in such a guest, and removes some.
 * In plans of pmulab-play it moves, doubles, removes or adds operations. A case
 * whose hardware has faults mixes only with other such cases. NULL if there is
 * no case.
 */
struct fuzz_case *fuzz_corpus_vary(const struct fuzz_corpus *corpus, GRand *rand);

#endif
