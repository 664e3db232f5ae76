import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockFolder, programFile, programStart } from './programs.js';

/** Long enough for a machine that has much to do. */
const TIMES = ['3000'];
const PATIENCE = { timeout: 60_000 };

const folder = lockFolder();
const start = programStart(programFile('lock-child.ts'));
let file = '';

beforeEach(() => {
  file = path.join(folder(), 'move.journal');
});

describe('processes that are each process 1, in containers on one volume', PATIENCE, () => {
  it('do not share a lock, and the second acquires it when the first was killed', async () => {
    const first = start([file, ...TIMES], { isAlone: true });
    await first.said(/^held$/);
    const refused = start([file, ...TIMES], { isAlone: true });
    expect(await refused.said(/^refused/)).toMatch(/^refused: process 1 on \S+, since \S+$/);
    const waiting = start([file, ...TIMES], { isAlone: true });
    await first.kill();
    // It may have seen the last sign of life.
    if ((await waiting.said(/^refused|^held/)) !== 'held') {
      await start([file, ...TIMES], { isAlone: true }).said(/^held$/);
    }
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
  });

  it('do not both hold it if the first is suspended until the lock was taken away', async () => {
    const first = start([file, ...TIMES], { isAlone: true });
    await first.said(/^held$/);
    first.signal('SIGSTOP');
    first.tell('ask');
    const second = start([file, ...TIMES], { isAlone: true });
    await second.said(/^held$/);
    first.signal('SIGCONT');
    expect(await first.said(/^isHeld/)).toBe('isHeld: false');
    second.tell('ask');
    expect(await second.said(/^isHeld/)).toBe('isHeld: true');
  });

  it('acquire an abandoned lock one at a time', async () => {
    const first = start([file, ...TIMES], { isAlone: true });
    await first.said(/^held$/);
    await first.kill();
    const others = Array.from({ length: 6 }, (_, index) => start([file, ...TIMES], { isAlone: index % 2 === 0 }));
    const said = await Promise.all(others.map((other) => other.said(/^refused|^held/)));
    expect(said.filter((line) => line === 'held')).toEqual(['held']);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
  });

  it('do not share a lock if /proc shows the processes of another namespace', async () => {
    const first = start([file, ...TIMES], { isAlone: true, seesOthers: true });
    await first.said(/^held$/);
    for (const seesOthers of [true, false]) {
      const refused = start([file, ...TIMES], { isAlone: true, seesOthers });
      expect(await refused.said(/^refused|^held/)).toMatch(/^refused: process 1 on /);
    }
  });
});
