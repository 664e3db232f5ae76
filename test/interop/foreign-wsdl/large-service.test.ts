import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { generateFiles } from '../../../src/codegen/output.js';
import { readWsdl } from '../../../src/codegen/read-wsdl.js';
import { arrayOf, BODY, structOf, wsdl } from '../../codegen/given.js';
import { ROOT } from '../../support/run.js';
import { complaintsAbout } from '../../support/strict-types.js';

const OPERATIONS = 500;
let folder: string;

/** The runtime, changed to count the created struct codecs. */
const COUNTING = `
import { record as makeRecord } from 'RUNTIME';
export * from 'RUNTIME';
export const made: string[] = [];
export const record: typeof makeRecord = (type, ...rest) => {
  made.push(type);
  return makeRecord(type, ...rest);
};
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-service-'));
  const path = join(folder, 'large.wsdl');
  writeFileSync(path, largeWsdl());
  const { model, warnings } = readWsdl(path, { readFile: readFileSync, displayName: String });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  writeFileSync(
    join(folder, 'runtime.ts'),
    COUNTING.replaceAll('RUNTIME', relative(folder, join(ROOT, 'src/soap/index.js'))),
  );
  for (const [file, text] of generateFiles(model, './runtime.js')) writeFileSync(join(folder, file), text);
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe('a service of 500 operations', () => {
  it('compiles under the strictest options', async () => {
    expect(await complaintsAbout(folder)).toEqual([]);
  }, 240_000);

  it('creates the codecs of an operation at its first call', async () => {
    const { made } = (await load('runtime.ts')) as { readonly made: readonly string[] };
    const { SStub } = (await load('index.ts')) as { readonly SStub: new (options: object) => Stub };
    const transport: Transport = {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: Buffer.from(
          envelope('<op7Response xmlns="urn:t"><found><item><text>a</text></item></found></op7Response>'),
        ),
      }),
    };
    const stub = new SStub({ transport, url: 'http://127.0.0.1/' });
    expect(made).toEqual([]);
    expect(await stub['op7']?.({ given: { id: 1n, next: { id: 2n } } })).toEqual({ found: [{ text: 'a' }] });
    expect(made.toSorted()).toEqual(['ns1:In7', 'ns1:Out7']);
  });
});

type Stub = Readonly<Record<string, (input: object) => Promise<object>>>;

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(join(folder, file)).href) as Promise<unknown>;
}

function envelope(body: string): string {
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
}

/** A service with separate types for each operation: a struct as input, a list of structs as output. */
function largeWsdl(): string {
  const all = <T>(make: (index: number) => T): T[] => Array.from({ length: OPERATIONS }, (_, index) => make(index));
  const schema = all(
    (n) =>
      structOf(
        `In${n}`,
        `<xsd:element name="id" type="xsd:long"/><xsd:element name="next" type="tns:In${n}" minOccurs="0"/>`,
      ) +
      structOf(`Out${n}`, '<xsd:element name="text" type="xsd:string" nillable="true"/>') +
      arrayOf(`Outs${n}`, `tns:Out${n}[]`),
  );
  const messages = all(
    (n) => `<wsdl:message name="in${n}"><wsdl:part name="given" type="tns:In${n}"/></wsdl:message>
      <wsdl:message name="out${n}"><wsdl:part name="found" type="tns:Outs${n}"/></wsdl:message>`,
  );
  const operations = all(
    (n) =>
      `<wsdl:operation name="op${n}"><wsdl:input message="tns:in${n}"/><wsdl:output message="tns:out${n}"/></wsdl:operation>`,
  );
  const bound = all(
    (n) => `<wsdl:operation name="op${n}"><soap:operation soapAction=""/>
      <wsdl:input>${BODY}</wsdl:input><wsdl:output>${BODY}</wsdl:output></wsdl:operation>`,
  );
  return wsdl({
    schema: schema.join(''),
    top: messages.join(''),
    operations: operations.join(''),
    bound: bound.join(''),
  });
}
