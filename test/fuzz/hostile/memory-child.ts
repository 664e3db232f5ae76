import { verdictOnResponse } from '../decoding.js';
import { hostileNamed } from './kinds.js';

// Decodes hostile documents sequentially in the heap of this process. Prints the name of each one first.
const [bytes, ...names] = process.argv.slice(2);

for (const name of names) {
  process.stdout.write(`${name}\n`);
  const kind = hostileNamed(name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const { operation, text } = kind.build(Number(bytes));
  verdictOnResponse(operation, Buffer.from(text, 'utf8'), kind.limits);
}
