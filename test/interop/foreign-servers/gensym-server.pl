# A service as SOAP::Lite's documentation has it: it returns plain values, and says nothing of names and types.
#
#   perl gensym-server.pl PORT

use strict;
use warnings;
use utf8;

package Gensym;

sub add { my (undef, $first, $second) = @_; return $first + $second }
sub greet { my (undef, $name) = @_; return "Hello, $name" }
sub paint { my (undef, $color, $coats, $sizes) = @_; return "$color, " . ($coats + 1) . " times on $sizes" }
sub half { my (undef, $of) = @_; return $of / 2 }
sub words { return ['one', 'two', 'żółć', 4] }
sub person { return { name => 'Ann', age => 41 } }
# An object: its type is that of its class.
sub stranger { return bless { name => 'Zed', age => 7, email => 'z@example.com' }, 'Person' }
sub people { return [{ name => 'Ann', age => 41 }, bless { name => 'Zed', age => 7 }, 'Person'] }
sub pair { return (5, 'five') }
sub nothing { return }
sub wrong { my (undef, $name) = @_; die SOAP::Fault->faultcode('Client.Name')->faultstring("not $name 48123456789") }

package main;
use SOAP::Transport::HTTP;
SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 100, Reuse => 1)
    ->dispatch_with({ 'urn:gensym' => 'Gensym' })
    ->handle;
