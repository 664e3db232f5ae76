import type nockModule from 'nock';
import { type Client, createClientAsync } from 'soap';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import {
  type Cassette,
  cassette,
  faultXml,
  type NockReplay,
  type NockReplayOptions,
} from '../../../src/replay/index.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';
import { playThroughNock } from '../../../src/replay/serving/nock.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const other = { username: 'somebody', password: 'else' };
const url = 'http://gateway.test/soap';
const fileOf = cassetteFile();
let file = '';
let replay: NockReplay | undefined;

beforeEach(async () => {
  file = fileOf();
  const tape = cassette(file, { mode: 'record', transport: createSandbox().transport() });
  const client = new SmsServiceClient({ url, credentials, transport: tape });
  await client.addGroup({ name: 'Łódź', info: 'a & b' });
  await client.addNumber({ groupId: 1, number: '48500100200', name: 'Żółć' });
  await client.getNumbers(1);
  await tape.close();
});

afterEach(async () => {
  await replay?.close();
  replay = undefined;
});

const clientAt = (at: string): SmsServiceClient => new SmsServiceClient({ url: at, credentials: other, retry: false });

/** A client of node-soap, which fetches the WSDL as other programs do. */
const foreignClient = async (): Promise<Client> => createClientAsync(`${url}?wsdl`);

/** Tests a cassette through a version of nock. */
export function playsThroughNock(nock: typeof nockModule): void {
  const replayWithNock = (given: string | Cassette, options: NockReplayOptions = {}): NockReplay =>
    playThroughNock(PROTOCOLS, given, options, () => nock);

  describe('a cassette through nock', () => {
    it('replays for node-soap, which also fetches the WSDL', async () => {
      replay = replayWithNock(file);
      const client = await foreignClient();
      const [{ id_group: id }] = (await client['soap_AddGroupAsync']({
        client: other,
        group: { name: 'Łódź', info: 'a & b' },
      })) as [{ id_group: { $value: number } }];
      expect(id.$value).toBe(1);
    });

    it('replays for this client without a gateway', async () => {
      replay = replayWithNock(file, { url });
      const client = clientAt(url);
      expect(await client.getNumbers(1)).toEqual([{ number: '48500100200', name: 'Żółć', groupId: 1 }]);
      await client.close();
    });

    it('answers a miss with a Fault that explains it', async () => {
      replay = replayWithNock(file);
      const client = await foreignClient();
      const call = client['soap_AddGroupAsync']({ client: other, group: { name: 'Kraków', info: 'a & b' } });
      const error = String(await rejection(call as Promise<unknown>));
      expect(error).toContain('group.name: recorded "Łódź", given "Kraków"');
      expect(error).toContain('is not recorded because nock cannot record');
      for (const secret of Object.values(other)) expect(error).not.toContain(secret);
      expect(await rejection(replay.close())).toMatchObject({ code: 'REPLAY_MISS' });
    });

    it('answers other requests with a Fault', async () => {
      replay = replayWithNock(file);
      const response = await fetch(url, { method: 'POST', body: '<hello/>' });
      expect(response.status).toBe(500);
      expect(await response.text()).toBe(
        faultXml({ faultCode: 'Client', faultString: 'body: is no request: The document is not a SOAP envelope' }),
      );
    });

    it('breaks a connection that broke while recording', async () => {
      const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      const lost = new ConnectionError('lost', 'unknown', { cause });
      const tape = cassette(file, { mode: 'record', transport: { send: () => Promise.reject(lost) } });
      const recorder = new SmsServiceClient({ url, credentials, transport: tape, retry: false });
      await rejection(recorder.addGroup({ name: 'Łódź' }));
      await tape.close();
      replay = replayWithNock(file);
      const client = clientAt(url);
      expect(await rejection(client.addGroup({ name: 'Łódź' }))).toMatchObject({
        name: 'ConnectionError',
        cause: { code: 'ECONNRESET' },
      });
      await client.close();
    });

    it('refuses all other connections until it is closed', async () => {
      replay = replayWithNock(file, { url });
      const client = clientAt('http://127.0.0.1:9/soap');
      const refused = await rejection(client.checkPoints());
      expect(refused).toMatchObject({ name: 'ConnectionError', cause: { code: 'ENETUNREACH' } });
      await replay.close();
      replay = undefined;
      const error = await rejection(client.checkPoints());
      expect(error).toMatchObject({ name: 'ConnectionError', cause: { code: 'ECONNREFUSED' } });
      await client.close();
    });

    it('leaves other interceptors unchanged if it has an address', async () => {
      nock('http://other.test').get('/').reply(200, 'still here');
      replay = replayWithNock(file, { url });
      await replay.close();
      replay = undefined;
      expect(await (await fetch('http://other.test/')).text()).toBe('still here');
      nock('http://gateway.test').post('/soap').reply(503, 'away');
      const client = clientAt(url);
      expect(await rejection(client.checkPoints())).toMatchObject({ name: 'HttpStatusError', status: 503 });
      await client.close();
    });

    it('replays an open cassette with its options, and leaves it open', async () => {
      const tape = cassette(file, { mode: 'locked', match: { 'group.name': 'ignore' } });
      replay = replayWithNock(tape);
      const client = clientAt(url);
      expect(await client.addGroup({ name: 'Gdańsk', info: 'a & b' })).toEqual({ groupId: 1 });
      await replay.close();
      replay = undefined;
      await client.close();
      expect(await rejection(tape.close())).toMatchObject({
        code: 'REPLAY_MISS',
        message: expect.stringMatching(/^2 of the recordings .* were not asked for: /),
      });
    });

    it('never records into an open cassette', async () => {
      const tape = cassette(file, { mode: 'auto', transport: createSandbox().transport() }, {});
      replay = replayWithNock(tape);
      const client = clientAt(url);
      expect(await rejection(client.checkPoints())).toMatchObject({ name: 'SoapFaultError' });
      await client.close();
    });
  });
}
