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

/** The foreign servers that have their own gateway. */
export const gatewayPeers: readonly ServerPeer[] = [phpServer, nusoapServer];

/** The foreign servers that return scripted responses. */
export const scriptedPeers: readonly ServerPeer[] = [
  gsoapServer,
  gsoapGraphServer,
  axisServer,
  soapLiteServer,
  nodeSoapServer,
];

/** All foreign servers that this library supports. */
export const serverPeers: readonly ServerPeer[] = [...gatewayPeers, ...scriptedPeers];

/** The foreign clients that the embedded gateway supports. */
export const clientPeers: readonly ClientPeer[] = [phpClient, zeepClient, nodeSoapClient];
