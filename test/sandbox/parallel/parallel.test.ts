import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.js';
import { runMachine } from './machine.js';
import { runParallelRound } from './parallel-round.js';

describe('64 tests at once on one gateway', () => {
  it.each([1, 2, 3])('see what they have sent and nothing else (seed %i)', async (seed) => {
    const sandbox = await startSandbox({ accounts: [], newAccounts: true });
    onTestFinished(() => sandbox.close());
    const { broken, messages, waits } = await runParallelRound(sandbox, seed, 64);
    expect(broken).toEqual([]);
    expect([messages, waits]).toEqual([384, 384]);
  });
});

describe('a random machine', () => {
  it('never sees a message missed, counted twice, or of another account', async () => {
    for (let seed = 1; seed <= 20; seed += 1) expect((await runMachine(seed)).broken).toEqual([]);
  });
});
