# SPDX-License-Identifier: GPL-2.0-or-later
# Tries mutants: in unit tests, whose product is a shared library that a mutant's object stands before, and in guests,
# by a command and a plugin that are built of a copy of the tree.
package Trial;
use strict;
use warnings;
use Files;
use Mutator;
use POSIX qw(WNOHANG _exit);
use Time::HiRes qw(time sleep);

my $build = ($ENV{BUILD} // 'build') . '/mutants';
my $unit = "$build/unit";
# As the Makefile compiles the sources of these unit tests, for a shell.
my $compile = $ENV{COMPILE} // '';
# Limits of a scenario: seconds of processor, of wall clock, and MiB for its trace; zen6's has 65.
my @scenario_limits = (600, 300, 1024);
my @compiler = split ' ', $ENV{CC} // 'cc';

sub new {
    my ($class, %self) = @_;
    my $self = bless {%self, late => 0, no_scenario => 0}, $class;
    $self->{tests} = tests();
    return $self;
}

# Runs a command, its output to a file, with at most so many seconds of processor and of wall clock, and so many MiB a
# file. Returns its status, or -1 for one that took too long.
sub bounded {
    my ($cpu, $wall, $file_mib, $output, @command) = @_;
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        setpgrp;
        # 4 GiB of memory, no cores; a file's limit counts blocks of 512 bytes.
        my $blocks = $file_mib * 2048;
        exec 'sh', '-c', "ulimit -t $cpu; ulimit -v 4194304; ulimit -f $blocks; ulimit -c 0; exec \"\$@\" >$output 2>&1 </dev/null", 'sh', @command;
    }
    my ($until, $pause) = (time + $wall, 0.001);
    while (waitpid($child, WNOHANG) == 0) {
        if (time > $until) {
            kill 'KILL', -$child;
            waitpid $child, 0;
            return -1;
        }
        sleep $pause;
        $pause *= 1.5 if $pause < 0.02;
    }
    my $status = $?;
    # What it has started and left.
    kill 'KILL', -$child;
    return $status == 24 || ($status & 127) == 24 ? -1 : $status;
}

# A unit test passes that ends well, with its plan kept and no failure.
sub passes {
    my ($test, $where, $library) = @_;
    local $ENV{LD_LIBRARY_PATH} = $library;
    my $status = bounded($test->{cpu}, $test->{wall}, 64, "$where.tap", $test->{path});
    return -1 if $status == -1;
    my $tap = slurp("$where.tap") // '';
    my ($plan) = $tap =~ /^1\.\.(\d+)$/m;
    return $status == 0 && defined $plan && $plan == (() = $tap =~ /^ok /mg) && $tap !~ /^not ok /m;
}

# Each unit test with the sources that it uses and the time that it takes.
sub tests {
    my @tests;
    for my $uses (sort glob "$unit/tests/*/*.t.uses") {
        my $path = $uses =~ s/\.uses$//r;
        my ($name) = $path =~ m{tests/(.*)\.t$};
        my %test = (path => $path, name => $name, cpu => 60, wall => 120, uses => {map { ("$_.c" => 1) } split /\n/, slurp($uses)});
        my $time = -e "$path.time" && -M "$path.time" < -M $path ? slurp("$path.time") : undef;
        if (!defined $time) {
            my $before = time;
            passes(\%test, $path, "$unit/lib/empty") == 1 or die "mutants: $name fails without a mutant: see $path.tap\n";
            spew("$path.time", $time = time - $before);
        }
        @test{qw(time cpu wall)} = ($time, 2 + int 5 * $time, 20 + 20 * $time);
        push @tests, \%test;
    }
    return \@tests;
}

# First those with the source's name, then those of its room, then the quick ones.
sub tests_of {
    my ($self, $file) = @_;
    my ($room, $base) = $file =~ m{([^/]+)/([^/]+)\.c$};
    my $distance = sub {
        my ($name) = $_[0] =~ m{([^/]+)_test$};
        return 0 if $name eq $base || $name =~ /^\Q$base\E_/;
        return 1 if index($base, $name) == 0 || index($name, $base) == 0;
        return $name =~ /\Q$room\E/ ? 2 : 3;
    };
    return sort { $distance->($a->{name}) <=> $distance->($b->{name}) || $a->{time} <=> $b->{time} }
        grep { $_->{uses}{$file} } @{$self->{tests}};
}

# Compiles a text under a source's name. Fails if the compiler does. (An object has the name of the file that was read:
# standard input is the same for all.)
sub compiled {
    my ($file, $text, $object) = @_;
    spew("$object.c", "# 1 \"$file\"\n$text");
    return system("$compile -w -x c -o $object - <$object.c >$object.log 2>&1") == 0;
}

sub judged_by_units {
    my ($self, $mutant, $where) = @_;
    my $file = $mutant->{file};
    return 'invalid' if !compiled($file, mutated($self->{text}{$file}, $mutant), "$where/mutant.o");
    return 'same' if slurp("$where/mutant.o") eq slurp(original($self, $file));
    system(@compiler, '-shared', '-Wl,-soname=libmutant.so', '-o', "$where/libmutant.so", "$where/mutant.o") == 0
        or die "mutants: $file: its object does not link\n";
    for my $test (tests_of($self, $file)) {
        my $passes = passes($test, "$where/test", $where);
        return 'timeout' if $passes == -1;
        return "killed $test->{name}" if !$passes;
    }
    return 'survived';
}

sub original {
    my ($self, $file) = @_;
    return $self->{original}{$file} //= do {
        my $object = "$unit/original/" . ($file =~ s{/}{-}gr) . '.o';
        system('mkdir', '-p', "$unit/original");
        compiled($file, $self->{text}{$file}, $object) or die "mutants: $file does not compile: see $object.log\n";
        $object;
    };
}

# Runs $judge->(JOB, INDEX) for indices from 0 on in processes of their own, some at a time, while $more->(INDEX, UNDER
# WAY) wants one; $done->(INDEX, RESULT) in the order of indices.
sub in_parallel {
    my ($self, $more, $judge, $done) = @_;
    my (%at, @results, @free);
    my ($next, $told) = (0, 0);
    @free = 1 .. $self->{jobs};
    while (1) {
        while (@free && $more->($next, $next - $told)) {
            my ($job, $index) = (shift @free, $next++);
            pipe my $read, my $write or die "pipe: $!\n";
            my $child = fork // die "fork: $!\n";
            if (!$child) {
                my $result = eval { $judge->($job, $index) } // "error $@";
                syswrite $write, $result;
                _exit(0);
            }
            $at{$child} = {job => $job, index => $index, read => $read};
        }
        last if !%at;
        my $child = waitpid -1, 0;
        my $ended = delete $at{$child} or next;
        push @free, $ended->{job};
        my $read = $ended->{read};
        local $/;
        $results[$ended->{index}] = <$read>;
        while (defined $results[$told]) {
            die "mutants: $1" if $results[$told] =~ /^error (.*)/s;
            $done->($told, $results[$told]);
            $told++;
        }
    }
}

# Tries mutants in this order until there are $n that count. Returns these, each with its outcome and who killed it.
sub units {
    my ($self, $n, @order) = @_;
    my @tried;
    original($self, $_) for sort keys %{{map { $_->{file} => 1 } @order[0 .. ($n < @order ? $n : @order) - 1]}};
    my $more = sub {
        my ($next, $under_way) = @_;
        return 0 if $next >= @order || @tried + $under_way >= $n;
        return 1 if time < $self->{until};
        $self->{late} = 1;
        return 0;
    };
    my $judge = sub {
        my ($job, $index) = @_;
        my $mutant = $order[$index];
        return 'equivalent' if $self->{equivalent}{identity($mutant)};
        my $where = "$unit/job$job";
        mkdir $where;
        return judged_by_units($self, $mutant, $where);
    };
    in_parallel($self, $more, $judge, sub {
        my ($index, $result) = @_;
        my ($outcome, $by) = split / /, $result;
        return if $outcome eq 'same' || $outcome eq 'invalid';
        push @tried, {%{$order[$index]}, outcome => $outcome, by => $by};
        $self->{tell}->($tried[-1], scalar @tried, $n);
    });
    return @tried;
}

# ---- scenarios ----

# Of the table's rows, the scenarios of the first that fits.
sub row_for {
    my ($file) = @_;
    for (split /\n/, slurp('tests/mutants/scenarios') // die "mutants: no tests/mutants/scenarios\n") {
        next if /^#|^\s*$/;
        my ($pattern, $scenarios) = split /\s+\|\s+/;
        return split ' ', $scenarios if $file =~ /^(?:$pattern)/;
    }
    return ();
}

sub good {
    my ($scenario) = @_;
    my $pmulab = $ENV{PMULAB} // "$build/../pmulab";
    bounded(@scenario_limits, "$build/good.tap", $pmulab, 'run', '--results', "$build/good", "scenarios/$scenario.scn") == 0
        or die "mutants: $scenario fails without a mutant: see $build/good.tap\n";
}

# A copy of the tree for each job, with what is built of it.
sub make_tree {
    my ($tree) = @_;
    my $from = $build =~ s{/mutants$}{}r;
    system('rm', '-rf', $tree);
    system('mkdir', '-p', "$tree/build") == 0 or die "mutants: no folder $tree\n";
    system('cp', '-rp', qw(Makefile acpi driver fdt guest harness models oracle qemu qemu-plugins scenarios), $tree) == 0 or die "mutants: no copy of the tree\n";
    system('cp', '-rp', (grep { -e } map { "$from/$_" } qw(obj guest npm set)), "$tree/build") == 0 or die "mutants: no copy of $from\n";
}

sub judged_by_scenarios {
    my ($self, $mutant, $tree) = @_;
    my $file = $mutant->{file};
    my @scenarios = row_for($file) or return 'survived';
    my %machines = map { m{^([^/]+)/} ? ($1 => 1) : () } @scenarios;
    my $object = "$tree/build/obj/" . ($file =~ s/\.c$/.o/r);
    # With the times of before, so that the next mutant's make compiles no more than its own file.
    system('cp', '-p', $_, "$_.kept") for "$tree/$file", $object;
    spew("$tree/$file", mutated($self->{text}{$file}, $mutant));
    my @targets = ('build/pmulab', map { "build/pmulab-$_.so" } sort keys %machines);
    my $built = system("env -u MAKEFLAGS -u MAKELEVEL make -C $tree BUILD=build WARN=-w @targets >$tree.log 2>&1") == 0;
    my $outcome = 'survived';
    # A saved guest belongs to a plugin: with a changed one each would be saved for nothing.
    my @cold = $file =~ /^harness/ ? () : '--cold';
    for my $scenario ($built ? @scenarios : ()) {
        my $status = bounded(@scenario_limits, "$tree.tap", "$tree/build/pmulab", 'run', @cold, '--results', "$tree.results", "$tree/scenarios/$scenario.scn");
        next if $status == 0;
        $outcome = "scenario $scenario";
        last;
    }
    rename "$_.kept", $_ for "$tree/$file", $object;
    unlink map { "$tree/$_" } @targets;
    return $built ? $outcome : "error $file does not build: see $tree.log\n";
}

# Lets guests judge what unit tests have let through; sets each one's outcome.
sub scenarios {
    my ($self, @mutants) = @_;
    my $more = sub {
        my ($next) = @_;
        return $next < @mutants && time < $self->{until};
    };
    if (@mutants && time < $self->{until}) {
        good($_) for sort keys %{{map { $_ => 1 } map { row_for($_->{file}) } @mutants}};
        make_tree("$build/tree$_") for 1 .. $self->{jobs};
    }
    my $judged = 0;
    in_parallel($self, $more, sub {
        my ($job, $index) = @_;
        return judged_by_scenarios($self, $mutants[$index], "$build/tree$job");
    }, sub {
        my ($index, $result) = @_;
        @{$mutants[$index]}{qw(outcome by)} = split / /, $result;
        $judged++;
        $self->{tell}->($mutants[$index], $judged, scalar @mutants);
    });
    $self->{no_scenario} = @mutants - $judged;
}

# ---- equivalent mutants ----

sub identity {
    my ($mutant) = @_;
    return join "\n", $mutant->{file}, within($mutant), $mutant->{old}, $mutant->{new};
}

# A list of mutants that change nothing, as {identity => reason}: FILE: FUNCTION, then the line before after -, the
# line then after +, and the reason. FUNCTION #2 is the second of several that look the same. What is no mutant of the
# sources is an error.
sub equivalents {
    my ($path, $mutants) = @_;
    my %known = map { (identity($_) => 1) } map { @$_ } values %$mutants;
    my %found;
    my $text = (slurp($path) // die "mutants: no $path\n") =~ s/^#.*\n//mgr;
    for my $entry (split /\n{2,}/, $text) {
        $entry =~ s/^\n+|\n+$//g;
        next if $entry eq '';
        my ($file, $function, $nth, $old, $new, $reason) =
            $entry =~ /^(\S+): (?:in )?(a table|\w+)(?: #(\d+))?\n  - (.*)\n  \+ (.*)\n  (\S.*)$/s
            or die "$path: '$entry'; expected FILE: FUNCTION, - LINE, + LINE and the reason\n";
        my $mutant = {file => $file, function => $function, nth => $nth, old => $old, new => $new};
        $known{identity($mutant)} or die "$path: $file: " . within($mutant) . ": no mutant '$old' -> '$new' any more\n" .
            ($known{identity({%$mutant, nth => 1})} ? "several look the same there: expected $function #NUMBER\n" : '');
        $found{identity($mutant)} = $reason;
    }
    return %found;
}

1;
