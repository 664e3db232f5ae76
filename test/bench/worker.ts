/**
 * Measures one contender at one work in a process of its own: `worker.ts decode/ours "numbers 10000"`.
 * Prints the median time of one call in milliseconds, after a warm-up.
 */
import { CONTENDERS } from './contenders.js';
import { median } from './statistics.js';

const [contender = '', name = '', budget = '1500'] = process.argv.slice(2);
const make = CONTENDERS[contender];
if (make === undefined) throw new Error(`no contender ${contender}`);
const job = await make(name);

/** Short functions are measured in batches, because the clock is not precise enough. */
function timeOf(calls: number): number {
  const start = performance.now();
  let last: unknown;
  for (let call = 0; call < calls; call++) last = job();
  const time = (performance.now() - start) / calls;
  if (last === undefined) throw new Error('the work gave nothing');
  return time;
}

const first = timeOf(1);
const calls = Math.max(1, Math.round(2 / first));
const warm = performance.now() + Number(budget) / 3;
while (performance.now() < warm) timeOf(calls);
const times: number[] = [];
const end = performance.now() + Number(budget);
while (performance.now() < end || times.length < 5) times.push(timeOf(calls));
console.log(JSON.stringify({ ms: median(times) }));
