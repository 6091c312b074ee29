# SPDX-License-Identifier: GPL-2.0-or-later
# The mutants of a C source formatted by clang-format: each a small change of
# one statement. The layout identifies binary operators, by spaces on both
# sides, and functions' braces, in column 0.
package Mutator;
use strict;
use warnings;
no warnings 'portable';
use Exporter qw(import);
use List::Util qw(max);

our @EXPORT = qw(sources mutants mutated trapped code_alone change_of brief within);

my %OTHER = (
    '<' => ['<=', '>='], '<=' => ['<', '>'], '>' => ['>=', '<='], '>=' => ['>', '<'],
    '==' => ['!='], '!=' => ['=='], '&&' => ['||'], '||' => ['&&'],
    '+' => ['-'], '-' => ['+'], '*' => ['/'], '/' => ['*'], '%' => ['/'],
    '&' => ['|'], '|' => ['&'], '^' => ['&'], '<<' => ['>>'], '>>' => ['<<'],
    '+=' => ['-='], '-=' => ['+='], '*=' => ['/='], '/=' => ['*='], '|=' => ['&='], '&=' => ['|='],
    '<<=' => ['>>='], '>>=' => ['<<='],
);
my $OPERATOR = join '|', map { quotemeta } sort { length $b <=> length $a || $a cmp $b } keys %OTHER;
my $PARENS = qr/(\((?:[^()]++|(?1))*\))/;
my $CLAIM = qr{\b(?:_Static_|static_|g_)?assert\w*|\bg_return_\w+|\bG_STATIC_ASSERT};
# A missing release shows in no result.
my $RELEASE = qr/(?:\w*_)?(?:free|unref|clear|strfreev|clear_\w+)\s*\(/;
my $KEYWORD = qr/(?:return|if|for|while|switch|do|else|case|default|goto|break|continue|sizeof)\b/;
# Two words in a row begin a declaration, as does g_auto().
my $DECLARATION = qr/(?!$KEYWORD)(?:\w+\s+\**\w|g_auto\w*\(|struct\b|enum\b|union\b)/;

# All mutated sources.
sub sources {
    # The build's programs are in no test.
    return grep { !m{^models/(?:rdl|events)/main\.c$} }
        sort glob '{models,oracle}/*/{*,*/*}.c harness/{judge,proof,truth,trace}/{*,*/*}.c qemu-plugins/*/*.c';
}

sub blanks {
    return $_[0] =~ s/[^\n]/ /gr;
}

# The text with blanks for comments, directives and assertions, and _ for quoted
# text; each character keeps its place.
sub code_alone {
    my ($text) = @_;
    $text =~ s{(/\*.*?\*/|//[^\n]*)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(^[ \t]*\#(?:\\\n|[^\n])*)}
              {defined $2 ? substr($2, 0, 1) . '_' x (length($2) - 2) . substr($2, -1) : blanks($&)}gmsex;
    $text =~ s/$CLAIM\s*(?<parens>\((?:[^()]++|(?&parens))*\));?/blanks($&)/ge;
    return $text;
}

# Ranges of code as [START, END, NAME]: bodies of functions, and without a name
# the values of tables and constants.
sub places {
    my ($code) = @_;
    my @places;
    while ($code =~ /^(?<head>[A-Za-z_][^;{}=#]*?\))\s*^\{$(?<body>.*?)^\}/gms) {
        my ($start, $end) = ($-[0] + length($&) - length($+{body}) - 1, $+[0] - 1);
        my ($head) = $+{head} =~ s/__attribute__\s*\(\(.*?\)\)\)?//sr;
        my ($name) = $head =~ /(\w+)\s*\(/;
        push @places, [$start, $end, $name, scalar $head =~ /\bvoid\s+\w+\s*\(/];
    }
    while ($code =~ /^(?:enum\b[^;{}()]*|[a-z][^;{}()]*=\s*)(?<braces>\{(?:[^{}]++|(?&braces))*\})/gm) {
        push @places, [$+[0] - length $+{braces}, $+[0], ''];
    }
    while ($code =~ /^(?:static|const)\b[^;{}()]*=([^;{}]*);/gm) {
        push @places, [$-[1], $+[1], ''];
    }
    return sort { $a->[0] <=> $b->[0] } @places;
}

# Calls $add->(START, LENGTH, REPLACEMENT) for each.
sub constants {
    my ($code, $from, $to, $add) = @_;
    pos($code) = $from;
    while ($code =~ /(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])/g && $-[0] < $to) {
        my ($at, $length, $digits, $suffix) = ($-[0], length $&, $1, $2);
        my $start = rindex($code, "\n", $at) + 1;
        my $line = substr $code, $start, $at - $start;
        next if $line =~ /^\s*$DECLARATION[^=(]*\[$|\bsizeof\([^()]*\[$/;
        # An allocation of one: more room changes nothing, and hides errors from
        # sanitizers.
        next if $line =~ /\bg_(?:new0?|malloc0?_n)\([^()]*, $/ && $digits eq '1';
        my $hex = $digits =~ /^0[xX]/;
        my $value = $hex ? hex $digits : $digits + 0;
        next if $digits =~ /^0\d/;
        for my $other ($value < ~0 ? $value + 1 : (), $value > 0 ? $value - 1 : ()) {
            $add->($at, $length, ($hex ? sprintf '0x%x', $other : $other) . $suffix);
        }
    }
}

sub operators {
    my ($code, $from, $to, $add) = @_;
    pos($code) = $from;
    while ($code =~ /(?<= )($OPERATOR)(?=[ \n])/g && $-[0] < $to) {
        my ($at, $operator) = ($-[0], $1);
        $add->($at, length $operator, $_) for @{$OTHER{$operator}};
    }
}

sub conditions {
    my ($code, $from, $to, $add) = @_;
    pos($code) = $from;
    while ($code =~ /\b(?:if|while) $PARENS/g && $-[0] < $to) {
        $add->($-[1], $+[1] - $-[1], "(!$1)");
    }
    pos($code) = $from;
    while ($code =~ / \?(?=[ \n])/g && $-[0] < $to) {
        $add->($-[0], 2, ' || 1 ?');
    }
}

# A statement begins a line, after a line that ends a statement or a condition.
sub statements {
    my ($code, $from, $to, $void, $add) = @_;
    my $body = substr $code, $from, $to - $from;
    my ($before, $first) = ('{', 1);
    while ($body =~ /^([ \t]*)(\S[^\n]*?)[ \t]*$/gm) {
        my ($at, $line) = ($from + $-[2], $2);
        my $begins = $before =~ /(?:[;{}:)]|\belse|\bdo)$/;
        $before = $line;
        next if !$begins;
        $add->($at, 0, 'return; ') if $void && $first && $line !~ /^return/;
        $first = 0;
        my ($whole) = substr($code, $at, $to - $at) =~ /^((?:[^;{}()]++|$PARENS|(\{(?:[^{}]++|(?3))*\}))*;)/ or next;
        if ($whole =~ /^return\s+(.+);$/s) {
            my $value = $1;
            $add->($at, length $whole, $value =~ /^(?:0|NULL|false|FALSE)$/ ? 'return 1;' : 'return 0;');
        } elsif ($whole =~ /^(?:break|continue);/ ||
            ($whole =~ /^[\w*(+-]/ && $whole !~ /^(?:$KEYWORD|$DECLARATION|\(void\)|$RELEASE)/)) {
            $add->($at, length $whole, ';');
        }
    }
}

# All mutants of a source, in its order: each {file, function, line, at, length, put}, {old, new}, the lines that
# differ, without their indentation, and {nth}, a number from 1, if several of a function's mutants look the same.
sub mutants {
    my ($file, $text) = @_;
    my $code = code_alone($text);
    my @found;
    for my $place (places($code)) {
        my ($from, $to, $function, $void) = @$place;
        my $add = sub {
            my ($at, $length, $put) = @_;
            push @found, {file => $file, function => $function, at => $at, length => $length, put => $put};
        };
        constants($code, $from, $to, $add);
        next if $function eq '';
        operators($code, $from, $to, $add);
        conditions($code, $from, $to, $add);
        statements($code, $from, $to, $void && $function !~ /_(?:free|clear)$|^free_/, $add);
    }
    @found = sort { $a->{at} <=> $b->{at} || $a->{put} cmp $b->{put} } @found;
    my ($start, $line) = (0, 1);
    for (@found) {
        $line += substr($text, $start, $_->{at} - $start) =~ tr/\n//;
        $start = $_->{at};
        $_->{line} = $line;
        describe($text, $_);
    }
    my (%seen, %alike);
    @found = grep { !$seen{"$_->{line} $_->{new}"}++ } @found;
    push @{$alike{join "\n", @$_{qw(function old new)}}}, $_ for @found;
    for my $several (grep { @$_ > 1 } values %alike) {
        $several->[$_ - 1]{nth} = $_ for 1 .. @$several;
    }
    return @found;
}

# A deletion leaves empty lines, so line numbers stay the same.
sub put_of {
    my ($text, $mutant) = @_;
    my $taken = substr $text, $mutant->{at}, $mutant->{length};
    return $taken if !defined $mutant->{put};
    # A condition is copied from the text, with its strings.
    my $put = $mutant->{put} =~ /^\(!/ ? "(!$taken)" : $mutant->{put};
    return $put . "\n" x max(0, ($taken =~ tr/\n//) - ($put =~ tr/\n//));
}

sub one_line {
    return join ' ', grep { $_ ne '' } map { s/^\s+|\s+$//gr } split /\n/, $_[0];
}

sub describe {
    my ($text, $mutant) = @_;
    my ($at, $length) = @$mutant{qw(at length)};
    my $start = rindex($text, "\n", $at ? $at - 1 : 0) + 1;
    my $end = index $text, "\n", $at + $length;
    $mutant->{old} = one_line(substr $text, $start, $end - $start);
    $mutant->{new} = one_line(substr($text, $start, $at - $start) . put_of($text, $mutant) .
        substr($text, $at + $length, $end - $at - $length));
}

# The whole text with the change.
sub mutated {
    my ($text, $mutant) = @_;
    my $changed = $text;
    substr($changed, $mutant->{at}, $mutant->{length}) = put_of($text, $mutant);
    return $changed;
}

# The whole text, with a trap at the start of each function.
sub trapped {
    my ($text) = @_;
    for my $place (reverse grep { $_->[2] ne '' } places(code_alone($text))) {
        substr($text, $place->[0], 0) = ' __builtin_trap();';
    }
    return $text;
}

# A mutant's place in its source: the function, and a number if several look the
# same.
sub within {
    my ($mutant) = @_;
    my $function = $mutant->{function} || 'a table';
    return $mutant->{nth} ? "$function #$mutant->{nth}" : $function;
}

# "FILE:LINE: OLD -> NEW"
sub change_of {
    my ($mutant) = @_;
    return "$mutant->{file}:$mutant->{line}: $mutant->{old}  ->  $mutant->{new}";
}

# A mutant without its line's number, as in tests/mutants/equivalent: FILE:
# FUNCTION: the line, with {{OLD -> NEW}} where the mutant differs.
sub brief {
    my ($mutant) = @_;
    my ($old, $new) = @$mutant{qw(old new)};
    my ($same) = ($old ^ $new) =~ /^(\0*)/;
    my $begin = length $same;
    # Whole words and operators differ.
    $begin-- while $begin && substr($old, $begin - 1, 1) =~ m{[\w<>=!&|+*/-]};
    my ($tail) = (reverse(substr $old, $begin) ^ reverse(substr $new, $begin)) =~ /^(\0*)/;
    my $end = length $tail;
    $end-- while $end && substr($old, -$end, 1) =~ m{[\w<>=!&|+*/-]};
    my ($before, $after) = (substr($old, 0, $begin), $end ? substr($old, -$end) : '');
    my ($from, $to) = map { substr $_, $begin, length($_) - $begin - $end } $old, $new;
    return "$mutant->{file}: " . within($mutant) . ": ${before}{{$from -> $to}}$after";
}

1;
