import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { serve } from '../../support/http-server.js';
import { GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const gateway = new GatewayOfTests(() =>
  twoAccounts(command, { old: [{ name: 'Kept' }], new: [{ name: 'Kept' }, { name: 'Gone' }] }),
);
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const LINE = '! deleted\tGone\t1 numbers were deleted, but only 0 were compared: others were added in between';

/** Adds a number to each group of the target directly before it is deleted. */
async function addBeforeDeleting(): Promise<void> {
  const { url } = gateway.current;
  const somebody = new SmsServiceClient({ url, credentials: { username: 'new', password: SECRETS.new } });
  const between = await serve(async (request, response) => {
    const body = await buffer(request);
    const groupId = /soap_DelGroup[\s\S]*<id_group[^>]*>(\d+)</.exec(body.toString())?.[1];
    if (groupId !== undefined)
      await somebody.addNumber({ number: '48500100209', name: 'Late', groupId: Number(groupId) });
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/xml; charset=utf-8' } });
    response.writeHead(answer.status, { 'content-type': 'text/xml; charset=utf-8' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  command.write('sms-service.json', {
    profiles: {
      old: { url, username: 'old', passwordEnv: 'OLD_PASSWORD' },
      new: { url: between.url, username: 'new', passwordEnv: 'NEW_PASSWORD' },
    },
  });
}

describe('entries that were deleted with their group and not compared', () => {
  it('are printed by sync, which ends with 1', async () => {
    await addBeforeDeleting();
    const args = ['sync', '--from', 'old', '--to', 'new', '--delete', '--max-delete', '1'];
    const { code, out } = await run(...args);
    expect(code).toBe(1);
    expect(out).toContain(`${LINE}\n`);
    expect(await run(...args)).toMatchObject({ code: 0, out: '' });
  });
});
