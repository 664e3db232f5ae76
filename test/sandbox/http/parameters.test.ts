import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/http-client/description/endpoints.js';
import { writeForm } from '../../../src/http-message/form.js';
import { type AccountView, createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import { ALICE, START, START_SECONDS } from '../setup.js';

/*
 * Each parameter that the description of the interface has, and its effect in the embedded gateway: a parameter
 * that is added there needs a row here. The expected value must not occur without the parameter.
 */

const TOKEN = 't0ken-4711';
const MD5 = '0123456789abcdef0123456789abcdef';
const OTHER_MD5 = 'f'.repeat(32);
const OPTIONS: SandboxOptions = {
  accounts: [
    {
      ...ALICE,
      tokens: [TOKEN],
      hours: { from: 13, to: 20 },
      groups: [{ name: 'Friends', numbers: [{ number: '500100201' }] }],
      templates: [{ name: 'hello', text: 'Hello' }],
      discountGroups: [{ name: 'Spring', codes: ['A1'] }],
      users: [
        { username: 'alice_eve', password: 'x', tokens: ['eves'], limit: 7, senders: true, phonebook: true },
        { username: 'eve', password: 'x', limit: 3 },
      ],
    },
  ],
  now: () => START,
};

type Form = Readonly<Record<string, string>>;

/** A gateway after a request: its answer, and the account. */
interface Seen {
  readonly answer: Record<string, unknown> & { readonly list?: readonly Record<string, unknown>[] };
  readonly account: AccountView;
  readonly sandbox: Sandbox;
}

async function ask(sandbox: Sandbox, path: string, form: Form, token: string = TOKEN): Promise<Seen['answer']> {
  const { body } = await sandbox.transport().send({
    url: `http://gateway.test/${path}`,
    operation: path,
    method: 'POST',
    idempotent: false,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
    body: writeForm(Object.entries({ format: 'json', encoding: 'utf-8', ...form })),
  });
  return JSON.parse(Buffer.from(body as Uint8Array).toString('utf8'));
}

/** The parameter, as it travels; what is seen of it, and the value that has to be there. */
interface Row {
  readonly form: Form;
  /** The other fields of the request. Default: the fields of every request to the endpoint. */
  readonly beside?: Form;
  readonly token?: string;
  readonly see: (seen: Seen) => unknown;
  readonly expected: unknown;
}

const row = (form: Form, see: Row['see'], expected: unknown, beside?: Form, token?: string): Row => ({
  form,
  see,
  expected,
  ...(beside === undefined ? {} : { beside }),
  ...(token === undefined ? {} : { token }),
});

const error = ({ answer }: Seen): unknown => answer['error'];
const item =
  (name: string) =>
  ({ answer }: Seen): unknown =>
    answer.list?.[0]?.[name];
const count = ({ answer }: Seen): unknown => answer['count'];
const message =
  (name: keyof AccountView['messages'][number]) =>
  ({ account }: Seen): unknown =>
    [...account.messages, ...account.scheduled][0]?.[name];
const kept = ({ account }: Seen): unknown => account.messages.length + account.scheduled.length;
const field =
  (name: string) =>
  ({ answer }: Seen): unknown =>
    answer[name];

const IN_HOURS = { time_restriction: 'ignore' };
const SMS = { to: '500100200', message: 'Hi', ...IN_HOURS };
const DATE = { date: String(START_SECONDS + 7200) };
const SENT = new Date((START_SECONDS + 7200) * 1000);
const MMS = { to: '500100200', smil: '<smil/>', ...DATE };
const VMS = { to: '221234567', tts: 'Hi', ...DATE };
const MANY = { to: '500100200,500100201,500100200' };
const USER = { pass: MD5 };

/** What all kinds of messages have. */
const common = (base: Form): Readonly<Record<string, Row>> => {
  const { to: _to, ...group } = base;
  return {
    to: row({ to: '+48 500-100-202' }, item('submitted_number'), '+48 500-100-202'),
    group: row({ group: 'Friends' }, item('number'), '48500100201', group),
    date: row(DATE, message('sendAt'), SENT, { ...base, date: String(START_SECONDS + 10_800) }),
    dateValidate: row({ date_validate: '1' }, error, 54, { ...base, date: 'soon' }),
    checkIdx: row({ check_idx: '1' }, error, 53, { ...base, to: '500100200,500100201', idx: 'a|A' }),
    notifyUrl: row({ notify_url: 'https://shop.test/' }, message('notifyUrl'), 'https://shop.test/'),
    test: row({ test: '1' }, kept, 0),
    idx: row({ idx: 'A1' }, message('idx'), 'A1'),
  };
};

const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'sms.send': {
    ...common(SMS),
    message: row({ message: 'Ho' }, message('message'), 'Ho'),
    template: row({ template: 'hello' }, message('message'), 'Hello'),
    from: row({ from: 'Info' }, message('from'), 'Info'),
    flash: row({ flash: '1' }, message('flash'), true),
    details: row({ details: '1' }, item('parts'), 1),
    timeRestriction: row({ time_restriction: 'nearest_available' }, kept, 1, { to: '500100200', message: 'Hi' }),
    skipForeign: row({ skip_foreign: '1' }, count, 1, { ...SMS, to: '500100200,15485550100' }),
    allowDuplicates: row({ allow_duplicates: '1' }, count, 3, { ...SMS, ...MANY }),
    noUnicode: row({ nounicode: '1' }, error, 11, { ...SMS, message: 'ł' }),
    normalize: row({ normalize: '1' }, message('message'), 'l', { ...SMS, message: 'ł' }),
    fast: row({ fast: '1' }, item('points'), 0.24),
    partnerId: row({ partner_id: '7' }, message('partnerId'), 7),
    maxParts: row({ max_parts: '1' }, error, 12, { ...SMS, message: 'x'.repeat(161) }),
    expirationDate: row(
      { expiration_date: String(START_SECONDS + 3600) },
      message('expiresAt'),
      new Date((START_SECONDS + 3600) * 1000),
    ),
    discountGroup: row({ discount_group: 'Spring' }, message('message'), 'A1', { ...SMS, message: '[%kod%]' }),
    fallback: row({ 'fallback[0][type]': 'vms' }, message('kind'), 'vms', { ...SMS, to: '221234567' }),
    params: row({ param1: 'a', param2: 'b', param3: 'c', param4: 'd' }, message('message'), 'dcba', {
      ...SMS,
      message: '[%4%][%3%][%2%][%1%]',
    }),
    single: row({ single: '1' }, error, 12, { ...SMS, message: 'x'.repeat(161) }),
    datacoding: row({ datacoding: 'bin' }, error, 30),
    udh: row({ udh: '050003' }, error, undefined, { ...SMS, message: '00ff', datacoding: 'bin' }),
  },
  'sms.deleteScheduled': { ids: row({ sch_del: '1000' }, error, 301, {}) },
  'mms.send': {
    ...common(MMS),
    subject: row({ subject: 'Hi' }, message('subject'), 'Hi'),
    smil: row({ smil: '<smil>a</smil>' }, message('message'), '<smil>a</smil>'),
  },
  'vms.send': {
    ...common(VMS),
    tts: row({ tts: 'Ho' }, message('message'), 'Ho'),
    file: row({ file: 'https://shop.test/a.wav' }, message('message'), 'https://shop.test/a.wav', { ...VMS, tts: '' }),
    try: row({ try: '7' }, error, 8),
    interval: row({ interval: '299' }, error, 8),
    skipGsm: row({ skip_gsm: '1' }, error, 55, { ...VMS, to: '500100200' }),
  },
  'points.get': { details: row({ details: '1' }, field('proCount'), 62) },
  'users.add': {
    username: row({ add_user: 'bob' }, field('username'), 'alice_bob'),
    password: row({ pass: 'x' }, error, 1123),
    apiPassword: row({ pass_api: 'x' }, error, 1123),
    limit: row({ limit: '2.5' }, field('limit'), 2.5),
    monthLimit: row({ month_limit: '2.5' }, field('month_limit'), 2.5),
    senders: row({ senders: '1' }, field('senders'), 1),
    phonebook: row({ phonebook: '1' }, field('phonebook'), 1),
    active: row({ active: '1' }, field('active'), true),
    info: row({ info: 'of the shop' }, field('info'), 'of the shop'),
    withoutPrefix: row({ without_prefix: '1' }, field('username'), 'ann'),
  },
  'users.edit': {
    username: row({ set_user: 'alice_eve' }, field('limit'), 7, { set_user: 'eve', without_prefix: '1' }),
    password: row({ pass: 'x' }, error, 1123),
    apiPassword: row({ pass_api: 'x' }, error, 1123),
    limit: row({ limit: '2.5' }, field('limit'), 2.5),
    monthLimit: row({ month_limit: '2.5' }, field('month_limit'), 2.5),
    senders: row({ senders: '1' }, field('senders'), 1),
    phonebook: row({ phonebook: '1' }, field('phonebook'), 1),
    active: row({ active: '1' }, field('active'), true),
    info: row({ info: 'of the shop' }, field('info'), 'of the shop'),
    withoutPrefix: row({ without_prefix: '1' }, field('limit'), 3),
  },
  'users.get': {
    username: row({ get_user: 'alice_eve' }, field('limit'), 7, { get_user: 'eve', without_prefix: '1' }),
    withoutPrefix: row({ without_prefix: '1' }, field('limit'), 3),
  },
  'senders.status': { name: row({ status: 'Info' }, field('name'), 'Info') },
  'senders.list': { withSharedNames: row({ with_nat_names: '1' }, field('length'), 2, { list: '1' }, 'eves') },
  'senders.setDefault': { name: row({ default: 'Info' }, ({ account }) => account.senders[0], 'Info') },
  'hlr.check': {
    numbers: row({ number: '500100201' }, field('number'), '48500100201'),
    idx: row({ idx: 'a-b' }, error, 27),
  },
};

/** What every request to an endpoint has. */
const BASES: Readonly<Record<string, Form>> = {
  'sms.send': SMS,
  'mms.send': MMS,
  'vms.send': VMS,
  'points.get': { credits: '1' },
  'users.add': { add_user: 'ann', ...USER },
  'users.edit': { set_user: 'eve', pass: OTHER_MD5 },
  'users.get': { get_user: 'eve' },
  'senders.status': { status: 'Shop' },
  'senders.setDefault': { default: 'Shop' },
  'hlr.check': { number: '500100200' },
};

async function seenOf(path: string, form: Form, token?: string): Promise<Seen> {
  const sandbox = createSandbox(OPTIONS);
  const answer = await ask(sandbox, path, form, token);
  return { answer, sandbox, account: sandbox.account('alice') ?? expect.unreachable() };
}

const cases = Object.entries(ENDPOINTS).flatMap(([name, { path, parameters }]) =>
  Object.keys(parameters).map((parameter) => ({ name, path, parameter, row: ROWS[name]?.[parameter] })),
);

describe('each parameter of the description', () => {
  it('has a row', () => {
    expect(cases.filter(({ row }) => row === undefined).map(({ name, parameter }) => `${name} ${parameter}`)).toEqual(
      [],
    );
    expect(cases.length).toBeGreaterThan(70);
  });

  it.each(cases)('is read by the gateway: $name, $parameter', async ({ name, path, row }) => {
    const { form, beside = BASES[name] ?? {}, token, see, expected } = row ?? expect.unreachable();
    const [having, without] = [await seenOf(path, { ...beside, ...form }, token), await seenOf(path, beside, token)];
    expect(see(having)).toEqual(expected);
    expect(see(without)).not.toEqual(expected);
  });
});
