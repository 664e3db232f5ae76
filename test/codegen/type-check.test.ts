import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../scripts/codegen/command-line.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'type-check-'));
  for (const [wsdl, out] of [
    ['test/codegen/fixtures/warehouse/warehouse.wsdl', 'warehouse'],
    ['wsdl/sms-service.wsdl', 'sms-service'],
  ] as const) {
    const code = runCommand(['--wsdl', join(repository, wsdl), '--out', join(directory, out)], {
      directory,
      repository,
      stdout: () => undefined,
      stderr: () => undefined,
    });
    if (code !== 0) throw new Error('was not generated');
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Compiles everything in the directory under the options of the repository and returns the complaints about it. */
function complaints(): string[] {
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  const options = {
    noPropertyAccessFromIndexSignature: true,
    allowUnreachableCode: false,
    rootDir: '/',
    typeRoots: [join(repository, 'node_modules/@types')],
  };
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: options,
    include: ['.'],
    exclude: [],
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(repository, 'node_modules/.bin/tsc');
  let output = '';
  try {
    execFileSync(tsc, ['--project', directory, '--pretty', 'false'], { cwd: directory, encoding: 'utf8' });
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout);
  }
  // What is wrong in the runtime is its own tests' business.
  return output.split('\n').filter((line) => line !== '' && !/^(?:\.\.|\/| )/.test(line));
}

describe('generated code', () => {
  it('compiles under the strictest options, and its types say what the WSDL says', () => {
    writeFileSync(join(directory, 'use.ts'), USE);
    expect(complaints()).toEqual([]);
  });
});

const USE = `
import type { Item, find_itemsOutput } from './warehouse/index.js';
import { WarehouseStub } from './warehouse/index.js';
import * as codecs from './warehouse/codecs.js';
import { Warehouse } from './warehouse/service.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const checks: readonly true[] = [
  true satisfies Same<Item['id'], bigint>,
  true satisfies Same<Item['made-of'], readonly (Item | null)[] | null>,
  true satisfies Same<Item['container'], Item | null | undefined>,
  true satisfies Same<find_itemsOutput['items'], readonly (Item | null)[]>,
];

export async function use(stub: WarehouseStub): Promise<bigint | null | undefined> {
  const { items, count } = await stub.find_items({ token: null, kinds: ['box', null], größe: '1.5' });
  // @ts-expect-error an item may be nil
  items[0].id;
  // @ts-expect-error every input part is required
  await stub.delete_({});
  // @ts-expect-error an int of 64 bits is no number
  await stub.delete_({ id: 1 });
  await stub.delete_({ id: 1n }, { timeoutMs: 1 });
  return count;
}

export const id: string = codecs.Item.type + Warehouse.operations.delete_.soapAction;
`;
