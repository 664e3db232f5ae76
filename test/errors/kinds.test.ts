import { describe, expect, it } from 'vitest';
import {
  CredentialsError,
  DecodeError,
  FileLockedError,
  HttpStatusError,
  ReplayMissError,
  SoapFaultError,
  ValidationError,
} from '../../src/errors/errors.js';
import { at, Problem } from '../../src/errors/problem.js';

describe('each kind of error says what has become of the request', () => {
  it.each<readonly [string, () => Error, object]>([
    [
      'a wrong input',
      () => new ValidationError('to[3]', 'is no number', { gatewayCode: 13 }),
      {
        name: 'ValidationError',
        message: 'to[3]: is no number',
        code: 'VALIDATION',
        outcome: 'not-sent',
        retryable: false,
        path: 'to[3]',
        gatewayCode: 13,
      },
    ],
    [
      'an input as a whole',
      () => new ValidationError('', 'is no object'),
      { message: 'is no object', path: '', gatewayCode: undefined },
    ],
    [
      'credentials that cannot be had',
      () => new CredentialsError('the vault is shut', true),
      { message: 'the vault is shut', code: 'CREDENTIALS', outcome: 'not-sent', retryable: true },
    ],
    [
      'a recording that has no such call',
      () => new ReplayMissError('no such call', []),
      { message: 'no such call', code: 'REPLAY_MISS', outcome: 'rejected', retryable: false, nearest: [] },
    ],
    [
      'a file that somebody else has',
      () => new FileLockedError('/a/book', 'process 17 on build-3'),
      {
        message: '/a/book is locked by process 17 on build-3. Try again when it has ended',
        code: 'FILE_LOCKED',
        outcome: 'not-sent',
        retryable: true,
        file: '/a/book',
        holder: 'process 17 on build-3',
      },
    ],
    [
      'a response that cannot be read',
      () => new DecodeError('is no whole number', { path: 'arGroups[3].num_count', xsdType: 'xsd:int', offset: 17 }),
      {
        message: 'arGroups[3].num_count: is no whole number (at byte 17)',
        code: 'DECODE',
        outcome: 'unknown',
        retryable: false,
        path: 'arGroups[3].num_count',
        xsdType: 'xsd:int',
        offset: 17,
      },
    ],
    [
      'a response that cannot be read as a whole',
      () => new DecodeError('is empty'),
      { message: 'is empty', path: '', xsdType: undefined, offset: undefined },
    ],
    [
      'a Fault',
      () => new SoapFaultError({ faultCode: 'Client', faultString: 'no', faultActor: 'gateway', detail: 'at line 5' }),
      {
        message: 'SOAP Fault Client: no',
        code: 'SOAP_FAULT',
        outcome: 'rejected',
        retryable: false,
        faultCode: 'Client',
        faultString: 'no',
        faultActor: 'gateway',
        detail: 'at line 5',
        isTruncated: false,
      },
    ],
    [
      'a Fault without a code, of which a part is kept',
      () => new SoapFaultError({ faultCode: '', faultString: 'no', isTruncated: true }),
      { message: 'SOAP Fault (no code): no', isTruncated: true },
    ],
  ])('%s', (_name, make, expected) => {
    expect(make()).toMatchObject(expected);
  });
});

describe('a response that is not of the interface', () => {
  it.each([
    [299, 'unknown', false],
    [300, 'rejected', false],
    [404, 'rejected', false],
    [408, 'unknown', false],
    [429, 'rejected', true],
    [499, 'rejected', false],
    [500, 'unknown', false],
    [503, 'unknown', false],
  ])('with status %i has the outcome %s, and may be tried again: %s', (status, outcome, retryable) => {
    expect(new HttpStatusError(`status ${status}`, status, 'page')).toMatchObject({
      code: 'HTTP_STATUS',
      message: `status ${status}${outcome === 'unknown' ? '; the request may have been carried out' : ''}`,
      outcome,
      retryable,
      status,
      excerpt: 'page',
      retryAfterMs: undefined,
      location: undefined,
    });
  });

  it('tells how long it asks to wait, in whole seconds', () => {
    expect(
      new HttpStatusError('status 503', 503, '', { retryAfterMs: 1001, location: 'http://a.example/' }),
    ).toMatchObject({
      message: 'status 503; the request may have been carried out; it asks to wait for 2 s',
      retryAfterMs: 1001,
      location: 'http://a.example/',
    });
    expect(new HttpStatusError('status 429', 429, '', { retryAfterMs: 0 }).message).toBe(
      'status 429; it asks to wait for 0 s',
    );
  });
});

describe('a problem', () => {
  it('gets its path on its way up', () => {
    const problem = new Problem('is no number', { xsdType: 'xsd:int', offset: 5, quoted: 'x' });
    expect(problem).toMatchObject({ name: 'Problem', path: '', xsdType: 'xsd:int', offset: 5, quoted: 'x' });
    expect(at('num_count', problem)).toBe(problem);
    expect(problem.path).toBe('num_count');
    expect(problem.prepend(3).path).toBe('[3].num_count');
    expect(problem.prepend('arGroups').path).toBe('arGroups[3].num_count');
    expect(problem.prepend('list').path).toBe('list.arGroups[3].num_count');
  });

  it('of the document has none, wherever it was noticed', () => {
    expect(new Problem('ends too early').ofDocument().prepend('list').path).toBe('');
  });
});
