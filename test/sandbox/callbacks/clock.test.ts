import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { eventually } from '../../support/eventually.js';
import { ALICE } from '../setup.js';
import { gatewayWithCallbacks, handler, TOKEN, valuesOf } from './setup.js';

/** A gateway with the clock of the system, here that of the test. */
function withSystemClock(callbacks: object, options: SandboxOptions = {}): Sandbox {
  return createSandbox({ ...options, accounts: [{ ...ALICE, tokens: [TOKEN], callbacks }] });
}

const send = (sandbox: Sandbox): Promise<unknown> =>
  new SmsServiceHttpClient({ url: 'http://x/', token: TOKEN, transport: sandbox.transport() }).sms.send({
    to: '500100200',
    message: 'Hi',
  });

describe('with the system clock, callbacks are sent automatically', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('when statuses change, and again after each pause', async () => {
    const program = handler(() => (program.urls.length === 1 ? 'later' : 'OK'));
    const sandbox = withSystemClock({ reports: program });
    await send(sandbox);
    expect(program.urls).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(valuesOf(program.urls, 'status')).toEqual(['403']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(valuesOf(program.urls, 'status')).toEqual(['403', '404']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(valuesOf(program.urls, 'status')).toEqual(['403', '404', '403']);
    expect([sandbox.callbacks.waiting, vi.getTimerCount()]).toEqual([0, 0]);
  });
  it('but not after close()', async () => {
    const program = handler(() => 'later');
    const sandbox = withSystemClock(program);
    await send(sandbox);
    await vi.advanceTimersByTimeAsync(10);
    await sandbox.callbacks.close();
    sandbox.receive({ from: '500100200', text: 'Hi' });
    expect(await sandbox.callbacks.settle()).toEqual([]);
    expect((await sandbox.callbacks.checkAddress(program)).problem).toMatch(/closed/);
    await vi.advanceTimersByTimeAsync(1e8);
    expect([program.urls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('with a custom clock', () => {
  it('only settle() sends callbacks, and nextAt is the time of the next one', async () => {
    const program = handler();
    const { http, sandbox, wait } = gatewayWithCallbacks({ reports: program });
    await http.sms.send({ to: '500100200', message: 'Hi' });
    wait(1e6);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(program.urls).toEqual([]);
    expect(sandbox.callbacks.nextAt).toEqual(new Date('2027-01-15T12:00:00.001Z'));
    expect(await sandbox.callbacks.settle()).toHaveLength(2);
  });

  it('settle() also sends callbacks that its callbacks cause, and concurrent calls wait for each other', async () => {
    const { sandbox } = gatewayWithCallbacks({
      incomingSms: {
        fetch: () => {
          if (sandbox.callbacks.sent.length < 3) sandbox.receive({ from: '500100200', text: 'More' });
          return new Response('OK');
        },
      },
    });
    sandbox.receive({ from: '500100200', text: 'First' });
    const [one, other] = await Promise.all([sandbox.callbacks.settle(), sandbox.callbacks.settle()]);
    expect([one.length, other.length, sandbox.callbacks.sent.length]).toEqual([4, 4, 4]);
  });
});

it('close() of a running gateway aborts callbacks in progress', async () => {
  const asked: AbortSignal[] = [];
  const never = {
    fetch: ({ signal }: Request) => {
      asked.push(signal);
      return new Promise<Response>(() => undefined);
    },
  };
  const sandbox = await startSandbox({ accounts: [{ ...ALICE, callbacks: never }] });
  sandbox.receive({ from: '500100200', text: 'Hi' });
  await eventually(() => expect(asked).toHaveLength(1));
  // A program that has only the signal.
  collectGarbage();
  await setImmediate();
  await sandbox.close();
  expect([asked[0]?.aborted, sandbox.callbacks.sent]).toEqual([true, []]);
});
