import { describe, expect, it } from 'vitest';
import { eachFromWire, groupFromWire, numberFromWire, smsFromWire } from '../../src/client/from-wire.js';
import { Problem } from '../../src/errors/problem.js';

function problemOf(convert: () => unknown): object {
  try {
    return { converted: convert() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { path: error.path, message: error.message, xsdType: error.xsdType };
  }
}

describe('the id of a group, a string in the WSDL, is a number', () => {
  it.each([
    ['7', 7],
    ['007', 7],
    ['+7', 7],
    ['-7', -7],
    ['-0', 0],
    [' 7\n', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%j', (id, number) => {
    expect(groupFromWire({ id }).id).toBe(number);
  });

  it.each(['', ' ', 'seven', 'x7', '7x', '7 8', '7.0', '1e3', '0x10', '+', '++7', '1000000000000000'])(
    'or refused: %j',
    (id) => {
      const message = 'must be a whole number';
      expect(problemOf(() => groupFromWire({ id }))).toEqual({ path: 'id', message, xsdType: 'xsd:string' });
    },
  );
});

describe('what a record cannot be without', () => {
  it.each([
    ['the id of a group, absent', () => groupFromWire({}), 'id'],
    ['the id of a message, absent', () => smsFromWire({}), 'id'],
    ['a number, absent', () => numberFromWire({}, 1), 'number'],
  ])('%s', (_name, convert, path) => {
    expect(problemOf(convert)).toEqual({ path, message: 'is missing', xsdType: undefined });
  });

  it('is named with its part and index; nil items before it are counted and left out', () => {
    const convert = (): unknown => eachFromWire('arGroups', [null, { id: '1' }, { id: 'x' }], groupFromWire);
    expect(problemOf(convert)).toMatchObject({ path: 'arGroups[2].id' });
    expect(eachFromWire('arGroups', [null, { id: '1' }], ({ id }: { id: string }) => id)).toEqual(['1']);
  });
});

describe('a message of the history', () => {
  const empty = {
    id: '1',
    to: '',
    from: '',
    message: '',
    flash: false,
    eco: false,
    date: null,
    status: null,
    submittedAt: null,
    doneAt: null,
  };
  const nil = {
    to: null,
    from: null,
    message: null,
    flash: null,
    eco: null,
    date: null,
    status: null,
    submitdate: null,
    donedate: null,
  };

  it.each([
    ['with nothing but an id', { id: '1' }],
    ['with nil fields', { id: '1', ...nil }],
    ['with the dates 0', { id: '1', date: 0, submitdate: 0, donedate: 0 }],
  ])('%s has empty fields, and no name of a status', (_name, sms) => {
    expect(smsFromWire(sms)).toStrictEqual(empty);
  });

  it('has the name of a known status, and none for an unknown one', () => {
    expect(smsFromWire({ id: '1', status: 404 })).toStrictEqual({ ...empty, status: 404, statusName: 'DELIVERED' });
    expect(smsFromWire({ id: '1', status: 0 })).toStrictEqual({ ...empty, status: 0 });
    expect(smsFromWire({ id: '1', status: 413 })).toStrictEqual({ ...empty, status: 413 });
  });
});

describe('a number of a group', () => {
  it('names its own group, also one of the id 0', () => {
    expect(numberFromWire({ number: '007', name: 'A', id_group: 5 }, 1)).toStrictEqual({
      number: '007',
      name: 'A',
      groupId: 5,
    });
    expect(numberFromWire({ number: '007', id_group: 0 }, 1)).toMatchObject({ groupId: 0 });
  });
});
