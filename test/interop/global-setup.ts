import { fetchPackages } from './foreign-wsdl/packages/packages.js';
import { clientPeers, serverPeers } from './peers/all.js';
import { ensureHttpClients } from './peers/http-clients.js';
import { ensurePostfix } from './peers/postfix.js';
import { ensureShells } from './peers/shells.js';
import { ensureSpreadsheets } from './peers/spreadsheets.js';
import { ensureStoreServers } from './stores/servers.js';

/**
 * Installs the foreign SOAP stacks before all tests.
 *
 * @throws Error if one is missing and cannot be installed. The suite then fails; tests are never skipped
 */
export default async function setup(): Promise<void> {
  // Sequential, because apt-get uses a lock.
  for (const peer of [...serverPeers, ...clientPeers]) await peer.ensureInstalled();
  await ensureSpreadsheets();
  await ensureShells();
  await ensureHttpClients();
  await ensureStoreServers();
  await ensurePostfix();
  await fetchPackages();
}
