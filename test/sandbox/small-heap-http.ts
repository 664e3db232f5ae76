/**
 * A separate program, run by amplification.test.ts in a small heap: each request of HTTP is below 1 MB and asks for
 * much more than that, of a separate gateway. It prints how each answer begins; if one needs too much, the process
 * dies.
 */
import { createSandbox } from '../../src/sandbox/index.js';

const LONGEST = 'x'.repeat(1530);
const numbers = (count: number): string => Array.from({ length: count }, (_, index) => 500_000_000 + index).join(',');

type Form = Readonly<Record<string, string>>;

const sms = (count: number, message: string, more: Form = {}): readonly [path: string, form: Form] => [
  'sms.do',
  { to: numbers(count), message, encoding: 'utf-8', ...more },
];
const JSON_FORM = { format: 'json' };
const DETAILS = { format: 'json', details: '1' };
const OWN = `${'x'.repeat(1500)}[%opt_out_link%]`;

const requests: Readonly<Record<string, readonly [path: string, form: Form]>> = {
  'the longest text to 90,000, with details': sms(90_000, LONGEST, DETAILS),
  'the longest text to 18,000, with details': sms(18_000, LONGEST, DETAILS),
  // Two bytes each in JSON.
  'quotation marks to 11,000, with details': sms(11_000, '"'.repeat(1530), DETAILS),
  'quotation marks to 10,000, with details': sms(10_000, '"'.repeat(1530), DETAILS),
  // Two bytes each in UTF-8.
  'Polish letters to 90,000, with details': sms(90_000, 'ż'.repeat(670), DETAILS),
  'Polish letters to 21,000, with details': sms(21_000, 'ż'.repeat(670), DETAILS),
  'a short text to 90,000, with details': sms(90_000, 'Hi', DETAILS),
  'the longest text to 90,000, as JSON': sms(90_000, LONGEST, JSON_FORM),
  'the longest text to 90,000, as text': sms(90_000, LONGEST),
  'a text of its own for each of 90,000': sms(90_000, OWN),
  'a text of its own for each of 20,000': sms(20_000, OWN),
  'a spoken text of 900 kB to 5,000': ['vms.do', { to: numbers(5_000), tts: 'x'.repeat(900_000), ...JSON_FORM }],
  'an MMS of 900 kB to 5,000': ['mms.do', { to: numbers(5_000), smil: 'x'.repeat(900_000), ...JSON_FORM }],
};

async function ask(path: string, form: Form): Promise<string> {
  const transport = createSandbox({
    accounts: [{ username: 'alice', password: 'sesame-street', tokens: ['t0ken-4711'] }],
    pricePerPart: 0,
    pricePerMms: 0,
    pricePerVms: 0,
  }).transport();
  const text = new URLSearchParams(form).toString().replaceAll('%2C', ',');
  const body = Buffer.from(text, 'utf8');
  if (body.length > 1_000_000) throw new Error(`${path} has ${body.length} bytes`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer t0ken-4711' };
  const url = `http://localhost/${path}`;
  const { body: response } = await transport.send({
    url,
    operation: path,
    method: 'POST',
    idempotent: false,
    headers,
    body,
  });
  if (!(response instanceof Uint8Array)) throw new Error('not in whole');
  const answer = Buffer.from(response.subarray(0, 24)).toString('latin1');
  return /^(?:\{"(?:error|count)":\d+|ERROR:\d+|OK)/.exec(answer)?.[0] ?? answer;
}

const results: Record<string, string> = {};
for (const [what, [path, form]] of Object.entries(requests)) results[what] = await ask(path, form);
console.log(JSON.stringify(results));
