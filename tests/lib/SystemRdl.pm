# SPDX-License-Identifier: GPL-2.0-or-later
# Reads SystemRDL 2.0 strictly: the part of the language that describes
# registers, by the standard's grammar (annex B) and its rules of sections 9 to
# 13. It is independent of the exporter, and dies with a line number and the
# error.
package SystemRdl;
use strict;
use warnings;
no warnings 'portable'; # numbers have 64 bits

# Reserved words: section 4.3, tables 2 and 3.
my %keyword = map { $_ => 1 } qw(abstract accesstype addressingtype addrmap alias all bit boolean bothedge compact component
    componentwidth constraint default encode enum external false field fullalign hw inside internal level longint mem na negedge
    nonsticky number onreadtype onwritetype posedge precedencetype property r rclr ref reg regalign regfile rset ruser rw rw1 signal
    string struct sw this true type unsigned w w1 wclr woclr woset wot wr wset wuser wzc wzs wzt
    alternate byte int precedence real shortint shortreal signed with within);

# Type of each property, and which components have it: tables 6, 7, 21 to 23, 25 and 27.
my %sw = map { $_ => 1 } qw(rw wr r w rw1 w1 na);
my %onwrite = map { $_ => 1 } qw(woset woclr wot wzs wzc wzt wclr wset wuser);
my %addressing = map { $_ => 1 } qw(compact regalign fullalign);
my %all = map { $_ => 1 } qw(addrmap regfile reg field);
my %builtin = (
    name => {type => 'string', on => {%all, enumerator => 1}},
    desc => {type => 'string', on => {%all, enumerator => 1}},
    regwidth => {type => 'number', on => {reg => 1}},
    accesswidth => {type => 'number', on => {reg => 1}},
    sw => {type => \%sw, on => {field => 1}},
    hw => {type => \%sw, on => {field => 1}},
    onwrite => {type => \%onwrite, on => {field => 1}},
    singlepulse => {type => 'boolean', on => {field => 1}},
    encode => {type => 'enum', on => {field => 1}},
    addressing => {type => \%addressing, on => {addrmap => 1}},
    lsb0 => {type => 'boolean', on => {addrmap => 1}},
    msb0 => {type => 'boolean', on => {addrmap => 1}},
);

# Returns the root addrmaps by name. An addrmap is {name, props, places}, a place of a regfile {name, at, props, regs}, a
# register {name, at, props, fields}, a field {name, msb, lsb, reset, props}; encode is {VALUE => [NAME, props]}.
sub parse {
    my ($text) = @_;
    my $self = bless {tokens => lex($text), scopes => [{}], properties => {%builtin}, maps => {}}, __PACKAGE__;
    $self->root while $self->peek ne '';
    return $self->{maps};
}

# ---- tokens: [KIND, TEXT, LINE] ----

sub lex {
    my ($text) = @_;
    my ($line, @tokens) = (1);
    pos($text) = 0;
    while (pos($text) < length $text) {
        my $token;
        if ($text =~ m{\G(?:\s+|//[^\n]*|/\*.*?\*/)}gcs) {
            $line += ($& =~ tr/\n//);
            next;
        } elsif ($text =~ /\G"((?:[^"\\]|\\["\\])*)"/gc) {
            my ($string, $raw) = ($1, $&);
            $string =~ s/\\(["\\])/$1/g;
            $token = ['string', $string];
            push @tokens, [@$token, $line];
            $line += ($raw =~ tr/\n//);
            next;
        } elsif ($text =~ /\G(\d+)'h([0-9a-fA-F][0-9a-fA-F_]*)/gc) {
            my ($bits, $digits) = ($1, $2 =~ s/_//gr);
            die "line $line: no number of $bits bits\n" if !$bits || $bits > 64;
            my $value = hex $digits;
            die "line $line: $digits has more than $bits bits\n" if length($digits =~ s/^0+//r) > 16 || ($bits < 64 && $value >> $bits);
            $token = ['number', $value];
        } elsif ($text =~ /\G0x([0-9a-fA-F][0-9a-fA-F_]*)/gc) {
            $token = ['number', hex($1 =~ s/_//gr)];
        } elsif ($text =~ /\G(\d+)(?![\w'])/gc) {
            $token = ['number', $1 + 0];
        } elsif ($text =~ /\G\\([A-Za-z_]\w*)/gc) {
            $token = ['id', $1];
        } elsif ($text =~ /\G([A-Za-z_]\w*)/gc) {
            $token = [$keyword{$1} ? 'keyword' : 'id', $1];
        } elsif ($text =~ /\G(->|[{}\[\]();:=@|,])/gc) {
            $token = ['sign', $1];
        } else {
            die "line $line: no token begins with '" . substr($text, pos $text, 10) . "'\n";
        }
        push @tokens, [@$token, $line];
    }
    push @tokens, ['end', '', $line];
    return \@tokens;
}

sub peek { return $_[0]{tokens}[$_[1] // 0][1] }
sub kind { return $_[0]{tokens}[$_[1] // 0][0] }

sub wrong {
    my ($self, $what) = @_;
    die "line $self->{tokens}[0][2]: $what\n";
}

# Takes the next token, which must be of @$kind, and @$text if given.
sub take {
    my ($self, $kind, $text) = @_;
    my $token = $self->{tokens}[0];
    $self->wrong("'$token->[1]': expected " . ($text // "a $kind")) if $token->[0] ne $kind || (defined $text && $token->[1] ne $text);
    shift @{$self->{tokens}};
    return $token->[1];
}

sub sign { my ($self, $text) = @_; return $self->take('sign', $text) }

sub skips {
    my ($self, $text) = @_;
    return 0 if $self->kind eq 'string' || $self->peek ne $text;
    shift @{$self->{tokens}};
    return 1;
}

# ---- the grammar ----

sub root {
    my ($self) = @_;
    return $self->property if $self->peek eq 'property' && $self->kind eq 'keyword';
    my $component = $self->component;
    $self->wrong("a $component->{type} outside of an addrmap") if $component->{instances};
}

# property NAME { type = T; component = C | C; };
sub property {
    my ($self) = @_;
    $self->take('keyword', 'property');
    my ($name, %p) = ($self->take('id'));
    $self->wrong("property $name is defined twice") if $self->{properties}{$name};
    $self->sign('{');
    until ($self->skips('}')) {
        my $what = $self->take('keyword');
        $self->sign('=');
        if ($what eq 'type') {
            my $type = $self->take('keyword');
            $type .= ' ' . $self->take('keyword') if $type eq 'longint';
            $p{type} = {string => 'string', boolean => 'boolean', 'longint unsigned' => 'number'}->{$type} or $self->wrong("type $type");
        } elsif ($what eq 'component') {
            do { my $c = $self->take('keyword'); $all{$c} or $self->wrong("component $c"); $p{on}{$c} = 1; } while $self->skips('|');
        } else {
            $self->wrong("'$what' in a property");
        }
        $self->sign(';');
    }
    $self->sign(';');
    $self->wrong("property $name lacks a type or a component") if !$p{type} || !$p{on};
    $self->{properties}{$name} = \%p;
}

sub define {
    my ($self, $name, $component) = @_;
    $self->wrong("$name is defined twice") if exists $self->{scopes}[-1]{$name};
    $self->{scopes}[-1]{$name} = $component;
}

sub look_up {
    my ($self, $name) = @_;
    for my $scope (reverse @{$self->{scopes}}) { return $scope->{$name} if exists $scope->{$name} }
    $self->wrong("nothing is called $name");
}

# TYPE [NAME] { ... } [INSTANCE, ...] ;
sub component {
    my ($self) = @_;
    my $type = $self->take('keyword');
    return $self->enumeration if $type eq 'enum';
    $self->wrong("'$type' begins no component") if !$all{$type};
    my $component = {type => $type, props => {}, members => []};
    my $name = $self->kind eq 'id' ? $self->take('id') : undef;
    $self->sign('{');
    push @{$self->{scopes}}, {};
    $self->member($component) until $self->skips('}');
    pop @{$self->{scopes}};
    $self->check($component);
    $component->{name} = $name;
    $self->define($name, $component) if defined $name;
    if ($self->peek eq ';') {
        $self->wrong("a $type without a name or instance") if !defined $name;
        $self->sign(';');
        $self->{maps}{$name} = {name => $name, props => $component->{props}, places => $component->{members}} if $type eq 'addrmap';
        return $component;
    }
    return {instances => [$self->instances($component)], type => $type};
}

sub enumeration {
    my ($self) = @_;
    my ($name, %values, %names) = ($self->take('id'));
    $self->sign('{');
    until ($self->skips('}')) {
        my $id = $self->take('id');
        $self->sign('=');
        my $value = $self->take('number');
        my $props = {};
        if ($self->skips('{')) {
            $self->assignment($props, 'enumerator') until $self->skips('}');
        }
        $self->sign(';');
        $self->wrong("value $value twice in $name") if $values{$value};
        $self->wrong("$id twice in $name") if $names{$id}++;
        $values{$value} = [$id, $props];
    }
    $self->sign(';');
    $self->wrong("enum $name is empty") if !%values;
    $self->define($name, {type => 'enum', values => \%values});
    return {type => 'enum'};
}

my %inside = (addrmap => {regfile => 1}, regfile => {reg => 1}, reg => {field => 1}, field => {});

# A member in the body of a component.
sub member {
    my ($self, $in) = @_;
    my ($kind, $word, $next) = ($self->kind, $self->peek, $self->peek(1));
    my @instances;
    if ($kind eq 'keyword' && ($all{$word} || $word eq 'enum')) {
        my $made = $self->component;
        @instances = @{$made->{instances} // []};
    } elsif ($kind eq 'id' && $next eq '->') {
        my $of = $self->take('id');
        my ($instance) = grep { $_->{name} eq $of } @{$in->{members}};
        $self->wrong("$of is no instance here") if !$instance;
        $self->sign('->');
        return $self->assignment($instance->{props}, $instance->{type});
    } elsif ($kind eq 'id' && $self->kind(1) eq 'id') {
        @instances = $self->instances($self->look_up($self->take('id')));
    } else {
        return $self->assignment($in->{props}, $in->{type});
    }
    for my $instance (@instances) {
        $self->wrong("a $instance->{type} in a $in->{type}") if !$inside{$in->{type}}{$instance->{type}};
        $self->wrong("$instance->{name} twice") if grep { $_->{name} eq $instance->{name} } @{$in->{members}};
        push @{$in->{members}}, $instance;
    }
}

# NAME [= VALUE] ;
sub assignment {
    my ($self, $props, $on) = @_;
    my $name = $self->kind eq 'keyword' ? $self->take('keyword') : $self->take('id');
    my $property = $self->{properties}{$name} or $self->wrong("no property '$name'");
    $self->wrong("a $on has no property $name") if !$property->{on}{$on};
    my $value = 1;
    if ($self->skips('=')) {
        $value = $self->value($property->{type});
    } elsif ($property->{type} ne 'boolean') {
        $self->wrong("$name needs a value");
    }
    $self->sign(';');
    $props->{$name} = $value;
}

sub value {
    my ($self, $type) = @_;
    return $self->take($type) if $type eq 'string' || $type eq 'number';
    if ($type eq 'enum') {
        my $enum = $self->look_up($self->take('id'));
        $self->wrong('encode needs an enum') if $enum->{type} ne 'enum';
        return $enum->{values};
    }
    my $word = $self->take('keyword');
    return $word eq 'true' || ($word ne 'false' && $self->wrong("'$word' is no boolean")) if $type eq 'boolean';
    $self->wrong("'$word' is none of " . join ' ', sort keys %$type) if !$type->{$word};
    return $word;
}

# NAME [MSB:LSB] = RESET @ ADDRESS, ... ;
sub instances {
    my ($self, $component) = @_;
    my @made;
    $self->wrong("a $component->{type} cannot be instantiated") if !$all{$component->{type}};
    do {
        my %i = (type => $component->{type}, name => $self->take('id'), props => {%{$component->{props}}}, members => $component->{members});
        if ($self->skips('[')) {
            $i{msb} = $self->take('number');
            $self->sign(':');
            $i{lsb} = $self->take('number');
            $self->sign(']');
        }
        $i{reset} = $self->take('number') if $self->skips('=');
        $i{at} = $self->take('number') if $self->skips('@');
        $self->check_instance(\%i);
        push @made, \%i;
    } while $self->skips(',');
    $self->sign(';');
    return @made;
}

# ---- rules beyond the grammar ----

sub check_instance {
    my ($self, $i) = @_;
    if ($i->{type} eq 'field') {
        $self->wrong("$i->{name}: bits $i->{msb}:$i->{lsb}") if !defined $i->{lsb} || $i->{msb} < $i->{lsb} || $i->{msb} > 63;
        my $width = $i->{msb} - $i->{lsb} + 1;
        $self->wrong("$i->{name}: a field has no address") if defined $i->{at};
        for my $value ($i->{reset} // 0, keys %{$i->{props}{encode} // {}}) {
            $self->wrong("$i->{name}: $value does not fit $width bits") if $width < 64 && $value >> $width;
        }
        $self->wrong("$i->{name}: singlepulse is for one bit that resets to 0") if $i->{props}{singlepulse} && ($width > 1 || $i->{reset} // 1);
        $self->wrong("$i->{name}: onwrite without a write") if $i->{props}{onwrite} && ($i->{props}{sw} // 'rw') !~ /w/;
        return;
    }
    $self->wrong("$i->{name}: only fields have bits and resets") if defined $i->{msb} || defined $i->{reset};
    $self->wrong("$i->{name}: an address is left to the compiler") if !defined $i->{at};
    $i->{$i->{type} eq 'reg' ? 'fields' : 'regs'} = $i->{members};
}

# The size of a component in bytes.
sub size {
    my ($i) = @_;
    return ($i->{props}{regwidth} // 32) / 8 if $i->{type} eq 'reg';
    my $end = 0;
    for my $m (@{$i->{members}}) { my $e = $m->{at} + size($m); $end = $e if $e > $end }
    return $end;
}

# The first byte of a component's registers.
sub start {
    my ($i) = @_;
    return 0 if $i->{type} eq 'reg';
    my ($first) = sort { $a <=> $b } map { $_->{at} } @{$i->{members}};
    return $first;
}

sub check {
    my ($self, $c) = @_;
    my @members = @{$c->{members}};
    $self->wrong("an empty $c->{type}") if !@members && $c->{type} ne 'field';
    if ($c->{type} eq 'reg') {
        my $width = $c->{props}{regwidth} // 32;
        my $access = $c->{props}{accesswidth} // $width;
        $self->wrong("regwidth $width") if $width < 8 || $width & ($width - 1);
        $self->wrong("accesswidth $access of $width") if $access < 8 || $access & ($access - 1) || $access > $width;
        my @bit;
        for my $f (@members) {
            for my $bit ($f->{lsb} .. $f->{msb}) {
                $self->wrong("$f->{name}: bit $bit of $width") if $bit >= $width;
                $self->wrong("$f->{name}: bit $bit is also $bit[$bit]'s") if $bit[$bit];
                $bit[$bit] = $f->{name};
            }
        }
        return;
    }
    return if $c->{type} eq 'field';
    my @spans = sort { $a->[0] <=> $b->[0] } map { [$_->{at} + start($_), $_->{at} + size($_), $_->{name}] } @members;
    for my $i (1 .. $#spans) {
        $self->wrong("$spans[$i][2] overlaps $spans[$i - 1][2]") if $spans[$i][0] < $spans[$i - 1][1];
    }
    for my $m (grep { $_->{type} eq 'reg' } @members) {
        my $bytes = ($m->{props}{accesswidth} // $m->{props}{regwidth} // 32) / 8;
        $self->wrong("$m->{name} is not aligned to $bytes bytes") if $m->{at} % $bytes;
    }
}

1;
