import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackHandler } from 'sms-service-client/callbacks';
import { SmsServiceHttpClient } from 'sms-service-client/http';
import { startSandbox } from 'sms-service-client/sandbox';
import { masked, result, step, time } from './say.js';

/** Sends a message and receives its delivery reports and a reply with a callback handler. */
export async function receiveCallbacks(): Promise<void> {
  const events = new EventEmitter();
  const secret = randomUUID();
  const handler = callbackHandler({
    secret: { path: true, value: secret },
    onEvent: (event) => {
      if (event.type === 'sms-report') {
        result(`delivery report: message ${event.messageId} is ${event.statusName}, ${time(event.doneAt)} UTC`);
        if (event.isFinal) events.emit('final');
      }
      if (event.type === 'incoming-sms') {
        result(`reply from ${masked(event.from)} to message ${event.messageId}: "${event.text}"`);
        events.emit('reply');
      }
    },
  });
  const server = createServer((request, response) => void handler.node(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = { username: 'demo', password: 'demo-password', tokens: ['demo-token'] };
  const sandbox = await startSandbox({
    accounts: [{ ...account, callbacks: `${origin}/callbacks/${secret}` }],
    deliveryScript: [{ status: 'SENT' }, { status: 'DELIVERED', afterMs: 500 }],
  });
  const http = new SmsServiceHttpClient({ url: sandbox.httpUrl, token: 'demo-token' });
  try {
    step(`Saving the callback address ${origin}, which the gateway checks with a request`);
    const { accepted } = await sandbox.callbacks.checkAddress(`${origin}/callbacks/${secret}`);
    result(accepted ? 'the handler responded with OK' : 'the handler did not respond with OK');
    const guessed = await sandbox.callbacks.checkAddress(`${origin}/callbacks/guessed`);
    result(`a request without the secret in its path gets status ${guessed.status}`);

    step('Sending a message that can be replied to (from 2way) and receiving its delivery reports');
    const final = once(events, 'final');
    const { messages } = await http.sms.send({ to: '48500100204', message: 'Your table at 8, as ever?', from: '2way' });
    const id = messages[0]?.id ?? '';
    result(`accepted with id ${id}: ${messages[0]?.status}`);
    await final;

    step('Receiving the reply of the recipient');
    const reply = once(events, 'reply');
    sandbox.receive({ replyTo: id, text: 'Yes, and one chair more, please' });
    await reply;
  } finally {
    await http.close();
    await sandbox.close();
    await handler.close();
    server.close();
  }
}
