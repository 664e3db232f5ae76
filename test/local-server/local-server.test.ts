import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LocalNames } from '../../src/local-server/local-names.js';
import { LOCAL_SERVER_OPTIONS, rejectionOf, startLocalServer } from '../../src/local-server/local-server.js';
import type { Reaction } from '../../src/local-server/messages.js';
import { readOptions } from '../../src/options/table.js';

const read = (options: object): object => readOptions(options, LOCAL_SERVER_OPTIONS);

describe('the options of a local server', () => {
  it.each([-1, 65_536, 1.5, '80'])('have a port from 0 to 65535: %s', (port) => {
    expect(() => read({ port })).toThrow(expect.objectContaining({ name: 'ValidationError', path: 'port' }));
    expect(read({ port: 65_535 })).toMatchObject({ port: 65_535 });
  });

  it('have names and addresses, each checked', () => {
    expect(read({ allowedHosts: ['gateway.example', '192.0.2.1', '2001:db8::1'] })).toMatchObject({
      allowedHosts: ['gateway.example', '192.0.2.1', '2001:db8::1'],
    });
    expect(() => read({ allowedHosts: ['gateway.example', 'gateway.example:80'] })).toThrow(
      expect.objectContaining({
        path: 'allowedHosts[1]',
        message: 'allowedHosts[1]: must be a host name without a port',
      }),
    );
  });
});

interface Asked {
  readonly url?: string;
  readonly host?: readonly string[];
  readonly origin?: readonly string[];
}

describe('a refused request', () => {
  const own = new LocalNames([], () => new Promise(() => undefined));
  const ask = ({ url = '/', host = [], origin = [] }: Asked): unknown =>
    rejectionOf({ url, headersDistinct: { host: [...host], origin: [...origin] } }, own);

  it.each<readonly [string, Asked]>([
    ['two hosts', { host: ['localhost', 'localhost'] }],
    ['an address that is none', { host: ['localhost'], url: 'ftp://evil.example/http://localhost/' }],
    ['an address without a host', { host: ['localhost'], url: 'soap' }],
  ])('has an invalid or unknown host: %s', (_name, asked) => {
    expect(ask(asked)).toEqual({
      status: 400,
      text: 'Invalid or several hosts. Send one host, the same in Host and in the request target.',
    });
  });

  it('is from a page of another origin', () => {
    const refused = { status: 403, text: 'Requests from web pages of another origin are refused.' };
    expect(ask({ host: ['localhost'], origin: ['http://evil.example'] })).toEqual(refused);
    expect(ask({ host: ['localhost'], origin: ['null'] })).toEqual(refused);
  });

  it('is not a request of this machine, which is accepted immediately', () => {
    expect(ask({ host: ['localhost'], origin: ['http://127.0.0.1:80'] })).toBeUndefined();
    expect(ask({ host: ['localhost'], url: '*' })).toBeUndefined();
    expect(ask({})).toBeUndefined();
  });
});

async function responseOf(port: number, headers: http.OutgoingHttpHeaders): Promise<IncomingMessage> {
  const [response] = (await once(http.get({ port, headers, agent: false }), 'response')) as [IncomingMessage];
  return response;
}

describe('a local server', () => {
  it('responds with the reason of a refusal as text', async () => {
    const server = await startLocalServer(0, () => ({ kind: 'dropped' }));
    onTestFinished(() => server.close());
    const response = await responseOf(server.port, { host: 'localhost', origin: 'http://evil.example' });
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(Buffer.concat(await response.toArray()).toString()).toBe(
      'Requests from web pages of another origin are refused.\n',
    );
  });

  it('aborts the work of a request when its client disconnects and when it is closed', async () => {
    const signals: AbortSignal[] = [];
    const arrived = new EventTarget();
    const server = await startLocalServer(0, ({ signal }) => {
      if (signal !== undefined) signals.push(signal);
      arrived.dispatchEvent(new Event('request'));
      return new Promise<Reaction>(() => undefined);
    });
    for (const end of [(request: http.ClientRequest) => request.destroy(), () => server.close()]) {
      const requested = once(arrived, 'request');
      const request = http.get({ port: server.port, agent: false }).on('error', () => undefined);
      await requested;
      const signal = signals.at(-1) as AbortSignal;
      expect(signal.aborted).toBe(false);
      const aborted = once(signal, 'abort');
      void end(request);
      await aborted;
    }
    expect(signals).toHaveLength(2);
    expect(server.close()).toBe(server.close());
    await server.close();
    expect(server.origin).toBe(`http://127.0.0.1:${server.port}`);
  });
});
