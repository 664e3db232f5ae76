import { describe, expect, it } from 'vitest';
import type { SmsServiceEvent, Transport } from '../../src/calls/index.js';
import { ConnectionError, SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';

const credentials = { username: 'demo', password: 'demo-password' };
const durationMs: unknown = expect.any(Number);
const never: Transport = { send: () => new Promise(() => undefined) };

/** A client over an embedded gateway, and its `done` events. */
function reported(options: Partial<SmsServiceClientOptions> = {}): {
  readonly client: SmsServiceClient;
  readonly ends: SmsServiceEvent[];
} {
  const ends: SmsServiceEvent[] = [];
  const client = new SmsServiceClient({
    url: 'http://gateway.test/soap',
    credentials,
    transport: createSandbox().transport(),
    retry: { baseDelayMs: 1 },
    onEvent: (event) => event.type === 'done' && ends.push(event),
    ...options,
  });
  return { client, ends };
}

describe('the end of a call is reported', () => {
  it('with its attempts and its outcome', async () => {
    let lost = 1;
    const gateway = createSandbox().transport();
    const transport: Transport = {
      send: async (request) => {
        if (lost-- > 0) throw new ConnectionError('lost', 'unknown');
        return gateway.send(request);
      },
    };
    const { client, ends } = reported({ transport, label: 'shop' });
    await client.checkPoints();
    await rejection(client.getNumbers(99));
    const callId: unknown = expect.any(Number);
    expect(ends).toEqual([
      { type: 'done', operation: 'soap_CheckPoints', callId, label: 'shop', attempts: 2, durationMs, outcome: 'ok' },
      {
        type: 'done',
        operation: 'soap_GetNumbers',
        callId,
        label: 'shop',
        attempts: 1,
        durationMs,
        outcome: 'rejected',
        code: 'NOT_FOUND',
        result: 40,
      },
    ]);
  });

  it('if it waited for a limit and made no request', async () => {
    const { client, ends } = reported({ transport: never, maxConcurrency: 1 });
    const first = rejection(client.checkPoints());
    const caller = new AbortController();
    const aborted = rejection(client.getGroups({ signal: caller.signal }));
    const late = rejection(client.getSenders({ timeoutMs: 5 }));
    caller.abort();
    await Promise.all([aborted, late]);
    await client.close({ abort: true });
    await first;
    expect(ends).toMatchObject([
      { operation: 'soap_GetGroups', attempts: 0, outcome: 'not-sent', code: 'ABORTED' },
      { operation: 'soap_GetSenders', attempts: 0, outcome: 'not-sent', code: 'TIMEOUT' },
      { operation: 'soap_CheckPoints', attempts: 1, outcome: 'unknown', code: 'ABORTED' },
    ]);
  });

  it('of a stream when it has been read, given up, or broken', async () => {
    const { client, ends } = reported();
    const { groupId } = await client.addGroup({ name: 'Customers' });
    await client.addNumber({ number: '48500100200', groupId });
    ends.length = 0;
    const items = client.streamNumbers(groupId);
    await items.next();
    expect(ends).toEqual([]);
    await items.next();
    for await (const _ of client.streamNumbers(groupId)) break;
    await rejection(collect(client.streamNumbers(99)));
    expect(ends).toMatchObject([
      { operation: 'soap_GetNumbers', attempts: 1, outcome: 'ok' },
      { attempts: 1, outcome: 'ok' },
      { attempts: 1, outcome: 'rejected', code: 'NOT_FOUND' },
    ]);
  });

  it('of a send over HTTP, once for all of its requests', async () => {
    const ends: SmsServiceEvent[] = [];
    const sandbox = createSandbox();
    const http = new SmsServiceHttpClient({
      url: 'http://gateway.test/',
      token: 'demo-token',
      transport: sandbox.transport(),
      retry: { baseDelayMs: 1 },
      onEvent: (event) => event.type === 'done' && ends.push(event),
    });
    sandbox.failNext('sms.do', { drop: 'unanswered' });
    await http.sms.send({ to: '48500100200', message: 'Hi' });
    expect(ends).toMatchObject([{ operation: 'sms.do', attempts: 2, outcome: 'ok' }]);
  });
});
