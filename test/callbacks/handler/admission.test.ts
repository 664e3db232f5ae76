import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import { ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { everythingShown } from '../../support/shown.js';
import { type Call, call, FORBIDDEN, OK, recordingHandler, report } from './handler-calls.js';

const SECRET = 'Zażółć & 100%';
const WRITTEN = encodeURIComponent(SECRET);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a secret in the query', () => {
  const secret = { query: 'key', value: SECRET };

  it.each([
    ['as it is written', `key=${WRITTEN}&${report('1')}`],
    ['with a plus for a space', `key=${WRITTEN.replaceAll('%20', '+')}&${report('1')}`],
    ['with the name escaped', `%6bey=${WRITTEN}&${report('1')}`],
  ])('accepts a call with the secret %s', async (_title, query) => {
    const { handler, events } = recordingHandler({ secret });
    expect(await call(handler, query)).toEqual(OK);
    expect(events).toMatchObject([{ type: 'sms-report', unknownFields: {} }]);
  });

  it.each([
    ['none', report('1')],
    ['another', `key=Zaz%C3%B3lc&${report('1')}`],
    ['one in other letters', `key=${encodeURIComponent(SECRET.toUpperCase())}&${report('1')}`],
    ['one that was cut', `key=${WRITTEN.slice(0, -3)}&${report('1')}`],
    ['two, the first of which is right', `key=${WRITTEN}&key=x&${report('1')}`],
    ['two that are right', `key=${WRITTEN}&key=${WRITTEN}&${report('1')}`],
    ['one under a name in capitals', `KEY=${WRITTEN}&${report('1')}`],
    ['a megabyte', `key=${'x'.repeat(1_048_576)}&${report('1')}`],
  ])('refuses a call with %s', async (_title, query) => {
    const { handler, events } = recordingHandler({ secret });
    expect(await call(handler, query)).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
  });

  it('is not accepted in the path, in a header or in the body', async () => {
    const { handler, events } = recordingHandler({ secret: { query: 'key', value: 'secret' } });
    const body = `key=secret&${report('1')}`;
    expect(await call(handler, report('1'), { path: '/key=secret' })).toEqual(FORBIDDEN);
    expect(await call(handler, report('1'), { headers: { key: 'secret', cookie: 'key=secret' } })).toEqual(FORBIDDEN);
    expect(await call(handler, '', { method: 'POST', headers: FORM, body })).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
  });

  it('is also required for the check of an address', async () => {
    const { handler } = recordingHandler({ secret });
    expect(await call(handler, '')).toEqual(FORBIDDEN);
    expect(await call(handler, `key=${WRITTEN}`)).toEqual(OK);
    expect(await call(handler, '', { method: 'POST' })).toEqual(FORBIDDEN);
    expect(await call(handler, `key=${WRITTEN}`, { method: 'POST' })).toEqual(OK);
  });

  it('is checked before the body is read, for every method', async () => {
    const { handler } = recordingHandler({ secret });
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('it was read')) });
    const request = new Request('https://shop.test/cb', { method: 'POST', body, duplex: 'half' });
    expect((await handler.fetch(request)).status).toBe(403);
    expect(request.bodyUsed).toBe(false);
    expect(await call(handler, '', { method: 'DELETE' })).toEqual(FORBIDDEN);
  });

  it('can be one of several during a rotation', async () => {
    const { handler } = recordingHandler({ secret: { query: 'key', value: ['old', 'new'] } });
    expect(await call(handler, 'key=old')).toEqual(OK);
    expect(await call(handler, 'key=new')).toEqual(OK);
    expect(await call(handler, 'key=oldnew')).toEqual(FORBIDDEN);
  });
});

describe('a secret in the path', () => {
  const secret = { path: true, value: SECRET } as const;

  it.each([`/cb/${WRITTEN}`, `/a/b/${WRITTEN}/`, `/cb/${WRITTEN.toLowerCase().replace('za%c5%bc', 'Za%c5%bc')}`])(
    'accepts a call at %s',
    async (path) => {
      const { handler, events } = recordingHandler({ secret });
      expect(await call(handler, report('1'), { path })).toEqual(OK);
      expect(events).toHaveLength(1);
    },
  );

  it.each(['/cb', '/', `/cb/${WRITTEN}//`, `/cb/${WRITTEN}x`, `/cb%2F${WRITTEN}`, `/cb/%25${WRITTEN}`, '/cb/%ZZ'])(
    'refuses a call at %s',
    async (path) => {
      const { handler, events } = recordingHandler({ secret });
      expect(await call(handler, report('1'), { path })).toEqual(FORBIDDEN);
      expect(events).toEqual([]);
    },
  );
});

describe('allowed addresses', () => {
  const allowedAddresses = ['192.0.2.7', '198.51.100.0/24', '2001:db8::/33', '::ffff:203.0.113.0/120'];

  it.each([
    ['192.0.2.7', true],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['::ffff:192.0.2.7', true],
    ['0:0:0:0:0:ffff:192.0.2.7', true],
    ['::192.0.2.7', false],
    ['64:ff9b::192.0.2.7', false],
    ['2001:db8:7fff::1', true],
    ['2001:DB8:0:0::1%eth0', true],
    ['2001:db8:8000::1', false],
    ['', false],
    ['192.000.002.007', false],
    ['3221225991', false],
  ])('accept %s: %s', async (peer, isAllowed) => {
    const { handler, events } = recordingHandler({ allowedAddresses });
    expect(await call(handler, report('1'), { peer })).toEqual(isAllowed ? OK : FORBIDDEN);
    expect(events).toHaveLength(isAllowed ? 1 : 0);
  });

  it('of one IP version do not contain addresses of the other', async () => {
    const { handler } = recordingHandler({ allowedAddresses: ['::/1'] });
    expect(await call(handler, '', { peer: '192.0.2.7' })).toEqual(FORBIDDEN);
    const other = recordingHandler({ allowedAddresses: ['0.0.0.0/0'] });
    expect(await call(other.handler, '', { peer: '2001:db8::1' })).toEqual(FORBIDDEN);
  });

  it('ignore X-Forwarded-For by default', async () => {
    const { handler } = recordingHandler({ allowedAddresses });
    const headers = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' };
    expect(await call(handler, '', { peer: '10.0.0.1', headers })).toEqual(FORBIDDEN);
  });

  it('use X-Forwarded-For from the right if the peer is a trusted proxy', async () => {
    const { handler } = recordingHandler({ allowedAddresses, trustedProxies: ['10.0.0.0/8', 'fd00::/8'] });
    const at = (peer: string, ...forwarded: readonly string[]): Promise<unknown> => {
      const headers = new Headers();
      for (const one of forwarded) headers.append('x-forwarded-for', one);
      return call(handler, '', { peer, headers: Object.fromEntries(headers) });
    };
    expect(await at('10.0.0.1', '192.0.2.7')).toEqual(OK);
    expect(await at('::ffff:10.0.0.1', '192.0.2.7')).toEqual(OK);
    expect(await at('10.0.0.1', '192.0.2.7, 10.0.0.3, fd00::2')).toEqual(OK);
    // Several headers of the name are one list.
    expect(await at('10.0.0.1', '192.0.2.7', '10.0.0.3')).toEqual(OK);
    expect(await at('10.0.0.1', '192.0.2.7', '203.0.114.9')).toEqual(FORBIDDEN);
    // The proxy appends the real address to the right of forged ones.
    expect(await at('10.0.0.1', '192.0.2.7, 203.0.114.9')).toEqual(FORBIDDEN);
    expect(await at('10.0.0.1', 'junk, 192.0.2.7')).toEqual(OK);
    // The peer itself may be allowed.
    expect(await at('192.0.2.7', '203.0.114.9')).toEqual(OK);
    expect(await at('10.0.0.1')).toEqual(FORBIDDEN);
  });

  it.each(['192.0.2.7:443', '[2001:db8::1]:443', '2001:db8::1%eth0', '"192.0.2.7"', 'unknown', '192.0.2.7,', ''])(
    'refuse %s in X-Forwarded-For of a trusted proxy',
    async (forwarded) => {
      const { handler } = recordingHandler({ allowedAddresses, trustedProxies: ['10.0.0.0/8'] });
      const headers = { 'x-forwarded-for': forwarded };
      expect(await call(handler, '', { peer: '10.0.0.1', headers })).toEqual(FORBIDDEN);
    },
  );

  it('are required together with the secret', async () => {
    const { handler } = recordingHandler({ allowedAddresses, secret: { query: 'key', value: 's' } });
    expect(await call(handler, 'key=s', { peer: '192.0.2.7' })).toEqual(OK);
    expect(await call(handler, 'key=s', { peer: '192.0.2.8' })).toEqual(FORBIDDEN);
    expect(await call(handler, 'key=x', { peer: '192.0.2.7' })).toEqual(FORBIDDEN);
  });

  it('cause an error, not a response, if the address of the caller is unknown', async () => {
    const { handler, events } = recordingHandler({ allowedAddresses });
    const error = await rejection(call(handler, report('1')));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as Error).message).toBe(
      'peer: is missing: allowedAddresses cannot be checked without the address of the caller',
    );
    const event = { httpMethod: 'GET', path: '/cb', requestContext: { elb: {} }, headers: {} };
    expect(await rejection(handler.lambda(event))).toBeInstanceOf(ValidationError);
    expect(events).toEqual([]);
  });
});

describe('a handler without any access check', () => {
  it('logs a warning', () => {
    const warn = vi.fn<(line: string) => void>();
    const logger = { debug: vi.fn<() => void>(), info: vi.fn<() => void>(), warn };
    recordingHandler({ logger, secret: { query: 'key', value: 's' } });
    recordingHandler({ logger, allowedAddresses: ['192.0.2.7'] });
    recordingHandler({ logger, notifyKey: 'a key that nobody can guess' });
    expect(warn).not.toHaveBeenCalled();
    recordingHandler({ logger });
    expect(warn.mock.calls).toEqual([
      ['sms-service-client callback: no secret, allowedAddresses or notifyKey, so that anyone can send callbacks'],
    ]);
  });
});

describe('options', () => {
  const value = 'the-secret-itself';

  it.each([
    ['no onEvent', { onEvent: undefined }, 'onEvent: is missing'],
    ['an empty secret', { secret: { query: 'key', value: '' } }, 'secret.value: is empty'],
    ['no secret in the list', { secret: { query: 'key', value: [] } }, 'secret.value: is an empty list'],
    [
      'a secret under a field',
      { secret: { query: 'to', value } },
      'secret.query: is a field of the gateway (section 6)',
    ],
    [
      'a field as a parameter of the address',
      { ownParameters: ['shop', 'MsgId'] },
      'ownParameters[1]: is a field of the gateway (section 6)',
    ],
    [
      'a secret in the path with a slash',
      { secret: { path: true, value: `${value}/` } },
      'secret.value: must not contain a slash',
    ],
    ['a secret without a place', { secret: { value } }, 'secret.query: is missing'],
    [
      'a name as address',
      { allowedAddresses: ['gateway.test'] },
      'allowedAddresses[0]: must be an IPv4 or IPv6 address, or a network such as 192.0.2.0/24',
    ],
    [
      'a prefix that is too long',
      { allowedAddresses: ['192.0.2.0/33'] },
      'allowedAddresses[0]: has an invalid prefix length',
    ],
    ['proxies without addresses', { trustedProxies: ['10.0.0.0/8'] }, 'trustedProxies: requires allowedAddresses'],
    ['a short key', { notifyKey: 'fifteen letters' }, 'notifyKey: has fewer than 16 characters'],
    [
      'attempts without an end',
      { inbox: { attempts: 3 } },
      'inbox.onGivenUp: is missing. It is required with `attempts`, so that no event is lost',
    ],
  ])('are refused with %s, without showing it', (_title, more, message) => {
    let thrown: unknown;
    try {
      callbackHandler({ onEvent: () => {}, ...more } as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ValidationError);
    expect((thrown as Error).message.startsWith(message)).toBe(true);
    expect(everythingShown(thrown)).not.toMatch(/the-secret|fifteen/);
  });

  it('are not shown by an inspected handler', () => {
    const { handler } = recordingHandler({
      secret: { query: 'key', value },
      notifyKey: 'a key that nobody can guess',
    });
    expect(inspect(handler, { depth: 10, showHidden: true })).not.toMatch(/the-secret|nobody/);
    expect(JSON.stringify(handler)).toBe('{}');
  });
});

describe('a refused call', () => {
  it('does not show the reason', async () => {
    const { handler } = recordingHandler({ secret: { query: 'key', value: 's' }, allowedAddresses: ['192.0.2.7'] });
    const refused: readonly [string, Call][] = [
      ['', { peer: '192.0.2.7' }],
      ['key=x', { peer: '192.0.2.7' }],
      ['key=s', { peer: '192.0.2.8' }],
      [report('1', { donedate: 'x' }), { peer: '192.0.2.7' }],
    ];
    for (const [query, request] of refused) expect(await call(handler, query, request)).toEqual(FORBIDDEN);
  });
});
