import { describe, expect, it } from 'vitest';
import type { CallbackKind } from '../../src/callbacks/description/events.js';
import { CALLBACKS } from '../../src/callbacks/description/kinds.js';
import { parseCallback } from '../../src/callbacks/index.js';
import { type Fields, get, MMS, multipart, post, refusalOf } from './support/requests.js';

/** A test of a parameter: its value on the wire, its place in the event, and invalid values. */
interface Probe {
  readonly sent: string;
  readonly property: string;
  readonly value: unknown;
  /** Its value if it is missing or empty; `refused` if it is required. */
  readonly missing: unknown;
  /** A value that does not fit, and the words of the error. */
  readonly misfit?: readonly [sent: string, why: string];
}

const REFUSED = 'refused';
const NOON = new Date(1_800_000_000_000);
const NO_DATE = ['2027-01-15T08:00:00Z', 'must be unix seconds'] as const;
const LONG_ID = ['a'.repeat(33), 'has more than 32 characters'] as const;
const LONG_IDX = ['a'.repeat(256), 'has more than 255 characters'] as const;
const text = (sent: string, property: string): Probe => ({ sent, property, value: sent, missing: null });
const needed = (sent: string, property: string, misfit?: Probe['misfit']): Probe => ({
  ...text(sent, property),
  missing: REFUSED,
  ...(misfit === undefined ? {} : { misfit }),
});
const moment = (property: string): Probe => ({
  sent: '1800000000',
  property,
  value: NOON,
  missing: null,
  misfit: NO_DATE,
});
const NUMBER = 'must be a number';

const REPORT: Readonly<Record<string, Probe>> = {
  MsgId: needed('4A6F', 'messageId', LONG_ID),
  status: needed('404', 'status'),
  idx: { ...text('order17', 'idx'), misfit: LONG_IDX },
  donedate: moment('doneAt'),
  username: text('alice', 'username'),
  to: text('48500100200', 'to'),
};

const PROBES: Readonly<Record<CallbackKind, Readonly<Record<string, Probe>>>> = {
  'sms-report': {
    ...REPORT,
    status_name: { ...text('DELIVERED', 'statusName'), missing: 'DELIVERED' },
    points: { sent: '0.16', property: 'points', value: 0.16, missing: null, misfit: ['1e3', NUMBER] },
    from: text('Shop', 'from'),
    mcc: text('260', 'mcc'),
    mnc: text('01', 'mnc'),
  },
  'mms-report': REPORT,
  'vms-report': {
    ...REPORT,
    pressed: text('5', 'pressed'),
    hangup_time: {
      sent: '12',
      property: 'durationSeconds',
      value: 12,
      missing: null,
      misfit: ['12 s', 'must be a number'],
    },
  },
  'bulk-started': {
    type: needed('SMS', 'messageType'),
    all: { ...needed('1500', 'all', ['-1', 'must be a whole number']), value: 1500 },
    points: { sent: '240.5', property: 'points', value: 240.5, missing: null, misfit: ['many', NUMBER] },
    to: text('csv_and_text', 'origin'),
    info: text('Friends', 'info'),
    text: { ...text('Cześć', 'text'), missing: '' },
  },
  'link-click': {
    MsgId: needed('4A6F', 'messageId', LONG_ID),
    to: text('48500100200', 'to'),
    click_date: moment('clickedAt'),
    device: text('Phone', 'device'),
    operating_system: text('Android', 'operatingSystem'),
    browser: text('Chrome', 'browser'),
    username: text('alice', 'username'),
    ip: text('192.0.2.1', 'ip'),
    sufix: text('x7', 'suffix'),
  },
  'incoming-sms': {
    sms_to: needed('48500100200', 'to'),
    sms_from: needed('48600100200', 'from'),
    sms_text: { ...text('Zażółć, gęślą & jaźń', 'text'), missing: '' },
    sms_date: moment('receivedAt'),
    username: text('alice', 'username'),
    MsgId: { ...text('4A6F', 'messageId'), misfit: LONG_ID },
  },
  'incoming-mms': {
    mms_to: needed('48500100200', 'to'),
    mms_from: needed('48600100200', 'from'),
    mms_subject: { ...text('Zdjęcie', 'subject'), missing: '' },
    mms_date: moment('receivedAt'),
  },
  'hlr-result': {
    id: needed('80625', 'lookupId'),
    number: needed('48500100200', 'number'),
    mcc: text('260', 'mcc'),
    mnc: text('03', 'mnc'),
    info: text('Orange', 'info'),
    status: needed('OK', 'status'),
    date: moment('checkedAt'),
    ported: { sent: '1', property: 'ported', value: true, missing: null, misfit: ['yes', 'must be 0 or 1'] },
    ported_from: text('Plus', 'portedFrom'),
    idx: { ...text('order17', 'idx'), misfit: LONG_IDX },
  },
};

/** The fields of section 6, copied from it by hand. */
const SECTION_6: Readonly<Record<CallbackKind, string>> = {
  'sms-report': 'MsgId, status, status_name, idx, donedate, username, points, from, to, mcc, mnc',
  'mms-report': 'MsgId, status, to, idx, donedate, username',
  'vms-report': 'MsgId, status, to, idx, donedate, username, pressed, hangup_time',
  'bulk-started': 'type, all, points, to, info, text',
  'link-click': 'MsgId, to, click_date, device, operating_system, browser, username, ip, sufix',
  'incoming-sms': 'sms_to, sms_from, sms_text, sms_date, username, MsgId',
  'incoming-mms': 'mms_to, mms_from, mms_subject, mms_date',
  'hlr-result': 'id, number, mcc, mnc, info, status, date, ported, ported_from, idx',
};

const kinds = Object.keys(SECTION_6) as readonly CallbackKind[];
const namesOf = (kind: CallbackKind): readonly string[] => SECTION_6[kind].split(', ');
const cases = kinds.flatMap((kind) => namesOf(kind).map((name) => ({ kind, name })));

/** The callback of a kind with all its parameters, but one that has another value or is missing. */
function fieldsOf(kind: CallbackKind, changes: Readonly<Record<string, string | undefined>> = {}): Fields {
  return namesOf(kind).flatMap((name) => {
    const value = name in changes ? changes[name] : PROBES[kind][name]?.sent;
    return value === undefined ? [] : [[name, value] as const];
  });
}

describe('each parameter of section 6', () => {
  it.each(cases)('$kind: $name is read, by GET and by POST', async ({ kind, name }) => {
    const probe = PROBES[kind][name];
    if (probe === undefined) throw new Error('nothing shows that it is read');
    for (const [, request] of Object.entries({ GET: get(fieldsOf(kind)), POST: post(fieldsOf(kind)) })) {
      const [event, ...more] = await parseCallback(request);
      expect(more).toEqual([]);
      expect(event).toMatchObject({ type: kind, unknownFields: {} });
      expect(event).toHaveProperty(probe.property, probe.value);
    }
  });

  it.each(cases)('$kind: $name, if it is missing or empty', async ({ kind, name }) => {
    const probe = PROBES[kind][name];
    for (const value of [undefined, '']) {
      const read = parseCallback(get(fieldsOf(kind, { [name]: value })), { kind });
      if (probe?.missing === REFUSED) {
        expect(await refusalOf(read)).toEqual([name, `${kind}: ${name}: is missing or empty`]);
      } else expect((await read)[0]).toHaveProperty(probe?.property ?? '', probe?.missing);
    }
  });

  const several = cases.filter(({ kind }) => kind.endsWith('-report'));
  it.each(several)('$kind: $name of three messages in one call', async ({ kind, name }) => {
    const { sent = '', property = '', value } = PROBES[kind][name] ?? {};
    const ids = name === 'MsgId' ? ['a', sent, 'c'] : ['a', 'b', 'c'];
    const empty = PROBES[kind][name]?.missing === REFUSED ? sent : '';
    const changes = { MsgId: ids.join(), [name]: name === 'MsgId' ? ids.join() : `${empty},${sent},${empty}` };
    const events = await parseCallback(get(fieldsOf(kind, changes)));
    expect(events).toHaveLength(3);
    expect(events[1]).toHaveProperty(property, value);
    const one = await parseCallback(get(fieldsOf(kind, { MsgId: 'a,b,c' })));
    if (name !== 'MsgId') for (const event of one) expect(event).toHaveProperty(property, value);
    const two = parseCallback(get(fieldsOf(kind, { MsgId: 'a,b,c', [name]: `${sent},${sent}` })));
    if (name !== 'MsgId')
      expect(await refusalOf(two)).toEqual([name, `${kind}: ${name}: has 2 values, but MsgId has 3`]);
  });

  const misfits = cases.filter(({ kind, name }) => PROBES[kind][name]?.misfit !== undefined);
  it.each(misfits)('$kind: $name is refused if it is invalid', async ({ kind, name }) => {
    const [sent = '', why = ''] = PROBES[kind][name]?.misfit ?? [];
    const read = parseCallback(get(fieldsOf(kind, { [name]: sent })));
    expect(await refusalOf(read)).toEqual([name, `${kind}: ${name}: ${why}`]);
  });

  it.each(cases)('$kind: $name is refused if it occurs twice', async ({ kind, name }) => {
    const twice = [...(fieldsOf(kind) as readonly (readonly [string, string])[]), [name, 'x'] as const];
    expect(await refusalOf(parseCallback(get(twice)))).toEqual([name, `${kind}: ${name}: appears more than once`]);
  });
});

/** The parameters of an upload in section 6: PHP shows the last two to programs, and they are not on the wire. */
const OF_FILES = [
  { name: 'name', property: 'files[0].name', value: 'zdjęcie.jpg', missing: '' },
  { name: 'type', property: 'files[0].type', value: 'image/jpeg', missing: 'application/octet-stream' },
  { name: 'size', property: 'files[0].size', value: 5, missing: 0 },
  { name: 'tmp_name', property: 'files[0].bytes', value: Buffer.from('\x00\x01abc'), missing: Buffer.alloc(0) },
  { name: 'error', property: 'files.length', value: 1, missing: 0 },
] as const;

const PICTURE = {
  disposition: 'name="userfile"; filename="zdjęcie.jpg"',
  heads: ['Content-Type: image/JPEG'],
  content: Buffer.from('\x00\x01abc'),
};

/** An upload without something: an empty name, no type, no bytes; no upload at all. */
const WITHOUT = {
  name: [{ ...PICTURE, disposition: 'name="userfile"; filename=""' }],
  type: [{ ...PICTURE, heads: [] }],
  size: [{ ...PICTURE, content: '' }],
  tmp_name: [{ ...PICTURE, content: '' }],
  error: [],
} as const;

describe('each parameter of an uploaded file', () => {
  it.each(OF_FILES)('incoming-mms: $name', async ({ property, value }) => {
    const [event] = await parseCallback(multipart([...MMS, PICTURE]));
    expect(event).toHaveProperty(property, value);
  });

  it.each(OF_FILES)('incoming-mms: $name, if it is missing or empty', async ({ name, property, missing }) => {
    const [event] = await parseCallback(multipart([...MMS, ...WITHOUT[name]]));
    expect(event).toHaveProperty(property, missing);
  });
});

describe('the table of callbacks', () => {
  it('has exactly the kinds and parameters of section 6', () => {
    const described = Object.entries(CALLBACKS).map(([kind, { fields }]) => [
      kind,
      Object.values(fields)
        .map(({ name }) => name)
        .sort(),
    ]);
    expect(Object.fromEntries(described)).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, [...namesOf(kind)].sort()])),
    );
  });
});
