import { ensureDebianPackages } from '../interop/peers/debian.js';

/**
 * Puts the servers and proxies in place before any test.
 *
 * @throws Error when one is missing and cannot be installed: the suite fails, it never skips
 */
export default async function setup(): Promise<void> {
  await ensureDebianPackages({
    packages: ['nginx', 'haproxy', 'squid', 'tinyproxy', 'stunnel4'],
    probes: [
      ['nginx', '-v'],
      ['haproxy', '-v'],
      ['squid', '-v'],
      ['tinyproxy', '-v'],
      ['stunnel4', '-version'],
    ],
  });
}
