import { describe, expect, it } from 'vitest';
import { checkBoolean, checkCount, checkFunction, checkString, checkUrls, oneOf } from '../../src/options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../src/options/table.js';
import { errorOf, revoked, SECRET, throwing, untyped } from '../support/unreadable.js';

const INNER = { key: required(checkString) };
const TABLE = {
  plan: required(checkString),
  concurrency: withDefault(8, checkCount),
  format: withDefault('csv', oneOf('csv', 'jsonl')),
  dryRun: optional(checkBoolean),
  onEvent: optional<(event: string) => void>(checkFunction),
  urls: optional(checkUrls),
  inner: optional((value: OptionsOf<typeof INNER>, path) => readOptions(value, INNER, { path }).key.length),
};

const refused = (input: unknown, ...place: object[]): Promise<unknown> =>
  errorOf(async () => readOptions(untyped(input), TABLE, ...place));

describe('the options of a table', () => {
  it('are the results of their checks', () => {
    const input = {
      plan: 'p',
      concurrency: 3,
      format: 'jsonl',
      dryRun: true,
      urls: ['HTTP://A.test'],
      inner: { key: 'abc' },
    };
    expect(readOptions(input, TABLE)).toMatchObject({ ...input, urls: ['http://a.test/'], inner: 3 });
  });

  it('are read once each', () => {
    let readings = 0;
    const input = {
      get plan() {
        readings += 1;
        return `p${readings}`;
      },
    };
    expect([readOptions(input, TABLE).plan, readings]).toEqual(['p1', 1]);
  });

  it.each<readonly [path: string, why: string, input: unknown]>([
    ['plan', 'is missing', {}],
    ['concurrency', 'must be a whole number above zero', { plan: 'p', concurrency: null }],
    ['format', "must be 'csv' or 'jsonl'", { plan: 'p', format: 'xml' }],
    ['urls[1]', 'must be an absolute http or https address', { plan: 'p', urls: ['http://a.test/', 'x'] }],
    ['inner.key', 'is missing', { plan: 'p', inner: {} }],
    ['inner', 'must be an object', { plan: 'p', inner: 5 }],
    ['toString', `is unknown. Known names: ${Object.keys(TABLE).join(', ')}`, { plan: 'p', toString: 1 }],
    ['options', 'must be an object', []],
    ['options', 'cannot be read', revoked()],
    ['dryRun', 'cannot be read', throwing('dryRun', { plan: 'p' })],
    ['urls', 'cannot be read', { plan: 'p', urls: throwing('0', ['http://a.test/']) }],
  ])('are refused by their path: %s %s', async (path, why, input) => {
    const error = await refused(input);
    expect(error).toMatchObject({ name: 'ValidationError', path, message: `${path}: ${why}` });
    expect(String(error)).not.toContain(SECRET);
  });

  it('may be an option themselves, or those of a call', async () => {
    expect(await refused({ plan: 5 }, { path: 'retry' })).toMatchObject({ path: 'retry.plan' });
    expect(await refused({ other: 5 }, { path: 'retry' })).toMatchObject({ path: 'retry.other' });
    expect(await refused(null, { path: 'retry' })).toMatchObject({ path: 'retry' });
    const place = { what: 'the call options', operation: 'soap_SendSms' };
    expect(await refused(null, place)).toMatchObject({
      path: 'the call options',
      message: 'soap_SendSms: the call options: must be an object',
    });
    for (const input of [{ plan: 5 }, { other: 5 }, throwing('plan', {})]) {
      expect(await refused(input, place)).toMatchObject({ operation: 'soap_SendSms' });
    }
  });
});
