import type { Transport } from '../../../src/calls/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';

/** By the clock of the program: a test may give its own. */
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How a gateway limits its callers. */
export interface GatewayLimits {
  /** Above so many calls in any second: 203. */
  readonly perSecond?: number | undefined;
  /** Above so many in any minute: 203. */
  readonly perMinute?: number | undefined;
  /** Above so many at once: 202. */
  readonly atOnce?: number | undefined;
  /** How long a call takes, in milliseconds. Default: 5. */
  readonly takesMs?: number | undefined;
}

/** An embedded gateway that refuses what is too much. */
export interface LimitedGateway {
  readonly sandbox: Sandbox;
  readonly transport: Transport;
  readonly url: string;
  readonly requests: () => number;
  readonly refused: () => number;
}

/** Makes a gateway in process, with one group, that refuses what is too much. */
export function limitedGateway({ perSecond, perMinute, atOnce, takesMs = 5 }: GatewayLimits): LimitedGateway {
  const account = { username: 'demo', password: 'demo-password', groups: [{ name: 'all' }] };
  const sandbox = createSandbox({ accounts: [account] });
  const inner = sandbox.transport();
  const accepted: number[] = [];
  const [most, periodMs] =
    perMinute === undefined ? [perSecond ?? Number.POSITIVE_INFINITY, 1000] : [perMinute, 60_000];
  let [requests, refused, inside] = [0, 0, 0];

  const isTooMuch = (): 202 | 203 | undefined => {
    if (atOnce !== undefined && inside >= atOnce) return 202;
    const now = performance.now();
    while (now - (accepted[0] ?? now) >= periodMs) accepted.shift();
    if (accepted.length >= most) return 203;
    accepted.push(now);
    return undefined;
  };

  return {
    sandbox,
    url: 'http://gateway.test/soap',
    requests: () => requests,
    refused: () => refused,
    transport: {
      send: async (request) => {
        requests += 1;
        const result = isTooMuch();
        if (result !== undefined) {
          refused += 1;
          sandbox.failNext(request.operation, { result });
          const response = inner.send(request);
          await wait(1);
          return response;
        }
        inside += 1;
        const response = await inner.send(request);
        await wait(takesMs);
        inside -= 1;
        return response;
      },
    },
  };
}
