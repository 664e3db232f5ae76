import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { GatewayOfTests, jsonLines, PASSWORDS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const ANIA = { number: '48500100201', name: 'Ania' };
const EWA = { number: '48500100202', name: '' };

const command = commandInProcess();
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name: 'Customers', numbers: [ANIA, EWA] }] }));

const sync = (...more: readonly string[]) => command.run(['sync', '--from', 'old', '--to', 'new', ...more], PASSWORDS);
const moved = () => gateway.current.account('new')?.groups.map(({ name, numbers }) => ({ name, numbers }));
const folder = (): string => path.join(command.folder, 'sms-service-sync', 'old-to-new');

describe('sms-service sync', () => {
  it('brings what is new, says how much, and then says nothing at all', async () => {
    expect(await sync('--concurrency', '1')).toEqual({ code: 0, out: '1 group made, 2 numbers added\n', err: '' });
    expect(moved()).toEqual([{ name: 'Customers', numbers: [ANIA, EWA] }]);
    expect(readdirSync(folder())).toEqual([]);
    expect(await sync()).toEqual({ code: 0, out: '', err: '' });
    expect(await sync('--verbose')).toEqual({ code: 0, out: 'Nothing is new.\n', err: '' });
  });

  it('says the same to machines, also where nothing is new', async () => {
    const result = {
      status: 'done',
      created: 1,
      added: 2,
      deleted: 0,
      rejected: 0,
      notMoved: 0,
      missing: 0,
      doubles: 0,
      surplus: 0,
    };
    expect(jsonLines(await sync('--json', '--folder', 'own'))).toEqual([result]);
    expect(jsonLines(await sync('--json', '--folder', 'own'))).toEqual([{ ...result, created: 0, added: 0 }]);
    expect(readdirSync(path.join(command.folder, 'own'))).toEqual([]);
  });

  it('lists each change in a dry run, and makes none', async () => {
    expect(await sync('--dry-run')).toEqual({
      code: 0,
      out: [
        '+ group\tCustomers',
        '+ number\t48500100201\tAnia\tin Customers',
        '+ number\t48500100202\t(no name)\tin Customers',
        '1 group would be made, 2 numbers added; nothing is changed',
        '',
      ].join('\n'),
      err: '',
    });
    expect(moved()).toEqual([]);
  });

  it('names what the gateway refuses, with exit code 1', async () => {
    gateway.current.failNext('soap_AddNumber', { result: 13 });
    const { code, out } = await sync('--concurrency', '1');
    expect({ code, out }).toEqual({
      code: 1,
      out: [
        'refused: …201 in Customers: gateway code 13, no correct telephone number',
        '1 group made, 1 number added',
        '1 refused by the gateway: see the lines above',
        '',
      ].join('\n'),
    });
  });

  it('says how to go on where it has ended, and goes on', async () => {
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const { code, out } = await sync('--concurrency', '1');
    expect(code).toBe(4);
    expect(out).toContain('then go on: sms-service sync --from old --to new');
    expect(existsSync(path.join(folder(), 'plan.jsonl.journal'))).toBe(true);
    expect(await sync()).toEqual({ code: 0, out: '0 groups made, 2 numbers added\n', err: '' });
  });

  it('does not say that nothing is new where it could not look', async () => {
    const { code, out } = await command.run(['sync', '--from', 'old', '--to', 'new'], {
      ...PASSWORDS,
      NEW_PASSWORD: 'x',
    });
    expect(code).toBe(3);
    expect(out).toMatch(/^The credentials are refused/);
  });

  it('goes on with the same part of the account, folder and deletions as it is told', async () => {
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const { out } = await sync('--concurrency', '1', '--include', 'Cust*', '--folder', 'own', '--delete');
    expect(out).toContain(
      "sms-service sync --from old --to new --folder own --include 'Cust*' --concurrency 1 --delete",
    );
  });

  it('refuses a second one, and names the first, with exit code 6', async () => {
    await sync();
    const lock = await holdLock(path.join(folder(), 'sync'));
    if ('holder' in lock) throw new Error('it is held');
    const { code, out, err } = await sync();
    lock.release();
    expect({ code, out }).toEqual({ code: 6, out: '' });
    expect(err).toContain(`is in use: another sync is at work, process ${process.pid}`);
    expect(err).toMatch(/; when that has ended, do it again\n$/);
  });

  it('deletes with --delete what only the target has, keeps a backup, and refuses too much', async () => {
    await sync();
    const old = gateway.current.account('old')?.groups[0];
    expect(old?.name).toBe('Customers');
    await command.run(
      ['numbers', 'remove', 'Customers', EWA.number, '--profile', 'old', '--plan', 'ewa.json'],
      PASSWORDS,
    );
    expect((await sync('--delete', '--max-delete', '0')).out).toContain(
      'Nothing is deleted, because it would be too much (maxDelete: is exceeded: of 2 entries 1 would be deleted',
    );
    expect(await sync('--delete', '--dry-run')).toEqual({
      code: 0,
      out: [
        '- number\t48500100202\tin Customers',
        '0 groups would be made, 0 numbers added, 1 group or number deleted or renamed; nothing is changed',
        '',
      ].join('\n'),
      err: '',
    });
    const { code, out } = await sync('--delete');
    expect({ code, line: out.split('\n')[1] }).toEqual({
      code: 0,
      line: expect.stringMatching(/^1 group or number deleted or renamed; the backup: .*deleted-2.*\.jsonl$/),
    });
    expect(moved()).toEqual([{ name: 'Customers', numbers: [ANIA] }]);
    expect(await sync('--delete')).toEqual({ code: 0, out: '', err: '' });
    expect(readdirSync(folder())).toEqual([expect.stringMatching(/^deleted-[\dT-]+\.jsonl$/)]);
    expect((await sync('--max-delete', '1')).code).toBe(2);
  });

  it('takes names of profiles for no path', async () => {
    const { url } = gateway.current;
    const of = (username: string) => ({ url, username, passwordEnv: `${username.toUpperCase()}_PASSWORD` });
    command.write('sms-service.json', { profiles: { '../old': of('old'), '..': of('new') } });
    const { code } = await command.run(['sync', '--from', '../old', '--to', '..'], PASSWORDS);
    expect(code).toBe(0);
    expect(readdirSync(path.join(command.folder, 'sms-service-sync'))).toContain('%2E%2E%2Fold-to-%2E%2E');
  });
});
