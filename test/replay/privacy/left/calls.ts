import type { Transport, TransportRequest } from '../../../../src/calls/index.js';

/** Escapes the special characters of XML. */
const xml = (text: string): string =>
  text.replace(/[&<>"\0-\x08\x0b\x0c\x0e-\x1f]/g, (sign) => (sign < ' ' ? ' ' : `&#${sign.codePointAt(0)};`));
const envelope = (inside: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`;

/** The private values of a call. */
export interface Own {
  readonly username: string;
  readonly password: string;
  readonly key: string;
  readonly session: string;
  /** A telephone number in the request or in the response. */
  readonly recipient: string;
}

/** Writes a value into a request over SOAP. */
type Ask = (value: string, own: Own) => string;

/** A request over SOAP. `inside` contains `%value%`, and `%recipient%` for the number of the call. */
const operation =
  (name: string, inside: string): Ask =>
  (value, own) => {
    const client = `<client><username>${xml(own.username)}</username><password>${xml(own.password)}</password></client>`;
    const parts = inside.replace('%recipient%', own.recipient).replace('%value%', () => xml(value));
    return envelope(`<q:${name} xmlns:q="urn:sms-service">${client}${parts}</q:${name}>`);
  };
const sms = (fields: string): Ask => operation('soap_SendSms', `<sms_param>${fields}</sms_param>`);
const addGroup = (fields: string): Ask => operation('soap_AddGroup', `<group>${fields}</group>`);
const addNumber = (fields: string): Ask => operation('soap_AddNumber', `<number>${fields}</number>`);

/** The kind of value that a position is for. */
export type PlaceKind = 'number' | 'name' | 'text' | 'any';

/** Positions in requests over SOAP. */
export const SOAP_ASKED: readonly (readonly [PlaceKind, string, Ask])[] = [
  ['number', 'to', sms('<to>%value%</to><message>x</message>')],
  ['text', 'message', sms('<to>%recipient%</to><message>%value%</message>')],
  ['any', 'from', sms('<to>%recipient%</to><from>%value%</from>')],
  ['any', 'idx', sms('<to>%recipient%</to><idx>%value%</idx>')],
  [
    'number',
    'arTo',
    operation('soap_SendMulti', '<sms_param><arTo><i>%recipient%</i><i>%value%</i></arTo></sms_param>'),
  ],
  ['text', 'arParam', sms('<to>%recipient%</to><arParam><i>%value%</i></arParam>')],
  ['number', 'number.number', addNumber('<number>%value%</number>')],
  ['name', 'number.name', addNumber('<number>%recipient%</number><name>%value%</name>')],
  ['name', 'group.name', addGroup('<name>%value%</name>')],
  ['name', 'group.info', addGroup('<name>a</name><info>%value%</info>')],
];

/** Replaced by the number of the call. */
const RECIPIENT = '%recipient%';
const numbersOf = (items: string, more = ''): string =>
  envelope(
    `<soap_GetNumbersResponse><result>0</result>${more}<arNumbers><i><number>${RECIPIENT}</number></i>${items}</arNumbers></soap_GetNumbersResponse>`,
  );

/** A response that contains a value, and its media type. */
type Answer = (value: string) => readonly [body: string | Uint8Array, type: string, status?: number];
const XML = 'text/xml; charset=utf-8';
const fault = (inside: string): ReturnType<Answer> => [envelope(`<e:Fault>${inside}</e:Fault>`), XML, 500];
const CLIENT = '<faultcode>Client</faultcode><faultstring>x</faultstring>';
const page = (value: string): string => `<!DOCTYPE html><html><body><h1>Sorry</h1><p>${value}</p></body></html>`;

/** Positions in responses to soap_GetNumbers. */
export const SOAP_ANSWERED: readonly (readonly [PlaceKind, string, Answer])[] = [
  ['number', 'a number', (value) => [numbersOf(`<i><number>${xml(value)}</number></i>`), XML]],
  ['name', 'a name', (value) => [numbersOf(`<i><number>1</number><name>${xml(value)}</name></i>`), XML]],
  [
    'name',
    'a name in CDATA',
    (value) => [numbersOf(`<i><name><![CDATA[${value.replace(/[\0-\x08]/g, '')}]]></name></i>`), XML],
  ],
  ['any', 'an unknown field', (value) => [numbersOf(`<i><number>1</number><x>${xml(value)}</x></i>`), XML]],
  ['any', 'an attribute', (value) => [numbersOf(`<i x="${xml(value)}"><number>1</number></i>`), XML]],
  ['any', 'a comment', (value) => [numbersOf(`<!-- ${value.replace(/-/g, ' ').replace(/[\0-\x08]/g, '')} -->`), XML]],
  ['any', 'the description', (value) => [numbersOf('', `<description>${xml(value)}</description>`), XML]],
  [
    'any',
    'the text of a Fault',
    (value) => fault(`<faultcode>Client</faultcode><faultstring>${xml(value)}</faultstring>`),
  ],
  ['any', 'the code of a Fault', (value) => fault(`<faultcode>${xml(value)}</faultcode><faultstring>x</faultstring>`)],
  ['any', 'the actor of a Fault', (value) => fault(`${CLIENT}<faultactor>${xml(value)}</faultactor>`)],
  ['any', 'the detail of a Fault', (value) => fault(`${CLIENT}<detail><why>${xml(value)}</why></detail>`)],
  ['any', 'a page', (value) => [page(xml(value)), 'text/html']],
  ['any', 'a page as it is', (value) => [page(value), 'text/html', 503]],
  ['any', 'a page that is named XML', (value) => [page(value), XML, 500]],
  ['any', 'a text', (value) => [`Notice: ${value}`, 'text/plain', 502]],
  ['any', 'JSON', (value) => [JSON.stringify({ error: value, [value]: 1 }), 'application/json', 400]],
  [
    'any',
    'UTF-16',
    (value) => [Buffer.from(`\ufeff${numbersOf(`<i><name>x</name><y>${xml(value)}</y></i>`)}`, 'utf16le'), 'text/xml'],
  ],
  ['any', 'what broke off', (value) => [numbersOf(`<i><number>${xml(value)}</number>`).slice(0, -60), XML]],
  [
    'any',
    'the media type',
    (value) => [numbersOf(''), `text/${encodeURIComponent(value)}; x="${encodeURIComponent(value)}"`],
  ],
];

const JSON_TYPE = 'application/json; charset=utf-8';
const sent = (more: object): string =>
  JSON.stringify({
    count: 1,
    list: [
      {
        id: 'a1',
        points: 0.16,
        number: '48500100200',
        date_sent: 1_700_000_000,
        submitted_number: '1',
        status: 'QUEUE',
        error: null,
        idx: null,
        ...more,
      },
    ],
  });

/** Positions in responses of the HTTP interface to a send. */
export const HTTP_ANSWERED: readonly (readonly [PlaceKind, string, Answer])[] = [
  ['number', 'number', (value) => [sent({ number: value }), JSON_TYPE]],
  ['number', 'submitted_number', (value) => [sent({ submitted_number: value }), JSON_TYPE]],
  ['any', 'status', (value) => [sent({ status: value }), JSON_TYPE]],
  ['any', 'error of an item', (value) => [sent({ error: value }), JSON_TYPE]],
  ['any', 'idx', (value) => [sent({ idx: value }), JSON_TYPE]],
  ['any', 'an unknown key and its value', (value) => [sent({ [value]: value, more: [{ [value]: value }] }), JSON_TYPE]],
  [
    'any',
    'a key of fallbacks',
    (value) => [JSON.stringify({ ...JSON.parse(sent({})), fallbacks: { [value]: { list: [] } } }), JSON_TYPE],
  ],
  ['any', 'a message of an error', (value) => [JSON.stringify({ error: 13, message: value }), JSON_TYPE]],
  ['any', 'a code of an error', (value) => [JSON.stringify({ error: value, message: 'x' }), JSON_TYPE]],
  [
    'number',
    'invalid_numbers',
    (value) => [
      JSON.stringify({
        error: 13,
        message: 'x',
        invalid_numbers: [{ number: value, submitted_number: value, message: value }],
      }),
      JSON_TYPE,
    ],
  ],
  [
    'number',
    'a list of a 53',
    (value) => [JSON.stringify({ error: 53, message: 'x', used: [value, { number: value, idx: value }] }), JSON_TYPE],
  ],
  [
    'any',
    'a key of a list of a 53',
    (value) => [JSON.stringify({ error: 53, message: 'x', [value]: [value] }), JSON_TYPE],
  ],
  ['number', 'text', (value) => [`OK:a1:0.16:${value}`, 'text/plain']],
  ['any', 'an error in text', (value) => [`ERROR:13 ${value}`, 'text/plain']],
  ['any', 'a page', (value) => [page(value), 'text/html']],
  ['any', 'a page of an error', (value) => [page(value), 'text/html', 500]],
  ['any', 'a page that is named JSON', (value) => [page(value), JSON_TYPE]],
  ['any', 'a text', (value) => [value, 'text/plain', 502]],
  ['any', 'a text of success', (value) => [`thank you ${value}`, 'text/plain']],
];

/** Positions in requests of the HTTP interface. */
export const HTTP_ASKED: readonly (readonly [PlaceKind, string, string])[] = [
  ['number', 'to', 'to'],
  ['text', 'message', 'message'],
  ['any', 'from', 'from'],
  ['any', 'idx', 'idx'],
  ['text', 'param1', 'param1'],
  ['text', 'notify_url', 'notify_url'],
  ['name', 'group', 'group'],
  ['any', 'template', 'template'],
  ['any', 'an unknown field', 'unknown'],
];

/** A request over SOAP. */
export function soapRequest(body: string, { key, session }: Own): TransportRequest {
  return {
    method: 'POST',
    url: `http://gateway.test/soap?access=${encodeURIComponent(key)}`,
    operation: 'any',
    idempotent: true,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '""',
      'x-api-key': key,
      cookie: `PHPSESSID=${session}; lang=pl`,
    },
    body: Buffer.from(body),
  };
}

/** A request of the HTTP interface for a send. */
export function httpRequest(
  fields: Readonly<Record<string, string>>,
  { password, key, session, recipient }: Own,
): TransportRequest {
  const { to = '', ...others } = fields;
  const all = { to: [recipient, to].join(), message: 'x', format: 'json', ...others, api_secret: key };
  return {
    method: 'POST',
    url: 'http://gateway.test/sms.do',
    operation: 'any',
    idempotent: true,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${password}`,
      'x-api-key': key,
      cookie: `PHPSESSID=${session}; lang=pl`,
    },
    body: Buffer.from(new URLSearchParams(all).toString()),
  };
}

/** A gateway with the given responses. */
export function answering(next: () => readonly [own: Own, answer: ReturnType<Answer>]): Transport {
  return {
    send: async () => {
      const [{ recipient }, [body, type, status = 200]] = next();
      const bytes = typeof body === 'string' ? Buffer.from(body.replaceAll(RECIPIENT, recipient)) : body;
      return { status, headers: { 'content-type': type }, body: bytes };
    },
  };
}

/** A soap_GetNumbers request. */
export const question = (own: Own): string => operation('soap_GetNumbers', '<id_group>7</id_group>')('', own);
