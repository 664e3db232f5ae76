/** A server that returns the same short response to every send, to measure the client. */
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
