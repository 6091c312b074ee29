# SPDX-License-Identifier: GPL-2.0-or-later
# Chromium without a window, driven over its debugging pipe: two file
# descriptors, messages of JSON that end in NUL. It needs only perl, and opens
# no port.
package Browser;
use strict;
use warnings;
use File::Temp;
use IO::Select;
use JSON::PP;
use MIME::Base64;
use POSIX ();
use Time::HiRes qw(sleep time);

my $json = JSON::PP->new->utf8->allow_nonref;

# The path of the program, or undef.
sub program {
    for my $name (qw(chromium chromium-browser google-chrome)) {
        for my $folder (split /:/, $ENV{PATH}) {
            return "$folder/$name" if -x "$folder/$name";
        }
    }
    return undef;
}

sub start {
    my ($class) = @_;
    my $self = bless {profile => File::Temp->newdir, number => 0, events => [], buffer => ''}, $class;
    pipe my $to_read, my $to_write or die "pipe: $!";
    pipe my $from_read, my $from_write or die "pipe: $!";
    $self->{pid} = fork // die "fork: $!";
    if (!$self->{pid}) {
        # High ones first, so that none is overwritten before it is duplicated.
        POSIX::dup2(fileno $to_read, 20);
        POSIX::dup2(fileno $from_write, 21);
        POSIX::dup2(20, 3);
        POSIX::dup2(21, 4);
        POSIX::close($_) for 20, 21;
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', "$self->{profile}/err";
        exec program(), '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
            '--remote-debugging-pipe', "--user-data-dir=$self->{profile}/data", 'about:blank'
            or POSIX::_exit(127);
    }
    close $to_read;
    close $from_write;
    binmode $_ for $to_write, $from_read;
    $to_write->autoflush(1);
    @$self{qw(to from)} = ($to_write, $from_read);
    my $target = $self->call('Target.createTarget', {url => 'about:blank'});
    my $session = $self->call('Target.attachToTarget', {targetId => $target->{targetId}, flatten => JSON::PP::true});
    $self->{session} = $session->{sessionId};
    $self->call("$_.enable") for qw(Page Runtime Network Log);
    return $self;
}

# The next message, or undef after @seconds.
sub message {
    my ($self, $seconds) = @_;
    my $end = time + $seconds;
    while ($self->{buffer} !~ /\0/) {
        my $left = $end - time;
        return undef if $left <= 0 || !IO::Select->new($self->{from})->can_read($left);
        sysread $self->{from}, $self->{buffer}, 1 << 20, length $self->{buffer} or die "the browser is gone\n";
    }
    $self->{buffer} =~ s/\A([^\0]*)\0//;
    return $json->decode($1);
}

sub call {
    my ($self, $method, $params) = @_;
    my %call = (id => ++$self->{number}, method => $method, params => $params // {});
    $call{sessionId} = $self->{session} if $self->{session};
    print {$self->{to}} $json->encode(\%call), "\0";
    while (1) {
        my $message = $self->message(60) // die "$method: no answer\n";
        if (!defined $message->{id}) {
            push @{$self->{events}}, $message;
        } elsif ($message->{id} == $call{id}) {
            die "$method: $message->{error}{message}\n" if $message->{error};
            return $message->{result};
        }
    }
}

# Takes the received events called @method.
sub events {
    my ($self, $method) = @_;
    $self->run('0');
    return map { $_->{params} } grep { $_->{method} eq $method } @{$self->{events}};
}

# The value of an expression in the page; waits for a promise.
sub run {
    my ($self, $expression) = @_;
    my $answer = $self->call('Runtime.evaluate',
        {expression => $expression, returnByValue => JSON::PP::true, awaitPromise => JSON::PP::true});
    die "$expression: $answer->{exceptionDetails}{exception}{description}\n" if $answer->{exceptionDetails};
    return $answer->{result}{value};
}

sub size {
    my ($self, $width, $height) = @_;
    $self->call('Emulation.setDeviceMetricsOverride', {width => 0 + $width, height => 0 + $height, deviceScaleFactor => 1,
            mobile => $width < 600 ? JSON::PP::true : JSON::PP::false});
}

sub scheme {
    my ($self, $scheme) = @_;
    $self->call('Emulation.setEmulatedMedia', {features => [{name => 'prefers-color-scheme', value => $scheme}]});
}

# Opens a page and waits until it is loaded and drawn.
sub visit {
    my ($self, $address) = @_;
    $self->{events} = [];
    $self->call('Page.navigate', {url => $address});
    $self->run('new Promise((done) => { const look = () => document.readyState === "complete" && location.protocol !== "about:"'
            . ' ? setTimeout(done, 200) : setTimeout(look, 50); look(); })');
}

# The same for a file.
sub open {
    my ($self, $path) = @_;
    $self->visit("file://$path");
}

# The mouse: presses at one place, moves in steps, releases at the other.
sub drag {
    my ($self, $x0, $y0, $x1, $y1) = @_;
    my $mouse = sub {
        my ($type, $x, $y, $buttons) = @_;
        $self->call('Input.dispatchMouseEvent', {type => $type, x => $x, y => $y, button => 'left', buttons => $buttons, clickCount => 1});
    };
    $mouse->('mouseMoved', $x0, $y0, 0);
    $mouse->('mousePressed', $x0, $y0, 1);
    $mouse->('mouseMoved', $x0 + ($x1 - $x0) * $_ / 5, $y0 + ($y1 - $y0) * $_ / 5, 1) for 1 .. 5;
    $mouse->('mouseReleased', $x1, $y1, 0);
}

sub screenshot {
    my ($self, $path, %clip) = @_;
    my $answer = $self->call('Page.captureScreenshot', {format => 'png', %clip});
    CORE::open my $file, '>:raw', $path or die "$path: $!";
    print $file decode_base64($answer->{data});
    close $file;
}

# Closes cleanly, so no process writes to the profile during its removal.
sub DESTROY {
    my ($self) = @_;
    local ($?, $@);
    return if !$self->{pid};
    delete $self->{session};
    eval { $self->call('Browser.close'); 1 } or kill 'KILL', $self->{pid};
    waitpid $self->{pid}, 0;
    for (my $waits = 0; $waits < 50 && `pgrep -f '$self->{profile}'`; $waits++) {
        sleep 0.1;
    }
}

1;
