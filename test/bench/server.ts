/** A server that returns the same short response to every request, to measure the client. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { soapResponse } from '../support/fake-transport.js';

const bytes = Buffer.from(
  soapResponse('soap_CheckPoints', '<result xsi:type="xsd:int">0</result><points xsi:type="xsd:float">12.5</points>'),
);
const headers = { 'content-type': 'text/xml; charset=utf-8' };
const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.on('disconnect', () => process.exit());
