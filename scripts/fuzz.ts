import { parseArgs } from 'node:util';
import { fuzz } from '../test/fuzz/command.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, case: { type: 'string' } },
});

process.exitCode = await fuzz(
  {
    seconds: Number(values.seconds ?? 60),
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
    only: values.case,
  },
  (line) => process.stdout.write(`${line}\n`),
);
