import { describe, expect, it, onTestFinished } from 'vitest';
import type { SmsServiceStub } from '../../../generated/index.js';
import { readOptions } from '../../../src/options/table.js';
import type { StoreEvent, StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import { SANDBOX_OPTIONS } from '../../../src/sandbox/options/sandbox-options.js';
import { createCore } from '../../../src/sandbox/sandbox.js';
import { rejection } from '../../support/collect.js';
import { ALICE, CLIENT, START, stubOf } from '../setup.js';

const client = CLIENT;
const NUMBER = { number: '+48 500 100 200', name: 'Bob', id_group: 1 };

interface Listened {
  readonly stub: SmsServiceStub;
  readonly events: StoreEvents;
  /** What a listener has heard, in one line each; the list is emptied. */
  heard(): readonly string[];
  /** Moves the clock to a moment after the start, and nothing else. */
  setClock(ms: number): void;
  advance(): void;
}

function listened(account: object = {}): Listened {
  let nowMs = START.getTime();
  const options = { accounts: [{ ...ALICE, ...account }], now: () => new Date(nowMs) };
  const { sandbox, gateway } = createCore(readOptions(options, SANDBOX_OPTIONS));
  const lines: string[] = [];
  gateway.events.listen((event) => lines.push(lineOf(event)));
  return {
    stub: stubOf(sandbox),
    events: gateway.events,
    heard: () => lines.splice(0),
    setClock: (ms) => {
      nowMs = START.getTime() + ms;
    },
    advance: () => gateway.advance(),
  };
}

function lineOf(event: StoreEvent): string {
  const { type, username } = event;
  const start = `${type} ${username}`;
  switch (event.type) {
    case 'message-status':
      return `${start} ${event.message.id} ${event.status} +${event.atMs - START.getTime()}`;
    case 'group-added':
      return `${start} ${event.group.id} ${event.group.name} (${event.group.info})`;
    case 'group-deleted':
      return `${start} ${event.group.id} ${event.numberCount}`;
    case 'number-added':
      return `${start} ${event.group.id} ${event.contact.number} ${event.contact.name}`;
    case 'number-deleted':
      return `${start} ${event.group.id} ${event.contacts.map(({ number }) => number).join('|')}`;
    case 'lookup-accepted':
      return `${start} ${event.lookUp.id} ${event.lookUp.number}`;
    case 'link-opened':
      return `${start} ${event.link.suffix} +${event.atMs - START.getTime()}`;
    case 'bulk-accepted':
      return `${start} ${event.bulk.kind} ${event.bulk.origin} ${event.bulk.messages.length}`;
    default:
      return `${start} ${event.message.id} ${event.message.to}`;
  }
}

const seconds = (afterStart: number): number => START.getTime() / 1000 + afterStart;
const send = (stub: SmsServiceStub, changes: object = {}): Promise<unknown> =>
  stub.soap_SendSms({ client, sms_param: { to: '500100200', message: 'Hi', ...changes } });

describe('whoever listens is told of', () => {
  it('messages that are accepted, one by one', async () => {
    const { stub, heard } = listened();
    await stub.soap_SendMulti({ client, sms_param: { arTo: ['500100201', '500100202'], message: 'Hi' } });
    expect(heard()).toEqual([
      'message-accepted alice 1001 48500100201',
      'message-accepted alice 1002 48500100202',
      'bulk-accepted alice sms csv 2',
    ]);
  });

  it('messages that are scheduled, and deleted', async () => {
    const { stub, heard } = listened();
    await send(stub, { date: seconds(3600) });
    expect(heard()).toEqual(['message-scheduled alice 1001 48500100200']);
    await stub.soap_DelSchSmsById({ client, id: '1001' });
    expect(heard()).toEqual(['message-deleted alice 1001 48500100200']);
  });

  it('groups and numbers that are added and deleted', async () => {
    const { stub, heard } = listened();
    await stub.soap_AddGroup({ client, group: { name: 'Friends', info: 'old' } });
    for (const number of [NUMBER, { ...NUMBER, number: '500100200' }, { ...NUMBER, number: '500100201' }]) {
      await stub.soap_AddNumber({ client, number });
    }
    await stub.soap_DelNumber({ client, number: { ...NUMBER, number: '48500100200' } });
    await stub.soap_DelGroup({ client, id_group: 1 });
    expect(heard()).toEqual([
      'group-added alice 1 Friends (old)',
      'number-added alice 1 +48 500 100 200 Bob',
      'number-added alice 1 500100200 Bob',
      'number-added alice 1 500100201 Bob',
      'number-deleted alice 1 +48 500 100 200|500100200',
      'group-deleted alice 1 1',
    ]);
  });

  it('nothing where nothing is changed: a test, a refusal, a reading', async () => {
    const { stub, heard } = listened({ groups: [{ name: 'A', numbers: [{ number: '500100200' }] }] });
    await send(stub, { test: 1 });
    await send(stub, { to: 'x' });
    await stub.soap_AddGroup({ client, group: { name: 'A' } });
    await stub.soap_DelNumber({ client, number: { ...NUMBER, number: '500100201' } });
    await stub.soap_DelGroup({ client, id_group: 2 });
    await stub.soap_DelSchSmsById({ client, id: '1001' });
    await stub.soap_GetNumbers({ client, id_group: 1 });
    expect(heard()).toEqual([]);
  });

  it('what has already happened: the points are charged, the message is there', async () => {
    const { sandbox, gateway } = createCore(readOptions({ accounts: [ALICE], now: () => START }, SANDBOX_OPTIONS));
    const seen: unknown[] = [];
    gateway.events.listen(() => {
      const { points, messages } = sandbox.account('alice') ?? {};
      seen.push([points, messages?.length]);
    });
    await send(stubOf(sandbox));
    expect(seen).toEqual([[9.84, 1]]);
  });
});

describe('of the status of a message, whoever listens is told', () => {
  it('when the gateway is brought to the moment, or a call comes in after it', async () => {
    const { stub, heard, setClock, advance } = listened();
    await send(stub);
    heard();
    advance();
    expect(heard()).toEqual([]);
    setClock(1);
    expect(heard()).toEqual([]);
    advance();
    expect(heard()).toEqual(['message-status alice 1001 403 +1']);
    setClock(4999);
    advance();
    expect(heard()).toEqual([]);
    setClock(5000);
    await stub.soap_CheckPoints({ client });
    expect(heard()).toEqual(['message-status alice 1001 404 +5000']);
    setClock(1_000_000);
    advance();
    expect(heard()).toEqual([]);
  });

  it('in the order of time, however far the clock has moved, and each once', async () => {
    const { stub, heard, setClock, advance } = listened();
    await send(stub, { date: seconds(3) });
    await send(stub);
    await send(stub, { date: seconds(86_400) });
    heard();
    setClock(10_000);
    advance();
    expect(heard()).toEqual([
      'message-status alice 1002 403 +1',
      'message-status alice 1001 403 +3001',
      'message-status alice 1002 404 +5000',
      'message-status alice 1001 404 +8000',
    ]);
    setClock(0);
    advance();
    setClock(20_000);
    advance();
    expect(heard()).toEqual([]);
  });

  it('before the call that comes in is carried out', async () => {
    const { stub, heard, setClock } = listened();
    await send(stub);
    heard();
    setClock(1);
    await send(stub);
    expect(heard()).toEqual(['message-status alice 1001 403 +1', 'message-accepted alice 1002 48500100200']);
  });

  it('not by a call whose credentials are wrong', async () => {
    const { stub, heard, setClock } = listened();
    await send(stub);
    heard();
    setClock(5000);
    await stub.soap_CheckPoints({ client: { username: 'alice', password: 'wrong' } });
    expect(heard()).toEqual([]);
  });

  it('never, where it was deleted before its time', async () => {
    const { stub, heard, setClock, advance } = listened();
    await send(stub, { date: seconds(60) });
    await stub.soap_DelSchSmsById({ client, id: '1001' });
    heard();
    setClock(3_600_000);
    advance();
    expect(heard()).toEqual([]);
  });
});

describe('a listener', () => {
  it('hears from when it listens until it does not, also when there are several', async () => {
    const { stub, events, heard, setClock, advance } = listened();
    await send(stub);
    const types: string[] = [];
    const stop = events.listen(({ type }) => types.push(type));
    await send(stub);
    stop();
    stop();
    await send(stub);
    expect(types).toEqual(['message-accepted']);
    expect(heard()).toHaveLength(3);
    setClock(5000);
    advance();
    expect(heard()).toHaveLength(6);
    expect(types).toEqual(['message-accepted']);
  });

  it('is told of no status of a message that was accepted while nobody listened', async () => {
    let now = START;
    const { sandbox, gateway } = createCore(readOptions({ accounts: [ALICE], now: () => now }, SANDBOX_OPTIONS));
    await send(stubOf(sandbox));
    const told: string[] = [];
    gateway.events.listen((event) => told.push(lineOf(event)));
    await send(stubOf(sandbox));
    now = new Date(START.getTime() + 4999);
    gateway.advance();
    expect(told).toEqual(['message-accepted alice 1002 48500100200', 'message-status alice 1002 403 +1']);
  });

  it('that begins to listen while others are told hears the next event', async () => {
    const { stub, events } = listened();
    const late: string[] = [];
    const stop = events.listen(() => {
      stop();
      events.listen(({ type }) => late.push(type));
    });
    await send(stub, { date: seconds(60) });
    expect(late).toEqual([]);
    await stub.soap_DelSchSmsById({ client, id: '1001' });
    expect(late).toEqual(['message-deleted']);
  });

  it('that ends the listening of another one is the last to hear', async () => {
    const { stub, events } = listened();
    const told: string[] = [];
    const stops: (() => void)[] = [];
    events.listen(() => {
      told.push('first');
      for (const stop of stops) stop();
    });
    stops.push(events.listen(() => told.push('second')));
    await send(stub);
    expect(told).toEqual(['first']);
  });

  it('that fails changes nothing for the call and for other listeners, and becomes a warning without its words', async () => {
    const { stub, events, heard } = listened();
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    events.listen(() => {
      throw new TypeError('sesame-0001');
    });
    events.listen(() => {
      // oxlint-disable-next-line no-throw-literal -- anything can be thrown
      throw 'sesame-0001';
    });
    const others: string[] = [];
    events.listen(({ type }) => others.push(type));
    expect(await send(stub)).toMatchObject({ response: { result: 0 } });
    expect([heard().length, others]).toEqual([1, ['message-accepted']]);
    await new Promise(setImmediate);
    expect(warnings.map(({ message }) => message)).toEqual([
      'a listener of the embedded gateway failed (TypeError); that was ignored',
      'a listener of the embedded gateway failed (string); that was ignored',
    ]);
    expect(warnings.map(({ name }) => name)).toEqual(['SmsServiceWarning', 'SmsServiceWarning']);
  });

  it('is not told of a status by a clock that gives no time: the call is a Fault, and the next one tells it', async () => {
    const { stub, heard, setClock, advance } = listened();
    await send(stub);
    heard();
    setClock(Number.NaN);
    expect(await rejection(stub.soap_CheckPoints({ client }))).toMatchObject({
      faultString: 'The gateway failed: now: gave no valid Date',
    });
    expect(advance).toThrow('now: gave no valid Date');
    expect(heard()).toEqual([]);
    setClock(1);
    advance();
    expect(heard()).toEqual(['message-status alice 1001 403 +1']);
  });
});
