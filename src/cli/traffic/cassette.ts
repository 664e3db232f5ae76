import type { Drift } from '../../replay/index.js';
import { tableOf } from '../output/table.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { textIn } from '../running/standard-input.js';
import { PRIVACY_OPTION, privacyOf } from './privacy.js';

/** Looks for drift. */
export const check: Command = {
  name: 'cassette check',
  summary: 'hold what was recorded against the contract; 1 when something breaks programs',
  args: '<cassette>',
  examples: ['sms-service cassette check test/cassettes/groups.har'],
  run: async ({ args, output }) => {
    const { checkCassette } = await import('../cassette/of-replay.js');
    const report = checkCassette(args[0] ?? '');
    const { checked, notChecked, drift, isBreaking } = report;
    await output.result(report, () => {
      const sum = `${counted(checked, 'response')} checked, ${notChecked} could not be, ${drift.length} found`;
      return drift.length === 0 ? sum : `${tableOf(output, HEAD, drift.map(rowOf), [4])}\n${sum}`;
    });
    return isBreaking ? EXIT.differences : EXIT.done;
  },
};

const HEAD = ['kind', 'operation', 'field', 'what', 'times', 'first seen'];

function rowOf({ kind, operation, path, what, count, place }: Drift): readonly string[] {
  return [kind, operation, path, what, String(count), place].map(printable);
}

/** Cleans a cassette. */
export const redact: Command = {
  name: 'cassette redact',
  summary: 'make a cassette clean by the present rules; what was in it before is gone',
  args: '<cassette>',
  options: [
    PRIVACY_OPTION,
    {
      flags: '--secrets-file <file>',
      text: 'values that must not stand in it, one in a line; - is the standard input',
      standard: true,
    },
    { flags: '--dry-run', text: 'say what would change, and where; nothing is written' },
  ],
  examples: [
    'sms-service cassette redact groups.har --privacy numbers,names --dry-run',
    'sms-service cassette redact groups.har --privacy numbers,names --secrets-file secrets.txt',
  ],
  carriesOn: true,
  run: async ({ args, options, input, output }) => {
    const { redactCassette } = await import('../cassette/of-replay.js');
    const file = options.text('--secrets-file');
    const lines = file === undefined ? [] : (await textIn('--secrets-file', file, input)).split(/\r?\n/);
    const secrets = lines.filter((line) => line !== '');
    const dryRun = options.has('--dry-run');
    const report = await redactCassette(args[0] ?? '', { privacy: privacyOf(options), secrets, dryRun });
    const { recordings, changed, places } = report;
    await output.result(report, () => {
      const sum = `${changed} of ${counted(recordings, 'recording')} ${dryRun ? 'would change' : 'changed'}`;
      if (places.length === 0) return sum;
      const rows = places.map((row) => [printable(row.place), String(row.recordings)]);
      return `${tableOf(output, ['place', 'recordings'], rows, [1])}\n${sum}`;
    });
    return EXIT.done;
  },
};

/** Makes a key. */
export const key: Command = {
  name: 'cassette key',
  summary: 'make a key for the pseudonyms of cassettes; keep it where they are not',
  examples: ['sms-service cassette key > ~/.config/cassette.key'],
  run: async ({ output }) => {
    const { newCassetteKey } = await import('../cassette/of-replay.js');
    const made = newCassetteKey();
    await output.result({ key: made }, () => made);
    return EXIT.done;
  },
};

/** Takes recordings of other tools over. */
export const importCassette: Command = {
  name: 'cassette import',
  summary: 'take over what other tools have recorded: HAR, nock, WireMock, VCR, folders of messages',
  args: '<from>',
  options: [{ flags: '--to <cassette>', text: 'the cassette, which is added to' }, PRIVACY_OPTION],
  examples: ['sms-service cassette import browser.har --to groups.har'],
  carriesOn: true,
  run: async ({ args, options, output }) => {
    const { importRecordings } = await import('../cassette/of-replay.js');
    const to = options.required('--to');
    const report = await importRecordings(args[0] ?? '', { to, privacy: privacyOf(options) });
    const { recorded, skipped } = report;
    await output.result(report, () =>
      [
        ...skipped.map(({ place, reason }) => `skipped: ${printable(place)}: ${printable(reason)}`),
        `${counted(recorded, 'call')} recorded, ${skipped.length} skipped`,
      ].join('\n'),
    );
    return EXIT.done;
  },
};
