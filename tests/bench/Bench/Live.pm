# SPDX-License-Identifier: GPL-2.0-or-later
# A live view: QEMU's CPU time while the guest runs a loop and perf counts,
# under `pmulab live` with and without an open page, compared with `pmulab boot`
# with a trace. By the host's clock, as in live views.
package Bench::Live;
use strict;
use warnings;
use Bench;
use IO::Socket::INET;
use List::Util qw(min);
use Time::HiRes qw(sleep);

# Turns of a few instructions, for about a second; runs, of which the minimum
# counts.
use constant { TURNS => 600_000_000, TIMES => 5 };

# The page's port and token, as soon as the guest is ready.
sub address {
    my ($said) = @_;
    while (1) {
        sleep 0.1;
        open my $file, '<', $said or next;
        local $/;
        return ($1, $2) if (readline($file) // '') =~ m{^live: http://127\.0\.0\.1:(\d+)/(\w+)/}m;
    }
}

sub request {
    my ($port, $path) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or complain("port $port: $!");
    print {$socket} "GET $path HTTP/1.1\r\nHost: 127.0.0.1:$port\r\nConnection: close\r\n\r\n";
    return $socket;
}

# Reads the page and its events as a browser does, until it is killed.
sub look {
    my ($said) = @_;
    my ($port, $token) = address($said);
    my $page = do { local $/; readline(request($port, "/$token/")) };
    my ($block) = $page =~ /"blocks":\[\{"name":"([^"]+)"/ or complain('the page has no block');
    my $events = request($port, "/$token/events?$block");
    1 while sysread $events, my $some, 1 << 16;
    exit;
}

sub script {
    my ($machine) = @_;
    my $timed = join '; ', 'pmulab-hot 1000', ("echo begin counting; pmulab-hot @{[TURNS]}; echo end") x TIMES;
    return machine($machine)->{boot}{counts} . " sh -c '$timed' 2>/dev/null";
}

# The CPU seconds of one guest.
sub run_guest {
    my ($machine, $how) = @_;
    my $said = "$scratch/said";
    unlink $said;
    my $viewer = $how eq 'viewed' ? fork // complain("fork: $!") : undef;
    look($said) if defined $viewer && !$viewer;
    my @parts = timed_parts(['sh', '-c', 'exec "$@" 2>"$0"', $said, $pmulab, $how eq 'traced' ? 'boot' : 'live', $machine, '--cpus', 1,
            '--trace', "$scratch/trace", '--', script($machine)], sub { });
    if ($viewer) {
        kill 'KILL', $viewer;
        waitpid $viewer, 0;
    }
    complain("$machine: nothing was timed") if @parts != TIMES;
    return min(map { $_->[1] } @parts);
}

sub measure_one {
    my ($rounds, $machine) = @_;
    my %times = alternate($rounds, "live view of $machine", [qw(traced unseen viewed)], sub { run_guest($machine, $_[0]) });
    return map { ratio_row([$machine, $_], $times{$_}, $times{traced}) } qw(unseen viewed);
}

sub lacks { return machine($_[1])->{boot} ? undef : 'no command that counts' }

sub title { return 'a loop while perf counts, in a live view that nobody sees, and in one whose page is open, against a traced guest' }

sub measure {
    my (undef, $rounds, @which) = @_;
    return map { measure_one($rounds, $_) } @which;
}

1;
