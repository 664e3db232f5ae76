import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/client/index.js';
import { groupToWire, multiToWire, numberToWire, smsExtToWire, smsToWire } from '../../src/client/to-wire.js';

/** A caller without types. */
const untyped = (value: unknown): never => value as never;

const WRITERS = {
  sms: (value: unknown) => smsToWire(untyped(value), 'soap_SendSms'),
  smsExt: (value: unknown) => smsExtToWire(untyped(value), 'soap_SendSmsExt'),
  multi: (value: unknown) => multiToWire(untyped(value), 'soap_SendMulti'),
  group: (value: unknown) => groupToWire(untyped(value), 'soap_AddGroup'),
  number: (value: unknown) => numberToWire(untyped(value), 'soap_AddNumber'),
} as const;
const VALID = {
  sms: { to: '1', message: 'x' },
  smsExt: { to: '1', message: 'x' },
  multi: { to: ['1'], message: 'x' },
  group: { name: 'x' },
  number: { number: '1', groupId: 1 },
} as const;
const MESSAGE = 'message, from, date, eco, single, noUnicode, datacoding, partnerId, test, to, params, idx';
const KNOWN = {
  sms: MESSAGE,
  smsExt: `${MESSAGE}, priority, udh`,
  multi: MESSAGE,
  group: 'name, info',
  number: 'number, name, groupId',
} as const;
type Kind = keyof typeof WRITERS;

describe('a value of another type is refused, with the operation and the path of its field', () => {
  const common: readonly (readonly [path: string, value: unknown, why: string])[] = [
    ['from', 5, 'must be a string'],
    ['message', 5, 'must be a string'],
    ['message', undefined, 'is missing'],
    ['message', null, 'must be a string'],
    ['eco', 1, 'must be true or false'],
    ['date', '2027-01-01', 'must be a valid Date'],
    ['single', 'yes', 'must be true or false'],
    ['noUnicode', 0, 'must be true or false'],
    ['datacoding', true, 'must be a string'],
    ['partnerId', '7', 'must be a whole number'],
    ['partnerId', 1e10, 'does not fit into 32 bits (-2^31 to 2^31 - 1)'],
    ['test', null, 'must be true or false'],
  ];
  const one: typeof common = [
    ...common,
    ['to', 500_100_200, 'must be a string'],
    ['params', 'a', 'must be an array'],
    ['idx', 7, 'must be a string'],
  ];
  const fields: Readonly<Record<Kind, typeof common>> = {
    sms: one,
    smsExt: [...one, ['priority', 'high', 'must be a whole number'], ['udh', 5, 'must be a string']],
    multi: [
      ...common,
      ['to', '1', 'must be an array'],
      ['params', 'a', 'must be an array'],
      ['idx', 'a', 'must be an array'],
    ],
    group: [
      ['name', undefined, 'is missing'],
      ['info', 5, 'must be a string'],
    ],
    number: [
      ['number', 48_500_100_200, 'must be a string'],
      ['name', 5, 'must be a string'],
      ['groupId', '1', 'must be a whole number'],
      ['groupId', undefined, 'is missing'],
    ],
  };
  const operations = {
    sms: 'soap_SendSms',
    smsExt: 'soap_SendSmsExt',
    multi: 'soap_SendMulti',
    group: 'soap_AddGroup',
    number: 'soap_AddNumber',
  };
  const rows = (Object.keys(fields) as Kind[]).flatMap((kind) =>
    fields[kind].map(([path, value, why]) => [kind, path, value, why] as const),
  );

  it.each(rows)('%s: %s of %j %s', (kind, path, value, why) => {
    const write = (): unknown => WRITERS[kind]({ ...VALID[kind], [path]: value });
    const message = `${operations[kind]}: ${path}: ${why}`;
    expect(write).toThrow(ValidationError);
    expect(write).toThrow(expect.objectContaining({ path, message, operation: operations[kind] }));
  });

  it.each(Object.keys(WRITERS) as Kind[])(
    '%s: an argument that is no object, or has a name that is not known',
    (kind) => {
      for (const value of [undefined, null, 'text']) {
        const message = `${operations[kind]}: the argument: ${value === undefined ? 'is missing' : 'must be an object'}`;
        expect(() => WRITERS[kind](value)).toThrow(expect.objectContaining({ path: 'the argument', message }));
      }
      const message = `${operations[kind]}: sender: is unknown. Known names: ${KNOWN[kind]}`;
      const write = (): unknown => WRITERS[kind]({ ...VALID[kind], sender: 'x' });
      expect(write).toThrow(expect.objectContaining({ path: 'sender', message }));
    },
  );
});
