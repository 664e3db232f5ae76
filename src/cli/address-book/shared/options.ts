import type { NotCopiedKind, ReadFormat } from '../../../address-book/index.js';
import { NOT_COPIED_KINDS } from '../../../address-book/plan/plan-lines.js';
import type { CommandOption, Options } from '../../running/command.js';
import { refuse } from '../../running/failure.js';

export const FORCE_OPTION: CommandOption = { flags: '--force', text: 'replace the file if it exists' };

const SETTLE_OPTION: CommandOption = {
  flags: '--settle-ms <ms>',
  text: 'how long a request with unknown outcome may still be executed (default: 30000)',
};

export const JOURNAL_OPTION: CommandOption = {
  flags: '--journal <file>',
  text: 'the record of completed steps, for resuming (default: <plan>.journal)',
};

export const IF_CHANGED = ['fail', 'skip', 'replan'] as const;

export const IF_CHANGED_OPTION: CommandOption = {
  flags: '--if-changed <what>',
  text: 'if a step no longer fits: fail, skip it, or replan the remaining steps (default: fail)',
  values: IF_CHANGED,
};

export const PLAN_OPTIONS: readonly CommandOption[] = [
  { flags: '--out <file>', text: 'the plan: JSON Lines, for review' },
  FORCE_OPTION,
  SETTLE_OPTION,
  { flags: '--dry-run', text: 'write no plan; list its steps' },
];

export const RUN_OPTIONS: readonly CommandOption[] = [
  { flags: '--concurrency <n>', text: 'how many requests are in flight at once (default: 8)' },
  SETTLE_OPTION,
  { flags: '--dry-run', text: 'change nothing; list each change' },
  { flags: '--report <file>', text: 'write a report by group, with the steps that failed: a .csv file' },
];

export const ACCEPT_OPTION: CommandOption = {
  flags: '--accept <kinds>',
  text: 'data that the target may lack: name, info, duplicate (further names, infos, repeated entries)',
  values: NOT_COPIED_KINDS,
};

export function acceptedKinds(options: Options): readonly NotCopiedKind[] {
  return options.someOf('--accept', NOT_COPIED_KINDS);
}

const ENCODINGS: readonly string[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'iso-8859-2'];

const FORMATS = ['jsonl', 'csv', 'vcard'] as const;

export const READING_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--format <format>',
    text: `${FORMATS.join(', ')} (default: by the file name, else the first line)`,
    values: FORMATS,
  },
  { flags: '--group <name>', text: 'the group for numbers without a group' },
  { flags: '--columns <map>', text: 'CSV: the content of columns, by title: "Telefon=number,Nazwisko=name"' },
  {
    flags: '--encoding <name>',
    text: 'the encoding of the file: windows-1250, utf-16le, … (default: by the byte order mark, else utf-8)',
    values: ENCODINGS,
  },
];

export interface Reading {
  readonly format: ReadFormat | undefined;
  readonly group: string | undefined;
  readonly columns: Readonly<Record<string, string>> | undefined;
  readonly encoding: string | undefined;
}

export function readingOf(options: Options): Reading {
  return {
    format: options.oneOf('--format', FORMATS),
    group: options.text('--group'),
    columns: columnsOf(options.text('--columns')),
    encoding: options.text('--encoding'),
  };
}

function columnsOf(map: string | undefined): Readonly<Record<string, string>> | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(
    map.split(',').map((pair) => {
      const [title = '', column] = pair.split('=');
      return column === undefined
        ? refuse('--columns', 'must have the form "Title=number,Other=name"')
        : [title, column];
    }),
  );
}
