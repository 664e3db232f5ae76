import { describe, expect, it } from 'vitest';
import type { SmsServiceStub } from '../../generated/index.js';
import { ValidationError } from '../../src/errors/errors.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { CLIENT, readAll, stubOf } from './setup.js';

const client = CLIENT;

describe('dates beyond 32 bits', () => {
  const at = (start: string): { sandbox: Sandbox; stub: SmsServiceStub; set(date: string): void } => {
    let now = new Date(start);
    const sandbox = createSandbox({ accounts: [CLIENT], now: () => now });
    return {
      sandbox,
      stub: stubOf(sandbox),
      set: (date) => {
        now = new Date(date);
      },
    };
  };
  const send = async (stub: SmsServiceStub, date?: number): Promise<unknown> =>
    (
      await stub.soap_SendSms({
        client,
        sms_param: { to: '500100200', message: 'Hi', ...(date !== undefined && { date }) },
      })
    ).response?.result;
  const history = async (stub: SmsServiceStub): Promise<unknown> =>
    (await stub.soap_GetSmsByIds({ client, arIds: ['1001', '1002'] })).arSms;

  it('are nil in the history of the message, and do not affect others', async () => {
    const { stub, set } = at('2038-01-19T03:14:02Z');
    expect(await send(stub)).toBe(0);
    expect(await send(stub, 2_147_483_647)).toBe(0);
    set('2038-01-19T03:14:07Z');
    expect(await history(stub)).toMatchObject([
      { id: '1001', date: 2_147_483_642, donedate: 2_147_483_647 },
      { id: '1002', date: 2_147_483_647, submitdate: 2_147_483_647, donedate: null },
    ]);
    set('2038-01-19T03:14:12Z');
    expect(await history(stub)).toMatchObject([
      { id: '1001', date: 2_147_483_642, donedate: 2_147_483_647 },
      { id: '1002', date: 2_147_483_647, submitdate: 2_147_483_647, donedate: null, status: 404 },
    ]);
    expect(await readAll(stub)).toEqual([0, 0, 0, 0, 0]);
  });

  it.each([
    ['an invalid Date', new Date(Number.NaN)],
    ['a number', 5],
    ['nothing', undefined],
  ])('of a clock that returns %s are refused with the name of the option; nothing is sent', async (_name, value) => {
    let now: unknown = value;
    const sandbox = createSandbox({ accounts: [CLIENT], now: () => now as Date });
    const fault = { faultCode: 'Server', faultString: 'The gateway failed: now: must return a valid Date' };
    await expect(send(stubOf(sandbox))).rejects.toMatchObject(fault);
    expect(() => sandbox.account('alice')).toThrow(ValidationError);
    expect(sandbox.requests).toEqual([]);
    now = new Date('2027-01-15T12:00:00Z');
    expect(sandbox.account('alice')).toMatchObject({ messages: [], points: 100 });
  });
});
