/**
 * `npm run random -- parallel --rounds N --seed S`: rounds of 64 tests at once on one embedded gateway, each with its
 * own account. They send to the same numbers over both interfaces, with and without a socket, and wait for their
 * messages without any pause. No message may be missed, seen twice or seen by another test. A round that breaks a promise
 * prints its seed.
 */

import { parseArgs } from 'node:util';
import { startSandbox } from '../src/sandbox/index.js';
import { runParallelRound } from '../test/sandbox/parallel/parallel-round.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    tests: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
  },
});
const [rounds, tests, first] = [Number(values.rounds), Number(values.tests), Number(values.seed)];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const startMs = performance.now();
const seconds = (): string => `${((performance.now() - startMs) / 1000).toFixed(0)} s`;

const sum = { messages: 0, waits: 0, broken: 0 };
const sandbox = await startSandbox({ accounts: [], newAccounts: true });
try {
  for (let seed = first; seed < first + rounds; seed += 1) {
    const { messages, waits, broken } = await runParallelRound(sandbox, seed, tests);
    sum.messages += messages;
    sum.waits += waits;
    sum.broken += broken.length;
    for (const line of broken.slice(0, 20)) say(`*** ${line}`);
  }
} finally {
  await sandbox.close();
}
const { messages, waits } = sum;
say(
  `${rounds} rounds of ${tests} tests from seed ${first}: ${messages} messages, ${waits} waits, ` +
    `${sum.broken} promises broken, ${seconds()}`,
);
if (sum.broken > 0) process.exitCode = 1;
