import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, timeless, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const ANIA = { number: '48500100201', name: 'Ania' };
const EWA = { number: '48500100202', name: '' };

const command = commandInProcess();
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name: 'Customers', numbers: [ANIA, EWA] }] }));

const sync = (...more: readonly string[]) => command.run(['sync', '--from', 'old', '--to', 'new', ...more], PASSWORDS);
const moved = () => gateway.current.account('new')?.groups.map(({ name, numbers }) => ({ name, numbers }));
const folder = (): string => path.join(command.folder, 'sms-service-sync', 'old-to-new');

describe('sms-service sync', () => {
  it('adds what is new, prints how much, and prints nothing if nothing is new', async () => {
    expect(timeless(await sync('--concurrency', '1'))).toEqual({
      code: 0,
      out: 'This run: 1 group created, 2 numbers added, in 0 s.\n3 of 3 steps complete.\n',
      err: '',
    });
    expect(moved()).toEqual([{ name: 'Customers', numbers: [ANIA, EWA] }]);
    expect(readdirSync(folder())).toEqual([]);
    expect(await sync()).toEqual({ code: 0, out: '', err: '' });
  });

  it('prints JSON, also if nothing is new', async () => {
    const changes = { groupsAdded: 1, groupsDeleted: 0, numbersAdded: 2, numbersDeleted: 0, numbersRenamed: 0 };
    const result = {
      ...{ status: 'done', done: 3, failed: 0, skipped: 0, total: 3, changes },
      ...{ extraDeleted: 0, notCopied: 0, failures: [], seconds: expect.any(Number) },
    };
    expect(jsonLines(await sync('--json', '--folder', 'own'))).toEqual([result]);
    const none = { ...changes, groupsAdded: 0, numbersAdded: 0 };
    expect(jsonLines(await sync('--json', '--folder', 'own'))).toEqual([
      { ...result, done: 0, total: 0, changes: none },
    ]);
    expect(readdirSync(path.join(command.folder, 'own'))).toEqual([]);
  });

  it('deletes with --delete what only the target has, keeps a backup, and refuses to delete too much', async () => {
    await sync();
    const old = gateway.current.account('old')?.groups[0];
    expect(old?.name).toBe('Customers');
    await command.run(
      ['numbers', 'remove', 'Customers', EWA.number, '--profile', 'old', '--plan', 'ewa.json'],
      PASSWORDS,
    );
    expect((await sync('--delete', '--max-delete', '0')).out).toContain(
      'The limit of deletions would be exceeded (--max-delete allows 0 deletions, but 1 of 2 entries would be deleted',
    );
    expect(await sync('--delete', '--dry-run')).toEqual({
      code: 0,
      out: ['- number\t48500100202\tin Customers', 'Dry run: 1 number to be deleted.', ''].join('\n'),
      err: '',
    });
    const { code, out } = await sync('--delete');
    expect({ code, line: out.split('\n')[2] }).toEqual({
      code: 0,
      line: expect.stringMatching(/^Backup of what was deleted: .*deleted-2.*\.jsonl$/),
    });
    expect(moved()).toEqual([{ name: 'Customers', numbers: [ANIA] }]);
    expect(await sync('--delete')).toEqual({ code: 0, out: '', err: '' });
    expect(readdirSync(folder())).toEqual([expect.stringMatching(/^deleted-[\dT-]+\.jsonl$/)]);
    expect((await sync('--max-delete', '1')).code).toBe(2);
  });

  it('does not use the names of profiles as a path', async () => {
    const { url } = gateway.current;
    const of = (username: string) => ({ url, username, passwordEnv: `${username.toUpperCase()}_PASSWORD` });
    command.write('sms-service.json', { profiles: { '../old': of('old'), '..': of('new') } });
    const { code } = await command.run(['sync', '--from', '../old', '--to', '..'], PASSWORDS);
    expect(code).toBe(0);
    expect(readdirSync(path.join(command.folder, 'sms-service-sync'))).toContain('%2E%2E%2Fold-to-%2E%2E');
  });
});
