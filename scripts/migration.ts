/**
 * `npm run random -- migration --numbers N --groups N --kills N --removal-kills N --seed N`: kills a
 * migration and the following removal repeatedly. A program that shares no code compares the result.
 */
import { parseArgs } from 'node:util';
import { embeddedGateway } from '../test/address-book/killed/embedded.js';
import { migrateKilled } from '../test/address-book/killed/migrate.js';

const { values } = parseArgs({
  options: {
    numbers: { type: 'string' },
    groups: { type: 'string' },
    kills: { type: 'string' },
    'removal-kills': { type: 'string' },
    concurrency: { type: 'string' },
    percent: { type: 'string' },
    seed: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { wrong, verified, removal } = await migrateKilled(
  embeddedGateway(Number(values.numbers ?? 20_000), Number(values.groups ?? 200)),
  {
    kills: Number(values.kills ?? 25),
    removalKills: Number(values['removal-kills'] ?? 25),
    concurrency: Number(values.concurrency ?? 32),
    faultShare: Number(values.percent ?? 2) / 100,
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
  },
  say,
);
say(`verified: ${JSON.stringify(verified)}`);
say(`compared name by name when it was moved: ${wrong.length} wrong`);
for (const line of wrong.slice(0, 20)) say(`  ${line}`);
say(`compared name by name when it was removed, source, target and backup: ${removal?.wrong.length} wrong`);
for (const line of removal?.wrong.slice(0, 20) ?? []) say(`  ${line}`);
process.exitCode = wrong.length === 0 && removal?.wrong.length === 0 && verified.isComplete ? 0 : 1;
