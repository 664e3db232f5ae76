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
import { STATES } from '../../../src/address-book/journal/steps.js';
import { FileLockedError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { openFiles } from '../../support/open-files.js';

const CLOCK = { name: 'this start', nowMs: () => 5000 };
const HEAD = '{"journal":1,"plan":"hash"}\n';
let folder = '';
const at = (name: string): string => path.join(folder, name);
const text = (): string => readFileSync(at('journal'), 'utf8');
const mode = (): number => statSync(at('journal')).mode & 0o777;
/** The lines behind the first. */
const entries = (): readonly unknown[] =>
  text()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as unknown);

function open(more: Partial<JournalOptions> = {}): Promise<Journal> {
  return Journal.open(at('journal'), { lines: 9, hash: 'hash', dryRun: false, clock: CLOCK, ...more });
}

const write = (...lines: readonly object[]): void =>
  writeFileSync(at('journal'), HEAD + lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a journal that is begun', () => {
  it('says first which plan it belongs to, and which account is changed', async () => {
    const journal = await open({ account: 'a'.repeat(64) });
    expect(text()).toBe(`{"journal":1,"plan":"hash","account":"${'a'.repeat(64)}"}\n`);
    expect(mode()).toBe(0o600);
    await journal.close();
  });

  it('does not stay where nothing is noted, also where somebody has removed it', async () => {
    const journal = await open();
    expect([text(), journal.hasEntries]).toEqual([HEAD, false]);
    await journal.close();
    expect(readdirSync(folder)).toEqual([]);
    const removed = await open();
    rmSync(at('journal'));
    await removed.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes the place of one of which not even the first line is whole, for its owner only', async () => {
    writeFileSync(at('journal'), HEAD.slice(0, -2));
    chmodSync(at('journal'), 0o644);
    const journal = await open();
    expect([text(), mode()]).toEqual([HEAD, 0o600]);
    await journal.close();
  });

  it('is not begun through a link', async () => {
    symlinkSync(at('other'), at('journal'));
    expect(await rejection(open())).toMatchObject({ code: 'ELOOP', path: at('journal') });
    expect(readdirSync(folder)).toEqual(['journal']);
  });
});

describe('a journal', () => {
  it('has a line on the disk before its request goes out', async () => {
    const journal = await open();
    await journal.begin(2);
    expect(entries()).toEqual([{ begun: 2 }]);
    expect([journal.steps.stateOf(2), journal.hasEntries]).toEqual([STATES.begun, true]);
    await journal.close();
  });

  it('notes what becomes of each line, in that order, and that the run has ended', async () => {
    const journal = await open();
    await Promise.all([2, 3, 4, 5].map((line) => journal.begin(line)));
    journal.done(2, 77);
    journal.done(3);
    journal.undo(4);
    journal.reject(5, 13);
    await journal.begin(6);
    journal.doubt(6);
    await journal.close();
    expect(entries()).toEqual([
      ...[2, 3, 4, 5].map((begun) => ({ begun })),
      { done: 2, id: 77 },
      { done: 3 },
      { undone: 4 },
      { rejected: 5, code: 13 },
      { begun: 6 },
      { doubt: 6, clock: 'this start', ms: 5000 },
      { ended: true },
    ]);
    expect(readdirSync(folder)).toEqual(['journal']);
    const again = await open();
    const states = [2, 3, 4, 5, 6].map((line) => again.steps.stateOf(line));
    expect(states).toEqual([STATES.done, STATES.done, STATES.none, STATES.rejected, STATES.begun]);
    expect([again.steps.idOf(2), again.steps.idOf(3)]).toEqual([77, undefined]);
    await again.close();
  });

  it('says nothing of when a request had gone out by a clock that nobody knows again', async () => {
    const journal = await open({ clock: { name: undefined, nowMs: () => 5000 } });
    await journal.begin(2);
    journal.doubt(2);
    await journal.close();
    expect(entries()).toEqual([{ begun: 2 }, { ended: true }]);
  });

  it('is closed with its lock given back, and its file is', async () => {
    const journal = await open();
    expect(existsSync(at('journal.lock'))).toBe(true);
    expect(openFiles(at('journal'))).toContain(at('journal'));
    await journal.begin(2);
    await journal.close();
    expect(existsSync(at('journal.lock'))).toBe(false);
    expect(openFiles(at('journal'))).toEqual([]);
  });
});

describe('a journal of an earlier run', () => {
  it('is gone on with behind its last whole line, as whoever has it wants it to be read', async () => {
    write({ begun: 2 }, { done: 2 }, { ended: true });
    writeFileSync(at('journal'), `${text()}{"beg`);
    chmodSync(at('journal'), 0o640);
    const journal = await open();
    expect([journal.hasEntries, journal.steps.stateOf(2), mode()]).toEqual([true, STATES.done, 0o640]);
    await journal.begin(3);
    await journal.close();
    expect(entries()).toEqual([{ begun: 2 }, { done: 2 }, { ended: true }, { begun: 3 }, { ended: true }]);
  });

  it('is gone on with through a link, too', async () => {
    writeFileSync(at('other'), `${HEAD}{"begun":2}\n`);
    symlinkSync('other', at('journal'));
    const journal = await open();
    await journal.begin(3);
    await journal.close();
    expect(readFileSync(at('other'), 'utf8')).toBe(`${HEAD}{"begun":2}\n{"begun":3}\n`);
  });

  it('stays, also where this run has nothing to note', async () => {
    write({ begun: 2 }, { done: 2 }, { ended: true });
    const before = text();
    await (await open()).close();
    expect(text().startsWith(before)).toBe(true);
  });

  it('knows since when nothing can be on its way', async () => {
    write({ begun: 2 }, { doubt: 2, clock: 'this start', ms: 4200 }, { ended: true });
    const journal = await open();
    expect(journal.doubtfulMs).toBe(800);
    await journal.close();
    write({ begun: 2 }, { done: 2 }, { ended: true });
    const other = await open();
    expect(other.doubtfulMs).toBeUndefined();
    await other.close();
  });

  it('that did not end by itself is told of as long as nobody has waited for it', async () => {
    write({ begun: 2 });
    const journal = await open();
    expect(journal.doubtfulMs).toBe(0);
    journal.undo(2);
    await journal.close();
    expect(entries()).toEqual([{ begun: 2 }, { undone: 2 }]);
    const settled = await open();
    settled.settled();
    await settled.close();
    expect(entries()).toEqual([{ begun: 2 }, { undone: 2 }, { ended: true }]);
  });

  it.each([true, false])('is one of this plan, and a file: dryRun %s', async (dryRun) => {
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
    await refused('is no file');
    rmSync(at('journal'), { recursive: true });
    execFileSync('mkfifo', [at('journal')]);
    await refused('is no file');
  });
});

describe('a journal that is only read', () => {
  it('is as it was, whether it has lines or none, and has no lock', async () => {
    for (const lines of [[], [{ begun: 2 }, { done: 2 }, { ended: true }]]) {
      write(...lines);
      const before = text();
      const journal = await open({ dryRun: true });
      expect([journal.hasEntries, readdirSync(folder)]).toEqual([lines.length > 0, ['journal']]);
      expect(journal.steps.stateOf(2)).toBe(lines.length > 0 ? STATES.done : STATES.none);
      await journal.close();
      expect(text()).toBe(before);
    }
  });

  it('is not made', async () => {
    await (await open({ dryRun: true })).close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a journal of which another run has taken the lock', () => {
  it('lets no request go out, and gets no further line', async () => {
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
      message: `${at('journal')} was taken by another run, while this one stood still; when that has ended, do it again`,
      file: at('journal'),
      holder: 'another run',
    });
    await journal.close();
    expect(entries()).not.toContainEqual({ begun: 4 });
    expect(entries()).not.toContainEqual({ ended: true });
  });

  it('is not opened', async () => {
    const journal = await open();
    expect(await rejection(open())).toBeInstanceOf(FileLockedError);
    await journal.close();
  });
});
