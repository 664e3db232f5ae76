import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../../generated/index.js';
import { type Fault, writeFault } from '../../../src/soap/messages/fault.js';
import { rejection } from '../../support/collect.js';
import { fakeTransport, soapResponse } from '../../support/fake-transport.js';

const client = { username: 'alice', password: 'sesame' };

/** The error for a Fault with these children. */
function faultOf(children: string): Promise<unknown> {
  const response = soapResponse('X', '@').replace(
    /<ns1:XResponse.*<\/ns1:XResponse>/,
    `<SOAP-ENV:Fault>${children}</SOAP-ENV:Fault>`,
  );
  const stub = new SmsServiceStub({ transport: fakeTransport(response), url: 'http://gateway.test/soap' });
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
    'is unchanged if it is not base64 of a text: %s',
    async (text) => {
      expect(await faultOf(`<detail xsi:type="xsd:base64Binary">${text}</detail>`)).toMatchObject({ detail: text });
    },
  );
});

describe('a Fault is truncated at its limits', () => {
  const CHARACTERS = 16_384;
  const nested = (depth: number): string => '<a>'.repeat(depth) + 'x' + '</a>'.repeat(depth);
  /** How deep objects are inside each other. */
  const depthOf = (detail: unknown): number => {
    let depth = 0;
    for (let inside = detail; typeof inside === 'object' && inside !== null; depth += 1) {
      [inside] = Object.values(inside);
    }
    return depth;
  };

  it('an ordinary one is kept whole', async () => {
    const error = await faultOf(
      '<faultcode>c</faultcode><faultstring>s</faultstring><detail><a>1</a><a>2</a></detail>',
    );
    expect(error).toMatchObject({ detail: { a: ['1', '2'] }, isTruncated: false });
  });

  it.each([
    [CHARACTERS, CHARACTERS, false],
    [CHARACTERS + 1, CHARACTERS, true],
  ])('a faultstring of %i characters: %i', async (given, kept, isTruncated) => {
    const error = await faultOf(`<faultstring>${'z'.repeat(given)}</faultstring>`);
    expect(error).toMatchObject({ faultString: 'z'.repeat(kept), isTruncated });
  });

  it('texts and names of a detail together', async () => {
    // A name of one letter and a text of 16,383 use up all of it.
    expect(await faultOf(`<detail><a>${'z'.repeat(CHARACTERS - 1)}</a></detail>`)).toMatchObject({
      isTruncated: false,
    });
    expect(await faultOf(`<detail><a>${'z'.repeat(CHARACTERS)}</a></detail>`)).toMatchObject({
      detail: { a: 'z'.repeat(CHARACTERS - 1) },
      isTruncated: true,
    });
    expect(await faultOf(`<detail><a>${'z'.repeat(CHARACTERS - 2)}</a><bc/></detail>`)).toMatchObject({
      detail: { a: 'z'.repeat(CHARACTERS - 2) },
      isTruncated: true,
    });
  });

  it.each([
    [1000, 1000, false],
    [1001, 1000, true],
    [100_000, 1000, true],
  ])('%i differently named children: %i', async (given, kept, isTruncated) => {
    const children = Array.from({ length: given }, (_, index) => `<a${index}/>`).join('');
    const error = await faultOf(`<faultstring>s</faultstring><detail>${children}</detail>`);
    expect(error).toMatchObject({ faultString: 's', isTruncated });
    expect(Object.keys((error as { detail: object }).detail)).toHaveLength(kept);
  });

  it.each([
    [31, 31, false],
    [32, 31, true],
  ])('%i children inside each other: %i', async (given, kept, isTruncated) => {
    const error = await faultOf(`<detail>${nested(given)}</detail>`);
    expect(error).toMatchObject({ isTruncated });
    expect(depthOf((error as { detail: unknown }).detail)).toBe(kept);
  });

  it('each part separately: a long detail does not shorten the faultstring', async () => {
    const error = await faultOf(`<detail>${'z'.repeat(2 * CHARACTERS)}</detail><faultstring>s</faultstring>`);
    expect(error).toMatchObject({ faultString: 's', detail: 'z'.repeat(CHARACTERS), isTruncated: true });
  });

  it('of base64 that is too long nothing is kept, because a part of it may be no text', async () => {
    const text = base64('hasło: sesame '.repeat(CHARACTERS / 8));
    const error = await faultOf(`<detail xsi:type="xsd:base64Binary">${text}</detail>`);
    expect(error).toMatchObject({ isTruncated: true, detail: undefined });
  });

  it('children that mean nothing are checked and passed over', async () => {
    const error = await faultOf(`<stack>${'z'.repeat(2 * CHARACTERS)}</stack><faultstring>s</faultstring>`);
    expect(error).toMatchObject({ faultString: 's', isTruncated: false });
    expect(await faultOf('<stack><a></stack>')).toMatchObject({ name: 'DecodeError' });
  });
});

describe('a Fault is written', () => {
  const written = (fault: Fault): string => /<SOAP-ENV:Body>(.*)<\/SOAP-ENV:Body>/s.exec(writeFault(fault))?.[1] ?? '';

  it('with its children in their order, without those that it has not', () => {
    expect(written({ faultCode: 'Server', faultString: 'a < b' })).toBe(
      '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>a &lt; b</faultstring></SOAP-ENV:Fault>',
    );
    expect(written({ faultCode: 'Client', faultString: '', faultActor: 'a & b', detail: '<x>' })).toBe(
      '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Client</faultcode><faultstring></faultstring>' +
        '<faultactor>a &amp; b</faultactor><detail>&lt;x&gt;</detail></SOAP-ENV:Fault>',
    );
  });

  it('and read again', async () => {
    const fault = {
      faultCode: 'Client.Tired',
      faultString: 'not <today>',
      faultActor: 'urn:a',
      detail: { one: 'a & b', several: ['1', '2', { deep: '3' }], empty: '' },
    };
    expect(await faultOf(written(fault).replace(/^<SOAP-ENV:Fault>|<\/SOAP-ENV:Fault>$/g, ''))).toMatchObject(fault);
  });
});
