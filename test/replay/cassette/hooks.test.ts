import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type BeforePlay, type BeforeRecord, type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const url = 'https://gateway.test/soap';
const key = 'W3ll-made-Key-of-32-characters-xy';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const gateway = (points = 50): Transport => createSandbox({ accounts: [{ ...credentials, points }] }).transport();

/** A gateway that gives the points as a text in its own charset. */
const described = (description: string): Transport => ({
  send: async () => ({
    status: 200,
    headers: { 'content-type': 'text/xml; charset=iso-8859-2' },
    body: Buffer.from(
      soapResponse(
        'soap_CheckPoints',
        `<result>0</result><description>${description}</description><points>7</points>`,
      ).replace('UTF-8', 'ISO-8859-2'),
      'latin1',
    ),
  }),
});

function over(options: CassetteOptions): { readonly client: SmsServiceClient; close(): Promise<void> } {
  const tape = cassette(file, options, {});
  const client = new SmsServiceClient({ url, credentials, transport: tape, retry: false });
  return { client, close: () => tape.close() };
}

describe('beforeRecord', () => {
  it('sees the call without credentials, and changes what is kept, not what its caller gets', async () => {
    const seen: unknown[] = [];
    const beforeRecord: BeforeRecord = async ({ operation, input, response }) => {
      seen.push({ operation, input, status: response.status });
      return { ...response, text: response.text.replace('50', '999') };
    };
    const recording = over({ transport: gateway(), beforeRecord });
    expect(await recording.client.checkPoints()).toBe(50);
    await recording.close();
    expect(seen).toEqual([{ operation: 'soap_CheckPoints', input: {}, status: 200 }]);
    expect(await over({ mode: 'locked' }).client.checkPoints()).toBe(999);
  });

  it('leaves a call out, or as it is', async () => {
    const beforeRecord: BeforeRecord = ({ operation }) => (operation === 'soap_CheckPoints' ? false : undefined);
    const recording = over({ transport: gateway(), beforeRecord });
    expect(await recording.client.checkPoints()).toBe(50);
    expect(existsSync(file)).toBe(false);
    await recording.client.getGroups();
    expect(readFileSync(file, 'utf8')).toContain('soap_GetGroups');
  });

  it.each([{}, { privacy: { numbers: true, key } }])(
    'cannot put a secret, or a number, into the file: %j',
    async (options) => {
      const beforeRecord: BeforeRecord = ({ response }) => ({
        ...response,
        text: response.text.replace('said', `${credentials.password} 48500100200`),
      });
      await over({ transport: described('said'), beforeRecord, ...options }).client.checkPoints();
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain(credentials.password);
      expect(text.includes('48500100200')).toBe(options.privacy === undefined);
    },
  );

  it('leaves letters of another charset as they are', async () => {
    const beforeRecord: BeforeRecord = ({ response }) => ({ ...response, text: response.text.replace('>7<', '>8<') });
    await over({ transport: described('\u00b3\u00f3d\u00bc'), beforeRecord }).client.checkPoints();
    expect(readFileSync(file, 'utf8')).toContain('łódź');
    expect(await over({ mode: 'locked' }).client.checkPoints()).toBe(8);
  });

  it.each<[string, BeforeRecord]>([
    ['it throws', () => expect.fail('mine')],
    ['it gives no response', () => 5 as never],
    ['it gives no text', ({ response }) => ({ ...response, text: undefined as never })],
  ])('makes the call fail with an unknown outcome where %s', async (_why, beforeRecord) => {
    const { client } = over({ transport: gateway(), beforeRecord });
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

describe('beforePlay', () => {
  beforeEach(async () => {
    await over({ transport: gateway(), now: () => new Date('2026-01-01T00:00:00Z') }).client.checkPoints();
  });

  it('changes what is played, and not what is in the file', async () => {
    const before = readFileSync(file, 'utf8');
    const beforePlay: BeforePlay = ({ operation, recordedAt, response }) => {
      expect([operation, recordedAt.toISOString()]).toEqual(['soap_CheckPoints', '2026-01-01T00:00:00.000Z']);
      return { ...response, text: response.text.replace('50', '3') };
    };
    expect(await over({ mode: 'locked', beforePlay }).client.checkPoints()).toBe(3);
    expect(await over({ mode: 'locked', beforePlay: () => undefined }).client.checkPoints()).toBe(50);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('makes the call fail, and not be tried again, where it fails', async () => {
    const { client } = over({ mode: 'replay', beforePlay: () => expect.fail('mine') });
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ValidationError', path: 'beforePlay' });
  });
});

describe('templates', () => {
  const record = async (text: string): Promise<void> => {
    const beforeRecord: BeforeRecord = ({ response }) => ({ ...response, text: response.text.replace('said', text) });
    await over({ transport: described('said'), beforeRecord }).client.checkPoints();
  };
  const now = (): Date => new Date('2026-03-01T00:00:10Z');
  const playedText = async (options: CassetteOptions): Promise<string> => {
    let text = '';
    const beforePlay: BeforePlay = ({ response }) => {
      text = response.text;
    };
    await over({ mode: 'replay', now, beforePlay, ...options }).client.checkPoints();
    return text;
  };

  it('are moments in unix seconds, of the time at which they are played', async () => {
    await record('{{now}} {{now+3600}} {{now-10}}');
    expect(await playedText({ templates: true })).toContain('1772323210 1772326810 1772323200');
    expect(await playedText({})).toContain('{{now}}');
  });

  it('are nothing else, and nothing with pseudonyms', async () => {
    await record('{{now}} {{today}}');
    for (const mode of ['replay', 'auto', 'locked'] as const) {
      expect(() => over({ templates: true, mode })).toThrow(
        expect.objectContaining({
          path: 'templates',
          message: expect.stringMatching(
            /know no "\{\{today\}\}", but \{\{now\}\}, \{\{now\+60\}\} and \{\{now-60\}\}, in seconds; in soap_CheckPoints of 20/,
          ),
        }),
      );
    }
    // These play nothing that is there.
    for (const mode of ['record', 'update'] as const) await over({ templates: true, mode }).close();
    expect(() => over({ templates: true, privacy: { names: true, key } })).toThrow(
      expect.objectContaining({ path: 'templates' }),
    );
  });
});

describe('what passes through', () => {
  it('goes to the gateway in every mode, and is neither recorded nor played', async () => {
    const passThrough = ['soap_CheckPoints'];
    const recording = over({ mode: 'record', transport: gateway(), passThrough });
    expect(await recording.client.checkPoints()).toBe(50);
    await recording.client.getGroups();
    await recording.close();
    expect(readFileSync(file, 'utf8')).not.toContain('soap_CheckPoints');
    const playing = over({ mode: 'locked', transport: gateway(7), passThrough });
    expect(await playing.client.checkPoints()).toBe(7);
    expect(await playing.client.getGroups()).toEqual([]);
    await playing.close();
  });

  it('is refused by its place where it names no operation', () => {
    for (const operation of ['soap_CheckPoint', 'checkPoints', 'SMS.DO', 'toString']) {
      expect(() => over({ passThrough: ['soap_CheckPoints', 'sms.do', operation] })).toThrow(
        expect.objectContaining({
          path: 'passThrough[2]',
          message: expect.stringContaining(`'soap_CheckPoints'`),
        }),
      );
    }
  });

  it('still waits for its turn', async () => {
    const away: Transport = { send: async () => ({ status: 503, headers: {}, body: Buffer.from('away') }) };
    const tape = cassette(file, { mode: 'replay', transport: away, passThrough: ['soap_CheckPoints'] }, {});
    const request = { method: 'POST', url, operation: 'x', idempotent: true, headers: {} } as const;
    const body = Buffer.from(
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><soap_CheckPoints><client/></soap_CheckPoints></e:Body></e:Envelope>',
    );
    expect(await tape.needsNoWait?.({ ...request, body })).toBe(false);
  });
});
