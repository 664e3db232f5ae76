import { setTimeout as wait } from 'node:timers/promises';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/index.js';

const CALLERS = 16;
const PAUSE_MS = 50;
const BEFORE_MS = 300;

/** What became of calls while their gateway was away. */
export interface AroundRestart {
  readonly calls: number;
  readonly failedReads: number;
  readonly failedChanges: number;
}

const start = (port?: number): Promise<RunningSandbox> =>
  startSandbox({
    ...(port === undefined ? {} : { port }),
    accounts: [{ username: 'demo', password: 'demo-password', groups: [{ name: 'all' }] }],
  });

/** Makes calls, 16 at once, half of them reads, while the gateway is unreachable for some time. */
export async function callAroundRestart(
  awayMs: number,
  options: Partial<SmsServiceClientOptions> = {},
): Promise<AroundRestart> {
  const first = await start();
  const client = new SmsServiceClient({
    url: first.url,
    credentials: { username: 'demo', password: 'demo-password' },
    ...options,
  });
  const end = performance.now() + BEFORE_MS + awayMs + BEFORE_MS;
  let [calls, failedReads, failedChanges] = [0, 0, 0];
  const caller = async (_: unknown, index: number): Promise<void> => {
    while (performance.now() < end) {
      calls += 1;
      if (index % 2 === 0) await client.checkPoints().catch(() => (failedReads += 1));
      else {
        const number = String(500_000_000 + calls);
        await client.addNumber({ number, groupId: 1 }).catch(() => (failedChanges += 1));
      }
      await wait(PAUSE_MS);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  await wait(BEFORE_MS);
  await first.close();
  await wait(awayMs);
  const second = await start(Number(new URL(first.url).port));
  await callers;
  await client.close();
  await second.close();
  return { calls, failedReads, failedChanges };
}
