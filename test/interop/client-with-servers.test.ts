import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  InsufficientPointsError,
  InvalidRequestError,
  NotFoundError,
  SmsServiceClient,
  SoapFaultError,
} from '../../src/client/index.js';
import { anna, faulty, jedynak, stranger } from './cases/accounts.js';
import { POLISH } from './cases/texts.js';
import { thousand, thousandNumbers } from './cases/thousand.js';
import { gatewayPeers } from './peers/all.js';
import type { RunningServer } from './peers/peer.js';

/** The server's clock (seed.json), and a time within three months of it. */
const NOW = new Date('2025-06-15T15:06:40Z');
const LATER = new Date('2025-08-12T12:00:00Z');
const DESCRIPTION = 'Żądanie przyjęto & wykonano';

describe.each(gatewayPeers)('the client with $name', ({ start, losesCarriageReturns }) => {
  let server: RunningServer;
  const clients: SmsServiceClient[] = [];
  /** Returns a text in the form that this server can send. */
  const given = (text: string): string => (losesCarriageReturns ? text.replace(/\r\n?/g, '\n') : text);

  const clientFor = (
    credentials: { readonly username: string; readonly password: string },
    validation = true,
  ): SmsServiceClient => {
    const client = new SmsServiceClient({ url: server.url, credentials, validation, now: () => NOW });
    clients.push(client);
    return client;
  };

  /** The input of the last call as the server decoded it, without the credentials. */
  const lastInput = async (): Promise<unknown> => {
    const input = (await server.received()).at(-1)?.input as Readonly<Record<string, unknown>> | undefined;
    const { client, ...rest } = input ?? {};
    expect(client).toEqual(anna);
    return rest;
  };

  beforeAll(async () => {
    server = await start();
  });

  beforeEach(() => server.reset());

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server?.stop();
  });
  it('getNumbers and streamNumbers', async () => {
    const client = clientFor(anna);
    const numbers = [
      { number: '48500100200', name: 'Łucja Ćwiąkalska-Źdźbło', groupId: 7 },
      { number: '0048500100201', name: ']]> &amp; <b/> 😀', groupId: 7 },
      { number: '+48500100202', name: '', groupId: 7 },
    ];
    expect(await client.getNumbers(7)).toEqual(numbers);
    expect(await lastInput()).toEqual({ id_group: 7 });
    expect(await client.getNumbers(8)).toEqual([]);
    const streamed: unknown[] = [];
    for await (const number of client.streamNumbers(7)) streamed.push(number);
    expect(streamed).toEqual(numbers);
  });

  it('getNumbers and streamNumbers with a thousand', async () => {
    const client = clientFor(thousand);
    const numbers = thousandNumbers.map(({ number, name }) => ({ number, name, groupId: 5 }));
    expect(await client.getNumbers(5)).toEqual(numbers);
    const streamed: unknown[] = [];
    for await (const number of client.streamNumbers(5)) streamed.push(number);
    expect(streamed).toEqual(numbers);
  });
  const delivered = {
    id: '0000000001',
    to: '48500100200',
    from: 'Test',
    message: given('Zażółć gęślą jaźń: ąćęłńóśźż & < > " \' 😀 ]]> \r\n'),
    flash: false,
    eco: true,
    date: new Date('2025-02-19T21:20:00Z'),
    status: 404,
    statusName: 'DELIVERED',
    submittedAt: new Date('2025-02-19T21:20:01Z'),
    doneAt: new Date('2025-02-19T21:21:00Z'),
  };
  const undelivered = {
    id: '0000000002',
    to: '48500100201',
    from: '',
    message: ' ',
    flash: true,
    eco: false,
    date: new Date('2025-04-18T18:13:20Z'),
    status: 405,
    statusName: 'UNDELIVERED',
    submittedAt: new Date('2025-04-18T18:13:21Z'),
    doneAt: null,
  };

  it('getSmsByDate and streamSmsByDate', async () => {
    const client = clientFor(anna);
    const range = { from: new Date('2025-02-19T21:20:00Z'), to: new Date('2025-04-18T18:13:20Z') };
    expect(await client.getSmsByDate(range)).toEqual([delivered, undelivered]);
    expect(await lastInput()).toEqual({ date_from: 1_740_000_000, date_to: 1_745_000_000 });
    const streamed: unknown[] = [];
    for await (const sms of client.streamSmsByDate(range)) streamed.push(sms);
    expect(streamed).toEqual([delivered, undelivered]);
  });
  it('sendSms and delSchSmsById', async () => {
    const client = clientFor(anna);
    const result = await client.sendSms({
      to: '500100200',
      from: 'Info-PL',
      message: '[%1%] ąćęłńóśźż',
      params: ['Cześć & <"czołem">'],
      date: LATER,
      eco: true,
      single: false,
      idx: '007ab',
      partnerId: 5,
    });
    expect(result).toEqual({
      messages: [{ outcome: 'accepted', id: 'n1', points: 0.16, number: '48500100200', raw: 'OK:n1:0.16:48500100200' }],
      count: 1,
      points: 0.16,
      description: DESCRIPTION,
    });
    expect(await lastInput()).toEqual({
      sms_param: {
        to: '500100200',
        from: 'Info-PL',
        message: '[%1%] ąćęłńóśźż',
        eco: 1,
        date: 1_755_000_000,
        arParam: ['Cześć & <"czołem">'],
        idx: '007ab',
        single: 0,
        id_partner: 5,
      },
    });
    const [scheduled] = await client.getSmsByIds(['n1']);
    expect(scheduled).toMatchObject({
      message: 'Cześć & <"czołem"> ąćęłńóśźż',
      date: LATER,
      statusName: 'QUEUE',
      submittedAt: null,
    });
    await client.delSchSmsById('n1');
    expect(await lastInput()).toEqual({ id: 'n1' });
    expect(await client.getSmsByIds(['n1'])).toEqual([]);
  });
  it('sendMulti', async () => {
    const client = clientFor(anna);
    const result = await client.sendMulti({
      to: ['500100200', '48500100201'],
      message: '[%1%]',
      params: [[POLISH], ['<b> & "']],
      idx: ['a', '1'],
    });
    const one = { outcome: 'accepted', id: 'n1', points: 0.16, number: '48500100200', raw: 'OK:n1:0.16:48500100200' };
    const two = { outcome: 'accepted', id: 'n2', points: 0.16, number: '48500100201', raw: 'OK:n2:0.16:48500100201' };
    expect(result).toEqual({
      messages: [one, two],
      recipients: [
        { submitted: '500100200', number: '48500100200', status: 'accepted', message: one },
        { submitted: '48500100201', number: '48500100201', status: 'accepted', message: two },
      ],
      count: 2,
      points: 0.32,
      description: DESCRIPTION,
    });
    expect(await lastInput()).toEqual({
      sms_param: {
        arTo: ['500100200', '48500100201'],
        message: '[%1%]',
        arParams: [[POLISH], ['<b> & "']],
        arIdx: ['a', '1'],
      },
    });
    const texts = (await client.getSmsByIds(['n1', 'n2'])).map(({ message }) => message);
    expect(texts).toEqual([POLISH, '<b> & "']);
    expect(await client.checkPoints()).toBe(12.18);
  });

  it('converts each code of the gateway to the error class of its remedy, and a Fault to an error', async () => {
    const client = clientFor(anna);
    const trusting = clientFor(anna, false);
    const to = '500100200';
    await expect(clientFor(stranger).getGroups()).rejects.toThrow(AuthenticationError);
    await expect(clientFor(jedynak).sendSms({ to, message: 'a' })).rejects.toThrow(InsufficientPointsError);
    await expect(trusting.sendSms({ to, message: POLISH, noUnicode: true })).rejects.toMatchObject({ result: 11 });
    await expect(client.sendSms({ to: 'ź', message: 'a' })).rejects.toThrow(InvalidRequestError);
    await expect(client.getNumbers(99)).rejects.toThrow(NotFoundError);
    await expect(client.addGroup({ name: 'Pusta' })).rejects.toThrow(ConflictError);
    await expect(client.delSchSmsById('0000000001')).rejects.toThrow(ConflictError);
    await expect(clientFor({ ...faulty, password: 'any' }).checkPoints()).rejects.toThrow(SoapFaultError);
  });

  it('gets code 18 from the gateway if the check of the client is disabled', async () => {
    const client = new SmsServiceClient({
      url: server.url,
      credentials: anna,
      validation: { perRecipientCount: false },
    });
    clients.push(client);
    await expect(
      client.sendMulti({ to: ['500100200', '500100201'], message: '[%1%]', params: [['ą']] }),
    ).rejects.toMatchObject({ name: 'InvalidRequestError', result: 18 });
    expect(await server.received()).toHaveLength(1);
  });
});
