import { describe, expect, it } from 'vitest';
import { HELP } from '../../src/cli/program.js';
import { EXIT } from '../../src/cli/running/failure.js';
import * as client from '../../src/client/index.js';
import { statusName } from '../../src/domain/statuses.js';
import { readOptions } from '../../src/options/table.js';
import { DEFAULT_HTTP } from '../../src/sandbox/options/interface-options.js';
import { SANDBOX_OPTIONS } from '../../src/sandbox/options/sandbox-options.js';
import { readDocument, tableRows } from './markdown.js';

describe('the table of delivery statuses in docs/gateway-results.md', () => {
  it('has all names of the client', () => {
    const states = readDocument('docs/gateway-results.md').sections.find(({ title }) => title.startsWith('3. '));
    const pairs = tableRows(states?.lines ?? []).flatMap(([status, name, , otherStatus, otherName]) => [
      [Number(status), name] as const,
      [Number(otherStatus), otherName] as const,
    ]);
    const known = Array.from({ length: 1000 }, (_, status) => [status, `\`${statusName(status)}\``] as const);
    expect(new Map(pairs)).toEqual(new Map(known.filter(([status]) => statusName(status) !== undefined)));
    expect(pairs).toHaveLength(12);
  });
});

describe('the tree in docs/errors.md', () => {
  it('has every exported class of errors below its base class', () => {
    const tree = readDocument('docs/errors.md').codeBlocks.find(({ text }) => text.startsWith('SmsServiceError\n'));
    const branches = (tree?.text ?? '').split('\n').flatMap((line) => {
      const [, indent, name] = /^([│├└ ]*)(\w+)/.exec(line) ?? [];
      return indent === undefined || name === undefined ? [] : [{ depth: indent.length / 2, name }];
    });
    const inDocument = branches.map(({ depth, name }, index) => {
      const base = branches.slice(0, index).findLast((other) => other.depth === depth - 1);
      return [name, base?.name ?? 'Error'] as const;
    });
    const classes = Object.entries(client).filter(([name]) => name.endsWith('Error') && !name.startsWith('is'));
    const exported = classes.map(([name, value]) => [name, Object.getPrototypeOf(value).name] as const);
    expect(new Map(inDocument)).toEqual(new Map(exported));
    expect(inDocument).toHaveLength(exported.length);
  });
});

describe('the exit codes of the command', () => {
  const codes = Object.values(EXIT).map(String);

  it('are all in docs/command-line.md', () => {
    const section = readDocument('docs/command-line.md').sections.find(({ title }) => title === 'Exit codes');
    const rows = tableRows(section?.lines ?? []).map(([code]) => code);
    expect(rows).toEqual(codes);
  });

  it('are all in the help', () => {
    const listed = /Exit codes: ([^]*?)\n\n/.exec(HELP)?.[1] ?? '';
    expect(listed.match(/\d+(?= )/g)).toEqual(codes);
  });
});

type Values = Readonly<Record<string, unknown>>;

describe('the options in docs/gateway-decisions.md', () => {
  const rows = tableRows(
    readDocument('docs/gateway-decisions.md').sections.find(({ title }) => title === 'Options')?.lines ?? [],
  ).map(([, option = '', preset = '']) => [option.replaceAll('`', ''), /^`([^`]*)`/.exec(preset)?.[1]] as const);
  const defaults = readOptions({}, SANDBOX_OPTIONS) as Values;

  const groups = { http: { ...DEFAULT_HTTP } } as Readonly<Record<string, Values>>;

  it('exist, and include every HTTP option', () => {
    const own = rows.map(([option]) => option).filter((option) => !option.includes('.'));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((option) => !(option in SANDBOX_OPTIONS))).toEqual([]);
    const grouped = rows.map(([option]) => option).filter((option) => option.includes('.'));
    const all = Object.entries(groups).flatMap(([group, values]) =>
      Object.keys(values).map((name) => `${group}.${name}`),
    );
    expect(grouped.sort()).toEqual(all.sort());
  });

  it('have the defaults of the code', () => {
    const wrong = rows.flatMap(([option, preset]) => {
      const [group = '', name] = option.split('.');
      const value = name === undefined ? defaults[option] : groups[group]?.[name];
      if (value === undefined) return [];
      return preset === (typeof value === 'string' ? `'${value}'` : String(value)) ? [] : [[option, preset]];
    });
    expect(wrong).toEqual([]);
  });
});
