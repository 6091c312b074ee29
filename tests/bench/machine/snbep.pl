# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` with `snbep`; Bench.pm explains the words.
{
    access   => 'qemu-system-x86_64 -M q35 -cpu SandyBridge,model=45,stepping=7,tsc-deadline=off,x2apic=off',
    programs => { snbep_icx => ',variant=icx' },
    boot     => { counts => 'perf stat -a -e uncore_imc_0/clockticks/' },
    loop     => [['counting', "perf stat -a -e uncore_imc_0/clockticks/ sh -c 'TIMED'"]],
    lines    => 1,
    scenario => 'snbep/first-light',
}
