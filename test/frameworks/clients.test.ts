import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { type Program, startProgram } from './program.js';

let sandbox: RunningSandbox;
let program: Program;

beforeAll(async () => {
  const account = { username: 'alice', password: 'sesame-9', points: 100, senders: ['Test'], tokens: ['t0ken'] };
  sandbox = await startSandbox({ accounts: [account] });
  program = await startProgram('node', 'worker-host.mjs', ['client-worker.mjs'], '/');
}, 60_000);

afterAll(async () => {
  await program.end();
  await sandbox.close();
});

it('both clients call the gateway from workerd, over fetch', async () => {
  // Longer than the timeout of the worker.
  sandbox.failNext('soap_CheckPoints', { delayMs: 10_000 });
  const query = new URLSearchParams({ soap: sandbox.url, http: sandbox.httpUrl });
  const response = await fetch(`${program.url}?${query.toString()}`);
  expect(response.status, program.output()).toBe(200);
  expect(await response.json()).toEqual({
    numbers: ['48500100200'],
    ids: [sandbox.account('alice')?.messages[0]?.id],
    points: 99.84,
    // The uploaded file arrived, but it is not a media file.
    upload: ['INVALID_REQUEST', 24, 'rejected'],
    refused: ['CONNECTION', null, 'unknown'],
    late: ['TIMEOUT', null, 'unknown'],
  });
  expect(sandbox.account('alice')?.messages).toMatchObject([{ message: 'Zażółć' }]);
});

it('a long-lived client in workerd serves sequential and concurrent requests', async () => {
  const call = async (timeoutMs: number): Promise<unknown> => {
    const query = new URLSearchParams({ soap: sandbox.url, timeoutMs: String(timeoutMs) });
    const response = await fetch(`${program.url}?${query.toString()}`);
    expect(response.status, program.output()).toBe(200);
    return response.json();
  };
  const points = sandbox.account('alice')?.points;
  expect(await call(200)).toBe(points);
  sandbox.failEvery(1, 'soap_CheckPoints', { delayMs: 10_000 });
  expect(await call(500)).toEqual(['TIMEOUT', null, 'unknown']);
  sandbox.clearFailures();
  expect(await Promise.all([call(10_000), call(5000), call(10_000)])).toEqual([points, points, points]);
});
