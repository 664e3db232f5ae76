import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { cassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';
import { ECHO_FORMS } from '../privacy/echo-forms.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const SECRETS = { ascii: 't0ken-9-open', polish: 'zażółć-gęślą-7', marks: 'pa&s<w"ó>rd-7' };

/** The recorded request with this password, and the response. */
async function keptOf(body: string, password: string, contentType: string): Promise<string> {
  const response = { status: 200, headers: { 'content-type': contentType }, body: Buffer.from(body) };
  rmSync(file, { force: true });
  const tape = cassette(file, { transport: { send: async () => response }, mode: 'record' }, {});
  const client = new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: 'another-token-1',
    variant: 'earlier',
    passwordHash: 'none',
    transport: tape,
    retry: false,
  });
  await client.users.add({ username: 'anna', password }).catch(() => undefined);
  const text = readFileSync(file, 'utf8');
  const { log } = JSON.parse(text) as { log: { entries: { response: { content: { text: string } } }[] } };
  expect(log.entries).toHaveLength(1);
  const kept = log.entries[0]?.response.content.text ?? '';
  return [
    text,
    kept,
    kept.replace(/\\u([\da-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  ].join('\n');
}

const JSON_TYPE = 'application/json; charset=utf-8';
const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe.each(Object.entries(ECHO_FORMS))(
  'an echoed secret in an HTTP response is not recorded: %s',
  (_kind, forms) => {
    it.each(Object.entries(forms))('%s', async (form, make) => {
      for (const secret of Object.values(SECRETS)) {
        const echo = make(secret);
        const bodies: readonly (readonly [string, string])[] = [
          [JSON.stringify({ username: 'anna', info: `before ${echo} after` }), JSON_TYPE],
          [`{"username":"anna","info":"${escaped(echo)}"}`, JSON_TYPE],
          [JSON.stringify({ username: 'anna', owner: [{ [echo]: echo }] }), JSON_TYPE],
          [JSON.stringify({ error: 11, message: echo }), JSON_TYPE],
          [`OK:${echo}`, 'text/plain'],
          [`<html>${echo}</html>`, 'text/html'],
        ];
        for (const [body, type] of bodies)
          expect(await keptOf(body, secret, type), `${form}: ${body}`).not.toContain(echo);
      }
    });
  },
);
