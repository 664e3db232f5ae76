import { describe, expect, it } from 'vitest';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import { collectGarbage } from '../../support/collect-garbage.js';

/** The memory in use, in MiB, after each of two lots of calls. */
async function memoryOf(options: SandboxOptions, lots: readonly [number, number]): Promise<[number, number]> {
  const sandbox = createSandbox({
    accounts: [{ username: 'alice', password: 'a', tokens: ['t0ken'], points: 1_000_000 }],
    ...options,
  });
  const client = new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: 't0ken',
    transport: sandbox.transport(),
  });
  const used: number[] = [];
  let made = 0;
  for (const lot of lots) {
    for (let call = 0; call < lot; call += 1) {
      made += 1;
      // Text, idx and link are other ones each time.
      const message = `Order ${made}: [%goto:https://shop.example/${made}%]`;
      await client.sms.send({ to: '500100200', message, idx: `idx${made}` });
    }
    collectGarbage();
    used.push(process.memoryUsage().heapUsed / 1_048_576);
  }
  expect(sandbox.callCount()).toBe(made);
  expect(sandbox.messages().length).toBeLessThanOrEqual(options.maxKeptMessages ?? 100_000);
  return used as [number, number];
}

describe('the memory of an embedded gateway', () => {
  it('does not grow over 50,000 calls with maxKeptMessages', async () => {
    const [before, after] = await memoryOf({ maxKeptMessages: 1000, maxKeptRequests: 1000 }, [5000, 50_000]);
    console.info(
      `embedded gateway that keeps 1000: ${before.toFixed(1)} MiB, 50,000 calls later ${after.toFixed(1)} MiB`,
    );
    expect(after - before).toBeLessThan(4);
  }, 300_000);
});
