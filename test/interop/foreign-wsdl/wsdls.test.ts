import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../../generated/index.js';
import { httpTransport, type Transport } from '../../../src/calls/index.js';
import { ROOT } from '../../support/run.js';
import { complaintsAbout } from '../../support/strict-types.js';
import type { RunningServer } from '../peers/peer.js';
import { startPhpScript } from '../peers/php-process.js';
import { drive } from './drive.js';
import { KNOWN_FAILURES, REFUSED, WARNINGS } from './known-failures.js';
import { PACKAGES } from './packages/packages.js';
import { wsdlForPhp } from './php-wsdl.js';
import { type Generated, generate, listed } from './prepared.js';

let folder: string;
let server: RunningServer | undefined;
let transport: Transport;
const generated = new Map<string, Generated>();
const refused = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foreign-wsdl-'));
  for (const each of listed()) {
    try {
      generated.set(each.name, generate(each, folder));
    } catch (error) {
      refused.set(each.name, (error as Error).message);
    }
  }
  transport = httpTransport();
}, 240_000);

/** PHP's server. After a crash, it is restarted for the remaining calls. */
async function url(): Promise<string> {
  try {
    await server?.reset();
  } catch {
    await server?.stop();
    server = undefined;
  }
  server ??= await startPhpScript('../foreign-wsdl/any-service.php');
  return server.url;
}

afterAll(async () => {
  await transport?.close?.();
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

describe('WSDLs of public packages', () => {
  it('are accepted by the generator, except those in the table', () => {
    // Documents that are accepted must be removed from the table.
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
  });

  it('keep every operation and the exact types, except those in the table', () => {
    const warned = [...generated].flatMap(([name, { warnings }]) => (warnings.length === 0 ? [] : [[name, warnings]]));
    expect(Object.fromEntries(warned)).toEqual(WARNINGS);
  });

  it('are at least 60 documents', () => {
    const documents = PACKAGES.flatMap(({ documents }) => Object.keys(documents));

    expect(documents.length).toBeGreaterThanOrEqual(60);
  });

  it('give code that compiles with the strictest options', async () => {
    expect(await complaintsAbout(folder)).toEqual([]);
  }, 120_000);
});

describe('every operation, to and from PHP SoapServer with the same WSDL', () => {
  it.each(listed().filter(({ name }) => !(name in REFUSED)))(
    '$name',
    async ({ name }) => {
      const each = generated.get(name);
      if (each === undefined) throw new Error(`is refused: ${refused.get(name)}`);
      const known = KNOWN_FAILURES[name] ?? {};
      const failures = await drive(each, wsdlForPhp(each.path), { url, transport }, (operation) => operation in known);
      const unknown = [...failures].filter(([operation, { what }]) => known[operation]?.what !== what);
      expect(unknown.map(([operation, { what, details }]) => `${operation}: ${what}: ${details}`)).toEqual([]);
      // Operations that work must be removed from the table.
      expect(Object.keys(known).filter((operation) => !failures.has(operation))).toEqual([]);
      // Some have a hundred operations.
    },
    240_000,
  );
});

describe('a value that PHP changes', () => {
  const client = { username: 'a', password: 'b' };
  /** Calls a PHP service that returns a value. @returns the decoded response, and the arguments that PHP decoded */
  async function exchange(id: string, value: object): Promise<{ readonly read: unknown; readonly seen: unknown }> {
    const at = mkdtempSync(join(folder, 'exchange-'));
    const query = new URLSearchParams({ wsdl: `${ROOT}wsdl/sms-service.wsdl`, folder: at });
    const stub = new SmsServiceStub({ transport, url: `${await url()}?${query.toString()}` });
    const write = (operation: string): void =>
      writeFileSync(join(at, 'answer.json'), JSON.stringify({ operation, value: { parts: value } }));
    write('soap_DelSchSmsById');
    const { description } = await stub.soap_DelSchSmsById({ client, id });
    const [, seen] = JSON.parse(readFileSync(join(at, 'seen.json'), 'utf8').trim()) as [
      string,
      { readonly a: unknown[] },
    ];
    write('soap_CheckPoints');
    const { points } = await stub.soap_CheckPoints({ client });
    return { read: { description, points }, seen: seen.a[1] };
  }

  it.each(['\r', '\r\n', ' \t\r\n '])(
    'only white space with a carriage return becomes an empty text: %j',
    async (blank) => {
      const base64 = { s: Buffer.from(blank).toString('base64') };
      const { read, seen } = await exchange(blank, { description: base64 });
      expect(seen).toEqual({ s: '' });
      expect(read).toMatchObject({ description: blank });
    },
  );

  it('not-a-number is written as "NAN" and decoded as NaN', async () => {
    const { read } = await exchange('1', { points: { f: '7ff8000000000000' } });
    expect(read).toMatchObject({ points: Number.NaN });
  });
});
