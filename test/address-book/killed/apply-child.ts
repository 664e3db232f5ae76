/**
 * Carries a plan out, until it is killed: `apply-child.ts URL PLAN CONCURRENCY SETTLE_MS FROM TO`, with credentials.
 */
import { applyMigration } from '../../../src/address-book/index.js';
import { type Credentials, SmsServiceClient } from '../../../src/client/index.js';

const [url = '', plan = '', concurrency = '', settleMs = '', ...accounts] = process.argv.slice(2);
const clientOf = (credentials: string = '{}'): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: JSON.parse(credentials) as Credentials });
const [from, to] = [clientOf(accounts[0]), clientOf(accounts[1])];
process.stdout.write('started\n');
const { status, done, total } = await applyMigration({
  plan,
  from,
  to,
  concurrency: Number(concurrency),
  settleMs: Number(settleMs),
});
process.stdout.write(`${status} ${done} ${total}\n`);
await Promise.all([from.close(), to.close()]);
process.exitCode = status === 'done' ? 0 : 5;
