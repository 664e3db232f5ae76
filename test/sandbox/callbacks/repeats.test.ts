import { describe, expect, it } from 'vitest';
import type { SandboxCallbackOptions } from '../../../src/sandbox/index.js';
import { START } from '../setup.js';
import { type Answer, type CallingGateway, gatewayWithCallbacks, handler, type Listener, listener } from './setup.js';

const MINUTE = 60_000;

async function gatewayOf(
  answer: (count: number) => Answer,
  callbacks: SandboxCallbackOptions = {},
): Promise<CallingGateway & { readonly program: Listener }> {
  const program = await listener(answer);
  const gateway = gatewayWithCallbacks(program.url, { callbacks, deliveryScript: [{ status: 'DELIVERED' }] });
  await gateway.http.sms.send({ to: '500100200', message: 'Hi' });
  return { ...gateway, program };
}

describe('a callback is repeated', () => {
  it.each<[string, Answer, number | null, RegExp]>([
    ['a line break behind it', { body: 'OK\n' }, 200, /not exactly OK/],
    ['small letters', { body: 'ok' }, 200, /not exactly OK/],
    ['nothing', { body: '' }, 200, /not exactly OK/],
    ['half of it', { body: 'O' }, 200, /not exactly OK/],
    ['a page', { body: '<html>OK</html>'.repeat(10_000) }, 200, /not exactly OK/],
    ['OK with another status of success', { status: 201 }, 201, /status is 201/],
    ['OK with an error', { status: 500 }, 500, /status is 500/],
    ['a lost connection', 'lost', null, /No response/],
    ['no answer in time', 'never', null, /No response in time/],
  ])('after %s', async (_name, answer, status, problem) => {
    const timeoutMs = answer === 'never' ? 100 : 10_000;
    const { sandbox, program, after } = await gatewayOf((count) => (count === 1 ? answer : {}), { timeoutMs });
    await after(0);
    const [first] = sandbox.callbacks.sent;
    const repeatAt = new Date(START.getTime() + MINUTE);
    expect(first).toMatchObject({ status, accepted: false, attempt: 1, repeatAt });
    expect(first?.problem).toMatch(problem);
    expect(await after(MINUTE - 1)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(sandbox.callbacks.sent[1]).toMatchObject({
      status: 200,
      accepted: true,
      attempt: 2,
      problem: null,
      repeatAt: null,
    });
    expect(await after(1e9)).toBe(0);
    const [one, again] = program.received();
    expect(again).toEqual(one);
  });

  it('after a redirect, without following it', async () => {
    const [other, target] = [await listener(), await listener(() => ({ status: 302, location: '/elsewhere' }))];
    const redirecting = await listener(() => ({ status: 307, location: other.url }));
    const { http, sandbox, after } = gatewayWithCallbacks(redirecting.url, {
      deliveryScript: [{ status: 'DELIVERED' }],
    });
    await http.sms.send({ to: '500100200', message: 'Hi' });
    await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl: target.url });
    await after(0);
    expect(sandbox.callbacks.sent.map(({ status, accepted }) => [status, accepted])).toEqual([
      [307, false],
      [302, false],
    ]);
    expect([other.received().length, target.received().length]).toEqual([0, 1]);
  });

  it('after growing pauses, then after the last pause, until it expires', async () => {
    const { sandbox, after } = await gatewayOf(() => ({ status: 503 }), {
      pausesMs: [1000, 3000],
      giveUpAfterMs: 10_000,
    });
    const { callbacks } = sandbox;
    const times: number[] = [];
    await after(0);
    for (let next = callbacks.nextAt; next !== null; next = callbacks.nextAt) {
      times.push(next.getTime() - START.getTime());
      await after(next.getTime() - (callbacks.sent.at(-1)?.sentAt.getTime() ?? 0));
    }
    expect(times).toEqual([1000, 4000, 7000, 10_000]);
    expect(callbacks.sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(callbacks.sent.at(-1)?.repeatAt).toBeNull();
    expect(callbacks.waiting).toBe(0);
  });

  it('by default after 1, 5 and 15 minutes, then every hour, for a day', async () => {
    const { sandbox, after } = await gatewayOf(() => ({ status: 503 }));
    const { callbacks } = sandbox;
    await after(0);
    for (let next = callbacks.nextAt; next !== null; next = callbacks.nextAt) {
      await after(next.getTime() - (callbacks.sent.at(-1)?.sentAt.getTime() ?? 0));
    }
    const minutes = callbacks.sent.map(({ sentAt }) => (sentAt.getTime() - START.getTime()) / MINUTE);
    expect(minutes.slice(0, 6)).toEqual([0, 1, 6, 21, 81, 141]);
    expect(minutes.at(-1)).toBe(21 + 23 * 60);
  });
});

it('a callback that is answered with OK is not repeated, and only its request and time are stored', async () => {
  const { http, sandbox, after } = gatewayWithCallbacks(handler(), { deliveryScript: [{ status: 'DELIVERED' }] });
  await http.sms.send({ to: '500100200', message: 'Hidden words', idx: 'a' });
  const settled = await sandbox.callbacks.settle();
  expect(settled).toEqual([
    {
      kind: 'sms-report',
      isProbe: false,
      username: 'alice',
      messageIds: ['1001'],
      sentAt: START,
      attempt: 1,
      status: 200,
      accepted: true,
      problem: null,
      repeatAt: null,
    },
  ]);
  expect(sandbox.callbacks.sent).toEqual(settled);
  expect(await after(1e10)).toBe(0);
});
