import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientFor, numbersResponse, WAYS } from './responses.js';

const NEXT = 'http://schemas.xmlsoap.org/soap/actor/next';

/** Attributes of a header, `@` for the prefix of the envelope's namespace. */
const OURS: readonly (readonly [string, string])[] = [
  ['no actor', '@mustUnderstand="1"'],
  ['an empty actor', '@mustUnderstand="1" @actor=""'],
  ['the next actor', `@mustUnderstand="1" @actor="${NEXT}"`],
  ["an actor in no namespace, which is none of SOAP's", '@mustUnderstand="1" actor="urn:proxy"'],
  ["an actor in another namespace, which is none of SOAP's", '@mustUnderstand="1" t:actor="urn:proxy"'],
];
const NOT_OURS: readonly (readonly [string, string])[] = [
  ['another actor', '@mustUnderstand="1" @actor="urn:proxy"'],
  ['another actor that begins like the next one', `@mustUnderstand="1" @actor="${NEXT}/x"`],
  ['no need to understand it', '@mustUnderstand="0"'],
  ['a need in no namespace', 'mustUnderstand="1"'],
  ['a need in another namespace', 't:mustUnderstand="1"'],
  ['the next actor alone', `@actor="${NEXT}"`],
];

const PARTS = '<result>0</result><arNumbers><i><number>1</number></i></arNumbers>';

function withHeader(envelope: string, prefix: string, attributes: string): string {
  const header = `<t:h xmlns:t="urn:t" ${attributes.replaceAll('@', `${prefix}:`)}><x/></t:h>`;
  return envelope.replace(`<${prefix}:Body>`, `<${prefix}:Header>${header}</${prefix}:Header><${prefix}:Body>`);
}

describe.each(WAYS)('a header of a response, read %s (SOAP 1.1, 4.2.2 and 4.2.3)', (_way, read) => {
  it.each(OURS)('must be understood, and is not: %s', async (_name, attributes) => {
    const response = withHeader(numbersResponse(PARTS), 'SOAP-ENV', attributes);
    expect(await rejection(read(clientFor(response)))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('a header that must be understood'),
    });
  });

  it.each(NOT_OURS)('is passed over: %s', async (_name, attributes) => {
    expect(await read(clientFor(withHeader(numbersResponse(PARTS), 'SOAP-ENV', attributes)))).toHaveLength(1);
  });

  it('must be understood behind others that need not be', async () => {
    const passed = '<t xmlns="urn:t" SOAP-ENV:mustUnderstand="1" SOAP-ENV:actor="urn:proxy"/>';
    const response = withHeader(numbersResponse(PARTS), 'SOAP-ENV', '@mustUnderstand="1"');
    const both = response.replace('<SOAP-ENV:Header>', `<SOAP-ENV:Header>${passed}`);
    expect(await rejection(read(clientFor(both)))).toMatchObject({ name: 'DecodeError' });
  });
});
