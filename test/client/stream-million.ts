/**
 * Streams a million records, 178 MB, and prints what it cost. A program, run by `streaming-memory.test.ts`:
 * a test runner cannot measure the peak of a process.
 */
import { SmsServiceClient } from '../../src/client/index.js';
import { soapResponse } from '../support/fake-transport.js';

const RECORDS = 1_000_000;
const PIECE_BYTES = 65_536;
/** The same thousand records again and again, so that making them costs no memory. */
const BLOCK_RECORDS = 1000;

let sentBytes = 0;

async function* body(): AsyncGenerator<Uint8Array> {
  const [before, after] = soapResponse('soap_GetNumbers', '<result>0</result><arNumbers>@</arNumbers>').split('@');
  const records = Array.from(
    { length: BLOCK_RECORDS },
    (_, index) =>
      `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">48${500_000_000 + index}</number>` +
      `<name xsi:type="xsd:string">Osoba ${index}, Łódź</name><id_group xsi:type="xsd:int">77</id_group></item>`,
  );
  const block = Buffer.from(records.join(''), 'utf8');
  yield Buffer.from(before ?? '', 'utf8');
  for (let count = 0; count < RECORDS / BLOCK_RECORDS; count++) {
    sentBytes += block.length;
    for (let at = 0; at < block.length; at += PIECE_BYTES) yield block.subarray(at, at + PIECE_BYTES);
  }
  yield Buffer.from(after ?? '', 'utf8');
}

const client = new SmsServiceClient({
  url: 'http://gateway.test/',
  credentials: { username: 'alice', password: 'sesame' },
  transport: { send: async () => ({ status: 200, headers: {}, body: body() }) },
});

let records = 0;
const start = performance.now();
// Every hundredth name is kept, as an export would: a kept text must not keep the piece that it came in.
const stored: string[] = [];
for await (const { name } of client.streamNumbers(77)) {
  records += 1;
  if (records % 100 === 0) stored.push(name);
}
const seconds = (performance.now() - start) / 1000;
console.log(
  JSON.stringify({
    records,
    stored: stored.length,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    mbPerSecond: sentBytes / 1e6 / seconds,
  }),
);
