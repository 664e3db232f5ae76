import { startLocalServer } from '../../../src/local-server/local-server.js';
import { promptly } from '../../../src/local-server/messages.js';
import { flatHeaders } from '../../../src/transport/flat-headers.js';
import { pause } from '../../../src/transport/time-limits.js';
import type { Transport } from '../../../src/transport/transport.js';
import type { Random } from '../../fuzz/random.js';

/** A gateway behind a slow server: received requests are executed even if the client has closed the connection. */
export interface LateGateway {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a server that forwards requests to a gateway after a delay, and loses some.
 *
 * @param url - of the gateway
 * @param faultShare - the share of requests that are lost before or after their execution
 */
export async function startLateGateway(
  gateway: Transport,
  url: string,
  maxDelayMs: number,
  faultShare: number,
  random: Random,
): Promise<LateGateway> {
  const server = await startLocalServer(0, async ({ headers: received, body }) => {
    await pause(random.below(maxDelayMs), {});
    const fault = random.below(1000) < faultShare * 1000 ? random.below(2) : -1;
    if (fault === 0) return { kind: 'dropped' };
    const headers = flatHeaders(received);
    const response = await gateway.send({
      method: 'POST',
      url,
      operation: '',
      idempotent: false,
      headers,
      body,
    });
    if (fault === 1) return { kind: 'dropped' };
    return promptly({ ...response, body: response.body as Uint8Array });
  });
  return { url: server.origin, close: server.close };
}
