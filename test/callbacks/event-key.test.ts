import { describe, expect, it } from 'vitest';
import { type CallbackEvent, parseCallback } from '../../src/callbacks/index.js';
import { eventKey } from '../../src/callbacks/reading/event-key.js';
import { get } from './support/requests.js';

type Fields = Readonly<Record<string, string>>;

async function keyOf(fields: Fields, filesDigest: string = ''): Promise<string> {
  const [event] = await parseCallback(get(fields));
  return eventKey(event as CallbackEvent, filesDigest).id;
}

const REPORT: Fields = { MsgId: 'a', status: '404', donedate: '1', to: '1', idx: 'x', username: 'alice' };
const SMS: Fields = { ...REPORT, status_name: 'DELIVERED', points: '1', from: 'Shop', mcc: '260', mnc: '1' };
const VMS: Fields = { ...REPORT, pressed: '1', hangup_time: '9' };
const CLICK: Fields = { MsgId: 'a', to: '1', sufix: 'x', click_date: '1', device: 'd', ip: '1', browser: 'b' };
const INCOMING: Fields = { MsgId: 'a', sms_from: '1', sms_to: '2', sms_date: '1', sms_text: 'Hi', username: 'alice' };
const MMS: Fields = { mms_from: '1', mms_to: '2', mms_date: '1', mms_subject: 'Hi' };
const HLR: Fields = { id: 'a', number: '1', status: 'OK', date: '1', ported: '0', mcc: '260', info: 'x' };
const BULK: Fields = { type: 'SMS', all: '5', points: '1', to: 'csv', info: 'x', text: 'Hi' };

/** The fields that make the identity of each kind (HTTP-FACTS, "The same one again"). */
const IDENTITY: readonly (readonly [string, Fields, readonly string[]])[] = [
  ['an SMS report', SMS, ['MsgId', 'status', 'donedate']],
  ['an MMS report', REPORT, ['MsgId', 'status', 'donedate']],
  ['a VMS report', VMS, ['MsgId', 'status', 'donedate', 'pressed', 'hangup_time']],
  ['a click', CLICK, ['MsgId', 'to', 'sufix']],
  ['an incoming SMS', INCOMING, ['MsgId', 'sms_from', 'sms_to', 'sms_date', 'sms_text']],
  ['an incoming MMS', MMS, ['mms_from', 'mms_to', 'mms_date', 'mms_subject']],
  ['the result of a lookup', HLR, ['id', 'number']],
  ['a bulk send', BULK, Object.keys(BULK)],
];

/** Another value that fits the field. */
const OTHER: Fields = { status: '403', ported: '1', type: 'MMS' };

describe('the key of an event', () => {
  it.each(IDENTITY)('of %s depends on the fields that identify it', async (_kind, fields, identity) => {
    const key = await keyOf(fields);
    expect(key).toMatch(/^[\w-]{43}$/);
    const decisive: string[] = [];
    for (const name of Object.keys(fields)) {
      if ((await keyOf({ ...fields, [name]: OTHER[name] ?? '7' })) !== key) decisive.push(name);
    }
    expect(decisive.sort()).toEqual([...identity].sort());
  });

  it('differs if a character moves from one field to the next', async () => {
    const one = await keyOf({ ...INCOMING, sms_from: '1,2', sms_to: '3' });
    expect(await keyOf({ ...INCOMING, sms_from: '1', sms_to: '2,3' })).not.toBe(one);
  });

  it('of an MMS includes its files', async () => {
    expect(await keyOf(MMS, 'x')).not.toBe(await keyOf(MMS, 'y'));
  });

  it('is reused after ten minutes for a bulk send, and never otherwise', async () => {
    const timeOf = async (fields: Fields): Promise<unknown> => {
      const [event] = await parseCallback(get(fields));
      return eventKey(event as CallbackEvent, '').sameForMs;
    };
    expect(await timeOf(BULK)).toBe(600_000);
    for (const fields of [SMS, REPORT, VMS, CLICK, INCOMING, MMS, HLR]) expect(await timeOf(fields)).toBeUndefined();
  });
});
