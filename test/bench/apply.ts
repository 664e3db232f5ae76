/**
 * `apply.ts URL COUNT` prints how many numbers `applyPlan` adds per second, 32 at once with a journal, and how many
 * requests the transport alone sends. The gateway at the URL accepts every request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyPlan, planMigration, type ReadingClient } from '../../src/address-book/index.js';
import { httpTransport, type TransportRequest } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';

const [url = '', given = '5000'] = process.argv.slice(2);
const count = Number(given);
const CONCURRENCY = 32;

const account = (numbers: number): ReadingClient => ({
  getGroups: async () => (numbers === 0 ? [] : [{ id: 1, name: 'All of them', info: '', numberCount: numbers }]),
  async *streamNumbers(groupId) {
    for (let index = 0; index < numbers; index++)
      yield { number: String(48_500_000_000 + index), name: `Person ${index}`, groupId };
  },
});

/** The request of one number. */
async function requestOfClient(): Promise<TransportRequest> {
  let seen: TransportRequest | undefined;
  const send = (request: TransportRequest): Promise<never> => {
    seen = request;
    return Promise.reject(new Error('only looked at'));
  };
  const client = new SmsServiceClient({
    url,
    credentials: { username: 'a', password: 'b' },
    transport: { send },
    retry: false,
  });
  await client.addNumber({ number: '48500000000', name: 'Person 0', groupId: 1 }).catch(() => undefined);
  if (seen === undefined) throw new Error('the client has sent nothing');
  return seen;
}

async function raw(): Promise<number> {
  const transport = httpTransport();
  const request = await requestOfClient();
  const { signal: _signal, ...plain } = request;
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left > 0) {
        left -= 1;
        const { body } = await transport.send(plain);
        if (!(body instanceof Uint8Array)) await body.bytes?.();
      }
    }),
  );
  const rate = (1000 * count) / (performance.now() - start);
  await transport.close?.();
  return rate;
}

async function applied(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-apply-'));
  const client = new SmsServiceClient({ url, credentials: { username: 'a', password: 'b' } });
  try {
    const plan = path.join(folder, 'plan');
    const from = account(count);
    await planMigration({ from, to: account(0), out: plan });
    const to = {
      ...account(0),
      addGroup: async () => ({ groupId: 1 }),
      addNumber: client.addNumber.bind(client),
      delGroup: client.delGroup.bind(client),
      delNumber: client.delNumber.bind(client),
    };
    const start = performance.now();
    const { status, done } = await applyPlan({ plan, from, to, concurrency: CONCURRENCY });
    if (status !== 'done' || done !== count + 1) throw new Error(`${status}, ${done} of ${count + 1}`);
    return (1000 * count) / (performance.now() - start);
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

// Once for the engine, then by turns.
await raw();
await applied();
const [ours, theirs]: [number[], number[]] = [[], []];
for (let round = 0; round < 2; round++) {
  ours.push(await applied());
  theirs.push(await raw());
}
console.log(JSON.stringify({ ours, raw: theirs }));
