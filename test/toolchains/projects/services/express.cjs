const assert = require('node:assert/strict');
const express = require('express');
const { callbackHandler } = require('sms-service-client/callbacks');
const { SmsServiceClient, ValidationError } = require('sms-service-client');
const { startSandbox } = require('sms-service-client/sandbox');

async function run() {
  const credentials = { username: 'demo', password: 'demo-password' };
  const sandbox = await startSandbox({ accounts: [{ ...credentials, points: 100 }] });
  const client = new SmsServiceClient({ url: sandbox.url, credentials });
  const heard = [];
  const app = express();
  app.all(
    '/callback',
    callbackHandler({
      secret: { query: 'secret', value: 'of-the-services' },
      onEvent: (event) => void heard.push(event.text),
    }).node,
  );
  app.post('/send', express.json(), (request, response, next) => {
    client.sendSms(request.body).then(({ count }) => response.json({ count }), next);
  });
  app.use((error, _request, response, _next) => response.status(error instanceof ValidationError ? 400 : 500).end());
  const server = app.listen(0, '127.0.0.1', async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    const send = (body) =>
      fetch(`${base}/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    assert.deepEqual(await (await send({ to: '48500100200', message: 'Hi' })).json(), { count: 1 });
    assert.equal((await send({ to: 1, message: 'Hi' })).status, 400);
    const body = new URLSearchParams({ sms_from: '48500100200', sms_to: '48661000112', sms_text: 'Hi', sms_date: '1' });
    assert.equal(await (await fetch(`${base}/callback?secret=of-the-services`, { method: 'POST', body })).text(), 'OK');
    assert.deepEqual(heard, ['Hi']);
    server.closeAllConnections();
    server.close();
    await client.close();
    await sandbox.close();
    console.log('all is well');
  });
}

run();
