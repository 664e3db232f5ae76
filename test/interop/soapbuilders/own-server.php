<?php

/**
 * Runs a server of PHP's own interoperability suite, by `php -S 127.0.0.1:PORT own-server.php`.
 *
 *   POST /soap?server=FILE   what the suite's server file answers
 *   POST /reset              is there for the test to see that the server is up
 */

declare(strict_types=0);

// PHP writes floats with so many digits; 14 are its default, 17 are all there are.
ini_set('precision', '17');
ini_set('display_errors', '0');

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/soap') {
    // The files were written for a PHP that had the body of a request in this variable.
    $HTTP_RAW_POST_DATA = file_get_contents('php://input');
    ob_start();
    // One of them prints what it was sent after its answer, and a Fault ends the program.
    register_shutdown_function(function () {
        $answer = preg_replace('~(</SOAP-ENV:Envelope>).*$~s', '$1', ob_get_clean());
        header('Content-Length: ' . strlen($answer));
        echo $answer;
    });
    include $_GET['server'];
}
