import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  InsufficientPointsError,
  NotFoundError,
  SmsServiceClient,
  SoapFaultError,
} from '../../src/client/index.js';
import { anna, done } from './cases/accounts.js';
import type { OperationName, Outputs } from './cases/scenario.js';
import { MARKUP } from './cases/texts.js';
import { thousandMessages, thousandNumbers } from './cases/thousand.js';
import { scriptedPeers } from './peers/all.js';
import type { RunningServer, ScriptedResponse } from './peers/peer.js';

/** A time within three months of the client's clock. */
const LATER = new Date('2025-08-12T12:00:00Z');
const NOW = (): Date => new Date('2025-06-15T15:06:40Z');

describe.each(scriptedPeers)('the client with $name', ({ start, readsIntPartsAsText }) => {
  let server: RunningServer;
  let client: SmsServiceClient;

  beforeAll(async () => {
    server = await start();
    client = new SmsServiceClient({ url: server.url, credentials: anna, now: NOW });
  });

  beforeEach(() => server.reset());

  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  const responseWith = (response: ScriptedResponse): void => {
    if (server.responseNext === undefined) throw new Error('this peer works out its responses');
    server.responseNext(response);
  };
  const giveNext = <K extends OperationName>(_operation: K, output: Outputs[K]): void => responseWith({ output });
  /** An int that is a complete part, as this server decodes it. */
  const part = (value: number): unknown => (readsIntPartsAsText ? String(value) : value);

  /** The input of the only call as the server decoded it, without the credentials. */
  const onlyInput = async (operation: OperationName): Promise<unknown> => {
    const received = await server.received();
    expect(received).toMatchObject([{ operation, input: { client: anna } }]);
    const input = received[0]?.input as Readonly<Record<string, unknown>> | undefined;
    const { client: _, ...rest } = input ?? {};
    return rest;
  };
  const numbers = thousandNumbers.map(({ number, name }) => ({ number, name, groupId: 5 }));

  it.each([[0], [1], [1000]])('getNumbers and streamNumbers: %i', async (count) => {
    giveNext('soap_GetNumbers', { ...done, arNumbers: thousandNumbers.slice(0, count) });
    expect(await client.getNumbers(5)).toEqual(numbers.slice(0, count));
    expect(await onlyInput('soap_GetNumbers')).toEqual({ id_group: part(5) });
    const streamed: unknown[] = [];
    for await (const number of client.streamNumbers(5)) streamed.push(number);
    expect(streamed).toEqual(numbers.slice(0, count));
  });

  it.each([[0], [1], [1000]])('getSmsByDate and streamSmsByDate: %i', async (count) => {
    giveNext('soap_GetSmsByDate', { ...done, arSms: thousandMessages.slice(0, count) });
    const range = { from: new Date(0), to: new Date(1_700_000_999_000) };
    const messages = await client.getSmsByDate(range);
    expect(await onlyInput('soap_GetSmsByDate')).toEqual({ date_from: part(0), date_to: part(1_700_000_999) });
    expect(messages.map(({ id, message }) => ({ id, message }))).toEqual(
      thousandMessages.slice(0, count).map(({ id, message }) => ({ id, message })),
    );
    const streamed: unknown[] = [];
    for await (const sms of client.streamSmsByDate(range)) streamed.push(sms);
    expect(streamed).toEqual(messages);
  });
  const sent = { ...done, response: ['OK:n1:0.5:48500100200'], count: 1, points: 0.5 };
  const result = {
    messages: [{ outcome: 'accepted', id: 'n1', points: 0.5, number: '48500100200', raw: 'OK:n1:0.5:48500100200' }],
    count: 1,
    points: 0.5,
    description: done.description,
  };

  it('sendSms', async () => {
    giveNext('soap_SendSms', { response: sent });
    const sms = { to: '500100200', message: '[%1%]', params: [MARKUP], date: LATER, eco: true, idx: '007ab' };
    expect(await client.sendSms(sms)).toEqual(result);
    expect(await onlyInput('soap_SendSms')).toEqual({
      sms_param: { to: '500100200', message: '[%1%]', eco: 1, date: 1_755_000_000, arParam: [MARKUP], idx: '007ab' },
    });
  });
  it('sendMulti', async () => {
    giveNext('soap_SendMulti', { Response: sent });
    const sms = {
      to: ['500100200', '500100201'],
      message: '[%1%] [%2%]',
      params: [
        ['ą', '1'],
        ['<b>', '02'],
      ],
      idx: ['a', '1'],
    };
    const [message] = result.messages;
    expect(await client.sendMulti(sms)).toEqual({
      ...result,
      recipients: [
        { submitted: '500100200', number: '48500100200', status: 'accepted', message },
        { submitted: '500100201', number: '48500100201', status: 'skipped' },
      ],
    });
    expect(await onlyInput('soap_SendMulti')).toEqual({
      sms_param: { arTo: sms.to, message: sms.message, arParams: sms.params, arIdx: sms.idx },
    });
  });

  it('converts each code of the gateway to the error class of its remedy, and a Fault to an error', async () => {
    giveNext('soap_GetGroups', { result: 102, description: 'Błędne hasło', arGroups: [] });
    await expect(client.getGroups()).rejects.toThrow(AuthenticationError);
    giveNext('soap_GetNumbers', { result: 40, description: 'Nie ma grupy', arNumbers: [] });
    await expect(client.getNumbers(9)).rejects.toThrow(NotFoundError);
    giveNext('soap_SendSms', { response: { result: 103, description: 'ż', response: [], count: 0, points: 0 } });
    await expect(client.sendSms({ to: '500100200', message: 'a' })).rejects.toThrow(InsufficientPointsError);
    responseWith({ fault: { faultCode: 'Server', faultString: 'Awaria ż', faultActor: 'urn:bramka', detail: 'ą' } });
    await expect(client.checkPoints()).rejects.toThrow(SoapFaultError);
    expect(await server.received()).toHaveLength(4);
  });
});
