import type { Transport } from '../../../src/calls/index.js';
import { isSmsServiceError, SmsServiceClient, TimeoutError } from '../../../src/client/index.js';
import { limitedGateway } from './limited-gateway.js';

const LIMIT_MS = 200;

/** What became of calls that have too little time for all of them. */
export interface AtTheDeadline {
  readonly added: number;
  readonly notSent: number;
  readonly unknown: number;
  /** The least limit that an error named; the caller has set 200 ms. */
  readonly leastNamedMs: number;
}

/** Lets calls with a limit of 200 ms wait for one place, at a gateway that takes some time for each. */
export async function callAtTheDeadline(count: number, takesMs: number): Promise<AtTheDeadline> {
  const gateway = limitedGateway({ takesMs });
  const client = new SmsServiceClient({
    url: gateway.url,
    credentials: { username: 'demo', password: 'demo-password' },
    transport: keepingTime(gateway.transport),
    maxConcurrency: 1,
    timeoutMs: LIMIT_MS,
  });
  const settled = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => client.addNumber({ number: String(500_000_000 + index), groupId: 1 })),
  );
  await client.close();
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const with_ = (outcome: string): number =>
    errors.filter((error) => isSmsServiceError(error) && error.outcome === outcome).length;
  const named = errors.flatMap((error) => (error instanceof TimeoutError ? [error.timeoutMs] : []));
  return {
    added: settled.length - errors.length,
    notSent: with_('not-sent'),
    unknown: with_('unknown'),
    leastNamedMs: Math.min(...named),
  };
}

/** A transport that ends a call when its time is over, as those over HTTP do. */
function keepingTime(inner: Transport): Transport {
  return {
    send: async (request) => {
      const { timeoutMs = 60_000, operation } = request;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        const what = `the call took longer than ${timeoutMs} ms; the request may have been carried out`;
        timer = setTimeout(() => reject(new TimeoutError(what, timeoutMs, 'unknown', { operation })), timeoutMs);
      });
      try {
        return await Promise.race([inner.send(request), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
