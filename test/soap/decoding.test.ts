import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { DecodeLimits } from '../../src/soap/input.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapAnswer } from '../support/fake-transport.js';

const client = { username: 'alice', password: 'sesame' };
const url = 'http://gateway.test/soap';

function stubFor(answer: string, limits: Partial<DecodeLimits> = {}): SmsServiceStub {
  return new SmsServiceStub({ transport: fakeTransport(answer), url, limits });
}

/** An answer whose Body is given whole: multi-reference elements stand beside the wrapper. */
function answerWithBody(body: string): string {
  return soapAnswer('X', '@').replace(/<ns1:XResponse>@<\/ns1:XResponse>/, body);
}

const groups = async (answer: string, limits?: Partial<DecodeLimits>): Promise<unknown> =>
  (await stubFor(answer, limits).soap_GetGroups({ client })).arGroups;
const groupsOf = (inside: string): string => soapAnswer('soap_GetGroups', `<result>0</result>${inside}`);
const senders = async (part: string, limits?: Partial<DecodeLimits>): Promise<unknown> =>
  (await stubFor(soapAnswer('soap_GetSenders', part), limits).soap_GetSenders({ client })).arSenders;

const WRAPPER = '<ns1:soap_GetGroupsResponse><result>0</result><arGroups href="#list"/></ns1:soap_GetGroupsResponse>';
const LIST = '<m id="list" SOAP-ENC:arrayType="ns1:Group[1]"><item href="#g"/></m>';
const GROUP = '<m id="g"><id>1</id><name href="#n"/><num_count>2</num_count></m>';
const NAME = '<m id="n" xsi:type="xsd:string">Ż</m>';
const ONE = [{ id: '1', name: 'Ż', info: undefined, num_count: 2 }];

describe('multi-reference values (SOAP 1.1 section 5.4.1)', () => {
  it.each([
    ['after the wrapper', WRAPPER + LIST + GROUP + NAME],
    ['after the wrapper, in another order', WRAPPER + NAME + GROUP + LIST],
    ['before the wrapper', LIST + GROUP + NAME + WRAPPER],
    ['around the wrapper', LIST + WRAPPER + NAME + GROUP],
    [
      'inside the wrapper',
      `<ns1:soap_GetGroupsResponse>${GROUP}${NAME}<result>0</result><arGroups href="#list"/>${LIST}</ns1:soap_GetGroupsResponse>`,
    ],
    [
      'for the whole wrapper',
      `<ns1:soap_GetGroupsResponse href="#w"/><m id="w"><result>0</result><arGroups href="#list"/></m>${LIST}${GROUP}${NAME}`,
    ],
  ])('stand %s', async (_name, body) => {
    expect(await groups(answerWithBody(body))).toEqual(ONE);
  });

  it('stand inline where they are used first, as gSOAP writes them', async () => {
    const inline =
      '<item id="g"><id>1</id><name id="n">Ż</name></item><item href="#g"/><item><id>2</id><name href="#n"/></item>';
    expect(await groups(groupsOf(`<arGroups>${inline}</arGroups>`))).toMatchObject([
      { id: '1', name: 'Ż' },
      { id: '1', name: 'Ż' },
      { id: '2', name: 'Ż' },
    ]);
  });

  it('may have an element called id beside the attribute', async () => {
    const answer = answerWithBody(
      `<ns1:soap_GetGroupsResponse><result>0</result><arGroups><item href="#g"/></arGroups></ns1:soap_GetGroupsResponse>` +
        '<m id="g"><id>7</id></m>',
    );
    expect(await groups(answer)).toMatchObject([{ id: '7' }]);
  });

  it.each([
    ['dangling', '<item href="#nowhere"/>', 'does not exist'],
    ['external', '<item href="http://127.0.0.1/x"/>', 'never followed'],
    ['external without #', '<item href="g"/>', 'never followed'],
    ['duplicate', '<item href="#d"/><item id="d"/><item id="d"/>', 'twice'],
    ['circular, one element', '<item href="#s" id="s"/>', 'circular'],
    ['circular, two elements', '<item id="x" href="#y"/><item id="y" href="#x"/>', 'circular'],
    ['circular, to an element around', '<item id="o"><name href="#o"/></item>', 'circular'],
  ])('are refused when %s', async (_name, items, reason) => {
    expect(await rejection(groups(groupsOf(`<arGroups>${items}</arGroups>`)))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining(reason),
      path: expect.stringContaining('arGroups['),
    });
  });

  it('are refused as a chain that is deeper than maxDepth', async () => {
    const chain = Array.from({ length: 60 }, (_, index) => `<m id="r${index}" href="#r${index + 1}"/>`).join('');
    const body = WRAPPER.replace('#list', '#r0') + chain + LIST.replace('"list"', '"r60"') + GROUP + NAME;
    expect(await groups(answerWithBody(body))).toEqual(ONE);
    expect(await rejection(groups(answerWithBody(body), { maxDepth: 50 }))).toMatchObject({
      message: expect.stringContaining('50 nested references'),
    });
  });

  it('are counted, those inside a repeated target again: fan-out has an end', async () => {
    const items = (count: number): string =>
      `<arGroups>${'<item href="#g"/>'.repeat(count)}</arGroups><m id="g"><name href="#n"/></m><m id="n">x</m>`;
    // Each use of #g costs two references: itself, and #n inside it.
    expect(await groups(groupsOf(items(50)), { maxReferences: 100 })).toHaveLength(50);
    expect(await rejection(groups(groupsOf(items(51)), { maxReferences: 100 }))).toMatchObject({
      message: expect.stringContaining('more than 100 references'),
    });
  });
});

describe('arrays (section 5.4.2)', () => {
  it.each([
    ['absent', ''],
    ['nil', '<arSenders xsi:nil="true"/>'],
    ['empty', '<arSenders/>'],
    ['of no items', '<arSenders SOAP-ENC:arrayType="xsd:string[0]"></arSenders>'],
    ['an empty string, as NuSOAP has it', '<arSenders xsi:type="xsd:string"></arSenders>'],
  ])('%s is []', async (_name, part) => {
    expect(await senders(part)).toEqual([]);
  });

  it.each(['xsd:string[1]', 'xsd:string[]', 'xsd:anyType[1]', 'xsd:string[7]', 'xsd:string[999999999]', 'nonsense'])(
    'arrayType="%s" is not believed',
    async (arrayType) => {
      expect(await senders(`<arSenders SOAP-ENC:arrayType="${arrayType}"><x>a</x></arSenders>`)).toEqual(['a']);
    },
  );

  it('keep nil items', async () => {
    expect(await senders('<arSenders><item>a</item><item xsi:nil="1"/></arSenders>')).toEqual(['a', null]);
  });

  it('have items at given positions', async () => {
    const sparse = '<arSenders><i SOAP-ENC:position="[2]">c</i><i>d</i><i SOAP-ENC:position="[0]">a</i></arSenders>';
    expect(await senders(sparse)).toEqual(['a', null, 'c', 'd']);
  });

  it('are refused when a position stands twice or leaves out too much', async () => {
    const twice = '<arSenders><i>a</i><i SOAP-ENC:position="[0]">b</i></arSenders>';
    expect(await rejection(senders(twice))).toMatchObject({ message: expect.stringContaining('twice') });
    for (const attribute of ['SOAP-ENC:offset="[70000]"', 'SOAP-ENC:offset="[-1]"', 'SOAP-ENC:offset="x"']) {
      expect(await rejection(senders(`<arSenders ${attribute}><i>a</i></arSenders>`))).toMatchObject({
        name: 'DecodeError',
      });
    }
  });

  it('have maxArrayItems items at most', async () => {
    const items = (count: number): string => `<arSenders>${'<i>a</i>'.repeat(count)}</arSenders>`;
    expect(await senders(items(20), { maxArrayItems: 20 })).toHaveLength(20);
    expect(await rejection(senders(items(21), { maxArrayItems: 20 }))).toMatchObject({
      path: 'arSenders[20]'.slice(0, 9),
      message: expect.stringContaining('20 items'),
    });
  });

  it('may come as an Apache Map, key and value in any order', async () => {
    const map =
      '<arSenders xmlns:a="http://xml.apache.org/xml-soap" xsi:type="a:Map">' +
      '<item><key>0</key><value>a</value></item><item><value>b</value><key>2</key></item></arSenders>';
    expect(await senders(map)).toEqual(['a', 'b']);
  });
});

describe('structs (section 5.4.1)', () => {
  it('are read by name, in any order, unknown fields passed over', async () => {
    const item = '<item><zzz><deep>1</deep></zzz><num_count>2</num_count><id>1</id></item>';
    expect(await groups(groupsOf(`<arGroups>${item}</arGroups>`))).toEqual([
      { id: '1', name: undefined, info: undefined, num_count: 2 },
    ]);
  });

  it('are refused when a field stands twice', async () => {
    expect(await rejection(groups(groupsOf('<arGroups><item><id>1</id><id>2</id></item></arGroups>')))).toMatchObject({
      path: 'arGroups[0].id',
    });
  });

  it('may come as an Apache Map', async () => {
    const item =
      '<item xmlns:a="http://xml.apache.org/xml-soap" xsi:type="a:Map"><item><key>name</key><value>N</value></item>' +
      '<item><key>num_count</key><value>5</value></item><item><key>other</key><value><x/></value></item></item>';
    expect(await groups(groupsOf(`<arGroups>${item}</arGroups>`))).toMatchObject([{ name: 'N', num_count: 5 }]);
  });
});

describe('text', () => {
  const description = async (element: string): Promise<unknown> =>
    (await stubFor(soapAnswer('soap_CheckPoints', element)).soap_CheckPoints({ client })).description;

  it.each([
    ['keeps white space', '<description>  a\n b </description>', '  a\n b '],
    ['keeps a digit string that is announced as xsd:int', '<description xsi:type="xsd:int">0048</description>', '0048'],
    [
      'is joined over CDATA, comments and references',
      '<description>a<!-- x --><![CDATA[<b>]]>&#x105;</description>',
      'a<b>ą',
    ],
    [
      'is decoded from base64, as SOAP::Lite sends it',
      '<description xsi:type="xsd:base64Binary">xbzD\n s8WC\nZg==</description>',
      'żółf',
    ],
    ['is decoded from base64 of the SOAP encoding', '<description xsi:type="SOAP-ENC:base64">T0s=</description>', 'OK'],
    ['is not nil by xsi:nil="false"', '<description xsi:nil="false">x</description>', 'x'],
    ['is nil by xsi:nil, whatever it holds', '<description xsi:nil="1">x</description>', null],
  ])('%s', async (_name, element, expected) => {
    expect(await description(element)).toBe(expected);
  });

  it.each([
    ['broken base64', '<description xsi:type="xsd:base64Binary">T0s</description>'],
    ['base64 of no text', '<description xsi:type="xsd:base64Binary">/w==</description>'],
    ['an element inside', '<description>a<b/></description>'],
  ])('is refused: %s', async (_name, element) => {
    expect(await rejection(description(element))).toMatchObject({ name: 'DecodeError', path: 'description' });
  });
});

describe('the envelope', () => {
  const points = async (answer: string): Promise<unknown> =>
    (await stubFor(answer).soap_CheckPoints({ client })).points;
  const wrapped = (name: string): string => answerWithBody(`<${name}><points>1</points></${name}>`);

  it.each(['ns1:soap_CheckPointsResponse', 'ns1:anythingResponse', 'Result'])(
    'has a wrapper of any name: %s',
    async (name) => {
      expect(await points(wrapped(name))).toBe(1);
    },
  );

  it('is refused when the answer belongs to another operation', async () => {
    expect(await rejection(points(wrapped('ns1:soap_GetGroupsResponse')))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('soap_GetGroups'),
    });
  });

  it.each([
    ['an empty Body', answerWithBody('')],
    ['a nil answer', answerWithBody('<ns1:soap_CheckPointsResponse xsi:nil="true"/>')],
    ['trailing garbage', `${wrapped('x')}<x/>`],
    [
      'SOAP 1.2',
      wrapped('x').replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
    ],
    [
      'a header that must be understood',
      wrapped('x').replace(
        '<SOAP-ENV:Body>',
        '<SOAP-ENV:Header><t SOAP-ENV:mustUnderstand="1"/></SOAP-ENV:Header><SOAP-ENV:Body>',
      ),
    ],
  ])('is refused: %s', async (_name, answer) => {
    expect(await rejection(points(answer))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
  });

  it('may be a Fault of SOAP 1.2', async () => {
    const fault =
      '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value>' +
      '</e:Code><e:Reason><e:Text xml:lang="en">No</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>';
    expect(await rejection(points(fault))).toMatchObject({ faultCode: 'Sender', faultString: 'No' });
  });
});
