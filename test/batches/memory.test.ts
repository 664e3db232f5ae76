import { expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { soapResponse } from '../support/fake-transport.js';

const ITEMS = 200_000;
const MIB = 1024 * 1024;

it('200,000 numbers take as little memory as some do', async () => {
  const body = Buffer.from(soapResponse('soap_AddNumber', '<result>0</result>'));
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const credentials = { username: 'demo', password: 'demo-password' };
  const transport = { send: () => Promise.resolve({ status: 200, headers, body }) };
  const client = new SmsServiceClient({ url: 'http://gateway.test', credentials, transport });
  function* numbers(): Generator<string> {
    for (let index = 0; index < ITEMS; index++) yield String(500_000_000 + index);
  }
  const held = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / MIB;
  };
  let [done, early] = [0, 0];
  for await (const { ok } of client.addNumbers(1, numbers(), { signal: new AbortController().signal })) {
    if (ok) done += 1;
    if (done === 1000) early = held();
  }
  expect(done).toBe(ITEMS);
  expect(held() - early).toBeLessThan(8);
}, 120_000);
