import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { startRawServer } from '../support/raw-server.js';
import { outline, qualified, read } from './outline.js';
import { CLIENT_XML, receive, requestOf } from './requests.js';
import { clientFor, credentials, SOAP } from './responses.js';

const url = 'http://gateway.test/soap';
const transport = fakeTransport(soapResponse('X', ''));
const stub = new SmsServiceStub({ transport, url });
const client = credentials;
const CLIENT = 'client tns:Client { username xsd:string "alice", password xsd:string "sesame" }';
const sent = (): { readonly envelope: ReturnType<typeof read>['envelope']; readonly parts: string[] } => {
  const { envelope, wrapper } = read(transport.lastBody());
  return { envelope, parts: wrapper.children.map(outline) };
};

describe('wrapper, parts in the order of the WSDL after client, types, encodingStyle and SOAPAction', () => {
  const number = { id_group: 7, name: 'Ł', number: '0048' };
  const numberPart = 'number tns:Number { number xsd:string "0048", name xsd:string "Ł", id_group xsd:int "7" }';
  const sms = { message: 'Hi', to: '48' };
  const smsFields = 'to xsd:string "48", message xsd:string "Hi"';

  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    ['soap_GetSenders', () => stub.soap_GetSenders({ client }), []],
    ['soap_DelSchSmsById', () => stub.soap_DelSchSmsById({ id: '007', client }), ['id xsd:string "007"']],
    ['soap_AddNumber', () => stub.soap_AddNumber({ number, client }), [numberPart]],
    ['soap_DelNumber', () => stub.soap_DelNumber({ number, client }), [numberPart]],
    [
      'soap_AddGroup',
      () => stub.soap_AddGroup({ group: { num_count: 0, info: '', name: 'G', id: '1' }, client }),
      ['group tns:Group { id xsd:string "1", name xsd:string "G", info xsd:string "", num_count xsd:int "0" }'],
    ],
    ['soap_DelGroup', () => stub.soap_DelGroup({ id_group: -1, client }), ['id_group xsd:int "-1"']],
    ['soap_GetGroups', () => stub.soap_GetGroups({ client }), []],
    ['soap_GetNumbers', () => stub.soap_GetNumbers({ id_group: 7, client }), ['id_group xsd:int "7"']],
    [
      'soap_GetSmsByDate',
      () => stub.soap_GetSmsByDate({ date_to: 2, date_from: 1, client }),
      ['date_from xsd:int "1"', 'date_to xsd:int "2"'],
    ],
    [
      'soap_GetSmsByIds',
      () => stub.soap_GetSmsByIds({ arIds: ['1'], client }),
      ['arIds tns:ArrayOfString=xsd:string[1] { item xsd:string "1" }'],
    ],
    ['soap_CheckPoints', () => stub.soap_CheckPoints({ client }), []],
    [
      'soap_SendMulti',
      () => stub.soap_SendMulti({ sms_param: { message: 'Hi', arTo: ['48'] }, client }),
      [
        'sms_param tns:sms_multi_param { arTo tns:ArrayOfString=xsd:string[1] { item xsd:string "48" }, message xsd:string "Hi" }',
      ],
    ],
    ['soap_SendSms', () => stub.soap_SendSms({ sms_param: sms, client }), [`sms_param tns:sms_param { ${smsFields} }`]],
    [
      'soap_SendSmsExt',
      () => stub.soap_SendSmsExt({ sms_param: { udh: '00', priority: 1, ...sms }, client }),
      [`sms_param tns:sms_param_ext { ${smsFields}, priority xsd:int "1", udh xsd:string "00" }`],
    ],
  ])('%s', async (name, call, parts) => {
    await call();
    const { envelope, body, wrapper } = read(transport.lastBody());
    expect([envelope, body, wrapper].map(qualified)).toEqual(['soap:Envelope', 'soap:Body', `tns:${name}`]);
    expect(envelope.attributes.get(`{${SOAP}}encodingStyle`)).toBe('http://schemas.xmlsoap.org/soap/encoding/');
    expect(wrapper.children.map(outline)).toEqual([CLIENT, ...parts]);
    expect(transport.requests.at(-1)?.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"urn:sms-service#${name}"`,
    });
  });
});

describe('arrays in a request', () => {
  const items = (...texts: string[]): string => texts.map((text) => `item xsd:string "${text}"`).join(', ');
  const list = (...texts: string[]): string =>
    `tns:ArrayOfString=xsd:string[${texts.length}] ${texts.length === 0 ? '{}' : `{ ${items(...texts)} }`}`;

  it.each([[[]], [['1']], [['1', '2', '3']]])('contain their number of items, each in <item>: %j', async (arIds) => {
    await stub.soap_GetSmsByIds({ client, arIds });
    expect(sent().parts).toEqual([CLIENT, `arIds ${list(...arIds)}`]);
  });

  it('inside an array are nested lists, never one list of two dimensions', async () => {
    await stub.soap_SendMulti({ client, sms_param: { arParams: [['a', 'b'], [], ['c']] } });
    const rows = `item ${list('a', 'b')}, item ${list()}, item ${list('c')}`;
    expect(sent().parts[1]).toBe(
      `sms_param tns:sms_multi_param { arParams tns:ArrayOfParam=tns:ArrayOfString[3] { ${rows} } }`,
    );
    expect(transport.lastBody()).not.toMatch(/\[\d*,\d*\]/);
  });
});

describe('what is not set', () => {
  it('is left out by the client, which never writes nil', async () => {
    const recording = fakeTransport(soapResponse('X', '<result>0</result>'));
    const own = new SmsServiceClient({ transport: recording, url, credentials });
    await rejection(own.sendSms({ to: '48', message: 'Hi' }));
    expect(outline(read(recording.lastBody()).wrapper)).toBe(
      `tns:soap_SendSms untyped { ${CLIENT}, sms_param tns:sms_param { to xsd:string "48", message xsd:string "Hi" } }`,
    );
    await own.addNumber({ groupId: 7, number: '1' });
    expect(outline(read(recording.lastBody()).wrapper)).toBe(
      `tns:soap_AddNumber untyped { ${CLIENT}, number tns:Number { number xsd:string "1", id_group xsd:int "7" } }`,
    );
  });

  it('is nil only if a caller of the stub passes null', async () => {
    await stub.soap_AddNumber({ client, number: { number: null, name: undefined, id_group: null } });
    expect(sent().parts[1]).toBe('number tns:Number { number xsd:string nil, id_group xsd:int nil }');
  });
});

describe('a request over HTTP', () => {
  it('has a quoted SOAPAction, its Content-Type, and its length in bytes: no chunks', async () => {
    const response = soapResponse('soap_AddGroup', '<result>0</result><id_group>1</id_group>');
    const server = await startRawServer(Buffer.from(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${response}`));
    const http = httpTransport();
    await new SmsServiceClient({ url: server.url, credentials, transport: http }).addGroup({ name: 'Żółw 😀' });
    await http.close?.();
    await server.close();
    const [head = '', body = ''] = (server.requests[0] ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^POST \/soap HTTP\/1\.1\r\n/);
    expect(head).toMatch(/^soapaction: "urn:sms-service#soap_AddGroup"$/im);
    expect(head).toMatch(/^content-type: text\/xml; charset=utf-8$/im);
    expect(head).toMatch(new RegExp(`^content-length: ${body.length}$`, 'im'));
    expect(head).not.toMatch(/^transfer-encoding:/im);
    expect(Buffer.from(body, 'latin1').toString('utf8')).toContain('>Żółw 😀<');
  });
});

describe('the output part of a send', () => {
  const inside = '<result>0</result><response><item>n1</item></response><count>1</count>';
  it.each(['Response', 'response', 'RESPONSE'])('is read as <%s>, for all three operations', async (part) => {
    const own = clientFor(soapResponse('X', `<${part}>${inside}</${part}>`));
    const to = '500100200';
    for (const { messages, count } of [
      await own.sendSms({ to, message: 'x' }),
      await own.sendSmsExt({ to, message: 'x' }),
      await own.sendMulti({ to: [to], message: 'x' }),
    ]) {
      expect([messages[0]?.id, count]).toEqual(['n1', 1]);
    }
  });
});

describe('a response of the embedded gateway has the same form', () => {
  it.each([
    ['soap_AddGroup', '<group><name>G</name></group>', 'id_group xsd:int "1"'],
    ['soap_CheckPoints', '', 'points xsd:float "100"'],
    [
      'soap_GetSenders',
      '',
      'arSenders tns:ArrayOfString=xsd:string[2] { item xsd:string "Shop", item xsd:string "Info" }',
    ],
    ['soap_GetGroups', '', 'arGroups tns:ArrayOfGroup=tns:Group[0] {}'],
  ])('%s', async (name, parts, last) => {
    const { response } = await receive(requestOf(`<n:${name}>${CLIENT_XML}${parts}</n:${name}>`));
    const { envelope, wrapper } = read(response);
    expect(envelope.attributes.get(`{${SOAP}}encodingStyle`)).toBe('http://schemas.xmlsoap.org/soap/encoding/');
    expect(outline(wrapper)).toBe(
      `tns:${name}Response untyped { result xsd:int "0", description xsd:string "OK", ${last} }`,
    );
  });
});
