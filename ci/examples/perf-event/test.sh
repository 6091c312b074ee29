#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds branches.c and runs its test on both x86 machines.
set -e
cd "$(dirname "$0")"
cc -static -O1 -o branches branches.c
"${PMULAB:-pmulab}" ci --machine "${MACHINES:-snbep,epyc}" --truth -- ./branches
