import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MarkNote } from '../../../src/address-book/sides/mark-note.js';
import { openFiles } from '../../support/open-files.js';

let note = '';
const clock = { name: 'boot-1', nowMs: () => now };
let now = 0;

beforeEach(() => {
  note = path.join(mkdtempSync(path.join(tmpdir(), 'marks-')), 'marks');
  now = 1000;
});
afterEach(() => rmSync(path.dirname(note), { recursive: true }));

const marks = (...of: readonly ConstructorParameters<typeof MarkNote>[1][]): MarkNote =>
  new MarkNote(note, of[0] ?? clock);
const text = (): string => readFileSync(note, 'utf8');

describe('a note of marks', () => {
  it('names each from before it is made until it is gone, and is for its owner only', async () => {
    await marks().add('one');
    now = 2000;
    await marks().add('two');
    expect(text()).toBe('one\tboot-1\t1000\ntwo\tboot-1\t2000\n');
    expect(statSync(note).mode & 0o777).toBe(0o600);
    expect(marks().names()).toEqual(new Set(['one', 'two']));
    await marks().remove(['one']);
    expect(text()).toBe('one\tboot-1\t1000\ntwo\tboot-1\t2000\none\t-\n');
    expect(marks().names()).toEqual(new Set(['two']));
    await marks().add('one');
    expect(marks().names()).toEqual(new Set(['two', 'one']));
  });

  it('is removed with its last mark, and is none where there is none', async () => {
    expect(marks().names()).toEqual(new Set());
    await marks().add('one');
    await marks().add('two');
    await marks().remove(['two', 'one']);
    expect(readdirSync(path.dirname(note))).toEqual([]);
    await marks().remove(['one']);
    expect(readdirSync(path.dirname(note))).toEqual([]);
  });

  it('stays as it is when nothing is gone', async () => {
    await marks().add('one');
    await marks().remove([]);
    expect(text()).toBe('one\tboot-1\t1000\n');
  });

  it('is closed after each line, and has nothing of a line that is cut off', async () => {
    await marks().add('one');
    expect(openFiles(note)).toEqual([]);
    writeFileSync(note, 'one\tboot-1\t1000\n\ntwo');
    expect(marks().names()).toEqual(new Set(['one', 'two']));
  });

  it('without a clock of the system has no name of one', async () => {
    await marks({ name: undefined, nowMs: () => 5 }).add('one');
    expect(text()).toBe('one\t\t5\n');
  });
});

it('a mark that is noted behind a line that was cut off is one of its own', async () => {
  writeFileSync(note, 'sms-service-mark-0123');
  await marks().add('sms-service-mark-abcdef012345');
  expect(marks().names()).toContain('sms-service-mark-abcdef012345');
});

describe('old marks', () => {
  it('are forgotten when nobody sees them, and they cannot be on their way any more', async () => {
    for (const mark of ['seen', 'old']) await marks().add(mark);
    now = 2000;
    await marks().add('late');
    now = 31_001;
    await marks().forgetOld(new Set(['seen']));
    expect(marks().names()).toEqual(new Set(['seen', 'late']));
  });

  it('may be on their way for 30 seconds', async () => {
    await marks().add('one');
    await marks().add('two');
    now = 31_000;
    await marks().forgetOld(new Set(['two']));
    expect(marks().names()).toEqual(new Set(['one', 'two']));
  });

  it('of another clock are as if they were made now', async () => {
    await marks({ name: 'boot-0', nowMs: () => 5 }).add('one');
    now = 900_000;
    await marks().forgetOld(new Set());
    expect(text()).toBe('one\tboot-0\t5\none\tboot-1\t900000\n');
    now = 930_000;
    await marks().forgetOld(new Set());
    expect(marks().names()).toEqual(new Set(['one']));
    now = 930_001;
    await marks().forgetOld(new Set());
    expect(marks().names()).toEqual(new Set());
  });

  it('that were cut off are as if they were made now, too', async () => {
    writeFileSync(note, 'one\tboot-1\t1000\ntwo');
    now = 31_001;
    await marks().forgetOld(new Set(['one']));
    expect(text()).toBe('one\tboot-1\t1000\ntwo\ntwo\tboot-1\t31001\n');
  });
});
