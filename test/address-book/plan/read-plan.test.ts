import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { importAddressBook } from '../../../src/address-book/index.js';
import { PlanCounter } from '../../../src/address-book/plan/plan-counter.js';
import type { PlanLine } from '../../../src/address-book/plan/plan-lines.js';
import { checkPlan, planHeader, readPlan } from '../../../src/address-book/plan/read-plan.js';
import type { SandboxGroup } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { openFiles } from '../../support/open-files.js';
import { accountsOfTests, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const HEADER: PlanLine = { plan: { version: 2, purpose: 'copy', createdAt: '2026-11-22T14:00:00.000Z' } };

/** The text of a plan with a valid end. */
function planText(lines: readonly PlanLine[]): string {
  const counter = new PlanCounter();
  const texts = lines.map((line) => {
    const text = `${JSON.stringify(line)}\n`;
    counter.add(line, text);
    return text;
  });
  const facts = counter.summary;
  return `${texts.join('')}${JSON.stringify({ end: { ...facts, sha256: counter.digest(facts) } })}\n`;
}

/** Reads a text as a plan. @returns the message of the error without the file */
async function refusal(text: string | Uint8Array): Promise<string> {
  writeFileSync(accounts.planFile, text);
  const error = await rejection(checkPlan(accounts.planFile));
  expect(error).toMatchObject({ name: 'ValidationError', path: 'plan' });
  expect((error as Error).message.endsWith(`: ${accounts.planFile}`)).toBe(true);
  expect((error as Error).message).not.toContain('48500');
  return (error as Error).message.slice('plan: '.length, -accounts.planFile.length - 2);
}

const SOURCE: readonly SandboxGroup[] = [
  { name: 'Added', numbers: persons(1, 2) },
  { name: 'Merged', numbers: persons(1, 2) },
];
const TARGET: readonly SandboxGroup[] = [{ name: 'Merged', numbers: [person(1)] }];

async function planned(): Promise<readonly string[]> {
  accounts.create(SOURCE, TARGET);
  await accounts.plan();
  return accounts.text().trimEnd().split('\n');
}

const EDITED = 'does not match the lines above it: the plan was edited. Create a new plan';

describe('a plan that was edited', () => {
  it('is refused if any line was removed, repeated or moved', async () => {
    const lines = await planned();
    expect(lines).toHaveLength(8);
    for (let index = 0; index < lines.length; index++) {
      const others = lines.toSpliced(index, 1);
      for (const edited of [
        others,
        lines.toSpliced(index, 0, lines[index] ?? ''),
        others.toSpliced((index + 1) % lines.length, 0, lines[index] ?? ''),
      ]) {
        expect(await refusal(`${edited.join('\n')}\n`)).toMatch(/^(line \d+ |is incomplete)/);
      }
    }
    expect(accounts.sandbox.callCount('soap_AddGroup') + accounts.sandbox.callCount('soap_AddNumber')).toBe(0);
  });

  it('is refused if it was cut at any place', async () => {
    const text = (await planned()).join('\n');
    for (let length = 0; length < text.length; length += 7) {
      expect(await refusal(text.slice(0, length))).toMatch(/^(line \d is not|is incomplete: its last line is missing)/);
    }
  });

  it.each<readonly [string, string | RegExp, string, string]>([
    ['a number', '48500100002', '48500100003', `line 8 ${EDITED}`],
    ['the id of a group', '"id":3', '"id":4', `line 8 ${EDITED}`],
    ['a space', '{"addNumber":{', '{"addNumber": {', `line 8 ${EDITED}`],
    ['a kind of line', '"addNumber"', '"entry"', 'line 4 does not fit the lines above it'],
    ['the version', '"version":2', '"version":1', 'line 1 is not the first line of a plan that this version can read'],
    ['JSON', /\{"addNumber".*/, '<<<<<<< HEAD', 'line 4 is not JSON'],
  ])('is refused with the line if this was changed: %s', async (_what, part, replacement, message) => {
    const text = `${(await planned()).join('\n')}\n`;
    const edited = text.replace(part, replacement);
    expect(edited).not.toBe(text);
    expect(await refusal(edited)).toBe(message);
  });

  it('is refused if any field of its last line was changed', async () => {
    const lines = await planned();
    const { end } = JSON.parse(lines.at(-1) ?? '') as { readonly end: Readonly<Record<string, unknown>> };
    expect(Object.keys(end)).toHaveLength(10);
    for (const [name, value] of Object.entries(end)) {
      const other = typeof value === 'number' ? value + 1 : '0'.repeat(64);
      const edited = JSON.stringify({ end: { ...end, [name]: other } });
      expect(await refusal(`${lines.slice(0, -1).join('\n')}\n${edited}\n`), name).toBe(`line 8 ${EDITED}`);
    }
  });

  it('is refused if it was extended', async () => {
    expect(await refusal(`${(await planned()).join('\n')}\n{"warning":"x"}\n`)).toBe(
      'line 9 is after the end of the plan',
    );
  });

  it.each<readonly [string, (text: string) => Uint8Array | string, RegExp]>([
    [
      'has a letter of another encoding',
      (text) => Buffer.from(text.replaceAll('Added', 'Gdańsk').replaceAll('ń', 'ó'), 'latin1'),
      /^cannot be read: line 3: is not UTF-8$/,
    ],
    [
      'is nested too deep',
      (text) => text.replace('"purpose"', `"labels":${'['.repeat(50_000)}${']'.repeat(50_000)},$&`),
      /^line 1 /,
    ],
    [
      'has a line that is too long',
      (text) => text.replace('"name":"P1"', `"name":"${'x'.repeat(5_000_000)}"`),
      /^line 4 is longer than 4194304 characters$/,
    ],
  ])('is refused with a short error if it %s', async (_what, edit, message) => {
    const found = await refusal(edit(`${(await planned()).join('\n')}\n`));
    expect(found).toMatch(message);
    expect(found.length).toBeLessThan(200);
  });

  it.each<readonly [string, (text: string) => string]>([
    ['other line breaks', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text) => `\ufeff${text}`],
  ])('is the same plan with %s', async (_what, edit) => {
    const text = `${(await planned()).join('\n')}\n`;
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await accounts.apply({ concurrency: 1 })).toMatchObject({ status: 'limits', done: 1 });
    writeFileSync(accounts.planFile, edit(text));
    expect(await accounts.apply()).toMatchObject({ status: 'done', done: 4 });
  });
});

const A: PlanLine = { addGroup: { name: 'A', info: '' } };
const ADD: PlanLine = { addNumber: person(1) };
const DELETE: PlanLine = { deleteNumber: { number: '48500100001', entries: [person(1)] } };
const ENTRY: PlanLine = { entry: person(1) };
const GROUP: PlanLine = { group: { name: 'B', id: 7 } };

describe('the lines of a plan', () => {
  it.each<readonly [string, readonly PlanLine[], string]>([
    ['no first line', [A], 'line 1 is not the first line of a plan that this version can read'],
    ['a second first line', [HEADER, A, HEADER], 'line 3 is a second header'],
    ['a number without a group', [HEADER, ADD], 'line 2 does not fit the lines above it'],
    ['a deleted number of an added group', [HEADER, A, DELETE], 'line 3 does not fit the lines above it'],
    ['an entry of a group that is not deleted', [HEADER, GROUP, ENTRY], 'line 3 does not fit the lines above it'],
    [
      'a group of a line that adds none',
      [HEADER, A, ADD, { group: { name: 'A', line: 3 } }],
      'line 4 does not fit the lines above it',
    ],
  ])('must fit each other: %s', async (_what, lines, message) => {
    expect(await refusal(planText(lines))).toBe(message);
  });

  it('are those of a file that exists and has a plan', async () => {
    const none = { path: 'plan', message: `plan: does not exist: ${accounts.planFile}` };
    expect(await rejection(checkPlan(accounts.planFile))).toMatchObject(none);
    expect(await rejection(planHeader(accounts.planFile))).toMatchObject(none);
    expect(await refusal('')).toBe('is incomplete: its last line is missing');
  });

  it.each<readonly [string, (name: string) => unknown]>([
    ['a folder', (name) => mkdirSync(name)],
    ['a pipe', (name) => execFileSync('mkfifo', [name])],
    ['a link to a pipe', (name) => (execFileSync('mkfifo', [`${name}.pipe`]), symlinkSync(`${name}.pipe`, name))],
  ])('are not read from %s', async (_what, create) => {
    accounts.create(SOURCE);
    create(accounts.planFile);
    const message = `plan: is not a file: ${accounts.planFile}`;
    expect(await rejection(accounts.apply())).toMatchObject({ name: 'ValidationError', path: 'plan', message });
    const importing = { file: Readable.from(['group,number\nA,500100200\n']), format: 'csv' as const };
    const error = await rejection(importAddressBook({ ...importing, to: accounts.to, plan: accounts.planFile }));
    expect(error).toMatchObject({ name: 'ValidationError', path: 'plan' });
    expect(accounts.sandbox.callCount()).toBe(0);
  });

  it('do not keep the file open if they are not read to the end', async () => {
    const warnings = Array.from({ length: 20_000 }, (): PlanLine => ({ warning: 'x'.repeat(50) }));
    writeFileSync(accounts.planFile, planText([HEADER, ...warnings]));
    for await (const { line } of readPlan(accounts.planFile)) {
      expect([line, openFiles(accounts.planFile)]).toEqual([1, [accounts.planFile]]);
      break;
    }
    await expect.poll(() => openFiles(accounts.planFile)).toEqual([]);
  });
});
