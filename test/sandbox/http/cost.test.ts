import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox/index.js';

/** Sends an SMS to the numbers of a field. */
async function sentTo(to: string): Promise<string> {
  const sandbox = createSandbox({ accounts: [{ username: 'alice', password: 'wonderland', tokens: ['t0ken'] }] });
  const { body } = await sandbox.transport().send({
    method: 'POST',
    url: 'http://gateway.test/sms.do',
    operation: 'sms.do',
    idempotent: false,
    headers: { authorization: 'Bearer t0ken', 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(`format=json&details=1&message=Hi&to=${to}`),
  });
  return Buffer.from(body as Uint8Array).toString('utf8');
}

describe('a small request to the HTTP interface', () => {
  it.each([
    ['commas alone', ','.repeat(900_000)],
    ['commas behind a number', `500100201${','.repeat(900_000)}`],
    ['numbers that are none', '1,'.repeat(450_000)],
  ])('gets no large response: %s', async (_, to) => {
    expect(await sentTo(to)).toMatch(/^\{"error":19,"message":"[^"]*"\}$/);
  });

  it('lists each skipped number, up to 20,000', async () => {
    const answer = JSON.parse(await sentTo(`500100201${',1'.repeat(20_000)}`));
    expect(answer.count).toBe(1);
    expect(answer.invalid_numbers).toHaveLength(20_000);
  });
});
