import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../../generated/index.js';
import { CLIENT } from '../setup.js';
import { httpGateway, TOKEN } from './running-http.js';

const SMS = { to: '500100200', message: 'Hi' };

describe('a token', () => {
  it('is in the header or in a parameter; the header has priority', async () => {
    const { sandbox } = await httpGateway();
    const ask = async (headers: Record<string, string>, query: string): Promise<string> =>
      (await fetch(`${sandbox.httpUrl}user.do?credits=1${query}`, { headers })).text();
    expect(await ask({ authorization: `bearer  ${TOKEN} ` }, '')).toBe('Points: 10');
    expect(await ask({}, `&access_token=${TOKEN}`)).toBe('Points: 10');
    expect(await ask({ authorization: `Bearer ${TOKEN}` }, '&access_token=other')).toBe('Points: 10');
    expect(await ask({ authorization: 'Bearer other' }, `&access_token=${TOKEN}`)).toBe('ERROR:101');
    expect(await ask({ authorization: `Basic ${TOKEN}` }, '')).toBe('ERROR:101');
    expect(await ask({}, '')).toBe('ERROR:101');
    expect(await ask({}, '&access_token=sesame-street')).toBe('ERROR:101');
  });

  it('is valid only for its areas', async () => {
    const { fetch } = await httpGateway({ tokens: [{ token: TOKEN, scopes: ['hlr', 'points'] }] });
    const ask = async (path: string): Promise<string> => (await fetch(path)).text();
    expect(await ask('hlr.do?number=500100200')).toBe('OK:1001:0.1');
    expect(await ask('user.do?credits=1')).toBe('Points: 9.9');
    for (const path of [
      'sms.do?to=500100200&message=Hi',
      'sms.do?sch_del=1',
      'mms.do?to=1',
      'vms.do?to=1',
      'user.do?list=1',
      'user.do?add_user=bob',
      'user.do?set_user=bob',
      'user.do?get_user=bob',
      'sender.do?list=1',
      'sender.do?status=Shop',
      'sender.do?default=Info',
    ]) {
      expect([path, await ask(path)]).toEqual([path, 'ERROR:401']);
    }
    expect(JSON.parse(await ask('profile'))).toMatchObject({ error: 401, message: 'Token has no access to this area' });
  });
});

describe('a gateway with a variant', () => {
  it('"current" sends only by POST, and has no points, sub-users, sender names and lookups', async () => {
    const { fetch, post } = await httpGateway({}, { variant: 'current' });
    expect(await post('sms.do', { ...SMS, datacoding: 'bin', udh: 'zz' })).toBe('OK:1001:0.16');
    expect((await fetch('sms.do?to=500100200&message=Hi')).status).toBe(405);
    for (const path of ['user.do', 'sender.do', 'hlr.do']) expect((await fetch(path)).status).toBe(404);
    expect((await fetch('profile')).status).toBe(200);
  });

  it('"earlier" has no time restriction and no fallback', async () => {
    const { post } = await httpGateway({}, { variant: 'earlier' });
    const order = { to: '221234567,500100200', message: 'Hi', time_restriction: 'later', 'fallback[0][type]': 'vms' };
    expect(await post('sms.do', order)).toBe('OK:1001:0.16:48221234567;OK:1002:0.16:48500100200');
    expect(await post('sms.do', { to: '500100200', message: 'x'.repeat(919) })).toBe('ERROR:12');
    expect(await post('user.do', { credits: '1' })).toBe('Points: 9.68');
  });
});

describe('an account is shared', () => {
  it('with SOAP: its points, messages, groups and idx', async () => {
    const { post, sandbox } = await httpGateway();
    const stub = new SmsServiceStub({ transport: sandbox.transport(), url: sandbox.url });
    const client = CLIENT;
    await stub.soap_AddGroup({ client, group: { name: 'Friends' } });
    await stub.soap_AddNumber({ client, number: { id_group: 1, number: '500100200' } });
    expect(await post('sms.do', { group: 'Friends', message: 'Hi', idx: 'a1', flash: '1' })).toMatch(/^OK:1001/);
    expect(await stub.soap_CheckPoints({ client })).toMatchObject({ points: 9.84 });
    expect((await stub.soap_GetSmsByIds({ client, arIds: ['1001'] })).arSms).toMatchObject([
      { id: '1001', to: '48500100200', message: 'Hi', flash: 1 },
    ]);
    await stub.soap_SendSms({ client, sms_param: { ...SMS, idx: 's1' } });
    expect(await post('user.do', { credits: '1' })).toBe('Points: 9.68');
    expect(await post('sms.do', { ...SMS, idx: 'S1', check_idx: '1' })).toBe('ERROR:53');
  });
});

describe('a failure is set by the path', () => {
  it('and responds with its code, in text and in JSON', async () => {
    const { post, json, fetch, sandbox } = await httpGateway();
    sandbox.failNext('sms.do', { result: 103 });
    sandbox.failNext('*', { result: 999, description: 'Try later' });
    sandbox.failNext('profile', { result: 101 });
    expect(await post('user.do', { credits: '1' })).toBe('ERROR:999');
    expect(await json('sms.do', SMS)).toEqual({ error: 103, message: 'Not enough points' });
    expect(await (await fetch('profile')).json()).toMatchObject({ error: 'authorization_failed' });
    expect(sandbox.account('alice')?.messages).toEqual([]);
    expect(sandbox.callCount('sms.do')).toBe(1);
    expect(sandbox.requests.map(({ operation }) => operation)).toEqual(['user.do', 'sms.do', 'profile']);
  });

  it('and fails after it was accepted', async () => {
    const { post, sandbox } = await httpGateway();
    sandbox.failNext('sms.do', { result: 200, carriedOut: true });
    const order = { ...SMS, idx: 'a', check_idx: '1' };
    expect(await post('sms.do', order)).toBe('ERROR:200');
    expect(await post('sms.do', order)).toBe('ERROR:53');
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
  });
});
