import { afterAll, describe, expect, it } from 'vitest';
import { pem } from '../support/tls-server.js';
import type { Event } from './events/event.js';
import { announcedEnd, moved, standstill } from './events/old-connections.js';
import { haproxyReloads, nginxReloads, squidReloads, stunnelReloads } from './events/reloads.js';
import { carriedOut, startGateway } from './gateway.js';
import { compare, type Row, tableOf } from './table.js';
import { type Open, overHttp, overUndici, overUndiciProxy } from './transports.js';

const rows: Row[] = [];
afterAll(() => {
  process.stdout.write(`\n${tableOf(rows)}\n`);
});

/** Lets sends over a transport meet an event, and compares each with the history. */
async function met(name: string, event: Event, transport: string, open: Open): Promise<Row> {
  const gateway = await startGateway();
  try {
    const row = compare(name, transport, await event(open, gateway), carriedOut(gateway));
    rows.push(row);
    return row;
  } finally {
    await gateway.close();
  }
}

/** What holds for every event. */
const HONEST = { doubled: 0, untrue: 0 };

describe('connections that have become old cost no send', () => {
  it.each<[string, Event, string, Open]>([
    ['standstill of 2 s', standstill, 'http', overHttp({ idleTimeoutMs: 800 })],
    ['standstill of 2 s', standstill, 'undici', overUndici({ keepAliveTimeout: 800 })],
    ['an end that is announced', announcedEnd, 'http', overHttp()],
    ['an end that is announced', announcedEnd, 'undici', overUndici()],
    ['another address', moved, 'http', overHttp({ maxConnectionAgeMs: 1000 })],
    ['another address', moved, 'undici', overUndici({ clientTtl: 1000 })],
  ])('%s', async (name, event, transport, open) => {
    const row = await met(name, event, transport, open);
    expect(row.sends).toBeGreaterThanOrEqual(16);
    expect(row).toMatchObject({ ...HONEST, success: row.sends, astray: 0 });
  });
});

const TLS = { ca: pem('authority') };

describe('a reload', () => {
  it.each<[string, Event, string, Open]>([
    ['nginx reloads', nginxReloads, 'http', overHttp()],
    ['nginx reloads', nginxReloads, 'undici', overUndici()],
    ['haproxy reloads', haproxyReloads, 'http', overHttp()],
    ['haproxy reloads', haproxyReloads, 'undici', overUndici()],
    ['stunnel reloads', stunnelReloads, 'http', overHttp(TLS)],
    ['stunnel reloads', stunnelReloads, 'undici', overUndici({ connect: TLS })],
    ['squid reloads', squidReloads((proxy) => overHttp({ proxy })), 'http', overHttp()],
    ['squid reloads', squidReloads((uri) => overUndiciProxy({ uri })), 'undici', overUndici()],
  ])('makes no outcome untrue: %s', async (name, event, transport, open) => {
    expect(await met(name, event, transport, open)).toMatchObject({ ...HONEST, notSent: 0, rejected: 0 });
  });

  it.each<[string, Event, string, Open]>([
    ['nginx reloads', nginxReloads, 'http, freshConnectionForWrites', overHttp({ freshConnectionForWrites: true })],
    ['nginx reloads', nginxReloads, 'undici, pipelining: 0', overUndici({ pipelining: 0 })],
    ['haproxy reloads', haproxyReloads, 'http, freshConnectionForWrites', overHttp({ freshConnectionForWrites: true })],
    ['haproxy reloads', haproxyReloads, 'undici, pipelining: 0', overUndici({ pipelining: 0 })],
    [
      'stunnel reloads',
      stunnelReloads,
      'http, freshConnectionForWrites',
      overHttp({ ...TLS, freshConnectionForWrites: true }),
    ],
  ])('costs no send over connections that are not kept: %s', async (name, event, transport, open) => {
    const row = await met(name, event, transport, open);
    expect(row).toMatchObject({ ...HONEST, success: row.sends });
  });
});
