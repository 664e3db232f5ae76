import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../src/sandbox/request-log.js';

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

  it('keeps at least one of an odd limit', () => {
    const log = new RequestLog(1);
    for (const second of [1, 2, 3]) log.add(request(second));
    expect(log.kept).toEqual([request(3)]);
  });
});
