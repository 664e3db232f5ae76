import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { TransportResponse } from '../../../src/transport/transport.js';
import { ALICE, CLIENT_XML, envelope, START } from '../setup.js';

const CHECK = Buffer.from(envelope('soap_CheckPoints', CLIENT_XML), 'utf8');

/** Sends bytes with headers. */
async function post(body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<TransportResponse> {
  const sandbox = createSandbox({ accounts: [ALICE], now: () => START });
  return sandbox.transport().send({
    url: 'http://localhost/soap',
    operation: 'soap_CheckPoints',
    method: 'POST',
    idempotent: false,
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
    body,
  });
}

const textOf = ({ body }: TransportResponse): string =>
  body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : 'not in whole';

describe('an unsupported request is refused:', () => {
  it.each(['', 'application/json', 'application/soap+xml; charset=utf-8'])('content type %j', async (type) => {
    const response = await post(CHECK, { 'content-type': type });
    expect([response.status, textOf(response)]).toEqual([415, 'SOAP 1.1 requires the Content-Type text/xml.\n']);
  });

  it('a compressed request, with the accepted encoding', async () => {
    const response = await post(CHECK, { 'content-encoding': 'GZIP' });
    expect([response.status, textOf(response)]).toEqual([415, 'Compressed requests are not accepted.\n']);
    expect(response.headers['accept-encoding']).toBe('identity');
  });
});

describe('a request is read', () => {
  it('in the charset of its Content-Type', async () => {
    const group = '<group><name>Żółw</name></group>';
    const text = envelope('soap_AddGroup', CLIENT_XML + group).replace(' encoding="UTF-8"', '');
    // ISO-8859-2: Ż is AF, ó is F3, ł is B3.
    const bytes = Buffer.from(text.replace('Żółw', '\u00af\u00f3\u00b3w'), 'latin1');
    const headers = { 'content-type': 'text/xml; charset=iso-8859-2' };
    expect(textOf(await post(bytes, headers))).toContain('<id_group xsi:type="xsd:int">1</id_group>');
    expect(textOf(await post(bytes))).toContain('The charset is not known, or the bytes are not valid in it');
  });

  it('or gets a Fault for an unknown charset, without repeating its name', async () => {
    const response = await post(CHECK, { 'content-type': 'text/xml; charset=sesame' });
    expect(response.status).toBe(500);
    expect(textOf(response)).toContain('<faultcode>SOAP-ENV:Client</faultcode>');
    expect(textOf(response)).toContain('The charset is not known, or the bytes are not valid in it');
    expect(textOf(response)).not.toContain('sesame');
  });
});
