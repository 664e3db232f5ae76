import { describe, expect, it } from 'vitest';
import { postgresStore } from '../../../src/callbacks/stores/postgres/index.js';
import { redisStore } from '../../../src/callbacks/stores/redis/index.js';

const pool = { connect: () => Promise.reject(new Error('no')) };
const client = { call: () => Promise.reject(new Error('no')) };

describe('a store in PostgreSQL', () => {
  it.each(['', 'a"b', 'a;b', 'a.b', 'ą', '1a', 'a b', "a'b", 'a\0', 'a'.repeat(49), 5, null])(
    'refuses %j as a name',
    (name) => {
      for (const option of ['schema', 'tablePrefix']) {
        expect(() => postgresStore({ pool, [option]: name })).toThrow(
          `${option}: must be a name of at most 48 letters`,
        );
      }
    },
  );

  it.each([0, -1, Number.NaN, '5'])('refuses to store keys for %j ms', (keepMs) => {
    expect(() => postgresStore({ pool, keepMs } as never)).toThrow('keepMs: must be a number above zero');
  });
});

describe('a store in Redis', () => {
  it.each(['', '{a}', 'a}', 'a'.repeat(201)])('refuses %j as its prefix', (prefix) => {
    expect(() => redisStore({ client, prefix })).toThrow(
      'prefix: must be a string of 1 to 200 characters without braces',
    );
  });

  it.each([0, 299, 1000.5, Number.POSITIVE_INFINITY])('refuses a lease of %j ms', (leaseMs) => {
    expect(() => redisStore({ client, leaseMs })).toThrow('leaseMs: must be a whole number from 300');
  });
});
