import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.js';
import { runParallelRound } from './parallel-round.js';

describe('64 tests at once on one gateway', () => {
  it.each([1, 2, 3])('see only their own messages (seed %i)', async (seed) => {
    const sandbox = await startSandbox({ accounts: [], newAccounts: true });
    onTestFinished(() => sandbox.close());
    const { broken, messages, waits } = await runParallelRound(sandbox, seed, 64);
    expect(broken).toEqual([]);
    expect([messages, waits]).toEqual([384, 384]);
  });
});
