import { describe, expect, it } from 'vitest';
import { type CallbackRequest, parseCallback, signedNotifyUrl } from '../../src/callbacks/index.js';
import { BOUNDARY, form, get, MMS, multipart, multipartBytes, post, refusalOf, textPart } from './support/requests.js';

const REPORT = { MsgId: '4A6F', status: '404', donedate: '1800000000', to: '48500100200' };
const NO_UTF8 = Uint8Array.of(0xff, 0xfe);
const NO_CALLBACK = 'the fields match no callback of the specification';

describe('the kind of a callback', () => {
  it.each([
    ['incoming-sms', { sms_from: '1', sms_to: '2', MsgId: 'a', points: '1', click_date: '1' }],
    ['incoming-mms', { mms_from: '1', mms_to: '2', click_date: '1', MsgId: 'a' }],
    ['link-click', { click_date: '1', MsgId: 'a', ported: '1', number: '1', info: 'x' }],
    ['hlr-result', { ported: '', id: '1', number: '1', status: 'OK', mcc: '260', all: '1', type: 'SMS' }],
    ['bulk-started', { all: '1', type: 'SMS', points: '1', pressed: '1' }],
    ['vms-report', { ...REPORT, pressed: '', points: '1' }],
    ['sms-report', { ...REPORT, status_name: '' }],
    ['mms-report', { ...REPORT, from: 'Shop' }],
  ])('is determined by the fields of the request: %s', async (type, fields) => {
    expect(await parseCallback(get(fields))).toMatchObject([{ type }]);
  });

  it.each([
    ['number alone', { number: '1', id: '1' }],
    ['none', { foo: 'bar' }],
  ])('is not guessed from %s', async (_what, fields) => {
    expect(await refusalOf(parseCallback(get(fields)))).toEqual(['', NO_CALLBACK]);
  });

  it('can be set by an option: fields of other kinds are then unknown', async () => {
    const events = await parseCallback(get({ ...REPORT, points: '1' }), { kind: 'mms-report' });
    expect(events).toMatchObject([{ type: 'mms-report', unknownFields: { points: '1' } }]);
  });
});

describe('the request that checks an address', () => {
  const PROBES = {
    'a GET without anything': get({}),
    'a GET with its fields empty, and one that nobody knows': get({ MsgId: '', tenant: '5' }),
    'a POST of an empty form': form(''),
    'a POST of a multipart of no bytes': form('', `multipart/form-data; boundary=${BOUNDARY}`),
    'a POST of a multipart with its fields empty': multipart([textPart('mms_to', ''), textPart('mms_from', '')]),
    'a POST of a form that was parsed': { ...form({}), headers: { 'content-type': FORM, 'content-length': '0' } },
    'a POST without a body and a content type': { method: 'POST', url: '/' },
    'a POST with empty parameters in its address': { method: 'POST', url: '/?MsgId=' },
  };
  it.each(Object.entries(PROBES))('is %s', async (_what, request) => {
    expect(await parseCallback(request)).toEqual([]);
  });

  it('may have only the parameters of the address itself', async () => {
    const request = get({ MsgId: '', status: '' }, 'secret=s3cret&');
    expect(await parseCallback(request, { ownParameters: ['secret'] })).toEqual([]);
    expect(await parseCallback(get({}, 'secret=s3cret'), { ownParameters: ['secret'] })).toEqual([]);
  });

  it.each([
    ['a field that nobody knows', get({ tenant: '5' }), NO_CALLBACK],
    ['JSON', form('{}', 'application/json'), UNSUPPORTED()],
    [
      'a compressed body',
      { ...form(''), headers: { 'content-type': FORM, 'content-encoding': 'gzip' } },
      'the body is compressed',
    ],
    [
      'an object that says nothing, where something came',
      { ...form({}), headers: { 'content-type': FORM, 'content-length': '7' } },
      'the body was already read, and its content is lost',
    ],
    ['a GET with a body', { method: 'GET', url: '/', body: 'MsgId=a' }, 'a GET request must not have a body'],
    ['another method', { method: 'HEAD', url: '/' }, 'the method must be GET or POST'],
  ])('is not %s', async (_what, request, why) => {
    expect(await refusalOf(parseCallback(request))).toEqual(['', why]);
  });

  it.each([['MsgId', post({ sms_to: '1', sms_from: '2', sms_text: 'Hi', MsgId: '' })]])(
    'is not a callback with an empty %s',
    async (_name, request) => {
      expect(await parseCallback(request)).toMatchObject([{ type: 'incoming-sms', from: '2' }]);
    },
  );
});

const FORM = 'application/x-www-form-urlencoded';
function UNSUPPORTED(): string {
  return 'the body is neither application/x-www-form-urlencoded nor multipart/form-data';
}

describe('several messages in one call', () => {
  it('are separate events in the given order', async () => {
    const fields = {
      MsgId: 'a,b,c',
      status: '404,403,x',
      status_name: 'DELIVERED,SENT,',
      idx: '1,,3',
      donedate: '1800000000,0,',
      points: '0.16',
      username: 'alice',
    };
    const shared = { type: 'sms-report', points: 0.16, username: 'alice', to: null, unknownFields: {} };
    expect(await parseCallback(get(fields))).toMatchObject([
      { ...shared, messageId: 'a', status: '404', statusName: 'DELIVERED', isFinal: true, idx: '1', doneAt: NOON },
      { ...shared, messageId: 'b', status: '403', statusName: 'SENT', isFinal: false, idx: null, doneAt: null },
      { ...shared, messageId: 'c', status: 'x', statusName: null, isFinal: false, idx: '3', doneAt: null },
    ]);
  });

  it('may be more than five, each with an id of at most 32 characters', async () => {
    const ids = Array.from({ length: 7 }, (_, index) => String(index).repeat(32));
    const events = await parseCallback(get({ ...REPORT, MsgId: ids.join() }));
    expect(events.map((event) => 'messageId' in event && event.messageId)).toEqual(ids);
  });

  it.each([
    ['an empty id', { ...REPORT, MsgId: 'a,,c' }, 'MsgId[1]', 'is missing or empty'],
    ['an id that is too long', { ...REPORT, MsgId: `a,${'b'.repeat(33)}` }, 'MsgId[1]', 'has more than 32 characters'],
  ])('are refused as a whole for %s', async (_what, fields, field, why) => {
    expect(await refusalOf(parseCallback(get(fields)))).toEqual([field, `mms-report: ${field}: ${why}`]);
  });

  it('do not split the pressed keys of one voice message at commas', async () => {
    const [event] = await parseCallback(get({ ...REPORT, pressed: '1,2,#' }));
    expect(event).toMatchObject({ type: 'vms-report', pressed: '1,2,#' });
  });
});

const NOON = new Date(1_800_000_000_000);

describe('values', () => {
  it.each([
    ['0', null],
    ['1800000000', NOON],
  ])('a time of %s', async (donedate, doneAt) => {
    expect(await parseCallback(get({ ...REPORT, donedate }))).toMatchObject([{ doneAt }]);
  });

  it.each(['null', ''])('a network of "%s" is null', async (ported_from) => {
    const fields = { id: '1', number: '2', status: '1', ported: '0', ported_from };
    expect(await parseCallback(post(fields))).toMatchObject([{ portedFrom: null, ported: false, status: '1' }]);
  });

  it('of unknown fields are in unknownFields, also several values of one name', async () => {
    const fields = [...Object.entries(REPORT), ['x', '1'], ['x', ''], ['__proto__', 'p'], ['żółw', 'ż']] as const;
    const [event] = await parseCallback(get(fields));
    expect(Object.entries(event?.unknownFields ?? {})).toEqual([
      ['x', ['1', '']],
      ['__proto__', 'p'],
      ['żółw', 'ż'],
    ]);
  });

  it('of a lookup may have an id of any length, which section 6 does not limit', async () => {
    const id = '1'.repeat(40);
    expect(await parseCallback(post({ id, number: '2', status: 'OK', ported: '0' }))).toMatchObject([{ lookupId: id }]);
  });
});

describe('the query of a POST', () => {
  const SMS = { sms_to: '1', sms_from: '2', sms_text: 'Hi' };

  it('contains fields if section 6 names them, and parameters of the address otherwise', async () => {
    expect(await parseCallback(post(SMS, '?tenant=5&username=alice'))).toMatchObject([
      { username: 'alice', unknownFields: {} },
    ]);
  });

  it('must not repeat a field of the body', async () => {
    const why = 'sms_text: is both in the query and in the body';
    expect(await refusalOf(parseCallback(post(SMS, '?sms_text=Hi')))).toEqual(['sms_text', why]);
    const files = { ...multipart(MMS), url: '/?mms_to=48500100200' };
    expect(await refusalOf(parseCallback(files))).toEqual(['mms_to', 'mms_to: is both in the query and in the body']);
  });

  it('may have an own parameter with the name of a field', async () => {
    const events = await parseCallback(post(SMS, '?sms%5Ftext=secret'), { ownParameters: ['sms_text'] });
    expect(events).toMatchObject([{ text: 'Hi' }]);
  });
});

describe('the signature of an address', () => {
  it('is not a field and not part of an event', async () => {
    const options = { key: 'a key that nobody can guess', idx: 'x', to: '48500100200', expiresAt: new Date(2e12) };
    const url = `${signedNotifyUrl('https://shop.test/sms', options)}&${new URLSearchParams(REPORT).toString()}`;
    const [event] = await parseCallback({ method: 'GET', url });
    expect(event).toMatchObject({ messageId: '4A6F', unknownFields: {} });
    expect(await parseCallback({ method: 'GET', url: signedNotifyUrl('https://shop.test/sms', options) })).toEqual([]);
  });
});

describe('text', () => {
  it.each([
    ['an escape that is none', '%zz', 'an escape of the form is not two hexadecimal digits'],
    ['half a letter', '%C5', 'the bytes are not valid UTF-8'],
  ])('with %s is refused with the name of its field, in the query and in the body', async (_what, value, why) => {
    const fields = `sms_to=1&sms_from=2&sms_text=${value}`;
    for (const request of [{ method: 'GET', url: `/?${fields}` }, form(fields)]) {
      expect(await refusalOf(parseCallback(request))).toEqual(['sms_text', `sms_text: ${why}`]);
    }
  });

  it('is read in the charset of its content type', async () => {
    const request = form('sms_to=1&sms_from=2&sms_text=%B1', `${FORM}; charset=ISO-8859-2`);
    expect(await parseCallback(request)).toMatchObject([{ text: 'ą' }]);
  });

  it('is refused if the body was decoded before and has lost bytes', async () => {
    const read = parseCallback(form('sms_to=1&sms_from=2&sms_text=\ufffd'));
    expect(await refusalOf(read)).toEqual(['', 'the body was already decoded and has lost bytes']);
  });

  it('is not in an error if it is the name of a field', async () => {
    const read = parseCallback(form('Meet me at the old mill%zz=1'));
    expect((await refusalOf(read)).join()).not.toMatch(/mill/);
  });

  // If a gateway does not escape the ampersand in `Jack & Jill=%zz`, a part of the text is read as a name.
  it.each<[string, CallbackRequest]>([
    ['a query', { method: 'GET', url: '/sms?sms_from=1&sms_to=2&sms_text=Jack&Jill=%zz' }],
    ['a form', form('sms_from=1&sms_to=2&sms_text=Jack&Jill=%zz')],
    ['a form with files', multipart([textPart('sms_from', '1'), { disposition: 'name="Jill"', content: NO_UTF8 }])],
    ['what a parser has made of it', form({ sms_from: '1', sms_to: '2', sms_text: 'Jack ', Jill: null })],
  ])('is not in an error if a part of it is the name of a field: %s', async (_what, request) => {
    const [field, message] = await refusalOf(parseCallback(request));
    expect(field).toBe('');
    expect(message).not.toContain('Jill');
  });

  it.each<[string, CallbackRequest]>([
    ['a query', { method: 'GET', url: '/sms?sms_from=1&sms_to=2&sms_text=%zz' }],
    ['a form with files', multipart([{ disposition: 'name="sms_text"', content: NO_UTF8 }])],
    ['what a parser has made of it', form({ sms_from: '1', sms_text: null })],
    ['what a parser has made of brackets', form({ sms_from: '1', sms_text: { Jill: 5 } })],
  ])(
    'that cannot be read is reported with its field if the specification contains that field: %s',
    async (_what, request) => {
      const [field, message] = await refusalOf(parseCallback(request));
      expect(field).toBe('sms_text');
      expect(message).not.toContain('Jill');
    },
  );
});

describe('limits', () => {
  it.each([
    ['the query', get({ x: 'a'.repeat(40) }), { bodyBytes: 20 }, 'the query has more than 20 bytes'],
    ['the body', post({ x: 'a'.repeat(40) }), { bodyBytes: 20 }, 'the body has more than 20 bytes'],
    [
      'a body that tells its length',
      { ...form(''), headers: { 'content-type': FORM, 'content-length': '21' } },
      { bodyBytes: 20 },
      'the body has more than 20 bytes',
    ],
    ['the number of fields', get({ a: '', b: '', c: '' }), { fields: 2 }, 'the request has more than 2 fields'],
    ['a field', get({ x: 'ż'.repeat(4) }), { fieldBytes: 20 }, 'a field has more than 20 bytes'],
  ])('apply to %s', async (_what, request, limits, why) => {
    expect(await refusalOf(parseCallback(request, { limits }))).toEqual(['', why]);
  });

  it('accept a request that reaches them exactly', async () => {
    const body = multipartBytes(MMS);
    const limits = { bodyBytes: body.length, fields: MMS.length, fieldBytes: 21 };
    expect(await parseCallback(multipart(MMS), { limits })).toHaveLength(1);
  });
});
