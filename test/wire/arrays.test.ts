import { describe, expect, it } from 'vitest';
import { multiRequest, receive } from './requests.js';
import { clientFor, groups, groupsResponse, numbersResponse, senders, WAYS } from './responses.js';

const TO = '<arTo><item>48500100200</item><item>48500100201</item></arTo>';

describe('absent, nil, empty and [0] are all []', () => {
  /** A list with attributes and content; the first one is not there. */
  const forms: readonly (readonly [string, (name: string, prefix: string) => string])[] = [
    ['absent', () => ''],
    ['nil', (name) => `<${name} xsi:nil="true"/>`],
    ['empty', (name) => `<${name}/>`],
    ['empty, with white space', (name) => `<${name}>\n  </${name}>`],
    ['[0]', (name, prefix) => `<${name} ${prefix}:arrayType="xsd:string[0]"></${name}>`],
  ];

  it.each(forms)('%s, in a response', async (_name, list) => {
    expect(await senders(list('arSenders', 'SOAP-ENC'))).toEqual([]);
    for (const [, read] of WAYS) {
      const response = numbersResponse(`<result>0</result>${list('arNumbers', 'SOAP-ENC')}`);
      expect(await read(clientFor(response))).toEqual([]);
    }
  });

  it.each(forms)('%s, in a request', async (_name, list) => {
    const { messages } = await receive(multiRequest(TO + list('arParams', 'enc') + list('arIdx', 'enc')));
    expect(messages).toEqual([
      { to: '48500100200', message: '[%1%]/[%2%]', idx: '' },
      { to: '48500100201', message: '[%1%]/[%2%]', idx: '' },
    ]);
    expect((await receive(multiRequest(list('arTo', 'enc')))).response).toContain('>13<');
  });
});

describe('a list of one is a list', () => {
  it('of texts, of structs and of lists', async () => {
    expect(await senders('<arSenders><item>a</item></arSenders>')).toEqual(['a']);
    expect(await groups(groupsResponse('<item><id>1</id></item>'))).toMatchObject([{ id: '1' }]);
    const one = '<arTo><x>500100200</x></arTo><arParams><x><y>p</y></x></arParams>';
    expect((await receive(multiRequest(one))).messages).toMatchObject([{ message: 'p/[%2%]' }]);
  });
});

describe('what arrayType says of a list is not believed', () => {
  const types = [
    '',
    'xsd:string[1]',
    'xsd:anyType[1]',
    'xsd:string[]',
    'xsd:string[7]',
    'xsd:string[999999999]',
    'xsd:string[99999999999999999999]',
    'ns1:ArrayOfString[][1]',
    'unbound:string[1]',
  ];
  it.each(types)('%j', async (type) => {
    expect(await senders(`<arSenders SOAP-ENC:arrayType="${type}"><x>a</x></arSenders>`)).toEqual(['a']);
    const { messages } = await receive(multiRequest(TO.replace('<arTo', `<arTo enc:arrayType="${type}"`)));
    expect(messages.map(({ to }) => to)).toEqual(['48500100200', '48500100201']);
  });
});
describe('lists inside lists', () => {
  const rows = (open: string): string =>
    `<arParams><${open}><item>a</item><item>b</item></item><${open}><item>c</item><item xsi:nil="true"/></item></arParams>`;
  it.each([
    ['as PHP writes them', 'item enc:arrayType="xsd:string[2]" xsi:type="n:ArrayOfString"'],
    ['as node-soap writes them, without types', 'item'],
  ])('%s', async (_name, open) => {
    const { messages } = await receive(multiRequest(TO + rows(open)));
    expect(messages.map(({ message }) => message)).toEqual(['a/b', 'c/']);
  });

  it('as zeep writes them, named by their type', async () => {
    const zeep = rows('item')
      .replaceAll('<item><item>', '<ArrayOfString><item>')
      .replaceAll('</item></item>', '</item></ArrayOfString>');
    const { messages } = await receive(multiRequest(TO + zeep.replace('/></item>', '/></ArrayOfString>')));
    expect(messages.map(({ message }) => message)).toEqual(['a/b', 'c/']);
  });

  it('that a caller of node-soap has lost are refused, with the name of the field', async () => {
    const { fault, messages } = await receive(multiRequest('<arTo>48500100200</arTo><arTo>48500100201</arTo>'));
    expect(fault).toMatch(/^Client: sms_param\.arTo: /);
    expect(messages).toEqual([]);
  });
});
