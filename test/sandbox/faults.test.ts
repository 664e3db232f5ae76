import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import type { TransportResponse } from '../../src/transport/transport.js';
import { ALICE, CLIENT, CLIENT_XML, envelope, START } from './setup.js';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

interface Response {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** Sends bytes as they are into a gateway. */
async function post(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  sandbox: Sandbox = createSandbox({ accounts: [ALICE], now: () => START }),
): Promise<Response> {
  const response: TransportResponse = await sandbox.transport().send({
    url: 'http://localhost/soap',
    operation: 'soap_CheckPoints',
    method: 'POST',
    idempotent: false,
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
    body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
  });
  if (!(response.body instanceof Uint8Array)) throw new Error('not in whole');
  const text = Buffer.from(response.body).toString('utf8');
  expect(response.headers['content-length']).toBe(String(response.body.length));
  return { status: response.status, contentType: response.headers['content-type'], text };
}

const faultCode = ({ text }: Response): string | undefined => /<faultcode>SOAP-ENV:(.*?)<\/faultcode>/.exec(text)?.[1];
const faultString = ({ text }: Response): string | undefined => /<faultstring>(.*?)<\/faultstring>/.exec(text)?.[1];
const CHECK = envelope('soap_CheckPoints', CLIENT_XML);

describe('a request that PHP recorded', () => {
  const recorded = (name: string): string => {
    const path = new URL(`../corpus/php/${name}.request.http`, import.meta.url);
    return readFileSync(path, 'utf8').split('\r\n\r\n').slice(1).join('\r\n\r\n');
  };

  it.each([
    ['raw_bad_int', 'Client'],
    ['raw_must_understand', 'MustUnderstand'],
    ['raw_no_client', 'Client'],
    ['raw_not_well_formed', 'Client'],
    ['raw_soap12', 'VersionMismatch'],
    ['raw_unknown_operation', 'Client'],
    ['raw_version_mismatch', 'VersionMismatch'],
  ])('and is invalid (%s) gets a %s Fault with status 500', async (name, code) => {
    const response = await post(recorded(name));
    expect(response).toMatchObject({ status: 500, contentType: 'text/xml; charset=utf-8' });
    expect(faultCode(response)).toBe(code);
    expect(response.text).not.toContain('secret-a');
  });

  it('and is valid is executed', async () => {
    const accounts = [{ username: 'alice', password: 'secret-a' }];
    const sandbox = createSandbox({ accounts });
    expect((await post(recorded('sendsms_special'), {}, sandbox)).status).toBe(200);
    expect((await post(recorded('sendsms_nulls'), {}, sandbox)).status).toBe(200);
    const response = await post(recorded('sendmulti_one'), {}, sandbox);
    expect(response.text).toContain('<count xsi:type="xsd:int">1</count>');
    expect(sandbox.account('alice')?.messages.at(-1)).toMatchObject({
      to: '48500100203',
      message: 'tylko',
      idx: 'z',
    });
  });
});

describe('an invalid SOAP request', () => {
  it.each([
    ['an empty body', ''],
    ['an empty SOAP Body', `<e:Envelope xmlns:e="${ENVELOPE}"><e:Body/></e:Envelope>`],
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${CHECK.replace(/^<\?xml.*?\?>/, '')}`],
    ['something after the end', `${CHECK}<more/>`],
    ['a circular reference', envelope('soap_CheckPoints', '<client id="a" href="#a"/>')],
    ['a name that all objects have', envelope('constructor', '')],
  ])('gets a Client Fault: %s', async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(500);
    expect(faultCode(response)).toBe('Client');
  });
});

describe('the SOAPAction', () => {
  it.each(['"urn:sms-service#soap_CheckPoints"', 'urn:sms-service#soap_CheckPoints', '""', '', ' "" '])(
    'may be %j',
    async (soapaction) => {
      expect(await post(CHECK, { soapaction })).toMatchObject({ status: 200 });
    },
  );

  it.each([
    '"urn:sms-service#soap_GetSenders"',
    '"soap_CheckPoints"',
    '"',
    'urn:sms-"service#soap_CheckPoints"',
    '"urn:sms-service#soap_Check"Points"',
  ])('may not be %j', async (soapaction) => {
    const response = await post(CHECK, { soapaction });
    expect(faultCode(response)).toBe('Client');
    expect(faultString(response)).toContain('SOAPAction');
  });
});

describe('a Fault', () => {
  it('names the invalid field without its value', async () => {
    const response = await post(envelope('soap_GetNumbers', `${CLIENT_XML}<id_group>sesame-street</id_group>`));
    expect(faultString(response)).toContain('id_group');
    expect(response.text).not.toContain('sesame');
  });

  it('shows nothing about an internal error', async () => {
    const sandbox = createSandbox({
      accounts: [ALICE],
      nextId: () => {
        throw new Error('the inner secret /home/me');
      },
    });
    const sms = '<sms_param><to>500100200</to><message>Hi</message></sms_param>';
    const response = await post(envelope('soap_SendSms', CLIENT_XML + sms), {}, sandbox);
    expect(response.status).toBe(500);
    expect(faultCode(response)).toBe('Server');
    expect(faultString(response)).toBe('The gateway failed');
    expect(response.text).not.toMatch(/secret|home/);
    expect(sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
  });
});

describe('the password', () => {
  const password = CLIENT.password;
  const nearly = CLIENT_XML.replace('alice', 'bob');

  it.each([
    ['a correct request', CHECK],
    ['a wrong username', envelope('soap_CheckPoints', nearly)],
    ['an unknown operation', envelope('soap_Nothing', CLIENT_XML)],
    ['a broken document', CHECK.slice(0, -10)],
    [
      'a password that stands twice',
      envelope('soap_CheckPoints', CLIENT_XML.replace('</client>', `<password>${password}</password></client>`)),
    ],
    ['a password where a number belongs', envelope('soap_DelGroup', `${CLIENT_XML}<id_group>${password}</id_group>`)],
    ['a password as an element', envelope('soap_CheckPoints', `<client><${password}></client>`)],
    ['a password as a reference', envelope('soap_CheckPoints', `<client href="#${password}"/>`)],
    ['a password as an entity', envelope('soap_CheckPoints', `<client>&${password};</client>`)],
  ])('is not in the response to %s', async (_, body) => {
    const response = await post(body, { 'content-type': 'text/xml' });
    expect(response.text).not.toContain(password);
  });
});
