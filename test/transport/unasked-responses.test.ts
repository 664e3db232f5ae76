import { describe, expect, it, onTestFinished } from 'vitest';
import type { TransportRequest } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { type MakeTransport, overHttp, overUndici } from '../support/http-transports.js';
import { pem } from '../support/tls-server.js';
import { numbered, startWorkerServer, type WorkerServer } from '../support/worker-server.js';

const ca = [pem('authority'), pem('second-authority')];

/** Unrequested data that a server may send. */
const UNASKED = [
  ['a second copy of the last one', numbered(1)],
  ['the beginning of one', numbered(1).slice(0, 12)],
  ['the end of the connection', 'the end'],
] as const;

describe.each<[string, MakeTransport, string | undefined]>([
  ['node:http', overHttp, undefined],
  ['node:https', overHttp, 'right'],
  ['undici', overUndici, undefined],
  ['undici with TLS', overUndici, 'right'],
])('over %s, an unrequested response', (_name, make, certificate) => {
  async function start(
    twice?: number,
  ): Promise<{ server: WorkerServer; send: (more?: Partial<TransportRequest>) => Promise<string> }> {
    const server = await startWorkerServer({ certificate, ...(twice === undefined ? {} : { twice }) });
    onTestFinished(server.close);
    const url = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${server.port}/`;
    const transport = make(url, { connections: 1, ca });
    const request = {
      url,
      operation: 'soap_SendSms',
      method: 'POST' as const,
      idempotent: false,
      headers: {},
      body: Buffer.from('<request></request>'),
    };
    const send = async (more: Partial<TransportRequest> = {}): Promise<string> => {
      const { body } = await transport.send({ ...request, timeoutMs: 5000, ...more });
      return String(body);
    };
    return { server, send };
  }

  it('comes in one piece with the one that was: the connection is not used again', async () => {
    const { send } = await start(1);
    expect([await send(), await send(), await send()]).toEqual([1, 2, 3].map((count) => `response ${count}`));
  });

  it('comes so on a kept connection: which of both is the response is not known', async () => {
    const { send } = await start(2);
    const results: unknown[] = [];
    // After the first one a session ticket of TLS may still come: the connection is then left for another one.
    while (results.length < 20 && !results.some((result) => result instanceof Error)) {
      results.push(await send().catch((error: unknown) => error));
    }
    expect(results.slice(0, -1)).toEqual(results.slice(1).map((_, index) => `response ${index + 1}`));
    expect(results.at(-1)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expect(await send()).toBe(`response ${results.length + 1}`);
  });

  it.each([
    ['a second copy of the last one', numbered(1)],
    ['the beginning of one', numbered(1).slice(0, 12)],
    ['a line end', '\r\n'],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['the end of the connection', 'the end'],
  ])('is unread when the connection is chosen, in the same turn: %s', async (_what, text) => {
    const { server, send } = await start();
    expect(await send()).toBe('response 1');
    server.writeUnseen(text);
    expect(await send()).toBe('response 2');
    expect(await send()).toBe('response 3');
  });

  it.each(UNASKED)('is unread when the connection goes to a waiting call: %s', async (_what, text) => {
    const { server, send } = await start();
    const first = send().then((body) => {
      server.writeUnseen(text);
      return body;
    });
    // Those that wait may be served in another order than they came.
    const others = await Promise.all([send(), send()]);
    expect([await first, ...others.sort()]).toEqual(['response 1', 'response 2', 'response 3']);
  });

  it('is checked before sending: a call that is aborted then has sent nothing', async () => {
    const { send } = await start();
    expect(await send()).toBe('response 1');
    const controller = new AbortController();
    const second = rejection(send({ signal: controller.signal }));
    await new Promise(process.nextTick);
    controller.abort();
    expect(await second).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    expect(await send()).toBe('response 2');
  });
});
