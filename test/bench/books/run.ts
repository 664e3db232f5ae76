/**
 * What moving an address book takes over HTTP, beside bare posts of the same requests over kept connections:
 * `npm run bench -- books [--numbers 1000000 --groups 100]`, against an embedded gateway in a process of its own.
 */
import { fork } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SmsServiceClient } from 'sms-service-client';
import {
  diffAddressBooks,
  exportAddressBook,
  importAddressBook,
  restoreAddressBook,
} from 'sms-service-client/address-book';
import { httpTransport, type TransportRequest } from 'sms-service-client/transport';
import { rawPost } from '../by-turns.js';

const { values } = parseArgs({
  options: { numbers: { type: 'string', default: '100000' }, groups: { type: 'string', default: '100' } },
});
const [numbers, groups] = [Number(values.numbers), Number(values.groups)];
/** As many as an import has in flight. */
const AT_ONCE = 8;
/** So many numbers are taken away, and so many added, before the account is restored. */
const SPOILT = Math.min(500, numbers / groups);

const server = fork(fileURLToPath(new URL('gateway.ts', import.meta.url)), [values.numbers, values.groups], {
  execArgv: [...process.execArgv, '--max-old-space-size=8192'],
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const url = await new Promise<string>((resolve) => {
  server.stdout?.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
});
const folder = mkdtempSync(path.join(tmpdir(), 'bench-books-'));
const book = path.join(folder, 'book.jsonl');
const clientOf = (username: string): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: { username, password: 'secret' }, timeoutMs: 600_000 });
const [full, empty] = [clientOf('full'), clientOf('empty')];

/** The request of a call, as the client sends it. */
async function requestOf(
  username: string,
  call: (client: SmsServiceClient) => Promise<unknown>,
): Promise<TransportRequest> {
  const transport = httpTransport();
  let seen: TransportRequest | undefined;
  const send: typeof transport.send = (request) => {
    seen = request;
    return transport.send(request);
  };
  await call(new SmsServiceClient({ url, credentials: { username, password: 'secret' }, transport: { send } }));
  await transport.close?.();
  if (seen === undefined) throw new Error('the client has sent nothing');
  return seen;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
}

/** Posts the same request again and again, with another text in the place of one. */
function poster({ headers, body }: TransportRequest): (from: string, to: string) => Promise<number> {
  if (!(body instanceof Uint8Array)) throw new Error('the client has sent a stream');
  const [text, { post }] = [Buffer.from(body).toString('utf8'), rawPost(url, headers, body)];
  return (from, to) => post(Buffer.from(text.replace(from, to)));
}

const readGroup = poster(await requestOf('full', (client) => client.getNumbers(1)));
const addOne = poster(
  await requestOf('raw', async (client) => {
    const [group] = await client.getGroups();
    await client.addNumber({ number: '48499999999', name: 'Person', groupId: group?.id ?? 0 });
  }),
);
const readAll = async (): Promise<void> => {
  const ids = (await full.getGroups()).map(({ id }) => id);
  for (const id of ids) await readGroup('>1</', `>${id}</`);
};
const addAll = async (): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < numbers) {
      const number = 48_500_000_000 + next;
      next += 1;
      await addOne('48499999999', String(number));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
const spoil = async (): Promise<void> => {
  const [first] = await full.getGroups();
  for (let index = 0; index < SPOILT; index++) {
    await full.delNumber({ number: String(48_500_000_000 + index), groupId: first?.id ?? 0 });
    await full.addNumber({ number: String(48_600_000_000 + index), name: 'Foreign', groupId: first?.id ?? 0 });
  }
};
const say = (what: string, seconds: number, raw: number, beside: string): void =>
  console.log(
    `${what.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s  ${(seconds / raw).toFixed(2)} × ${beside} (${raw.toFixed(2)} s)`,
  );

try {
  // Once before, so that both sides have run.
  await readAll();
  const reading = await secondsOf(readAll);
  say(
    'export',
    await secondsOf(() => pipeline(exportAddressBook(full), createWriteStream(book))),
    reading,
    'reading it',
  );
  say('diff', await secondsOf(() => diffAddressBooks({ left: book, right: full })), reading, 'reading it');
  const adding = await secondsOf(addAll);
  const take = (): Promise<unknown> =>
    importAddressBook({
      file: createReadStream(book),
      format: 'jsonl',
      to: empty,
      plan: path.join(folder, 'plan.jsonl'),
    });
  say('import into an empty account', await secondsOf(take), adding, 'adding them');
  await spoil();
  const restore = (): Promise<unknown> =>
    restoreAddressBook({ file: book, to: full, folder: path.join(folder, 'restore') });
  say(`restore of ${2 * SPOILT} changes`, await secondsOf(restore), reading, 'reading it');
  const { isSame } = await diffAddressBooks({ left: book, right: full });
  const { isSame: isImported } = await diffAddressBooks({ left: book, right: empty });
  if (!isSame || !isImported) throw new Error('an account is not as the file is');
  console.log(
    `${numbers} numbers in ${groups} groups; peak of memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  );
} finally {
  rmSync(folder, { recursive: true });
  server.disconnect();
}
process.exit();
