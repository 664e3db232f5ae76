import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../src/sandbox/core/logs.js';
import { CLIENT, START, testGateway } from './setup.js';

const request = (second: number, operation = 'soap_SendSms'): { operation: string; receivedAt: Date } => ({
  operation,
  receivedAt: new Date(second * 1000),
});

describe('the log of requests', () => {
  it.each<[maxKept: number, kept: readonly number[]]>([
    [0, []],
    [1, [5]],
    [2, [5]],
    [4, [4, 5]],
    [5, [1, 2, 3, 4, 5]],
  ])('with a maximum of %i keeps of five requests %j, and counts all', (maxKept, seconds) => {
    const log = new RequestLog(maxKept);
    const { kept } = log;
    for (const second of [1, 2, 3, 4]) log.add(request(second));
    log.add(request(5, 'soap_GetGroups'));
    expect(kept.map(({ receivedAt }) => receivedAt.getTime() / 1000)).toEqual(seconds);
    expect(log.kept).toBe(kept);
    expect([log.count, log.countOf('soap_SendSms'), log.countOf('soap_GetGroups')]).toEqual([5, 4, 1]);
  });
});

it('a gateway with maxKeptRequests drops the older half, and counts all', async () => {
  const { sandbox, stub, wait } = testGateway({}, { maxKeptRequests: 3 });
  for (let call = 0; call < 4; call++) {
    await stub.soap_CheckPoints({ client: CLIENT });
    wait(1);
  }
  expect(sandbox.requests.map(({ receivedAt }) => receivedAt.getTime() - START.getTime())).toEqual([2000, 3000]);
  expect([sandbox.callCount(), sandbox.callCount('soap_CheckPoints')]).toEqual([4, 4]);
});
