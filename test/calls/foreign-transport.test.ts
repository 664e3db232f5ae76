import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkResponse, completeResponse, foreignFailure } from '../../src/calls/attempts/response.js';
import { type ConnectionError, DecodeError } from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { arriving, goodResponse } from '../support/scripted-transport.js';
import { untyped } from '../support/unreadable.js';

const operation = 'soap_CheckPoints';
const NO_BYTES = `${operation}: the transport returned a body that does not consist of bytes`;

describe('what a transport throws', () => {
  it.each([[new Error('sesame-9')], ['sesame-9'], [undefined]])(
    'is else an error that says nothing of the request: %o',
    (cause) => {
      const error = foreignFailure(cause, operation);
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'unknown',
        operation,
        message: `${operation}: the transport failed with an unknown error; the request may have been carried out`,
      });
      expect((error as ConnectionError).cause).toEqual(cause === undefined ? undefined : expect.any(Error));
      expect(inspect((error as ConnectionError).cause)).not.toContain('sesame');
    },
  );
});

describe('a value returned by a transport', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no status', { headers: {}, body: new Uint8Array() }],
    ['a text for a status', goodResponse({ status: untyped('200') })],
    ['null for headers', goodResponse({ headers: untyped(null) })],
    ['no body', { status: 200, headers: {} }],
    ['a text for a body', goodResponse({ body: untyped('<a/>') })],
    ['an iterable that is not async', goodResponse({ body: untyped([1]) })],
  ])('is none with %s', (_what, response) => {
    expect(() => checkResponse(untyped(response), operation)).toThrow(
      expect.objectContaining({
        name: 'DecodeError',
        operation,
        message: `${operation}: the transport returned no response with status, headers and body`,
      }),
    );
  });

  it.each([
    ['content-type', ['text/xml']],
    ['retry-after', 5],
    ['retry-after', null],
  ])('is none whose header %s is %o', (name, value) => {
    expect(() => checkResponse(goodResponse({ headers: untyped({ [name]: value }) }), operation)).toThrow(
      expect.objectContaining({
        name: 'DecodeError',
        operation,
        message: `${operation}: the transport returned a header ${name} that is not a string`,
      }),
    );
  });
});

describe('the whole body of a response', () => {
  it('consists of bytes, or is refused', async () => {
    async function* texts(): AsyncGenerator {
      yield 'text';
    }
    for (const body of [texts(), { ...arriving('one').body, bytes: async () => 'text' }]) {
      const error = await rejection(completeResponse(goodResponse({ body: untyped(body) }), operation));
      expect(error).toMatchObject({ name: 'DecodeError', operation, message: NO_BYTES });
    }
  });

  it('that fails is an error of this library', async () => {
    const known = new DecodeError('too large');
    expect(await rejection(completeResponse(goodResponse({ body: arriving(known).body }), operation))).toBe(known);
    const foreign = new Error('of its own');
    for (const body of [arriving(foreign).body, { ...arriving().body, bytes: () => Promise.reject(foreign) }]) {
      expect(await rejection(completeResponse(goodResponse({ body }), operation))).toMatchObject({
        name: 'ConnectionError',
        outcome: 'unknown',
        operation,
        cause: expect.any(Error),
      });
    }
  });
});
