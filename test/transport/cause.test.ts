import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { safeCause } from '../../src/transport/cause.js';

const SECRET = 'sesame-9';
const HIDDEN = 'not shown, because it may quote the request';
const withThe = (more: object, message = SECRET): Error => Object.assign(new Error(message), more);

/** The properties of a copy without message, stack and name. */
const others = (error: Error): object => ({ ...error });

describe('the message of a foreign error is kept', () => {
  it.each([
    ['ECONNRESET', 'socket hang up'],
    ['HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'],
    ['UND_ERR_SOCKET', 'other side closed'],
    ['ERR_SSL_SSL/TLS_ALERT_UNKNOWN_CA', 'unknown ca'],
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ])('with the code %s', (code, message) => {
    expect(safeCause(withThe({ code }, message))).toMatchObject({ name: 'Error', code, message });
  });

  it('for a system error, with errno, address and port', () => {
    const more = { code: 'EWHATEVER', errno: -111, syscall: 'connect', address: '::1', port: 8080 };
    const copy = safeCause(withThe(more, 'connect EWHATEVER'));
    expect(copy.message).toBe('connect EWHATEVER');
    expect(others(copy)).toEqual(more);
  });

  it('without what could be a telephone number', () => {
    expect(safeCause(withThe({ code: 'ECONNRESET' }, 'lost 48500100200')).message).toBe('lost …200');
  });

  it('for a parser error of undici', () => {
    class HTTPParserError extends Error {
      override readonly name: string = 'HTTPParserError';
      readonly data: string = SECRET;
    }
    const copy = safeCause(new HTTPParserError('Response does not match the HTTP/1.1 protocol'));
    expect(copy).toMatchObject({ name: 'HTTPParserError', message: 'Response does not match the HTTP/1.1 protocol' });
    expect(others(copy)).toEqual({});
  });
});

describe('the message of a foreign error is not shown', () => {
  it.each([
    {},
    { code: 'E_AGENT' },
    { code: 'ERR_INVALID_ARG_TYPE' },
    { code: 'MY_ECONNRESET' },
    { code: 7 },
    { syscall: `connect ${SECRET}` },
  ])('if it may contain any text: %o', (more) => {
    const copy = safeCause(withThe(more));
    expect([copy.message, copy.name]).toEqual([HIDDEN, 'Error']);
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain(SECRET);
  });
});

describe('of a foreign error there is nothing else', () => {
  it.each<[string, object, object]>([
    ['bytes', { rawPacket: Buffer.from(SECRET), data: SECRET, body: { secret: SECRET } }, {}],
    ['codes that are none at their end', { code: `ECONNRESET ${SECRET}` }, {}],
    ['numbers without a syscall', { errno: 7, port: 48_500_100_200, address: '127.0.0.1' }, {}],
    ['texts for numbers', { syscall: 'read', errno: SECRET, port: SECRET }, { syscall: 'read' }],
    ['addresses that are none', { syscall: 'read', address: SECRET }, { syscall: 'read' }],
  ])('except code and system fields: no %s', (_what, more, stored) => {
    expect(others(safeCause(withThe(more)))).toEqual(stored);
  });

  it.each([SECRET, `Error ${SECRET}`, `${SECRET} Error`, 'a name', '', 7])('except a valid name: not %o', (name) => {
    expect(safeCause(withThe({ name })).name).toBe('Error');
  });

  it('except the place of the throw', () => {
    const { stack = '' } = safeCause(withThe({}, `${SECRET}\n    at ${SECRET}`));
    const [head, ...frames] = stack.split('\n');
    expect(head).toBe(`Error: ${HIDDEN}`);
    expect(frames[0]).toContain('cause.test.ts');
    for (const frame of frames) expect(frame).toMatch(/^ {4}at (?!sesame)/);
  });

  it.each([
    ['a stack that is no text', { stack: 7 }],
    ['a stack without the message', { stack: 'Error: something else\n    at some place' }],
    ['a stack whose lines are no places', { stack: `Error: ${SECRET}\n${SECRET}\n and    at ${SECRET}` }],
  ])('and no place of %s', (_what, more) => {
    expect(safeCause(withThe(more)).stack).toBe(`Error: ${HIDDEN}`);
  });
});

describe('what belongs to a foreign error', () => {
  it('is copied safely: at most eight errors of an AggregateError', () => {
    const each = withThe({ code: 'ECONNREFUSED', syscall: 'connect', data: SECRET }, 'connect ECONNREFUSED');
    const copy = safeCause(new AggregateError([...Array.from({ length: 10 }, () => each), SECRET], SECRET));
    expect(copy.name).toBe('AggregateError');
    const { errors } = copy as AggregateError;
    expect(errors).toHaveLength(8);
    for (const error of errors) {
      expect(error).toMatchObject({ message: 'connect ECONNREFUSED' });
      expect(others(error)).toEqual({ code: 'ECONNREFUSED', syscall: 'connect' });
    }
  });

  it('is copied safely: nested errors, four deep, also for a cycle', () => {
    const circle = withThe({ code: 'ECONNRESET' }) as Error & { errors: unknown };
    circle.errors = [circle];
    let depth = 0;
    let inner: unknown = safeCause(circle);
    for (; inner instanceof Error && 'errors' in inner; depth++) [inner] = inner.errors as unknown[];
    expect([depth, inner]).toEqual([4, expect.objectContaining({ code: 'ECONNRESET' })]);
  });
});

describe('what is no error', () => {
  it.each<[string, unknown, string]>([
    ['a text', SECRET, 'string was thrown instead of an Error'],
    ['an object', { message: SECRET }, 'object was thrown instead of an Error'],
    [
      'an error that cannot be read',
      Object.defineProperty(new Error(SECRET), 'code', {
        get: () => {
          throw new Error(SECRET);
        },
      }),
      'it cannot be read',
    ],
  ])('has a fixed message: %s', (_what, thrown, message) => {
    const copy = safeCause(thrown);
    expect(copy).toMatchObject({ name: 'Error', message, stack: `Error: ${message}` });
    expect(others(copy)).toEqual({});
  });
});
