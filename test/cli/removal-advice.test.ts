import { expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
const groups = [{ name: 'VIP', numbers: [{ number: '48500100200', name: 'Ala' }] }];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: groups }));

it('a removal that finds a group gone names the account that its backup belongs to', async () => {
  for (const words of ['plan --from old --to new --out p.json', 'apply p.json', 'remove plan p.json --out r.json']) {
    expect(await command.run(words.split(' '), PASSWORDS)).toMatchObject({ code: 0 });
  }
  gateway.current.failNext('soap_GetNumbers', { result: 40 });
  const { code, out } = await command.run(['remove', 'apply', 'r.json'], PASSWORDS);
  expect(code).toBe(1);
  expect(out).toContain(
    'All that was deleted is in the plan: sms-service import r.json --format jsonl --profile old\n',
  );
});
