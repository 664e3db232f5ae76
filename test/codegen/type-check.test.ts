import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrayOf, structOf, writeCode, wsdl } from './given.js';
import { KINDS, KINDS_PARTS } from './kinds.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let directory: string;

// Every word that the language gives a meaning somewhere, globals, and names that are the same as words.
const FIELDS = [
  'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare',
  'default delete do else enum eval export extends false finally for from function get global globalThis if',
  'implements import in infer instanceof interface is keyof let module namespace never new null number object of',
  'package private protected public readonly require return satisfies set static string super switch symbol this',
  'throw true try type typeof undefined unique unknown using var void while with yield accessor prototype __proto__',
  'NaN Infinity Number Object Promise a.b a-b a_b a_b_ class_ class__ _class żółć łódź _ ____',
].join(' ');

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'type-check-'));
  const fields = FIELDS.split(' ').map((name) => `<xsd:element name="${name}" type="xsd:int"/>`);
  const self = '<xsd:element name="self" type="tns:T" minOccurs="0"/>';
  const schema = structOf('T', fields.join('') + self) + arrayOf('Deep', 'tns:Deep[][]') + structOf('Array', self);
  const odd = join(directory, 'odd.wsdl');
  writeFileSync(odd, wsdl({ schema, input: '<wsdl:part name="deep" type="tns:Deep"/>' }));
  const kinds = join(directory, 'kinds.wsdl');
  writeFileSync(kinds, wsdl({ schema: KINDS, input: KINDS_PARTS, output: KINDS_PARTS }));
  for (const [path, out] of [
    [join(repository, 'test/codegen/fixtures/warehouse/warehouse.wsdl'), 'warehouse'],
    [join(repository, 'wsdl/sms-service.wsdl'), 'sms-service'],
    [odd, 'odd'],
    [kinds, 'kinds'],
  ] as const) {
    writeCode(path, join(directory, out));
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
  // Errors of the runtime are found by its own tests.
  return output.split('\n').filter((line) => line !== '' && !/^(?:\.\.|\/| )/.test(line));
}

describe('generated code', () => {
  it('compiles under the strictest options, and its types match the WSDL', () => {
    writeFileSync(join(directory, 'use.ts'), USE);
    expect(complaints()).toEqual([]);
  });
});

const USE = `
import type { Item, find_itemsOutput } from './warehouse/index.js';
import { WarehouseStub } from './warehouse/index.js';
import * as codecs from './warehouse/codecs.js';
import { Warehouse } from './warehouse/service.js';
import type { $Entity, AnyValue } from './kinds/types.js';

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

export function nameOf(entity: $Entity, value: AnyValue): string {
  if (entity.$type === 'User' || entity.$type === 'Admin') return entity.name;
  if (value.$type === 'xsd:long') return String(value.value satisfies bigint);
  if (value.$type === 'Entity') return String(value.value.id satisfies number);
  // @ts-expect-error not every entity has a name
  return entity.name;
}

export const id: string = codecs.ItemCodec.type + Warehouse.operations.delete_.soapAction;
`;
