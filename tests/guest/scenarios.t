#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# For each machine the scenarios that go through most of it, as anybody would run them; their TAP is ours. All of
# them take several times as long: `make scenarios`.
set -- \
    scenarios/snbep/first-light.scn scenarios/snbep/multiplex.scn scenarios/snbep/occupancy.scn \
    scenarios/snbep/wrap.scn scenarios/snbep/fault-write.scn \
    scenarios/power9/first-light.scn scenarios/power9/thread.scn scenarios/power9/trace.scn \
    scenarios/power9/foreign.scn \
    scenarios/epyc/op-count.scn scenarios/epyc/fetch-rand.scn scenarios/epyc/fault-nmi.scn scenarios/epyc/ldlat-perf.scn \
    scenarios/kunpeng/exact.scn scenarios/kunpeng/two-masters.scn scenarios/kunpeng/acpi.scn
echo "# $# of $(find scenarios -name "*.scn" | wc -l) scenarios; make scenarios runs all"
exec "${PMULAB:-build/pmulab}" run -j "$(nproc)" --results "${BUILD:-build}/results" "$@"
