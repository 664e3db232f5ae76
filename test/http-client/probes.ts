import { expect } from 'vitest';
import type { InterfaceVariant } from '../../src/domain/sending/message-parts.js';
import { type SmsServiceHttpClient, smil } from '../../src/http-client/index.js';
import type { AccountView, MessageView } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';

/** What a probe works with: a client, and the embedded gateway behind it. */
export interface Tools {
  readonly http: SmsServiceHttpClient<'earlier'>;
  /** The same without checks of its own, so that the gateway has to refuse. */
  readonly unchecked: SmsServiceHttpClient<'earlier'>;
  readonly format: 'json' | 'text';
  readonly variant: InterfaceVariant;
  account(): AccountView;
  /** Tells whether a sub-user can sign in over SOAP, with the digest of a password. */
  signsIn(username: string, password: string): Promise<boolean>;
  /** Posts a form as no client of this library does. @returns the text of the answer */
  post(path: string, form: Readonly<Record<string, string>>): Promise<string>;
}

/** Shows that the gateway reads a parameter: what it does is another thing with it than without. */
export type Probe = (tools: Tools) => Promise<void>;

/** A Friday noon: that of the gateway and of the client. */
export const NOON: Date = new Date('2027-01-15T12:00:00Z');
const LATER = new Date(NOON.getTime() + 3_600_000);
/** A number that is in a group of the gateway, too. */
export const OTHER = '500100201';
const [TO, LANDLINE] = ['500100200', '221234567'] as const;
const SMIL = smil({ text: 'Hi' });

type Kind = 'sms' | 'mms' | 'vms';
const CONTENT: Readonly<Record<Kind, object>> = { sms: { message: 'Hi' }, mms: { smil: SMIL }, vms: { tts: 'Hi' } };

const sendBy =
  (kind: Kind) =>
  ({ http }: Pick<Tools, 'http'>, order: object): ReturnType<SmsServiceHttpClient['sms']['send']> =>
    http[kind].send({ to: TO, once: false, ...CONTENT[kind], ...order } as never);

const stored = ({ account }: Tools): MessageView | undefined => account().messages[0];

/** The probes of what all kinds of messages have. */
const common = (kind: Kind): Readonly<Record<string, Probe>> => {
  const send = sendBy(kind);
  return {
    to: async (tools) => {
      const { messages } = await send(tools, { to: [TO, OTHER] });
      expect(messages).toHaveLength(2);
      expect(tools.account().messages.map(({ to }) => to)).toEqual([`48${TO}`, `48${OTHER}`]);
    },
    group: async (tools) => {
      await send(tools, { to: undefined, group: 'Friends' });
      expect(tools.account().messages.map(({ to }) => to)).toEqual([`48${OTHER}`]);
    },
    date: async (tools) => {
      await send(tools, { date: LATER });
      expect(tools.account().scheduled).toMatchObject([{ sendAt: LATER }]);
    },
    dateValidate: async (tools) => {
      await send(tools, { date: LATER, dateValidate: true });
      const form = { to: TO, message: 'Hi', smil: SMIL, tts: 'Hi', date: 'soon' };
      expect(await tools.post(`${kind}.do`, { ...form, date_validate: '1' })).toContain('54');
      expect(await tools.post(`${kind}.do`, form)).not.toContain('54');
    },
    checkIdx: async (tools) => {
      await send(tools, { idx: 'a1' });
      await send(tools, { idx: 'a1' });
      expect(await rejection(send(tools, { idx: 'A1', checkIdx: true }))).toMatchObject({ result: 53 });
    },
    notifyUrl: async (tools) => {
      await send(tools, { notifyUrl: 'https://shop.test/report?a=1' });
      expect(stored(tools)?.notifyUrl).toBe('https://shop.test/report?a=1');
    },
    test: async (tools) => {
      const { messages } = await send(tools, { test: true });
      expect(messages).toHaveLength(1);
      expect(tools.account()).toMatchObject({ messages: [], points: 100 });
    },
    idx: async (tools) => {
      const { messages } = await send(tools, { to: [TO, OTHER], idx: ['a1', 'b2'] });
      expect(messages.map(({ idx }) => idx)).toEqual(['a1', 'b2']);
      expect(tools.account().messages.map(({ idx }) => idx)).toEqual(['a1', 'b2']);
    },
  };
};

const sms = sendBy('sms');
const vms = sendBy('vms');

const SMS: Readonly<Record<string, Probe>> = {
  ...common('sms'),
  message: async (tools) => {
    await sms(tools, { message: 'Zażółć "gęślą" & jaźń, 100% + €' });
    expect(stored(tools)?.message).toBe('Zażółć "gęślą" & jaźń, 100% + €');
  },
  template: async (tools) => {
    await sms(tools, { message: undefined, template: 'Welcome' });
    expect(stored(tools)?.message).toBe('Welcome to the shop');
  },
  from: async (tools) => {
    await sms(tools, { from: 'Second' });
    expect(stored(tools)?.from).toBe('Second');
  },
  flash: async (tools) => {
    await sms(tools, { flash: true });
    expect(stored(tools)?.flash).toBe(true);
  },
  details: async (tools) => {
    const { messages, invalidNumbers } = await sms(tools, { to: [TO, '12'], details: true });
    // Text has no place for them.
    if (tools.format === 'text') expect(messages).toHaveLength(1);
    else {
      expect(messages).toMatchObject([{ message: 'Hi', length: 2, parts: 1 }]);
      expect(invalidNumbers).toMatchObject([{ submittedNumber: '12' }]);
    }
  },
  timeRestriction: async (tools) => {
    await sms(tools, { timeRestriction: 'ignore' });
    expect(await rejection(sms({ http: tools.unchecked }, { timeRestriction: 'never' }))).toMatchObject({ result: 28 });
  },
  skipForeign: async (tools) => {
    expect((await sms(tools, { to: [TO, '15485550100'] })).messages).toHaveLength(2);
    expect((await sms(tools, { to: [TO, '15485550100'], skipForeign: true })).messages).toHaveLength(1);
  },
  allowDuplicates: async (tools) => {
    expect((await sms(tools, { to: [TO, TO] })).messages).toHaveLength(1);
    expect((await sms(tools, { to: [TO, TO], allowDuplicates: true })).messages).toHaveLength(2);
  },
  noUnicode: async (tools) => {
    await sms(tools, { message: 'ż' });
    expect(await rejection(sms({ http: tools.unchecked }, { message: 'ż', noUnicode: true }))).toMatchObject({
      result: 11,
    });
  },
  normalize: async (tools) => {
    await sms(tools, { message: 'Zażółć', normalize: true });
    expect(stored(tools)?.message).toBe('Zazolc');
  },
  fast: async (tools) => {
    const [{ points: slow } = { points: null }] = (await sms(tools, {})).messages;
    const [{ points: fast } = { points: null }] = (await sms(tools, { fast: true })).messages;
    expect(fast).toBeCloseTo((slow ?? Number.NaN) * 1.5);
  },
  partnerId: async (tools) => {
    // It is ignored where the sender uses a code of its own (section 4.1): nothing of it is seen.
    expect((await sms(tools, { partnerId: 7 })).messages).toHaveLength(1);
  },
  maxParts: async (tools) => {
    const message = 'x'.repeat(200);
    await sms(tools, { message, maxParts: 2 });
    expect(await rejection(sms(tools, { message, maxParts: 1 }))).toMatchObject({ result: 12 });
  },
  expirationDate: async (tools) => {
    await sms(tools, { expirationDate: LATER });
    expect(stored(tools)?.expiresAt).toEqual(LATER);
    const tooLate = new Date(NOON.getTime() + 100 * 3_600_000);
    expect(await rejection(sms({ http: tools.unchecked }, { expirationDate: tooLate }))).toMatchObject({ result: 56 });
  },
  discountGroup: async (tools) => {
    await sms(tools, { message: 'Code [%kod%]', discountGroup: 'Spring' });
    expect(stored(tools)?.message).toBe('Code A1');
  },
  fallback: async (tools) => {
    const { fallbacks, messages } = await sms(tools, { to: LANDLINE, fallback: 'vms' });
    expect(tools.account().messages).toMatchObject([{ kind: 'vms', to: `48${LANDLINE}` }]);
    if (tools.format === 'json') expect(fallbacks?.vms).toHaveLength(1);
    else expect(messages).toHaveLength(1);
  },
  params: async (tools) => {
    await sms(tools, {
      to: [TO, OTHER],
      message: 'Hi [%1%], [%2%]',
      params: [
        ['Ann', '1'],
        ['Bob', '2'],
      ],
    });
    expect(tools.account().messages.map(({ message }) => message)).toEqual(['Hi Ann, 1', 'Hi Bob, 2']);
  },
  single: async (tools) => {
    const long = { message: undefined, template: 'Long' };
    await sms(tools, long);
    expect(await rejection(sms(tools, { ...long, single: true }))).toMatchObject({ result: 12 });
  },
  datacoding: async (tools) => {
    await sms(tools, { message: '00ff', datacoding: 'bin', udh: '050003' });
    expect(stored(tools)).toMatchObject({ message: '00ff', parts: 1 });
    expect(
      await rejection(sms({ http: tools.unchecked }, { message: 'xyz', datacoding: 'bin', udh: '05' })),
    ).toMatchObject({
      result: 30,
    });
  },
  udh: async (tools) => {
    const order = { message: '00ff', datacoding: 'bin' };
    await sms(tools, { ...order, udh: '050003' });
    expect(await rejection(sms({ http: tools.unchecked }, order))).toMatchObject({ result: 30 });
  },
};

const MMS: Readonly<Record<string, Probe>> = {
  ...common('mms'),
  subject: async (tools) => {
    await sendBy('mms')(tools, { subject: 'Zażółć' });
    expect(stored(tools)?.subject).toBe('Zażółć');
    const unchecked = { http: tools.unchecked };
    expect(await rejection(sendBy('mms')(unchecked, { subject: 'x'.repeat(31) }))).toMatchObject({ result: 26 });
  },
  smil: async (tools) => {
    await sendBy('mms')(tools, { smil: SMIL });
    expect(stored(tools)?.message).toBe(SMIL);
    expect(await tools.post('mms.do', { to: TO })).toContain('11');
  },
};

const VMS: Readonly<Record<string, Probe>> = {
  ...common('vms'),
  tts: async (tools) => {
    await vms(tools, { tts: 'Dzień dobry' });
    expect(stored(tools)?.message).toBe('Dzień dobry');
  },
  file: async (tools) => {
    await vms(tools, { tts: undefined, file: 'https://files.test/a.wav' });
    await vms(tools, { tts: undefined, file: { bytes: Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'), name: 'b.wav' } });
    expect(tools.account().messages).toHaveLength(2);
    expect(await tools.post('vms.do', { to: TO })).toContain('11');
  },
  try: async (tools) => {
    await vms(tools, { try: 6 });
    expect(await rejection(vms({ http: tools.unchecked }, { try: 7 }))).toMatchObject({ outcome: 'rejected' });
  },
  interval: async (tools) => {
    await vms(tools, { interval: 7200 });
    expect(await rejection(vms({ http: tools.unchecked }, { interval: 299 }))).toMatchObject({ outcome: 'rejected' });
  },
  skipGsm: async (tools) => {
    const { messages } = await vms(tools, { to: [TO, LANDLINE], skipGsm: true });
    expect(messages).toHaveLength(1);
    expect(stored(tools)?.to).toBe(`48${LANDLINE}`);
  },
};

/** Makes, changes and reads a sub-user, which has what was given. */
const USER = {
  password: 'secret-of-shop',
  limit: 10.5,
  monthLimit: 3,
  senders: true,
  phonebook: true,
  active: true,
  info: 'two: doors',
} as const;

const keeps =
  (name: 'limit' | 'monthLimit' | 'senders' | 'phonebook' | 'active' | 'info'): Probe =>
  async ({ http }) => {
    await http.users.add({ username: 'shop', ...USER });
    expect((await http.users.get('alice_shop'))[name]).toBe(USER[name]);
  };

const changes =
  (name: 'limit' | 'monthLimit' | 'senders' | 'phonebook' | 'active' | 'info', value: unknown): Probe =>
  async ({ http }) => {
    await http.users.add({ username: 'shop', ...USER });
    await http.users.edit('alice_shop', { [name]: value });
    const { username: _, ...fields } = await http.users.get('alice_shop');
    const { password: _password, ...others } = USER;
    expect(fields).toEqual({ ...others, [name]: value });
  };

const addedBare: Probe = async ({ http }) => {
  await http.users.add({ username: 'shop', ...USER, withoutPrefix: true });
  expect((await http.users.list()).map(({ username }) => username)).toEqual(['shop']);
  expect((await http.users.get('shop', { withoutPrefix: true })).info).toBe(USER.info);
};

/** The password for the interface is a copy of the other one, unless it is given. */
const signsInBy =
  (name: 'password' | 'apiPassword', isEdited: boolean): Probe =>
  async ({ http, signsIn }) => {
    await http.users.add({ username: 'shop', ...USER, ...(isEdited ? {} : { [name]: 'another-secret' }) });
    if (isEdited) await http.users.edit('alice_shop', { [name]: 'another-secret' });
    expect(await signsIn('alice_shop', 'another-secret')).toBe(true);
    expect(await signsIn('alice_shop', USER.password)).toBe(false);
  };

const ADDED: Readonly<Record<string, Probe>> = {
  username: async ({ http }) => {
    expect((await http.users.add({ username: 'shop', ...USER })).username).toBe('alice_shop');
  },
  password: signsInBy('password', false),
  apiPassword: signsInBy('apiPassword', false),
  limit: keeps('limit'),
  monthLimit: keeps('monthLimit'),
  senders: keeps('senders'),
  phonebook: keeps('phonebook'),
  active: keeps('active'),
  info: keeps('info'),
  withoutPrefix: addedBare,
};

const EDITED: Readonly<Record<string, Probe>> = {
  username: changes('info', 'edited'),
  password: signsInBy('password', true),
  apiPassword: signsInBy('apiPassword', true),
  limit: changes('limit', 7),
  monthLimit: changes('monthLimit', 1),
  senders: changes('senders', false),
  phonebook: changes('phonebook', false),
  active: changes('active', false),
  info: changes('info', 'another: one'),
  withoutPrefix: async ({ http }) => {
    await http.users.add({ username: 'shop', ...USER, withoutPrefix: true });
    await http.users.edit('shop', { info: 'edited', withoutPrefix: true });
    expect((await http.users.get('shop', { withoutPrefix: true })).info).toBe('edited');
  },
};

/** The probes of every parameter, by endpoint. */
export const PROBES: Readonly<Record<string, Readonly<Record<string, Probe>>>> = {
  'sms.send': SMS,
  'sms.deleteScheduled': {
    ids: async (tools) => {
      const { messages } = await sms(tools, { to: [TO, OTHER], date: LATER });
      const ids = messages.map(({ id }) => id ?? '');
      expect(await tools.http.sms.deleteScheduled(ids)).toEqual({ ids });
      expect(tools.account().scheduled).toEqual([]);
    },
  },
  'mms.send': MMS,
  'vms.send': VMS,
  'profile.get': {},
  'points.get': {
    details: async ({ http }) => {
      expect(await http.points.get()).toEqual({ points: 100 });
      expect((await http.points.get({ details: true })).proCount).toBe(625);
    },
  },
  'users.add': ADDED,
  'users.edit': EDITED,
  'users.get': {
    username: keeps('info'),
    withoutPrefix: addedBare,
  },
  'users.list': {},
  'senders.status': {
    name: async ({ http }) => {
      expect(await http.senders.status('Shop')).toMatchObject({ name: 'Shop', status: 'ACTIVE' });
      expect(await http.senders.status('Closed')).toMatchObject({ name: 'Closed', status: 'INACTIVE' });
    },
  },
  'senders.list': {
    withSharedNames: async ({ http }) => {
      // Of a main user there are none to share: other tests ask as a sub-user.
      const names = (await http.senders.list({ withSharedNames: true })).map(({ name }) => name);
      expect(names).toEqual(['Shop', 'Second', 'Closed']);
    },
  },
  'senders.setDefault': {
    name: async (tools) => {
      await tools.http.senders.setDefault('Second');
      await sms(tools, {});
      expect(stored(tools)?.from).toBe('Second');
    },
  },
  'hlr.check': {
    numbers: async ({ http }) => {
      expect((await http.hlr.check([TO, OTHER])).map(({ number }) => number)).toEqual([`48${TO}`, `48${OTHER}`]);
    },
    idx: async ({ http, unchecked }) => {
      expect(await http.hlr.check(TO, { idx: 'a1' })).toHaveLength(1);
      expect(await rejection(unchecked.hlr.check(TO, { idx: 'a_1' }))).toMatchObject({ result: 27 });
    },
  },
};
