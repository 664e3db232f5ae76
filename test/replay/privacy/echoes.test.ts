import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassettePrivacy, cassette, redactCassette } from '../../../src/replay/index.js';
import { escapeText } from '../../../src/xml/escape.js';
import { cassetteFile } from '../cassette-folder.js';
import { ECHO_FORMS } from './echo-forms.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const PASSWORDS = { ascii: 'sesame-9-open', polish: 'zażółć-gęślą-7', marks: 'pa&s<w"ó>rd-7' };
const numbersOf = (items: string): string =>
  `<soap_GetNumbersResponse><result>0</result><arNumbers>${items}</arNumbers></soap_GetNumbersResponse>`;
const bodyOf = (inside: string, before = '', after = ''): string =>
  `${before}<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>${after}`;

/** The recording of a response. */
async function keptOf(
  body: string | Uint8Array,
  password: string,
  privacy: CassettePrivacy = {},
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/xml; charset=utf-8' },
): Promise<string> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const transport: Transport = { send: async () => ({ status: 200, headers, body: bytes }) };
  rmSync(file, { force: true });
  const tape = cassette(file, { transport, privacy, mode: 'record' }, {});
  const client = new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice-account', password },
    transport: tape,
    retry: false,
  });
  await client.getNumbers(7).catch(() => undefined);
  const text = readFileSync(file, 'utf8');
  const { log } = JSON.parse(text) as { log: { entries: { response: { content: { text: string } } }[] } };
  expect(log.entries).toHaveLength(1);
  return `${text}\n${log.entries[0]?.response.content.text ?? ''}`;
}

/** Returns true if a text contains an echo, with or without XML references. */
function isLeft(kept: string, echo: string): boolean {
  const plain = kept.replaceAll(/&#(\d+);|&(amp|lt|gt|quot);/g, (all, code: string | undefined, name: string) =>
    code === undefined ? ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? all) : String.fromCharCode(Number(code)),
  );
  return kept.includes(echo) || plain.includes(echo);
}

describe.each(Object.entries(ECHO_FORMS))('an echoed password is not recorded: %s', (_kind, forms) => {
  it.each(Object.entries(forms))('%s', async (form, make) => {
    for (const password of Object.values(PASSWORDS)) {
      const echo = make(password);
      const bodies = [
        bodyOf(numbersOf(`<i><number>1</number><name>before ${escapeText(echo)} after</name></i>`)),
        bodyOf(numbersOf(''), '', `<!-- ${echo.replaceAll('-', '\u2010')} -->`),
        `<html>${escapeText(echo)}</html>`,
      ];
      for (const body of bodies) expect(isLeft(await keptOf(body, password), echo), `${form}: ${body}`).toBe(false);
    }
  });
});

const ECHO = PASSWORDS.ascii;
const HALVES = ['sesame', '-9-open'] as const;

const PLACES: readonly (readonly [where: string, body: string])[] = [
  ['before a comment', numbersOf(`<i><number>1</number><name>${ECHO}<!-- x --></name></i>`)],
  ['around a comment', numbersOf(`<i><number>1</number><name>${HALVES.join('<!-- x -->')}</name></i>`)],
  ['in CDATA', numbersOf(`<i><number>1</number><name><![CDATA[${ECHO}]]></name></i>`)],
  ['over two CDATA', numbersOf(`<i><number>1</number><name><![CDATA[${HALVES.join(']]><![CDATA[')}]]></name></i>`)],
  ['over text and CDATA', numbersOf(`<i><number>1</number><name>${HALVES[0]}<![CDATA[${HALVES[1]}]]></name></i>`)],
  ['in an unknown field', numbersOf(`<i><number>1</number><owner>${ECHO}</owner></i>`)],
  ['in a field of numbers', numbersOf(`<i><number>${ECHO}</number><name/></i>`)],
  ['in an attribute', numbersOf(`<i a="${ECHO}"><number>1</number></i>`)],
  ['in an attribute, with references', numbersOf(`<i a="&#115;esame-9-open"><number>1</number></i>`)],
  ['in the name of an element', numbersOf(`<i><${ECHO}/></i>`)],
  [
    'in a description',
    `<soap_GetNumbersResponse><result>40</result><description>${ECHO}</description></soap_GetNumbersResponse>`,
  ],
  ['in the code of a Fault', `<e:Fault><faultcode>${ECHO}</faultcode><faultstring/></e:Fault>`],
  ['in the words of a Fault', `<e:Fault><faultcode>e:Server</faultcode><faultstring>${ECHO}</faultstring></e:Fault>`],
  ['in the detail of a Fault', `<e:Fault><faultcode>e:Server</faultcode><detail><a>${ECHO}</a></detail></e:Fault>`],
];

describe.each([
  ['without pseudonyms', {}],
  ['with pseudonyms', { numbers: true, key: 'a key of many characters' }],
])('an echoed password is not recorded at any position, %s', (_which, privacy) => {
  it.each(PLACES)('%s', async (_where, inside) => {
    expect(await keptOf(bodyOf(inside), ECHO, privacy)).not.toMatch(/sesame|9-open/);
  });

  it.each([
    ['before the document', bodyOf(numbersOf(''), `<?xml version="1.0"?>\n<!-- ${ECHO} -->`)],
    ['before the Envelope, as a warning', bodyOf(numbersOf(''), `Warning: ${ECHO}\n`)],
    ['behind the document', bodyOf(numbersOf(''), '', `\n<!-- ${ECHO} -->`)],
    ['in what is not well-formed', `<a>${ECHO}<b>`],
    ['in a page', `<!doctype html><p>${ECHO}`],
    ['in UTF-16', Buffer.from(`\ufeff${bodyOf(numbersOf(`<i><number>${ECHO}</number></i>`))}`, 'utf16le')],
    ['in bytes of no charset', Buffer.concat([Buffer.from(ECHO), Buffer.from([0xff])])],
  ])('%s', async (_where, body) => {
    expect(await keptOf(body, ECHO, privacy)).not.toMatch(/sesame|9-open|c2VzYW1l/);
  });

  it.each([
    { 'content-type': `text/${ECHO}` },
    { 'content-type': `text/xml; charset=${ECHO}` },
    { 'content-type': `text/xml; charset=utf-8; action="${ECHO}"` },
    { 'content-type': 'text/xml', 'retry-after': ECHO },
    { 'content-type': 'text/xml', 'x-echo': ECHO, 'set-cookie': ECHO },
  ])('in headers: %o', async (headers) => {
    expect(await keptOf(bodyOf(numbersOf('')), ECHO, privacy, headers)).not.toMatch(/sesame|9-open/);
  });

  it('in texts of the request, and the call still matches with other credentials', async () => {
    const transport: Transport = {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: Buffer.from(
          bodyOf('<soap_AddGroupResponse><result>0</result><id_group>1</id_group></soap_AddGroupResponse>'),
        ),
      }),
    };
    const clientOf = (password: string, mode: 'record' | 'locked'): SmsServiceClient =>
      new SmsServiceClient({
        url: 'http://gateway.test/',
        credentials: { username: 'alice-account', password },
        transport: cassette(file, { transport, privacy, mode }, {}),
      });
    await clientOf(ECHO, 'record').addGroup({ name: `mine: ${ECHO}` });
    expect(readFileSync(file, 'utf8')).not.toMatch(/sesame|9-open/);
    expect(await clientOf(ECHO, 'locked').addGroup({ name: `mine: ${ECHO}` })).toEqual({ groupId: 1 });
    rmSync(file);
    await clientOf(ECHO, 'record').addGroup({ name: 'this is my group' });
    expect(await clientOf('this is', 'locked').addGroup({ name: 'this is my group' })).toEqual({ groupId: 1 });
  });
});

it.each(PLACES)('redactCassette removes a given password: %s', async (_where, inside) => {
  expect(await keptOf(bodyOf(inside), 'quite-another-one')).toMatch(/esame/);
  await redactCassette(file, { secrets: [ECHO] });
  expect(readFileSync(file, 'utf8')).not.toMatch(/sesame|9-open/);
});
