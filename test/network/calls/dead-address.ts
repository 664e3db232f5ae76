import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { startBlackHole } from './black-hole.js';

const CREDENTIALS = { username: 'demo', password: 'demo-password' };
const STALLED_MS = 1000;
const AT_ONCE = 20;
const PAUSE_MS = 20;

/** What became of calls whose first address is a black hole. */
export interface WithDeadAddress {
  readonly calls: number;
  readonly failed: number;
  /** Those that took longer than a second. */
  readonly stalled: number;
  readonly longestMs: number;
  /** Attempts at the dead address. */
  readonly probes: number;
}

/** Makes calls for a while, 20 at once, with a first address at which nothing answers. */
export async function callWithDeadAddress(
  forMs: number,
  options: Partial<SmsServiceClientOptions> = {},
): Promise<WithDeadAddress> {
  const hole = await startBlackHole();
  const sandbox = await startSandbox();
  let probes = 0;
  const client = new SmsServiceClient({
    url: [hole.url, sandbox.url],
    credentials: CREDENTIALS,
    timeoutMs: 5000,
    onEvent: (event) => {
      if (event.type === 'request' && event.address === hole.url) probes += 1;
    },
    ...options,
  });
  const end = performance.now() + forMs;
  const times: number[] = [];
  let failed = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      await client.checkPoints().catch(() => (failed += 1));
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  await client.close();
  await sandbox.close();
  await hole.close();
  const stalled = times.filter((ms) => ms > STALLED_MS).length;
  return { calls: times.length, failed, stalled, longestMs: Math.round(Math.max(...times)), probes };
}
