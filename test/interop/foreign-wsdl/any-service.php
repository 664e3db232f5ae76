<?php

/**
 * PHP's own SoapServer on any WSDL, run by `php -S 127.0.0.1:PORT any-service.php`.
 *
 *   POST /soap?wsdl=FILE&folder=DIR   any call: writes into DIR/seen.json what PHP decoded, a line for each function
 *                                     that it called, headers first; answers what DIR/answer.json says
 *   POST /reset                       is there for the test to see that the server is up
 *
 * In the JSON a value tells its PHP type and loses nothing: {"s": base64}, {"i": digits}, {"f": the eight bytes in
 * hexadecimal}, {"b": bool}, {"a": list}, {"m": pairs}, {"o": object} or null; {"v": object, "type", "ns"} is one whose
 * type is said.
 */

declare(strict_types=1);

function told(mixed $value): ?array
{
    return match (true) {
        $value === null => null,
        is_bool($value) => ['b' => $value],
        is_string($value) => ['s' => base64_encode($value)],
        is_int($value) => ['i' => (string) $value],
        is_float($value) => ['f' => bin2hex(pack('E', $value))],
        is_array($value) && array_is_list($value) => ['a' => array_map(told(...), $value)],
        is_array($value) => ['m' => array_map(null, array_map(told(...), array_keys($value)), array_map(told(...), array_values($value)))],
        $value instanceof stdClass => ['o' => (object) array_map(told(...), get_object_vars($value))],
        default => ['unexpected' => get_debug_type($value)],
    };
}

function made(?stdClass $json): mixed
{
    return match (true) {
        $json === null => null,
        isset($json->b) => $json->b,
        isset($json->s) => base64_decode($json->s, true),
        isset($json->i) => (int) $json->i,
        isset($json->f) => unpack('E', hex2bin($json->f))[1],
        isset($json->a) => array_map(made(...), $json->a),
        isset($json->m) => array_combine(array_map(fn ($pair) => made($pair[0]), $json->m), array_map(fn ($pair) => made($pair[1]), $json->m)),
        isset($json->o) => (object) array_map(made(...), get_object_vars($json->o)),
        isset($json->v) => new SoapVar(made($json->v), SOAP_ENC_OBJECT, $json->type, $json->ns),
        isset($json->parts) => array_map(made(...), get_object_vars($json->parts)),
    };
}

final class AnyService
{
    public function __construct(private readonly string $folder) {}

    public function __call(string $function, array $arguments): mixed
    {
        $line = json_encode([$function, told($arguments)], JSON_THROW_ON_ERROR);
        file_put_contents("{$this->folder}/seen.json", "$line\n", FILE_APPEND);
        $answer = json_decode(file_get_contents("{$this->folder}/answer.json"), flags: JSON_THROW_ON_ERROR);
        // A header has a function, too; PHP calls what it finds in any case of letters.
        return strcasecmp($function, $answer->operation) === 0 ? made($answer->value) : null;
    }
}

// PHP writes floats with so many digits; 14 are its default, 17 are all there are.
ini_set('precision', '17');
ini_set('display_errors', '0');

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/soap') {
    $server = new SoapServer($_GET['wsdl'], [
        'cache_wsdl' => WSDL_CACHE_NONE,
        'encoding' => 'UTF-8',
        // A list of one item is a list.
        'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    ]);
    $server->setObject(new AnyService($_GET['folder']));
    $server->handle();
}
