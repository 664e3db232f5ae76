import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Transport } from '../../src/calls/index.js';
import { type OutgoingSms, SmsServiceClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { read } from './outline.js';
import { credentials } from './responses.js';

const url = 'http://gateway.test/soap';
const transport = fakeTransport(soapResponse('X', '<result>0</result><id_group>1</id_group>'));
const client = new SmsServiceClient({ transport, url, credentials });
const stub = new SmsServiceStub({ transport, url });

/** A text, and the characters that carry it. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  ['the ampersand', 'a & b &amp; &#38;', 'a &amp; b &amp;amp; &amp;#38;'],
  ['both angle brackets', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
  ['the end of a CDATA section', ']]> and ]]>', ']]&gt; and ]]&gt;'],
  ['a CDATA section as text', '<![CDATA[x]]>', '&lt;![CDATA[x]]&gt;'],
  ['carriage returns', '\r\na\rb\r', '&#13;\na&#13;b&#13;'],
  ['quotes of both kinds, as they are', `"a" 'b'`, `"a" 'b'`],
  ['white space at both ends, as it is', ' \ta\n b\t ', ' \ta\n b\t '],
  ['Polish letters and an emoji, as they are', 'Zażółć 😀', 'Zażółć 😀'],
  ['controls that XML 1.0 allows, as they are', '\u007f\u0085\u009f\u2028', '\u007f\u0085\u009f\u2028'],
  [
    'the last characters of the planes',
    '\ud7ff\ue000\ufffd\u{1fffe}\u{10ffff}',
    '\ud7ff\ue000\ufffd\u{1fffe}\u{10ffff}',
  ],
];

describe.each(TEXTS)('text in XML: %s', (_name, text, written) => {
  it('in a request', async () => {
    await client.addGroup({ name: 'G', info: text });
    expect(transport.lastBody()).toContain(`<info xsi:type="xsd:string">${written}</info>`);
    expect(read(transport.lastBody()).wrapper.children[1]?.children[1]).toMatchObject({ local: 'info', text });
  });

  it('in a response of the embedded gateway, and on its way into it', async () => {
    const sandbox = createSandbox({ accounts: [credentials] });
    const responses: string[] = [];
    const through = sandbox.transport();
    const watched: Transport = {
      send: async (request) => {
        const response = await through.send(request);
        if (response.body instanceof Uint8Array) responses.push(Buffer.from(response.body).toString('utf8'));
        return response;
      },
    };
    const own = new SmsServiceClient({ transport: watched, url, credentials });
    await own.addGroup({ name: 'G', info: text });
    expect(sandbox.account('alice')?.groups[0]?.info).toBe(text);
    expect((await own.getGroups())[0]?.info).toBe(text);
    expect(responses[1]).toContain(`<info xsi:type="xsd:string">${written}</info>`);
  });
});

describe('text in XML', () => {
  it('of white space alone is written so that PHP keeps it', async () => {
    for (const [text, written] of [
      [' ', '<![CDATA[ ]]>'],
      ['\t\n', '<![CDATA[\t\n]]>'],
      ['\r\n', '&#13;\n'],
      ['', ''],
    ] as const) {
      await client.addGroup({ name: 'G', info: text });
      expect(transport.lastBody()).toContain(`<info xsi:type="xsd:string">${written}</info>`);
      expect(read(transport.lastBody()).wrapper.children[1]?.children[1]?.text).toBe(text);
    }
  });

  it('never reaches an attribute', async () => {
    await client.addGroup({ name: '" xsi:nil="true' });
    expect(transport.lastBody()).toContain('<name xsi:type="xsd:string">" xsi:nil="true</name>');
  });
});

describe('characters that XML 1.0 cannot carry are refused before sending, with the path of the field', () => {
  const forbidden = [
    ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 9 && code !== 10 && code !== 13),
    ...[0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffe, 0xffff],
  ];

  it.each(forbidden.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), code] as const))(
    'U+%s',
    async (name, code) => {
      const before = transport.requests.length;
      const error = await rejection(client.addGroup({ name: `a${String.fromCharCode(code)}b` }));
      expect(error).toMatchObject({ name: 'ValidationError', path: 'name', outcome: 'not-sent' });
      expect(error).toMatchObject({ message: expect.stringContaining(`U+${name}`) });
      expect(transport.requests).toHaveLength(before);
    },
  );

  const bad = 'x\u0001';
  const wrong = { username: 'a', password: bad };
  const sms: OutgoingSms = { to: '48500100200', message: 'x' };
  it.each<[string, () => Promise<unknown>]>([
    ['message', () => client.sendSms({ ...sms, message: bad })],
    ['params[1]', () => client.sendSms({ ...sms, message: '[%1%][%2%]', params: ['a', bad] })],
    ['params[1][0]', () => client.sendMulti({ to: ['1', '2'], message: '[%1%]', params: [['a'], [bad]] })],
    ['ids[2]', () => client.getSmsByIds(['1', '2', bad])],
    ['credentials.password', async () => new SmsServiceClient({ transport, url, credentials: wrong })],
    [
      'sms_param.arParams[0][1]',
      () => stub.soap_SendMulti({ client: credentials, sms_param: { arParams: [['', bad]] } }),
    ],
  ])('at %s', async (path, call) => {
    expect(await rejection(call())).toMatchObject({ name: 'ValidationError', path, outcome: 'not-sent' });
  });
});
