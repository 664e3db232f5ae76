import { describe, expect, it } from 'vitest';
import { type BatchResult, type NewNumber, SmsServiceClient } from '../../src/client/index.js';
import { ConnectionError } from '../../src/errors/errors.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import type { Transport } from '../../src/transport/transport.js';
import { collect } from '../support/collect.js';

const CREDENTIALS = { username: 'demo', password: 'demo-password' };

function gateway(): Sandbox {
  return createSandbox({ accounts: [{ ...CREDENTIALS, groups: [{ name: 'Customers' }] }] });
}

function clientOf(transport: Transport, credentials = CREDENTIALS): SmsServiceClient {
  return new SmsServiceClient({ url: 'http://gateway.test', credentials, transport, retry: false });
}

const reported = (results: readonly BatchResult<unknown>[]): readonly string[] =>
  results.map(({ ok, outcome, error }) => (ok ? 'ok' : `${outcome} ${error.code}`));

const numbersOf = (sandbox: Sandbox): readonly unknown[] => sandbox.account('demo')?.groups[0]?.numbers ?? [];

describe('numbers that are added to a group', () => {
  it('are in it in their order, with their names, and each has its result', async () => {
    const sandbox = gateway();
    const numbers = ['500100200', { number: '+48500100201', name: 'Anna' }, { number: '500100202' }] as const;
    const results = await collect(clientOf(sandbox.transport()).addNumbers(1, numbers, { concurrency: 1 }));
    expect(results).toEqual(numbers.map((item) => ({ item, ok: true })));
    expect(results.map(({ item }) => item)).toEqual(numbers);
    expect(numbersOf(sandbox)).toEqual([
      { number: '500100200', name: '' },
      { number: '+48500100201', name: 'Anna' },
      { number: '500100202', name: '' },
    ]);
  });

  it('are refused one by one: what is wrong with one ends no other', async () => {
    const numbers = ['500100200', '12', 7, { number: '500100201', group: 2 }, null, '500100202'] as NewNumber[];
    const results = await collect(clientOf(gateway().transport()).addNumbers(1, numbers));
    expect(reported(results)).toEqual([
      'ok',
      'rejected INVALID_REQUEST',
      'not-sent VALIDATION',
      'not-sent VALIDATION',
      'not-sent VALIDATION',
      'ok',
    ]);
    expect(results.map(({ error }) => error?.message)).toEqual([
      undefined,
      expect.stringContaining('13'),
      'soap_AddNumber: the item: must be an object',
      'soap_AddNumber: group: is unknown. Known names: number, name',
      'soap_AddNumber: the item: must be an object',
      undefined,
    ]);
  });

  it.each<[string, () => Iterable<NewNumber>, number, string]>([
    ['numbers', () => '500100200', 1, 'numbers: must be an array, an iterable or an async iterable'],
    ['the group', () => [], 'one' as unknown as number, 'groupId: must be a whole number'],
  ])('have to be given as they should: %s', async (_, numbers, group, reason) => {
    const client = clientOf(gateway().transport());
    await expect(client.addNumbers(group, numbers()).next()).rejects.toMatchObject({
      name: 'ValidationError',
      message: `soap_AddNumber: ${reason}`,
    });
  });

  it('end with a group that does not exist: nothing else is asked for', async () => {
    const sandbox = gateway();
    const results: BatchResult<string>[] = [];
    const reading = (async () => {
      const numbers = Array.from({ length: 100 }, (_, index) => String(500_100_200 + index));
      for await (const one of clientOf(sandbox.transport()).addNumbers(7, numbers, { concurrency: 2 })) {
        results.push(one);
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'NotFoundError', result: 40 });
    expect(reported(results)).toEqual(['rejected NOT_FOUND', 'rejected NOT_FOUND']);
    expect(sandbox.callCount('soap_AddNumber')).toBe(2);
  });

  it('report an unknown outcome, and are not added again', async () => {
    const sandbox = gateway();
    const transport = sandbox.transport();
    const lossy: Transport = {
      send: async (request) => {
        const response = await transport.send(request);
        if (sandbox.callCount('soap_AddNumber') === 2) throw new ConnectionError('lost', 'unknown');
        return response;
      },
    };
    const numbers = ['500100200', '500100201', '500100202'];
    const results = await collect(clientOf(lossy).addNumbers(1, numbers, { concurrency: 1 }));
    expect(reported(results)).toEqual(['ok', 'unknown CONNECTION', 'ok']);
    expect(numbersOf(sandbox)).toHaveLength(3);
  });

  it('have errors with the stack of the caller and the label of the account', async () => {
    const { transport } = { transport: gateway().transport() };
    const client = new SmsServiceClient({
      url: 'http://gateway.test',
      credentials: CREDENTIALS,
      transport,
      label: 'shop',
    });
    const results = await collect(client.addNumbers(1, ['12', { nummer: '5' } as unknown as NewNumber]));
    for (const { error } of results) {
      expect(error?.stack?.split('\n')[1]).toContain('add-numbers.test.ts');
    }
    expect(results[0]?.error).toMatchObject({ label: 'shop' });
    const aborted = client.addNumbers(1, ['12'], { signal: AbortSignal.abort() }).next();
    await expect(aborted).rejects.toMatchObject({
      label: 'shop',
      stack: expect.stringMatching(/^[^\n]*\n[^\n]*add-numbers\.test\.ts/),
    });
  });
});
