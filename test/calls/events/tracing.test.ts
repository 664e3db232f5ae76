import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';

const url = 'http://gateway.test/soap?key=sesame-9';
const credentials = { username: 'demo', password: 'demo-password' };
const NUMBER = '48500100200';

/** Records the steps of both channels in order, each with a copy of the context. */
function reported(): { readonly steps: { at: string; context: Record<string, unknown> }[] } {
  const steps: { at: string; context: Record<string, unknown> }[] = [];
  for (const name of ['call', 'attempt']) {
    const channel = tracingChannel(`sms-service-client:${name}`);
    const subscriber = (step: string) => (context: object) => {
      steps.push({ at: `${name} ${step}`, context: { ...context } });
    };
    const subscribers = {
      start: subscriber('start'),
      end: subscriber('end'),
      asyncStart: subscriber('asyncStart'),
      asyncEnd: subscriber('asyncEnd'),
      error: subscriber('error'),
    };
    channel.subscribe(subscribers);
    onTestFinished(() => channel.unsubscribe(subscribers));
  }
  return { steps };
}

function clientOf(options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  const transport = createSandbox().transport();
  return new SmsServiceClient({ url, credentials, transport, label: 'shop', ...options });
}

const ofStep = ({ steps }: ReturnType<typeof reported>, at: string): Record<string, unknown>[] =>
  steps.filter((step) => step.at === at).map(({ context }) => context);

describe('the tracing channels', () => {
  it('report a call and its attempts', async () => {
    const all = reported();
    await clientOf().checkPoints();
    expect(all.steps.map(({ at }) => at)).toEqual([
      'call start',
      'attempt start',
      'attempt end',
      'call end',
      'attempt asyncStart',
      'attempt asyncEnd',
      'call asyncStart',
      'call asyncEnd',
    ]);
    const [call] = ofStep(all, 'call asyncEnd');
    expect(call).toEqual({
      operation: 'soap_CheckPoints',
      protocol: 'soap',
      address: 'http://gateway.test/soap',
      callId: expect.any(Number),
      label: 'shop',
      attempts: 1,
      result: undefined,
    });
    expect(ofStep(all, 'attempt asyncEnd')).toEqual([
      {
        operation: 'soap_CheckPoints',
        callId: call?.callId,
        label: 'shop',
        method: 'POST',
        address: 'http://gateway.test/soap',
        attempt: 1,
        resends: 0,
        status: 200,
        result: undefined,
      },
    ]);
  });

  it('report the error of a call, also of one that ended while it waited', async () => {
    const all = reported();
    const client = clientOf({ maxConcurrency: 1 });
    const first = client.checkPoints();
    const caller = new AbortController();
    const waiting = rejection(client.checkPoints({ signal: caller.signal }));
    caller.abort();
    await Promise.all([first, waiting]);
    const refused = await rejection(client.getNumbers(99));
    expect(ofStep(all, 'call error')).toMatchObject([
      { operation: 'soap_CheckPoints', attempts: 0, outcome: 'not-sent', code: 'ABORTED' },
      { operation: 'soap_GetNumbers', attempts: 1, outcome: 'rejected', code: 'NOT_FOUND', result: 40, error: refused },
    ]);
    const held = clientOf({ credentials: () => Promise.reject(new Error('x')) });
    await rejection(held.checkPoints());
    expect(ofStep(all, 'call error').at(-1)).toMatchObject({ attempts: 0, outcome: 'not-sent', code: 'CREDENTIALS' });
  });

  it('report a request that waits for a limit', async () => {
    const steps: unknown[] = [];
    const channel = tracingChannel<unknown, object>('sms-service-client:wait');
    const subscriber = (step: string) => (context: object) => void steps.push([step, { ...context }]);
    const subscribers = {
      start: subscriber('start'),
      end: () => undefined,
      asyncStart: () => undefined,
      asyncEnd: subscriber('over'),
      error: () => undefined,
    };
    channel.subscribe(subscribers);
    onTestFinished(() => channel.unsubscribe(subscribers));
    const client = clientOf({ maxConcurrency: 1 });
    const caller = new AbortController();
    const first = client.checkPoints();
    const aborted = rejection(client.getSenders({ signal: caller.signal }));
    const third = client.getGroups();
    caller.abort();
    await Promise.all([first, aborted, third]);
    const whose = (operation: string): object => ({ operation, callId: expect.any(Number), label: 'shop' });
    expect(steps).toMatchObject([
      ['start', whose('soap_GetSenders')],
      ['start', whose('soap_GetGroups')],
      ['over', { ...whose('soap_GetSenders'), outcome: 'not-sent', code: 'ABORTED' }],
      ['over', whose('soap_GetGroups')],
    ]);
  });

  it('report a stream after it has been read or left', async () => {
    const client = clientOf();
    const { groupId } = await client.addGroup({ name: 'Customers' });
    await client.addNumber({ number: NUMBER, groupId });
    const all = reported();
    expect(await collect(client.streamNumbers(groupId))).toHaveLength(1);
    await rejection(collect(client.streamNumbers(99)));
    expect(ofStep(all, 'call asyncEnd')).toMatchObject([
      { operation: 'soap_GetNumbers', attempts: 1 },
      { operation: 'soap_GetNumbers', attempts: 1, outcome: 'rejected', code: 'NOT_FOUND' },
    ]);
    for await (const _ of client.streamNumbers(groupId)) break;
    expect(ofStep(all, 'call asyncEnd')).toHaveLength(3);
  });

  it('show no number, text, token, user name or query', async () => {
    const all = reported();
    await clientOf().sendSms({ to: NUMBER, message: 'a secret text' });
    const transport = createSandbox().transport();
    const http = new SmsServiceHttpClient({ url: 'http://gateway.test/', token: 'demo-token', transport });
    await http.sms.send({ to: NUMBER, message: 'a secret text' }).catch(() => undefined);
    await http.profile.get().catch(() => undefined);
    expect(all.steps.length).toBeGreaterThan(20);
    const shown = JSON.stringify(all.steps);
    for (const secret of [NUMBER, '500100200', 'secret text', 'demo', 'sesame-9']) expect(shown).not.toContain(secret);
  });

  it('bind a store for all that a call does', async () => {
    const storage = new AsyncLocalStorage<string>();
    const channel = tracingChannel<string, object>('sms-service-client:call');
    channel.start.bindStore(storage, () => 'span of the call');
    onTestFinished(() => void channel.start.unbindStore(storage));
    const seen: (string | undefined)[] = [];
    const gateway = createSandbox().transport();
    const client = clientOf({
      transport: {
        send: (request) => {
          seen.push(storage.getStore());
          return gateway.send(request);
        },
      },
    });
    await client.checkPoints();
    expect([seen, storage.getStore()]).toEqual([['span of the call'], undefined]);
  });

  it.each(['call', 'stream'] as const)('do a %s through the function that a subscriber sets', async (kind) => {
    const storage = new AsyncLocalStorage<string>();
    const channel = tracingChannel<unknown, { within?: (act: () => void) => void }>('sms-service-client:call');
    const start = (context: { within?: (act: () => void) => void }): void => {
      context.within = (act) => storage.run('within', act);
    };
    channel.start.subscribe(start as never);
    onTestFinished(() => channel.start.unsubscribe(start as never));
    const seen: unknown[] = [];
    const gateway = createSandbox().transport();
    const transport: Transport = {
      send: (request) => {
        seen.push(storage.getStore());
        return gateway.send(request);
      },
    };
    const client = clientOf({ transport, credentials: async () => credentials });
    if (kind === 'call') expect(await client.checkPoints()).toBe(100);
    else expect(await rejection(collect(client.streamNumbers(7)))).toMatchObject({ name: 'NotFoundError' });
    expect([seen, storage.getStore()]).toEqual([['within'], undefined]);
  });

  it.each<[string, (act: () => void) => void]>([
    ['does nothing', () => undefined],
    [
      'throws',
      () => {
        throw new TypeError('x');
      },
    ],
    [
      'throws afterwards',
      (act) => {
        act();
        throw new TypeError('x');
      },
    ],
    [
      'does it twice',
      (act) => {
        act();
        act();
      },
    ],
  ])('do a call once if that function %s', async (_what, within) => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const channel = tracingChannel<unknown, object>('sms-service-client:call');
    const start = (context: unknown): void => void Object.assign(context as object, { within });
    channel.start.subscribe(start);
    onTestFinished(() => channel.start.unsubscribe(start));
    const sandbox = createSandbox();
    const client = clientOf({ transport: sandbox.transport() });
    expect(await client.checkPoints()).toBe(100);
    expect(sandbox.requests).toHaveLength(1);
  });
});
