import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackHandler } from 'sms-service-client/callbacks';
import { SmsServiceHttpClient } from 'sms-service-client/http';
import { startSandbox } from 'sms-service-client/sandbox';
import { masked, result, step, time } from './say.js';

/** Sends a message, and hears from a handler of callbacks that it was delivered, and what its recipient answers. */
export async function hearBack(): Promise<void> {
  const heard = new EventEmitter();
  const secret = randomUUID();
  const handler = callbackHandler({
    secret: { path: true, value: secret },
    onEvent: (event) => {
      if (event.type === 'sms-report') {
        result(`the gateway reports: message ${event.messageId} is ${event.statusName}, ${time(event.doneAt)} UTC`);
        if (event.isFinal) heard.emit('final');
      }
      if (event.type === 'incoming-sms') {
        result(`${masked(event.from)} answers message ${event.messageId}: "${event.text}"`);
        heard.emit('answer');
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
    step(`Saving an address for callbacks: the gateway tries it. A handler listens at ${origin}`);
    const { accepted } = await sandbox.callbacks.checkAddress(`${origin}/callbacks/${secret}`);
    result(`the handler answered ${accepted ? 'OK' : 'otherwise'}`);
    const guessed = await sandbox.callbacks.checkAddress(`${origin}/callbacks/guessed`);
    result(`to a stranger, who does not know the secret in its path, it answers with status ${guessed.status}`);

    step('Sending a message that can be answered (from 2way), and hearing what becomes of it');
    const final = once(heard, 'final');
    const { messages } = await http.sms.send({ to: '48500100204', message: 'Your table at 8, as ever?', from: '2way' });
    const id = messages[0]?.id ?? '';
    result(`accepted under id ${id}: ${messages[0]?.status}`);
    await final;

    step('Its recipient answers');
    const answer = once(heard, 'answer');
    sandbox.receive({ replyTo: id, text: 'Yes, and one chair more, please' });
    await answer;
  } finally {
    await http.close();
    await sandbox.close();
    await handler.close();
    server.close();
  }
}
