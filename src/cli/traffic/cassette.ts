import { ListLines } from '../output/list.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/failure.js';
import { textIn } from '../running/standard-streams.js';
import { PRIVACY_OPTION, privacyOf } from './server.js';

export const check: Command = {
  name: 'cassette check',
  summary: 'compare recordings with the contract; 1 if a difference breaks programs',
  args: '<cassette>',
  examples: ['sms-service cassette check test/cassettes/groups.har'],
  run: async ({ args, output }) => {
    const { checkCassette } = await import('./replay-parts.js');
    const report = checkCassette(args[0] ?? '');
    const { checked, notChecked, drift, isBreaking } = report;
    const rows = drift.map(({ kind, operation, path, what, count, place }) => {
      return [kind, operation, path, what, counted(count, 'time'), place];
    });
    const sum = `${counted(checked, 'response')} checked, ${notChecked} not checked, ${counted(drift.length, 'difference')}`;
    const lines = new ListLines(output, rows);
    await output.result(report, () => [...rows.map((row) => lines.line(row)), sum].join('\n'));
    return isBreaking ? EXIT.differences : EXIT.done;
  },
};

export const redact: Command = {
  name: 'cassette redact',
  summary: 'redact a cassette by the current rules; its earlier content is lost',
  args: '<cassette>',
  options: [
    PRIVACY_OPTION,
    {
      flags: '--secrets-file <file>',
      text: 'values to remove, one in a line; - is the standard input',
      standard: true,
    },
    { flags: '--dry-run', text: 'write nothing; print how many recordings would change' },
  ],
  examples: [
    'sms-service cassette redact groups.har --privacy numbers,names --dry-run',
    'sms-service cassette redact groups.har --privacy numbers,names --secrets-file secrets.txt',
  ],
  carriesOn: true,
  run: async ({ args, options, input, output }) => {
    const { redactCassette } = await import('./replay-parts.js');
    const file = options.text('--secrets-file');
    const content = file === undefined ? '' : await textIn('--secrets-file', file, input);
    const secrets = content.split(/\r?\n/).filter((line) => line !== '');
    const dryRun = options.has('--dry-run');
    const report = await redactCassette(args[0] ?? '', { privacy: privacyOf(options), secrets, dryRun });
    const { recordings, changed } = report;
    const sum = `${changed} of ${counted(recordings, 'recording')} ${dryRun ? 'would change' : 'changed'}`;
    await output.result(report, () => sum);
    return EXIT.done;
  },
};

export const importCassette: Command = {
  name: 'cassette import',
  summary: 'import the calls of a HAR file of another program',
  args: '<from>',
  options: [{ flags: '--to <cassette>', text: 'the cassette, to which they are added' }, PRIVACY_OPTION],
  examples: ['sms-service cassette import traffic.har --to groups.har'],
  carriesOn: true,
  run: async ({ args, options, output }) => {
    const { importRecordings } = await import('./replay-parts.js');
    const to = options.required('--to');
    const report = await importRecordings(args[0] ?? '', { to, privacy: privacyOf(options) });
    const { recorded, skipped } = report;
    const lines = skipped.map(({ place, reason }) => `skipped: ${printable(place)}: ${printable(reason)}`);
    const sum = `${counted(recorded, 'call')} recorded, ${skipped.length} skipped`;
    await output.result(report, () => [...lines, sum].join('\n'));
    return EXIT.done;
  },
};

export const key: Command = {
  name: 'cassette key',
  summary: 'create a key for the pseudonyms of cassettes; store it elsewhere',
  examples: ['sms-service cassette key > ~/.config/cassette.key'],
  run: async ({ output }) => {
    const { newCassetteKey } = await import('./replay-parts.js');
    const created = newCassetteKey();
    await output.result({ key: created }, () => created);
    return EXIT.done;
  },
};
