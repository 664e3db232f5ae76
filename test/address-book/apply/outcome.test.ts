import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stop } from '../../../src/address-book/apply/failed-step.js';
import { addedTo, endedBy, endOf } from '../../../src/address-book/apply/outcome.js';
import { Journal } from '../../../src/address-book/journal/journal.js';
import { FileLockedError, TimeoutError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';

const PROGRESS = { done: 1, rejected: 2, total: 9 };
let folder = '';
let journal: Journal;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'outcome-'));
  journal = await Journal.open(path.join(folder, 'journal'), { lines: 9, hash: 'hash', dryRun: false });
});
afterEach(() => rmSync(folder, { recursive: true }));

const isClosed = (): boolean => !existsSync(path.join(folder, 'journal.lock'));

describe('a run', () => {
  it('is done, or has rejects, by what its journal has of all runs, which is closed then', async () => {
    const done = await endOf(journal, 9, async () => {
      await journal.begin(1);
      journal.done(1);
      expect(isClosed()).toBe(false);
    });
    expect(done).toEqual({ status: 'done', done: 1, rejected: 0, total: 9 });
    expect(isClosed()).toBe(true);
    journal = await Journal.open(path.join(folder, 'journal'), { lines: 9, hash: 'hash', dryRun: false });
    const rejects = await endOf(journal, 9, async () => journal.reject(2, 13));
    expect(rejects).toEqual({ status: 'rejects', done: 1, rejected: 1, total: 9 });
  });

  it('that an error of a gateway ends tells of it', async () => {
    const error = new TimeoutError('took too long', 10, 'unknown');
    expect(await endOf(journal, 9, () => Promise.reject(error))).toEqual({
      ...{ status: 'transient', done: 0, rejected: 0, total: 9 },
      error,
    });
    expect(isClosed()).toBe(true);
  });

  it.each([
    ['the journal is in use', new FileLockedError('a.journal', 'process 17')],
    ['the journal is another one', new ValidationError('journal', 'belongs to another plan')],
    ['it is a defect', new RangeError('no memory')],
  ])('does not end with a result where %s', async (_why, error) => {
    expect(await rejection(endOf(journal, 9, () => Promise.reject(error)))).toBe(error);
    expect(isClosed()).toBe(true);
  });

  it('ends with a result where a step is not valid otherwise', async () => {
    const error = new ValidationError('number', 'is none');
    expect(await endOf(journal, 9, () => Promise.reject(error))).toMatchObject({ status: 'transient', error });
  });
});

describe('what has ended a run', () => {
  it('is told with its error, where it was one', () => {
    const cause = new Error('x');
    expect(endedBy(new Stop('limits', cause), PROGRESS)).toStrictEqual({ status: 'limits', ...PROGRESS, error: cause });
    expect(endedBy(new Stop('changed'), PROGRESS)).toStrictEqual({ status: 'changed', ...PROGRESS });
  });
});

it('steps of earlier plans count as done, and of all', () => {
  expect(addedTo({ ...PROGRESS, more: 'x' }, 3)).toEqual({ done: 4, rejected: 2, total: 12, more: 'x' });
});
