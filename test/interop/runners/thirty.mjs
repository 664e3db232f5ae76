// Thirty tests for any runner: the values of each are stored in the recording run and compared in the replay run.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SmsServiceClient } from 'sms-service-client';

const { URL_OF_GATEWAY: url = 'http://gateway.invalid/soap', TAPE_MODE: mode = 'locked', VALUES: folder } = process.env;
const { ORDER: order = '0', ONLY: only, FLAKY: flaky } = process.env;

/** The operations on the group of a test. Each call has another response, which depends on the number of tests. */
const KINDS = [
  async (client, name) => {
    const { groupId } = await client.addGroup({ name });
    await client.addNumber({ groupId, number: '48500100200', name });
    return [groupId, await client.getNumbers(groupId), (await client.getGroups()).length];
  },
  async (client) => {
    const counts = [];
    for (let time = 0; time < 4; time++) counts.push((await client.getGroups()).length);
    return [counts, await client.checkPoints()];
  },
  async (client, name) => {
    const { groupId } = await client.addGroup({ name });
    const before = (await client.getGroups()).length;
    await client.delGroup(groupId);
    return [groupId, before, (await client.getGroups()).length];
  },
  async (client, name) => {
    const points = await client.checkPoints();
    const refused = await client.addGroup({ name: `${name} ` }).then(
      ({ groupId }) => groupId,
      (error) => error.name,
    );
    return [points, refused, await client.checkPoints(), (await client.getGroups()).length];
  },
  async (client) => [await client.getSenders(), await client.getNumbers(99_999).catch((error) => error.name)],
];

/** The tests of one of the two files. */
export function testsOf(file) {
  const tests = Array.from({ length: 30 }, (_, index) => ({ name: `sees what it has recorded, ${index}`, index }))
    .filter(({ index }) => index % 2 === file)
    .filter(({ index }) => only === undefined || index === Number(only));
  // In an order that the number decides.
  const key = ({ index }) => ((index + 1) * (Number(order) * 2 + 1) * 2_654_435_761) % 1_000_003;
  return tests.sort((one, other) => key(one) - key(other));
}

const attempts = new Map();

/** Runs a test with the transport of its track. @param canBeTriedAgain - it may fail at first, when it is to */
export async function run({ name, index }, transport, canBeTriedAgain = false) {
  const credentials = { username: 'anna', password: 'tajne & <hasło> "ż\'' };
  const client = new SmsServiceClient({ url, credentials, transport });
  const attempt = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, attempt);
  if (flaky !== undefined && canBeTriedAgain && attempt === 1 && index % 3 === 0) {
    await client.getGroups().catch(() => undefined);
    await client.checkPoints().catch(() => undefined);
    throw new Error('fails at first');
  }
  const seen = await KINDS[index % KINDS.length](client, `Group ${index}`);
  const noted = path.join(folder, `${index}.json`);
  if (mode === 'locked') assert.deepEqual(JSON.parse(readFileSync(noted, 'utf8')), JSON.parse(JSON.stringify(seen)));
  else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(noted, JSON.stringify(seen));
  }
}
