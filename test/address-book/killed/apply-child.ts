/** Carries a plan out, until it is killed: `apply-child.ts URL PLAN CONCURRENCY SETTLE_MS`. */
import { applyMigration } from '../../../src/address-book/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';

const [url = '', plan = '', concurrency = '', settleMs = ''] = process.argv.slice(2);
const clientOf = (username: string): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: { username, password: 'password' } });
const [from, to] = [clientOf('old'), clientOf('new')];
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
