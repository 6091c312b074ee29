#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What finds mistakes beside the tests, as tests: a stage is one make, and passes if make does. A log of each is in
# BUILD/ci/, and the ends of those that failed are in BUILD/ci/failed.
set -u
build=${BUILD:-build}
mkdir -p "$build/ci"
: >"$build/ci/failed"
# Makes of their own, not parts of the one that runs this.
unset MAKEFLAGS MAKELEVEL ALSO

stages=(
    "clang builds it, and unit tests pass|make CC=clang CFLAGS=-O1 BUILD=$build/clang all unit"
    'lint is clean|make lint'
    "sanitizers find nothing in tests without a guest|make check SANITIZE=1 BUILD=$build/sanitize"
    'no fuzzer finds anything in some seconds|make fuzz FUZZ_SECONDS=8 FUZZ_FLAGS=-seed=1'
    'planted bugs are caught|make planted'
)

echo "1..${#stages[@]}"
for i in "${!stages[@]}"; do
    IFS='|' read -r what command <<<"${stages[i]}"
    log=$build/ci/$((i + 1)).log
    SECONDS=0
    result="ok"
    $command >"$log" 2>&1 </dev/null || result="not ok"
    echo "# $command: $SECONDS s" >&2
    [ "$result" = ok ] || { echo "$command: $log" && tail -n 40 "$log"; } >>"$build/ci/failed"
    # Not together with what is said aside: tests/lib/Aside.pm.
    sleep 1
    echo "$result $((i + 1)) - $what"
done
