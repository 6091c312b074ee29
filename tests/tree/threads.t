#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: `pmulab run -j` has a thread for each guest. So the command's
# code shares no writable state between threads: no object has a variable of
# static storage, except those listed here. _Thread_local variables are allowed.
use strict;
use warnings;
use Test::More;

my $build = $ENV{BUILD} // 'build';
my %allowed = (
    'harness/cli/arguments.o seer'        => 'set before any thread begins',
    'harness/cli/complete.o typed'        => 'a command of one thread',
    'harness/cli/main.o option'           => 'never written: argv is not const',
    'harness/gdb/gdb_files.o removed_at_end' => 'one gdb for a command; its thread hands it to a signal',
    'harness/hardware/value_names.o models' => 'a GPrivate: each thread has its own',
    'harness/live/terminal.o ends'        => 'a signal sets it',
    'harness/setup/build_inputs.o known' => 'under the lock below',
    'harness/setup/build_inputs.o g__known_lock' => 'a lock',
    'harness/report/explained.o once'     => 'g_once()',
    'harness/silicon/ledger.o once'       => 'g_once()',
    'models/pmu/hardware.o self'          => 'under its lock',
    'models/board/board_model.o banks'    => 'written by `describe`, a command of one thread',
    'models/power9/catalogue.o once'      => 'call_once()',
    'models/power9/catalogue.o power9'    => 'made by call_once()',
    'models/power9/catalogue.o power10'   => 'made by call_once()',
);

# Each object's variables in writable sections.
# A build keeps the objects of sources that are gone.
my @objects = grep { -f s{^\Q$build\E/obj/}{}r =~ s/o$/c/r }
    split ' ', qx(find $build/obj/harness $build/obj/models $build/obj/oracle $build/obj/acpi $build/obj/fdt -name '*.o');
ok(@objects > 100, scalar(@objects) . ' objects') or BAIL_OUT('expected them to be built');
my %found;
for my $object (@objects) {
    my ($short) = $object =~ m{^\Q$build\E/obj/(.*)};
    for (qx(objdump -t '$object')) {
        # Value, flags, section, size, name. A number after the name
        # distinguishes a function's variables. A bank's prepared data, in its
        # REG_ROOM: a thread claims it with an atomic.
        next if $short =~ /^models/ && /\s__compound_literal\.\d+$/;
        # GLib's own: a resource that it unpacks under a lock.
        next if /\sstatic_resource$/;
        next unless /^\S+ .{6}O (?:\.bss|\.data|\.data\.rel|\.data\.rel\.local|\*COM\*)\t\S+ (?:\.hidden )?([^\s.]+)/;
        $found{"$short $1"} = 1;
    }
}
is_deeply([grep { !$allowed{$_} } sort keys %found], [], 'no variable is shared by threads');
is_deeply([grep { !$found{$_} } sort keys %allowed], [], 'each allowed variable exists');
done_testing();
