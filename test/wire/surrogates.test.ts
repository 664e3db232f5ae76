import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { credentials, numbersResponse } from './responses.js';

const url = 'http://gateway.test/soap';
/** A client whose gateway gives one name to one number. */
const clientFor = (name: string, acceptSurrogateReferences?: boolean): SmsServiceClient =>
  new SmsServiceClient({
    url,
    credentials,
    transport: fakeTransport(
      numbersResponse(`<result>0</result><arNumbers><i><number>1</number><name>${name}</name></i></arNumbers>`),
    ),
    acceptSurrogateReferences,
    retry: { baseDelayMs: 1 },
  });

describe('half characters that are written as two references, as Apache Axis writes emoji', () => {
  it.each([
    ['decimal', '&#55357;&#56832;', '😀'],
    ['hexadecimal', '&#xD83D;&#xde00;', '😀'],
    ['mixed, between letters', 'a&#xD83D;&#56832;ż', 'a😀ż'],
    ['the first pair', '&#xD800;&#xDC00;', '\u{10000}'],
    ['the last pair', '&#xDBFF;&#xDFFF;', '\u{10ffff}'],
  ])('are one character with the option: %s', async (_name, written, name) => {
    const client = clientFor(written, true);
    expect(await client.getNumbers(7)).toMatchObject([{ name }]);
    expect(await collect(client.streamNumbers(7))).toMatchObject([{ name }]);
  });

  it('are one character in the texts of the stub and of Faults too', async () => {
    const stub = (response: string): SmsServiceStub =>
      new SmsServiceStub({ url, transport: fakeTransport(response), acceptSurrogateReferences: true });
    const output = soapResponse('soap_CheckPoints', '<description>&#55357;&#56832;</description>');
    expect(await stub(output).soap_CheckPoints({ client: credentials })).toMatchObject({ description: '😀' });
    const fault = output.replace(
      /<ns1:.*Response>/,
      '<SOAP-ENV:Fault><faultcode>Server</faultcode><faultstring>&#55357;&#56832;</faultstring></SOAP-ENV:Fault>',
    );
    expect(await rejection(stub(fault).soap_CheckPoints({ client: credentials }))).toMatchObject({ faultString: '😀' });
  });

  it.each([undefined, false])('are refused by default, by an error that names the option: %s', async (option) => {
    const client = clientFor('&#55357;&#56832;', option);
    for (const read of [() => client.getNumbers(7), () => collect(client.streamNumbers(7))]) {
      expect(await rejection(read())).toMatchObject({
        name: 'DecodeError',
        path: 'arNumbers[0].name',
        message: expect.stringContaining('acceptSurrogateReferences'),
        offset: expect.any(Number),
      });
    }
  });

  it.each([
    ['the first half alone', '&#55357;'],
    ['the first half before white space', '&#55357; &#56832;'],
    ['the first half before CDATA', '&#55357;<![CDATA[]]>&#56832;'],
    ['the first half before a reference without an end', '&#55357;&#56832'],
    ['the second half alone', '&#56832;'],
    ['the halves in the wrong order', '&#56832;&#55357;'],
  ])('are refused if they are not a pair: %s', async (_name, written) => {
    const client = clientFor(written, true);
    for (const read of [() => client.getNumbers(7), () => collect(client.streamNumbers(7))]) {
      expect(await rejection(read())).toMatchObject({
        name: 'DecodeError',
        message: expect.not.stringContaining('acceptSurrogateReferences'),
      });
    }
  });
});
