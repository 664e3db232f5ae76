<?php

/**
 * PHP's own SoapServer on our WSDL, run by `php -S 127.0.0.1:PORT php-server.php`.
 *
 *   POST /soap        the SOAP endpoint
 *   GET  /soap?wsdl   the WSDL
 *   POST /reset       back to the seeded state, nothing received yet
 *   GET  /received    what SoapServer decoded, call by call
 *
 * Environment: SMS_WSDL, SMS_SEED and SMS_STATE (a file that this script owns).
 */

declare(strict_types=1);

require __DIR__ . '/php-gateway.php';

/** Notes down the arguments as SoapServer decoded them, then lets the gateway answer. */
final class Recorder
{
    public function __construct(private readonly Gateway $gateway, private array &$state)
    {
    }

    public function __call(string $operation, array $arguments): mixed
    {
        $input = new stdClass();
        foreach ((new ReflectionMethod($this->gateway, $operation))->getParameters() as $index => $part) {
            if (array_key_exists($index, $arguments)) {
                $input->{$part->getName()} = $arguments[$index];
            }
        }
        $this->state['received'][] = ['operation' => $operation, 'input' => $input];
        return $this->gateway->$operation(...$arguments);
    }
}

function readJson(string $path): array
{
    return json_decode(file_get_contents($path), true, 64, JSON_THROW_ON_ERROR);
}

function toJson(mixed $value): string
{
    return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

$stateFile = getenv('SMS_STATE');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/reset') {
    $nothing = ['sent' => 0, 'groupsMade' => 0, 'received' => []];
    file_put_contents($stateFile, toJson(readJson(getenv('SMS_SEED')) + $nothing));
} elseif ($path === '/received') {
    header('Content-Type: application/json');
    // Decoded to objects, not arrays: an empty struct has to stay one.
    echo toJson(json_decode(file_get_contents($stateFile))->received);
} elseif ($path === '/soap') {
    $state = readJson($stateFile);
    $state['received'] = json_decode(file_get_contents($stateFile))->received;
    // handle() ends the script when it answers with a Fault: what was received must be kept then, too.
    register_shutdown_function(static function () use (&$state, $stateFile): void {
        file_put_contents($stateFile, toJson($state));
    });
    $server = new SoapServer(getenv('SMS_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE, 'encoding' => 'UTF-8']);
    $server->setObject(new Recorder(new Gateway($state), $state));
    $server->handle();
} else {
    http_response_code(404);
}
