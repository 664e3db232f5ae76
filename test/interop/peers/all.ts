import { nodeSoapClient } from './node-soap-client.js';
import { nodeSoapServer } from './node-soap-server.js';
import type { ClientPeer, ServerPeer } from './peer.js';
import { phpClient } from './php-client.js';
import { phpServer } from './php-server.js';
import { zeepClient } from './zeep-client.js';

/** The servers of other makers that have a gateway of their own behind them. */
export const gatewayPeers: readonly ServerPeer[] = [phpServer];

/** All servers of other makers that our client has to get on with. */
export const serverPeers: readonly ServerPeer[] = [...gatewayPeers, nodeSoapServer];

/** The clients of other makers that our gateway has to get on with. */
export const clientPeers: readonly ClientPeer[] = [phpClient, zeepClient, nodeSoapClient];
