/**
 * What pressure, a dead address, a deadline and a restart cost calls, in figures: `npx tsx test/network/calls/run.ts`,
 * with `--long` for minutes instead of seconds.
 */
import { Agent } from 'undici';
import { undiciTransport } from '../../../src/calls/index.js';
import { callWithDeadAddress } from './dead-address.js';
import { callAtTheDeadline } from './deadlines.js';
import { addUnderPressure } from './pressure.js';
import { callAroundRestart } from './restart.js';

const isLong = process.argv.includes('--long');

async function show(what: string, run: Promise<object>): Promise<void> {
  const facts = Object.entries(await run).map(([name, value]) => `${name} ${Math.round(Number(value) * 10) / 10}`);
  console.log(`${what}: ${facts.join(', ')}`);
}

await show('addNumber, 200 times, 203 above 100 a second', addUnderPressure(200, { perSecond: 100 }));
await show('addNumber, 200 times, 202 above 4 at once', addUnderPressure(200, { atOnce: 4, takesMs: 20 }));
await show('calls with a black hole as first address, 12 s', callWithDeadAddress(12_000));
const agent = new Agent();
await show('the same over undici', callWithDeadAddress(12_000, { transport: undiciTransport(agent) }));
await agent.destroy();
await show('addNumber with 200 ms for each, one at once', callAtTheDeadline(20, 30));
await show('calls around a restart of 1.5 s', callAroundRestart(1500));
if (isLong) {
  await show('addNumber, 1,000 times, 203 above 20 a second', addUnderPressure(1000, { perSecond: 20 }));
  await show('calls with a black hole as first address, 65 s', callWithDeadAddress(65_000));
  await show('calls around a restart of 6 s', callAroundRestart(6000));
}
