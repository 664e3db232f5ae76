/**
 * Serves responses of 50 MB: records as PHP writes them, the same compressed to a thousandth, and mark-up that is dear.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HONEST, hostileNamed } from '../fuzz/hostile/kinds.js';

const BYTES = 50_000_000;
const dear = hostileNamed('tags with one ">" in a value') ?? HONEST;
const same = '<item xsi:type="ns1:Number"><number xsi:type="xsd:string">48500100200</number><name/></item>';
const records = HONEST.build(BYTES).text;
const repeated = HONEST.build(1).text.replace(/<item.*<\/item>/, () => same.repeat(BYTES / same.length));

const BODIES: Readonly<Record<string, readonly [body: Buffer, coding: string]>> = {
  '/plain': [Buffer.from(records), 'identity'],
  '/gzip': [gzipSync(repeated, { level: 9 }), 'gzip'],
  '/dear': [gzipSync(dear.build(BYTES).text, { level: 9 }), 'gzip'],
};

const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const [body, coding] = BODIES[request.url ?? ''] ?? [Buffer.alloc(0), 'identity'];
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-encoding': coding });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
