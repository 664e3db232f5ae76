import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { type HttpSettings, httpSettings } from '../../../src/transport/http/http-options.js';
import { throwing, untyped } from '../../support/unreadable.js';

const settingsOf = (options: unknown, environment: Record<string, string> = {}): HttpSettings =>
  httpSettings(untyped(options), environment);
const proxyFor = (settings: HttpSettings, url: string): string | undefined => settings.proxyFor?.(new URL(url))?.name;

describe('the options of a transport over node:http', () => {
  it('have defaults', () => {
    const { tls: _tls, ...settings } = settingsOf({});
    expect(settings).toEqual({
      timeoutMs: 60_000,
      connectTimeoutMs: 10_000,
      idleTimeoutMs: 4000,
      maxConnectionAgeMs: 60_000,
      freshConnectionForWrites: false,
      maxResponseBytes: 67_108_864,
      maxStreamBytes: Number.POSITIVE_INFINITY,
      maxSockets: 32,
      headers: {},
      minVersion: 'TLSv1.2',
    });
    expect(settingsOf({ connectTimeoutMs: undefined, headers: undefined, proxy: undefined })).toMatchObject({
      connectTimeoutMs: 10_000,
      headers: {},
    });
  });

  it('are taken as they are given, and times as far as a timer can wait', () => {
    const agent = new http.Agent();
    const input = {
      timeoutMs: 1,
      connectTimeoutMs: 2,
      idleTimeoutMs: 3,
      maxConnectionAgeMs: 7,
      maxResponseBytes: 4,
      maxStreamBytes: 5,
      maxSockets: 6,
      agent,
    };
    expect(settingsOf({ ...input, headers: { 'X-One': 'a b' } })).toMatchObject({
      ...input,
      headers: { 'x-one': 'a b' },
    });
    expect(settingsOf({ connectTimeoutMs: 1e12, idleTimeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({
      connectTimeoutMs: 2_147_483_647,
      idleTimeoutMs: 2_147_483_647,
    });
  });

  it.each<[string, unknown]>([
    ['options: must be an object', 5],
    ['options: must be an object', null],
    [
      'timeout: is unknown. Known names: timeoutMs, maxResponseBytes, maxStreamBytes, connectTimeoutMs, idleTimeoutMs, maxConnectionAgeMs, freshConnectionForWrites, headers, ca, cert, key, passphrase, minVersion, agent, proxy, maxSockets. Did you mean timeoutMs?',
      { timeout: 5 },
    ],
    ['timeoutMs: must be a number above zero', { timeoutMs: 0 }],
    ['freshConnectionForWrites: must be true or false', { freshConnectionForWrites: 1 }],
    [
      'freshConnectionForWrites: cannot be used with agent, which manages the connections',
      { freshConnectionForWrites: true, agent: new http.Agent() },
    ],
    ['timeoutMs: cannot be read', throwing('timeoutMs', {})],
    [
      'proxy: cannot be used with agent, which selects the route',
      { proxy: 'http://p.test:1', agent: new http.Agent() },
    ],
    ['headers: must be an object', { headers: null }],
    ['headers: cannot be read', { headers: throwing('x-one', {}) }],
    ['headers.x one: must be a valid HTTP header', { headers: { 'x one': '1' } }],
    ['headers.x-one: must be a valid HTTP header', { headers: { 'x-one': 'a\r\nb' } }],
    ['headers.Content-Type: is reserved for the HTTP protocol', { headers: { 'Content-Type': 'text/plain' } }],
    ['headers.SOAPAction: is reserved for the HTTP protocol', { headers: { SOAPAction: 'x' } }],
  ])('are refused: %s', (message, options) => {
    const path = message.split(': ')[0];
    expect(() => settingsOf(options)).toThrow(expect.objectContaining({ name: 'ValidationError', message, path }));
  });

  it('name one proxy for all addresses, or those of the environment', () => {
    const one = settingsOf({ proxy: 'http://p.test:3128' }, { HTTPS_PROXY: 'http://other.test:1' });
    expect([proxyFor(one, 'https://a.test/'), proxyFor(one, 'http://b.test/')]).toEqual(['p.test:3128', 'p.test:3128']);
    const fromEnvironment = settingsOf({ proxy: 'env' }, { HTTPS_PROXY: 'http://other.test:1' });
    expect(proxyFor(fromEnvironment, 'https://a.test/')).toBe('other.test:1');
    expect(proxyFor(fromEnvironment, 'http://b.test/')).toBeUndefined();
    expect(settingsOf({}, { HTTPS_PROXY: 'http://other.test:1' }).proxyFor).toBeUndefined();
  });
});
