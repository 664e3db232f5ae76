import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFolder, programFile, programStart } from './programs.js';

const folder = lockFolder();
const start = programStart(programFile('lock-child.ts'));

describe('with the times that are used', { timeout: 60_000 }, () => {
  it('a lock is refused to another container, and had by it when its process was killed', async () => {
    const first = start([path.join(folder(), 'move.journal')], { isAlone: true });
    await first.said(/^held$/);
    expect(await start([path.join(folder(), 'move.journal')], { isAlone: true }).said(/^refused/)).toMatch(
      /^refused: process 1 on /,
    );
    await first.kill();
    const last = start([path.join(folder(), 'move.journal')], { isAlone: true });
    await last.said(/^waiting for process 1 on /);
    await last.said(/^held$/);
    last.tell('ask');
    expect(await last.said(/^isHeld/)).toBe('isHeld: true');
  });

  it('a lock is never taken from a process of this namespace that stands still for longer', async () => {
    const first = start([path.join(folder(), 'move.journal')]);
    await first.said(/^held$/);
    first.signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    expect(await start([path.join(folder(), 'move.journal')]).said(/^refused|^held/)).toMatch(
      `refused: process ${first.pid()} on `,
    );
    first.signal('SIGCONT');
    first.tell('ask');
    expect(await first.said(/^isHeld/)).toBe('isHeld: true');
  });
});
