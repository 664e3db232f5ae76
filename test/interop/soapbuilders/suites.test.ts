import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpTransport, type Transport } from '../../../src/calls/index.js';
import { SoapFaultError } from '../../../src/errors/errors.js';
import { complaintsAbout } from '../../support/strict-types.js';
import { folderOf, PACKAGES } from '../foreign-wsdl/packages/packages.js';
import { generate } from '../foreign-wsdl/prepared.js';
import type { RunningServer } from '../peers/peer.js';
import { startPhpScript } from '../peers/php-process.js';
import { type Call, DOCUMENT_STYLE, SUITES, type Suite } from './suites.js';

/** The results of the calls of a suite. */
interface Row {
  readonly calls: number;
  readonly right: number;
  /** Calls that cannot be made, because no code is generated. */
  readonly refused: number;
  readonly wrong: number;
}

type Stub = Readonly<Record<string, (input: object) => Promise<object>>>;

const source = PACKAGES.filter(({ name }) => name === 'php8.2');
let folder: string;
let server: RunningServer;
let transport: Transport;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapbuilders-'));
  server = await startPhpScript('../soapbuilders/own-server.php');
  transport = httpTransport();
}, 240_000);

afterAll(async () => {
  await transport?.close?.();
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

function pathOf(file: string): string {
  const [php] = source;
  if (php === undefined) throw new Error('the source of PHP is not listed');
  return join(folderOf(php), 'ext/soap/tests/interop', file);
}

async function stubOf({ name, path }: Suite): Promise<Stub> {
  const { model, folder: code } = generate({ name, path: pathOf(`${path}.wsdl`) }, folder);
  const module = (await import(pathToFileURL(join(code, 'index.ts')).href)) as Record<string, unknown>;
  const Stub = module[model.stub] as new (options: object) => Stub;
  const query = new URLSearchParams({ server: pathOf(`${path}.inc`) });
  return new Stub({ transport, url: `${server.url}?${query.toString()}` });
}

/** Makes a call and compares. @throws Error if the result differs */
async function check(stub: Stub, { operation, input, output, fault }: Call): Promise<void> {
  const calling = stub[operation]?.(input);
  if (fault === undefined) {
    expect(await calling).toEqual(output);
    return;
  }
  const error = await calling?.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SoapFaultError);
  const { faultCode, faultString, detail } = error as SoapFaultError;
  expect({ faultCode, faultString, detail }).toEqual({
    faultCode: 'Server',
    faultString: `Fault in response to '${operation}'.`,
    detail: fault,
  });
}

/** Makes all calls of a suite. Adds failures to `complaints`. */
async function rowOf(suite: Suite, complaints: string[]): Promise<Row> {
  const calls = suite.calls.length;
  let stub: Stub;
  try {
    stub = await stubOf(suite);
  } catch (error) {
    complaints.push(`refused: ${String(error)}`);
    return { calls, right: 0, refused: calls, wrong: 0 };
  }
  let [refused, wrong] = [0, 0];
  for (const call of suite.calls) {
    if (!(call.operation in stub)) {
      refused += 1;
      complaints.push(`${call.operation}: is left out`);
      continue;
    }
    await check(stub, call).catch((error: Error) => {
      wrong += 1;
      complaints.push(
        `${call.operation} ${JSON.stringify(call.input)}: ${error.message} ${JSON.stringify((error as { actual?: unknown }).actual)}`,
      );
    });
  }
  return { calls, right: calls - refused - wrong, refused, wrong };
}

describe('the SOAPBuilders suites against the servers of PHP, with the original documents', () => {
  it.each(SUITES)('$name', async (suite) => {
    const complaints: string[] = [];
    const row = await rowOf(suite, complaints);
    const all = { calls: suite.calls.length, right: suite.calls.length, refused: 0, wrong: 0 };
    expect(row, complaints.join('\n')).toEqual(all);
  });

  it('give code that compiles with the strictest options', async () => {
    expect(await complaintsAbout(folder)).toEqual([]);
  }, 120_000);

  it.each(DOCUMENT_STYLE)('%s is refused: it is document/literal', (path) => {
    const name = path.replaceAll('/', '-');
    expect(() => generate({ name, path: pathOf(`${path}.wsdl`) }, folder)).toThrow(
      /document\/literal is not supported, only rpc\/encoded$/,
    );
  });
});
