import type { Transport, TransportRequest } from '../../../../src/calls/index.js';

/** Escapes what XML gives a meaning. */
const xml = (text: string): string =>
  text.replace(/[&<>"\0-\x08\x0b\x0c\x0e-\x1f]/g, (sign) => (sign < ' ' ? ' ' : `&#${sign.codePointAt(0)};`));
const envelope = (inside: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`;

/** The own values of a call: none of them may be kept. */
export interface Own {
  readonly username: string;
  readonly password: string;
  readonly key: string;
  readonly session: string;
  /** A telephone number that stands in the request, or in the answer. */
  readonly recipient: string;
}

/** A place in a request over SOAP, by its operation: what stands in it. */
type Ask = (value: string, own: Own) => string;
const client = ({ username, password }: Own): string =>
  `<client><username>${xml(username)}</username><password>${xml(password)}</password></client>`;
const operation =
  (name: string, inside: (value: string, recipient: string) => string): Ask =>
  (value, own) =>
    envelope(`<q:${name} xmlns:q="urn:sms-service">${client(own)}${inside(xml(value), own.recipient)}</q:${name}>`);

/** What a value is in its place. */
export type PlaceKind = 'number' | 'name' | 'text' | 'any';

/** Places in requests over SOAP. */
export const SOAP_ASKED: readonly (readonly [PlaceKind, string, Ask])[] = [
  [
    'number',
    'to',
    operation('soap_SendSms', (value) => `<sms_param><to>${value}</to><message>x</message></sms_param>`),
  ],
  [
    'text',
    'message',
    operation(
      'soap_SendSms',
      (value, recipient) => `<sms_param><to>${recipient}</to><message>${value}</message></sms_param>`,
    ),
  ],
  [
    'any',
    'from',
    operation(
      'soap_SendSms',
      (value, recipient) => `<sms_param><to>${recipient}</to><from>${value}</from></sms_param>`,
    ),
  ],
  [
    'any',
    'idx',
    operation('soap_SendSms', (value, recipient) => `<sms_param><to>${recipient}</to><idx>${value}</idx></sms_param>`),
  ],
  [
    'number',
    'arTo',
    operation(
      'soap_SendMulti',
      (value, recipient) => `<sms_param><arTo><i>${recipient}</i><i>${value}</i></arTo></sms_param>`,
    ),
  ],
  [
    'text',
    'arParam',
    operation(
      'soap_SendSms',
      (value, recipient) => `<sms_param><to>${recipient}</to><arParam><i>${value}</i></arParam></sms_param>`,
    ),
  ],
  ['number', 'number.number', operation('soap_AddNumber', (value) => `<number><number>${value}</number></number>`)],
  [
    'name',
    'number.name',
    operation(
      'soap_AddNumber',
      (value, recipient) => `<number><number>${recipient}</number><name>${value}</name></number>`,
    ),
  ],
  ['name', 'group.name', operation('soap_AddGroup', (value) => `<group><name>${value}</name></group>`)],
  ['name', 'group.info', operation('soap_AddGroup', (value) => `<group><name>a</name><info>${value}</info></group>`)],
];

/** Stands for the number of the call. */
const RECIPIENT = '%recipient%';
const numbersOf = (items: string, more = ''): string =>
  envelope(
    `<soap_GetNumbersResponse><result>0</result>${more}<arNumbers><i><number>${RECIPIENT}</number></i>${items}</arNumbers></soap_GetNumbersResponse>`,
  );

/** What comes back, and its media type. */
type Answer = (value: string) => readonly [body: string | Uint8Array, type: string, status?: number];
const XML = 'text/xml; charset=utf-8';
const fault = (inside: string): string => envelope(`<e:Fault>${inside}</e:Fault>`);
const page = (value: string): string => `<!DOCTYPE html><html><body><h1>Sorry</h1><p>${value}</p></body></html>`;

/** Places in responses over SOAP to a question for numbers. */
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
    'the words of a Fault',
    (value) => [fault(`<faultcode>Client</faultcode><faultstring>${xml(value)}</faultstring>`), XML, 500],
  ],
  [
    'any',
    'the code of a Fault',
    (value) => [fault(`<faultcode>${xml(value)}</faultcode><faultstring>x</faultstring>`), XML, 500],
  ],
  [
    'any',
    'the actor of a Fault',
    (value) => [
      fault(`<faultcode>Client</faultcode><faultstring>x</faultstring><faultactor>${xml(value)}</faultactor>`),
      XML,
      500,
    ],
  ],
  [
    'any',
    'the detail of a Fault',
    (value) => [
      fault(`<faultcode>Client</faultcode><faultstring>x</faultstring><detail><why>${xml(value)}</why></detail>`),
      XML,
      500,
    ],
  ],
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

/** Places in answers of the HTTP interface to a send. */
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

/** Places in requests of the HTTP interface. */
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

/** A gateway that answers with what it is given. */
export function answering(next: () => readonly [own: Own, answer: ReturnType<Answer>]): Transport {
  return {
    send: async () => {
      const [{ recipient }, [body, type, status = 200]] = next();
      const bytes = typeof body === 'string' ? Buffer.from(body.replaceAll(RECIPIENT, recipient)) : body;
      return { status, headers: { 'content-type': type }, body: bytes };
    },
  };
}

/** A question for numbers, over SOAP. */
export const question = (own: Own): string => operation('soap_GetNumbers', () => '<id_group>7</id_group>')('', own);
