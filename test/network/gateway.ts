import { type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';

/** Who sends. */
export const CREDENTIALS = { username: 'demo', password: 'demo-password' };

/** Starts an embedded gateway whose account has points for everything. */
export function startGateway(): Promise<RunningSandbox> {
  const account = { ...CREDENTIALS, points: 1_000_000, senders: ['Test'] };
  return startSandbox({ accounts: [account], maxKeptRequests: 0 });
}

/** How often each text was really sent. */
export function carriedOut(gateway: RunningSandbox): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of gateway.account(CREDENTIALS.username)?.messages ?? []) {
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return counts;
}
