import { describe, expect, it } from 'vitest';
import { httpGateway } from './running-http.js';

describe('points that sub-users share', () => {
  it('are spent by the limit of each, and by nobody once the main user has none', async () => {
    const of = (name: string, limit: number) => ({ username: name, password: 'p', tokens: [`token-${name}`], limit });
    const users = [of('ann', 0.4), of('bob', 100)];
    const { fetch, post } = await httpGateway({ points: 1, users });
    const send = async (name: string): Promise<string> => {
      const headers = { authorization: `Bearer token-${name}` };
      const body = new URLSearchParams({ to: '500100200', message: 'Hi' });
      return (await (await fetch('sms.do', { method: 'POST', headers, body })).text()).replace(/^OK:.*/, 'OK');
    };
    expect(await Promise.all(['ann', 'ann', 'ann'].map(send))).toEqual(['OK', 'OK', 'ERROR:103']);
    expect(await post('user.do', { credits: '1' })).toBe('Points: 0.68');
    // Four of six: 0.64 of 0.68.
    const all = await Promise.all(['bob', 'bob', 'bob', 'bob', 'bob', 'bob'].map(send));
    expect(all.filter((answer) => answer === 'OK')).toHaveLength(4);
    expect(await post('user.do', { credits: '1' })).toBe('Points: 0.04');
    expect(await post('user.do', { get_user: 'bob', without_prefix: '1' })).toMatch(/^OK:99\.36:/);
    expect(await post('sms.do', { to: '500100200', message: 'Hi' })).toBe('ERROR:103');
  });

  it('are out of reach of whoever has been switched off, in the middle of it', async () => {
    const ann = { username: 'ann', password: 'p', tokens: ['token-ann'], limit: 9 };
    const { fetch, post } = await httpGateway({ users: [ann] });
    const headers = { authorization: 'Bearer token-ann' };
    const ask = async (): Promise<string> => (await fetch('sms.do?to=500100200&message=Hi', { headers })).text();
    expect(await ask()).toMatch(/^OK:/);
    expect(await post('user.do', { set_user: 'ann', without_prefix: '1', active: '0' })).toBe('OK:ann');
    expect(await ask()).toBe('ERROR:101');
  });
});
