import { join } from 'node:path';
import { ensureDebianPackages } from './debian.js';
import { namingOnlyPart, startLineClient } from './line-client.js';
import type { ClientPeer } from './peer.js';
import { zeepClientFailures } from './zeep-client-failures.js';

const SCRIPT = join(import.meta.dirname, 'zeep-client.py');
/** The Python interpreter of Debian's packages. PATH may contain another `python3` before it. */
const PYTHON = '/usr/bin/python3';

/** zeep, the usual SOAP client of Python. */
export const zeepClient: ClientPeer = {
  name: 'zeep',
  ensureInstalled: () => ensureDebianPackages({ packages: ['python3-zeep'], probes: [[PYTHON, '-c', 'import zeep']] }),
  start: async (wsdlUrl) => namingOnlyPart(startLineClient(PYTHON, [SCRIPT, wsdlUrl])),
  knownFailures: zeepClientFailures,
};
