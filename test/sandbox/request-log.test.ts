import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../src/sandbox/log/kept-list.js';
import { CLIENT, START, testGateway } from './setup.js';

const request = (second: number, operation = 'soap_SendSms'): { operation: string; receivedAt: Date } => ({
  operation,
  receivedAt: new Date(second * 1000),
});

describe('the log of requests', () => {
  it('counts all, and keeps the newest in one and the same list', () => {
    const log = new RequestLog(4);
    const { kept } = log;
    for (const second of [1, 2, 3, 4]) log.add(request(second));
    expect(kept).toEqual([1, 2, 3, 4].map((second) => request(second)));
    log.add(request(5, 'soap_GetGroups'));
    expect(kept).toEqual([request(3), request(4), request(5, 'soap_GetGroups')]);
    expect(log.kept).toBe(kept);
    expect([log.countOf(), log.countOf('soap_SendSms'), log.countOf('soap_GetGroups')]).toEqual([5, 4, 1]);
    expect(log.countOf('soap_AddGroup')).toBe(0);
  });

  it('counts all and keeps none where none is to be kept', () => {
    const log = new RequestLog(0);
    for (const second of [1, 2, 3]) log.add(request(second));
    expect(log.kept).toEqual([]);
    expect([log.countOf(), log.countOf('soap_SendSms')]).toEqual([3, 3]);
  });

  it('keeps at least one of an odd limit', () => {
    const log = new RequestLog(1);
    for (const second of [1, 2, 3]) log.add(request(second));
    expect(log.kept).toEqual([request(3)]);
  });
});

describe('how many past requests a gateway keeps', () => {
  it('is its option: the older half is given up when there are more, and all are counted', async () => {
    const { sandbox, stub, wait } = testGateway({}, { maxKeptRequests: 2 });
    for (let call = 0; call < 3; call++) {
      await stub.soap_CheckPoints({ client: CLIENT });
      wait(1);
    }
    expect(sandbox.requests.map(({ receivedAt }) => receivedAt.getTime() - START.getTime())).toEqual([1000, 2000]);
    expect([sandbox.callCount(), sandbox.callCount('soap_CheckPoints')]).toEqual([3, 3]);
  });

  it('can be none', async () => {
    const { sandbox, stub } = testGateway({}, { maxKeptRequests: 0 });
    await stub.soap_CheckPoints({ client: CLIENT });
    expect(sandbox.requests).toEqual([]);
    expect(sandbox.callCount()).toBe(1);
  });

  it('is 100,000 by default', () => {
    const log = new RequestLog(100_000);
    for (let second = 0; second < 100_000; second++) log.add(request(second));
    expect(log.kept).toHaveLength(100_000);
    log.add(request(100_000));
    expect(log.kept).toHaveLength(50_001);
    expect(log.countOf()).toBe(100_001);
  });
});
