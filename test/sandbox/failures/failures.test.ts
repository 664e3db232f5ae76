import { describe, expect, it } from 'vitest';
import type { SmsServiceStub } from '../../../generated/index.js';
import { ConnectionError, SoapFaultError, TimeoutError, ValidationError } from '../../../src/errors/errors.js';
import type { InjectedFailure } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { CLIENT, sendMany, sendOne, testGateway, unsent } from '../setup.js';

const points = async (stub: SmsServiceStub): Promise<unknown> =>
  (await stub.soap_CheckPoints({ client: CLIENT })).result;

describe('a failure that was ordered', () => {
  it('responds with its code in the form of the operation, without carrying it out', async () => {
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

  it('has neutral words where its code has none here', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('*', { result: 666 });
    expect(await gateway.stub.soap_CheckPoints({ client: CLIENT })).toEqual({
      result: 666,
      description: 'Error 666',
      points: 0,
    });
  });

  it('comes whatever the credentials are', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('*', { result: 202 });
    expect(await points(gateway.stub)).toBe(202);
  });

  it('responds with a Fault of its own', async () => {
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

  it('responds with its code when the operation was carried out, where it is to be', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendSmsExt', { result: 200, carriedOut: true });
    expect(await sendOne(gateway)).toMatchObject(unsent(200));
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.84, messages: [{ id: '1001' }] });
  });

  it('closes the connection when the operation was carried out, without a byte of a response', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendSmsExt', { drop: 'unanswered' });
    const error = await rejection(sendOne(gateway));
    expect(error).toBeInstanceOf(ConnectionError);
    const message = 'soap_SendSmsExt: the connection was lost before the response';
    expect(error).toMatchObject({ outcome: 'unknown', message });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.84, messages: [{ id: '1001' }] });
  });

  it('closes the connection before the operation is carried out', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendMulti', { drop: 'before' });
    const error = await rejection(sendMany(gateway));
    expect(error).toBeInstanceOf(ConnectionError);
    const message = 'soap_SendMulti: the connection was lost before the response';
    expect(error).toMatchObject({ outcome: 'unknown', operation: 'soap_SendMulti', message });
    expect(gateway.sandbox.account('alice')?.messages).toEqual([]);
  });

  it('closes the connection after the operation was carried out, inside the response', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendMulti', { drop: 'after' });
    const error = await rejection(sendMany(gateway));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', operation: 'soap_SendMulti' });
    expect(gateway.sandbox.account('alice')?.messages).toHaveLength(2);
  });

  it('delays the response, not the operation', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('soap_SendMulti', { delayMs: 10 });
    const sending = sendMany(gateway);
    await Promise.resolve();
    expect(gateway.sandbox.account('alice')?.messages).toHaveLength(2);
    expect(await sending).toMatchObject({ result: 0, count: 2 });
  });

  it('delays past the time a caller has', async () => {
    const gateway = testGateway();
    gateway.sandbox.failNext('*', { delayMs: 3_600_000 });
    const error = await rejection(gateway.stub.soap_CheckPoints({ client: CLIENT }, { timeoutMs: 10 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      timeoutMs: 10,
      outcome: 'unknown',
      operation: 'soap_CheckPoints',
      message: 'soap_CheckPoints: the call took longer than 10 ms; the request may have been carried out',
    });
  });
});

const RATE: InjectedFailure = { result: 202 };
const NAMES =
  'known are soap_GetSenders, soap_DelSchSmsById, soap_AddNumber, soap_DelNumber, soap_AddGroup, soap_DelGroup, ' +
  'soap_GetGroups, soap_GetNumbers, soap_GetSmsByDate, soap_GetSmsByIds, soap_CheckPoints, soap_SendMulti, ' +
  'soap_SendSms, soap_SendSmsExt, sms.do, mms.do, vms.do, profile, user.do, sender.do, hlr.do';

describe('the order of failures', () => {
  it('is a queue for each call, and other operations are left alone', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('soap_CheckPoints', { result: 201 });
    sandbox.failNext('soap_CheckPoints', { result: 202 });
    expect((await stub.soap_GetSenders({ client: CLIENT })).result).toBe(0);
    expect([await points(stub), await points(stub), await points(stub)]).toEqual([201, 202, 0]);
  });

  it('takes those for any operation with the others, oldest first', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('*', { result: 1 });
    sandbox.failNext('soap_CheckPoints', { result: 2 });
    sandbox.failNext('soap_GetSenders', { result: 3 });
    expect([await points(stub), await points(stub), await points(stub)]).toEqual([1, 2, 0]);
    expect((await stub.soap_GetSenders({ client: CLIENT })).result).toBe(3);
  });

  it('is every n-th call of the operation, counted from the order on', async () => {
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

  it('is every n-th call of any operation for *', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failEvery(2, '*', { result: 203 });
    expect(await points(stub)).toBe(0);
    expect((await stub.soap_GetSenders({ client: CLIENT })).result).toBe(203);
  });

  it('puts single failures before periodic ones', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failEvery(1, '*', { result: 1 });
    sandbox.failNext('*', { result: 2 });
    expect([await points(stub), await points(stub)]).toEqual([2, 1]);
  });

  it('is called off as a whole', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('*', { result: 1 });
    sandbox.failEvery(1, '*', { result: 1 });
    sandbox.clearFailures();
    expect(await points(stub)).toBe(0);
  });

  it('is refused for an operation that does not exist, and for every zeroth or half call', () => {
    const { sandbox } = testGateway();
    expect(() => sandbox.failNext('checkPoints', { result: 1 })).toThrow(ValidationError);
    expect(() => sandbox.failEvery(2, 'checkPoints', { result: 1 })).toThrow(ValidationError);
    for (const n of [0, 1.5]) {
      expect(notAdmitted(() => sandbox.failEvery(n, '*', { result: 1 }))).toMatchObject({
        name: 'ValidationError',
        path: 'n',
      });
    }
  });

  it.each([
    ['checkPoints', 'is soap_CheckPoints meant?'],
    ['SOAP_checkpoints', 'is soap_CheckPoints meant?'],
    ['SMS.do', 'is sms.do meant?'],
    ['check', NAMES],
    [5, NAMES],
  ])('is told which operation was probably meant: %j', (operation, hint) => {
    const { sandbox } = testGateway();
    for (const name of [
      () => sandbox.callCount(operation as string),
      () => sandbox.failNext(operation as string, RATE),
    ]) {
      expect(notAdmitted(name)).toMatchObject({
        path: 'operation',
        message: `operation: is neither "*" nor the name of an operation; ${hint}`,
      });
    }
  });

  it('of a delay of nothing is a response at once', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('*', { delayMs: 0 });
    expect(await points(stub)).toBe(0);
  });

  it('keeps the failure as it was when it was ordered', async () => {
    const { sandbox, stub } = testGateway();
    const failure = { result: 1 };
    sandbox.failNext('*', failure);
    failure.result = 2;
    expect(await points(stub)).toBe(1);
  });

  it('takes a field with the value undefined for one that is not there', async () => {
    const { sandbox, stub } = testGateway();
    sandbox.failNext('*', given({ result: 7, description: undefined, delayMs: undefined, drop: undefined }));
    expect(await points(stub)).toBe(7);
  });
});

/** As a caller without a type checker gives it. */
const given = (value: unknown): InjectedFailure => value as InjectedFailure;

describe('what is no failure is refused, with the path of what is wrong:', () => {
  it.each<readonly [what: string, failure: unknown, path: string, why: RegExp]>([
    ['nothing', undefined, 'failure', /is missing/],
    ['null', null, 'failure', /not an object/],
    ['a number', 103, 'failure', /not an object/],
    ['an object without a kind', {}, 'failure', /neither a result, a fault, a delayMs nor a drop/],
    ['two kinds', { result: 5, drop: 'x' }, 'failure', /both result and drop/],
    ['two kinds that are in order', { fault: { code: 'a', string: 'b' }, delayMs: 1 }, 'failure', /fault and delayMs/],
    ['a misspelt kind', { result: 5, delay: 1 }, 'failure.delay', /not known/],
    ['words that go with no result', { drop: 'after', description: 'x' }, 'failure.description', /only.*result/],
    ['half a result', { result: 0.5 }, 'failure.result', /whole number/],
    ['a result that does not fit the wire', { result: 2 ** 31 }, 'failure.result', /32 bits/],
    ['a description that is a number', { result: 1, description: 1 }, 'failure.description', /not a string/],
    ['a fault that is a text', { fault: 'x' }, 'failure.fault', /not an object/],
    ['a fault without a code', { fault: { string: 'x' } }, 'failure.fault.code', /missing/],
    ['a fault without a string', { fault: { code: 'Server' } }, 'failure.fault.string', /missing/],
    ['a misspelt name', { fault: { code: 'a', string: 'b', actr: 'c' } }, 'failure.fault.actr', /not known.*actor/],
    ['an actor that is a number', { fault: { code: 'a', string: 'b', actor: 5 } }, 'failure.fault.actor', /string/],
    ['a detail that is an object', { fault: { code: 'a', string: 'b', detail: {} } }, 'failure.fault.detail', /string/],
    ['a result that may be carried out', { result: 8, carriedOut: 1 }, 'failure.carriedOut', /not true or false/],
    [
      'a drop that is carried out',
      { drop: 'after', carriedOut: true },
      'failure.carriedOut',
      /goes only with a result/,
    ],
    ['an unknown drop', { drop: 'x' }, 'failure.drop', /none of 'before', 'after', 'unanswered'/],
    ['a delay below zero', { delayMs: -1 }, 'failure.delayMs', /0 or more/],
    ['a delay that is no number', { delayMs: Number.NaN }, 'failure.delayMs', /0 or more/],
    ['a delay that is a text', { delayMs: '5' }, 'failure.delayMs', /0 or more/],
  ])('%s', (_, failure, path, why) => {
    const { sandbox } = testGateway();
    for (const order of [
      () => sandbox.failNext('*', given(failure)),
      () => sandbox.failEvery(1, '*', given(failure)),
    ]) {
      const error = notAdmitted(order);
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ path, message: expect.stringMatching(why) });
    }
  });
});

function notAdmitted(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return 'was not refused';
}

describe('the calls that arrived', () => {
  it('are counted by operation, the failing ones too', async () => {
    const { sandbox, stub, wait } = testGateway();
    sandbox.failNext('*', { drop: 'before' });
    await rejection(points(stub));
    wait(1);
    await points(stub);
    await stub.soap_GetSenders({ client: { username: 'nobody', password: 'nothing' } });
    expect([sandbox.callCount(), sandbox.callCount('soap_CheckPoints'), sandbox.callCount('soap_AddGroup')]).toEqual([
      3, 2, 0,
    ]);
    expect(sandbox.requests).toEqual([
      { operation: 'soap_CheckPoints', receivedAt: new Date('2027-01-15T12:00:00Z') },
      { operation: 'soap_CheckPoints', receivedAt: new Date('2027-01-15T12:00:01Z') },
      { operation: 'soap_GetSenders', receivedAt: new Date('2027-01-15T12:00:01Z') },
    ]);
  });

  it.each([
    ['sendSms', /soap_SendSms\b/],
    ['SOAP_SENDSMS', /soap_SendSms\b/],
    ['send', /known are .*soap_SendSms\b/],
    ['', /known are/],
    ['constructor', /known are/],
  ])('are not counted, nor made to fail, under a name that is not in the WSDL: %j', (name, why) => {
    const { sandbox } = testGateway();
    for (const use of [() => sandbox.callCount(name), () => sandbox.failNext(name, { result: 1 })]) {
      const error = notAdmitted(use);
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ path: 'operation', message: expect.stringMatching(why) });
    }
  });

  it('are counted as a whole for *, as they fail as a whole', async () => {
    const { sandbox, stub } = testGateway();
    await points(stub);
    await stub.soap_GetSenders({ client: CLIENT });
    expect(sandbox.callCount('*')).toBe(2);
  });
});
