import { parseArgs } from 'node:util';
import { fuzz } from '../test/fuzz/command.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    files: { type: 'string' },
    seed: { type: 'string' },
    case: { type: 'string' },
  },
});
/** Default number of files for each second. */
const FILES_PER_SECOND = 400;
const seconds = Number(values.seconds ?? 60);

process.exitCode = await fuzz(
  {
    seconds,
    files: Number(values.files ?? seconds * FILES_PER_SECOND),
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
    only: values.case,
  },
  (line) => process.stdout.write(`${line}\n`),
);
