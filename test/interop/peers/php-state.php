<?php

/**
 * What the PHP servers share: the state file of the gateway, and the addresses that the tests use beside the endpoint.
 *
 *   POST /reset       back to the seeded state, nothing received yet
 *   GET  /received    what the server decoded, call by call
 *
 * Environment: SMS_SEED and SMS_STATE (a file that the server owns).
 */

declare(strict_types=1);

require __DIR__ . '/php-gateway.php';

function readJson(string $path): array
{
    return json_decode(file_get_contents($path), true, 64, JSON_THROW_ON_ERROR);
}

function toJson(mixed $value): string
{
    return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

/**
 * Reads the state, which is kept when the script ends, however it ends.
 *
 * Its `received` holds objects, not arrays: an empty struct has to stay one.
 */
function &keptState(): array
{
    $stateFile = getenv('SMS_STATE');
    $state = readJson($stateFile);
    $state['received'] = json_decode(file_get_contents($stateFile))->received;
    register_shutdown_function(static function () use (&$state, $stateFile): void {
        file_put_contents($stateFile, toJson($state));
    });
    return $state;
}

/** Answers everything but the endpoint itself. */
function responseControl(string $path): void
{
    $stateFile = getenv('SMS_STATE');
    if ($path === '/reset') {
        $nothing = ['sent' => 0, 'groupsMade' => 0, 'received' => []];
        file_put_contents($stateFile, toJson(readJson(getenv('SMS_SEED')) + $nothing));
    } elseif ($path === '/received') {
        header('Content-Type: application/json');
        echo toJson(json_decode(file_get_contents($stateFile))->received);
    } else {
        http_response_code(404);
    }
}

/** The input parts of an operation, in the WSDL's order. */
function partsOf(string $operation): array
{
    $parameters = (new ReflectionMethod(Gateway::class, $operation))->getParameters();
    return array_map(static fn (ReflectionParameter $part) => $part->getName(), $parameters);
}
