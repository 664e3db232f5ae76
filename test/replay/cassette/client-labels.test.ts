import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient, SmsServiceGateway } from '../../../src/client/index.js';
import { type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';
import { cassetteFile } from '../cassette-folder.js';

const url = 'https://gateway.test/soap';
const same = { username: 'shared-account', password: 'sesame-9-open' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** A gateway that gives each call another number of points. */
function counting(): Transport {
  let points = 0;
  return {
    send: async () => {
      points += 1;
      const body = Buffer.from(soapResponse('soap_CheckPoints', `<result>0</result><points>${points}</points>`));
      return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
    },
  };
}

const clientOf = (transport: Transport, label: string | undefined, credentials = same): SmsServiceClient =>
  new SmsServiceClient({ url, transport, credentials, retry: false, ...(label === undefined ? {} : { label }) });

async function record(labels: readonly (string | undefined)[], options: CassetteOptions = {}): Promise<void> {
  const tape = cassette(file, { transport: counting(), ...options }, {});
  for (const label of labels) await clientOf(tape, label).checkPoints();
  await tape.close();
}

const player = (options: CassetteOptions = {}) => cassette(file, { mode: 'replay', ...options }, {});
const kept = (): unknown[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: { _account?: string }[] } }).log.entries.map(
    ({ _account }) => _account,
  );

describe('clients with labels on one cassette', () => {
  it('are told apart by these, also where their user names are equal', async () => {
    await record(['tenant-17', 'tenant', 'tenant-17']);
    expect(kept()).toEqual(['tenant-17', 'tenant', 'tenant-17']);
    const playing = player();
    const [one, two] = [clientOf(playing, 'tenant'), clientOf(playing, 'tenant-17')];
    expect([await one.checkPoints(), await two.checkPoints(), await two.checkPoints()]).toEqual([2, 1, 3]);
    expect(await rejection(one.checkPoints())).toMatchObject({ code: 'REPLAY_MISS', label: 'tenant' });
    await playing.close().catch(() => undefined);
  });

  it('are those of a gateway', async () => {
    const made = async (transport: Transport): Promise<number[]> => {
      const gateway = new SmsServiceGateway({ url, transport, retry: false });
      const points: number[] = [];
      for (const label of ['a', 'b']) points.push(await gateway.client({ credentials: same, label }).checkPoints());
      return points;
    };
    const tape = cassette(file, { transport: counting() }, {});
    expect(await made(tape)).toEqual([1, 2]);
    await tape.close();
    expect(await made(player())).toEqual([1, 2]);
    expect(kept()).toEqual(['a', 'b']);
  });

  it('do not take the place of one another', async () => {
    await record(['tenant-17']);
    const playing = player();
    expect(await rejection(clientOf(playing, 'tenant-18').checkPoints())).toMatchObject({ code: 'REPLAY_MISS' });
    expect(await clientOf(playing, 'tenant-17').checkPoints()).toBe(1);
    await playing.close().catch(() => undefined);
  });

  it('play what was recorded without labels', async () => {
    await record([undefined, undefined]);
    const playing = clientOf(player(), 'tenant-17');
    expect([await playing.checkPoints(), await playing.checkPoints()]).toEqual([1, 2]);
  });

  it('can have further credentials each, of which the recordings are told apart, too', async () => {
    const renewed = { ...same, password: 'another-9-one' };
    const all = async (transport: Transport): Promise<number[]> => [
      await clientOf(transport, 'tenant (2)').checkPoints(),
      await clientOf(transport, 'tenant').checkPoints(),
      await clientOf(transport, 'tenant', renewed).checkPoints(),
    ];
    const tape = cassette(file, { transport: counting() }, {});
    expect(await all(tape)).toEqual([1, 2, 3]);
    await tape.close();
    expect(kept()).toEqual(['tenant (2) (1)', 'tenant', 'tenant (2)']);
    const playing = player();
    expect(await clientOf(playing, 'tenant').checkPoints()).toBe(2);
    expect(await clientOf(playing, 'tenant', renewed).checkPoints()).toBe(3);
    expect(await clientOf(playing, 'tenant (2)').checkPoints()).toBe(1);
  });

  it('have the label that the cassette was told instead', async () => {
    const accounts = { main: same.username };
    await record(['tenant-17'], { accounts });
    expect(kept()).toEqual(['main']);
    expect(await clientOf(player({ accounts }), 'tenant-18').checkPoints()).toBe(1);
  });

  it('are not told apart where that is not wanted', async () => {
    await record(['tenant-17', 'tenant-18'], { accounts: 'any' });
    expect(kept()).toEqual([undefined, undefined]);
    expect(await clientOf(player({ accounts: 'any' }), 'tenant-18').checkPoints()).toBe(1);
  });
});

const LABELS = ['tenant', 'tenant-2', 'tenant-17', 'tenant (1)', 'tenant (2)', 'Łódź 🦊', 'x-refused-0123456789ab'];

it('each of many gets its own answers, on each track and in whatever order the others ask', async () => {
  const callsOf = fc.array(
    fc.record({
      label: fc.constantFrom(...LABELS),
      track: fc.constantFrom('first' as const, 'second' as const),
      username: fc.constantFrom('one', 'two'),
      password: fc.constantFrom('sesame-9', 'sesame-10'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const property = fc.asyncProperty(callsOf, fc.infiniteStream(fc.nat()), async (calls, numbers) => {
    file = fileOf();
    const tape = cassette(file, { transport: counting() }, {});
    const tracksOf = (on: typeof tape) => ({ first: on.track('first'), second: on.track('second') });
    const asked = async (on: ReturnType<typeof tracksOf>, { label, track, ...credentials }: (typeof calls)[number]) =>
      clientOf(on[track], label, credentials).checkPoints();
    const recording = tracksOf(tape);
    const queues = new Map<string, { readonly call: (typeof calls)[number]; readonly points: number }[]>();
    for (const call of calls) {
      const queue = queues.get(call.track + call.label) ?? [];
      queues.set(call.track + call.label, [...queue, { call, points: await asked(recording, call) }]);
    }
    await tape.close();
    const playback = player();
    const playing = tracksOf(playback);
    while (queues.size > 0) {
      const names = [...queues.keys()];
      const name = names[(numbers.next().value ?? 0) % names.length] ?? '';
      const [next, ...rest] = queues.get(name) ?? [];
      if (rest.length === 0) queues.delete(name);
      else queues.set(name, rest);
      if (next !== undefined) expect(await asked(playing, next.call)).toBe(next.points);
    }
    await playback.close();
  });
  await expect(fc.assert(property, { numRuns: 60 })).resolves.toBeUndefined();
});
