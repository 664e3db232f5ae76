import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Codec } from '../../src/soap/index.js';
import { writeCode } from './given.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let directory: string;
let codecs: Record<'ItemCodec' | 'GridCodec', Codec<unknown>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'generated-'));
  writeCode(join(repository, 'test/codegen/fixtures/warehouse/warehouse.wsdl'), directory);
  codecs = await import(pathToFileURL(join(directory, 'codecs.ts')).href);
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('generated codecs on the runtime', () => {
  it('write a struct that contains itself, with a field called __proto__', () => {
    const container = { id: 1n, size: 'S', 'made-of': null, ['__proto__']: true, login: null };
    const item = { id: 7n, size: 'L', container, 'made-of': [null], login: null };
    expect(codecs.ItemCodec.write('item', item)).toBe(
      [
        '<item xsi:type="ns3:Item">',
        '<id>7</id>',
        '<size>L</size>',
        '<made-of SOAP-ENC:arrayType="ns3:Item[1]" xsi:type="ns3:Items"><item xsi:type="ns3:Item" xsi:nil="true"/></made-of>',
        '<container xsi:type="ns3:Item">',
        '<id>1</id>',
        '<size>S</size>',
        '<made-of xsi:type="ns3:Items" xsi:nil="true"/>',
        '<__proto__ xsi:type="xsd:boolean">true</__proto__>',
        '<login xsi:type="ns1:token" xsi:nil="true"/>',
        '</container>',
        '<login xsi:type="ns1:token" xsi:nil="true"/>',
        '</item>',
      ].join(''),
    );
  });

  it('write arrays of arrays without a name', () => {
    expect(codecs.GridCodec.write('grid', [[1, 2], []])).toBe(
      [
        '<grid SOAP-ENC:arrayType="SOAP-ENC:Array[2]" xsi:type="ns3:Grid">',
        '<item SOAP-ENC:arrayType="xsd:double[2]" xsi:type="SOAP-ENC:Array">',
        '<item xsi:type="xsd:double">1</item><item xsi:type="xsd:double">2</item></item>',
        '<item SOAP-ENC:arrayType="xsd:double[0]" xsi:type="SOAP-ENC:Array"></item>',
        '</grid>',
      ].join(''),
    );
  });
});
