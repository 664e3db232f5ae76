import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { applyPlan, importAddressBook, planDedupe, planMigration, planRemoval } from '../../src/address-book/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { cassette, importRecordings, redactCassette, responseXml } from '../../src/replay/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { twoClients } from '../address-book/two-accounts.js';
import { requestXml } from '../replay/requests.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;
let umask = 0;

const at = (name: string): string => path.join(folder, name);

/** Creates an empty folder and new accounts. */
function begin(): void {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(path.join(tmpdir(), 'writers-'));
  const numbers = [{ number: '48500100201', name: 'Ala' }];
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: [{ name: 'A', numbers }] },
      { username: 'new', password: 'p' },
    ],
  });
  [from, to] = twoClients(sandbox);
}

beforeEach(() => {
  begin();
  // Without a mode, all users could read new files.
  umask = process.umask(0);
});

afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

async function* csv(): AsyncGenerator<string> {
  yield 'group,number,name\nA,48500100202,Ola\n';
}

const recorder = (): SmsServiceClient =>
  new SmsServiceClient({
    ...{ url: 'http://gateway.test/', credentials: { username: 'old', password: 'p' }, retry: false },
    transport: cassette(at('calls.har'), { transport: sandbox.transport() }, {}),
  });

/** Writes a HAR file of another program into a separate folder. */
function otherHar(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'har-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const request = { method: 'POST', postData: { text: requestXml('A') } };
  const response = { status: 200, content: { text: responseXml('soap_AddGroup', { result: 0, id_group: 7 }) } };
  const from = path.join(folder, 'traffic.har');
  writeFileSync(from, JSON.stringify({ log: { entries: [{ request, response }] } }));
  return from;
}

async function move(): Promise<void> {
  await planMigration({ from, to, out: at('plan') });
  await applyPlan({ from, to, plan: at('plan'), journal: at('move.log') });
}

/** Functions that write files, and the files that exist during or after the call. */
const WRITERS: Readonly<Record<string, readonly [write: () => Promise<unknown>, files: readonly string[]]>> = {
  'the plan of a migration': [() => planMigration({ from, to, out: at('plan') }), ['plan']],
  'a journal, and the note that names it': [move, ['plan', 'move.log', 'plan.begun']],
  'the plan and the journal of a removal': [
    async () => {
      await move();
      await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
      await applyPlan({ from, to, plan: at('removal') });
    },
    ['removal', 'removal.journal'],
  ],
  'the plan of a dedupe': [() => planDedupe({ to: from, out: at('dedupe') }), ['dedupe']],
  'the plan of an import': [
    () => importAddressBook({ file: csv(), format: 'csv', to, plan: at('import') }),
    ['import', 'import.journal'],
  ],
  'a lock': [() => holdLock(at('file')), ['file.lock']],
  'a cassette': [() => recorder().addGroup({ name: 'B' }), ['calls.har']],
  'a cassette of others': [() => importRecordings(otherHar(), { to: at('calls.har') }), ['calls.har']],
  'a cassette that is cleaned': [
    async () => {
      await recorder().addGroup({ name: 'B' });
      await redactCassette(at('calls.har'), { secrets: ['B-secret'] });
    },
    ['calls.har'],
  ],
};

describe.each(Object.entries(WRITERS))('%s', (_what, [write, files]) => {
  it('is readable by its owner only, with any umask', async () => {
    await write();
    const modes = files.map((name) => [name, statSync(at(name)).mode & 0o777]);
    expect(modes).toEqual(files.map((name) => [name, 0o600]));
    // Other files are not readable by other users, either.
    const others = readdirSync(folder).filter((name) => (statSync(at(name)).mode & 0o077) !== 0);
    expect(others).toEqual([]);
  });

  it.each([
    ['to an existing file', true],
    ['to a missing file', false],
  ])('is not written through a link %s', async (_target, exists) => {
    for (const name of files.flatMap((file) => [file, `${file}.tmp`, `${file}.part`, `.${file}.part`])) {
      begin();
      const victim = path.join(folder, 'victim');
      if (exists) writeFileSync(victim, 'mine');
      symlinkSync(victim, at(name));
      await Promise.resolve()
        .then(write)
        .catch(() => undefined);
      expect(exists ? readFileSync(victim, 'utf8') : existsSync(victim), name).toBe(exists ? 'mine' : false);
    }
  });
});

it('a journal is continued through a link', async () => {
  await planMigration({ from, to, out: at('plan') });
  sandbox.failNext('soap_AddNumber', { result: 103 });
  await applyPlan({ from, to, plan: at('plan'), journal: at('move.log') });
  rmSync(at('plan.begun'));
  symlinkSync(at('move.log'), at('link'));
  expect(await applyPlan({ from, to, plan: at('plan'), journal: at('link') })).toMatchObject({ status: 'done' });
  expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
});

it('a journal in an existing empty file is readable by its owner only', async () => {
  await planMigration({ from, to, out: at('plan') });
  writeFileSync(at('plan.journal'), '');
  chmodSync(at('plan.journal'), 0o666);
  await applyPlan({ from, to, plan: at('plan'), journal: at('plan.journal') });
  expect(statSync(at('plan.journal')).mode & 0o777).toBe(0o600);
});
