import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { collect } from '../support/collect.js';
import { type FakeTransport, fakeTransport, soapResponse } from '../support/fake-transport.js';

const OK = '<result xsi:type="xsd:int">0</result><description xsi:type="xsd:string">OK</description>';

function clientWith(transport: FakeTransport, validation = true): SmsServiceClient {
  return new SmsServiceClient({
    url: 'http://gateway.test/soap',
    credentials: { username: 'alice', password: 'sesame' },
    transport,
    validation,
  });
}

/** The Body's content after the credentials, which every request carries first. */
function partsOf(transport: FakeTransport): string {
  const [, parts = ''] = /<\/client>([^]*)<\/ns1:soap_\w+><\/SOAP-ENV:Body>/.exec(transport.lastBody()) ?? [];
  return parts;
}

const string = (name: string, value: string): string => `<${name} xsi:type="xsd:string">${value}</${name}>`;
const int = (name: string, value: number): string => `<${name} xsi:type="xsd:int">${value}</${name}>`;

describe('every request', () => {
  it('is an envelope in the one form that all servers accept', async () => {
    const transport = fakeTransport(soapResponse('soap_CheckPoints', `${OK}<points>12.5</points>`));
    await clientWith(transport).checkPoints();
    expect(transport.lastBody()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
        ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
        ' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>' +
        '<ns1:soap_CheckPoints xmlns:ns1="urn:sms-service"><client xsi:type="ns1:Client">' +
        '<username xsi:type="xsd:string">alice</username><password xsi:type="xsd:string">sesame</password></client>' +
        '</ns1:soap_CheckPoints></SOAP-ENV:Body></SOAP-ENV:Envelope>\n',
    );
    expect(transport.requests[0]).toMatchObject({
      url: 'http://gateway.test/soap',
      operation: 'soap_CheckPoints',
      method: 'POST',
      idempotent: true,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '"urn:sms-service#soap_CheckPoints"',
      },
    });
  });

  it('carries the time limit of its call, else that of the client', async () => {
    const transport = fakeTransport(soapResponse('soap_CheckPoints', `${OK}<points>1</points>`));
    const client = new SmsServiceClient({
      url: 'http://gateway.test/soap',
      credentials: { username: 'alice', password: 'sesame' },
      transport,
      timeoutMs: 7000,
    });
    await client.checkPoints({ timeoutMs: 50 });
    await client.checkPoints();
    expect(transport.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([50, 7000]);
  });

  it('carries a signal that is aborted with that of its call', async () => {
    const end = new AbortController();
    const response = fakeTransport(soapResponse('soap_CheckPoints', `${OK}<points>1</points>`));
    let reason: unknown;
    const transport: Transport = {
      send: (request) => {
        end.abort('enough');
        reason = request.signal?.reason;
        return response.send(request);
      },
    };
    const credentials = { username: 'alice', password: 'sesame' };
    await new SmsServiceClient({ url: 'http://gateway.test/soap', credentials, transport }).checkPoints({
      signal: end.signal,
    });
    expect(reason).toBe('enough');
  });
});

describe('account', () => {
  it('getSenders lists the names', async () => {
    const response = soapResponse(
      'soap_GetSenders',
      `${OK}<arSenders SOAP-ENC:arrayType="xsd:string[2]"><item>Test</item><item>Żółw</item></arSenders>`,
    );
    expect(await clientWith(fakeTransport(response)).getSenders()).toEqual(['Test', 'Żółw']);
  });

  it('checkPoints gives the number', async () => {
    const response = soapResponse('soap_CheckPoints', `${OK}<points xsi:type="xsd:float">99.84</points>`);
    expect(await clientWith(fakeTransport(response)).checkPoints()).toBe(99.84);
  });
});

const SENT =
  '<result>0</result><response SOAP-ENC:arrayType="xsd:string[4]"><item>1001</item>' +
  '<item>OK:1002:0.16</item><item>OK:1003:0.32:48500100200</item><item>ERROR:13</item></response>' +
  '<count>3</count><points>0.64</points><description>OK</description>';

const SENT_RESULT = {
  messages: [
    { outcome: 'accepted', id: '1001', raw: '1001' },
    { outcome: 'accepted', id: '1002', points: 0.16, raw: 'OK:1002:0.16' },
    { outcome: 'accepted', id: '1003', points: 0.32, number: '48500100200', raw: 'OK:1003:0.32:48500100200' },
    { outcome: 'rejected', id: null, errorCode: 13, raw: 'ERROR:13' },
  ],
  count: 3,
  points: 0.64,
  description: 'OK',
};

describe('sending', () => {
  it('sendSms writes only the fields that are set, in the order of the WSDL', async () => {
    const transport = fakeTransport(soapResponse('soap_SendSms', `<response>${SENT}</response>`));
    const result = await clientWith(transport).sendSms({
      to: '0048500100200',
      message: 'Zażółć <b> & "c"\r\n',
    });
    expect(partsOf(transport)).toBe(
      `<sms_param xsi:type="ns1:sms_param">${string('to', '0048500100200')}` +
        `${string('message', 'Zażółć &lt;b&gt; &amp; "c"&#13;\n')}</sms_param>`,
    );
    expect(result).toEqual(SENT_RESULT);
  });

  it('sendSms writes every field', async () => {
    const transport = fakeTransport(soapResponse('soap_SendSms', `<response>${SENT}</response>`));
    // By the rules a binary message needs the udh of soap_SendSmsExt.
    await clientWith(transport, false).sendSms({
      idx: 'Ab9',
      params: ['x', ''],
      test: true,
      partnerId: 7,
      datacoding: 'bin',
      noUnicode: false,
      single: true,
      date: new Date('2026-11-21T12:00:00.999Z'),
      eco: false,
      from: 'Test',
      message: '00ff',
      to: '500100200',
    });
    expect(partsOf(transport)).toBe(
      '<sms_param xsi:type="ns1:sms_param">' +
        string('to', '500100200') +
        string('from', 'Test') +
        string('message', '00ff') +
        int('eco', 0) +
        int('date', 1_795_262_400) +
        '<arParam SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString">' +
        `${string('item', 'x')}${string('item', '')}</arParam>` +
        string('idx', 'Ab9') +
        int('single', 1) +
        int('no_unicode', 0) +
        string('datacoding', 'bin') +
        int('id_partner', 7) +
        int('test', 1) +
        '</sms_param>',
    );
  });

  it('sendSmsExt adds priority and udh', async () => {
    const transport = fakeTransport(soapResponse('soap_SendSmsExt', `<response>${SENT}</response>`));
    const result = await clientWith(transport).sendSmsExt({
      to: '500100200',
      message: '00',
      priority: true,
      udh: '050003cc0201',
      datacoding: 'bin',
    });
    expect(partsOf(transport)).toBe(
      `<sms_param xsi:type="ns1:sms_param_ext">${string('to', '500100200')}${string('message', '00')}` +
        `${string('datacoding', 'bin')}${int('priority', 1)}${string('udh', '050003cc0201')}</sms_param>`,
    );
    expect(result).toEqual(SENT_RESULT);
  });

  it('sendMulti writes nested arrays, and reads the part that is called Response', async () => {
    const transport = fakeTransport(soapResponse('soap_SendMulti', `<Response>${SENT}</Response>`));
    const result = await clientWith(transport).sendMulti({
      to: ['500100200', '500100201'],
      message: '[%1%]',
      params: [['a', 'ą'], []],
      idx: ['i1', 'i2'],
    });
    const strings = (name: string, items: readonly string[]): string =>
      `<${name} SOAP-ENC:arrayType="xsd:string[${items.length}]" xsi:type="ns1:ArrayOfString">` +
      `${items.map((item) => string('item', item)).join('')}</${name}>`;
    expect(partsOf(transport)).toBe(
      '<sms_param xsi:type="ns1:sms_multi_param">' +
        strings('arTo', ['500100200', '500100201']) +
        string('message', '[%1%]') +
        '<arParams SOAP-ENC:arrayType="ns1:ArrayOfString[2]" xsi:type="ns1:ArrayOfParam">' +
        `${strings('item', ['a', 'ą'])}${strings('item', [])}</arParams>` +
        strings('arIdx', ['i1', 'i2']) +
        '</sms_param>',
    );
    const [, , named] = SENT_RESULT.messages;
    expect(result).toEqual({
      ...SENT_RESULT,
      recipients: [
        { submitted: '500100200', number: '48500100200', status: 'accepted', message: named },
        { submitted: '500100201', number: '48500100201', status: 'unknown' },
      ],
    });
  });

  it('counts the entries where the gateway gives no count', async () => {
    const response = soapResponse(
      'soap_SendSms',
      '<response><result>0</result><response><item>7</item></response></response>',
    );
    expect(await clientWith(fakeTransport(response)).sendSms({ to: '1', message: 'x' })).toEqual({
      messages: [{ outcome: 'accepted', id: '7', raw: '7' }],
      count: 1,
      points: null,
      description: '',
    });
  });

  it('delSchSmsById sends the id as it is', async () => {
    const transport = fakeTransport(soapResponse('soap_DelSchSmsById', OK));
    await clientWith(transport).delSchSmsById('007');
    expect(partsOf(transport)).toBe(string('id', '007'));
  });
});

const RECORD =
  '<id>0012</id><to>+48500100200</to><from>Test</from><message> Zażółć\n </message><flash>0</flash><eco>1</eco>' +
  '<date>1795262400</date><status>404</status><submitdate>1795262401</submitdate><donedate>0</donedate>';

const SMS_RECORD = {
  id: '0012',
  to: '+48500100200',
  from: 'Test',
  message: ' Zażółć\n ',
  flash: false,
  eco: true,
  date: new Date('2026-11-21T12:00:00Z'),
  status: 404,
  statusName: 'DELIVERED',
  submittedAt: new Date('2026-11-21T12:00:01Z'),
  doneAt: null,
};

describe('history', () => {
  it('getSmsByDate asks for whole seconds and gives dates, flags and status names', async () => {
    const transport = fakeTransport(soapResponse('soap_GetSmsByDate', `${OK}<arSms><item>${RECORD}</item></arSms>`));
    const range = { from: new Date('2026-11-21T00:00:00Z'), to: new Date('2026-11-21T23:59:59.500Z') };
    expect(await clientWith(transport).getSmsByDate(range)).toEqual([SMS_RECORD]);
    expect(partsOf(transport)).toBe(int('date_from', 1_795_219_200) + int('date_to', 1_795_305_599));
  });

  it('getSmsByIds sends the ids as strings; absent fields of a record are empty or null', async () => {
    const transport = fakeTransport(
      soapResponse(
        'soap_GetSmsByIds',
        `${OK}<arSms><item xsi:nil="true"/><item><id>5</id><status>999</status></item></arSms>`,
      ),
    );
    expect(await clientWith(transport).getSmsByIds(['005', '6'])).toEqual([
      {
        id: '5',
        to: '',
        from: '',
        message: '',
        flash: false,
        eco: false,
        date: null,
        status: 999,
        submittedAt: null,
        doneAt: null,
      },
    ]);
    expect(partsOf(transport)).toBe(
      '<arIds SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString">' +
        `${string('item', '005')}${string('item', '6')}</arIds>`,
    );
  });

  it('streamSmsByDate gives the same records one by one', async () => {
    const transport = fakeTransport(soapResponse('soap_GetSmsByDate', `${OK}<arSms><item>${RECORD}</item></arSms>`));
    const range = { from: new Date(0), to: new Date(1000) };
    expect(await collect(clientWith(transport).streamSmsByDate(range))).toEqual([SMS_RECORD]);
  });
});

describe('contact groups', () => {
  it('addGroup gives the new id', async () => {
    const transport = fakeTransport(soapResponse('soap_AddGroup', `${OK}<id_group>17</id_group>`));
    expect(await clientWith(transport).addGroup({ name: 'Klienci', info: 'ą' })).toEqual({ groupId: 17 });
    expect(partsOf(transport)).toBe(
      `<group xsi:type="ns1:Group">${string('name', 'Klienci')}${string('info', 'ą')}</group>`,
    );
  });

  it('delGroup tells how many numbers went with it', async () => {
    const transport = fakeTransport(soapResponse('soap_DelGroup', `${OK}<num_count>3</num_count>`));
    expect(await clientWith(transport).delGroup(17)).toEqual({ numberCount: 3 });
    expect(partsOf(transport)).toBe(int('id_group', 17));
  });

  it('getGroups turns ids into numbers', async () => {
    const groups =
      '<arGroups><item><id>1</id><name>A &amp; B</name><info xsi:nil="1"/><num_count>2</num_count></item>' +
      '<item><num_count>0</num_count><info>i</info><name>C</name><id>0020</id></item></arGroups>';
    expect(await clientWith(fakeTransport(soapResponse('soap_GetGroups', OK + groups))).getGroups()).toEqual([
      { id: 1, name: 'A & B', info: '', numberCount: 2 },
      { id: 20, name: 'C', info: 'i', numberCount: 0 },
    ]);
  });

  it('getNumbers keeps numbers as strings', async () => {
    const transport = fakeTransport(
      soapResponse(
        'soap_GetNumbers',
        `${OK}<arNumbers><item><number>0048500100200</number><name>Ła</name><id_group>17</id_group></item>` +
          '<item><number>+48500100201</number></item></arNumbers>',
      ),
    );
    const expected = [
      { number: '0048500100200', name: 'Ła', groupId: 17 },
      { number: '+48500100201', name: '', groupId: 17 },
    ];
    expect(await clientWith(transport).getNumbers(17)).toEqual(expected);
    expect(partsOf(transport)).toBe(int('id_group', 17));
    expect(await collect(clientWith(transport).streamNumbers(17))).toEqual(expected);
  });

  it.each(['addNumber', 'delNumber'] as const)('%s sends number, name and group', async (method) => {
    const transport = fakeTransport(soapResponse(method === 'addNumber' ? 'soap_AddNumber' : 'soap_DelNumber', OK));
    await clientWith(transport)[method]({ number: '+48 500', name: 'Ż', groupId: 3 });
    expect(partsOf(transport)).toBe(
      `<number xsi:type="ns1:Number">${string('number', '+48 500')}${string('name', 'Ż')}${int('id_group', 3)}</number>`,
    );
  });
});
