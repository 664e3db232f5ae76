import { setTimeout as sleep } from 'node:timers/promises';
import { isSmsServiceError, type SmsServiceClient } from '../../src/client/index.js';

/** What became of one send. */
export interface Sent {
  /** Its text, by which it is found in the history. */
  readonly text: string;
  readonly outcome: 'success' | 'not-sent' | 'rejected' | 'unknown';
  /** Of its error. */
  readonly message: string;
  /** Whether it went to an address that is no longer that of the host. */
  readonly wentAstray?: boolean;
}

let count = 0;

/** Sends a unique text, and returns its result. */
export async function send(client: SmsServiceClient): Promise<Sent> {
  count += 1;
  const text = `message ${count}`;
  try {
    await client.sendSms({ to: '48500100200', message: text });
    return { text, outcome: 'success', message: '' };
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    return { text, outcome: error.outcome, message: error.message };
  }
}

/** Sends one after the other, on several at once, for a time. */
export async function sendFor(
  client: SmsServiceClient,
  { forMs, concurrency, pauseMs }: { readonly forMs: number; readonly concurrency: number; readonly pauseMs: number },
): Promise<readonly Sent[]> {
  const all: Sent[] = [];
  const end = performance.now() + forMs;
  const one = async (index: number): Promise<void> => {
    await sleep((pauseMs * index) / concurrency);
    while (performance.now() < end) {
      all.push(await send(client));
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => one(index)));
  return all;
}
