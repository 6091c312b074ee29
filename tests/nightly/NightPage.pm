# SPDX-License-Identifier: GPL-2.0-or-later
# An HTML page on a night's campaigns.
package NightPage;
use strict;
use warnings;
use Exporter 'import';
use POSIX qw(strftime);
our @EXPORT = qw(night_page);

my $STYLE = <<'END';
:root { color-scheme: light dark; --ok: #1a7f37; --bad: #cf222e; --cut: #9a6700; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th.n, td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.passed { color: var(--ok); } .failed { color: var(--bad); } .cut { color: var(--cut); }
.bar { height: .5rem; min-width: 8rem; background: var(--line); border-radius: .25rem; overflow: hidden; }
.bar i { display: block; height: 100%; background: currentColor; }
pre { overflow-x: auto; font-size: .8rem; margin: .5rem 0; }
code { font-size: .9em; }
END

sub text {
    my ($text) = @_;
    my %names = ('&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '"' => '&quot;');
    return $text =~ s/([&<>"])/$names{$1}/gr;
}

sub duration {
    my ($seconds) = @_;
    return $seconds < 60 ? "$seconds s" : $seconds < 3600 ? sprintf('%d min %02d s', $seconds / 60, $seconds % 60)
        : sprintf('%d h %02d min', $seconds / 3600, $seconds / 60 % 60);
}

sub row {
    my ($done) = @_;
    my $part = $done->{limit} ? 100 * $done->{seconds} / $done->{limit} : 100;
    $part = 100 if $part > 100;
    my $end = $done->{result} eq 'passed' ? 'details' : 'details open';
    return sprintf '<tr><td><b>%s</b><br><code>%s</code><%s><summary>end of its log</summary><pre>%s</pre></details></td>'
        . '<td class="%s">%s</td><td class="n">%s</td><td class="n">%s<div class="bar %s"><i style="width:%.0f%%"></i></div></td></tr>' . "\n",
        text($done->{name}), text($done->{command}), $end, text($done->{end}), $done->{result}, $done->{result},
        duration($done->{seconds}), duration($done->{limit}), $done->{result}, $part;
}

# The page for the contents of nightly.json.
sub night_page {
    my ($night) = @_;
    my %count;
    $count{$_->{result}}++ for @{$night->{campaigns}};
    my $words = join ', ', map { "$count{$_} $_" } grep { $count{$_} } qw(failed cut passed);
    my $when = strftime('%Y-%m-%d %H:%M UTC', gmtime $night->{begun});
    return "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n"
        . "<title>pmulab: $words</title>\n<style>\n$STYLE</style>\n<h1>$words</h1>\n"
        . "<p>Commit <code>" . text($night->{commit}) . "</code>, begun $when, took " . duration($night->{took}) . ".</p>\n"
        . "<table><tr><th>campaign<th>result<th class=\"n\">took<th class=\"n\">limit</tr>\n"
        . join('', map { row($_) } @{$night->{campaigns}}) . "</table>\n";
}

1;
