import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal, type JournalOptions } from '../../../src/address-book/journal/journal.js';
import { STATES } from '../../../src/address-book/journal/read-journal.js';
import { FileLockedError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';

const HEAD = '{"journal":2,"plan":"hash"}\n';
let folder = '';
const at = (name: string): string => path.join(folder, name);
const text = (): string => readFileSync(at('journal'), 'utf8');
const mode = (): number => statSync(at('journal')).mode & 0o777;
/** The lines after the first. */
const entries = (): readonly unknown[] =>
  text()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as unknown);

function open(more: Partial<JournalOptions> = {}): Promise<Journal> {
  return Journal.open(at('journal'), { plan: 'hash', dryRun: false, ...more });
}

const write = (...lines: readonly object[]): void =>
  writeFileSync(at('journal'), HEAD + lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a new journal', () => {
  it('contains in its first line which plan it belongs to, and which account is changed', async () => {
    const journal = await open({ account: 'a'.repeat(64) });
    expect(text()).toBe(`{"journal":2,"plan":"hash","account":"${'a'.repeat(64)}"}\n`);
    expect(mode()).toBe(0o600);
    await journal.close();
  });

  it('is removed if nothing was recorded, even if another process deleted it', async () => {
    const journal = await open();
    expect([text(), journal.hasEntries]).toEqual([HEAD, false]);
    await journal.close();
    expect(readdirSync(folder)).toEqual([]);
    const removed = await open();
    rmSync(at('journal'));
    await removed.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not created through a link', async () => {
    symlinkSync(at('other'), at('journal'));
    expect(await rejection(open())).toMatchObject({ code: 'ELOOP', path: at('journal') });
    expect(readdirSync(folder)).toEqual(['journal']);
  });
});

describe('a journal', () => {
  it('records the outcome of each step, in order, and that the run has ended', async () => {
    const journal = await open();
    await Promise.all([2, 3, 4, 5].map((line) => journal.begin(line)));
    journal.done(2, 77);
    journal.done(3);
    journal.undo(4);
    journal.fail(5, 13);
    await journal.begin(6);
    await journal.close();
    expect(entries()).toEqual([
      ...[2, 3, 4, 5].map((begun) => ({ begun })),
      { done: 2, id: 77 },
      { done: 3 },
      { undone: 4 },
      { failed: 5, code: 13 },
      { begun: 6 },
      { ended: true },
    ]);
    expect(readdirSync(folder)).toEqual(['journal']);
    const again = await open();
    const states = [2, 3, 4, 5, 6].map((line) => again.steps.stateOf(line));
    expect(states).toEqual([STATES.done, STATES.done, STATES.open, STATES.failed, STATES.begun]);
    expect([again.steps.idOf(2), again.steps.idOf(3)]).toEqual([77, undefined]);
    await again.close();
  });
});

describe('the journal of an earlier run', () => {
  it('is continued after its last complete line, with its file mode', async () => {
    write({ begun: 2 }, { done: 2 }, { ended: true });
    writeFileSync(at('journal'), `${text()}{"beg`);
    chmodSync(at('journal'), 0o640);
    const journal = await open();
    expect([journal.hasEntries, journal.steps.stateOf(2), mode()]).toEqual([true, STATES.done, 0o640]);
    await journal.begin(3);
    await journal.close();
    expect(entries()).toEqual([{ begun: 2 }, { done: 2 }, { ended: true }, { begun: 3 }, { ended: true }]);
  });

  it('counts as unsettled after a kill until a run has waited', async () => {
    write({ begun: 2 });
    const journal = await open();
    expect(journal.isSettled).toBe(false);
    journal.undo(2);
    await journal.close();
    expect(entries()).toEqual([{ begun: 2 }, { undone: 2 }]);
    const settled = await open();
    settled.settled();
    await settled.close();
    expect(entries()).toEqual([{ begun: 2 }, { undone: 2 }, { ended: true }]);
  });

  it.each([true, false])('must belong to the plan and be a file: dryRun %s', async (dryRun) => {
    const refused = async (message: string): Promise<void> => {
      const error = await rejection(open({ dryRun }));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ path: 'journal', message: `journal: ${message}: ${at('journal')}` });
      expect(existsSync(at('journal.lock'))).toBe(false);
    };
    writeFileSync(at('journal'), HEAD.replace('hash', 'other'));
    await refused('belongs to another plan');
    rmSync(at('journal'));
    mkdirSync(at('journal'));
    await refused('is not a file');
    rmSync(at('journal'), { recursive: true });
    execFileSync('mkfifo', [at('journal')]);
    await refused('is not a file');
  });
});

describe('a journal that another run has taken over', () => {
  it('sends no request and gets no further line', async () => {
    const journal = await open();
    await journal.begin(2);
    rmSync(at('journal.lock'));
    const begun = (line: number): Promise<unknown> =>
      journal.begin(line).then(
        () => undefined,
        (error: unknown) => error,
      );
    await expect.poll(() => begun(3), { timeout: 5000 }).toBeInstanceOf(FileLockedError);
    expect(await begun(4)).toMatchObject({
      message: `${at('journal')} was taken over by another run while this one was suspended. Try again when it has ended`,
      file: at('journal'),
      holder: 'another run',
    });
    await journal.close();
    expect(entries()).not.toContainEqual({ begun: 4 });
    expect(entries()).not.toContainEqual({ ended: true });
  });
});
