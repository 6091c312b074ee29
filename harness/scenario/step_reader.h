/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The keywords of a scenario's steps: the part of scenario_reader.c in
 * step_reader.c. */
#ifndef PMULAB_HARNESS_SCENARIO_STEP_READER_H
#define PMULAB_HARNESS_SCENARIO_STEP_READER_H

#include "harness/scenario/reader.h"

/* Each parses @rest, the current line after its keyword. FALSE with the
 * reader's error. */
gboolean reader_step(struct reader *reader, const char *rest);
gboolean reader_run(struct reader *reader, const char *rest);
gboolean reader_capture(struct reader *reader, const char *rest);
gboolean reader_expect(struct reader *reader, const char *rest);
gboolean reader_xfail(struct reader *reader, const char *rest);
gboolean reader_called(struct reader *reader, const char *rest);
gboolean reader_else(struct reader *reader, const char *rest);
gboolean reader_lint(struct reader *reader, const char *rest);

#endif
