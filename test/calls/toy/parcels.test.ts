import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RequestBodySource, SmsServiceEvent } from '../../../src/calls/index.js';
import { readForm } from '../../../src/http-message/form.js';
import { collect, rejection } from '../../support/collect.js';
import { serve } from '../../support/http-server.js';
import { loadedRooms } from '../../support/loaded-rooms.js';
import { ParcelClient } from './parcels.js';

const TOKEN = 't0ken-of-alice';
const retry = { baseDelayMs: 1, maxDelayMs: 2 };

/** What a server does with a request: a line of text, a status with a page; it breaks the connection for `lost`. */
type Reaction = string | { readonly status: number; readonly page?: string; readonly location?: string };

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly token: string | undefined;
  readonly body: string;
}

/** A server that follows a script, its last step again and again. */
async function listening(...script: readonly Reaction[]): Promise<{ readonly origin: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const { url } = await serve(async (request, response) => {
    const body = await collect<Buffer>(request).catch(() => []);
    const reaction = script[Math.min(seen.length, script.length - 1)] ?? 'lost';
    const { method, url: path, headers } = request;
    seen.push({ method, path, token: headers.authorization, body: Buffer.concat(body).toString() });
    if (reaction === 'lost') request.socket.destroy();
    else if (typeof reaction === 'string') response.setHeader('content-type', 'text/plain').end(reaction);
    else {
      const { status, page = '', location } = reaction;
      response.writeHead(status, location === undefined ? {} : { location }).end(page);
    }
  });
  return { origin: new URL(url).origin, seen };
}

const clientOf = (...url: string[]): ParcelClient => new ParcelClient({ url, token: TOKEN, retry });

describe('a call below two addresses', () => {
  it('goes to its path below the first', async () => {
    const { origin, seen } = await listening('OK:Alice');
    const client = clientOf(`${origin}/api`, `${origin}/other`);
    expect(await client.profile()).toBe('Alice');
    expect(seen).toEqual([{ method: 'GET', path: '/api/profile', token: `Bearer ${TOKEN}`, body: '' }]);
    await client.close();
  });

  it('goes to its path below the second, where the first fails', async () => {
    const [first, second] = [await listening('lost'), await listening('OK:Alice')];
    const client = clientOf(`${first.origin}/api`, `${second.origin}/v2/`);
    expect(await client.profile()).toBe('Alice');
    expect([first, second].map(({ seen }) => seen.map(({ path }) => path))).toEqual([
      ['/api/profile'],
      ['/v2/profile'],
    ]);
    await client.close();
  });
});

describe('what was done already', () => {
  it('was done by this call, when it cannot be told what became of an earlier attempt at another address', async () => {
    const [first, second] = [await listening('lost'), await listening('ERROR:53')];
    const client = clientOf(`${first.origin}/api`, `${second.origin}/api`);
    expect(await client.order('7', 'Łódź & back')).toEqual({ id: undefined, alreadyAccepted: true });
    for (const { seen } of [first, second]) {
      expect(readForm(Buffer.from(seen[0]?.body ?? ''))).toEqual([
        ['number', '7'],
        ['what', 'Łódź & back'],
      ]);
    }
    await client.close();
  });

  it('or at the same one', async () => {
    const { origin, seen } = await listening('lost', 'ERROR:53');
    const client = clientOf(`${origin}/api`);
    expect(await client.order('7', 'x')).toEqual({ id: undefined, alreadyAccepted: true });
    expect(seen).toHaveLength(2);
    await client.close();
  });

  it('was done by somebody else, when this is the first attempt', async () => {
    const { origin } = await listening('ERROR:53');
    const client = clientOf(`${origin}/api`);
    expect(await rejection(client.order('7', 'x'))).toMatchObject({ name: 'ConflictError' });
    await client.close();
  });

  it('was done by somebody else, when nothing of the earlier attempts was sent', async () => {
    const { origin } = await listening('ERROR:53');
    const events: SmsServiceEvent[] = [];
    const client = new ParcelClient({
      // Nobody listens there.
      url: ['http://127.0.0.1:1/api', `${origin}/api`],
      token: TOKEN,
      retry,
      onEvent: (event) => events.push(event),
    });
    expect(await rejection(client.order('7', 'x'))).toMatchObject({ name: 'ConflictError' });
    expect(events.flatMap((event) => (event.type === 'error' ? [event.outcome] : []))).toEqual([
      'not-sent',
      'rejected',
    ]);
    await client.close();
  });

  it('is an order like others, when the first attempt had not been carried out', async () => {
    const { origin } = await listening('lost', 'OK:42');
    const client = clientOf(`${origin}/api`);
    expect(await client.order('7', 'x')).toEqual({ id: '42', alreadyAccepted: false });
    await client.close();
  });
});

describe('a body that is read while it is sent', () => {
  function picture(pieces: readonly (string | Error)[]): RequestBodySource & { readonly state: { opened: number } } {
    const state = { opened: 0 };
    return {
      state,
      async *open() {
        state.opened += 1;
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          yield Buffer.from(piece);
        }
      },
    };
  }

  it('is sent again from its beginning, at the next address and at the same one', async () => {
    const [first, second] = [await listening('lost'), await listening('lost', 'OK:kept')];
    const client = clientOf(`${first.origin}/api`, `${second.origin}/api`);
    const body = picture(['light ', 'and ', 'shadow']);
    expect(await client.upload('a b', body)).toBe('kept');
    const all = [...first.seen, ...second.seen];
    expect(all.length).toBe(body.state.opened);
    expect(body.state.opened).toBeGreaterThanOrEqual(3);
    expect(new Set(all.map(({ path, body: text }) => `${path} ${text}`))).toEqual(
      new Set(['/api/pictures/upload?name=a%20b light and shadow']),
    );
    await client.close();
  });

  it('is not sent again when its source fails, and no address is blamed for that', async () => {
    const [first, second] = [await listening('OK:kept'), await listening('OK:kept')];
    const client = clientOf(`${first.origin}/api`, `${second.origin}/api`);
    const body = picture([new Error('no such file')]);
    expect(await rejection(client.upload('x', body))).toMatchObject({ name: 'RequestBodyError', outcome: 'not-sent' });
    expect(body.state.opened).toBe(1);
    expect(await client.upload('y', picture(['light']))).toBe('kept');
    expect([first.seen.length, second.seen.length]).toEqual([1, 0]);
    await client.close();
  });
});

describe('a response that is not of the service', () => {
  it.each<[string, Reaction, object]>([
    [
      'a redirect',
      { status: 302, location: 'https://login.test/start?token=x' },
      { status: 302, outcome: 'rejected', location: 'https://login.test/start' },
    ],
    ['an empty body', { status: 404 }, { status: 404, outcome: 'rejected', excerpt: '' }],
    [
      'a page of a proxy that echoes the request',
      { status: 403, page: `<html>no entry with ${TOKEN}` },
      { status: 403, outcome: 'rejected', excerpt: expect.stringMatching(/^<html>no entry with (?!t0ken)/) },
    ],
  ])('is an error as with every client: %s', async (_what, reaction, wanted) => {
    const { origin } = await listening(reaction);
    const client = clientOf(`${origin}/api`);
    expect(await rejection(client.profile())).toMatchObject({
      name: 'HttpStatusError',
      operation: 'profile',
      ...wanted,
    });
    await client.close();
  });
});

it('all this loads nothing of SOAP, of XML or of the gateway', async () => {
  expect(await loadedRooms(fileURLToPath(import.meta.url))).toEqual(
    new Set(['src/calls', 'src/errors', 'src/http-message', 'src/options', 'src/redact', 'src/transport']),
  );
});
