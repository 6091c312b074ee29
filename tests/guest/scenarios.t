#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The scenarios that tests/levels has in check, as a user runs them; their TAP is ours. `make scenarios` runs all.
# shellcheck disable=SC2046 # a list of words
set -- $(sed -n 's/^\(scenarios[^ ]*\) *| check .*/\1/p' tests/levels)
echo "# $# of $(find scenarios -name "*.scn" | wc -l) scenarios; make scenarios runs all"
exec "${PMULAB:-build/pmulab}" run -j "$(nproc)" --results "${BUILD:-build}/results" "$@"
