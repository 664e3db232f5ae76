import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../src/http-client/description/endpoints.js';
import { readErrorJson, readErrorText } from '../../../src/http-client/description/parts/errors.js';
import { writeForm } from '../../../src/http-message/form.js';
import { type AccountView, createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import { ALICE, START, START_SECONDS } from '../setup.js';

/*
 * The promise: whatever the fields of a request are, it gets one answer that the description of the interface reads. An
 * error changes nothing; a success charges what it says, and what it says was sent, was.
 */

const TOKEN = 't0ken-4711';
const OPTIONS: SandboxOptions = {
  accounts: [
    {
      ...ALICE,
      tokens: [TOKEN],
      groups: [{ name: 'Friends', numbers: [{ number: '500100201', firstName: 'Anna' }, { number: '221234567' }] }],
      templates: [{ name: 'hello', text: 'Hello [%1%]' }],
      discountGroups: [{ name: 'Spring', codes: ['A1', 'A2', 'A3'] }],
    },
  ],
  now: () => START,
};

const word = (...words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
const odd = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), word('', '0', '1', '-1', 'null', '[%1%]', '1e9'));
const flag = word('1', '0', '', 'true', 'x');
const number = word('500100200', '48500100201', '221234567', '15485550100', '999123456789', 'x', '+48 500-100-202');
const listOf = (one: fc.Arbitrary<string>, separator: string): fc.Arbitrary<string> =>
  fc.array(one, { minLength: 1, maxLength: 3 }).map((all) => all.join(separator));
const moment = word(
  String(START_SECONDS + 60),
  String(START_SECONDS - 60),
  '2027-01-15T13:00:00Z',
  'soon',
  '9'.repeat(13),
);

/** Likely values of each parameter, and of unknown ones. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  to: listOf(number, ','),
  group: word('Friends', 'Foes', ''),
  message: word('Hi', 'Hi [%1%] [%imie%]', 'ł', 'x'.repeat(170), '[%kod%]', '[%shortlink:https://shop.test%]', ''),
  template: word('hello', 'bye', ''),
  from: word('Shop', 'Info', 'Eco', '2way', 'Other', ''),
  idx: listOf(word('a', 'b1', 'C', 'a-b'), '|'),
  check_idx: flag,
  date: moment,
  date_validate: flag,
  expiration_date: moment,
  test: flag,
  details: flag,
  single: flag,
  nounicode: flag,
  normalize: flag,
  fast: flag,
  flash: flag,
  skip_foreign: flag,
  allow_duplicates: flag,
  max_parts: word('1', '2', '10', '11', 'x'),
  param1: listOf(word('Ann', 'ł', ''), '|'),
  param3: listOf(word('Bob', ''), '|'),
  discount_group: word('Spring', 'Winter', ''),
  notify_url: word('https://shop.test/', 'x', ''),
  time_restriction: word('follow', 'ignore', 'nearest_available', 'x'),
  'fallback[0][type]': word('vms', 'x'),
  datacoding: word('bin', 'BIN', ''),
  udh: word('050003', 'zz'),
  sch_del: listOf(word('1001', '1002', '77'), ','),
  subject: word('Hi', 'x'.repeat(31)),
  smil: word('<smil/>', 'x', ''),
  tts: word('Hi', ''),
  file: word('https://shop.test/a.wav', 'x'),
  try: word('1', '7', 'x'),
  interval: word('300', '1'),
  skip_gsm: flag,
  credits: flag,
  add_user: word('bob', 'eve', 'a b', ''),
  set_user: word('bob', 'eve'),
  get_user: word('bob', 'eve'),
  list: flag,
  pass: word('0123456789abcdef0123456789abcdef', 'x', ''),
  limit: word('5', '-1', 'x'),
  senders: flag,
  active: flag,
  without_prefix: flag,
  status: word('Shop', 'Other'),
  default: word('Info', 'Shop', 'Other'),
  with_nat_names: flag,
  number: listOf(number, ','),
  encoding: word('utf-8', 'UTF-8', 'windows-1250', 'x'),
  a: odd,
};

const fields = fc
  .uniqueArray(word(...Object.keys(FIELDS)), { maxLength: 9 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .oneof({ weight: 12, arbitrary: FIELDS[name] ?? odd }, { weight: 1, arbitrary: odd })
          .map((value) => [name, value] as const),
      ),
    ),
  );

/** What most requests need, so that some of them succeed. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sms.do': { to: '500100200', message: 'Hi' },
  'mms.do': { to: '500100200', smil: '<smil/>' },
  'vms.do': { to: '500100200', tts: 'Hi' },
  'user.do': {},
  'sender.do': {},
  'hlr.do': { number: '500100200' },
};

interface Asked {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly isJson: boolean;
}

const request: fc.Arbitrary<Asked> = fc
  .record({ path: word(...Object.keys(NEEDED)), given: fields, isNeeded: fc.boolean(), isJson: fc.boolean() })
  .map(({ path, given, isNeeded, isJson }) => ({
    path,
    isJson,
    form: { ...(isNeeded ? NEEDED[path] : {}), ...Object.fromEntries(given), format: isJson ? 'json' : 'text' },
  }));

async function answerOf(sandbox: Sandbox, { path, form }: Asked): Promise<string> {
  const { status, body } = await sandbox.transport().send({
    url: `http://gateway.test/${path}`,
    operation: path,
    method: 'POST',
    idempotent: false,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${TOKEN}` },
    body: writeForm(Object.entries(form)),
  });
  expect(status).toBe(200);
  return Buffer.from(body as Uint8Array).toString('utf8');
}

const accountOf = (sandbox: Sandbox): AccountView => sandbox.account('alice') ?? expect.unreachable();
const countOf = ({ messages, scheduled }: AccountView): number => messages.length + scheduled.length;

/** Among several entries of text an error is that of one of them. */
const errorOf = (text: string): ReturnType<typeof readErrorText> =>
  text.includes(';') ? undefined : readErrorText(text);

/** Returns the points and the number of messages in a response. */
function told(value: unknown): { readonly points: number; readonly count: number } {
  const records = { messages: [], fallbacks: {}, ...(value as object) } as {
    readonly messages: readonly { readonly points: number | null }[];
    readonly fallbacks: Readonly<Record<string, readonly { readonly points: number | null }[]>>;
  };
  const all = [...records.messages, ...Object.values(records.fallbacks).flat()];
  return { points: all.reduce((sum, { points }) => sum + (points ?? 0), 0), count: all.length };
}

describe('any request over HTTP', () => {
  it('is answered as the description says; errors change nothing, successes what they say', async () => {
    let successes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const sandbox = createSandbox(OPTIONS);
        for (const asked of requests) {
          const before = accountOf(sandbox);
          const text = await answerOf(sandbox, asked);
          const after = accountOf(sandbox);
          const json: unknown = asked.isJson ? JSON.parse(text) : undefined;
          const error = asked.isJson ? readErrorJson(json) : errorOf(text);
          if (error !== undefined) {
            expect(error.code).not.toBe(999);
            expect(after).toEqual(before);
            continue;
          }
          successes += 1;
          const sent = new Map(Object.entries(asked.form));
          const endpoint = endpointOf(asked.path, sent) ?? expect.unreachable();
          const { answer, parameters } = endpoint;
          const values = Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, one.read(sent)]));
          const result: unknown = asked.isJson ? answer.readJson(json, values) : answer.readText(text, values);
          const isSend = ['4.1', '4.2', '4.3'].includes(endpoint.section) && endpoint.selector === undefined;
          if (!isSend) continue;
          const { points, count } = told(result);
          const isTest = /^(?!0$|$)/.test(asked.form['test'] ?? '');
          expect(before.points - after.points).toBeCloseTo(isTest ? 0 : points, 6);
          expect(countOf(after) - countOf(before)).toBe(isTest ? 0 : count);
        }
      }),
      { numRuns: 400 },
    );
    expect(successes).toBeGreaterThan(200);
  });
});
