import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import {
  header,
  int,
  type Operation,
  operation,
  type Service,
  service,
  string,
  withHeaders,
} from '../../../src/soap/index.js';
import { RequestRefused, readRequest } from '../../../src/soap/messages/request.js';

interface Find {
  readonly city: string | null;
  readonly $headers?: { readonly session?: string | null | undefined } | undefined;
}
interface FindIn extends Find {
  readonly street: string | null;
}
interface Found {
  readonly count?: number | null | undefined;
}

const session = { session: header('urn:s', string) };
const common = { name: 'find', namespace: 'urn:s', soapAction: '' };
const find_city: Operation<Find, Found> = withHeaders(
  operation({ ...common, input: { city: string }, output: { count: int } }),
  { input: session, output: {} },
);
const find_city_street: Operation<FindIn, Found> = withHeaders(
  operation({ ...common, input: { city: string, street: string }, output: { count: int } }),
  { input: session, output: {} },
);
const Overloaded = service({
  name: 'Places',
  namespaces: { ns1: 'urn:s' },
  operations: { find_city, find_city_street },
});
const Single = service({ name: 'Places', namespaces: { ns1: 'urn:s' }, operations: { find_city } });

const SESSION = '<s:session e:mustUnderstand="1">abc</s:session>';
const OTHER = '<s:other e:mustUnderstand="1"><deep/></s:other>';
const CITY = '<city>Wien</city>';
const STREET = '<street>Ring</street>';

/** Reads a request with these headers and parts. Returns the Fault if it is refused. */
function read(of: object, headers: string, parts: string, wrapper = 'find'): unknown {
  const document =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:s="urn:s">' +
    `<e:Header>${headers}</e:Header><e:Body><s:${wrapper}>${parts}</s:${wrapper}></e:Body></e:Envelope>`;
  try {
    return readRequest(of as Service, Buffer.from(document), DEFAULT_LIMITS);
  } catch (error) {
    return error instanceof RequestRefused ? error.fault : error;
  }
}

const NOT_UNDERSTOOD = { faultCode: 'MustUnderstand', faultString: 'The header other is not understood' };

describe('headers of a request', () => {
  it.each([
    ['an operation of its name alone', Single],
    ['one of two operations of a name', Overloaded],
  ])('come with the parts, of %s', (_, of) => {
    expect(read(of, `${SESSION}<s:passed/>`, CITY)).toEqual({
      operation: 'find_city',
      input: { city: 'Wien', $headers: { session: 'abc' } },
    });
  });

  it('come with the operation that has the most of the parts', () => {
    expect(read(Overloaded, SESSION, CITY + STREET)).toEqual({
      operation: 'find_city_street',
      input: { city: 'Wien', street: 'Ring', $headers: { session: 'abc' } },
    });
  });

  it.each([
    ['an operation of its name alone', Single, 'find'],
    ['one of two operations of a name', Overloaded, 'find'],
    ['an unknown operation', Single, 'lose'],
  ])('that are not known and have to be understood are a Fault, with %s', (_, of, wrapper) => {
    expect(read(of, SESSION + OTHER, CITY, wrapper)).toEqual(
      wrapper === 'lose' ? { ...NOT_UNDERSTOOD, faultString: 'The header session is not understood' } : NOT_UNDERSTOOD,
    );
  });

  it('that need not be understood leave an unknown operation one', () => {
    expect(read(Single, '<s:other/>', CITY, 'lose')).toMatchObject({
      faultString: 'Unknown operation',
    });
  });

  it('name the field that has a wrong type', () => {
    const nested = '<s:session><x/></s:session>';
    expect(read(Single, nested, CITY)).toMatchObject({
      faultCode: 'Client',
      faultString: expect.stringMatching(/^\$headers\.session: /),
    });
  });
});
