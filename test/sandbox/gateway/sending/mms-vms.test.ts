import { describe, expect, it } from 'vitest';
import type { MmsOrder, VmsOrder } from '../../../../src/sandbox/gateway/sending/orders.js';
import { sendMms, sendVms } from '../../../../src/sandbox/gateway/sending/send-mms-vms.js';
import { CLIENT, START, stubOf } from '../../setup.js';
import { type DirectGateway, directGateway, refusal } from '../gateway-call.js';

const SMIL = '<smil><body><par><text src="data:,Hi"/></par></body></smil>';
const WAVE = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1');

const mms = (gateway: DirectGateway, order: Partial<MmsOrder> = {}): ReturnType<typeof sendMms> =>
  sendMms(gateway.call(), { to: ['500100200'], smil: SMIL, ...order });
const vms = (gateway: DirectGateway, order: Partial<VmsOrder> = {}): ReturnType<typeof sendVms> =>
  sendVms(gateway.call(), { to: ['500100200'], tts: 'Hello', ...order });

describe('an MMS', () => {
  it('is charged and stored with its subject', () => {
    const gateway = directGateway({}, { pricePerMms: 0.5 });
    const receipt = mms(gateway, { subject: 'ż'.repeat(30), to: ['500100200', '500100201'], idx: ['a', 'b'] });
    expect(receipt).toMatchObject({ messages: [{ id: '1001', points: 0.5, idx: 'a' }, { idx: 'b' }], points: 1 });
    const kept = { kind: 'mms', message: SMIL, subject: 'ż'.repeat(30), from: 'Shop' };
    expect(gateway.alice).toMatchObject({ points: 9, messages: [kept, kept] });
  });

  it.each<readonly [code: number, what: string, order: Partial<MmsOrder>]>([
    [11, 'without SMIL', { smil: '' }],
    [22, 'with what is no SMIL', { smil: 'Hi' }],
    [22, 'with another document', { smil: '<smile/>' }],
    [21, 'with more than 300 kB', { smil: `${SMIL}${'x'.repeat(300 * 1024)}` }],
    [26, 'with a subject of 31 characters', { subject: 'x'.repeat(31) }],
    [50, 'too far ahead', { sendAtMs: START.getTime() + 100 * 86_400_000 }],
    [13, 'to no correct number', { to: ['999123456789'] }],
    [18, 'with two idx for one', { idx: ['a', 'b'] }],
    [40, 'to an unknown group', { to: [], group: 'Foes' }],
    [70, 'with a notify url that is none', { notifyUrl: 'x' }],
  ])('is refused with %i %s', (code, _what, order) => {
    const gateway = directGateway();
    expect(refusal(() => mms(gateway, order)).code).toBe(code);
    expect(gateway.alice).toMatchObject({ points: 10, messages: [] });
  });
});

describe('a voice message', () => {
  it('is charged and stored with its text, link or file', () => {
    const gateway = directGateway({}, { pricePerVms: 0.5 });
    vms(gateway);
    vms(gateway, { tts: '', file: 'https://shop.test/hi.wav' });
    vms(gateway, { tts: undefined, file: WAVE, attempts: 6, intervalSeconds: 7200 });
    expect(gateway.alice).toMatchObject({
      points: 8.5,
      messages: [{ kind: 'vms', message: 'Hello' }, { message: 'https://shop.test/hi.wav' }, { message: '16 bytes' }],
    });
  });

  it.each<readonly [code: number, what: string, order: Partial<VmsOrder>]>([
    [11, 'without text and file', { tts: '' }],
    [11, 'with an empty file', { tts: '', file: new Uint8Array() }],
    [24, 'with a file of another kind', { tts: '', file: Buffer.from('ID3 and no wave file') }],
    [24, 'with a file that ends in its head', { tts: '', file: WAVE.subarray(0, 11) }],
    [24, 'with a link that is none', { tts: '', file: 'hi.wav' }],
    [8, 'with no attempt', { attempts: 0 }],
    [8, 'with seven attempts', { attempts: 7 }],
    [8, 'with half an attempt', { attempts: 1.5 }],
    [8, 'with an interval below 300 seconds', { intervalSeconds: 299 }],
    [8, 'with an interval above 7200 seconds', { intervalSeconds: 7201 }],
    [55, 'to no landline where only those are wanted', { skipGsm: true }],
  ])('is refused with %i %s', (code, _what, order) => {
    const gateway = directGateway();
    expect(refusal(() => vms(gateway, order)).code).toBe(code);
    expect(gateway.alice).toMatchObject({ points: 10, messages: [] });
  });

  it('is sent only to landlines with skip_gsm', () => {
    const receipt = vms(directGateway(), {
      to: ['500100200', '221234567'],
      skipGsm: true,
      attempts: 1,
      intervalSeconds: 300,
    });
    expect(receipt.messages).toMatchObject([{ to: '48221234567' }]);
    expect(receipt.invalidNumbers).toMatchObject([{ number: '48500100200', message: 'Not a landline number' }]);
  });
});

it('SOAP shows only SMS, and deletes scheduled messages of all kinds', async () => {
  const gateway = directGateway();
  const sendAtMs = START.getTime() + 3_600_000;
  mms(gateway, { sendAtMs });
  vms(gateway, { sendAtMs });
  const stub = stubOf(gateway.sandbox);
  const client = CLIENT;
  const period = { date_from: 0, date_to: 2_000_000_000 };
  expect((await stub.soap_GetSmsByDate({ client, ...period })).arSms).toEqual([]);
  expect((await stub.soap_GetSmsByIds({ client, arIds: ['1001', '1002'] })).arSms).toEqual([]);
  expect((await stub.soap_DelSchSmsById({ client, id: '1001' })).result).toBe(0);
  expect(gateway.alice.scheduled).toMatchObject([{ id: '1002' }]);
});
