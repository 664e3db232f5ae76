import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import type { SoapFaultError } from '../../../src/errors/errors.js';
import { caller, operation, type StubOptions, service, string } from '../../../src/soap/index.js';

const open = operation<{ user: string; password: string }, object>({
  name: 'open',
  namespace: 'urn:sessions',
  soapAction: '',
  input: { user: string, password: string },
  output: {},
});
const Sessions = service({ name: 'Sessions', namespaces: { ns1: 'urn:sessions' }, operations: { open } });

const FAULT = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>
  <faultcode>e:Client</faultcode><faultstring>no Ann with hunter2, order 48123456789</faultstring>
  <detail><who>Ann</who><with>aHVudGVyMg== hunter2</with></detail></e:Fault></e:Body></e:Envelope>`;

async function faultOf(options: Partial<StubOptions>): Promise<SoapFaultError> {
  const transport: Transport = {
    send: async () => ({ status: 500, headers: { 'content-type': 'text/xml' }, body: Buffer.from(FAULT) }),
  };
  const call = caller(Sessions, { transport, url: 'http://127.0.0.1/', ...options });
  return call(open, { user: 'Ann', password: 'hunter2' }).then(
    () => expect.unreachable(),
    (error: unknown) => error as SoapFaultError,
  );
}

describe('the Fault of a service that is not ours', () => {
  it('is unchanged without secrets, with sent values and long numbers', async () => {
    const { faultString, detail, message } = await faultOf({});
    expect(faultString).toBe('no Ann with hunter2, order 48123456789');
    // A message goes into logs, where long numbers are cut as everywhere.
    expect(message).toBe('open: SOAP Fault Client: no Ann with hunter2, order …789');
    expect(detail).toEqual({ who: 'Ann', with: 'aHVudGVyMg== hunter2' });
  });

  it('does not show a secret that is named, encoded or not', async () => {
    const { faultString, detail, message } = await faultOf({ secrets: ['hunter2'] });
    expect(faultString).toBe('no Ann with [redacted], order 48123456789');
    expect(message).not.toContain('hunter2');
    expect(JSON.stringify(detail)).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(detail).toMatchObject({ who: 'Ann' });
  });

  it('refuses secrets that are no list of texts, without showing them', async () => {
    const rejected = faultOf({ secrets: ['hunter2', ''] }).catch((error: unknown) => String(error));
    expect(await rejected).toMatch(/secrets\[1\]/);
    expect(await rejected).not.toContain('hunter2');
  });
});
