import { join } from 'node:path';
import { ensureDebianPackages } from './debian.js';
import type { ServerPeer } from './peer.js';
import { startScripted } from './scripted.js';
import { soapLiteFailures } from './soap-lite-failures.js';

const SCRIPT = join(import.meta.dirname, 'soap-lite-server.pl');
/** The Perl interpreter of Debian's packages. */
const PERL = '/usr/bin/perl';

/** SOAP::Lite's server. It guesses the types of values and sends non-ASCII text as base64. */
export const soapLiteServer: ServerPeer = {
  name: 'SOAP::Lite server',
  ensureInstalled: () =>
    ensureDebianPackages({
      packages: ['libsoap-lite-perl'],
      probes: [[PERL, '-MSOAP::Transport::HTTP', '-MHTTP::Daemon', '-MJSON::PP', '-e', '1']],
    }),
  start: () => startScripted((port, folder) => [PERL, SCRIPT, String(port), folder]),
  knownFailures: soapLiteFailures,
};
