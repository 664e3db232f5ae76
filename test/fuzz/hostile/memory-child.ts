import { decodeAnswer } from '../decoding.js';
import { HOSTILE } from './kinds.js';

/** Decodes hostile documents one after the other, in whatever heap it was given; says which one it is at. */
const [bytes, ...names] = process.argv.slice(2);

for (const { name, build, limits } of HOSTILE.filter((kind) => names.includes(kind.name))) {
  process.stdout.write(`${name}\n`);
  const { operation, text } = build(Number(bytes));
  decodeAnswer(operation, Buffer.from(text, 'utf8'), limits);
}
