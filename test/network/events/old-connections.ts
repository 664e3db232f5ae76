import { setTimeout as sleep } from 'node:timers/promises';
import { startLink } from '../link.js';
import { startNginx } from '../peers/nginx.js';
import { type Sent, send, sendFor } from '../sends.js';
import { cleaning, type Event } from './event.js';

/**
 * The process and its network are suspended while the server closes idle connections; then it sends immediately.
 */
export const standstill: Event = (open, gateway) =>
  cleaning(async (cleanups) => {
    const nginx = cleanups.add(await startNginx(gateway.port, { server: 'keepalive_timeout 1s;' }));
    const link = cleanups.add(await startLink(nginx.port, 100));
    const { client } = cleanups.add(open(`http://127.0.0.1:${link.port}/`));
    const many = (): Promise<Sent[]> => Promise.all(Array.from({ length: 16 }, () => send(client)));
    await many();
    // Remaining work of a pool after the last response.
    await sleep(50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    return many();
  });

const CLIENTS = 40;

/** The server closes idle connections after 2 seconds, and announces it. Sends start just before and after. */
export const announcedEnd: Event = (open, gateway) =>
  cleaning(async (cleanups) => {
    const nginx = cleanups.add(await startNginx(gateway.port, { server: 'keepalive_timeout 2s 2s;' }));
    const link = cleanups.add(await startLink(nginx.port, 200));
    const one = async (index: number): Promise<Sent> => {
      const { client } = cleanups.add(open(`http://127.0.0.1:${link.port}/`));
      await send(client);
      await sleep(1700 + (400 * index) / CLIENTS);
      return send(client);
    };
    return Promise.all(Array.from({ length: CLIENTS }, (_, index) => one(index)));
  });

/** A busy client whose host gets another address; the sends are those from a second and a half after that on. */
export const moved: Event = (open, gateway) =>
  cleaning(async (cleanups) => {
    const old = cleanups.add(await startNginx(gateway.port));
    const other = cleanups.add(await startNginx(gateway.port));
    const link = cleanups.add(await startLink(old.port, 20));
    const { client } = cleanups.add(open(`http://127.0.0.1:${link.port}/`));
    const busy = (forMs: number): Promise<readonly Sent[]> => sendFor(client, { forMs, concurrency: 4, pauseMs: 20 });
    await busy(300);
    link.lead(other.port);
    await busy(1500);
    const [gone, come] = [link.carriedTo(old.port), link.carriedTo(other.port)];
    const sent = await busy(500);
    const late = link.carriedTo(old.port) - gone;
    if (link.carriedTo(other.port) === come) throw new Error('nothing was sent to the new address');
    return sent.map((one, index) => (index < late ? { ...one, wentAstray: true } : one));
  });
