import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapAnswer } from '../support/fake-transport.js';

const client = { username: 'alice', password: 'sesame' };

/** What becomes of a Fault with these children. */
function faultOf(children: string): Promise<unknown> {
  const answer = soapAnswer('X', '@').replace(
    /<ns1:XResponse.*<\/ns1:XResponse>/,
    `<SOAP-ENV:Fault>${children}</SOAP-ENV:Fault>`,
  );
  const stub = new SmsServiceStub({ transport: fakeTransport(answer), url: 'http://gateway.test/soap' });
  return rejection(stub.soap_CheckPoints({ client }));
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

describe('a text in a Fault that is announced as base64, as SOAP::Lite sends what is not ASCII', () => {
  it('is decoded in the detail, at any depth', async () => {
    const detail = `<reason xsi:type="xsd:base64Binary">${base64('Brak środków')}</reason><n xsi:type="xsd:int">7</n>`;
    expect(await faultOf(`<faultcode>Server</faultcode><detail>${detail}</detail>`)).toMatchObject({
      detail: { reason: 'Brak środków', n: '7' },
    });
    expect(await faultOf(`<detail xsi:type="xsd:base64Binary">\n${base64('Szczegóły')}\n</detail>`)).toMatchObject({
      detail: 'Szczegóły',
    });
  });

  it('is decoded in the faultstring', async () => {
    expect(await faultOf(`<faultstring xsi:type="SOAP-ENC:base64">${base64('Awaria ż')}</faultstring>`)).toMatchObject({
      faultString: 'Awaria ż',
    });
  });

  it('shows no credential that it echoes', async () => {
    const error = await faultOf(`<detail xsi:type="xsd:base64Binary">${base64('hasło: sesame')}</detail>`);
    expect(error).toMatchObject({ detail: expect.stringMatching(/^hasło: (?!sesame)/) });
  });

  it.each([['no base64 at all'], [Buffer.from([0xff, 0xfe]).toString('base64')]])(
    'is left as it is where it is not base64 of a text: %s',
    async (text) => {
      expect(await faultOf(`<detail xsi:type="xsd:base64Binary">${text}</detail>`)).toMatchObject({ detail: text });
    },
  );
});
