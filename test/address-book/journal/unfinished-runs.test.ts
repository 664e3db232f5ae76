import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnfinishedRun } from '../../../src/address-book/accounts/options.js';
import { takeLocks } from '../../../src/address-book/journal/journal-locks.js';
import { waitForUnfinishedRuns } from '../../../src/address-book/journal/unfinished-runs.js';
import { AbortedError, FileLockedError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';

const ACCOUNT = 'a'.repeat(64);
let folder = '';
const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'unfinished-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the journal of an account. */
function journal(name: string, account: string | undefined, ...lines: readonly object[]): void {
  const all = [{ journal: 2, plan: 'hash', ...(account === undefined ? {} : { account }) }, ...lines];
  writeFileSync(at(name), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Waits for the runs beside a plan. @returns the runs that were reported */
async function waitedFor(
  account: string | undefined,
  settleMs: number,
  signal?: AbortSignal,
): Promise<UnfinishedRun[]> {
  const reported: UnfinishedRun[] = [];
  const onUnfinished = (run: UnfinishedRun): void => void reported.push(run);
  await waitForUnfinishedRuns(at('plan.jsonl'), { account, settleMs, signal, onUnfinished });
  return reported;
}

describe('a request with unknown outcome of an earlier run', () => {
  it('is waited for, and reported before', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 }, { ended: true });
    expect(await waitedFor(ACCOUNT, 60)).toEqual([{ journal: at('old.journal'), ms: 60 }]);
    expect(readdirSync(folder)).toEqual(['old.journal']);
  });

  it('is not waited for if it was resolved', async () => {
    journal('settled.journal', ACCOUNT, { begun: 2 }, { done: 2, id: 7 }, { ended: true });
    journal('empty.journal', ACCOUNT);
    expect(await waitedFor(ACCOUNT, 50_000)).toEqual([]);
  });

  it('is not waited for if the journal is of another account, or the file is not a journal', async () => {
    journal('other.journal', 'b'.repeat(64), { begun: 2 });
    journal('old.json', ACCOUNT, { begun: 2 });
    writeFileSync(at('text.journal'), 'something else\n');
    symlinkSync(at('gone'), at('link.journal'));
    mkdirSync(at('folder.journal'));
    execFileSync('mkfifo', [at('pipe.journal')]);
    expect(await waitedFor(ACCOUNT, 50_000)).toEqual([]);
    expect(await waitedFor(undefined, 20)).toEqual([{ journal: at('other.journal'), ms: 20 }]);
  });

  it('is found in a journal of another name that the note beside its plan contains', async () => {
    journal('elsewhere', ACCOUNT, { begun: 2 });
    writeFileSync(at('old.jsonl.begun'), `${at('elsewhere')}\n`);
    expect(await waitedFor(ACCOUNT, 20)).toEqual([{ journal: at('elsewhere'), ms: 20 }]);
  });

  it('is waited for until the signal is aborted', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const reason = new Error('enough');
    const controller = new AbortController();
    const reported: UnfinishedRun[] = [];
    const onUnfinished = (run: UnfinishedRun): void => {
      reported.push(run);
      controller.abort(reason);
    };
    const options = { account: ACCOUNT, settleMs: 50_000, signal: controller.signal, onUnfinished };
    const error = await rejection(waitForUnfinishedRuns(at('plan.jsonl'), options));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      message: 'aborted by the caller while waiting for an earlier run',
      outcome: 'not-sent',
      cause: reason,
    });
    expect(reported).toEqual([{ journal: at('old.journal'), ms: 50_000 }]);
    expect(existsSync(at('old.journal.lock'))).toBe(false);
  });

  it('of a running run refuses the plan if both change the same account', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const locks = await takeLocks(at('old.journal'), {});
    const error = await rejection(waitedFor(ACCOUNT, 20));
    expect(error).toBeInstanceOf(FileLockedError);
    expect((error as FileLockedError).message).toMatch(
      new RegExp(
        `^${at('old.journal')} belongs to a run that changes the same account. Try again when it has ended: process ${process.pid} on `,
      ),
    );
    expect(await waitedFor(undefined, 20)).toEqual([]);
    journal('old.journal', undefined, { begun: 2 });
    expect(await waitedFor(ACCOUNT, 20)).toEqual([]);
    expect(await waitedFor(undefined, 20)).toEqual([]);
    journal('old.journal', 'b'.repeat(64), { begun: 2 });
    expect(await waitedFor(ACCOUNT, 20)).toEqual([]);
    locks.release();
    journal('old.journal', undefined, { begun: 2 });
    expect(await waitedFor(ACCOUNT, 20)).toHaveLength(1);
  });
});

describe('the locks of a run', () => {
  it('are reported if it is unknown whether their holder is alive', async () => {
    writeFileSync(at('one.journal.lock'), '');
    const reported: string[] = [];
    const controller = new AbortController();
    const onLocked = (holder: string): void => {
      reported.push(holder);
      controller.abort();
    };
    await rejection(takeLocks(at('one.journal'), { signal: controller.signal, onLocked }));
    expect(reported).toEqual(['an unknown process']);
  });
});
