<?php

/**
 * PHP's own SoapClient: one JSON call {operation, input} per line in, one JSON response per line out.
 * Argument: the address of the WSDL.
 */

declare(strict_types=1);

[, $wsdl] = $argv;
$client = new SoapClient($wsdl, [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'keep_alive' => true,
]);

/** The input parts of an operation in order, as SoapClient read them from the WSDL. */
function partsOf(SoapClient $client, string $operation): array
{
    foreach ($client->__getFunctions() as $signature) {
        if (str_contains($signature, " $operation(")) {
            preg_match_all('/\$(\w+)/', strstr($signature, " $operation("), $found);
            return $found[1];
        }
    }
    throw new InvalidArgumentException("The WSDL has no operation $operation");
}

while (($line = fgets(STDIN)) !== false) {
    try {
        ['operation' => $operation, 'input' => $input] = json_decode($line, true, 64, JSON_THROW_ON_ERROR);
        $arguments = array_map(static fn (string $part) => $input[$part] ?? null, partsOf($client, $operation));
        $response = ['output' => $client->__soapCall($operation, $arguments)];
    } catch (SoapFault $fault) {
        $response = ['fault' => [
            'faultCode' => preg_replace('/^.*:/', '', $fault->faultcode),
            'faultString' => $fault->faultstring,
            'faultActor' => $fault->faultactor ?? null,
            'detail' => $fault->detail ?? null,
        ]];
    } catch (Throwable $error) {
        $response = ['error' => get_class($error) . ': ' . $error->getMessage()];
    }
    fwrite(STDOUT, json_encode($response, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR) . "\n");
}
