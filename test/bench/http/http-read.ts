/**
 * Reading the answer to a send to 10,000 recipients: the client over a transport that has it there, and `JSON.parse` of
 * the same as JSON. `http-read.ts json|text` prints the milliseconds of both, by turns.
 */
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { recipients, sendAnswer, sendAnswerText } from './answers.js';

const COUNT = 10_000;
const ROUNDS = 40;
/** The first rounds are for V8 to compile what is run. */
const WARM = 15;

const isText = process.argv[2] === 'text';
const json = sendAnswer(COUNT);
const body = Buffer.from(isText ? sendAnswerText(COUNT) : json);
const to = recipients(COUNT);
const headers = { 'content-type': isText ? 'text/plain' : 'application/json' };
const client = new SmsServiceHttpClient({
  url: 'http://localhost/',
  token: 'a',
  format: isText ? 'text' : 'json',
  transport: { send: async () => ({ status: 200, headers, body }) },
});
/** The time for writing the request, without reading the response. */
const short = Buffer.from(isText ? sendAnswerText(1) : sendAnswer(1));
const writer = new SmsServiceHttpClient({
  url: 'http://localhost/',
  token: 'a',
  transport: { send: async () => ({ status: 200, headers, body: short }) },
});

async function timeOf(act: () => unknown): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

const [ours, parse]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  const order = { to, message: 'Hello', once: false };
  const whole = await timeOf(() => client.sms.send(order));
  const writing = await timeOf(() => writer.sms.send(order));
  const parsing = await timeOf(() => JSON.parse(json) as unknown);
  if (round >= WARM) {
    ours.push(whole - writing);
    parse.push(parsing);
  }
}
console.log(JSON.stringify({ ours, parse }));
