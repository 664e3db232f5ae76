import assert from 'node:assert/strict';
import Fastify from 'fastify';
import { isSmsServiceError } from 'sms-service-client';
import { callbackHandler } from 'sms-service-client/callbacks';
import { SmsServiceHttpClient } from 'sms-service-client/http';
import { startSandbox } from 'sms-service-client/sandbox';

const account = { username: 'demo', password: 'demo-password', tokens: ['t0ken'], points: 100 };
const sandbox = await startSandbox({ accounts: [account] });
const client = new SmsServiceHttpClient({ url: sandbox.httpUrl, token: 't0ken' });
const heard = [];
const handler = callbackHandler({
  secret: { query: 'secret', value: 'of-the-services' },
  onEvent: (event) => void heard.push(event.text),
});
const app = Fastify();
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.all('/callback', (request, reply) => {
  reply.hijack();
  return handler.node(request.raw, reply.raw);
});
app.post('/send', async (request) => ({ count: (await client.sms.send(request.body)).count }));
app.setErrorHandler((error, _request, reply) => reply.status(isSmsServiceError(error) ? 400 : 500).send());
const base = await app.listen({ host: '127.0.0.1', port: 0 });
const send = (body) =>
  fetch(`${base}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
assert.deepEqual(await (await send({ to: '48500100200', message: 'Hi' })).json(), { count: 1 });
assert.equal((await send({ to: '', message: 'Hi' })).status, 400);
const body = new URLSearchParams({ sms_from: '48500100200', sms_to: '48661000112', sms_text: 'Hi', sms_date: '1' });
assert.equal(await (await fetch(`${base}/callback?secret=of-the-services`, { method: 'POST', body })).text(), 'OK');
assert.deepEqual(heard, ['Hi']);
await app.close();
await client.close();
await sandbox.close();
console.log('all is well');
