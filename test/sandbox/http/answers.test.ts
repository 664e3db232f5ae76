import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../../generated/index.js';
import { md5 } from '../../../src/redact/derived-secrets.js';
import { START_SECONDS } from '../setup.js';
import { httpGateway } from './running-http.js';

const SMIL = '<smil><body/></smil>';
const SMS = { to: '500100200', message: 'Hi' };
/** A message as section 2.1 has it. */
const ITEM = {
  id: '1001',
  points: 0.16,
  number: '48500100200',
  date_sent: START_SECONDS,
  submitted_number: '500100200',
  status: 'QUEUE',
};
const TWO = { to: '500100200,+48 500 100 201', message: 'Hi' };
const SECOND = { ...ITEM, id: '1002', number: '48500100201', submitted_number: '+48 500 100 201' };

describe('the answer to a send', () => {
  it('is text by default: one message, several, and a group', async () => {
    const { post } = await httpGateway({ groups: [{ name: 'Friends', numbers: [{ number: '500100209' }] }] });
    expect(await post('sms.do', SMS)).toBe('OK:1001:0.16');
    expect(await post('sms.do', TWO)).toBe('OK:1002:0.16:48500100200;OK:1003:0.16:48500100201');
    expect(await post('sms.do', { group: 'Friends', message: 'Hi' })).toBe('OK:1004:0.16:48500100209');
    expect(await post('mms.do', { ...SMS, subject: 'Hi', smil: SMIL })).toBe('OK:1005:0.4');
    expect(await post('vms.do', { to: '221234567', tts: 'Hi' })).toBe('OK:1006:0.25');
    expect(await post('sms.do', { ...SMS, to: '221234567', 'fallback[0][type]': 'vms' })).toBe('OK:1007:0.25');
  });

  it('is JSON on request', async () => {
    const { fetch } = await httpGateway();
    const body = new URLSearchParams({ ...TWO, idx: 'a|b', format: 'json' });
    const response = await fetch('sms.do', { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ count: 2, list: [ITEM, SECOND] });
  });

  it('has error and idx of each MMS', async () => {
    const { json } = await httpGateway();
    const price = { points: 0.4, error: null };
    expect(await json('mms.do', { ...TWO, smil: SMIL, idx: 'A|b' })).toEqual({
      count: 2,
      list: [
        { ...ITEM, ...price, idx: 'A' },
        { ...SECOND, ...price, idx: 'b' },
      ],
    });
    expect(await json('mms.do', { to: '500100200', smil: SMIL })).toMatchObject({ list: [{ error: null, idx: null }] });
  });

  it('has fallback voice messages beside the list', async () => {
    const { json } = await httpGateway();
    const order = { to: '221234567', message: 'Hi', idx: 'a1', 'fallback[0][type]': 'vms' };
    const item = { ...ITEM, points: 0.25, number: '48221234567', submitted_number: '221234567', idx: 'a1' };
    expect(await json('sms.do', order)).toEqual({
      count: 0,
      list: [],
      fallbacks: { vms: { count: 1, list: [item] } },
    });
  });

  it('has text, length, parts and skipped numbers with details=1', async () => {
    const { json } = await httpGateway();
    const order = { to: '500100200,999123456789', message: 'Hi [%1%]', param1: 'Ann|Bob' };
    expect(await json('sms.do', { ...order, details: '1' })).toEqual({
      count: 1,
      list: [{ ...ITEM, message: 'Hi Ann', length: 6, parts: 1 }],
      invalid_numbers: [{ number: '999123456789', submitted_number: '999123456789', message: 'Invalid phone number' }],
    });
    expect(await json('sms.do', order)).toEqual({ count: 1, list: [{ ...ITEM, id: '1002' }] });
  });
});

describe('the response to a send can have', () => {
  it('points as text', async () => {
    const { json } = await httpGateway({}, { http: { pointsAs: 'text' } });
    expect(await json('sms.do', SMS)).toMatchObject({ list: [{ points: '0.1600' }] });
    expect(await json('user.do', { credits: '1', details: '1' })).toMatchObject({ points: '9.8400', proCount: 61 });
    expect(await json('user.do', { credits: '1' })).toEqual({ points: '9.8400' });
  });

  it('details beside the list', async () => {
    const { json } = await httpGateway({}, { http: { detailsIn: 'answer' } });
    const beside = { message: 'Hi', length: 2, parts: 1 };
    expect(await json('sms.do', { ...SMS, details: '1' })).toEqual({ count: 1, ...beside, list: [ITEM] });
    expect(await json('sms.do', SMS)).toEqual({ count: 1, list: [{ ...ITEM, id: '1002' }] });
  });

  it('skipped numbers among the messages, each with its error', async () => {
    const { json, post } = await httpGateway({}, { http: { skippedIn: 'list' } });
    const order = { ...TWO, to: '500100200,Ann,15485550100', skip_foreign: '1' };
    const skipped = { id: null, points: null, date_sent: null, status: null };
    expect(await json('sms.do', order)).toEqual({
      count: 3,
      list: [
        ITEM,
        { ...skipped, number: '', submitted_number: 'Ann', error: { error: 13, message: 'Invalid phone number' } },
        {
          ...skipped,
          number: '15485550100',
          submitted_number: '15485550100',
          error: { error: 32, message: 'Foreign number' },
        },
      ],
    });
    expect(await post('sms.do', order)).toBe('OK:1002:0.16:48500100200;ERROR:13;ERROR:32');
    expect(await json('mms.do', { to: '500100200,Ann', smil: SMIL })).toMatchObject({
      list: [{ error: null }, { error: { error: 13 }, idx: null }],
    });
  });
});

describe('scheduled messages', () => {
  const later = { date: String(START_SECONDS + 60) };

  it('are deleted by their ids, for each kind of message', async () => {
    const { json, post, sandbox } = await httpGateway();
    await post('sms.do', { ...TWO, ...later });
    await post('mms.do', { ...TWO, smil: SMIL, ...later });
    expect(await json('sms.do', { sch_del: '1001, 1003,77' })).toEqual({
      count: 2,
      list: [{ id: '1001' }, { id: '1003' }],
    });
    expect(await post('sms.do', { sch_del: '77|1002' })).toBe('OK');
    expect(sandbox.account('alice')).toMatchObject({ scheduled: [{ id: '1004' }], messages: [] });
  });

  it('are deleted at sms.do only, or at all paths with the option', async () => {
    const strict = await httpGateway();
    expect(await strict.post('vms.do', { sch_del: '77' })).toBe('ERROR:11');
    const wide = await httpGateway({}, { http: { deletesAt: 'all' } });
    await wide.post('vms.do', { to: '500100200', tts: 'Hi', ...later });
    expect(await wide.post('mms.do', { sch_del: '77' })).toBe('ERROR:301');
    expect(await wide.post('vms.do', { sch_del: '1001' })).toBe('OK');
  });
});

describe('the profile', () => {
  it('is always JSON', async () => {
    const profile = {
      name: 'Shop',
      email: 'a@shop.test',
      phoneNumber: '48500100200',
      paymentType: 'postpaid',
    } as const;
    const { fetch } = await httpGateway({ profile });
    const response = await fetch('profile');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      name: 'Shop',
      email: 'a@shop.test',
      username: 'alice',
      phone_number: '48500100200',
      payment_type: 'postpaid',
      user_type: 'native',
      points: 10,
    });
  });
});

it('points are text or JSON, with and without details', async () => {
  const { post, json } = await httpGateway();
  expect(await post('user.do', { credits: '1' })).toBe('Points: 10');
  expect(await post('user.do', { credits: '1', details: '1' })).toBe('Points: 10;62;62;25;40;40');
  expect(await json('user.do', { credits: '1' })).toEqual({ points: 10 });
  expect(await json('user.do', { credits: '1', details: '1' })).toEqual({
    points: 10,
    proCount: 62,
    ecoCount: 62,
    mmsCount: 25,
    vmsGsmCount: 40,
    vmsLandCount: 40,
  });
});

describe('sub-users', () => {
  const bob = {
    add_user: 'bob',
    pass: md5('x'),
    limit: '5.5',
    month_limit: '2',
    senders: '1',
    active: '1',
    info: 'a:b',
  };
  const shown = {
    username: 'alice_bob',
    limit: 5.5,
    month_limit: 2,
    senders: 1,
    phonebook: 0,
    active: true,
    info: 'a:b',
  };

  it('are added, edited, read and listed, as JSON', async () => {
    const { json } = await httpGateway();
    expect(await json('user.do', bob)).toEqual(shown);
    const edited = { ...shown, limit: 1, senders: 0, phonebook: 1, active: false };
    expect(await json('user.do', { set_user: 'bob', limit: '1', phonebook: '1' })).toEqual(edited);
    expect(await json('user.do', { get_user: 'alice_bob', without_prefix: '1' })).toEqual(edited);
    expect(await json('user.do', { list: '1' })).toEqual([edited]);
  });

  it('use their API password over SOAP', async () => {
    const { json, sandbox } = await httpGateway();
    await json('user.do', { ...bob, pass_api: md5('y') });
    const stub = new SmsServiceStub({ transport: sandbox.transport(), url: 'http://gateway.test/soap' });
    const points = (password: string): unknown =>
      stub.soap_CheckPoints({ client: { username: 'alice_bob', password: md5(password) } });
    expect(await points('y')).toMatchObject({ result: 0, points: 5.5 });
    expect(await points('x')).toMatchObject({ result: 101 });
  });
});

describe('sender names', () => {
  const senders = ['Shop', { name: 'Old', status: 'INACTIVE' as const }];

  it('are read, listed and made the default, as JSON', async () => {
    const { json } = await httpGateway({ senders: [...senders, 'Info'] });
    expect(await json('sender.do', { status: 'Old' })).toEqual({ name: 'Old', status: 'INACTIVE', default: false });
    expect(await json('sender.do', { default: 'Info' })).toEqual({ count: 1 });
    expect(await json('sender.do', { list: '1' })).toEqual([
      { sender: 'Info', status: 'ACTIVE', default: true },
      { sender: 'Shop', status: 'ACTIVE', default: false },
      { sender: 'Old', status: 'INACTIVE', default: false },
    ]);
    expect(await json('sender.do', { default: 'Old' })).toEqual({ error: 2061, message: 'Sender name is not active' });
  });

  it('are listed with those of the main user on request', async () => {
    const users = [{ username: 'bob', password: 'x', tokens: ['bobs'], senders: true }];
    const { fetch } = await httpGateway({ senders, users });
    const list = async (query: string): Promise<string> =>
      (await fetch(`sender.do?list=1${query}`, { headers: { authorization: 'Bearer bobs' } })).text();
    expect(await list('')).toBe('OK:');
    expect(await list('&with_nat_names=1')).toBe('OK:Shop,ACTIVE:Old,INACTIVE');
  });
});

it('numbers are looked up, one or several, as JSON and as text', async () => {
  const { post, json } = await httpGateway({}, { pricePerLookup: 0.5 });
  const found = { id: '1001', number: '48500100200', status: 'OK', price: 0.5 };
  const refused = { id: null, number: 'Ann', status: 'ERROR', price: null, error: 13 };
  expect(await json('hlr.do', { number: '500 100 200' })).toEqual(found);
  expect(await json('hlr.do', { number: '500100200, Ann' })).toEqual([{ ...found, id: '1002' }, refused]);
  expect(await json('hlr.do', { number: 'Ann' })).toEqual(refused);
  expect(await post('hlr.do', { number: '500100200' })).toBe('OK:1003:0.5');
  expect(await post('hlr.do', { number: '500100200,Ann' })).toBe('OK:1004:0.5:48500100200;ERROR:13');
  expect(await json('hlr.do', {})).toEqual({ error: 13, message: 'No correct phone numbers' });
});
