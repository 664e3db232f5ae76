# Perl's SOAP::Lite as a server: plain data structures in and out, the types of its answers guessed from the values, as
# its documentation shows it.
#
#   perl soap-lite-server.pl PORT FOLDER
#
# It answers with what FOLDER/response says (scripted.ts has its form), and adds what it decoded to FOLDER/received, a
# JSON object per line.

use strict;
use warnings;
use utf8;

# One process per connection: the daemon of SOAP::Lite serves a second one only when the first is closed.
package Daemon;
use SOAP::Transport::HTTP;
use Socket qw(IPPROTO_TCP TCP_NODELAY);
our @ISA = ('SOAP::Transport::HTTP::Daemon');

sub handle {
    my $self = shift->new;
    local $SIG{CHLD} = 'IGNORE';
    while (my $connection = $self->accept) {
        my $pid = fork;
        die "fork: $!" unless defined $pid;
        if ($pid == 0) {
            # Head and body are written one after the other, and the second would wait for an acknowledgement.
            $connection->setsockopt(IPPROTO_TCP, TCP_NODELAY, 1);
            while (my $request = $connection->get_request) {
                $self->request($request);
                $self->SOAP::Transport::HTTP::Server::handle;
                $connection->send_response($self->response);
            }
            exit 0;
        }
        $connection->close;
    }
}

package SmsService;
use Encode qw(decode);
use JSON::PP;
use Scalar::Util qw(reftype);
our @ISA = ('SOAP::Server::Parameters');

our $folder = $ARGV[1];

# Perl has one kind of scalar; these are written into JSON as numbers when they are.
my %is_int = map { $_ => 1 } qw(
    eco date single no_unicode id_partner test priority num_count id_group date_from date_to
);

sub json_value {
    my ($name, $value) = @_;
    # Values are objects of a class with the name of their xsi:type.
    if ((reftype $value // '') eq 'ARRAY') { return [map { json_value('', $_) } @$value] }
    if (ref $value) { return { map { $_ => json_value($_, $value->{$_}) } keys %$value } }
    return $value if !defined $value || !$is_int{$name} || $value !~ /^-?\d+$/;
    return $value + 0;
}

sub read_value {
    my ($in, $token) = @_;
    chomp $token;
    return undef if $token eq 'nil';
    if ($token eq '[') {
        my @items;
        while ((my $next = <$in>) ne "]\n") { push @items, read_value($in, $next) }
        return \@items;
    }
    if ($token eq '{') {
        my %fields;
        while ((my $name = <$in>) ne "}\n") {
            chomp $name;
            $fields{$name} = read_value($in, scalar <$in>);
        }
        return \%fields;
    }
    return $token unless $token =~ s/^"//;
    $token =~ s/%(..)/chr hex $1/ge;
    # Not 'UTF-8', which takes the last code points of a plane for errors.
    return decode('utf8', $token);
}

sub answer {
    my ($operation, $som) = @_;
    my $input = $som->method;
    open my $received, '>>', "$folder/received" or die $!;
    print $received JSON::PP->new->utf8->encode(
        { operation => $operation, input => json_value('', $input) }) . "\n";
    close $received;

    open my $in, '<', "$folder/response" or die $!;
    my $answer = read_value($in, scalar <$in>);
    close $in;
    if (my $fault = $answer->{fault}) {
        die SOAP::Fault->faultcode($fault->{faultCode})->faultstring($fault->{faultString})
            ->faultactor($fault->{faultActor})->faultdetail($fault->{detail});
    }
    return map { SOAP::Data->name($_ => $answer->{output}{$_}) } sort keys %{ $answer->{output} };
}

for my $operation (qw(
    soap_GetSenders soap_DelSchSmsById soap_AddNumber soap_DelNumber soap_AddGroup soap_DelGroup soap_GetGroups
    soap_GetNumbers soap_GetSmsByDate soap_GetSmsByIds soap_CheckPoints soap_SendMulti soap_SendSms soap_SendSmsExt
)) {
    no strict 'refs';
    *{"SmsService::$operation"} = sub { answer($operation, $_[-1]) };
}

package main;
Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 100, Reuse => 1)
    ->dispatch_with({ 'urn:sms-service' => 'SmsService' })
    ->handle;
