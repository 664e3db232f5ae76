import { fetchPackages } from './foreign-wsdl/packages/packages.js';
import { clientPeers, serverPeers } from './peers/all.js';
import { ensureHttpClients } from './peers/http-clients.js';
import { ensurePostfix } from './peers/postfix.js';
import { ensureShells } from './peers/shells.js';
import { ensureSpreadsheets } from './peers/spreadsheets.js';
import { ensureStoreServers } from './stores/servers.js';

/**
 * Puts the other makers' stacks in place before any test.
 *
 * @throws Error when one is missing and cannot be installed: the suite fails, it never skips
 */
export default async function setup(): Promise<void> {
  // One after the other: apt-get takes a lock.
  for (const peer of [...serverPeers, ...clientPeers]) await peer.ensureInstalled();
  await ensureSpreadsheets();
  await ensureShells();
  await ensureHttpClients();
  await ensureStoreServers();
  await ensurePostfix();
  await fetchPackages();
}
