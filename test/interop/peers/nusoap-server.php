<?php

/**
 * NuSOAP's server on our WSDL, run by `php -S 127.0.0.1:PORT nusoap-server.php`.
 *
 *   POST /soap        the SOAP endpoint
 *
 * Environment: SMS_WSDL, and that of php-state.php.
 */

declare(strict_types=1);

require __DIR__ . '/php-state.php';

/**
 * Loads NuSOAP 0.9.5, which is of PHP 4's time: there, the method with the class's name was the constructor, and PHP 8
 * would never call it. Each such class gets a constructor that does, in memory; nothing else is changed.
 */
function loadNusoap(string $file): void
{
    $source = file_get_contents($file);
    $withConstructor = preg_replace_callback(
        '/^class (\w+)\b[^{]*\{/m',
        static fn (array $class) => preg_match("/^\\s*function {$class[1]}\\s*\\(/m", $source) === 1
            ? "{$class[0]} function __construct(...\$arguments) { \$this->{$class[1]}(...\$arguments); }"
            : $class[0],
        $source,
    );
    eval('?>' . $withConstructor);
}

/** NuSOAP gives structs as arrays with names, the gateway takes objects. */
function structs(mixed $value): mixed
{
    if (!is_array($value)) {
        return $value;
    }
    $inside = array_map('structs', $value);
    return array_is_list($value) ? $inside : (object) $inside;
}

/** Notes down the arguments as NuSOAP decoded them, then lets the gateway answer. */
function response(string $operation, array &$state, nusoap_server $server): mixed
{
    $input = $server->methodparams;
    $state['received'][] = ['operation' => $operation, 'input' => $input];
    try {
        $arguments = array_map(static fn (string $part) => structs($input[$part] ?? null), partsOf($operation));
        return (new Gateway($state))->$operation(...$arguments);
    } catch (SoapFault $fault) {
        return new nusoap_fault($fault->faultcode, $fault->faultactor, $fault->faultstring, $fault->detail);
    }
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/soap') {
    // What PHP has come to find fault with since PHP 4 is not our subject.
    error_reporting(E_ERROR | E_PARSE);
    loadNusoap('/usr/share/php/nusoap/nusoap.php');
    $state = &keptState();
    $server = new nusoap_server(getenv('SMS_WSDL'));
    // Its defaults are those of ISO-8859-1; every gateway with Polish texts sets these two.
    $server->soap_defencoding = 'UTF-8';
    $server->decode_utf8 = false;
    foreach (get_class_methods(Gateway::class) as $operation) {
        if (str_starts_with($operation, 'soap_')) {
            // NuSOAP calls a global function by the operation's name.
            eval("function $operation() { global \$state, \$server; return response('$operation', \$state, \$server); }");
        }
    }
    $server->service(file_get_contents('php://input'));
} else {
    responseControl($path);
}
