import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SmsServiceClient } from 'sms-service-client';
import { cassette, ReplayMissError } from 'sms-service-client/replay';
import { startSandbox } from 'sms-service-client/sandbox';
import { result, step } from './say.js';

/** Records a short session, replays it without a gateway, and makes a call that was not recorded. */
export async function recordAndReplay(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sms-service-client-'));
  const file = path.join(folder, 'session.har');
  const credentials = { username: 'demo', password: 'demo-password' };
  const sandbox = await startSandbox();
  try {
    step('Recording two calls into a cassette (a HAR file without user name and password)');
    const recorder = cassette(file, { mode: 'record' });
    const recorded = new SmsServiceClient({ url: sandbox.url, credentials, transport: recorder });
    const { groupId } = await recorded.addGroup({ name: 'Regulars' });
    await recorded.addNumber({ groupId, number: '48500100201', name: 'Ania' });
    await recorder.close();
    await sandbox.close();
    result(`recorded in ${file}`);

    step('Replaying them after the gateway has stopped, without a connection');
    const player = cassette(file, { mode: 'replay' });
    const played = new SmsServiceClient({ url: sandbox.url, credentials, transport: player });
    result(`addGroup: group ${(await played.addGroup({ name: 'Regulars' })).groupId}`);
    await played.addNumber({ groupId, number: '48500100201', name: 'Ania' });
    result('addNumber: accepted');

    step('Making a call that was not recorded');
    try {
      await played.addNumber({ groupId, number: '48500100202', name: 'Ania' });
    } catch (error) {
      if (!(error instanceof ReplayMissError)) throw error;
      result(`${error.name}: ${error.message.replaceAll('\n', '\n    ')}`);
    }
    // A test that catches the error of the call still fails.
    const again = await player.close().catch((error: unknown) => error);
    if (!(again instanceof ReplayMissError)) throw new Error('close() did not report the call');
    result('close() reports the same error');
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}
