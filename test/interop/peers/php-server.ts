import { ensureDebianPackages } from './debian.js';
import type { ServerPeer } from './peer.js';
import { startPhpScript } from './php-process.js';

/** PHP's ext-soap server with a stateful gateway. */
export const phpServer: ServerPeer = {
  name: 'PHP SoapServer',
  ensureInstalled: () =>
    ensureDebianPackages({
      packages: ['php-cli', 'php-soap'],
      probes: [['php', '-r', 'exit(class_exists("SoapServer") ? 0 : 1);']],
    }),
  knownFailures: [
    {
      why: 'text of white space only with a carriage return is dropped (libxml2 without blanks)',
      instead: () => '',
      places: ['texts of white space only / 0 soap_GetSmsByIds in.arIds[4]'],
    },
  ],
  start: () => startPhpScript('php-server.php'),
};
