import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
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

  it('counts the entries if the gateway sends no count', async () => {
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
});
