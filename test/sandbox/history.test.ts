import { describe, expect, it } from 'vitest';
import type { ArrayOfSms } from '../../generated/types.js';
import { CLIENT, START_SECONDS, sendMany, sendOne, type TestGateway, testGateway, unsent } from './setup.js';

const client = CLIENT;
const byIds = async ({ stub }: TestGateway, ...arIds: (string | null)[]): Promise<ArrayOfSms> =>
  (await stub.soap_GetSmsByIds({ client, arIds })).arSms;
const byDate = async ({ stub }: TestGateway, date_from: number, date_to: number): Promise<ArrayOfSms> =>
  (await stub.soap_GetSmsByDate({ client, date_from, date_to })).arSms;
const idsOf = (records: ArrayOfSms): unknown[] => records.map((record) => record?.id);

describe('the history of a message', () => {
  it('changes from QUEUE to SENT to DELIVERED as time passes', async () => {
    const gateway = testGateway();
    await sendOne(gateway, { message: 'Cześć', eco: 1 });
    const record = {
      id: '1001',
      to: '48500100200',
      from: 'Shop',
      message: 'Cześć',
      flash: 0,
      eco: 1,
      date: START_SECONDS,
      submitdate: START_SECONDS,
    };
    expect(await byIds(gateway, '1001')).toEqual([{ ...record, status: 409, donedate: null }]);
    gateway.wait(0.001);
    expect(await byIds(gateway, '1001')).toEqual([{ ...record, status: 403, donedate: null }]);
    gateway.wait(4.998);
    expect(await byIds(gateway, '1001')).toEqual([{ ...record, status: 403, donedate: null }]);
    gateway.wait(0.001);
    expect(await byIds(gateway, '1001')).toEqual([{ ...record, status: 404, donedate: START_SECONDS + 5 }]);
  });
});

describe('soap_GetSmsByDate', () => {
  it('returns the messages of a period, including both ends', async () => {
    const gateway = testGateway();
    await sendOne(gateway);
    gateway.wait(10);
    await sendOne(gateway);
    await sendOne(gateway, { date: START_SECONDS + 100 });
    gateway.wait(0.9);
    expect(idsOf(await byDate(gateway, START_SECONDS, START_SECONDS + 10))).toEqual(['1001', '1002']);
    expect(idsOf(await byDate(gateway, START_SECONDS + 1, START_SECONDS + 9))).toEqual([]);
    expect(idsOf(await byDate(gateway, START_SECONDS + 10, START_SECONDS + 100))).toEqual(['1002', '1003']);
    expect(idsOf(await byDate(gateway, START_SECONDS + 100, START_SECONDS + 100))).toEqual(['1003']);
  });

  it.each([
    ['ends before it begins', 2, 1],
    ['has no beginning', null, 1],
    ['has no end', 1, null],
    ['has no end, and begins before 1970', -1, null],
  ])('refuses a period that %s with 54', async (_, date_from, date_to) => {
    expect(await testGateway().stub.soap_GetSmsByDate({ client, date_from, date_to })).toEqual({
      result: 54,
      description: 'Date is not correct',
      arSms: [],
    });
  });
});

describe('a scheduled message', () => {
  const date = START_SECONDS + 60;

  it('is charged immediately, shown as scheduled, and sent at its time', async () => {
    const gateway = testGateway();
    expect(await sendOne(gateway, { date })).toMatchObject({ result: 0, points: 0.16 });
    expect(gateway.sandbox.account('alice')).toMatchObject({
      points: 9.84,
      messages: [],
      scheduled: [{ id: '1001', sendAt: new Date(date * 1000) }],
    });
    gateway.wait(60);
    expect(gateway.sandbox.account('alice')).toMatchObject({ messages: [{ id: '1001' }], scheduled: [] });
  });

  it('can be deleted before its time; its points are not refunded', async () => {
    const gateway = testGateway();
    const { ids } = await sendMany(gateway, { date });
    gateway.wait(59.999);
    const id = ids[1] ?? null;
    expect(await gateway.stub.soap_DelSchSmsById({ client, id })).toEqual({ result: 0, description: 'OK' });
    expect(await gateway.stub.soap_DelSchSmsById({ client, id })).toMatchObject({ result: 75 });
    expect(await byIds(gateway, ids[1] ?? null)).toEqual([]);
    gateway.wait(0.001);
    expect(await gateway.stub.soap_DelSchSmsById({ client, id: ids[0] ?? null })).toEqual({
      result: 75,
      description: 'Nothing scheduled to delete',
    });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.68, messages: [{ id: '1001' }] });
  });

  it('may be at most three calendar months ahead', async () => {
    const gateway = testGateway();
    const limit = Date.parse('2027-04-15T12:00:00Z') / 1000;
    expect(await sendOne(gateway, { date: limit })).toMatchObject({ result: 0 });
    expect(await sendOne(gateway, { date: limit + 1 })).toMatchObject(unsent(50));
  });

  it('may be on the last day of a shorter month', async () => {
    const gateway = testGateway();
    // On 30 November.
    gateway.wait(Date.parse('2027-11-30T12:00:00Z') / 1000 - START_SECONDS);
    expect(await sendOne(gateway, { date: Date.parse('2028-02-29T12:00:00Z') / 1000 })).toMatchObject({
      result: 0,
    });
    expect(await sendOne(gateway, { date: Date.parse('2028-02-29T12:00:01Z') / 1000 })).toMatchObject(unsent(50));
  });
});
