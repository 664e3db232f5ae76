import { setTimeout as sleep } from 'node:timers/promises';
import { startLink } from '../link.js';
import { startHaproxy } from '../peers/haproxy.js';
import { startNginx } from '../peers/nginx.js';
import type { Peer } from '../peers/peer.js';
import { startSquid } from '../peers/squid.js';
import { startStunnel } from '../peers/stunnel.js';
import { type Sent, sendFor } from '../sends.js';
import type { Open } from '../transports.js';
import { cleaning, type Event } from './event.js';

/** The short form is for every change; the long one has figures to quote. */
const RELOADS = process.env.NETWORK_RUN === 'short' ? 1 : 8;

const ROUND_TRIP_MS = 200;

/** Long enough to reopen all connections. */
const BETWEEN_MS = 900;

/** Sends while a server reloads its configuration several times. */
const reloading = async (
  peer: Peer,
  open: () => { client: Parameters<typeof sendFor>[0] },
): Promise<readonly Sent[]> => {
  const { client } = open();
  const forMs = BETWEEN_MS * (RELOADS + 1);
  const sends = sendFor(client, { forMs, concurrency: 16, pauseMs: 100 });
  for (let count = 0; count < RELOADS; count++) {
    await sleep(BETWEEN_MS);
    peer.reload();
  }
  return sends;
};

const before =
  (start: (gatewayPort: number) => Promise<Peer>, protocol: string): Event =>
  (open, gateway) =>
    cleaning(async (cleanups) => {
      const peer = cleanups.add(await start(gateway.port));
      const link = cleanups.add(await startLink(peer.port, ROUND_TRIP_MS));
      return reloading(peer, () => cleanups.add(open(`${protocol}://127.0.0.1:${link.port}/`)));
    });

/** nginx is in front of the gateway. */
export const nginxReloads: Event = before((port) => startNginx(port), 'http');

/** haproxy does. */
export const haproxyReloads: Event = before((port) => startHaproxy(port), 'http');

/** stunnel does, and speaks TLS. */
export const stunnelReloads: Event = before((port) => startStunnel(port), 'https');

/** squid hands requests on. */
export const squidReloads =
  (openThrough: (proxy: string) => Open): Event =>
  (_open, gateway) =>
    cleaning(async (cleanups) => {
      const squid = cleanups.add(await startSquid());
      const link = cleanups.add(await startLink(squid.port, ROUND_TRIP_MS));
      const open = openThrough(`http://127.0.0.1:${link.port}`);
      return reloading(squid, () => cleanups.add(open(gateway.url)));
    });
