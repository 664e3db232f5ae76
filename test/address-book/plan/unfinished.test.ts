import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planMigration } from '../../../src/address-book/index.js';
import { bootClock } from '../../../src/address-book/journal/boot-clock.js';
import { lockedFor, NO_LOCKS, takeLocks } from '../../../src/address-book/journal/journal-locks.js';
import { settleUnfinished, type Unfinished } from '../../../src/address-book/plan/unfinished.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { AbortedError, FileLockedError } from '../../../src/errors/errors.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { untyped } from '../../support/unreadable.js';

const ACCOUNT = 'a'.repeat(64);
let folder = '';
const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'unfinished-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A journal of an account, with lines behind its first. */
function journal(name: string, account: string | undefined, ...lines: readonly object[]): void {
  const all = [{ journal: 1, plan: 'hash', ...(account === undefined ? {} : { account }) }, ...lines];
  writeFileSync(at(name), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** A line that was sent so many milliseconds ago. */
const sent = (agoMs: number): readonly object[] => {
  const { name, nowMs } = bootClock();
  return [{ begun: 2 }, { doubt: 2, clock: name, ms: nowMs() - agoMs }, { ended: true }];
};

/** Settles what is beside a plan. @returns of what it was told */
async function settled(account: string | undefined, settleMs: number, signal?: AbortSignal): Promise<Unfinished[]> {
  const told: Unfinished[] = [];
  const onUnfinished = (unfinished: Unfinished): void => void told.push(unfinished);
  await settleUnfinished(at('plan.jsonl'), account, { settleMs, signal, onUnfinished });
  return told;
}

describe('what an earlier run has left in doubt', () => {
  it('is waited for as long as it may be on its way, and told of before', async () => {
    // As if it went out just now, however slow this machine is.
    journal('old.journal', ACCOUNT, ...sent(-60_000));
    const started = performance.now();
    expect(await settled(ACCOUNT, 60)).toEqual([{ journal: at('old.journal'), ms: 60 }]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(59);
    expect(readdirSync(folder)).toEqual(['old.journal']);
  });

  it('is waited for only as long as is left of that time', async () => {
    journal('old.journal', ACCOUNT, ...sent(100_000));
    const controller = new AbortController();
    const left: number[] = [];
    const onUnfinished = ({ ms }: Unfinished): void => {
      left.push(ms);
      controller.abort();
    };
    const options = { settleMs: 500_000, signal: controller.signal, onUnfinished };
    await rejection(settleUnfinished(at('plan.jsonl'), ACCOUNT, options));
    expect(left[0]).toBeGreaterThan(300_000);
    expect(left[0]).toBeLessThanOrEqual(400_000);
  });

  it('is waited for in whole where it is not known when it was sent', async () => {
    journal('old.journal', undefined, { begun: 2 });
    expect(await settled(ACCOUNT, 20)).toEqual([{ journal: at('old.journal'), ms: 20 }]);
    expect(await settled(undefined, 20)).toEqual([{ journal: at('old.journal'), ms: 20 }]);
  });

  it('is nothing where all was settled, or sent long ago', async () => {
    journal('settled.journal', ACCOUNT, { begun: 2 }, { done: 2, id: 7 }, { ended: true });
    journal('old.journal', ACCOUNT, ...sent(60_000));
    journal('empty.journal', ACCOUNT);
    expect(await settled(ACCOUNT, 50_000)).toEqual([]);
  });

  it('is left to itself where it is of another account, or no journal, or no file', async () => {
    journal('other.journal', 'b'.repeat(64), { begun: 2 });
    journal('old.json', ACCOUNT, { begun: 2 });
    writeFileSync(at('text.journal'), 'something else\n');
    mkdirSync(at('folder.journal'));
    execFileSync('mkfifo', [at('pipe.journal')]);
    expect(await settled(ACCOUNT, 50_000)).toEqual([]);
    expect(await settled(undefined, 20)).toEqual([{ journal: at('other.journal'), ms: 20 }]);
  });

  it('is found in a journal of another name, which a note beside its plan names', async () => {
    journal('elsewhere', ACCOUNT, { begun: 2 });
    writeFileSync(at('old.jsonl.begun'), `${at('elsewhere')}\n`);
    expect(await settled(ACCOUNT, 20)).toEqual([{ journal: at('elsewhere'), ms: 20 }]);
  });

  it('is waited for no longer than the signal says', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const reason = new Error('enough');
    const controller = new AbortController();
    const told: Unfinished[] = [];
    const onUnfinished = (unfinished: Unfinished): void => {
      told.push(unfinished);
      controller.abort(reason);
    };
    const options = { settleMs: 50_000, signal: controller.signal, onUnfinished };
    const error = await rejection(settleUnfinished(at('plan.jsonl'), ACCOUNT, options));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      message: 'aborted by the caller while an earlier run was settled',
      outcome: 'not-sent',
      cause: reason,
    });
    expect(told).toEqual([{ journal: at('old.journal'), ms: 50_000 }]);
    expect(existsSync(at('old.journal.lock'))).toBe(false);
  });

  it('is that of a run at work where it has the lock of its journal: nothing is planned then', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const locks = await takeLocks(at('old.journal'), {});
    const error = await rejection(settled(ACCOUNT, 20));
    expect(error).toBeInstanceOf(FileLockedError);
    expect((error as FileLockedError).message).toMatch(
      new RegExp(
        `^${at('old.journal')} is the journal of a run that changes the same account, and nothing is planned meanwhile: process ${process.pid} on `,
      ),
    );
    expect(await settled(undefined, 20)).toEqual([]);
    journal('old.journal', undefined, { begun: 2 });
    expect(await settled(ACCOUNT, 20)).toEqual([]);
    expect(await settled(undefined, 20)).toEqual([]);
    journal('old.journal', 'b'.repeat(64), { begun: 2 });
    expect(await settled(ACCOUNT, 20)).toEqual([]);
    locks.release();
    journal('old.journal', undefined, { begun: 2 });
    expect(await settled(ACCOUNT, 20)).toHaveLength(1);
  });

  it('is nothing where not even the first line of its journal is whole', async () => {
    writeFileSync(at('old.journal'), '{"journal":1,"pl');
    expect(await settled(ACCOUNT, 50_000)).toEqual([]);
  });

  it('is nothing where its run ends at this moment, and has done nothing', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const settling = settled(ACCOUNT, 50_000);
    rmSync(at('old.journal'));
    expect(await settling).toEqual([]);
  });

  it('is not passed over where its journal cannot be read', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    const settling = rejection(settled(ACCOUNT, 50_000));
    rmSync(at('old.journal'));
    mkdirSync(at('old.journal'));
    expect(await settling).toMatchObject({ code: 'EISDIR' });
    expect(existsSync(at('old.journal.lock'))).toBe(false);
  });

  it('is not waited for where nobody knows who has its journal, and the caller has ended that', async () => {
    journal('old.journal', ACCOUNT, { begun: 2 });
    writeFileSync(at('old.journal.lock'), '');
    const error = await rejection(settled(ACCOUNT, 50_000, AbortSignal.abort(new Error('enough'))));
    expect(error).toBeInstanceOf(AbortedError);
  });

  it('is told to a function', async () => {
    const { transport } = createSandbox({ accounts: [{ username: 'a', password: 'p' }] });
    const credentials = { username: 'a', password: 'p' };
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: transport() });
    const onUnfinished = untyped('told');
    const error = await rejection(planMigration({ from: client, to: client, out: at('plan'), onUnfinished }));
    expect(error).toMatchObject({ name: 'ValidationError', path: 'onUnfinished' });
    await client.close();
  });
});

describe('the locks of a run', () => {
  it('are of its journal, and of its account in that folder', async () => {
    const locks = await takeLocks(at('one.journal'), { account: ACCOUNT });
    expect(locks.areHeld()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual([`.sms-service-${'a'.repeat(16)}.lock`, 'one.journal.lock']);
    locks.release();
    expect(locks.areHeld()).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are one where the account is not known', async () => {
    const locks = await takeLocks(at('one.journal'), {});
    expect(readdirSync(folder)).toEqual(['one.journal.lock']);
    expect(locks.areHeld()).toBe(true);
    locks.release();
    expect(locks.areHeld()).toBe(false);
  });

  it('are refused while another run has one of them, and then none is left', async () => {
    const locks = await takeLocks(at('one.journal'), { account: ACCOUNT });
    const holder = `process ${process.pid} on `;
    await expect(takeLocks(at('one.journal'), {})).rejects.toThrow(
      `${at('one.journal')} is in use by another run, ${holder}`,
    );
    await expect(takeLocks(at('two.journal'), { account: ACCOUNT })).rejects.toThrow(
      `${at(`.sms-service-${'a'.repeat(16)}`)} is not begun: another run changes the same account, ${holder}`,
    );
    expect(existsSync(at('two.journal.lock'))).toBe(false);
    locks.release();
  });

  it('are no longer waited for when the caller ends that', async () => {
    writeFileSync(at('one.journal.lock'), '');
    const reason = new Error('enough');
    for (const take of [
      (signal: AbortSignal) => lockedFor(at('one.journal'), { signal }),
      (signal: AbortSignal) => takeLocks(at('one.journal'), { signal }),
    ]) {
      const error = await rejection(take(AbortSignal.abort(reason)));
      expect(error).toBeInstanceOf(AbortedError);
      expect(error).toMatchObject({
        message: 'aborted by the caller before it was known who has the journal',
        outcome: 'not-sent',
        cause: reason,
      });
    }
  });

  it('are told of where nobody knows whether their run still lives', async () => {
    writeFileSync(at('one.journal.lock'), '');
    const told: string[] = [];
    const controller = new AbortController();
    const onLocked = (holder: string): void => {
      told.push(holder);
      controller.abort();
    };
    await rejection(takeLocks(at('one.journal'), { signal: controller.signal, onLocked }));
    expect(told).toEqual(['an unknown process']);
  });

  it('are none for whoever only reads', () => {
    expect(NO_LOCKS.areHeld()).toBe(true);
    expect(NO_LOCKS.release()).toBeUndefined();
  });
});
