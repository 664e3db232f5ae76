import { describe, expect, it } from 'vitest';
import type { Interceptor } from '../../../src/calls/attempts/interceptor.js';
import { completeResponse } from '../../../src/calls/attempts/response.js';
import { CALLS_OPTIONS, type CallOptions, type CallsOptions } from '../../../src/calls/call-options.js';
import { Calls } from '../../../src/calls/calls.js';
import type { Transport, TransportRequest } from '../../../src/calls/index.js';
import type { CloseOptions } from '../../../src/calls/lifetime.js';
import { ConnectionError, DecodeError, HttpStatusError } from '../../../src/errors/errors.js';
import { readOptions } from '../../../src/options/table.js';
import { rejection } from '../../support/collect.js';
import { serve } from '../../support/http-server.js';

/** A client of an invented service with JSON over GET. It uses src/calls/ and no SOAP. */
class WeatherClient {
  readonly #calls: Calls;

  constructor(options: CallsOptions) {
    this.#calls = Calls.of(readOptions(options, CALLS_OPTIONS));
  }

  /** Degrees in a town. */
  temperature(town: string, options: CallOptions = {}): Promise<number> {
    return this.#calls.call({ name: 'temperature', idempotent: true }, options, (call) => {
      const target = `?town=${encodeURIComponent(town)}`;
      return call.run({ method: 'GET', target, headers: { accept: 'application/json' } }, async (response) => {
        const { status, body } = await completeResponse(response, 'temperature');
        if (status !== 200) throw new HttpStatusError(`HTTP status ${status}`, status, '');
        const { degrees } = JSON.parse(Buffer.from(body).toString('utf8')) as { degrees?: unknown };
        if (typeof degrees !== 'number') throw new DecodeError('is missing', { path: 'degrees' });
        return { value: degrees, status, bytes: body.length };
      });
    });
  }

  close(options: CloseOptions = {}): Promise<void> {
    return this.#calls.close(options);
  }
}

const PAUSES = { baseDelayMs: 1, maxDelayMs: 2 };
const json = (degrees: unknown): Buffer => Buffer.from(JSON.stringify({ degrees }));

/** A transport that follows a script and repeats its last step. */
function scripted(...script: readonly (Error | number)[]): { transport: Transport; requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const send: Transport['send'] = async (request) => {
    const step = script[Math.min(requests.length, script.length - 1)];
    requests.push(request);
    if (step instanceof Error) throw step;
    return { status: 200, headers: {}, body: json(step) };
  };
  return { transport: { send }, requests };
}

describe('a client that speaks JSON over GET', () => {
  it('gets its response over HTTP, without a body in its request', async () => {
    let seen: unknown;
    const { url } = await serve(({ method, url: path, headers }, response) => {
      seen = { method, path, length: headers['content-length'], accept: headers.accept };
      response.end(json(21.5));
    });
    const client = new WeatherClient({ url });
    expect(await client.temperature('Łódź')).toBe(21.5);
    expect(seen).toEqual({ method: 'GET', path: '/soap?town=%C5%81%C3%B3d%C5%BA', accept: 'application/json' });
    await client.close();
  });

  it('takes interceptors, the first one outermost, around all attempts', async () => {
    const { transport, requests } = scripted(new ConnectionError('lost', 'unknown'), 6);
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      (next) =>
      async (request) => {
        order.push(`${name} in`);
        const decoded = await next({ ...request, headers: { ...request.headers, [name]: '1' } });
        order.push(`${name} out`);
        return decoded;
      };
    const interceptors = [named('x-outer'), named('x-inner')];
    const client = new WeatherClient({ url: 'http://a.test/', transport, retry: PAUSES, interceptors });
    expect(await client.temperature('Ustka')).toBe(6);
    expect(order).toEqual(['x-outer in', 'x-inner in', 'x-inner out', 'x-outer out']);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.headers).toEqual({ accept: 'application/json', 'x-outer': '1', 'x-inner': '1' });
  });

  it('has errors of this library, and no others', async () => {
    const { transport } = scripted(Number.NaN);
    const client = new WeatherClient({ url: 'http://a.test/', transport, retry: false });
    expect(await rejection(client.temperature('Nowhere'))).toMatchObject({ name: 'DecodeError', path: 'degrees' });
    const broken = new WeatherClient({
      url: 'http://a.test/',
      transport: { send: () => Promise.reject('no') },
      retry: false,
    });
    expect(await rejection(broken.temperature('Nowhere'))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
  });
});
