import { describe, expect, it } from 'vitest';
import { multiSendResult, sendResult } from '../../src/client/send-result.js';
import { type SentMessage, sentMessages } from '../../src/domain/sending/sent-messages.js';

const OPERATION = 'soap_SendSms';
const TO = { to: '48500100200' };

const messagesOf = (...response: readonly (string | null)[]): readonly SentMessage[] => sentMessages(response);

describe('an entry of a send that was accepted', () => {
  it.each<[input: string, wanted: object]>([
    ['OK:1001:0.16', { id: '1001', points: 0.16 }],
    ['OK:1001:0.16:48500100200', { id: '1001', points: 0.16, number: '48500100200' }],
    ['OK:1001:0,16', { id: '1001', points: 0.16 }],
    ['OK:1001:1.0E-5', { id: '1001', points: 0.00001 }],
    ['ok:1001:0.16', { id: '1001', points: 0.16 }],
    [' OK: 1001 : 0.16 : 48500100200\r\n', { id: '1001', points: 0.16, number: '48500100200' }],
    ['OK:5d1f0c7e9b3a4a2d8e6f7a8b9c0d1e2f:0.16', { id: '5d1f0c7e9b3a4a2d8e6f7a8b9c0d1e2f', points: 0.16 }],
  ])('%j contains its status', (raw, wanted) => {
    expect(messagesOf(raw)).toStrictEqual([{ outcome: 'accepted', ...wanted, raw }]);
  });

  it.each(['007', '48500100200', '5D1F0C7E9B3A4A2D8E6F7A8B9C0D1E2F', 'x1y'])('%j is a bare id', (raw) => {
    expect(messagesOf(raw)).toStrictEqual([{ outcome: 'accepted', id: raw, raw }]);
  });

  it('has an id of at most 32 characters without a prefix (section 8)', () => {
    const longest = '1'.repeat(32);
    expect(messagesOf(longest)).toStrictEqual([{ outcome: 'accepted', id: longest, raw: longest }]);
    expect(messagesOf(`${longest}1`)).toStrictEqual([{ outcome: 'unknown', id: null, raw: `${longest}1` }]);
  });
});

describe('an entry of a message that was not accepted', () => {
  it.each<[input: string, errorCode: number]>([
    ['ERROR:13', 13],
    ['ERROR:999999', 999_999],
  ])('%j gives its code', (raw, errorCode) => {
    expect(messagesOf(raw)).toStrictEqual([{ outcome: 'rejected', id: null, errorCode, raw }]);
  });
});

describe('an entry that is not understood is neither an id nor a refusal, and stays as it came:', () => {
  it.each([
    '',
    'OK',
    '0',
    '0.16',
    '１００１',
    '<p>1001</p>',
    'ERROR:',
    'ERROR:1000000',
    'ERROR:13:48500100200',
    'OK:',
    'OK:1001',
    'OK:1001:0x10',
    'OK:1001:1e999',
    'OK:1001:0.16:48500100200:more',
    'OK:10 01:0.16',
    `OK:${'1'.repeat(200)}:0.16`,
  ])('%j', (raw) => {
    expect(messagesOf(raw)).toStrictEqual([{ outcome: 'unknown', id: null, raw }]);
  });

  it('an entry of 200 characters is read, a longer one is not', () => {
    const padded = `${' '.repeat(188)}OK:1001:0.16`;
    expect(messagesOf(padded)).toStrictEqual([{ outcome: 'accepted', id: '1001', points: 0.16, raw: padded }]);
    expect(messagesOf(` ${padded}`)).toStrictEqual([{ outcome: 'unknown', id: null, raw: ` ${padded}` }]);
  });
});

describe('a string of 1 MB is read in linear time:', () => {
  const megabyte = 1_000_000;
  it.each([
    ['spaces', ' '.repeat(megabyte)],
    ['spaces behind OK', `OK:${' '.repeat(megabyte)}x`],
    ['an error code', `ERROR:${'0'.repeat(megabyte)}`],
    ['HTML', '<p>&nbsp;</p>'.repeat(megabyte / 12)],
  ])('%s', (_name, raw) => {
    // Compared here, because a failure would print the text.
    const read = messagesOf(raw).map((message) => [message.outcome, message.raw === raw]);
    expect(read).toStrictEqual([['unknown', true]]);
  });
});

describe('several entries in one string (section 2.2)', () => {
  const accepted = (raw: string, id: string, points?: number, number?: string): object => ({
    outcome: 'accepted',
    id,
    ...(points !== undefined && { points }),
    ...(number !== undefined && { number }),
    raw,
  });
  const unknown = (raw: string): object => ({ outcome: 'unknown', id: null, raw });

  it.each<[input: string, wanted: readonly object[]]>([
    [
      'OK:1:0.16:48500100200;OK:2:0.32:48500100201',
      [
        accepted('OK:1:0.16:48500100200', '1', 0.16, '48500100200'),
        accepted('OK:2:0.32:48500100201', '2', 0.32, '48500100201'),
      ],
    ],
    ['OK:1:0.16;', [accepted('OK:1:0.16', '1', 0.16)]],
    ['OK:1:0.16;\nOK:2:1', [accepted('OK:1:0.16', '1', 0.16), accepted('\nOK:2:1', '2', 1)]],
    [
      'OK:1:0.16;ERROR:13;x y',
      [
        accepted('OK:1:0.16', '1', 0.16),
        { outcome: 'rejected', id: null, errorCode: 13, raw: 'ERROR:13' },
        unknown('x y'),
      ],
    ],
    ['1001;1002', [accepted('1001', '1001'), accepted('1002', '1002')]],
  ])('%j', (input, wanted) => {
    expect(messagesOf(input)).toStrictEqual(wanted);
  });

  it.each([';', ';OK:1:0.16', '1001;not sent', 'text/html; charset=utf-8', '<p>&nbsp;1001;1002</p>', ' ;1001'])(
    'are not looked for in %j, which stays whole',
    (raw) => {
      expect(messagesOf(raw)).toStrictEqual([unknown(raw)]);
    },
  );

  it('are a million at most: what is more stays in one piece', () => {
    const million = '1;'.repeat(999_999) + '1';
    expect(messagesOf(million)).toHaveLength(1_000_000);
    expect(messagesOf(`${million};1`)).toHaveLength(1);
    expect(messagesOf('OK:1:1;OK:2:1', million.slice(4))).toHaveLength(1_000_000);
    expect(messagesOf('OK:1:1;OK:2:1', million.slice(2))).toHaveLength(3);
  });
});

describe('the result of a send as a whole', () => {
  it('has the values of the gateway', () => {
    const response = { result: 0, response: ['1001'], count: 5, points: 0.8, description: 'Przyjęto' };
    expect(sendResult(response, TO, OPERATION)).toStrictEqual({
      messages: [{ outcome: 'accepted', id: '1001', raw: '1001' }],
      count: 5,
      points: 0.8,
      description: 'Przyjęto',
    });
  });

  it.each([{}, { response: null, count: null, points: null, description: null }, { response: [] }])(
    'is empty for an empty response: %j',
    (response) => {
      expect(sendResult(response, TO, OPERATION)).toStrictEqual({
        messages: [],
        count: 0,
        points: null,
        description: '',
      });
    },
  );
});

describe('a response that carries the number of another recipient', () => {
  const another = { result: 0, response: ['OK:1001:0.16:48500100299'] };

  it('may be that of another request: the outcome of the send is unknown', () => {
    for (const send of [
      () => sendResult(another, TO, OPERATION),
      () => multiSendResult(another, { arTo: ['500100200', '500100201'] }, OPERATION),
    ]) {
      expect(send).toThrow(
        expect.objectContaining({ code: 'CONNECTION', outcome: 'unknown', message: expect.stringContaining('number') }),
      );
    }
  });

  it.each(['500100200', '+48 500-100-200', '0048500100200', '+48 (0) 500100200'])(
    'is not an error if the recipient was submitted as %j',
    (to) => {
      const own = { result: 0, response: ['OK:1001:0.16:48500100200'] };
      expect(sendResult(own, { to }, OPERATION).messages).toHaveLength(1);
    },
  );
});

describe('a send to many', () => {
  it('says of a number that the gateway calls none that it is invalid, and of another refusal that it is one', () => {
    const response = { result: 0, response: ['OK:1001:1', 'ERROR:13', 'ERROR:21'] };
    const { recipients } = multiSendResult(response, { arTo: ['500100200', '500100201', '500100202'] }, OPERATION);
    expect(recipients.map(({ submitted, status }) => [submitted, status])).toEqual([
      ['500100200', 'accepted'],
      ['500100201', 'invalid'],
      ['500100202', 'rejected'],
    ]);
  });

  it('has no recipients without numbers, and an empty one for nil', () => {
    expect(multiSendResult({ result: 0 }, {}, OPERATION)).toEqual({
      messages: [],
      count: 0,
      points: null,
      description: '',
      recipients: [],
    });
    expect(multiSendResult({ result: 0 }, { arTo: [null] }, OPERATION).recipients).toMatchObject([{ submitted: '' }]);
  });
});
