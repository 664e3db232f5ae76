import { describe, expect, it } from 'vitest';
import { rejection } from '../../support/collect.js';
import { CLIENT, START_SECONDS, stubOf } from '../setup.js';
import { gatewayWithCallbacks, handler, listener, valuesOf } from './setup.js';

const SMIL = '<smil><body><par><text src="a.txt"/></par></body></smil>';

describe('a delivery report', () => {
  it('of an SMS is a GET with every parameter of section 6', async () => {
    const program = await listener();
    const { http, after } = gatewayWithCallbacks(program.url, {
      network: () => ({ mcc: '260', mnc: '06', name: 'Play' }),
    });
    await http.sms.send({ to: '500100200', message: 'Hi', from: 'Shop', idx: 'order17' });
    await after(5000);
    const common = 'username=alice&to=48500100200';
    const last = 'points=0.16&from=Shop&mcc=260&mnc=06';
    expect(program.received().map(({ method, target, body }) => [method, target, body.length])).toEqual([
      [
        'GET',
        `/callback?MsgId=1001&status=403&idx=order17&donedate=${START_SECONDS}&${common}&status_name=SENT&${last}`,
        0,
      ],
      [
        'GET',
        `/callback?MsgId=1001&status=404&idx=order17&donedate=${START_SECONDS + 5}&${common}&status_name=DELIVERED&${last}`,
        0,
      ],
    ]);
  });

  it('of a voice message has the pressed key and the duration of the call', async () => {
    const program = await listener();
    const { http, after } = gatewayWithCallbacks(program.url, {
      deliveryScript: [{ status: 'DELIVERED', afterMs: 30_000, pressed: '5', durationSeconds: 12 }],
    });
    await http.vms.send({ to: '500100200', tts: 'Press five' });
    expect(await after(29_999)).toBe(0);
    await after(1);
    const [report] = program.received();
    expect(report?.target).toMatch(
      new RegExp(
        `^/callback\\?MsgId=1001&status=404&idx=[0-9a-z]+&donedate=${START_SECONDS + 30}&username=alice&to=48500100200&pressed=5&hangup_time=12$`,
      ),
    );
  });

  it.each([
    ['SMS', (http: Sender) => http.sms.send({ to: '500100200', message: 'Hi', test: true })],
    ['MMS', (http: Sender) => http.mms.send({ to: '500100200', smil: SMIL, test: true })],
    ['VMS', (http: Sender) => http.vms.send({ to: '500100200', tts: 'Hi', test: true })],
  ])('is not sent for a test of an %s', async (_kind, send) => {
    const { http, sandbox, after } = gatewayWithCallbacks(handler());
    await send(http);
    expect(await after(60_000)).toBe(0);
    expect([sandbox.callbacks.waiting, sandbox.callbacks.nextAt]).toEqual([0, null]);
  });

  it('is sent for a scheduled message after its time, and not for a deleted one', async () => {
    const program = handler();
    const { http, sandbox, after } = gatewayWithCallbacks(program);
    const date = new Date('2027-01-15T13:00:00Z');
    await http.sms.send({ to: '500100200', message: 'Hi', date });
    await http.sms.send({ to: '500100201', message: 'Hi', date });
    await http.sms.deleteScheduled(['1001']);
    expect(await after(3_599_000)).toBe(0);
    expect(sandbox.callbacks.nextAt).toEqual(new Date(date.getTime() + 1));
    await after(60_000);
    expect(valuesOf(program.urls, 'MsgId')).toEqual(['1002', '1002']);
    expect(valuesOf(program.urls, 'donedate')).toEqual([String(START_SECONDS + 3600), String(START_SECONDS + 3605)]);
  });
});

type Sender = ReturnType<typeof gatewayWithCallbacks>['http'];

describe('the address of a report', () => {
  it('is the notify_url of the message with its query, then the address of the account', async () => {
    const [account, own] = [await listener(), await listener()];
    const { http, after } = gatewayWithCallbacks(account.url, { deliveryScript: [{ status: 'DELIVERED' }] });
    const notifyUrl = `${own.origin}/own?shop=A%20B&sig=%2b`;
    await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl, idx: 'a' });
    await after(0);
    expect(account.received()).toEqual([]);
    const [{ target } = { target: '' }] = own.received();
    expect(target).toMatch(/^\/own\?shop=A%20B&sig=%2b&MsgId=1001&status=404&idx=a&/);
  });
});

describe('a call', () => {
  const five = Array.from({ length: 7 }, (_, index) => `50010020${index}`);

  it('contains up to five messages, with values separated by commas', async () => {
    const program = await listener();
    const { http, after } = gatewayWithCallbacks(
      { reports: program.url },
      { deliveryScript: [{ status: 'DELIVERED' }] },
    );
    await http.sms.send({ to: five, message: 'Hi', idx: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    expect(await after(0)).toBe(2);
    const targets = program.received().map(({ target }) => target);
    expect(valuesOf(targets, 'MsgId')).toEqual(['1001,1002,1003,1004,1005', '1006,1007']);
    expect(valuesOf(targets, 'idx')).toEqual(['a,b,c,d,e', 'f,g']);
    expect(valuesOf(targets, 'status')).toEqual(['404,404,404,404,404', '404,404']);
    expect(valuesOf(targets, 'to')[1]).toBe('48500100205,48500100206');
  });

  it.each([
    [1, 7],
    [4, 2],
  ])('contains at most %i messages with the option', async (reportsPerCall, calls) => {
    const { http, sandbox, after } = gatewayWithCallbacks(
      { reports: handler() },
      { callbacks: { reportsPerCall }, deliveryScript: [{ status: 'DELIVERED' }] },
    );
    await http.sms.send({ to: five, message: 'Hi' });
    expect(await after(0)).toBe(calls);
    expect(sandbox.callbacks.sent[0]?.messageIds).toHaveLength(reportsPerCall);
  });

  it('contains a message once: its next status is in the next call', async () => {
    const program = handler();
    const { http, after } = gatewayWithCallbacks({ reports: program });
    await http.sms.send({ to: five.slice(0, 2), message: 'Hi' });
    await after(60_000);
    expect(valuesOf(program.urls, 'MsgId')).toEqual(['1001,1002', '1001,1002']);
    expect(valuesOf(program.urls, 'status')).toEqual(['403,403', '404,404']);
  });

  it('contains messages of one kind and one address', async () => {
    const program = handler();
    const { http, after } = gatewayWithCallbacks(program, {
      deliveryScript: [{ status: 'DELIVERED' }],
      callbacks: { handlers: { 'own.test': program } },
    });
    await http.sms.send({ to: '500100200', message: 'Hi' });
    await http.mms.send({ to: '500100200', smil: SMIL });
    await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl: 'https://own.test/' });
    await http.sms.send({ to: '500100200', message: 'Hi' });
    await after(0);
    expect(valuesOf(program.urls, 'MsgId')).toEqual(['1001,1004', '1002', '1003']);
  });
});

describe('deliveryScript', () => {
  it('determines the statuses of each message, also in the SOAP history', async () => {
    const program = handler();
    const seen: unknown[] = [];
    const { http, sandbox, after } = gatewayWithCallbacks(program, {
      deliveryScript: (message) => {
        seen.push(message);
        if (message.to !== '48500100201') return undefined;
        return [
          { status: 'ACCEPTED', afterMs: 1000 },
          { status: 'UNDELIVERED', afterMs: 90_000 },
        ];
      },
    });
    await http.sms.send({ to: '500100201', message: 'Hi', from: 'Shop', idx: 'x1' });
    expect(seen).toEqual([{ username: 'alice', kind: 'sms', to: '48500100201', from: 'Shop', text: 'Hi', idx: 'x1' }]);
    const history = async (): Promise<unknown> => {
      const { arSms } = await stubOf(sandbox).soap_GetSmsByIds({ client: CLIENT, arIds: ['1001'] });
      return [arSms[0]?.status, arSms[0]?.donedate];
    };
    expect(await history()).toEqual([409, null]);
    await after(1000);
    expect(await history()).toEqual([410, null]);
    await after(89_000);
    expect(await history()).toEqual([405, START_SECONDS + 90]);
    expect(sandbox.account('alice')?.messages[0]?.status).toBe(405);
    expect(valuesOf(program.urls, 'status_name')).toEqual(['ACCEPTED', 'UNDELIVERED']);
    expect(valuesOf(program.urls, 'donedate')).toEqual([String(START_SECONDS + 1), String(START_SECONDS + 90)]);
  });

  it.each([
    ['an unknown status', [{ status: 'GONE' }]],
    ['a status behind a final one', [{ status: 'DELIVERED' }, { status: 'SENT', afterMs: 5 }]],
    [
      'times that go back',
      [
        { status: 'SENT', afterMs: 5 },
        { status: 'DELIVERED', afterMs: 4 },
      ],
    ],
  ])('is refused with %s, in the options and by a send', async (_what, steps) => {
    const deliveryScript = steps as never;
    expect(() => gatewayWithCallbacks(handler(), { deliveryScript })).toThrow(/^deliveryScript/);
    const { http, sandbox } = gatewayWithCallbacks(handler(), { deliveryScript: () => deliveryScript });
    const error = await rejection(http.sms.send({ to: '500100201', message: 'Hi', once: false }));
    expect(String(error)).toMatch(/deliveryScript/);
    expect(sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
  });
});
