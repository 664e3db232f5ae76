import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';

describe('a program ends after it has closed its client', () => {
  const program = fileURLToPath(new URL('close-and-end.ts', import.meta.url));

  it.each([
    ['with idle connections', 'idle'],
    ['with calls in flight that are waited for', 'busy'],
    ['with calls in flight and calls that wait for their turn, which are ended', 'waiting'],
    ['with the pause of a retry, which is ended', 'retrying'],
    ['with an unread stream', 'streaming'],
    ['with a function for credentials that never gives any', 'credentials'],
    ['with a transport that was given, when that is closed, too', 'borrowed'],
  ])('%s', async (_what, scenario) => {
    const sandbox = await startSandbox();
    const args = ['--import', 'tsx', program, scenario, sandbox.url];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 });
    await sandbox.close();
    expect(stdout).toBe('closed\n');
  });
});
