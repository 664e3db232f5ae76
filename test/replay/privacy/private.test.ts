import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassettePrivacy, cassette, redactCassette, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const KEY = 'a key of many characters';
const HIDDEN = '731942';
const NUMBER = `48500${HIDDEN}`;
const NAME = 'Wieczorkowska';
const TEXT = 'appointment';

interface Given {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly ask?: (client: SmsServiceClient) => Promise<unknown>;
}

const getNumbers = (client: SmsServiceClient): Promise<unknown> => client.getNumbers(7);
const send = (client: SmsServiceClient): Promise<unknown> =>
  client.sendSms({ to: NUMBER, message: `${TEXT} ${NUMBER}` });

/** The recording of a call. */
async function keptOf({ body, type = 'text/xml', ask = getNumbers }: Given, privacy: CassettePrivacy): Promise<string> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const transport: Transport = { send: async () => ({ status: 200, headers: { 'content-type': type }, body: bytes }) };
  rmSync(file, { force: true });
  const tape = cassette(file, { transport, privacy, mode: 'record' }, {});
  const client = new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice-account', password: 'sesame-9-open' },
    transport: tape,
    retry: false,
  });
  await ask(client).catch(() => undefined);
  await tape.close();
  return readFileSync(file, 'utf8');
}

/** All digits of a file in ASCII, without separators. */
function digitsOf(text: string): string {
  const { log } = JSON.parse(text) as { log: { entries: { request: object; response: object }[] } };
  const all = JSON.stringify(log.entries.map(({ request, response }) => [request, response]))
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .normalize('NFKC')
    .replaceAll(/<[^>]*>/g, '|');
  return all.replaceAll(/[^\d|]/g, '');
}

/** Returns the private values that a text contains. */
function leftIn(text: string, kind: keyof CassettePrivacy): readonly string[] {
  if (kind !== 'numbers')
    return [kind === 'names' ? NAME.slice(3) : TEXT.slice(3)].filter((part) => text.includes(part));
  const base64 = Buffer.from(NUMBER).toString('base64').slice(0, 10);
  return [HIDDEN].filter((digits) => digitsOf(text).includes(digits)).concat(text.includes(base64) ? base64 : []);
}

const envelope = (inside: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`;
const numbersOf = (items: string): string =>
  envelope(`<soap_GetNumbersResponse><result>0</result><arNumbers>${items}</arNumbers></soap_GetNumbersResponse>`);
const sent = (entry: string): string =>
  responseXml('soap_SendSms', { response: { result: 0, response: [entry], count: 1, points: 1, description: 'OK' } });

describe('with privacy.numbers, no real number is recorded', () => {
  it.each([
    ['of several entries', sent(`OK:6:0.1:48500111222;OK:7:0.1:${NUMBER}`)],
    ['behind white space', sent(`  OK:7:0.1:${NUMBER}`)],
    ['of an unknown entry', sent(`accepted 7 for ${NUMBER}`)],
    ['as an id', sent(NUMBER)],
    ['as the id of an entry', sent(`OK:${NUMBER}:0.1`)],
  ])('from a send response: %s', async (_what, body) => {
    expect(leftIn(await keptOf({ body, ask: send }, { numbers: true, key: KEY }), 'numbers')).toEqual([]);
  });

  it.each([
    ['pieces', numbersOf(`<i><number>48500<!-- x -->${HIDDEN}</number></i>`)],
    ['CDATA', numbersOf(`<i><number>48500<![CDATA[${HIDDEN}]]></number></i>`)],
    ['a long run', numbersOf(`<i><number>1</number><name>${NUMBER}${NUMBER}</name></i>`)],
    [
      'base64',
      numbersOf(`<i><number xmlns:s="x" s:type="base64">${Buffer.from(NUMBER).toString('base64')}</number></i>`),
    ],
    ['a value next to an invalid one', numbersOf(`<i><number>${NUMBER}</number><id_group>x</id_group></i>`)],
    [
      'a reference',
      numbersOf(`<i href="#a"/>`).replace('</e:Body>', `<r id="a"><number>${NUMBER}</number></r></e:Body>`),
    ],
    ['a malformed response', numbersOf(`<i><number>${NUMBER}</number>`)],
    ['a warning before the Envelope', `Warning: ${NUMBER}\n${numbersOf('')}`],
    ['a response after a blank line', `\n${numbersOf(`<i><number>${NUMBER}</number></i>`)}`],
  ])('in %s', async (_where, body) => {
    expect(leftIn(await keptOf({ body }, { numbers: true, key: KEY }), 'numbers')).toEqual([]);
  });

  it('in a sender, an idx and a text', async () => {
    const ask = (client: SmsServiceClient): Promise<unknown> =>
      client.sendSms({ to: NUMBER, from: NUMBER, message: `call ${NUMBER}`, idx: `a${NUMBER}` });
    const text = await keptOf({ body: sent('7'), ask }, { numbers: true, key: KEY });
    expect(leftIn(text, 'numbers')).toEqual([]);
    expect(text).toContain('call 48500');
    const senders = responseXml('soap_GetSenders', { result: 0, arSenders: ['Shop', NUMBER] });
    const kept = await keptOf({ body: senders, ask: (client) => client.getSenders() }, { numbers: true, key: KEY });
    expect(leftIn(kept, 'numbers')).toEqual([]);
    expect(kept).toContain('Shop');
  });
});

it.each([
  [
    'in UTF-16',
    Buffer.from(`\ufeff${numbersOf(`<i><number>1</number><name>${NAME}</name></i>`)}`, 'utf16le'),
    'text/xml',
  ],
  [
    'in a part',
    `--b\r\n\r\n${numbersOf(`<i><number>1</number><name>${NAME}</name></i>`)}\r\n--b--`,
    'multipart/related; boundary=b',
  ],
  [
    'in bytes of no charset',
    Buffer.concat([Buffer.from(numbersOf(`<name>${NAME}</name>`)), Buffer.from([0xff])]),
    'text/xml',
  ],
  ['in the media type', numbersOf(''), `text/${NAME}`],
])('with privacy.names, no real name is recorded: %s', async (_where, body, type) => {
  expect(leftIn(await keptOf({ body, type }, { names: true, key: KEY }), 'names')).toEqual([]);
});

it('equal values have one pseudonym, also if comments split them', async () => {
  const text = await keptOf(
    {
      body: numbersOf(
        `<i><number>1</number><name>${NAME}</name></i><i><number>2</number><name>${NAME.slice(0, 5)}<!-- x -->${NAME.slice(5)}</name></i>` +
          `<i><number>3</number><name><![CDATA[${NAME}]]></name></i>`,
      ),
    },
    { names: true, key: KEY },
  );
  const names = text.match(/name-[0-9a-f]{12}/g) ?? [];
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
});

it('redactCassette has the same result as recording with privacy', async () => {
  const body = numbersOf(`<i><number>${NUMBER}</number><name>${NAME} ${NUMBER}</name></i><!-- ${NUMBER} -->`);
  const privacy = { numbers: true, names: true, key: KEY };
  // The label of an account depends on its name.
  const at = (text: string): string => text.replace(/"(?:startedDateTime|time|wait|_account)": .*/g, '');
  const recorded = at(await keptOf({ body }, privacy));
  await keptOf({ body }, {});
  await redactCassette(file, { privacy });
  expect(at(readFileSync(file, 'utf8'))).toBe(recorded);
});
