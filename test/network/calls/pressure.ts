import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { type GatewayLimits, limitedGateway } from './limited-gateway.js';

const GROUP = 1;
const FIRST_NUMBER = 48_500_000_000;

/** What became of many calls under pressure. */
export interface UnderPressure {
  readonly added: number;
  readonly failed: number;
  readonly requests: number;
  readonly refused: number;
  readonly seconds: number;
}

/** Adds numbers, all at once, to a gateway that refuses what is too much, by one client or by several in turn. */
export async function addUnderPressure(
  count: number,
  limits: GatewayLimits,
  options: Partial<SmsServiceClientOptions> = {},
  clientCount = 1,
): Promise<UnderPressure> {
  const { sandbox, transport, url, requests, refused } = limitedGateway(limits);
  const credentials = { username: 'demo', password: 'demo-password' };
  const clients = Array.from(
    { length: clientCount },
    () => new SmsServiceClient({ url, credentials, transport, ...options }),
  );
  const start = performance.now();
  const settled = await Promise.allSettled(
    Array.from({ length: count }, async (_, index) =>
      clients[index % clientCount]?.addNumber({ number: String(FIRST_NUMBER + index), groupId: GROUP }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const client of clients) await client.close();
  const numbers = new Set(sandbox.account('demo')?.groups[0]?.numbers.map(({ number }) => number));
  const failed = settled.filter(({ status }) => status === 'rejected').length;
  return { added: numbers.size, failed, requests: requests(), refused: refused(), seconds };
}
