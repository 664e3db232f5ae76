import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CheckContractOptions, type ContractReport, checkContract } from '../../src/contract-check/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Transport, TransportRequest } from '../../src/transport/transport.js';

const TOKEN = 't0ken-4711';
const PROFILE = {
  name: 'Shop',
  email: 'shop@example.com',
  username: 'demo',
  phone_number: '500100200',
  payment_type: 'prepaid',
  user_type: 'native',
  points: 10,
};
const SUB_USER = { username: 'u', limit: '10', month_limit: 0, senders: 1, phonebook: 0, active: true, info: '' };

/** Replaces the response of the embedded gateway to a request, identified by a part of its target and its body. */
type Answers = Readonly<Record<string, unknown>>;

/** The embedded gateway with changed responses. */
function gateway(answers: Answers): Transport & { readonly asked: TransportRequest[] } {
  const account = { username: 'demo', password: 'demo-password', tokens: [TOKEN], senders: ['Shop'] };
  const inner = createSandbox({
    accounts: [{ ...account, users: [{ username: 'demo_a', password: 'sub-user-password' }] }],
  }).transport();
  const asked: TransportRequest[] = [];
  return {
    asked,
    send: async (request) => {
      asked.push(request);
      const text = `${request.target} ${Buffer.from((request.body as Uint8Array | undefined) ?? []).toString()}`;
      const [, answer] = Object.entries(answers).find(([piece]) => text.includes(piece)) ?? [];
      if (answer === undefined) return inner.send(request);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(answer)),
      };
    },
  };
}

const check = (answers: Answers, more: Partial<CheckContractOptions> = {}): Promise<ContractReport> =>
  checkContract({ httpUrl: 'http://gateway.test/', token: TOKEN, transport: gateway(answers), ...more });

const shown = ({ findings }: ContractReport): readonly string[] =>
  findings.map(({ interface: of, kind, place, what }) => `${of} ${kind} ${place} ${what}`);

const EARLIER = { variant: 'earlier' } as const;

afterEach(() => {
  vi.useRealTimers();
});

describe('the check of a live gateway over HTTP', () => {
  it('finds no difference if the gateway follows the contract, and reads all endpoints of the variant', async () => {
    const current = await check({});
    expect([current.findings, current.isBreaking, current.checked]).toEqual([[], false, ['profile.get']]);
    expect(current.skipped.map(({ place }) => place)).toEqual([
      ...['sms.send', 'sms.deleteScheduled', 'mms.send', 'vms.send', 'points.get', 'users.add', 'users.edit'],
      ...['users.get', 'users.list', 'senders.status', 'senders.list', 'senders.setDefault', 'hlr.check'],
    ]);
    const earlier = await check({}, { ...EARLIER, testTo: '48500100200' });
    expect(earlier.findings).toEqual([]);
    expect(earlier.checked).toEqual(['profile.get', 'points.get', 'users.list', 'senders.list', 'sms.send']);
  });

  it('only reads, and makes a test send only on request', async () => {
    const transport = gateway({});
    await check({}, { ...EARLIER, transport });
    expect(transport.asked.map(({ target, idempotent }) => [target, idempotent])).toEqual([
      ['profile', true],
      ['user.do', true],
      ['user.do', true],
      ['sender.do', true],
    ]);
    await check({}, { transport, testTo: '48500100200' });
    expect(String(transport.asked.at(-1)?.body)).toContain('test=1');
  });

  it('distinguishes new fields, removed fields and changed types', async () => {
    const { email: _, ...others } = PROFILE;
    const profile = await check({ profile: { ...others, points: 'many', color: 'red' } });
    expect(shown(profile)).toEqual([
      'http breaking profile email is in no response',
      'http breaking profile points is no number or numeric text',
      'http additive profile color is not in the contract',
    ]);
    expect([profile.isBreaking, profile.checked]).toEqual([true, ['profile.get']]);
    const { month_limit: __, ...user } = SUB_USER;
    const users = await check({ 'list=1': [user, { ...user, active: 'perhaps' }] }, EARLIER);
    expect(shown(users).filter((line) => line.includes('user.do'))).toEqual([
      'http breaking user.do list [].active is no true or false',
      'http breaking user.do list [].month_limit is in no response',
    ]);
  });

  it('accepts all forms that the contract allows', async () => {
    const answers = {
      profile: { ...PROFILE, points: '0.3000', phone_number: null },
      'list=1': [SUB_USER, { ...SUB_USER, limit: 10, active: 0 }],
    };
    const { findings } = await check(answers, EARLIER);
    expect(findings.filter(({ place }) => !place.startsWith('sender.do'))).toEqual([]);
  });

  it('names values of open lists and codes that the contract does not know, as additions', async () => {
    const values = await check({ profile: { ...PROFILE, user_type: 'partner', payment_type: 'barter' } });
    expect(shown(values)).toEqual([
      'http additive profile payment_type has a value that is not in the contract',
      'http additive profile user_type has a value that is not in the contract',
    ]);
    const codes = await check({ profile: { error: 7777, message: 'no' } });
    expect(shown(codes)).toEqual(['http additive profile.get is refused with code 7777, which is not in the contract']);
    expect(codes.checked).toEqual([]);
    expect(codes.skipped[0]?.place).toBe('profile.get');
  });

  it('reports an unreadable response as broken, and a page as missing', async () => {
    const broken = await check({ profile: ['no profile'] });
    expect(broken.isBreaking).toBe(true);
    const send: Transport['send'] = async () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<html>Log in</html>'),
    });
    // Removes the pauses between attempts.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const checking = check({}, { transport: { send } });
    await vi.advanceTimersByTimeAsync(120_000);
    const page = await checking;
    expect([page.findings, page.checked]).toEqual([[], []]);
    expect(page.skipped[0]?.place).toBe('profile.get');
  });

  it('reports areas without access, without the token and numbers', async () => {
    const refused = await check({}, { ...EARLIER, token: async () => 'wrong-token-77' });
    expect(refused.checked).toEqual([]);
    expect(refused.skipped.find(({ place }) => place === 'profile.get')?.why).toContain('check the token');
    const echoing = await check({ profile: { ...PROFILE, [TOKEN]: 1, n48500100200: 1 } });
    expect(shown(echoing).length).toBeGreaterThan(0);
    for (const secret of [TOKEN, '500100200']) expect(JSON.stringify(echoing)).not.toContain(secret);
  });

  it('skips all checks without a token, and reports this', async () => {
    const transport = gateway({});
    const { checked, skipped } = await checkContract({ httpUrl: 'http://gateway.test/', transport });
    expect(checked).toEqual([]);
    expect(new Set(skipped.map(({ why }) => why))).toEqual(new Set(['token is missing']));
    expect(transport.asked).toEqual([]);
  });
});
