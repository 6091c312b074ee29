#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds branches.c with Debian's libpfm4-dev, and runs it with the event of each vendor.
set -e
cd "$(dirname "$0")"
# shellcheck disable=SC2086 # lists of words
cc $CPPFLAGS -static -O1 -o branches branches.c $LDFLAGS -lpfm
for on in snbep:BR_INST_RETIRED:ALL_BRANCHES epyc:RETIRED_BRANCH_INSTRUCTIONS; do
    "${PMULAB:-pmulab}" ci --machine "${on%%:*}" --truth -- "./branches ${on#*:}"
done
