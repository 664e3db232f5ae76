import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMSAPI } from 'smsapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunningSandbox, SandboxAccount } from '../../../src/sandbox/index.js';
import { START } from '../setup.js';
import { httpGateway, TOKEN } from './running-http.js';

/** The public JavaScript client of this gateway family, before a gateway with the account of Alice. */
async function smsapiWith(
  account: Partial<SandboxAccount> = {},
): Promise<{ readonly api: SMSAPI; readonly sandbox: RunningSandbox }> {
  const { sandbox } = await httpGateway(account);
  return { api: new SMSAPI(TOKEN, sandbox.httpUrl), sandbox };
}

const groups = [{ name: 'Friends', numbers: [{ number: '500100201' }, { number: '500100202' }] }];
const SMIL = '<smil><body/></smil>';
const IDS = ['1001', '1002'];
const LATER = new Date(START.getTime() + 3_600_000);

/** A message as this client gives it. */
const sent = (number: string, points: number): object => ({
  number: `48${number}`,
  submittedNumber: number,
  points,
  status: 'QUEUE',
  dateSent: START,
});

/** A wave file on the disk. */
function wave(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'smsapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'a.wav');
  writeFileSync(file, 'RIFF0000WAVEfmt ');
  return file;
}

/** Each method of the client that the interface has an endpoint for. */
const METHODS: Readonly<Record<string, (api: SMSAPI, sandbox: RunningSandbox) => Promise<void>>> = {
  'sms.sendSms': async ({ sms }, sandbox) => {
    const details = { from: 'Info', idx: 'a1', checkIdx: true, date: LATER, normalize: true, maxParts: 2 } as const;
    expect(await sms.sendSms('500100200', 'zażółć', { ...details })).toMatchObject({
      count: 1,
      list: [{ ...sent('500100200', 0.16), dateSent: LATER, id: '1001', message: 'zazolc', length: 6, parts: 1 }],
    });
    expect(sandbox.account('alice')?.scheduled).toMatchObject([{ from: 'Info', idx: 'a1', message: 'zazolc' }]);
    await expect(sms.sendSms('500100200', 'Hi', { idx: 'A1', checkIdx: true })).rejects.toMatchObject({
      data: { error: 53, invalidNumbers: [{ number: '48500100200' }] },
    });
    await expect(sms.sendSms('500100200', 'ł', { noUnicode: true })).rejects.toMatchObject({ data: { error: 11 } });
    const two = await sms.sendSms(['500100200', '500100201'], 'Hi [%1%]', { param1: 'Ann|Bob' });
    expect(two).toMatchObject({ count: 2, list: [{ message: 'Hi Ann' }, { message: 'Hi Bob' }] });
  },
  'sms.sendFlashSms': async ({ sms }, sandbox) => {
    expect(await sms.sendFlashSms('500100200', 'Hi')).toMatchObject({ list: [sent('500100200', 0.16)] });
    expect(sandbox.account('alice')?.messages).toMatchObject([{ flash: true }]);
  },
  'sms.sendSmsToGroup': async ({ sms }) => {
    expect(await sms.sendSmsToGroup('Friends', 'Hi')).toMatchObject({
      list: [sent('500100201', 0.16), sent('500100202', 0.16)],
    });
    await expect(sms.sendSmsToGroup('Foes', 'Hi')).rejects.toMatchObject({ data: { error: 40 } });
  },
  'sms.sendFlashSmsToGroup': async ({ sms }, sandbox) => {
    await sms.sendFlashSmsToGroup('Friends', 'Hi');
    expect(sandbox.account('alice')?.messages).toMatchObject([{ flash: true }, { flash: true }]);
  },
  'sms.removeScheduledSms': async ({ sms }, sandbox) => {
    await sms.sendSms(['500100200', '500100201'], 'Hi', { date: LATER });
    expect(await sms.removeScheduledSms(IDS)).toEqual({ count: 2, list: IDS.map((id) => ({ id })) });
    expect(sandbox.account('alice')?.scheduled).toEqual([]);
    expect(await sms.removeScheduledSms('1001')).toMatchObject({ error: 301 });
  },
  'mms.sendMms': async ({ mms }, sandbox) => {
    expect(await mms.sendMms('500100200', 'Cześć', SMIL, { idx: 'm1' })).toMatchObject({
      list: [{ ...sent('500100200', 0.4), idx: 'm1', error: null }],
    });
    expect(sandbox.account('alice')?.messages).toMatchObject([{ kind: 'mms', subject: 'Cześć', message: SMIL }]);
    await expect(mms.sendMms('500100200', 'x'.repeat(31), SMIL)).rejects.toMatchObject({ data: { error: 26 } });
  },
  'mms.sendMmsToGroup': async ({ mms }) => {
    expect(await mms.sendMmsToGroup('Friends', 'Hi', SMIL)).toMatchObject({ count: 2 });
  },
  'vms.sendVms': async ({ vms }, sandbox) => {
    const details = { try: 3, interval: 300 } as const;
    expect(await vms.sendVms('221234567', 'Cześć', 'ewa', details)).toMatchObject({ list: [sent('221234567', 0.25)] });
    expect(sandbox.account('alice')?.messages).toMatchObject([{ kind: 'vms', message: 'Cześć' }]);
    await expect(vms.sendVms('500100200', 'Hi', 'ewa', { skipGsm: true })).rejects.toMatchObject({
      data: { error: 55 },
    });
  },
  'vms.sendVmsWithLocalFile': async ({ vms }, sandbox) => {
    expect(await vms.sendVmsWithLocalFile('221234567', wave())).toMatchObject({ list: [sent('221234567', 0.25)] });
    expect(sandbox.account('alice')?.messages).toMatchObject([{ kind: 'vms', message: '16 bytes' }]);
  },
  'vms.sendVmsWithRemoteFile': async ({ vms }, sandbox) => {
    await vms.sendVmsWithRemoteFile('221234567', 'https://shop.test/a.wav');
    expect(sandbox.account('alice')?.messages).toMatchObject([{ kind: 'vms', message: 'https://shop.test/a.wav' }]);
  },
  'vms.sendVmsToGroup': async ({ vms }) => {
    expect(await vms.sendVmsToGroup('Friends', 'Hi')).toMatchObject({ count: 2 });
  },
  'vms.sendVmsWithLocalFileToGroup': async ({ vms }) => {
    expect(await vms.sendVmsWithLocalFileToGroup('Friends', wave())).toMatchObject({ count: 2 });
  },
  'vms.sendVmsWithRemoteFileToGroup': async ({ vms }) => {
    expect(await vms.sendVmsWithRemoteFileToGroup('Friends', 'https://shop.test/a.wav')).toMatchObject({ count: 2 });
  },
  'profile.get': async ({ profile }) => {
    expect(await profile.get()).toMatchObject({ username: 'alice', phoneNumber: '', userType: 'native', points: 10 });
  },
  'hlr.check': async ({ hlr }) => {
    const found = { id: '1001', number: '48500100200', price: 0.1, status: 'OK' };
    expect(await hlr.check('500100200', 'a1')).toEqual(found);
    expect(await hlr.check(['500100200', 'Ann'])).toMatchObject([
      { ...found, id: '1002' },
      { number: 'Ann', status: 'ERROR', error: 13 },
    ]);
  },
};

type Called = (...args: readonly unknown[]) => Promise<unknown>;

/** The methods of the client by their names; its internal helpers begin with `format`. */
function methodsOf(value: object, prefix = ''): ReadonlyMap<string, Called> {
  const found = new Map<string, Called>();
  for (const [name, module] of Object.entries(value)) {
    if (typeof module !== 'object' || module === null || name === 'httpClient') continue;
    for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(module))) {
      const call: unknown = Reflect.get(module, method);
      if (method === 'constructor' || method.startsWith('format') || typeof call !== 'function') continue;
      found.set(`${prefix}${name}.${method}`, (...args) => Reflect.apply(call, module, args));
    }
    for (const [inner, call] of methodsOf(module, `${prefix}${name}.`)) found.set(inner, call);
  }
  return found;
}

/** All other methods of the client. Their endpoints are not in the specification (section 4). */
const OTHERS: readonly string[] = [...methodsOf(new SMSAPI(TOKEN)).keys()].filter((name) => !(name in METHODS));

describe('smsapi', () => {
  it.each(Object.entries(METHODS))('gets the expected result: %s', async (_name, drive) => {
    const { api, sandbox } = await smsapiWith({ groups });
    await drive(api, sandbox);
    expect(sandbox.callCount()).toBeGreaterThan(0);
  });

  it.each(OTHERS)('gets status 404 for an endpoint that the gateway does not have: %s', async (name) => {
    const { api, sandbox } = await smsapiWith();
    const arg = { credentials: {} };
    await expect(methodsOf(api).get(name)?.(arg, arg)).rejects.toMatchObject({ name: 'HttpError', status: 404 });
    expect(sandbox.callCount()).toBe(0);
  });

  it('gets the error of a wrong token in both forms', async () => {
    const { sandbox } = await smsapiWith();
    const stranger = new SMSAPI('other', sandbox.httpUrl);
    await expect(stranger.sms.sendSms('500100200', 'Hi')).rejects.toMatchObject({ data: { error: 101 } });
    expect(await stranger.profile.get()).toMatchObject({ error: 'authorization_failed' });
  });
});
