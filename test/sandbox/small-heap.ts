/**
 * A separate program, run by amplification.test.ts in a small heap: each request is below 1 MB and asks for much more
 * than that. It prints the result of each; if one needs too much, the process dies.
 */
import { countMessageParts } from '../../src/domain/sending/message-parts.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { envelope } from './setup.js';

const CREDENTIALS = { username: 'alice', password: 'sesame-street' };
const CLIENT_XML = '<client><username>alice</username><password>sesame-street</password></client>';
const sandbox = createSandbox({ accounts: [CREDENTIALS], pricePerPart: 0 });
const transport = sandbox.transport();
const items = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('');
const numbers = (count: number): string => items(count, (index) => `<i>${500_000_000 + index}</i>`);
const shared = (id: string, text: string): string => `<x id="${id}">${text}</x>`;

async function ask(operation: string, parts: string): Promise<string> {
  const body = Buffer.from(envelope(operation, CLIENT_XML + parts), 'utf8');
  if (body.length > 1_000_000) throw new Error(`${operation} has ${body.length} bytes`);
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const { body: response } = await transport.send({
    url: 'http://localhost/',
    operation,
    method: 'POST',
    idempotent: false,
    headers,
    body,
  });
  if (!(response instanceof Uint8Array)) throw new Error('not in whole');
  const text = Buffer.from(response).toString('latin1');
  return /<result xsi:type="xsd:int">(\d+)</.exec(text)?.[1] ?? /<faultstring>.*?</.exec(text)?.[0] ?? 'nothing';
}

const requests: Readonly<Record<string, readonly [operation: string, parts: string]>> = {
  'a param that stands 400 times': [
    'soap_SendSms',
    `<sms_param><to>500100200</to><message>${'[%1%]'.repeat(400)}</message><arParam><i>${'x'.repeat(900_000)}</i></arParam></sms_param>`,
  ],
  'four params that stand 10,000 times each': [
    'soap_SendSms',
    `<sms_param><to>500100200</to><message>${'[%1%][%2%][%3%][%4%]'.repeat(10_000)}</message><arParam>${`<i>${'ż'.repeat(50_000)}</i>`.repeat(4)}</arParam></sms_param>`,
  ],
  'one text of 900 kB, personalised for 100': [
    'soap_SendMulti',
    `<sms_param><arTo>${numbers(100)}</arTo><message>${'x'.repeat(900_000)}[%1%]</message><arParams>${'<i><i>a</i></i>'.repeat(100)}</arParams></sms_param>`,
  ],
  'one param of 900 kB, referred to by 100': [
    'soap_SendMulti',
    `<sms_param><arTo>${numbers(100)}</arTo><message>[%1%]</message><arParams>${'<i><i href="#p"/></i>'.repeat(100)}</arParams></sms_param>${shared('p', 'x'.repeat(900_000))}`,
  ],
  'placeholders that become nothing, 100 times 180,000': [
    'soap_SendMulti',
    `<sms_param><arTo>${numbers(100)}</arTo><message>x${'[%1%]'.repeat(180_000)}</message><arParams>${'<i><i/></i>'.repeat(100)}</arParams></sms_param>`,
  ],
  'a number with 900,000 spaces': [
    'soap_AddNumber',
    `<number><number>500100200${' '.repeat(900_000)}</number><id_group>1</id_group></number>`,
  ],
  'a binary message of 900 kB': [
    'soap_SendSmsExt',
    `<sms_param><to>500100200</to><message>${'ab'.repeat(450_000)}</message><datacoding>bin</datacoding><udh>00</udh></sms_param>`,
  ],
  'the longest text to 44,000': [
    'soap_SendMulti',
    `<sms_param><arTo>${numbers(44_000)}</arTo><message>${'&amp;'.repeat(1530)}</message></sms_param>`,
  ],
  'all of them in the history': ['soap_GetSmsByDate', '<date_from>0</date_from><date_to>2147483647</date_to>'],
  'all of them by their ids': [
    'soap_GetSmsByIds',
    `<arIds>${items(44_000, (index) => `<i>${1001 + index}</i>`)}</arIds>`,
  ],
  'one of them, asked for 50,000 times': ['soap_GetSmsByIds', `<arIds>${'<i>1001</i>'.repeat(50_000)}</arIds>`],
};

const results: Record<string, string> = {};
for (const [what, [operation, parts]] of Object.entries(requests)) results[what] = await ask(operation, parts);
// Not a request, but the same kind: the text is the caller's own.
results['the parts of 20,000,000 letters'] = String(countMessageParts('a'.repeat(20_000_000)).parts);
console.log(JSON.stringify(results));
