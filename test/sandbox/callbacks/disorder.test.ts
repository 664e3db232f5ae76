import { describe, expect, it } from 'vitest';
import type { SandboxDisorder } from '../../../src/sandbox/index.js';
import { callingGateway, handler, valuesOf } from './setup.js';

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(500_100_200 + index));

/** The ids of messages in the order in which they were told of, when all had been delivered, and by when. */
async function told(disorder: SandboxDisorder | undefined): Promise<readonly [readonly string[], number]> {
  const program = handler();
  const { http, sandbox, after } = callingGateway(
    { reports: program },
    { callbacks: { disorder, reportsPerCall: 1 }, deliveryScript: [{ status: 'DELIVERED' }] },
  );
  await http.sms.send({ to: numbers(50), message: 'Hi' });
  let ms = 0;
  await after(0);
  for (let next = sandbox.callbacks.nextAt; next !== null; next = sandbox.callbacks.nextAt) {
    ms += 1000;
    await after(1000);
  }
  return [valuesOf(program.urls, 'MsgId').map(String), ms];
}

const IDS = Array.from({ length: 50 }, (_, index) => String(1001 + index));

describe('callbacks come', () => {
  it('each once and in order by default', async () => {
    expect(await told(undefined)).toEqual([IDS, 0]);
    expect(await told({ seed: 1 })).toEqual([IDS, 0]);
  });

  it('in any order, but all of them', async () => {
    const [ids, ms] = await told({ seed: 1, shuffled: true });
    expect([ids.toSorted(), ms]).toEqual([IDS, 0]);
    expect(ids).not.toEqual(IDS);
  });

  it('twice, and a second time is not a third', async () => {
    const [ids] = await told({ seed: 1, twice: 1, lateMs: 0 });
    expect(ids.toSorted()).toEqual([...IDS, ...IDS].toSorted());
  });

  it('late, by no more than the option says', async () => {
    const [ids, ms] = await told({ seed: 1, late: 1, lateMs: 20_000 });
    expect(ids.toSorted()).toEqual(IDS);
    expect(ids).not.toEqual(IDS);
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThanOrEqual(20_000);
  });

  it('the same for the same seed, and another way for another', async () => {
    const disorder = { twice: 0.3, late: 0.3, lateMs: 5000, shuffled: true };
    const [one] = await told({ seed: 7, ...disorder });
    expect((await told({ seed: 7, ...disorder }))[0]).toEqual(one);
    expect((await told({ seed: 8, ...disorder }))[0]).not.toEqual(one);
  });
});
