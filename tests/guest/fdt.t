#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab fdt` as a user sees it: dtc and xz agree with its output, data that
# firmware or kernel cannot use is refused with its place, and nothing is left
# behind.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Files;
use Test::More;

my $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
my $run_qemu = abs_path(($ENV{BUILD} // 'build') . '/guest/run_qemu');
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;

# Status, standard output, standard error of a program.
sub run {
    my (@command) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN,  '<', '/dev/null' or die $!;
        open STDOUT, '>', '.out'      or die $!;
        open STDERR, '>', '.err'      or die $!;
        exec @command or die "$command[0]: $!";
    }
    waitpid $pid, 0;
    return ($? >> 8, slurp('.out'), slurp('.err'));
}

sub fdt { return run($pmulab, 'fdt', @_) }

sub is_run {
    my ($what, $status, $out, $err, @arguments) = @_;
    my @got = fdt(@arguments);
    is_deeply(\@got, [$status, $out, $err], $what);
}

sub left_behind { return join ' ', grep { !/^\.(out|err)$/ && !/^in\./ } map { s{.*/}{}r } glob '* .[!.]*' }

# --- the catalogue -----------------------------------------------------------------------------------------------
is_run('a catalogue to a file', 0, '', '', 'catalogue', '-o', 'in.dtb');
my ($status, $source, $err) = run('dtc', '-q', '-I', 'dtb', '-O', 'dts', 'in.dtb');
is($status, 0, 'dtc reads it');
my @pmus = $source =~ /compatible = "ibm,imc-counters"/g;
is(scalar @pmus, 44, '44 PMUs');
my ($mcs) = $source =~ /^\tmcs01\@c8 \{\n(.*?)^\t\};/ms;
is($mcs, <<'END', 'one of them') if ok($mcs, 'mcs01 is there');
		compatible = "ibm,imc-counters";
		events-prefix = "PM_MCS01_";
		scale = "256";
		reg = <0xc8 0x08>;
		events = <0x01>;
		type = <0x10>;
		size = <0x40000>;
		offset = <0x180000>;
		cb_offset = <0x3fc00>;
END
my ($group) = $source =~ /^\tnest-mcs-events \{\n(.*?)^\t\};/ms;
is(join(' ', ($group // '') =~ /event-name = "(.*?)"/g), join(' ', qw(64B_RD_DISP_PORT01 128B_RD_DISP_PORT01
    128B_WR_DISP_PORT01 AMO_OP_DISP_PORT01 64B_RD_DISP_PORT23 128B_RD_DISP_PORT23 128B_WR_DISP_PORT23)), 'its events');
is(join(' ', ($group // '') =~ /reg = <(0x\w+) 0x08>/g), '0x00 0x08 0x10 0x18 0x20 0x28 0x30', '... and their offsets');

like($group // '', qr/^\t\tevent\@8 \{\n[^}]*desc = "blocks of 128 bytes read through ports 0 and 1";\n/m, '... and a description');
like($source, qr/^\tversion-id = <0x20>;/m, 'version-id of POWER9\'s catalogues');
like((fdt('catalogue', '--dts', '--machine', $_))[1], qr/^\tversion-id = <0x03>;/m, "... of ${_}'s") for qw(power10 power11);

my ($as_source) = (fdt('catalogue', '--dts'))[1];
is($as_source, $source, '--dts prints dtc\'s source');
spew('in.dts', $source);
is_run('... which is accepted again', 0, '', '', 'catalogue', 'in.dts', '-o', 'in.again');
my ($list) = (fdt('catalogue', '--list'))[1];
like($list, qr/^pmu mcs01 type=nest base=0xc8 /m, '--list prints the list');
spew('in.imc', $list);
is_run('... which makes the same tree', 0, slurp('in.dtb'), '', 'catalogue', 'in.imc');

# --- the image ---------------------------------------------------------------------------------------------------
is_run('a flash image to standard output, not a terminal', 0, '', '', 'flash', '-o', 'in.img');
my $image = slurp('in.img');
is(length $image, 1 << 20, '1 MiB');
is(unpack('H*', substr $image, 0, 48), '50415254' . '00000001' x 2 . '00000080' . '00000002' . '00001000' . '00000100'
      . '0' x 32 . unpack('H8', pack 'N', 0x50415254 ^ 1 ^ 1 ^ 0x80 ^ 2 ^ 0x1000 ^ 0x100), 'the header of the table');
is(unpack('Z16', substr $image, 176, 16), 'IMA_CATALOG', 'the partition');
is(unpack('H*', substr $image, 0x1000, 16), '494d434300000001004e020000001000', 'the header of the container');
my $bytes = unpack 'N', substr $image, 0x1010, 4;
spew('in.xz', substr $image, 0x2000, $bytes);
is((run('xz', '-t', 'in.xz'))[0], 0, 'xz accepts its contents');
like((run('xz', '--robot', '-lv', 'in.xz'))[1], qr/\tCRC32\t/, '... with CRC32');
is((run('xz', '-dc', 'in.xz'))[1], slurp('in.dtb'), '... and unpacks the catalogue');
is((fdt('flash'))[1], $image, 'without -o to standard output, the same bytes');
is_run('a foreign catalogue as source', 0, '', '', 'flash', '--catalogue', 'in.dts', '-o', 'in.img2');
is_run('--size', 0, '', '', 'flash', '--size', '16', '-o', 'in.big');
is(-s 'in.big', 16 << 20, '... in MiB');
is_run('two keys', 0, '', '', 'flash', '--key', '0x4e0100', '--key', '0x4e0200', '-o', 'in.two');
is(unpack('H*', substr slurp('in.two'), 0x1008, 36), '004e010000001000' . sprintf('%08x', $bytes) . '004e020000001000'
      . sprintf('%08x', $bytes) . '0' x 24, '... lead to one section');
my @good = qw(in.dtb in.dts in.imc in.img in.img2 in.two in.big in.again);
is_run('check says OK of each', 0, join('', map { "$_: OK\n" } @good), '', 'check', @good);

# --- refusals -----------------------------------------------------------------
my $hint = "pmulab: nothing is written; --force writes it anyway\n";

# Checks that the source is refused without $property of $node.
sub without {
    my ($node, $property, $complaint) = @_;
    my $bad = $source;
    $bad =~ s/(\Q$node\E \{[^}]*?)\t\t\Q$property\E = [^;]*;\n/$1/ or die "no $property in $node";
    spew('in.bad', $bad);
    is_run("$node without $property", 1, '', "pmulab: in.bad: $complaint\n", 'check', 'in.bad');
}
without('mcs01@c8', $_, "/mcs01\@c8: no '$_'") for qw(type size reg events events-prefix offset);
without('event@10200000', 'event-name', q{/trace-events/event@10200000: no 'event-name'});
without('trace@0', 'compatible', '/trace@0: no compatible "ibm,imc-counters": the kernel does not see this PMU');

# Checks that it is refused with $to instead of the first $from.
sub replaced {
    my ($what, $from, $to, $complaint) = @_;
    my $bad   = $source;
    my $place = index $bad, $from;
    die "$what: no $from" if $place < 0;
    substr $bad, $place, length $from, $to;
    spew('in.bad', $bad);
    is_run("$what: check", 1, '', "pmulab: in.bad: $complaint\n", 'check', 'in.bad');
    is_run('... flash', 1, '', "pmulab: in.bad: $complaint\n$hint", 'flash', '--catalogue', 'in.bad', '-o', 'bad.img');
    is(left_behind(), '', '... nothing is left behind');
}
replaced('a dangling phandle', 'events = <0x01>', 'events = <0x99>', q{/mcs01@c8: 'events': no node has phandle 0x99});
replaced('a scale that is none', 'reg = <0x10200000 0x08>', 'reg = <0x10200000 0x08>; scale = ""',
    q{/trace-events/event@10200000: scale '': expected a number other than 0});
spew('in.imc', $list =~ s/0x030 128B_WR_DISP_PORT23/0x40030 FAR/r);
is_run('an event past size', 1, '', 'pmulab: in.imc: /nest-mcs-events/event@40030: offset 0x400f8 (0xc8 of /mcs01@c8 '
      . "and 0x40030) is beyond its size 0x40000\npmulab: in.imc: /nest-mcs-events/event\@40030: offset 0x40078 "
      . "(0x48 of /mcs23\@48 and 0x40030) is beyond its size 0x40000\n", 'check', 'in.imc');
is_run('CRC64', 1, '', "pmulab: container: section 0x4e0200: xz check CRC64: skiboot takes CRC32 or none (xz -C crc32)\n"
      . $hint, 'flash', '--check', 'crc64', '-o', 'bad.img');
is_run('a key of no machine', 1, '', 'pmulab: container: no section for a key that a machine asks for, such as '
      . "power9's 0x4e0200\n$hint", 'flash', '--key', '0x4e0100', '-o', 'bad.img');
is_run('the image of power10', 0, '', '', 'flash', '--machine', 'power10', '-o', 'in.img');
is(unpack('x4096 x8 N', slurp('in.img')), 0x800200, '... has its CPUs\' key');
is_run('... and is valid', 0, "in.img: OK\n", '', 'check', 'in.img');
is_run('a machine without flash', 2, '', "pmulab: --machine 'epyc': expected power9, power10 or power11\n", 'flash', '--machine', 'epyc');
is(left_behind(), '', 'nothing is left behind');

# A tree that cannot be packed: noise that makes the container larger than skiboot's buffer.
srand 7;
my $noise = join ' ', map { sprintf '%02x', int rand 256 } 1 .. 0x3e000;
spew('in.bad', $source =~ s/version-id = <0x20>;/noise = [$noise];/r);
like((fdt('check', 'in.bad'))[2], qr{^pmulab: in\.bad: /: the tree has 0x4\w{4} bytes; skiboot unpacks at most 0x40000$},
    'a tree over 256 KiB');
($status, undef, $err) = fdt('flash', '--catalogue', 'in.bad', '--force', '-o', 'in.forced');
is($status, 0, '--force makes an image with it');
like($err, qr{^pmulab: warning: in\.bad: /: the tree has 0x4}, '... and warns');
like((fdt('check', 'in.forced'))[2], qr{container: 0x4\w{4} bytes with all sections; skiboot's buffer holds 0x40000$}m,
    '... its container is over 256 KiB');

is_run('--force with CRC64', 0, '', 'pmulab: warning: container: section 0x4e0200: xz check CRC64: skiboot takes CRC32 '
      . "or none (xz -C crc32)\n", 'flash', '--check', 'crc64', '--force', '-o', 'in.crc64');
is_run('... which check tells', 1, '', 'pmulab: in.crc64: container: section 0x4e0200: xz check CRC64: skiboot takes '
      . "CRC32 or none (xz -C crc32)\n", 'check', 'in.crc64');
substr(my $damaged = $image, 0x2100, 1) ^= "\x01";
spew('in.damaged', $damaged);
is_run('a changed byte in the image', 1, '', "pmulab: in.damaged: container: section 0x4e0200: damaged xz data\n",
    'check', 'in.damaged');
is_run('with several files, each is reported', 1, "in.img: OK\n", "pmulab: in.crc64: container: section 0x4e0200: xz check "
      . "CRC64: skiboot takes CRC32 or none (xz -C crc32)\n", 'check', 'in.crc64', 'in.img');

# --- unreadable input ---------------------------------------------------------
spew('in.imc', "events e\n  0x0 A\n  0x8 B skale=1\n");
is_run('a list: the line', 1, '', "pmulab: in.imc: line 3: 'skale=1': expected scale=, unit= or desc=\n", 'check', 'in.imc');
spew('in.bad', "/dts-v1/;\n/ {\n\tx = <&nowhere>;\n};\n");
like((fdt('catalogue', 'in.bad', '-o', 'bad.dtb'))[2], qr{^pmulab: in\.bad: .*nowhere.*\n\z}, 'source: dtc\'s message');
spew('in.bad', "/dts-v1/;\n/ {\n\tx = ;\n};\n");
is_run('... with its line', 1, '', "pmulab: in.bad: 3.6-7 syntax error\n", 'check', 'in.bad');
spew('in.bad', "\x7fELF\0\0");
is_run('anything else', 1, '', "pmulab: in.bad: neither text, nor a device tree, a container or a flash image\n",
    'check', 'in.bad');
is_run('an image where a catalogue is expected', 1, '', 'pmulab: in.img: expected a catalogue: a list, device tree '
      . "source, or a tree (.dtb)\n", 'catalogue', 'in.img');
like((fdt('check', 'nowhere'))[2], qr/^pmulab: .*nowhere.*: No such file or directory\n\z/, 'no such file');
for (
    [['check'], 'fdt check: expected FILE...'],
    [['machine'], 'fdt machine: expected FILE'],
    [['flash', 'x'], 'fdt flash: expected no arguments but options'],
    [['flash', '--key', '4e0200'], "--key '4e0200': expected a number such as 0x4e0200, of at most 32 bits and not 0"],
    [['flash', '--check', 'md5'], "--check 'md5': expected crc32 or crc64"],
    [['flash', '--size', '0'], "--size '0': expected 1 to 128 (MiB)"],
    [['catalogue', '--list', '--dts'], 'fdt catalogue: --list prints the built-in list, and takes no FILE and no --dts'],
    [['check', '--force', 'x'], 'fdt check: Unknown option --force; `pmulab fdt check --help` lists them'],
    [['image'], "fdt: no action 'image'; `pmulab fdt --help` lists them"],
) {
    is_run("@{$_->[0]}", 2, '', "pmulab: $_->[1]\n", @{$_->[0]});
}
is((fdt('flash', '-o', 'no/where'))[0], 1, 'an output that cannot be written');
is(left_behind(), '', 'nothing is left behind');

# --- the machine's tree ------------------------------------------------------------------------------------------
SKIP: {
    my $dump = sub {
        my ($file, @options) = @_;
        return (run($run_qemu, 'qemu-system-ppc64', '-M', "powernv9,dumpdtb=$file", '-display', 'none', @options))[0] == 0;
    };
    skip 'QEMU for ppc64 is not set up', 1 unless -x $run_qemu && $dump->('in.m1', '-m', '2060M');
    $dump->('in.m2', '-m', '2056M', '-smp', '2,sockets=2') or die;
    $dump->('in.m3', '-m', '2G')                           or die;
    is_run('as QEMU makes it', 1, '', 'pmulab: in.m1: /: no node memory@203ffd800000, HOMER of chip 0: the kernel cannot '
          . "read nest counters\n", 'check', 'in.m1');
    is_run('HOMER is added', 0, '', '', 'machine', 'in.m1', '-o', 'in.h1');
    is_run('... for two chips', 0, '', '', 'machine', 'in.m2', '-o', 'in.h2');
    is_run('check says OK', 0, "in.h1: OK\nin.h2: OK\n", '', 'check', 'in.h1', 'in.h2');
    my ($nodes) = (run('dtc', '-q', '-I', 'dtb', '-O', 'dts', 'in.h2'))[1] =~ /^(\tmemory\@203ffdc.*?\};)/ms;
    is($nodes, <<'END' =~ s/\n\z//r, 'the node of chip 1') if ok($nodes, 'chip 1 has one');
	memory@203ffdc00000 {
		device_type = "memory";
		reg = <0x203f 0xfdc00000 0x00 0x400000>;
		ibm,chip-id = <0x01>;
	};
END
    is_run('memory that the kernel would cut', 1, '', 'pmulab: in.m3: /: memory is 0x80400000 bytes with HOMER, not a '
          . "multiple of 16 MiB: the kernel cuts the rest off HOMER; for such a sum give QEMU -m 2060M\n$hint",
        'machine', 'in.m3', '-o', 'bad.dtb');
    is_run('a catalogue is no machine', 1, '', 'pmulab: in.dtb: expected a sound tree of a machine, as `qemu-system-ppc64 -M '
          . "powernv9,dumpdtb=FILE` or `qemu-system-aarch64 -M virt,dumpdtb=FILE` writes it\n", 'machine', 'in.dtb');
    is_run('an option of kunpeng', 2, '', "pmulab: --config: only trees of QEMU's machine virt take it\n", 'machine', 'in.m1',
        '--config', 'dies=2');
    is_run('too many chips', 2, '', "pmulab: --sockets 3: expected 1 to 2\n", 'machine', '--sockets', '3', 'in.m1');
    is(left_behind(), '', 'nothing is left behind');
}

# --- kunpeng -----------------------------------------------------------------------------------------------------
is_run('the ACPI table of kunpeng', 0, '', '', 'acpi', '-o', 'in.ssdt');
is_run('... is valid', 0, "in.ssdt: OK\n", '', 'check', 'in.ssdt');
is_run('... also of hip09, with two dies', 0, '', '', 'acpi', '--cpus', 16, qw(--config dies=2 --config uncore=hip09 -o in.ssdt2));
is_run('... is valid', 0, "in.ssdt2: OK\n", '', 'check', 'in.ssdt2');
my $ssdt = slurp('in.ssdt');

# Checks the table after the change of the first $from, with a right checksum.
sub damaged {
    my ($what, $from, $to, @complaints) = @_;
    my $bad = $ssdt;
    my $place = index $bad, $from;
    die "$what: no $from" if $place < 0;
    substr $bad, $place, length $to, $to;
    substr $bad, 9, 1, "\0";
    substr $bad, 9, 1, chr(-unpack('%32C*', $bad) & 255);
    spew('in.bad', $bad);
    is_run($what, 1, '', join('', map { "pmulab: in.bad: $_\n" } @complaints), 'check', 'in.bad');
}
damaged('an id of no driver', 'HISI0233', 'HISI0239', "U000: 'HISI0239' is no PMU that a driver knows");
damaged('a property of another name', 'hisilicon,ch-id', 'hisilicon,xx-id', "U000: no 'hisilicon,ch-id'");
damaged('a PMCU without a die', 'hisilicon,scl-id', 'hisilicon,xcl-id', "PMC0: no 'hisilicon,scl-id'");
damaged('a PMU twice', "hisilicon,ch-id\0\1", "hisilicon,ch-id\0\0", 'U001: it has the same numbers as U000');
# The INTIDs of the PMCU, 32 + 200, and of DDRC 0, 32 + 112.
damaged('the interrupt of two', "\x89\6\0\1\1\x90\0\0\0", "\x89\6\0\1\1\x91\0\0\0", 'U001: its interrupt is also that of U000');
damaged('a level instead of an edge', "\x89\6\0\3\1\xe8", "\x89\6\0\1\1\xe8",
    'PMC0: the interrupt is level-triggered, expected edge');
damaged('registers at one place', "\0\0\5\x0b\0\0\0\0\xff\xff\5\x0b", "\0\0\4\x0b\0\0\0\0\xff\xff\4\x0b",
    'U001: its registers overlap those of U000');
spew('in.bad', $ssdt . 'x');
is_run('a byte too many', 1, '', "pmulab: in.bad: its length is not that of the file\n", 'check', 'in.bad');
spew('in.bad', $ssdt =~ s/PMULAB/PMULAC/r);
is_run('a flipped bit', 1, '', "pmulab: in.bad: wrong checksum\n", 'check', 'in.bad');
is_run('too many CPUs', 2, '', "pmulab: --cpus 257: expected 1 to 256\n", 'acpi', '--cpus', 257);
is_run('a wrong option', 2, '', "pmulab: --config: 'dies=9'; dies: expected 1 to 4\n", 'acpi', '--config', 'dies=9');
SKIP: {
    my $iasl = (run('sh', '-c', 'command -v iasl'))[0] == 0;
    skip 'iasl (acpica-tools) is missing', 2 if !$iasl;
    is((run('iasl', '-p', 'in.dsl', '-d', 'in.ssdt'))[0], 0, 'iasl disassembles the table');
    my $dsl = slurp('in.dsl.dsl') // slurp('in.dsl') // '';
    like($dsl, qr/Device \(PMC0\).*"HISI0451".*"hisilicon,nr-cluster"/s, '... and finds the PMCU');
}
SKIP: {
    skip 'QEMU for aarch64 is not set up', 1 if !-x $run_qemu || (run($run_qemu, 'qemu-system-aarch64', '-M',
        'virt,virtualization=on,gic-version=3,dumpdtb=in.virt', qw(-cpu neoverse-n1 -smp 16 -m 1024M -display none)))[0];
    is_run('as QEMU makes it', 1, '', "pmulab: in.virt: no PMCU and no uncore PMU\n", 'check', 'in.virt');
    is_run('nodes of kunpeng are added', 0, '', '', qw(machine in.virt --config dies=2 --config clusters=1 -o in.kunpeng));
    is_run('check says OK', 0, "in.kunpeng: OK\n", '', 'check', 'in.kunpeng');
    my ($tree) = (fdt(qw(machine in.virt --config dies=2 --config clusters=1 --dts)))[1];
    my ($node) = $tree =~ /^(\tpmcu\@7ffe0000 .*?\};)/ms;
    is($node, <<'END' =~ s/\n\z//r, '--dts prints source: the PMCU of the second die');
	pmcu@7ffe0000 {
		reg = <0x00 0x7ffe0000 0x00 0x10000>;
		compatible = "hisilicon,pmcu";
		hisilicon,nr-cluster = <0x01>;
		hisilicon,scl-id = <0x05>;
		interrupts = <0x00 0xc9 0x01>;
	};
END
    is_run('a second time', 1, '', "pmulab: in.kunpeng: it has a node of a PMCU already\n", 'machine', 'in.kunpeng');
    is_run('chips', 2, '', "pmulab: --sockets: only trees of a powernv machine take it\n", qw(machine in.virt --sockets 2));
    for (
        ['without a die', qr/(pmcu\@7ffe0000 \{[^}]*)hisilicon,scl-id = <0x05>;/, '', "/pmcu\@7ffe0000: no 'hisilicon,scl-id'"],
        ['without clusters', qr/(pmcu\@7ffe0000 \{[^}]*)nr-cluster = <0x01>;/, 'nr-cluster = <0>;', "/pmcu\@7ffe0000: 'hisilicon,nr-cluster' is 0"],
        ['a level', qr/()<0x00 0xc9 0x01>/, '<0x00 0xc9 0x04>', '/pmcu@7ffe0000: the interrupt is level-triggered, expected edge'],
        ['no SPI', qr/()<0x00 0xc9 0x01>/, '<0x01 0xc9 0x01>',
            "/pmcu\@7ffe0000: 'interrupts': expected a shared one (0), edge-rising (1) or level-high (4)"],
        ['registers in memory', qr/(reserved-memory \{.*?pmcu\@7ffe0000 \{[^}]*?)no-map;/s, '',
            '/pmcu@7ffe0000: its registers are in memory that the kernel maps; expected a node below /reserved-memory with no-map'],
        ['few registers', qr/(\n\tpmcu\@7ffe0000 \{[^}]*?)0x00 0x10000>/, '0x00 0x200>',
            '/pmcu@7ffe0000: 0x200 bytes of registers, expected at least 0x400'],
        ['no driver', qr/(hisi-ddrc\@b070000 \{[^}]*)pmulab,driver = "hisi_ddrc_pmu";/, '', "/hisi-ddrc\@b070000: no 'pmulab,driver'"],
        ['a channel twice', qr/(hisi-ddrc\@b070000 \{[^}]*)ch-id = <0x03>;/, 'ch-id = <0x02>;',
            '/hisi-ddrc@b060000: it has the same numbers as /hisi-ddrc@b070000'],
    ) {
        my ($what, $from, $to, $complaint) = @$_;
        my $bad = $tree;
        $bad =~ s/$from/$1$to/ or die $what;
        spew('in.bad', $bad);
        is_run($what, 1, '', "pmulab: in.bad: $complaint\n", 'check', 'in.bad');
    }
    SKIP: {
        skip 'dt-validate (dt-schema) is missing', 2 if (run('sh', '-c', 'command -v dt-validate'))[0];
        mkdir 'in.schemas' or die $!;
        spew('in.schemas/hisilicon,pmcu.yaml', slurp("$FindBin::Bin/../../driver/hisilicon,pmcu.yaml"));
        my $said = sub { return join '', grep { /pmcu@/ } split /^/, join '', (run('dt-validate', '-s', 'in.schemas', $_[0]))[1, 2] };
        spew('in.kunpeng.dtb', slurp('in.kunpeng')); # dt-validate skips files of another name
        is($said->('in.kunpeng.dtb'), '', "dtschema accepts the PMCUs' nodes");
        my $bad = $tree;
        $bad =~ s/(pmcu\@7ffe0000 \{[^}]*)hisilicon,scl-id = <0x05>;/$1/ or die;
        spew('in.bad', $bad);
        run(qw(dtc -q -I dts -O dtb -o in.bad.dtb in.bad));
        like($said->('in.bad.dtb'), qr/pmcu\@7ffe0000: 'hisilicon,scl-id' is a required property/, '... and finds a missing property');
    }
    is(left_behind(), '', 'nothing is left behind');
}

# --- help --------------------------------------------------------------------------------------------------------
like((fdt('--help'))[1], qr/^  catalogue .*^  flash .*^  machine .*^  acpi .*^  check /ms, 'help names the actions');
like((fdt('flash', '--help'))[1], qr/--catalogue.*--key.*--check.*--force/s, '... and their options');
is((fdt())[0], 2, 'no action: help, and a status');

done_testing();
