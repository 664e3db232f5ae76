import { GatewayError } from 'sms-service-client';
import { SmsServiceHttpClient, text, tokens } from 'sms-service-client/http';
import type { RunningSandbox } from 'sms-service-client/sandbox';
import { masked, result, step, time } from './say.js';

/** Sends over the HTTP interface of the same gateway and account; loses an answer, and has a message refused. */
export async function sendOverHttp(sandbox: RunningSandbox, token: string): Promise<void> {
  const http = new SmsServiceHttpClient({ url: sandbox.httpUrl, token });
  try {
    await send(http);
    await schedule(http);
    await loseAnAnswer(http, sandbox);
    await refused(http);
  } finally {
    await http.close();
  }
}

async function send(http: SmsServiceHttpClient): Promise<void> {
  step('Sending over HTTP, to two recipients by name (sms.do)');
  const { messages } = await http.sms.send({
    to: ['48500100204', '48500100205'],
    message: text`Hello ${tokens.param(1)}, see you at eight.`,
    params: [['Dorota'], ['Emil']],
  });
  for (const { id, number, points, status } of messages) {
    result(`${id} to ${masked(number ?? '')}: ${status}, ${points} points`);
  }
  const { points } = await http.profile.get();
  result(`the profile says that ${points} points are left: it is the account that SOAP knows`);
}

async function schedule(http: SmsServiceHttpClient): Promise<void> {
  step('Scheduling over HTTP, and deleting it (sms.do, sch_del)');
  const date = new Date(Date.now() + 24 * 3600 * 1000);
  const { messages } = await http.sms.send({ to: '48500100204', message: 'Good morning', date });
  const ids = messages.flatMap(({ id }) => id ?? []);
  result(`scheduled under id ${ids.join()} for ${time(date)} UTC`);
  const deleted = await http.sms.deleteScheduled(ids);
  result(`deleted before it was sent: ${deleted.ids.join()}`);
}

async function loseAnAnswer(http: SmsServiceHttpClient, sandbox: RunningSandbox): Promise<void> {
  step('Sending over a line that loses the answer: the gateway has the message, and we do not know it');
  const count = (): number => sandbox.account('demo')?.messages.length ?? 0;
  const [before, requests] = [count(), sandbox.callCount('sms.do')];
  sandbox.failNext('sms.do', { drop: 'after' });
  const { alreadyAccepted, messages } = await http.sms.send({ to: '48500100205', message: 'Once, and only once' });
  result(`sent again by itself, with the same idx: ${sandbox.callCount('sms.do') - requests} requests`);
  result(`alreadyAccepted: ${alreadyAccepted}; reports will name it by its idx ${messages[0]?.idx}`);
  result(`the gateway has ${count() - before} message more`);
}

async function refused(http: SmsServiceHttpClient): Promise<void> {
  step('Sending under a name that is not the account’s');
  try {
    await http.sms.send({ to: '48500100204', message: 'Hi', from: 'Nobody' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    result(`refused with ${error.name}: gateway code ${error.result}, outcome "${error.outcome}"`);
    result(error.message);
  }
}
