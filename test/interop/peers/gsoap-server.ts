import { join } from 'node:path';
import { type Build, buildOnce } from './build-once.js';
import { ensureDebianPackages } from './debian.js';
import { gsoapFailures } from './gsoap-failures.js';
import { wsdlPath } from './paths.js';
import type { ServerPeer } from './peer.js';
import { startScripted } from './scripted.js';

const SOURCE = join(import.meta.dirname, 'gsoap-server.cpp');

const build: Build = {
  name: 'gsoap',
  sources: [SOURCE, wsdlPath],
  version: ['soapcpp2', '-V'],
  commands: [
    ['wsdl2h', '-c++', '-s', '-o', 'sms.h', wsdlPath],
    ['soapcpp2', '-1', '-S', '-L', '-w', '-x', '-c++17', 'sms.h'],
    ['g++', '-std=c++17', '-O0', '-I.', SOURCE, 'soapC.cpp', 'soapServer.cpp', '-lgsoap++', '-o', 'gsoap-server'],
  ],
};

/** gSOAP's server in tree mode: each value is written at each use. */
export const gsoapServer: ServerPeer = peer('gSOAP server', 'tree');

/** gSOAP's server in graph mode: a value that is used twice is written once with an id, and referenced with `href`. */
export const gsoapGraphServer: ServerPeer = peer('gSOAP server, graph mode', 'graph');

function peer(name: string, mode: 'tree' | 'graph'): ServerPeer {
  return {
    name,
    ensureInstalled: async () => {
      await ensureDebianPackages({
        packages: ['g++', 'gsoap', 'libgsoap-dev'],
        probes: [
          ['soapcpp2', '-V'],
          ['test', '-x', '/usr/bin/wsdl2h'],
          ['g++', '--version'],
          ['test', '-f', '/usr/include/stdsoap2.h'],
        ],
      });
      await buildOnce(build);
    },
    start: async () => {
      const folder = await buildOnce(build);
      return startScripted((port, shared) => [join(folder, 'gsoap-server'), String(port), shared, mode]);
    },
    knownFailures: gsoapFailures,
  };
}
