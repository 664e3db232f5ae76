import { parseArgs } from 'node:util';
import { testFaults } from '../test/faults/command.js';

const { values } = parseArgs({
  options: {
    calls: { type: 'string' },
    seed: { type: 'string' },
    concurrency: { type: 'string' },
    percent: { type: 'string' },
    every: { type: 'string' },
    thorough: { type: 'boolean' },
    only: { type: 'string' },
    load: { type: 'string' },
    transport: { type: 'string' },
  },
});

process.exitCode = await testFaults(
  {
    calls: Number(values.calls ?? 20_000),
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
    concurrency: Number(values.concurrency ?? 64),
    percent: Number(values.percent ?? 5),
    every: Number(values.every ?? 1),
    isThorough: values.thorough === true,
    only: values.only,
    load: values.load,
    transport: values.transport === 'undici' ? 'undici' : 'http',
  },
  (line) => process.stdout.write(`${line}\n`),
);
