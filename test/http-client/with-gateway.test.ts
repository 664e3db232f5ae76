import { afterAll, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import type { InterfaceVariant } from '../../src/domain/sending/message-parts.js';
import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import type { Answer, Endpoint } from '../../src/http-client/description/parts/endpoint.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { NOON, OTHER, PROBES, type Tools } from './probes.js';
import { REFUSALS } from './refusals.js';

const TOKEN = 't0ken-of-alice';
const ACCOUNT = {
  username: 'alice',
  password: 'wonderland',
  tokens: [TOKEN],
  points: 100,
  senders: ['Shop', 'Second', { name: 'Closed', status: 'INACTIVE' as const }],
  groups: [{ name: 'Friends', numbers: [{ number: OTHER }] }],
  templates: [
    { name: 'Welcome', text: 'Welcome to the shop' },
    { name: 'Long', text: 'x'.repeat(200) },
  ],
  discountGroups: [{ name: 'Spring', codes: ['A1', 'B2'] }],
};

type AnyEndpoint = Endpoint<Endpoint['parameters'], Answer>;
const endpoints = Object.entries(ENDPOINTS as Readonly<Record<string, AnyEndpoint>>);

/** A gateway of its own with clients; its clock stands still. */
function tools(format: 'json' | 'text', variant: InterfaceVariant): Tools {
  const sandbox = createSandbox({ accounts: [ACCOUNT], variant, now: () => NOON });
  const transport = sandbox.transport();
  const options = { url: 'http://gateway.test/', token: TOKEN, transport, format, retry: false, now: () => NOON };
  // The probes are of both variants: which methods there are is said by the table that they stand in.
  const clientOf = (validation: boolean): SmsServiceHttpClient<'earlier'> =>
    new SmsServiceHttpClient({ ...options, validation, variant: variant as 'earlier' });
  return {
    http: clientOf(true),
    unchecked: clientOf(false),
    format,
    variant,
    account: () => {
      const account = sandbox.account('alice');
      if (account === undefined) throw new Error('has no account');
      return account;
    },
    signsIn: async (username, password) => {
      const credentials = { username, password };
      const soap = new SmsServiceClient({ url: 'http://gateway.test/soap', credentials, hash: 'md5', transport });
      return soap.checkPoints().then(
        () => true,
        () => false,
      );
    },
    post: async (path, form) => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' };
      const body = Buffer.from(new URLSearchParams({ ...form, encoding: 'utf-8' }).toString());
      const url = `http://gateway.test/${path}`;
      const request = { method: 'POST' as const, url, operation: path, idempotent: false, headers, body };
      return Buffer.from((await transport.send(request)).body as Uint8Array).toString('utf8');
    },
  };
}

/** The cells that were shown to hold, by parameter. */
const shown = new Map<string, Set<string>>();
const variantsOf = (endpoint: AnyEndpoint, name: string): readonly InterfaceVariant[] =>
  endpoint.variants.filter((variant) => endpoint.parameters[name]?.variants?.includes(variant) !== false);

const cases = endpoints.flatMap(([name, endpoint]) =>
  Object.keys(endpoint.parameters).flatMap((parameter) =>
    variantsOf(endpoint, parameter).flatMap((variant) =>
      (['json', 'text'] as const).map((format) => ({ name, parameter, variant, format })),
    ),
  ),
);

describe('each parameter, sent by the client and read by the embedded gateway', () => {
  it.each(cases)('$name: $parameter, $variant variant, in $format', async ({ name, parameter, variant, format }) => {
    const probe = PROBES[name]?.[parameter];
    if (probe === undefined) throw new Error(`${name}: nothing shows that ${parameter} is read`);
    await expect(probe(tools(format, variant))).resolves.toBeUndefined();
    const key = `${name} ${parameter}`;
    shown.set(key, (shown.get(key) ?? new Set()).add(`${format}, ${variant}`));
  });
});

/** The limits that tests show to be refused before anything is sent; those of other endpoints have tests by name. */
const REFUSED_ELSEWHERE: Readonly<Record<string, string>> = {
  'mms.send subject': 'MMS: no smil, a subject of 31 characters',
  'vms.send try': 'VMS: neither text nor file, attempts and interval outside of their limits',
  'vms.send interval': 'VMS: neither text nor file, attempts and interval outside of their limits',
  'hlr.check numbers': 'HLR: 21 numbers',
};

/** The refusals of SMS hold for what all kinds of messages have. */
function limitsOf(name: string, parameter: string): readonly string[] {
  const elsewhere = REFUSED_ELSEWHERE[`${name} ${parameter}`];
  if (elsewhere !== undefined) return [elsewhere];
  // What `noUnicode` refuses is the message, and what binary messages need stands in the tests of the rules.
  const at = parameter === 'noUnicode' ? 'message' : parameter;
  return REFUSALS.filter(([, , path]) => path.split('[')[0] === at).map(([title]) => title);
}

describe('the table of the HTTP interface', () => {
  const rows: string[] = [];

  it.each(endpoints)('has no empty cell for the parameters of %s', (name, endpoint) => {
    expect(Object.keys(PROBES[name] ?? {}).sort()).toEqual(Object.keys(endpoint.parameters).sort());
    for (const [parameter, { names, limits = [] }] of Object.entries(endpoint.parameters)) {
      const refused = limits.length === 0 ? ['no limit'] : limitsOf(name, parameter);
      expect(refused, `${name} ${parameter} has limits that no test refuses`).not.toEqual([]);
      const cells = [...(shown.get(`${name} ${parameter}`) ?? [])];
      const wanted = variantsOf(endpoint, parameter).flatMap((variant) => [`json, ${variant}`, `text, ${variant}`]);
      expect(cells.sort(), `${name} ${parameter}`).toEqual(wanted.sort());
      rows.push(
        `${name.padEnd(20)} ${parameter.padEnd(16)} ${names[0]?.padEnd(18)} ${cells.join('; ').padEnd(60)} ${refused.join('; ')}`,
      );
    }
  });

  it.each(endpoints)('has no empty cell for the answer of %s', (name, { answer }) => {
    for (const [place, fields] of Object.entries(answer.records)) {
      for (const [field, { names }] of Object.entries(fields)) {
        const json: unknown = { [names[0] ?? field]: SAMPLES[field] ?? SAMPLES[names[0] ?? ''] };
        const value = fields[field]?.read(Object.values(json as object)[0]);
        expect(value, `${name} ${place} ${field}`).not.toBeNull();
        rows.push(`${name.padEnd(20)} ${`${place}.${field}`.padEnd(35)} ${names.join(', ')}`);
      }
    }
  });

  afterAll(() => {
    if (process.env['SHOW_TABLE'] !== undefined) console.log(rows.join('\n'));
  });
});

/** A value of each field of an answer, as gateways write it. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: '1001',
  points: '0.1600',
  number: '48500100200',
  dateSent: 1_800_000_000,
  submittedNumber: '500100200',
  status: 'QUEUE',
  idx: 'a1',
  error: 13,
  message: 'Hi',
  length: 2,
  parts: 1,
  name: 'Shop',
  email: 'a@b.test',
  username: 'alice',
  phoneNumber: '48500100200',
  paymentType: 'prepaid',
  userType: 'native',
  proCount: 1,
  ecoCount: 1,
  mmsCount: 1,
  vmsGsmCount: 1,
  vmsLandCount: 1,
  limit: '10.5',
  monthLimit: 3,
  senders: 1,
  phonebook: '0',
  active: true,
  info: 'a',
  isDefault: false,
};
