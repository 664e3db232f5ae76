import { ensureDebianPackages } from './debian.js';
import { nusoapFailures } from './nusoap-failures.js';
import type { ServerPeer } from './peer.js';
import { startPhpScript } from './php-process.js';

/** NuSOAP's server with the same gateway as PHP's server. It behaves as the specification describes. */
export const nusoapServer: ServerPeer = {
  name: 'NuSOAP server',
  ensureInstalled: () =>
    ensureDebianPackages({
      packages: ['php-cli', 'php-soap', 'php-xml', 'libnusoap-php'],
      probes: [
        ['php', '-r', 'exit(function_exists("xml_parser_create") && class_exists("SoapFault") ? 0 : 1);'],
        ['test', '-f', '/usr/share/php/nusoap/nusoap.php'],
      ],
    }),
  knownFailures: nusoapFailures,
  losesCarriageReturns: true,
  start: () => startPhpScript('nusoap-server.php'),
};
