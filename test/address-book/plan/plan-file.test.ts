import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ROW } from '../../../src/address-book/formats/records/lines.js';
import { lockedForJournal } from '../../../src/address-book/journal/journal-locks.js';
import {
  lineOf,
  newPlanFile,
  planHead,
  planIdentity,
  readLines,
  readPlan,
  writePlan,
} from '../../../src/address-book/plan/plan-file.js';
import { FileLockedError, ValidationError } from '../../../src/errors/errors.js';
import { collect, rejection } from '../../support/collect.js';
import { openFiles } from '../../support/open-files.js';

let folder = '';
let file = '';
const at = (name: string): string => path.join(folder, name);
const text = (): string => readFileSync(file, 'utf8');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plan-file-'));
  file = at('plan');
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = (force = false, content = 'new\n'): Promise<string> =>
  newPlanFile(file, { option: 'out', force }, async (made) => {
    await made.write(content);
    return 'made';
  });

describe('the file of a plan', () => {
  it('is there when it is whole, for its owner only', async () => {
    const made = newPlanFile(file, { option: 'out', force: false }, async (one) => {
      await one.write('whole\n');
      expect(existsSync(file)).toBe(false);
      return 5;
    });
    expect(await made).toBe(5);
    expect([text(), statSync(file).mode & 0o777, readdirSync(folder)]).toEqual(['whole\n', 0o600, ['plan']]);
  });

  it('is not there where making it fails, and what was there stays', async () => {
    const error = new Error('x');
    const failing = (force: boolean): Promise<unknown> =>
      rejection(newPlanFile(file, { option: 'out', force }, () => Promise.reject(error)));
    expect(await failing(false)).toBe(error);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(file, 'old\n');
    expect(await failing(true)).toBe(error);
    expect([text(), readdirSync(folder)]).toEqual(['old\n', ['plan']]);
  });

  it('takes the place of another only by force', async () => {
    writeFileSync(file, 'old\n');
    const error = await rejection(make());
    expect(error).toBeInstanceOf(ValidationError);
    expect([error, text()]).toMatchObject([{ path: 'out' }, 'old\n']);
    expect(await make(true)).toBe('made');
    expect([text(), readdirSync(folder)]).toEqual(['new\n', ['plan']]);
    rmSync(file);
    expect(await make(true)).toBe('made');
  });

  it.each([false, true])('never takes the place of one that was begun: force %s', async (force) => {
    writeFileSync(file, 'old\n');
    for (const [name, content, journal] of [
      ['plan.journal', '', at('plan.journal')],
      ['plan.begun', `${at('elsewhere')}\n`, at('elsewhere')],
    ] as const) {
      writeFileSync(at('elsewhere'), '');
      writeFileSync(at(name), content);
      expect(await rejection(make(force))).toMatchObject({
        name: 'ValidationError',
        path: 'out',
        message:
          `out: would take the place of a plan that was begun, and has the journal ${journal}: ` +
          `take another name than ${file}`,
      });
      rmSync(at(name));
    }
    expect(text()).toBe('old\n');
  });

  it('never gets the name of one of which the rest was planned anew', async () => {
    writeFileSync(at('plan.2'), 'rest\n');
    expect(await rejection(make())).toMatchObject({
      path: 'out',
      message:
        `out: would have the name of a plan of which the rest was planned anew, ${at('plan.2')}: ` +
        `take another name than ${file}`,
    });
    expect(readdirSync(folder)).toEqual(['plan.2']);
  });

  it('is not put in the place of one that was begun while it was made', async () => {
    const made = newPlanFile(file, { option: 'out', force: false }, async () => writeFileSync(at('plan.journal'), ''));
    expect(await rejection(made)).toMatchObject({ path: 'out', message: expect.stringContaining('was begun') });
    expect(readdirSync(folder)).toEqual(['plan.journal']);
  });

  it.each(['by its name', 'by a link'])('takes no place of a plan that a run is about to begin: %s', async (how) => {
    writeFileSync(at('old'), 'old\n');
    if (how === 'by a link') symlinkSync('old', file);
    else renameSync(at('old'), file);
    const real = how === 'by a link' ? at('old') : file;
    const lock = await lockedForJournal(real, 'is locked', {});
    const error = await rejection(make(true));
    expect(error).toBeInstanceOf(FileLockedError);
    expect((error as Error).message).toContain(`${real} is not written: a run begins it, process ${process.pid} on `);
    expect(text()).toBe('old\n');
    lock.release();
    expect(await make(true)).toBe('made');
    expect([text(), existsSync(`${real}.lock`)]).toEqual(['new\n', false]);
  });
});

describe('the plan of a migration', () => {
  it('says first what it is, and its lines are numbered', async () => {
    const head = { policy: 'merge', from: null, to: null } as never;
    const createdAt = new Date('2026-03-01T10:00:00Z');
    const written = await writePlan(file, { option: 'out', force: false }, head, createdAt, (writer) =>
      writer.write({ warning: 'x\u2028y\u2029' }),
    );
    expect(written).toBe(2);
    const [first = '', second, end] = text().split('\n');
    expect(Object.entries(JSON.parse(first)).slice(0, 2)).toEqual([
      ['plan', 1],
      ['createdAt', '2026-03-01T10:00:00.000Z'],
    ]);
    expect(JSON.parse(first)).toMatchObject(head);
    expect([second, end]).toEqual(['{"warning":"x\\u2028y\\u2029"}', '']);
  });

  it('has lines that are one, whatever ends lines elsewhere', () => {
    const value = { text: 'a\u2028b\u2029c\u2028\n' };
    expect(lineOf(value)).toBe('{"text":"a\\u2028b\\u2029c\\u2028\\n"}\n');
    expect(JSON.parse(lineOf(value))).toEqual(value);
  });

  it('is read line by line, each with its number', async () => {
    writeFileSync(file, lineOf({ warning: 'a' }) + lineOf({ warning: 'b' }));
    expect(await collect(readPlan(file))).toEqual([
      { line: 1, value: { warning: 'a' } },
      { line: 2, value: { warning: 'b' } },
    ]);
    const message = `plan: has no first line that says it is a plan: ${file}`;
    expect(await rejection(planHead(file))).toMatchObject({ path: 'plan', message });
    rmSync(file);
    const none = `plan: does not exist: ${file}`;
    expect(await rejection(planHead(file))).toMatchObject({ path: 'plan', message: none });
  });

  it('is told with the number of a line that is none', async () => {
    writeFileSync(file, `${lineOf({ warning: 'a' })}{}\n`);
    expect(await rejection(collect(readPlan(file)))).toMatchObject({
      name: 'ValidationError',
      path: 'plan',
      message: expect.stringContaining('line 2'),
    });
    writeFileSync(file, '');
    expect(await rejection(planHead(file))).toMatchObject({ path: 'plan', message: `plan: is empty: ${file}` });
  });
});

describe('the lines of a file', () => {
  it('come without their ends, whichever they are', async () => {
    writeFileSync(file, 'a\nb\r\n\r\nc\r\r\nd');
    expect(await collect(readLines(file, 'plan'))).toEqual(['a', 'b', '', 'c\r', 'd']);
  });

  it('are those of a file that is there', async () => {
    const error = await rejection(collect(readLines(file, 'removal')));
    expect(error).toMatchObject({ path: 'removal', message: `removal: does not exist: ${file}` });
  });

  it('are UTF-8, and not too long', async () => {
    writeFileSync(file, Buffer.from([0x61, 0x0a, 0xff, 0x0a]));
    const error = await rejection(collect(readLines(file, 'plan')));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ path: 'plan', message: expect.stringMatching(/^plan: cannot be read: line 2: /) });
    writeFileSync(file, `a\n${'x'.repeat(MAX_ROW + 1)}`);
    const tooLong = `plan: cannot be read: line 2: is longer than ${MAX_ROW} characters: ${file}`;
    expect(await rejection(collect(readLines(file, 'plan')))).toMatchObject({ path: 'plan', message: tooLong });
  });

  it('that the system refuses are told with the name of the file', async () => {
    mkdirSync(file);
    expect(await rejection(collect(readLines(file, 'plan')))).toMatchObject({ code: 'EISDIR', path: file });
  });

  it('that nobody wants any more leave the file closed', async () => {
    writeFileSync(file, 'a\n'.repeat(200_000));
    for await (const line of readLines(file, 'plan')) {
      expect([line, openFiles(file)]).toEqual(['a', [file]]);
      break;
    }
    await expect.poll(() => openFiles(file)).toEqual([]);
  });
});

describe('the identity of a plan', () => {
  it('is another one as soon as it is there, written to, or replaced', () => {
    const seen = [planIdentity(file)];
    expect(seen).toEqual(['']);
    writeFileSync(file, 'a');
    utimesSync(file, 5, 5);
    seen.push(planIdentity(file));
    expect(planIdentity(file)).toBe(seen[1]);
    writeFileSync(file, 'ab');
    utimesSync(file, 5, 5);
    seen.push(planIdentity(file));
    utimesSync(file, 5, 6);
    seen.push(planIdentity(file));
    writeFileSync(at('other'), 'ab');
    utimesSync(at('other'), 5, 6);
    renameSync(at('other'), file);
    seen.push(planIdentity(file));
    expect(new Set(seen).size).toBe(5);
  });
});
