import { Agent } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { httpTransport, type Transport, undiciTransport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { useTestClock } from '../../support/test-clock.js';
import { startBlackHole } from './black-hole.js';
import { callAtTheDeadline } from './deadlines.js';

describe('a first address at which nothing answers', () => {
  it.each<[string, () => Transport]>([
    ['node:http', () => httpTransport()],
    ['undici', () => undiciTransport(new Agent())],
  ])('leaves a send the time for the second: %s', async (_name, make) => {
    const hole = await startBlackHole();
    const sandbox = await startSandbox();
    const tried: string[] = [];
    const client = new SmsServiceClient({
      url: [hole.url, sandbox.url],
      credentials: { username: 'demo', password: 'demo-password' },
      transport: make(),
      timeoutMs: 4000,
      onEvent: (event) => event.type === 'request' && tried.push(event.address),
    });
    try {
      await client.sendSms({ to: '48500100200', message: 'x' });
      await client.sendSms({ to: '48500100201', message: 'x' });
      expect(tried).toEqual([hole.url, sandbox.url, sandbox.url]);
      expect(sandbox.account('demo')?.messages).toHaveLength(2);
    } finally {
      await client.close();
      await sandbox.close();
      await hole.close();
    }
  });
});

describe('the time of calls that wait for one place', () => {
  useTestClock();

  it('is named as it was set, and begins no send that it would end', async () => {
    const calling = callAtTheDeadline(20, 31);
    await vi.advanceTimersByTimeAsync(1000);
    // Six of 31 ms fit into 200; with the 14 ms that are left then none begins.
    expect(await calling).toEqual({ added: 6, notSent: 14, unknown: 0, leastNamedMs: 200 });
  });
});
