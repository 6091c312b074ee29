# SPDX-License-Identifier: GPL-2.0-or-later
# Tries mutants: in unit tests, which load a mutant's object before the
# product's shared library, and in guests, with a command and a plugin built
# from a copy of the tree.
package Trial;
use strict;
use warnings;
use Files;
use Linker;
use Mutator;
use POSIX qw(WNOHANG _exit);
use Time::HiRes qw(time sleep);

my $build = ($ENV{BUILD} // 'build') . '/mutants';
my $unit = "$build/unit";
# The Makefile's compile command for these sources, for a shell.
my $compile = $ENV{COMPILE} // '';
# Limits of a scenario: seconds of processor, of wall clock, and MiB for its
# trace; zen6's trace has 65.
my @scenario_limits = (600, 300, 1024);
# Limits of a unit test with an unknown time: seconds of processor and of wall
# clock. A test without a mutant has twelve times these limits.
my @first_limits = (10, 40);
my @compiler = split ' ', $ENV{CC} // 'cc';
# A test, and a source that it requires.
my %control = (test => 'sim/wave_test', file => 'models/sim/wave.c');

sub new {
    my ($class, %self) = @_;
    my $self = bless {%self, late => 0, no_scenario => 0}, $class;
    $self->{tests} = tests();
    system('rm', '-rf', "$unit/original");
    system('mkdir', '-p', "$unit/original");
    return $self;
}

# Runs a command with its output in a file, and with limits: CPU seconds, wall
# clock seconds, and MiB per file. Returns its status, or -1 for a timeout.
sub bounded {
    my ($cpu, $wall, $file_mib, $output, @command) = @_;
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        setpgrp;
        # 4 GiB of memory, as a soft limit, because a test sets its own; no core
        # dumps. The file limit counts blocks of 512 bytes.
        my $blocks = $file_mib * 2048;
        exec 'sh', '-c', "ulimit -t $cpu; ulimit -S -v 4194304; ulimit -f $blocks; ulimit -c 0; exec \"\$@\" >$output 2>&1 </dev/null", 'sh', @command;
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
    # Its remaining children.
    kill 'KILL', -$child;
    return $status == 24 || ($status & 127) == 24 ? -1 : $status;
}

# Whether a unit test passes: status 0, its plan kept, and no failure. Returns
# -1 for a timeout.
sub passes {
    my ($test, $where, $library, $cpu, $wall) = @_;
    local $ENV{LD_LIBRARY_PATH} = $library;
    my $status = bounded($cpu, $wall, 64, "$where.tap", Linker::program($test->{list}));
    return -1 if $status == -1;
    my $tap = slurp("$where.tap") // '';
    my ($plan) = $tap =~ /^1\.\.(\d+)$/m;
    return $status == 0 && defined $plan && $plan == (() = $tap =~ /^ok /mg) && $tap !~ /^not ok /m ? 1 : 0;
}

# The unit tests, with the sources that each uses.
sub tests {
    my @lists = grep { -e "tests/unit/$1.c" if m{/tests/(.*)\.t$} } sort glob "$unit/tests/*/*.t";
    my $uses = Linker::uses(@lists);
    return [map {
        my ($name) = m{/tests/(.*)\.t$};
        {list => $_, name => $name, uses => {map { ("$_.c" => 1) } keys %{$uses->{$_}}}};
    } @lists];
}

# A test's duration without a mutant, in seconds; undef if it has not run since
# its last link.
sub known_time {
    my ($test) = @_;
    my $program = $test->{list} =~ s/\.t$//r;
    return $test->{time} //= do {
        my ($linked, $timed) = map { (Time::HiRes::stat($_))[9] // 0 } $program, "$program.time";
        $linked && $timed > $linked ? slurp("$program.time") : undef;
    };
}

# Runs a test without a mutant, twice if it fails, because a busy machine can
# cause that. Dies unless it passes.
sub measure {
    my ($test, $where) = @_;
    for (1 .. 2) {
        my $before = time;
        next if passes($test, $where, "$unit/lib/empty", map { 12 * $_ } @first_limits) != 1;
        $test->{time} = time - $before;
        spew("$where.time", $test->{time});
        rename "$where.time", ($test->{list} =~ s/\.t$/.time/r);
        return;
    }
    die "mutants: $test->{name} fails without a mutant: see $where.tap\n";
}

# Runs a test with a library in $where. Its time without a mutant, for the limits, matters only when it does not pass
# under the first ones.
sub passes_mutant {
    my ($test, $where) = @_;
    if (!defined known_time($test)) {
        my $passes = passes($test, "$where/test", $where, @first_limits);
        return 1 if $passes == 1;
        measure($test, "$where/unchanged");
        return 0 if $passes == 0;
    }
    return passes($test, "$where/test", $where, 2 + int 5 * $test->{time}, 20 + 20 * $test->{time});
}

# Tests with the source's name first, then those of its room, then quick ones.
# Until a test's time is known, each object that it uses counts as some
# milliseconds.
sub tests_of {
    my ($self, $file) = @_;
    my ($room, $base) = $file =~ m{([^/]+)/([^/]+)\.c$};
    my $distance = sub {
        my ($name) = $_[0] =~ m{([^/]+)_test$};
        return 0 if $name eq $base || $name =~ /^\Q$base\E_/;
        return 1 if index($base, $name) == 0 || index($name, $base) == 0;
        return $name =~ /\Q$room\E/ ? 2 : 3;
    };
    my @tests = grep { $_->{uses}{$file} } @{$self->{tests}};
    my %time = map { $_->{name} => known_time($_) // 0.005 * keys %{$_->{uses}} } @tests;
    return sort { $distance->($a->{name}) <=> $distance->($b->{name}) || $time{$a->{name}} <=> $time{$b->{name}} || $a->{name} cmp $b->{name} } @tests;
}

# Compiles a text under a source's name. Fails if the compiler does. (An object has the name of the file that was read:
# standard input is the same for all.)
sub compiled {
    my ($file, $text, $object) = @_;
    spew("$object.c", "# 1 \"$file\"\n$text");
    return system("$compile -w -x c -o $object - <$object.c >$object.log 2>&1") == 0;
}

sub library {
    my ($file, $where) = @_;
    system(@compiler, '-shared', '-Wl,-soname=libmutant.so', '-o', "$where/libmutant.so", "$where/mutant.o") == 0
        or die "mutants: $file: its object does not link\n";
}

sub judged_by_units {
    my ($self, $mutant, $where) = @_;
    my $file = $mutant->{file};
    return 'invalid' if !compiled($file, mutated($self->{text}{$file}, $mutant), "$where/mutant.o");
    return 'same' if slurp("$where/mutant.o") eq slurp(original($self, $file, $where));
    library($file, $where);
    for my $test (tests_of($self, $file)) {
        my $passes = passes_mutant($test, $where);
        return 'timeout' if $passes == -1;
        return "killed $test->{name}" if !$passes;
    }
    return 'survived';
}

# Concurrent jobs may compile an original, but always find a complete object.
sub original {
    my ($self, $file, $where) = @_;
    my $object = "$unit/original/" . ($file =~ s{/}{-}gr) . '.o';
    if (!-e $object) {
        compiled($file, $self->{text}{$file}, "$where/original.o") or die "mutants: $file does not compile: see $where/original.o.log\n";
        rename "$where/original.o", $object or die "mutants: $object: $!\n";
    }
    return $object;
}

# Fails if tests do not detect changes of a source: the control's test must
# pass, and must fail when each function of its source traps. Otherwise unlinked
# mutants would all survive unnoticed.
sub control {
    my ($self) = @_;
    my $where = "$unit/control";
    mkdir $where;
    my ($test) = grep { $_->{name} eq $control{test} && $_->{uses}{$control{file}} } @{$self->{tests}};
    $test or die "mutants: no unit test $control{test} that uses $control{file}\n";
    measure($test, "$where/unchanged");
    compiled($control{file}, trapped(slurp($control{file})), "$where/mutant.o") or die "mutants: $control{file} does not compile: see $where/mutant.o.log\n";
    library($control{file}, $where);
    passes_mutant($test, $where) == 0 or die "mutants: $control{test} passes although each function of $control{file} traps: it does not see mutants\n";
}

# Runs $judge->(JOB, INDEX) in parallel processes for indices from 0 on while
# $more->(INDEX) is true. Calls $done->(INDEX, RESULT) in the order of indices.
sub in_parallel {
    my ($self, $more, $judge, $done) = @_;
    my (%at, @results, @free);
    my ($next, $reported) = (0, 0);
    @free = 1 .. $self->{jobs};
    while (1) {
        while (@free && $more->($next)) {
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
        while (defined $results[$reported]) {
            die "mutants: $1" if $results[$reported] =~ /^error (?:mutants: )?(.*)/s;
            $done->($reported, $results[$reported]);
            $reported++;
        }
    }
}

# Tries mutants of each group in its {order} until {n} count. Sets {tried} to
# these, each with its outcome and its killer.
sub units {
    my ($self, @groups) = @_;
    my @queue;
    my $of = 0;
    for (@groups) {
        @$_{qw(next under_way tried)} = (0, 0, []);
        $of += $_->{n};
    }
    my $reported = 0;
    my $more = sub {
        # Each group in turn, so an interrupted run has tried some of each.
        my ($group) = sort { $a->{next} / $a->{n} <=> $b->{next} / $b->{n} }
            grep { $_->{next} < @{$_->{order}} && @{$_->{tried}} + $_->{under_way} < $_->{n} } @groups or return 0;
        if (time >= $self->{until}) {
            $self->{late} = 1;
            return 0;
        }
        push @queue, [$group, $group->{order}[$group->{next}++]];
        $group->{under_way}++;
        return 1;
    };
    my $judge = sub {
        my ($job, $index) = @_;
        my $mutant = $queue[$index][1];
        return 'equivalent' if $self->{equivalent}{brief($mutant)};
        my $where = "$unit/job$job";
        mkdir $where;
        return judged_by_units($self, $mutant, $where);
    };
    in_parallel($self, $more, $judge, sub {
        my ($index, $result) = @_;
        my ($group, $mutant) = @{$queue[$index]};
        my ($outcome, $by) = split / /, $result;
        $group->{under_way}--;
        return if $outcome eq 'same' || $outcome eq 'invalid';
        my $tried = {%$mutant, outcome => $outcome, by => $by};
        push @{$group->{tried}}, $tried;
        $self->{tell}->($tried, ++$reported, $of);
    });
}

# ---- scenarios ----

# The scenarios of the first matching row of the table.
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

# A copy of the tree for each job, with its build.
sub make_tree {
    my ($tree) = @_;
    my $from = $build =~ s{/mutants$}{}r;
    system('rm', '-rf', $tree);
    system('mkdir', '-p', "$tree/build") == 0 or die "mutants: no folder $tree\n";
    system('cp', '-rp', qw(Makefile acpi ci driver fdt guest hardware harness models oracle qemu qemu-plugins scenarios silicon), $tree) == 0 or die "mutants: no copy of the tree\n";
    system('cp', '-rp', (grep { -e } map { "$from/$_" } qw(obj guest npm set)), "$tree/build") == 0 or die "mutants: no copy of $from\n";
}

sub judged_by_scenarios {
    my ($self, $mutant, $tree) = @_;
    my $file = $mutant->{file};
    my @scenarios = row_for($file) or return 'survived';
    my %machines = map { m{^([^/]+)/} ? ($1 => 1) : () } @scenarios;
    my $object = "$tree/build/obj/" . ($file =~ s/\.c$/.o/r);
    # With the old time stamps, so the next mutant's make compiles only its own
    # file.
    system('cp', '-p', $_, "$_.kept") for "$tree/$file", $object;
    spew("$tree/$file", mutated($self->{text}{$file}, $mutant));
    my @targets = ('build/pmulab', map { "build/pmulab-$_.so" } sort keys %machines);
    my $built = system("env -u MAKEFLAGS -u MAKELEVEL make -C $tree BUILD=build WARN=-w @targets >$tree.log 2>&1") == 0;
    my $outcome = 'survived';
    # A saved guest depends on the plugin, so saving one for a changed plugin is
    # useless.
    my @cold = $file =~ /^(?:harness|oracle)/ ? () : '--cold';
    for my $scenario ($built ? @scenarios : ()) {
        my $status = bounded(@scenario_limits, "$tree.tap", "$tree/build/pmulab", 'run', @cold, '--results', "$tree.results", "$tree/scenarios/$scenario.scn");
        next if $status == 0;
        $outcome = "scenario $scenario";
        last;
    }
    rename "$_.kept", $_ for "$tree/$file", $object;
    unlink map { "$tree/$_" } @targets, 'build/liboracle.a';
    return $built ? $outcome : "error $file does not build: see $tree.log\n";
}

# Runs scenarios for mutants that survived the unit tests; sets their outcomes.
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

# Reads a list of equivalent mutants, one a line: what brief() prints, then //
# and the reason. Returns {brief => reason}. A line that is no mutant of the
# sources is an error.
sub equivalents {
    my ($path, $mutants) = @_;
    my %known = map { (brief($_) => 1) } map { @$_ } values %$mutants;
    my %found;
    for my $line (split /\n/, slurp($path) // die "mutants: no $path\n") {
        next if $line =~ /^#|^$/;
        my ($mutant, $reason) = $line =~ m{^(\S+: (?:a table|\w+)(?: #\d+)?: .*\{\{.* -> .*\}\}.*) // (\S.*)$}
            or die "$path: '$line'; expected FILE: FUNCTION: the line with {{OLD -> NEW}} // the reason\n";
        $known{$mutant} or die "$path: no mutant '$mutant' any more\n" .
            ($known{$mutant =~ s/^(\S+: [^:]*)/$1 #1/r} ? "several look the same there: expected FUNCTION #NUMBER\n" : '');
        $found{$mutant} = $reason;
    }
    return %found;
}

1;
