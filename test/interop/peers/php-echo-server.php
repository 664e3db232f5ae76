<?php

/**
 * PHP's own SoapServer on our WSDL, with an echo behind it, run by `php -S 127.0.0.1:PORT php-echo-server.php`.
 *
 *   POST /soap   every operation: answers what PHP decoded of the call, as JSON in `description`;
 *                or, when the username is `give`, what the password says as JSON
 *   POST /reset  is there for the test to see that the server is up
 *
 * In the JSON a value tells its PHP type and loses nothing: {"s": base64}, {"i": int}, {"f": the eight bytes in
 * hexadecimal}, {"a": list}, {"o": object} or null.
 *
 * Environment: SMS_WSDL.
 */

declare(strict_types=1);

function told(mixed $value): ?array
{
    return match (true) {
        $value === null => null,
        is_string($value) => ['s' => base64_encode($value)],
        is_int($value) => ['i' => $value],
        is_float($value) => ['f' => bin2hex(pack('E', $value))],
        is_array($value) && array_is_list($value) => ['a' => array_map(told(...), $value)],
        $value instanceof stdClass => ['o' => (object) array_map(told(...), get_object_vars($value))],
        default => ['unexpected' => get_debug_type($value)],
    };
}

function made(?stdClass $json): mixed
{
    return match (true) {
        $json === null => null,
        isset($json->s) => base64_decode($json->s, true),
        isset($json->i) => $json->i,
        isset($json->f) => unpack('E', hex2bin($json->f))[1],
        isset($json->a) => array_map(made(...), $json->a),
        isset($json->o) => array_map(made(...), get_object_vars($json->o)),
    };
}

final class EchoService
{
    public function __call(string $operation, array $arguments): array
    {
        [$client] = $arguments;
        if ($client->username === 'give') {
            return made(json_decode($client->password, flags: JSON_THROW_ON_ERROR));
        }
        return ['result' => 0, 'description' => json_encode(told($arguments), JSON_THROW_ON_ERROR)];
    }
}

// PHP writes floats with so many digits; 14 are its default, 17 are all there are.
ini_set('precision', '17');

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/soap') {
    $server = new SoapServer(getenv('SMS_WSDL'), ['cache_wsdl' => WSDL_CACHE_MEMORY, 'encoding' => 'UTF-8']);
    $server->setObject(new EchoService());
    $server->handle();
}
