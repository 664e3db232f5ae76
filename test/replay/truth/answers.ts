import { TextDecoder } from 'node:util';
import fc from 'fast-check';
import { faultXml, responseXml } from '../../../src/replay/index.js';

/** A response of a server, valid or not. */
export interface Answer {
  readonly operation: 'soap_GetNumbers' | 'soap_GetGroups' | 'soap_GetSmsByDate' | 'soap_SendSms' | 'soap_CheckPoints';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const USERNAME = '10010';
export const PASSWORD = 'sesame-9-open';

const LETTERS = [...'abcXYZ 019.-+;:&<>"\'/éłŻżß¤', '\u{1f600}', '\n', '\t', '\r', '\u00a0', '\u200f'];
const word = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }).map((letters) => letters.join(''));
const number = fc.constantFrom('48500100200', '+48 500-100-201', '500100202', '12', USERNAME, 'Jan', '');
const name = fc.oneof(word, fc.constantFrom('Łoś & Co', USERNAME, PASSWORD, `x ${PASSWORD} y`, '48500100200'));
const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
const int = fc.constantFrom(0, 1, 7, 10010, 48500100, -1);
const description = nullable(fc.oneof(name, fc.constantFrom('OK', 'no such group')));
const entry = fc.oneof(
  fc.constantFrom('7', 'abc-1', '48500100200', 'OK:7:0.1:48500100200', 'OK:7:0.1', 'ERROR:104', 'Err: 48500100200'),
  fc.constantFrom('OK:7:0.1:48500100200;OK:8:0.1:48500100201', ' OK : 7 : 0.1 : 48500100200 ', '', '7;8', 'OK:1:x;y'),
  name,
);

const outputs = {
  soap_CheckPoints: fc.record({ result: int, description, points: nullable(fc.constantFrom(0, 10010, 0.5)) }),
  soap_GetNumbers: fc.record({
    result: fc.constantFrom(0, 0, 0, 40),
    description,
    arNumbers: nullable(
      fc.array(fc.option(fc.record({ number, name: nullable(name), id_group: nullable(int) })), { maxLength: 4 }),
    ),
  }),
  soap_GetGroups: fc.record({
    result: fc.constantFrom(0, 0, 0, 101),
    description,
    arGroups: nullable(
      fc.array(
        fc.record({ id: fc.constantFrom('1', '10010', 'x'), name: nullable(name), info: name, num_count: int }),
        {
          maxLength: 4,
        },
      ),
    ),
  }),
  soap_GetSmsByDate: fc.record({
    result: fc.constantFrom(0, 0, 0, 203),
    description,
    arSms: nullable(
      fc.array(
        fc.record({
          id: fc.constantFrom('1', '48500100200'),
          to: number,
          from: name,
          message: nullable(name),
          date: int,
        }),
        { maxLength: 4 },
      ),
    ),
  }),
  soap_SendSms: fc.record({
    response: nullable(
      fc.record({
        result: fc.constantFrom(0, 0, 0, 203, 103),
        response: nullable(fc.array(fc.option(entry), { maxLength: 4 })),
        count: nullable(int),
        points: nullable(fc.constantFrom(0, 1.5)),
        description,
      }),
    ),
  }),
};

type Operation = Answer['operation'];

/** Those of the contract, by operation; `undefined` and `null` stand for absent and nil. */
const written: fc.Arbitrary<{ readonly operation: Operation; readonly text: string }> = fc
  .constantFrom(...(Object.keys(outputs) as Operation[]))
  .chain((operation) =>
    outputs[operation].map((output) => ({ operation, text: responseXml(operation, output as never) })),
  );

const fault = fc
  .record({
    faultCode: fc.constantFrom('Client', 'Server', 'Client.Authentication', 'X.Y', '', PASSWORD),
    faultString: name,
    faultActor: fc.option(name, { nil: undefined }),
    detail: fc.option(fc.oneof(name, fc.record({ a: name, b: fc.array(name, { maxLength: 2 }) })), { nil: undefined }),
  })
  .map((given) => faultXml(given as never));

const page = fc.constantFrom(
  '',
  ' \n',
  '<html><body>502 Bad Gateway</body></html>',
  '<!doctype html><p>Łoś 48500100200 sesame-9-open',
  'OK:1:2',
  '<a/>',
  '<a>',
  '{"result":0}',
  '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body/></e:Envelope>',
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>',
);

/** Changes of a text by servers and proxies. */
const change: fc.Arbitrary<(text: string) => string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constant((text: string) => text),
  },
  fc
    .constantFrom('\n', ' \t', '<br />\n<b>Warning</b>: x in <b>/srv/a.php</b>\n', '\ufeff', '<!-- sesame-9-open -->')
    .map((before) => (text: string) => before + text),
  fc.constantFrom('\n', '<!-- end -->', 'x', '\0').map((after) => (text: string) => text + after),
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.tuple(fc.nat(), fc.constantFrom('<', '&', '\0', '>', 'ł', '1')).map(([at, put]) => (text: string) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + put + text.slice(index);
  }),
  fc
    .constantFrom<readonly [RegExp | string, string]>(
      [/<item/g, '<item><id>48500100200</id><!-- 48500100201 --></item><item'],
      ['xsd:string">', 'xsd:base64">'],
      [/<(\w+) xsi:type="xsd:string">(\w[^<]*)</g, '<$1 xsi:type="xsd:string"><![CDATA[$2]]><'],
      ['</result>', '</result><new>48500100200</new>'],
      [/>0</, '>zero<'],
      [/sesame-9/g, 'sesame<!-- x -->-9'],
      [/<item[^>]*>/, '<item href="#a">'],
      [
        '</SOAP-ENV:Body>',
        '<multiRef id="a" name="x"><number>48500100203</number><name>Ref</name></multiRef></SOAP-ENV:Body>',
      ],
      ['😀', '&#55357;&#56832;'],
      [/<name [^>]*>/, '<name xsi:type="xsd:base64Binary">AAEC'],
    )
    .map(
      ([from, to]) =>
        (text: string) =>
          text.replace(from, to),
    ),
);

const CHARSETS = ['utf-8', 'iso-8859-1', 'iso-8859-2', 'windows-1250', 'utf-16le', 'utf-16be', 'us-ascii', 'klingon'];

/** A text in a charset; a question mark for each missing character. */
function encoded(text: string, charset: string): Uint8Array {
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (!/^(?:iso|windows|us)/.test(charset)) return Buffer.from(text, 'utf8');
  const bytes = new Map<string, number>();
  const decoder = new TextDecoder(charset === 'us-ascii' ? 'utf-8' : charset);
  for (let byte = 0; byte < 256; byte++) {
    const letter = charset === 'iso-8859-1' ? String.fromCharCode(byte) : decoder.decode(Uint8Array.of(byte));
    if (!bytes.has(letter)) bytes.set(letter, byte);
  }
  return Uint8Array.from([...text], (letter) => bytes.get(letter) ?? 0x3f);
}

const DECLARATION = /^<\?xml.*?\?>\n?/;

interface Dress {
  readonly charset: string;
  readonly named: string | undefined;
  readonly declared: string | undefined;
  readonly mark: boolean;
  readonly type: string | undefined;
}

const dress: fc.Arbitrary<Dress> = fc.constantFrom(...CHARSETS).chain((charset) =>
  fc.record({
    charset: fc.constant(charset),
    named: fc.constantFrom(undefined, charset, charset, `"${charset.toUpperCase()}"`, 'iso-8859-2', 'x-y'),
    declared: fc.constantFrom(undefined, charset, charset, 'UTF-8', 'ISO-8859-2', ''),
    mark: fc.boolean(),
    type: fc.constantFrom('text/xml', 'text/xml', 'text/html', 'application/soap+xml', `x/${PASSWORD}`, undefined),
  }),
);

function dressed(text: string, { charset, declared, mark }: Dress): Uint8Array {
  const head = declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>\n`;
  const marked = mark && charset.startsWith('utf') ? '\ufeff' : '';
  return encoded(marked + text.replace(DECLARATION, head), charset);
}

/** Random responses. */
export const answers: fc.Arbitrary<Answer> = fc
  .record({
    written,
    other: fc.option(fc.oneof(fault, page), { nil: undefined, freq: 3 }),
    changes: fc.array(change, { maxLength: 2 }),
    dress,
    status: fc.constantFrom(200, 200, 200, 200, 500, 404, 429, 503, 302, 204),
    retryAfter: fc.constantFrom(undefined, '7', ' 60 ', '100000', 'soon', 'Sun, 06 Nov 2094 08:49:37 GMT', PASSWORD),
    parts: fc.constantFrom(false, false, false, true),
  })
  .map(({ written: { operation, text }, other, changes, dress: worn, status, retryAfter, parts }) => {
    const whole = dressed(
      changes.reduce((all, make) => make(all), other ?? text),
      worn,
    );
    const { type, named } = worn;
    const plain = type === undefined ? undefined : named === undefined ? type : `${type}; charset=${named}`;
    const head = `--b\r\n${plain === undefined ? '' : `Content-Type: ${plain}\r\n`}\r\n`;
    const body = parts
      ? Buffer.concat([Buffer.from(head), whole, Buffer.from('\r\n--b\r\nX: y\r\n\r\nLoś\r\n--b--')])
      : whole;
    const contentType = parts ? 'multipart/related; boundary=b; type="text/xml"' : plain;
    return {
      operation,
      status,
      body,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
        'set-cookie': 'a=b',
      },
    };
  });
