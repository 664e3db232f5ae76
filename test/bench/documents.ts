/** The documents that are measured, as a PHP server writes them; Apache Axis in the case of `multiRef`. */

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:sms-service"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
  ' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>';
const TAIL = '</SOAP-ENV:Body></SOAP-ENV:Envelope>';
const OK = '<result xsi:type="xsd:int">0</result><description xsi:type="xsd:string">OK</description>';

const field = (name: string, type: string, value: string | number): string =>
  `<${name} xsi:type="xsd:${type}">${value}</${name}>`;

const NAMES = ['Anna Kowalska', 'Łukasz Żółć', 'Bożena Śmigły-Rydz', 'Jan', 'Firma A &amp; B sp. z o.o.'];
const MESSAGES = [
  'Dzień dobry, Twoja przesyłka jest już w drodze. Kod odbioru: 7391. Zażółć gęślą jaźń!',
  'Przypominamy o wizycie &quot;jutro&quot; o 10:30 &amp; prosimy o potwierdzenie &lt;TAK/NIE&gt;.',
  'Your code is 123456. It is valid for 10 minutes.',
];

function number(index: number): string {
  const name = NAMES[index % NAMES.length] ?? '';
  return (
    field('number', 'string', 48_500_000_000 + index) + field('name', 'string', name) + field('id_group', 'int', 77)
  );
}

function sms(index: number): string {
  return (
    field('id', 'string', `6${'0'.repeat(10)}${index}`) +
    field('to', 'string', 48_500_000_000 + index) +
    field('from', 'string', 'Test') +
    field('message', 'string', MESSAGES[index % MESSAGES.length] ?? '') +
    field('flash', 'int', 0) +
    field('eco', 'int', index % 2) +
    field('date', 'int', 1_790_000_000 + index) +
    field('status', 'int', 404) +
    field('submitdate', 'int', 1_790_000_001 + index) +
    field('donedate', 'int', 1_790_000_007 + index)
  );
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function response(operation: string, inside: string, behind = ''): Buffer {
  return Buffer.from(`${HEAD}<ns1:${operation}Response>${inside}</ns1:${operation}Response>${behind}${TAIL}`, 'utf8');
}

function list(part: string, type: string, records: readonly string[]): string {
  const items = records.map((record) => `<item xsi:type="ns1:${type}">${record}</item>`).join('');
  const types = `SOAP-ENC:arrayType="ns1:${type}[${records.length}]" xsi:type="ns1:ArrayOf${type}"`;
  return `${OK}<${part} ${types}>${items}</${part}>`;
}

function multiRefNumbers(count: number): Buffer {
  const items = range(count).map((index) => `<item href="#id${index}"/>`);
  const targets = range(count).map(
    (index) => `<multiRef id="id${index}" SOAP-ENC:root="0" xsi:type="ns1:Number">${number(index)}</multiRef>`,
  );
  const array = `<arNumbers SOAP-ENC:arrayType="ns1:Number[${count}]">${items.join('')}</arNumbers>`;
  return response('soap_GetNumbers', OK + array, targets.join(''));
}

/** A document to decode, and the operation whose response it is. */
export interface BenchDocument {
  readonly operation: 'soap_GetNumbers' | 'soap_GetSmsByDate';
  readonly bytes: Buffer;
}

/** Makes a document by its name: `numbers 10000`, `sms 10000`, `multiref 10000`. */
export function makeDocument(name: string): BenchDocument {
  const [kind, size] = name.split(' ');
  const count = Number(size);
  if (kind === 'multiref') return { operation: 'soap_GetNumbers', bytes: multiRefNumbers(count) };
  if (kind === 'sms') {
    return {
      operation: 'soap_GetSmsByDate',
      bytes: response('soap_GetSmsByDate', list('arSms', 'Sms', range(count).map(sms))),
    };
  }
  const records = list('arNumbers', 'Number', range(count).map(number));
  return { operation: 'soap_GetNumbers', bytes: response('soap_GetNumbers', records) };
}
