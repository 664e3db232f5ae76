import { parseArgs } from 'node:util';
import { testHttpFaults } from '../test/faults/http/command.js';

const { values } = parseArgs({
  options: {
    sends: { type: 'string' },
    seed: { type: 'string' },
    concurrency: { type: 'string' },
    percent: { type: 'string' },
  },
});

process.exitCode = await testHttpFaults(
  {
    sends: Number(values.sends ?? 10_000),
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
    concurrency: Number(values.concurrency ?? 32),
    percent: Number(values.percent ?? 5),
  },
  (line) => process.stdout.write(`${line}\n`),
);
