import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';

/** A written number, and the number that the gateway uses. */
type Written = readonly [input: string, number: string | undefined];

const CORRECT: readonly Written[] = [
  ['500100200', '48500100200'],
  ['+48 500 100 200', '48500100200'],
  ['0048-500-100-200', '48500100200'],
  ['(500) 100.201', '48500100201'],
  ['48500100201', '48500100201'],
  ['48500100202', '48500100202'],
  ['+44 7700 900123', '447700900123'],
  ['00447700900123', '447700900123'],
];

const WRONG: readonly Written[] = [
  ['12', undefined],
  ['-', undefined],
  ['abc', undefined],
  ['0500100200', undefined],
  ['4850010020', undefined],
];

/** Numbers in the right form without a country code. */
const UNASSIGNED: readonly Written[] = [['999123456789', undefined]];

/** A recipient in the result of a send. */
interface Recipient {
  readonly submitted: string;
  readonly number?: string;
  readonly status: string;
  readonly message?: { readonly id: string | null };
}

interface Given {
  readonly to: readonly Written[];
  readonly allowDuplicates: boolean;
  readonly skipForeign: boolean;
  readonly params: readonly (readonly string[])[] | undefined;
}

const account = { username: 'alice', password: 'wonderland', tokens: ['t0ken-of-the-account'], points: 1000 };

async function overSoap(sandbox: Sandbox, { to, params }: Given): Promise<readonly Recipient[]> {
  const client = new SmsServiceClient({
    url: 'http://soap.test',
    credentials: account,
    transport: sandbox.transport(),
  });
  const { recipients } = await client.sendMulti({ to: to.map(([input]) => input), message: 'Hi [%1%]', params });
  return recipients;
}

async function overHttp(
  sandbox: Sandbox,
  { to, allowDuplicates, skipForeign, params }: Given,
  format: 'json' | 'text',
  details: boolean,
): Promise<readonly Recipient[]> {
  const transport = sandbox.transport();
  const http = new SmsServiceHttpClient({ url: 'http://http.test', token: 't0ken-of-the-account', transport, format });
  const order = { message: 'Hi [%1%]', params, allowDuplicates, skipForeign, details };
  return (await http.sms.send({ ...order, to: to.map(([input]) => input) })).recipients;
}

/** The expected status of each number, by a model that does not parse numbers. */
function expected({ to, allowDuplicates, skipForeign }: Given): readonly string[] {
  const sent = new Set<string>();
  return to.map(([, number]) => {
    if (number === undefined) return 'invalid';
    if (skipForeign && !number.startsWith('48')) return 'skipped';
    if (!allowDuplicates && sent.has(number)) return 'duplicate';
    sent.add(number);
    return 'accepted';
  });
}

async function round(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T;
  const [format, skippedIn] = [pick(['json', 'text'] as const), pick(['details', 'list'] as const)];
  const [responseForm, details] = [pick(['id', 'ok'] as const), pick([true, false])];
  const singleAs = pick(['list', 'flat'] as const);
  const sandbox = createSandbox({ accounts: [account], responseForm, http: { skippedIn, singleAs } });
  const isSoap = random.chance(0.5);
  const kinds = pick([[CORRECT], [CORRECT, CORRECT, WRONG], [CORRECT, WRONG, UNASSIGNED]]);
  const to = Array.from({ length: pick([1, 2, 3, 5, 12, 60]) }, () => pick(pick(kinds)));
  const given: Given = {
    to,
    // SOAP has no such field.
    allowDuplicates: !isSoap && random.chance(0.3),
    skipForeign: !isSoap && random.chance(0.3),
    params: random.chance(0.5) ? to.map((_, index) => [`value ${index}`]) : undefined,
  };
  let recipients: readonly Recipient[];
  try {
    recipients = isSoap ? await overSoap(sandbox, given) : await overHttp(sandbox, given, format, details);
  } catch (error) {
    // The gateway sends nothing.
    expect(isSmsServiceError(error) && error.code).toBe('INVALID_REQUEST');
    expect(expected(given)).not.toContain('accepted');
    return ['refused'];
  }
  // A foreign number in the list of messages with an error is rejected.
  const asRejected = !isSoap && format === 'json' && skippedIn === 'list';
  const wanted = expected(given).map((status) => (asRejected && status === 'skipped' ? 'rejected' : status));
  const kept = new Map(sandbox.account('alice')?.messages.map((one) => [one.id, one]));
  expect(recipients.map(({ submitted }) => submitted)).toEqual(to.map(([number]) => number));
  // An answer with only ids does not show which numbers were skipped.
  const isOpen = isSoap && responseForm === 'id' && to.some((one) => UNASSIGNED.includes(one));
  if (!isOpen) expect(recipients.map(({ status }) => status)).toEqual(wanted);
  recipients.forEach(({ status, number, message }, index) => {
    expect([wanted[index], 'unknown']).toContain(status);
    expect(number).toBe(to[index]?.[1] ?? (status === 'unknown' ? number : undefined));
    if (status !== 'accepted' && status !== 'duplicate') return;
    const own = kept.get(message?.id ?? '');
    expect(own?.to).toBe(to[index]?.[1]);
    if (status === 'accepted' && given.params !== undefined) expect(own?.message).toBe(`Hi value ${index}`);
  });
  const ids = recipients.filter(({ status }) => status === 'accepted').map(({ message }) => message?.id);
  expect(new Set(ids).size).toBe(ids.length);
  if (!recipients.some(({ status }) => status === 'unknown')) expect(ids).toHaveLength(kept.size);
  return recipients.map(({ status }) => status);
}

describe('the recipients of a send', () => {
  it('have their true status in every form of an answer, or are unknown', async () => {
    const first = Number(process.env.PROPERTY_SEED ?? 1) * 100_000;
    const rounds = Number(process.env.RECIPIENT_ROUNDS ?? 500);
    const seen = new Set<string>();
    for (let seed = first; seed < first + rounds; seed++) {
      const statuses = await round(seed).catch((cause: unknown) => {
        throw new Error(`seed ${seed}`, { cause });
      });
      for (const status of statuses) seen.add(status);
    }
    expect(seen).toEqual(new Set(['accepted', 'duplicate', 'invalid', 'skipped', 'rejected', 'unknown', 'refused']));
  }, 900_000);
});
