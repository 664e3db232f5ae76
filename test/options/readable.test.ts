import { expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors/errors.js';
import { Problem } from '../../src/errors/problem.js';
import { reading, unreadable } from '../../src/options/readable.js';
import { throwing } from '../support/unreadable.js';

const context = { operation: 'soap_SendSms' };

it('an object that cannot be read is named, without the original error', () => {
  const input = throwing('to', {});
  let thrown: unknown;
  try {
    reading('the argument', context, () => JSON.stringify(input));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    name: 'ValidationError',
    path: 'the argument',
    message: 'soap_SendSms: the argument: cannot be read',
  });
  expect(thrown).not.toHaveProperty('cause');
});

it.each([new ConnectionError('x', 'unknown'), new Problem('x')])('known errors are thrown unchanged: %s', (error) => {
  expect(unreadable(error, 'x', context)).toBe(error);
});
