import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { httpTransport } from '../../src/calls/index.js';
import { type Environment, proxyAddress, proxyFromEnvironment } from '../../src/transport/proxy/address.js';
import { startProxy } from '../support/connect-proxy.js';
import { requestFor } from '../support/scripted-transport.js';

/** The proxy for an address, as host and port. */
const found = (environment: Environment, url: string): string | undefined =>
  proxyFromEnvironment(environment)(new URL(url))?.name;

describe('the proxy of the environment', () => {
  it.each([
    ['https_proxy, for https', { https_proxy: 'http://p:1' }, 'p:1', undefined],
    ['http_proxy, for http', { http_proxy: 'http://p:1' }, undefined, 'p:1'],
    ['ALL_PROXY, for both', { ALL_PROXY: 'http://p:1' }, 'p:1', 'p:1'],
    ['the more exact one', { ALL_PROXY: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'q:2', 'p:1'],
    ['the one in small letters', { https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'p:1', undefined],
    ['the one that is not empty', { https_proxy: ' ', HTTPS_PROXY: 'http://q:2' }, 'q:2', undefined],
    ['one without a port', { HTTPS_PROXY: 'http://p', HTTP_PROXY: 'https://q' }, 'p:80', 'q:443'],
    ['none by default', {}, undefined, undefined],
    ['not HTTP_PROXY under CGI', { REQUEST_METHOD: 'GET', HTTP_PROXY: 'http://p:1' }, undefined, undefined],
    ['HTTPS_PROXY under CGI', { REQUEST_METHOD: 'GET', HTTPS_PROXY: 'http://p:1' }, 'p:1', undefined],
    [
      'no SOCKS proxy that is not needed',
      { ALL_PROXY: 'socks5://s', https_proxy: 'p:1', http_proxy: 'p:1' },
      'p:1',
      'p:1',
    ],
  ])('is %s', (_name, environment, https, http) => {
    expect([found(environment, 'https://x/'), found(environment, 'http://x/')]).toEqual([https, http]);
  });

  it.each([
    ['ALL_PROXY', { ALL_PROXY: 'socks5://agnes:hidden-word@s:1' }],
    ['https_proxy', { https_proxy: 'http://agnes:hidden-word@p:99999' }],
    ['HTTP_PROXY', { HTTP_PROXY: 'http://agnes:hidden-word@p/path' }],
  ])('is refused where %s makes no sense, without a word of the password', (path, environment) => {
    const error = thrown(() => proxyFromEnvironment(environment));
    expect(error).toMatchObject({ name: 'ValidationError', path });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hidden-word');
  });

  it('is read once, when the transport is made, and only where asked for', async () => {
    const way = await startProxy({ credentials: 'none:none' });
    const environment: Record<string, string> = { http_proxy: way.url };
    const transport = httpTransport({ proxy: 'env' }, environment);
    const unasked = httpTransport({}, { http_proxy: way.url });
    environment.http_proxy = 'http://no-such-proxy.invalid';
    const request = requestFor('soap_X', { url: 'http://127.0.0.1:1/' });
    await expect(transport.send(request)).rejects.toThrow(`the proxy ${way.name} refused`);
    await expect(unasked.send(request)).rejects.toThrow(
      'could not connect to 127.0.0.1:1: no server listens on this port',
    );
    await transport.close?.();
    await way.close();
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://www.example.com/', true],
    ['example.com', 'https://notexample.com/', false],
    ['example.com', 'https://example.com.evil.test/', false],
    ['EXAMPLE.com', 'https://eXample.COM/', true],
    ['.example.com', 'https://www.example.com/', true],
    ['.example.com', 'https://example.com/', false],
    ['*', 'https://anything/', true],
    ['a.test,b.test c.test\td.test', 'https://c.test/', true],
    ['example.com:8443', 'https://example.com:8443/', true],
    ['example.com:8443', 'https://example.com/', false],
    ['10.0.0.7', 'https://10.0.0.70/', false],
    ['10.0.0.0/8', 'https://10.200.3.4/', true],
    ['10.0.0.0/8', 'https://11.0.0.1/', false],
    ['192.168.1.128/25', 'https://192.168.1.127/', false],
    ['192.168.1.128/25', 'https://192.168.1.129/', true],
    ['::1', 'https://[::1]/', true],
    ['[::1]:8080', 'https://[::1]/', false],
    ['fd00::/8', 'https://[fd12::5]/', true],
  ])('%s and %s: exempt is %s', (list, url, exempt) => {
    for (const name of ['no_proxy', 'NO_PROXY']) {
      expect(found({ ALL_PROXY: 'http://p:1', [name]: list }, url)).toBe(exempt ? undefined : 'p:1');
    }
  });
});

describe('an entry of NO_PROXY of another form', () => {
  it.each(['"localhost"', 'http://corp.example', '[::1'])('has no effect: %s', (entry) => {
    const environment = { HTTPS_PROXY: 'http://p:1', NO_PROXY: `a.test,${entry},b.test` };
    expect(found(environment, 'https://b.test/')).toBeUndefined();
    expect(found(environment, 'https://localhost/')).toBe('p:1');
    expect(found(environment, 'https://corp.example/')).toBe('p:1');
  });
});

describe('the address of a proxy', () => {
  it.each([
    ['http://p:3128', 'p:3128', undefined],
    ['http://[::1]:8080', '[::1]:8080', undefined],
    ['http://agnes:p%40ss%3A%2F@p', 'p:80', 'agnes:p@ss:/'],
    ['http://agnes:ręd@p', 'p:80', 'agnes:ręd'],
  ])('%s is read', (text, name, credentials) => {
    const authorization = credentials && `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
    expect(proxyAddress(text, 'proxy')).toMatchObject({ name, authorization });
  });

  it.each([
    '',
    'p:3128',
    'socks5://p',
    'http://',
    'http://agnes:hidden-word@p:x',
    'http://agnes:1/hidden-word@p:3128',
    'http://agnes:hidden-word%zz@p',
    'http://a%3Ab:hidden-word@p',
    7,
  ])('%s is refused, without a word of the password', (text) => {
    const error = thrown(() => httpTransport({ proxy: text as string }));
    expect(error).toMatchObject({ name: 'ValidationError', path: 'proxy' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hidden-word');
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
