const { required } = require('../shared/required.cjs');
const { scenario } = require('../shared/scenario.cjs');

test('the library works', () => scenario(required));

test('nock that the test has loaded is the one that plays', async () => {
  const { mkdtempSync, rmSync } = require('node:fs');
  const path = require('node:path');
  const nock = require('nock');
  const { main, replay, sandbox } = required;
  const folder = mkdtempSync(path.join(require('node:os').tmpdir(), 'jest-nock-'));
  const file = path.join(folder, 'calls.har');
  const options = { url: 'http://gateway.test/', credentials: { username: 'demo', password: 'demo-password' } };
  const tape = replay.cassette(file, { mode: 'record', transport: sandbox.createSandbox().transport() });
  await new main.SmsServiceClient({ ...options, transport: tape }).addGroup({ name: 'A' });
  await tape.close();
  const played = replay.replayWithNock(file);
  try {
    expect(nock.pendingMocks().length + nock.activeMocks().length).toBeGreaterThan(0);
    const client = new main.SmsServiceClient(options);
    expect(await client.addGroup({ name: 'A' })).toEqual({ groupId: 1 });
    await client.close();
  } finally {
    await played.close();
    nock.restore();
    rmSync(folder, { recursive: true, force: true });
  }
});
