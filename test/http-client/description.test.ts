import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import type { Answer, Endpoint } from '../../src/http-client/description/parts/endpoint.js';
import { IdxSource, isOwnIdx } from '../../src/http-client/requests/own-idx.js';

const endpoints = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint<Endpoint['parameters'], Answer>>>);

/** A value of each type of parameter, as callers give it. */
const PARAMETER_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: ['Zażółć, "gęślą" & jaźń + 100%', ''],
  'flag: `1`': [true],
  '`0` or `1`': [true, false],
  'whole number': [0, 7],
  number: [0, 12.5, 1000],
  'unix seconds or ISO 8601': [new Date('2027-01-15T12:00:00Z')],
  'texts, separated by `,`': [['500100200', '+48 500 100 201']],
  'texts, separated by `|`': [['a1', 'b2']],
  'texts, one for each recipient, separated by `|`': [
    [
      ['Anna', ''],
      ['Jan', 'x'],
    ],
  ],
  'address, or a file that is uploaded as multipart': ['https://files.test/a.wav'],
};

describe.each(endpoints.filter(([, { parameters }]) => Object.keys(parameters).length > 0))(
  'the description of %s',
  (_, { parameters }) => {
    it.each(Object.entries(parameters))('writes %s as it reads it', (name, parameter) => {
      const words = parameter.type.startsWith('`') ? parameter.type.match(/[^`, ]+/g) : null;
      const values = PARAMETER_VALUES[parameter.type] ?? words ?? [];
      expect(values).not.toEqual([]);
      for (const value of values) {
        const checked = parameter.check(value, name, 'an operation');
        const fields = new Map(parameter.write(checked));
        expect(parameter.names).toEqual(expect.arrayContaining([...fields.keys()]));
        expect(parameter.read(fields)).toEqual(checked);
      }
    });
  },
);

describe('the parameters of all endpoints', () => {
  it('have each wire name once', () => {
    for (const [name, { parameters, selector }] of endpoints) {
      const names = Object.values(parameters).flatMap((parameter) => parameter.names);
      expect(new Set(names).size, name).toBe(names.length);
      if (selector !== undefined && selector.value === undefined) expect(names).toContain(selector.name);
    }
  });

  it('exclude each other in both directions', () => {
    for (const [, { parameters }] of endpoints) {
      for (const [name, { excludes = [] }] of Object.entries(parameters)) {
        for (const other of excludes) expect(parameters[other]?.excludes).toContain(name);
      }
    }
  });
});

const message = {
  id: '1001',
  points: 0.16,
  number: '48500100200',
  dateSent: new Date('2027-01-15T12:00:00Z'),
  submittedNumber: '500100200',
  status: 'QUEUE',
  idx: null,
};
const asked = { to: ['500100200'], ids: ['1', '2'], username: 'main_shop', name: 'Shop', numbers: ['500100200'] };
const user = {
  username: 'main_shop',
  limit: 10.5,
  monthLimit: 0,
  senders: true,
  phonebook: false,
  active: true,
  info: 'a shop: two doors',
};
const sender = { name: 'Shop', status: 'ACTIVE', isDefault: true };

/** A result of each answer, and the part of it that its text form has. */
const RESULTS: Readonly<Record<string, { readonly result: unknown; readonly inText: unknown }>> = {
  'sms.send': {
    result: { count: 1, messages: [message], invalidNumbers: [{ number: null, submittedNumber: '5', message: 'no' }] },
    inText: { count: 1, messages: [{ id: '1001', points: 0.16, submittedNumber: '500100200' }] },
  },
  'mms.send': {
    result: {
      count: 1,
      messages: [{ ...message, idx: 'a', error: { code: 26, message: 'long', invalidNumbers: [] } }],
      invalidNumbers: [],
    },
    inText: { messages: [{ id: null, error: { code: 26 } }] },
  },
  'vms.send': {
    result: { count: 1, messages: [message], invalidNumbers: [], fallbacks: { vms: [message] } },
    inText: { count: 1 },
  },
  'sms.deleteScheduled': { result: { ids: ['1', '2'] }, inText: { ids: ['1', '2'] } },
  'points.get': {
    result: { points: 12.5, proCount: 3, ecoCount: 4, mmsCount: 5, vmsGsmCount: 6, vmsLandCount: 7 },
    inText: { points: 12.5, proCount: 3, ecoCount: 4, mmsCount: 5, vmsGsmCount: 6, vmsLandCount: 7 },
  },
  'users.add': { result: user, inText: { username: 'main_shop' } },
  'users.edit': { result: user, inText: { username: 'main_shop' } },
  'users.get': { result: user, inText: user },
  'users.list': {
    result: [user, { ...user, username: 'other' }],
    inText: [{ username: 'main_shop' }, { username: 'other' }],
  },
  'senders.status': { result: sender, inText: { name: 'Shop', status: 'ACTIVE' } },
  'senders.list': {
    result: [sender, { ...sender, name: 'A, B' }],
    inText: [{ name: 'Shop' }, { name: 'A, B', status: 'ACTIVE' }],
  },
  'senders.setDefault': { result: undefined, inText: undefined },
  'hlr.check': {
    result: [{ id: 'h1', number: '48500100200', status: 'OK', points: 0.05 }],
    inText: [{ id: 'h1', number: '500100200', points: 0.05 }],
  },
};

describe.each(Object.keys(ENDPOINTS).filter((name) => name !== 'profile.get'))('the answer of %s', (name) => {
  const answer = ENDPOINTS[name as keyof typeof ENDPOINTS].answer as Answer;
  const { result, inText } = RESULTS[name] as { result: unknown; inText: unknown };

  it('is read from JSON as it was written', () => {
    const json: unknown = JSON.parse(JSON.stringify(answer.writeJson(result)));
    const read = answer.readJson(json, asked);
    if (name === 'mms.send') expect(read).toMatchObject({ messages: [{ error: { code: 26, message: 'long' } }] });
    else expect(read).toEqual(result);
  });

  it('is read from text, as far as the text contains it', () => {
    const read = answer.readText(answer.writeText(result, asked), asked);
    if (inText === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(inText as object);
  });
});

describe('the profile', () => {
  const { answer } = ENDPOINTS['profile.get'];
  const profile = {
    name: 'Company',
    email: 'a@b.test',
    username: 'main',
    phoneNumber: '48500100200',
    paymentType: 'prepaid',
    userType: 'native',
    points: null,
  };

  it('is read as it was written, also without points', () => {
    expect(answer.readJson(JSON.parse(JSON.stringify(answer.writeJson(profile))), {})).toEqual(profile);
    const { points: _, ...without } = answer.writeJson(profile) as Record<string, unknown>;
    expect(answer.readJson(without, {})).toEqual(profile);
  });
});

describe('a generated idx', () => {
  it('has 32 uniformly distributed digits and letters, and is recognized', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (pattern) => {
        // The source discards bytes from 252 and would never end.
        fc.pre(pattern.some((byte) => byte < 252));
        const source = new IdxSource((bytes) => {
          for (const index of bytes.keys()) bytes[index] = pattern[index % pattern.length] ?? 0;
          return bytes;
        });
        expect(isOwnIdx(source.next())).toBe(true);
        expect(isOwnIdx(source.next().toUpperCase())).toBe(true);
      }),
    );
    const source = new IdxSource();
    const made = Array.from({ length: 3000 }, () => source.next());
    expect(new Set(made).size).toBe(made.length);
    const counts = new Map<string, number>();
    for (const digit of made.join('').replaceAll('once', '')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    // 84,000 digits: each comes about 2,333 times, with a deviation of 48.
    expect(counts.size).toBe(36);
    for (const count of counts.values()) expect(Math.abs(count - 84_000 / 36)).toBeLessThan(400);
    expect(isOwnIdx('once')).toBe(false);
    expect(isOwnIdx('mine00000000000000000000000000000')).toBe(false);
  });
});
