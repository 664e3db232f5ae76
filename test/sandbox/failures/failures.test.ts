import { describe, expect, it } from 'vitest';
import type { SmsServiceStub } from '../../../generated/index.js';
import { ConnectionError, SoapFaultError, ValidationError } from '../../../src/errors/errors.js';
import type { InjectedFailure } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { CLIENT, sendMany, sendOne, testGateway, thrownBy, unsent } from '../setup.js';

const points = async (stub: SmsServiceStub): Promise<unknown> =>
  (await stub.soap_CheckPoints({ client: CLIENT })).result;

describe('an injected failure', () => {
  it('responds with its code in the form of the operation, without executing it', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendSmsExt', { result: 103 });
    gateway.sandbox.failNext('soap_AddGroup', { result: 999, description: 'Try later' });
    expect(await sendOne(gateway)).toMatchObject({ ...unsent(103), description: 'Not enough points' });
    expect(await gateway.stub.soap_AddGroup({ client: CLIENT, group: { name: 'A' } })).toEqual({
      result: 999,
      description: 'Try later',
      id_group: 0,
    });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [], groups: [] });
  });
  it('responds with a Fault', async () => {
    const gateway = testGateway();
    const fault = { code: 'Server.Busy', string: 'Come <again>', actor: 'urn:proxy', detail: 'queue & co' };
    gateway.sandbox.failNext('*', { fault });
    const error = await rejection(gateway.stub.soap_CheckPoints({ client: CLIENT }));
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({
      faultCode: 'Server.Busy',
      faultString: 'Come <again>',
      faultActor: 'urn:proxy',
      detail: 'queue & co',
    });
  });

  it('responds with its code after the operation was executed, with the option', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendSmsExt', { result: 200, carriedOut: true });
    expect(await sendOne(gateway)).toMatchObject(unsent(200));
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.84, messages: [{ id: '1001' }] });
  });

  it.each([
    ['before', 0],
    ['after', 1],
    ['unanswered', 1],
  ] as const)('drops the connection: %s, with %i messages sent', async (drop, sent) => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendSmsExt', { drop });
    const error = await rejection(sendOne(gateway));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', operation: 'soap_SendSmsExt' });
    expect(gateway.sandbox.account('alice')?.messages).toHaveLength(sent);
  });

  it('delays the response, not the operation', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendMulti', { delayMs: 10 });
    const sending = sendMany(gateway);
    await Promise.resolve();
    expect(gateway.sandbox.account('alice')?.messages).toHaveLength(2);
    expect(await sending).toMatchObject({ result: 0, count: 2 });
  });
});

const RATE: InjectedFailure = { result: 202 };
const NAMES =
  'Known operations: soap_GetSenders, soap_DelSchSmsById, soap_AddNumber, soap_DelNumber, soap_AddGroup, soap_DelGroup, ' +
  'soap_GetGroups, soap_GetNumbers, soap_GetSmsByDate, soap_GetSmsByIds, soap_CheckPoints, soap_SendMulti, ' +
  'soap_SendSms, soap_SendSmsExt, sms.do, mms.do, vms.do, profile, user.do, sender.do, hlr.do';

describe('the sequence of failures', () => {
  it('is a queue, and other operations succeed', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('soap_CheckPoints', { result: 201 });
    sandbox.failNext('soap_CheckPoints', { result: 202 });
    expect((await stub.soap_GetSenders({ client: CLIENT })).result).toBe(0);
    expect([await points(stub), await points(stub), await points(stub)]).toEqual([201, 202, 0]);
  });
  it('includes every n-th call of the operation', async () => {
    const { sandbox, stub } = testGateway();
    await points(stub);
    sandbox.failEvery(3, 'soap_CheckPoints', { result: 203 });
    const results: unknown[] = [];
    for (let call = 0; call < 7; call++) {
      results.push(await points(stub));
      await stub.soap_GetSenders({ client: CLIENT });
    }
    expect(results).toEqual([0, 0, 203, 0, 0, 203, 0]);
  });
  it('uses single failures before periodic ones', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failEvery(1, '*', { result: 1 });
    sandbox.failNext('*', { result: 2 });
    expect([await points(stub), await points(stub)]).toEqual([2, 1]);
  });

  it('can be cleared', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('*', { result: 1 });
    sandbox.failEvery(1, '*', { result: 1 });
    sandbox.clearFailures();
    expect(await points(stub)).toBe(0);
  });

  it.each([0, 1.5])('is refused for every %d-th call', (n) => {
    const { sandbox } = testGateway();
    expect(thrownBy(() => sandbox.failEvery(n, '*', RATE))).toMatchObject({ name: 'ValidationError', path: 'n' });
  });

  it.each([
    ['checkPoints', 'Did you mean soap_CheckPoints?'],
    ['SOAP_checkpoints', 'Did you mean soap_CheckPoints?'],
    ['SMS.do', 'Did you mean sms.do?'],
    ['check', NAMES],
    ['', NAMES],
    ['constructor', NAMES],
    [5, NAMES],
  ])('is refused for the unknown operation %j', (operation, hint) => {
    const { sandbox } = testGateway();
    const name = operation as string;
    for (const use of [
      () => sandbox.callCount(name),
      () => sandbox.failNext(name, RATE),
      () => sandbox.failEvery(2, name, RATE),
    ]) {
      const message = `operation: must be "*" or the name of an operation. ${hint}`;
      expect(thrownBy(use)).toMatchObject({ name: 'ValidationError', path: 'operation', message });
    }
  });
});

/** As a caller without a type checker gives it. */
const asFailure = (value: unknown): InjectedFailure => value as InjectedFailure;

describe('an invalid failure is refused, with the path of the field:', () => {
  it.each<readonly [failure: unknown, path: string, why: RegExp]>([
    [undefined, 'failure', /is missing/],
    [null, 'failure', /must be an object/],
    [{}, 'failure', /must have one of result, fault, delayMs, drop/],
    [{ result: 5, drop: 'after' }, 'failure', /both result and drop/],
    [{ fault: { code: 'a', string: 'b' }, delayMs: 1 }, 'failure', /fault and delayMs/],
    [{ drop: 'after', description: 'x' }, 'failure.description', /requires result/],
    [{ drop: 'after', carriedOut: true }, 'failure.carriedOut', /requires result/],
    [{ result: 0.5 }, 'failure.result', /whole number/],
    [{ result: 2 ** 31 }, 'failure.result', /32 bits/],
    [{ fault: { code: 'Server' } }, 'failure.fault.string', /missing/],
    [{ fault: { code: 'a', string: 'b', actr: 'c' } }, 'failure.fault.actr', /is unknown.*actor/],
    [{ drop: 'x' }, 'failure.drop', /must be one of 'before', 'after', 'unanswered'/],
    [{ delayMs: -1 }, 'failure.delayMs', /0 or more/],
    [{ delayMs: Number.NaN }, 'failure.delayMs', /0 or more/],
  ])('%j', (failure, path, why) => {
    const { sandbox } = testGateway();
    for (const order of [
      () => sandbox.failNext('*', asFailure(failure)),
      () => sandbox.failEvery(1, '*', asFailure(failure)),
    ]) {
      const error = thrownBy(order);
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ path, message: expect.stringMatching(why) });
    }
  });
});
