import { describe, expect, it } from 'vitest';
import type { SandboxCodeOptions } from '../../../src/sandbox/index.js';
import { CLIENT, stubOf } from '../setup.js';
import { httpGateway } from './running-http.js';

const SMS = { to: '500100200', message: 'Hi' };

describe('a rule without a code', () => {
  it.each<readonly [what: string, path: string, form: Readonly<Record<string, string>>]>([
    ['seven attempts', 'vms.do', { to: '500100200', tts: 'Hi', try: '7' }],
    ['an interval of five minutes less a second', 'vms.do', { to: '500100200', tts: 'Hi', interval: '299' }],
    ['21 lookups', 'hlr.do', { number: Array.from({ length: 21 }, (_, index) => `5001002${index + 10}`).join(',') }],
    ['a fallback of two', 'sms.do', { ...SMS, to: '221234567,221234568', 'fallback[0][type]': 'vms' }],
    ['a request that asks for nothing', 'user.do', {}],
  ])('refuses %s with 8, or with the code that the gateway was given', async (_what, path, form) => {
    const { post } = await httpGateway();
    expect(await post(path, form)).toBe('ERROR:8');
    const own = await httpGateway({}, { codes: { badRequest: 2000 } });
    expect(await own.post(path, form)).toBe('ERROR:2000');
    expect(await own.json(path, form)).toMatchObject({ error: 2000 });
  });

  const md5 = '0'.repeat(32);

  it.each<readonly [rule: keyof SandboxCodeOptions, code: number, path: string, Readonly<Record<string, string>>]>([
    ['noUser', 1032, 'user.do', { get_user: 'nobody' }],
    ['userNameNotAccepted', 1114, 'user.do', { add_user: '!', pass: md5 }],
    ['passwordNotAccepted', 1123, 'user.do', { add_user: 'shop', pass: 'x' }],
    ['limitNotAccepted', 1131, 'user.do', { add_user: 'shop', pass: md5, limit: 'x' }],
    ['noSender', 2031, 'sender.do', { status: 'Nobody' }],
    ['senderNotActive', 2061, 'sender.do', { default: 'Old' }],
  ])('%s refuses with %i, or with its code', async (rule, code, path, form) => {
    const senders = ['Shop', { name: 'Old', status: 'INACTIVE' as const }];
    expect(await (await httpGateway({ senders })).post(path, form)).toBe(`ERROR:${code}`);
    const own = await httpGateway({ senders }, { codes: { [rule]: 77_777 } });
    expect(await own.post(path, form)).toBe('ERROR:77777');
    expect(await own.post('sms.do', { ...SMS, to: 'x' })).toBe('ERROR:13');
  });

  it('has the same code over SOAP', async () => {
    const { sandbox } = await httpGateway({}, { codes: { groupNeedsName: 4000 } });
    const { result } = await stubOf(sandbox).soap_AddGroup({
      client: CLIENT,
      group: { name: ' ' },
    });
    expect(result).toBe(4000);
  });
});
