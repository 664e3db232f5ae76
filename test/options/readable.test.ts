import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors/errors.js';
import { Problem } from '../../src/errors/problem.js';
import { reading, unreadable } from '../../src/options/readable.js';

const context = { operation: 'soap_SendSms' };
const failing = (name: string, rest: object = {}): object =>
  Object.defineProperty(rest, name, {
    enumerable: true,
    get: () => {
      throw new Error('a secret');
    },
  });
const pathIn = (given: unknown): unknown => {
  const error = unreadable(new TypeError('a secret'), given, 'the argument', context);
  expect(error).toMatchObject({ name: 'ValidationError', operation: 'soap_SendSms' });
  expect(error).not.toHaveProperty('cause');
  return error instanceof Error && 'path' in error ? error.path : undefined;
};

describe('what reads objects of the caller', () => {
  it('gives what it has read', () => {
    expect(reading({}, 'x', context, () => 5)).toBe(5);
  });

  it('names what cannot be read, and does not pass on what was thrown', () => {
    const given = { to: ['1'], inner: failing('name') };
    expect(() => reading(given, 'the argument', context, () => JSON.stringify(given))).toThrow(
      expect.objectContaining({ path: 'inner.name', message: 'soap_SendSms: inner.name: cannot be read' }),
    );
  });

  it.each([new ConnectionError('x', 'unknown'), new Problem('x')])('hands on what is known: %s', (error) => {
    expect(unreadable(error, failing('name'), 'x', context)).toBe(error);
  });
});

describe('the path of what cannot be read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  it.each<[string, unknown]>([
    ['name', failing('name')],
    ['a.b[1].c', { z: null, y: undefined, x: 'text', a: { b: [0, failing('c')] } }],
    ['[2][0]', [[], [1], [proxy]]],
    ['[1]', [1, proxy]],
    ['date', { date: new Proxy(new Date(), {}) }],
    ['the argument', proxy],
    ['the argument', 'text'],
    ['the argument', null],
    ['the argument', { date: new Date(), bytes: new Uint8Array(3) }],
    ['the argument', { bytes: failing('name', new Uint8Array(3)) }],
    ['b', { a: () => undefined, b: proxy, c: proxy }],
    ['a.a.a.a.a.a.name', nested(6)],
    ['the argument', nested(7)],
  ])('is %s', (path, given) => {
    expect(pathIn(given)).toBe(path);
  });

  it('is looked for as long as that takes no time', () => {
    const many = Array.from({ length: 199_997 }, () => 0);
    expect(pathIn({ many, proxy })).toBe('proxy');
    expect(pathIn({ many: [...many, 0, 0], proxy })).toBe('the argument');
    const circle: Record<string, unknown> = {};
    for (const name of 'abcdefghijklmnopqrstuvwxyz') circle[name] = circle;
    expect(pathIn(circle)).toBe('the argument');
  });

  function nested(depth: number): object {
    return depth === 0 ? failing('name') : { a: nested(depth - 1) };
  }
});
