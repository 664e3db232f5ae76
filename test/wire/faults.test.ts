import { describe, expect, it } from 'vitest';
import { SoapFaultError } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { CLIENT_XML, receive, requestOf } from './requests.js';
import { clientFor, envelopeOf, numbersResponse, type Response, SOAP, SOAP_12, WAYS } from './responses.js';

const fault = (children: string): string => envelopeOf(`<SOAP-ENV:Fault>${children}</SOAP-ENV:Fault>`);
const PLAIN = '<faultcode>SOAP-ENV:Server</faultcode><faultstring>Awaria ż</faultstring>';
const ONE = '<ns1:soap_GetNumbersResponse><result>0</result></ns1:soap_GetNumbersResponse>';

describe.each(WAYS)('a Fault, read %s', (_way, read) => {
  async function faultOf(response: Response): Promise<unknown> {
    const error = await rejection(read(clientFor(response)));
    expect(error).toBeInstanceOf(SoapFaultError);
    return error;
  }

  it.each([200, 202, 400, 401, 403, 404, 422, 500, 502, 503])('comes with any HTTP status: %i', async (status) => {
    expect(await faultOf({ status, body: Buffer.from(fault(PLAIN)) })).toMatchObject({
      faultCode: 'Server',
      faultString: 'Awaria ż',
      outcome: 'rejected',
      retryable: false,
      operation: 'soap_GetNumbers',
    });
  });

  it.each([
    [
      'not qualified',
      '<faultcode>c</faultcode><faultstring>s</faultstring><faultactor>a</faultactor><detail>d</detail>',
    ],
    [
      'qualified',
      '<SOAP-ENV:faultcode>c</SOAP-ENV:faultcode><SOAP-ENV:faultstring>s</SOAP-ENV:faultstring>' +
        '<SOAP-ENV:faultactor>a</SOAP-ENV:faultactor><SOAP-ENV:detail>d</SOAP-ENV:detail>',
    ],
    [
      'typed',
      '<faultcode xsi:type="xsd:QName">c</faultcode><faultstring xsi:type="xsd:string">s</faultstring>' +
        '<faultactor xsi:type="xsd:string">a</faultactor><detail xsi:type="xsd:string">d</detail>',
    ],
    [
      'with white space and comments',
      '\n <faultcode> c\n</faultcode> <!-- x --> <faultstring>s<!-- y --></faultstring>\n<faultactor>a</faultactor><detail><![CDATA[d]]></detail> ',
    ],
  ])('has children %s', async (_name, children) => {
    expect(await faultOf(fault(children))).toMatchObject({
      faultCode: 'c',
      faultString: 's',
      faultActor: 'a',
      detail: 'd',
    });
  });

  it.each([
    ['SOAP-ENV:Client', 'Client'],
    ['Server', 'Server'],
    ['SOAP-ENV:Client.Authentication', 'Client.Authentication'],
    ['ns1:Own', 'Own'],
    ['WSDL', 'WSDL'],
    ['', ''],
  ])('has a code of any form: %j', async (written, faultCode) => {
    const response = fault(`<faultcode>${written}</faultcode><faultstring>s</faultstring>`);
    expect(await faultOf(response)).toMatchObject({ faultCode, faultString: 's' });
  });

  it('may have nothing at all', async () => {
    expect(await faultOf(fault(''))).toMatchObject({
      faultCode: '',
      faultString: '',
      faultActor: undefined,
      detail: undefined,
    });
    expect(await faultOf(envelopeOf('<SOAP-ENV:Fault/>'))).toMatchObject({ faultCode: '' });
  });

  it.each([
    ['in its own envelope', SOAP_12],
    ["in SOAP 1.1's", SOAP],
  ])('may be one of SOAP 1.2, %s', async (_name, around) => {
    const children =
      '<f:Code><f:Value>f:Sender</f:Value><f:Subcode><f:Value>x</f:Value></f:Subcode></f:Code>' +
      '<f:Reason><f:Text xml:lang="en">No</f:Text><f:Text xml:lang="pl">Nie</f:Text></f:Reason><f:Role>urn:r</f:Role><f:Detail><n>1</n></f:Detail>';
    const response = `<e:Envelope xmlns:e="${around}" xmlns:f="${SOAP_12}"><e:Body><f:Fault>${children}</f:Fault></e:Body></e:Envelope>`;
    expect(
      await faultOf({ status: 500, headers: { 'content-type': 'application/soap+xml' }, body: Buffer.from(response) }),
    ).toMatchObject({
      faultCode: 'Sender',
      faultString: 'No',
      faultActor: 'urn:r',
      detail: { n: '1' },
    });
  });

  it('has a detail with stack traces and host names, which no log shows', async () => {
    const detail =
      '<ns2:stackTrace xmlns:ns2="http://xml.apache.org/axis/">at A.b(A.java:1)\n at C.d</ns2:stackTrace>' +
      '<ns3:hostname xmlns:ns3="http://xml.apache.org/axis/">inner.host</ns3:hostname><e><f>1</f><f>2</f></e>';
    const error = await faultOf(fault(`${PLAIN}<detail>${detail}</detail>`));
    expect(error).toMatchObject({
      detail: { stackTrace: 'at A.b(A.java:1)\n at C.d', hostname: 'inner.host', e: { f: ['1', '2'] } },
    });
    expect(JSON.stringify(error)).not.toMatch(/inner\.host|A\.java/);
  });

  it.each([
    ['before the response', fault(PLAIN).replace('</SOAP-ENV:Fault>', `</SOAP-ENV:Fault>${ONE}`)],
    ['after the response', fault(PLAIN).replace('<SOAP-ENV:Fault>', `${ONE}<SOAP-ENV:Fault>`)],
    ['before another Fault', fault(PLAIN).replace('</SOAP-ENV:Fault>', '</SOAP-ENV:Fault><SOAP-ENV:Fault/>')],
  ])('is found %s', async (_name, response) => {
    expect(await faultOf(response)).toMatchObject({ faultCode: 'Server' });
  });

  it('is none where another namespace has that name', async () => {
    const response = numbersResponse('<result>0</result><Fault><faultcode>c</faultcode></Fault>');
    expect(await read(clientFor(response))).toEqual([]);
  });
});

describe('a Fault of the embedded gateway', () => {
  it('has status 500, a qualified code and unqualified children', async () => {
    const { status, response } = await receive(requestOf(`<n:soap_Nothing>${CLIENT_XML}</n:soap_Nothing>`));
    expect(status).toBe(500);
    expect(response.replace(/^.*<SOAP-ENV:Body>(.*)<\/SOAP-ENV:Body>.*$/s, '$1')).toBe(
      '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Client</faultcode>' +
        '<faultstring>Unknown operation</faultstring></SOAP-ENV:Fault>',
    );
  });
});
