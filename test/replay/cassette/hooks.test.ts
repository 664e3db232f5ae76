import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type BeforeRecord, type CassetteOptions, cassette } from '../../../src/replay/index.js';
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
