import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AbortedError, isSmsServiceError, TimeoutError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { sendOne, testGateway } from '../setup.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('waitForMessage', () => {
  it('returns the first matching message', async () => {
    const gateway = testGateway();
    const found = gateway.sandbox.waitForMessage({ text: /number \d/ });
    await sendOne(gateway, { message: 'Hello' });
    await sendOne(gateway, { message: 'number 1' });
    await sendOne(gateway, { message: 'number 2' });
    expect(await found).toMatchObject({ id: '1002', message: 'number 1', status: 409 });
  });

  it('returns each message after the cursor, and none before it', async () => {
    const gateway = testGateway();
    const { sandbox } = gateway;
    await sendOne(gateway);
    let after = sandbox.cursor();
    const waiting = sandbox.waitForMessage({ to: '500100200', after });
    await sendOne(gateway);
    await sendOne(gateway);
    const seen: string[] = [(await waiting).id];
    after = (await waiting).cursor;
    seen.push((await sandbox.waitForMessage({ to: '500100200', after })).id);
    expect(seen).toEqual(['1002', '1003']);
  });
  it('waits in real time if timers are faked', async () => {
    vi.useFakeTimers();
    const gateway = testGateway();
    const error = await rejection(gateway.sandbox.waitForMessage({ timeoutMs: 1 }));
    expect(error).toBeInstanceOf(TimeoutError);
    const found = gateway.sandbox.waitForMessage();
    await sendOne(gateway);
    expect((await found).id).toBe('1001');
  });

  it('lists the received messages in its error, without numbers and texts', async () => {
    const gateway = testGateway();
    const { sandbox } = gateway;
    await sendOne(gateway, { to: '500100201', message: 'swordfish' });
    const after = sandbox.cursor();
    await sendOne(gateway, { to: '500100202', message: 'swordfish' });
    await sendOne(gateway, { to: '500100200', message: 'swordfish' });
    const error = await rejection(
      sandbox.waitForMessage({ to: '500100200', text: 'code', where: () => false, after, timeoutMs: 1 }),
    );
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'TIMEOUT', timeoutMs: 1, outcome: 'not-sent' });
    expect((error as Error).message).toBe(
      'waitForMessage: no matching message was accepted within 1 ms; received: ' +
        'sms 1002 (different to, different text), sms 1003 (different text). See messages()',
    );
    expect(inspect(error)).not.toMatch(/500100|swordfish/);
    expect((error as Error).stack).toContain('waiting.test.ts');
  });

  it('rejects if its signal is aborted before or during the call', async () => {
    const { sandbox } = testGateway();
    const caller = new AbortController();
    const error = rejection(sandbox.waitForMessage({ signal: caller.signal }));
    caller.abort(new Error('enough'));
    expect(await error).toBeInstanceOf(AbortedError);
    expect(await error).toMatchObject({ outcome: 'not-sent', cause: caller.signal.reason });
    expect(await rejection(sandbox.waitForMessage({ signal: caller.signal }))).toBeInstanceOf(AbortedError);
  });

  it('rejects with the error of where', async () => {
    const gateway = testGateway();
    const wrong = new Error('of the test');
    const where = (): boolean => {
      throw wrong;
    };
    const error = rejection(gateway.sandbox.waitForMessage({ where }));
    await sendOne(gateway);
    expect(await error).toBe(wrong);
    expect(await rejection(gateway.sandbox.waitForMessage({ where }))).toBe(wrong);
  });

  it.each([
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: 2_147_483_648 }, 'timeoutMs'],
    [{ signal: {} }, 'signal'],
    [{ after: 7 }, 'after'],
    [{ within: 5 }, 'within'],
  ])('rejects %j', async (filter, path) => {
    const error = await rejection(testGateway().sandbox.waitForMessage(filter as never));
    expect(error).toBeInstanceOf(ValidationError);
    expect(isSmsServiceError(error) && error).toMatchObject({ path });
  });
});
