/**
 * Carries a plan out, until it is killed: `move-child.ts WHAT URL PLAN CONCURRENCY SETTLE_MS FROM TO`; the last two
 * are credentials. WHAT is `apply`, `plan-removal` (of PLAN, into PLAN and `.removal`) or `remove` (that).
 */
import { applyPlan, planRemoval } from '../../../src/address-book/index.js';
import { type Credentials, SmsServiceClient } from '../../../src/client/index.js';

const [what = '', url = '', plan = '', concurrency = '', settleMs = '', ...accounts] = process.argv.slice(2);
const clientOf = (credentials: string = '{}'): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: JSON.parse(credentials) as Credentials });
const [from, to] = [clientOf(accounts[0]), clientOf(accounts[1])];
const removal = `${plan}.removal`;
const act = async (): Promise<string> => {
  if (what === 'plan-removal') {
    await planRemoval({ from, to, plan, out: removal });
    return 'done';
  }
  const options = { from, to, concurrency: Number(concurrency), settleMs: Number(settleMs) };
  const { status, done, total } = await applyPlan({ plan: what === 'remove' ? removal : plan, ...options });
  process.stdout.write(`${status} ${done} ${total}\n`);
  return status;
};
process.stdout.write('started\n');
try {
  process.exitCode = (await act()) === 'done' ? 0 : 5;
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.name : typeof error}\n`);
  process.exitCode = 5;
}
await Promise.all([from.close(), to.close()]);
