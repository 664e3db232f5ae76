import { expect, it } from 'vitest';
import { CLIENT, START, testGateway } from './setup.js';

it('a gateway with maxKeptRequests deletes the older half, and counts all', async () => {
  const { sandbox, stub, wait } = testGateway({}, { maxKeptRequests: 3 });
  for (let call = 0; call < 4; call++) {
    await stub.soap_CheckPoints({ client: CLIENT });
    wait(1);
  }
  expect(sandbox.requests.map(({ receivedAt }) => receivedAt.getTime() - START.getTime())).toEqual([2000, 3000]);
  expect([sandbox.callCount(), sandbox.callCount('soap_CheckPoints')]).toEqual([4, 4]);
});
