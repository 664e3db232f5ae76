<?php

/**
 * PHP's own SoapServer on our WSDL, run by `php -S 127.0.0.1:PORT php-server.php`.
 *
 *   POST /soap        the SOAP endpoint
 *   GET  /soap?wsdl   the WSDL
 *
 * Environment: SMS_WSDL, and that of php-state.php.
 */

declare(strict_types=1);

require __DIR__ . '/php-state.php';

/** Notes down the arguments as SoapServer decoded them, then lets the gateway answer. */
final class Recorder
{
    public function __construct(private readonly Gateway $gateway, private array &$state)
    {
    }

    public function __call(string $operation, array $arguments): mixed
    {
        $input = new stdClass();
        foreach (partsOf($operation) as $index => $part) {
            if (array_key_exists($index, $arguments)) {
                $input->$part = $arguments[$index];
            }
        }
        $this->state['received'][] = ['operation' => $operation, 'input' => $input];
        return $this->gateway->$operation(...$arguments);
    }
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/soap') {
    $state = &keptState();
    $server = new SoapServer(getenv('SMS_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE, 'encoding' => 'UTF-8']);
    $server->setObject(new Recorder(new Gateway($state), $state));
    $server->handle();
} else {
    responseControl($path);
}
