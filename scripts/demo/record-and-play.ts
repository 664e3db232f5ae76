import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SmsServiceClient } from 'sms-service-client';
import { cassette, ReplayMissError } from 'sms-service-client/replay';
import { startSandbox } from 'sms-service-client/sandbox';
import { result, step } from './say.js';

/** Records a short session, plays it when the gateway is gone, and asks for something that was not recorded. */
export async function recordAndPlay(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sms-service-client-'));
  const file = path.join(folder, 'session.har');
  const credentials = { username: 'demo', password: 'demo-password' };
  const sandbox = await startSandbox();
  try {
    step('Recording a session into a cassette (a HAR file, without user name and password)');
    const recorder = cassette(file, { mode: 'record' });
    const recorded = new SmsServiceClient({ url: sandbox.url, credentials, transport: recorder });
    const { groupId } = await recorded.addGroup({ name: 'Regulars' });
    await recorded.addNumber({ groupId, number: '48500100201', name: 'Ania' });
    await recorder.close();
    await sandbox.close();
    result(`two calls in ${file}`);

    step('Playing it: the gateway is gone, and no connection is made');
    const player = cassette(file, { mode: 'replay' });
    const played = new SmsServiceClient({ url: sandbox.url, credentials, transport: player });
    result(`addGroup: group ${(await played.addGroup({ name: 'Regulars' })).groupId}`);
    await played.addNumber({ groupId, number: '48500100201', name: 'Ania' });
    result('addNumber: accepted');

    step('Asking for what was not recorded');
    try {
      await played.addNumber({ groupId, number: '48500100202', name: 'Ania' });
    } catch (error) {
      if (!(error instanceof ReplayMissError)) throw error;
      result(`${error.name}: ${error.message.replaceAll('\n', '\n    ')}`);
    }
    // A test that has caught its miss fails all the same.
    const said = await player.close().catch((error: unknown) => error);
    if (!(said instanceof ReplayMissError)) throw new Error('the end of the cassette does not tell of the miss');
    result('close() says so again');
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}
