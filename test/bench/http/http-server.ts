/** A server that gives every send the same short answer at once: what is measured is the other side. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendAnswer } from './answers.js';

const answer = Buffer.from(sendAnswer(1));
const headers = { 'content-type': 'application/json', 'content-length': answer.length };
const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(answer));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.on('disconnect', () => process.exit());
