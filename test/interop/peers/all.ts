import { axisServer } from './axis-server.js';
import { gsoapGraphServer, gsoapServer } from './gsoap-server.js';
import { nodeSoapClient } from './node-soap-client.js';
import { nodeSoapServer } from './node-soap-server.js';
import { nusoapServer } from './nusoap-server.js';
import type { ClientPeer, ServerPeer } from './peer.js';
import { phpClient } from './php-client.js';
import { phpServer } from './php-server.js';
import { soapLiteServer } from './soap-lite-server.js';
import { zeepClient } from './zeep-client.js';

/** The servers of other makers that have their own gateway. */
export const gatewayPeers: readonly ServerPeer[] = [phpServer, nusoapServer];

/** The servers of other makers that return scripted responses. */
export const scriptedPeers: readonly ServerPeer[] = [
  gsoapServer,
  gsoapGraphServer,
  axisServer,
  soapLiteServer,
  nodeSoapServer,
];

/** All servers of other makers that our client has to get on with. */
export const serverPeers: readonly ServerPeer[] = [...gatewayPeers, ...scriptedPeers];

/** The clients of other makers that our gateway has to get on with. */
export const clientPeers: readonly ClientPeer[] = [phpClient, zeepClient, nodeSoapClient];
