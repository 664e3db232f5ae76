import { join } from 'node:path';
import { ensureDebianPackages } from './debian.js';
import { namingOnlyPart, startLineClient } from './line-client.js';
import type { ClientPeer } from './peer.js';

const SCRIPT = join(import.meta.dirname, 'php-client.php');

/** PHP's ext-soap client. */
export const phpClient: ClientPeer = {
  name: 'PHP SoapClient',
  ensureInstalled: () =>
    ensureDebianPackages({
      packages: ['php-cli', 'php-soap'],
      probes: [['php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);']],
    }),
  start: async (wsdlUrl) => namingOnlyPart(startLineClient('php', [SCRIPT, wsdlUrl])),
  knownFailures: [],
};
