import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../random.js';

/** A response as it comes, and how it was made. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly made: readonly string[];
  /** Whether there may be anything wrong with it anywhere. */
  readonly isSpoilt: boolean;
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

const RECORDS: Readonly<Record<string, readonly [part: string, record: string]>> = {
  soap_GetNumbers: [
    'arNumbers',
    '<item><id>1</id><number>48500100200</number><name>Żółw ß</name><id_group>7</id_group></item>',
  ],
  soap_GetSmsByDate: [
    'arSms',
    '<item><id>12</id><to>48500100200</to><message>Zażółć ß</message><status>3</status><date>1700000000</date></item>',
  ],
};

/** What a record may have in place of what it should. */
const ODD_RECORDS = [
  '<item/>',
  '<item xsi:nil="true"/>',
  '<item><id>x</id></item>',
  '<item><number></number><date>x</date></item>',
  '<item><status>99999999999999999999</status></item>',
  '<item><id_group>seven</id_group></item>',
  '<item href="#late"/>',
  '<item href="#nowhere"/>',
  '<other>1</other>',
] as const;

const RESULTS = ['0', '203', '202', '52', '13', '200', '101', '9999', 'x', '', '-1'] as const;

const STATUSES = [
  200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 201, 204, 299,
  301, 400, 401, 403, 404, 408, 413, 429, 500, 502, 503,
] as const;

/** By their names, how some of the letters are written; what has no byte becomes a question mark. */
const CHARSETS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['utf-8', (text) => Buffer.from(text, 'utf8')],
  ['UTF8', (text) => Buffer.from(text, 'utf8')],
  ['iso-8859-2', (text) => eightBit(text, { ż: 0xbf, ó: 0xf3, ł: 0xb3, Ż: 0xaf, ß: 0xdf, ć: 0xe6 })],
  ['windows-1250', (text) => eightBit(text, { ż: 0xbf, ó: 0xf3, ł: 0xb3, Ż: 0xaf, ß: 0xdf, ć: 0xe6 })],
  ['iso-8859-1', (text) => eightBit(text, { ó: 0xf3, ß: 0xdf })],
  ['windows-1252', (text) => eightBit(text, { ó: 0xf3, ß: 0xdf })],
  ['windows-1253', (text) => eightBit(text, {})],
  ['us-ascii', (text) => eightBit(text, {})],
  ['utf-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
  ['utf-16be', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['shift_jis', (text) => eightBit(text, {})],
  ['', (text) => Buffer.from(text, 'utf8')],
  ['x-unknown', (text) => Buffer.from(text, 'utf8')],
];

function eightBit(text: string, letters: Readonly<Record<string, number>>): Buffer {
  return Buffer.from(
    [...text].map((letter) => letters[letter] ?? (letter.charCodeAt(0) < 0x80 ? letter.charCodeAt(0) : 0x3f)),
  );
}

/** What puts mistakes anywhere. */
const SPOILING: ReadonlySet<string> = new Set(['mutated', 'odd bytes', 'cut', 'surplus', 'compressed']);

/** Bytes that one or the other charset does not know. */
const ODD_BYTES = [
  [0xff],
  [0xc5],
  [0x81],
  [0x83, 0x90],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xaa],
  [0xd2],
  [0],
] as const;

const BEFORE = [
  '',
  '',
  '',
  '',
  '\n',
  '\r\n\r\n',
  ' ',
  '\t\n',
  '\ufeff',
  '\n\ufeff',
  '\v',
  '\u00a0',
  'x',
  '<!-- x -->',
] as const;

const DECLARATIONS = [
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="NAME"?>\n',
  "<?xml version='1.0' encoding='NAME' ?>",
  '<?xml version="1.0" encoding=""?>',
  '<?xml version="1.0" encoding = "NAME" standalone="yes"?>',
  '<?xml encoding="NAME"?>',
  '<?xml version="1.0" encoding="NAME"',
] as const;

/**
 * Makes a response of some kind for an operation.
 *
 * @param recorded - the body of one that was recorded
 * @param mutated - changes a body
 */
export function answerOf(
  random: Random,
  operation: string,
  recorded: Buffer,
  mutated: (body: Buffer) => Buffer,
): Answer {
  const made: string[] = [];
  const sometimes = (probability: number, name: string): boolean => {
    const chosen = random.chance(probability);
    if (chosen) made.push(name);
    return chosen;
  };
  let headers: Record<string, string> = {
    'content-type': random.pick(['text/xml', 'text/xml; charset=utf-8', 'application/soap+xml', 'text/html']),
  };
  let body = recorded;
  if (sometimes(0.7, 'generated')) {
    const [name, encode] = random.pick(CHARSETS) ?? ['utf-8', (text: string) => Buffer.from(text)];
    const declared = random.chance(0.8) ? name : (random.pick(CHARSETS)?.[0] ?? '');
    made.push(`in ${name}`);
    const text = document(random, operation, made);
    const before = random.chance(0.7) ? '' : random.pick(BEFORE);
    const declaration = random.chance(0.6) ? DECLARATIONS[2] : random.pick(DECLARATIONS);
    body = encode(before + declaration.replace('NAME', declared) + text);
    if (random.chance(0.3))
      headers = { 'content-type': `text/xml; charset=${random.pick([name, `"${name}"`, '', 'utf-8'])}` };
  }
  if (sometimes(0.3, 'mutated')) body = mutated(body);
  if (sometimes(0.15, 'odd bytes'))
    body = inserted(body, Buffer.from(random.pick(ODD_BYTES) as readonly number[]), random);
  if (sometimes(0.1, 'cut')) body = body.subarray(0, random.below(body.length + 1));
  if (sometimes(0.1, 'surplus'))
    body = Buffer.concat([body, Buffer.from(random.pick([' ', 'x', '\0', '<a/>', '<!-- -->', '\xff', '&']), 'latin1')]);
  if (sometimes(0.02, 'empty')) body = Buffer.alloc(0);
  if (sometimes(0.12, 'multipart')) {
    const boundary = random.chance(0.9) ? 'edge' : 'other';
    const type = random.pick(['Content-Type: text/xml; charset=utf-8\r\n', 'Content-Type: text/xml\r\n', '']);
    headers = {
      'content-type': `multipart/related; boundary=${boundary}${random.pick(['', '; start="<a>"', '; charset=utf-8'])}`,
    };
    const end = random.pick(['\r\n--edge--\r\n', '\r\n--edge--', '']);
    body = Buffer.concat([Buffer.from(`--edge\r\n${type}Content-ID: <a>\r\n\r\n`), body, Buffer.from(end)]);
  }
  if (sometimes(0.15, 'compressed')) {
    const gzip = random.chance(0.7);
    headers['content-encoding'] = random.pick([
      gzip ? 'gzip' : 'deflate',
      gzip ? 'x-gzip' : 'deflate',
      'br',
      'gzip, gzip',
    ]);
    body = gzip ? gzipSync(body) : deflateSync(body);
    if (random.chance(0.2)) body = body.subarray(0, random.below(body.length + 1));
    if (random.chance(0.2)) body = Buffer.concat([body, Buffer.from(random.pick(['\0\0', 'garbage']))]);
    if (random.chance(0.1)) body = inserted(body, Buffer.from([random.below(256)]), random);
  }
  if (random.chance(0.25)) headers['retry-after'] = random.pick(['1', '7', 'x', '0', '3600']);
  if (random.chance(0.1)) headers.location = 'http://elsewhere.test/';
  const status = random.pick(STATUSES) ?? 200;
  made.push(String(status));
  const isSpoilt = made.some((name) => SPOILING.has(name));
  return { status, headers, body, made, isSpoilt };
}

function inserted(body: Buffer, bytes: Buffer, random: Random): Buffer {
  const at = random.below(body.length + 1);
  return Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)]);
}

/** A document of SOAP, whose parts come in any order. */
function document(random: Random, operation: string, made: string[]): string {
  const [part, record] = RECORDS[operation] ?? ['', ''];
  const count = random.pick([0, 1, 3, 40]);
  const records = Array.from({ length: count }, () => (random.chance(0.08) ? random.pick(ODD_RECORDS) : record));
  const parts = [
    `<result>${random.pick(random.chance(0.6) ? (['0'] as const) : RESULTS)}</result>`,
    random.pick(['', '<description>words</description>']),
    random.chance(0.1) ? `<${part} xsi:nil="true"/>` : `<${part}>${records.join('')}</${part}>`,
  ];
  if (random.chance(0.3)) parts.reverse();
  if (random.chance(0.05)) parts.push(parts[random.below(parts.length)] ?? '');
  const wrapper = random.chance(0.9)
    ? `${operation}Response`
    : random.pick(['soap_AddGroupResponse', 'return', 'a:any']);
  const children = [`<${wrapper}>${parts.join('')}</${wrapper}>`];
  if (random.chance(0.15)) {
    made.push('fault');
    const fault = '<S:Fault><faultcode>S:Server</faultcode><faultstring>no</faultstring></S:Fault>';
    children.splice(random.below(2), random.below(2), fault);
  }
  if (random.chance(0.2))
    children.push(`<late id="late" xmlns:x="x">${random.pick(['<id>1</id>', '<id>x</id>', ''])}</late>`);
  const header = random.pick(['', '', '', '<S:Header/>', '<S:Header><h S:mustUnderstand="1"/></S:Header>']);
  const namespace = random.chance(0.95) ? ENVELOPE : random.pick(['http://www.w3.org/2003/05/soap-envelope', 'urn:x']);
  return (
    `<S:Envelope xmlns:S="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:a="urn:a">` +
    `${header}<S:Body>${children.join('')}</S:Body></S:Envelope>${random.pick(['', '\n', '<!-- end -->'])}`
  );
}
