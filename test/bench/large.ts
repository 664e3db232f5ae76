/**
 * What a response of 50 MB does to the program that asked for it: when the call ended, and the longest time in which
 * nothing else could run. `large.ts URL` prints a line per response and time limit.
 */
import { SmsServiceClient } from '../../src/client/index.js';

const [base = ''] = process.argv.slice(2);
const LIMITS = [500, 60_000];

for (const path of ['/plain', '/gzip', '/dear']) {
  for (const timeoutMs of LIMITS) {
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: base + path, credentials, retry: false });
    let last = performance.now();
    let blockedMs = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      blockedMs = Math.max(blockedMs, now - last - 1);
      last = now;
    }, 1);
    const start = performance.now();
    const became = await client.getNumbers(77, { timeoutMs }).then(
      (numbers) => `${numbers.length} numbers`,
      (error: unknown) => String(error).slice(0, 110),
    );
    const ms = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    console.log(
      `${path.padEnd(7)} timeoutMs ${String(timeoutMs).padStart(6)}: ended after ${ms.toFixed(0).padStart(6)} ms,` +
        ` blocked for ${blockedMs.toFixed(0).padStart(6)} ms at most; ${became}`,
    );
    await client.close();
  }
}
