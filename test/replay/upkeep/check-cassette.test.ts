import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { DriftFinder } from '../../../src/replay/contract/drift.js';
import { cassette, checkCassette, responseXml } from '../../../src/replay/index.js';
import { Comparison, readResponseTree } from '../../../src/replay/soap/drift.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { documentOf } from '../../../src/soap/messages/attachments.js';
import { skipWhiteSpace, toUtf8 } from '../../../src/xml/charset.js';
import { readCorpus } from '../../fuzz/corpus.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const GROUPS = responseXml('soap_GetGroups', {
  result: 0,
  description: 'OK',
  arGroups: [
    { id: '1', name: 'A', info: 'x', num_count: 2 },
    { id: '2', name: 'B', info: null, num_count: 0 },
  ],
});

/** Records `getGroups` once for each of some responses. */
async function recorded(...responses: readonly string[]): Promise<void> {
  const waiting = [...responses];
  const transport = {
    send: async () => ({
      status: 200,
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: Buffer.from(waiting.shift() ?? '', 'utf8'),
    }),
  };
  const tape = cassette(file, { mode: 'record', transport });
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape, retry: false });
  for (const _response of responses) await client.getGroups().catch(() => undefined);
  await tape.close();
}

const found = (): readonly string[] =>
  checkCassette(file).drift.map(
    ({ kind, operation, path: at, what, count }) => `${kind} ${operation} ${at}: ${what} (${count})`,
  );

describe('a cassette that follows the contract', () => {
  it('has no drift, also with recorded failures', async () => {
    const sandbox = createSandbox();
    const tape = cassette(file, { mode: 'record', transport: sandbox.transport() });
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape, retry: false });
    const { groupId } = await client.addGroup({ name: 'Łódź' });
    await client.addNumber({ groupId, number: '48500100200' });
    await client.getNumbers(groupId);
    await rejection(client.getNumbers(99));
    sandbox.failNext('soap_GetGroups', { drop: 'after' });
    await rejection(client.getGroups());
    sandbox.failNext('soap_GetGroups', { fault: { code: 'Server', string: 'sorry' } });
    await rejection(client.getGroups());
    await tape.close();
    const before = readFileSync(file, 'utf8');
    expect(checkCassette(file)).toEqual({ checked: 4, notChecked: 2, drift: [], isBreaking: false });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

it('responses of third-party servers have no drift', () => {
  const wrong = readCorpus().responses.flatMap(({ name, operation, body, headers }) => {
    if (name.startsWith('handmade/')) return [];
    const { document, contentType } = documentOf(body, headers['content-type']);
    const finder = new DriftFinder();
    const { output } = SmsService.operations[operation];
    const tree = readResponseTree(skipWhiteSpace(toUtf8(document, contentType.charset)), output.wrapper);
    if (tree !== undefined) new Comparison(finder, operation, name).parts(output.fields, tree, false);
    return finder.results().filter(({ what }) => what !== 'is in no response');
  });
  expect(wrong).toEqual([]);
});

describe('drift', () => {
  it('is not reported for references, maps, nil and base64', async () => {
    const other = GROUPS.replace(/<arGroups.*<\/arGroups>/s, '<arGroups href="#a"/>').replace(
      '</SOAP-ENV:Body>',
      '<multiRef id="a" SOAP-ENC:root="0"><item xmlns:m="http://xml.apache.org/xml-soap" xsi:type="m:Map">' +
        '<item><key>id</key><value>1</value></item><item><key>name</key><value href="#n"/></item>' +
        '<item><key>info</key><value xsi:nil="true"/></item><item><key>num_count</key><value>5</value></item></item>' +
        '</multiRef><multiRef id="n" xsi:type="SOAP-ENC:base64">xYE=</multiRef></SOAP-ENV:Body>',
    );
    await recorded(other);
    expect(checkCassette(file)).toMatchObject({ checked: 1, drift: [] });
  });

  it('an added field is additive, and counted once for each response', async () => {
    const added = GROUPS.replaceAll('<name ', '<owner>x</owner><name ').replace(
      '<description',
      '<total>2</total><description',
    );
    await recorded(GROUPS, added, added);
    expect(found()).toEqual([
      'additive soap_GetGroups arGroups[].owner: is not in the contract (2)',
      'additive soap_GetGroups total: is not in the contract (2)',
    ]);
    expect(checkCassette(file).isBreaking).toBe(false);
  });

  it('a field that is missing in all responses is breaking', async () => {
    const gone = GROUPS.replace(/<num_count[^/]*<\/num_count>/g, '').replace(/<description.*<\/description>/, '');
    await recorded(gone, gone);
    expect(found()).toEqual([
      'breaking soap_GetGroups arGroups[].num_count: is in no response (1)',
      'breaking soap_GetGroups description: is in no response (1)',
    ]);
    expect(checkCassette(file).isBreaking).toBe(true);
    await recorded(gone, GROUPS);
    expect(found()).toEqual([]);
  });

  it.each([
    ['arGroups[].num_count: is no xsd:int', GROUPS.replace('>2</num_count>', '>two</num_count>')],
    ['arGroups[].id: has parts, and is in the contract xsd:string', GROUPS.replace('>1</id>', '><a>1</a></id>')],
    [
      'arGroups: is a text, and in the contract ns1:ArrayOfGroup',
      GROUPS.replace(/(<arGroups[^>]*>).*(<\/arGroups>)/s, '$1none$2'),
    ],
    ['arGroups[]: is a text, and in the contract ns1:Group', GROUPS.replace(/(<item[^>]*>).*?(<\/item>)/s, '$1x$2')],
  ])('another type is breaking: %s', async (what, response) => {
    expect(response).not.toBe(GROUPS);
    await recorded(response);
    expect(found()).toEqual([`breaking soap_GetGroups ${what} (1)`]);
  });

  it('contains the error of the decoder for a malformed response', async () => {
    await recorded(GROUPS.replace('</SOAP-ENV:Envelope>', ''));
    expect(found()).toEqual([expect.stringMatching(/^breaking soap_GetGroups : /)]);
  });

  it('an unknown operation is breaking, and reported with its position', async () => {
    await recorded(GROUPS);
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replaceAll('soap_GetGroups xmlns', 'soap_Explode xmlns')
        .replaceAll('/ns1:soap_GetGroups>', '/ns1:soap_Explode>'),
    );
    expect(checkCassette(file).drift).toEqual([
      {
        kind: 'breaking',
        operation: 'soap_Explode',
        path: '',
        what: 'is no request any more: Unknown operation',
        place: 'log.entries[0]',
        count: 1,
      },
    ]);
  });
});

describe('the cost of references depends on the size of the document', () => {
  /** A list that refers twice to a list, which refers twice to a list … */
  const chained = (levels: number): string => {
    const links = Array.from(
      { length: levels },
      (_, level) => `<multiRef id="m${level}"><item href="#m${level + 1}"/><item href="#m${level + 1}"/></multiRef>`,
    );
    return GROUPS.replace(/<arGroups.*<\/arGroups>/s, '<arGroups href="#m0"/>').replace(
      '</SOAP-ENV:Body>',
      `${links.join('')}<multiRef id="m${levels}"><item>x</item></multiRef></SOAP-ENV:Body>`,
    );
  };

  it('for a chain that doubles with each link', async () => {
    await recorded(chained(60));
    expect(checkCassette(file)).toMatchObject({ checked: 1, isBreaking: true });
  });

  it('for an element with 1,000 references', () => {
    const finder = new DriftFinder();
    const { output } = SmsService.operations.soap_GetGroups;
    const item = '<multiRef id="g"><id>1</id><name>A</name><info/><num_count>x</num_count></multiRef>';
    const many = '<item href="#g"/>'.repeat(1000);
    const document = GROUPS.replace(/<arGroups.*<\/arGroups>/s, `<arGroups>${many}</arGroups>`).replace(
      '</SOAP-ENV:Body>',
      `${item}</SOAP-ENV:Body>`,
    );
    const tree = readResponseTree(Buffer.from(document), output.wrapper);
    let looks = 0;
    const counted = (node: NonNullable<typeof tree>): NonNullable<typeof tree> => ({
      ...node,
      children: () => {
        looks += 1;
        return node.children().map(counted);
      },
    });
    if (tree === undefined) throw new Error('there is no response in it');
    new Comparison(finder, 'soap_GetGroups', 'x').parts(output.fields, counted(tree), true);
    expect(finder.results()).toMatchObject([{ path: 'arGroups[].num_count', what: 'is no xsd:int' }]);
    expect(looks).toBeLessThan(20);
  });
});
