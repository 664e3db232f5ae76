import { describe, expect, it } from 'vitest';
import { gatewayWithCallbacks } from './callbacks/setup.js';
import { CLIENT, sendMany, testGateway } from './setup.js';

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(500_000_000 + index));

describe('large amounts', () => {
  it('of 10,000 recipients get a message in one call', async () => {
    const gateway = testGateway({ points: 1600 });
    const arTo = numbers(10_000);
    const sent = await sendMany(gateway, { arTo, arIdx: arTo.map((number) => `x${number}`) });
    expect(sent).toMatchObject({ result: 0, count: 10_000, points: 1600 });
    expect(gateway.sandbox.account('alice')?.points).toBe(0);
    const { arSms } = await gateway.stub.soap_GetSmsByIds({ client: CLIENT, arIds: sent.ids });
    expect(arSms).toHaveLength(10_000);
    expect(arSms.at(-1)).toMatchObject({ to: '48500009999' });
  });

  it('of 100,000 numbers in a group are listed, and one is deleted', async () => {
    const all = numbers(100_000);
    const { stub } = testGateway({ groups: [{ name: 'All', numbers: all.map((number) => ({ number })) }] });
    for (const number of all.slice(0, 200)) {
      await stub.soap_DelNumber({ client: CLIENT, number: { number, id_group: 1 } });
    }
    const { arNumbers } = await stub.soap_GetNumbers({ client: CLIENT, id_group: 1 });
    expect(arNumbers).toHaveLength(99_800);
    expect(arNumbers[0]).toEqual({ number: '500000200', name: '', id_group: 1 });
    expect(await stub.soap_DelGroup({ client: CLIENT, id_group: 1 })).toMatchObject({ num_count: 99_800 });
  });

  it('of 100,000 messages are reported, in calls of five', async () => {
    let [calls, ids] = [0, 0];
    const fetch = ({ url }: Request): Response => {
      calls += 1;
      ids += (/MsgId=([^&]*)/.exec(url)?.[1] ?? '').split('%2C').length;
      return new Response('OK');
    };
    const { http, sandbox, after } = gatewayWithCallbacks(
      { reports: { fetch } },
      { maxKeptRequests: 1000, deliveryScript: [{ status: 'DELIVERED' }], pricePerPart: 0 },
    );
    await http.sms.send({ to: numbers(100_000), message: 'Hi', once: false });
    await after(0);
    expect([calls, ids, sandbox.callbacks.waiting]).toEqual([20_000, 100_000, 0]);
    expect(sandbox.callbacks.sent.length).toBeLessThanOrEqual(1000);
  }, 60_000);
});
