import { GatewayError } from 'sms-service-client';
import { SmsServiceHttpClient, text, tokens } from 'sms-service-client/http';
import type { RunningSandbox } from 'sms-service-client/sandbox';
import { masked, result, step, time } from './say.js';

/** Sends over the HTTP interface of the same gateway and account, also with a lost response and with an error. */
export async function sendOverHttp(sandbox: RunningSandbox, token: string): Promise<void> {
  const http = new SmsServiceHttpClient({ url: sandbox.httpUrl, token });
  try {
    await send(http);
    await schedule(http);
    await loseResponse(http, sandbox);
    await refused(http);
  } finally {
    await http.close();
  }
}

async function send(http: SmsServiceHttpClient): Promise<void> {
  step('Sending over HTTP to two recipients with a different parameter for each (sms.do)');
  const { messages } = await http.sms.send({
    to: ['48500100204', '48500100205'],
    message: text`Hello ${tokens.param(1)}, see you at eight.`,
    params: [['Dorota'], ['Emil']],
  });
  for (const { id, number, points, status } of messages) {
    result(`${id} to ${masked(number ?? '')}: ${status}, ${points} points`);
  }
  const { points } = await http.profile.get();
  result(`the account has ${points} points; it is the same account as over SOAP`);
}

async function schedule(http: SmsServiceHttpClient): Promise<void> {
  step('Scheduling a message over HTTP and deleting it (sms.do, sch_del)');
  const date = new Date(Date.now() + 24 * 3600 * 1000);
  const { messages } = await http.sms.send({ to: '48500100204', message: 'Good morning', date });
  const ids = messages.flatMap(({ id }) => id ?? []);
  result(`scheduled with id ${ids.join()} for ${time(date)} UTC`);
  const deleted = await http.sms.deleteScheduled(ids);
  result(`deleted: ${deleted.ids.join()}`);
}

async function loseResponse(http: SmsServiceHttpClient, sandbox: RunningSandbox): Promise<void> {
  step('Sending over a connection that loses the response after the gateway has accepted the message');
  const count = (): number => sandbox.account('demo')?.messages.length ?? 0;
  const [before, requests] = [count(), sandbox.callCount('sms.do')];
  sandbox.failNext('sms.do', { drop: 'after' });
  const { alreadyAccepted, messages } = await http.sms.send({ to: '48500100205', message: 'Sent exactly once' });
  result(`the client retried with the same idx: ${sandbox.callCount('sms.do') - requests} requests`);
  result(`alreadyAccepted: ${alreadyAccepted}; the delivery report will contain the idx ${messages[0]?.idx}`);
  result(`the gateway accepted ${count() - before} message`);
}

async function refused(http: SmsServiceHttpClient): Promise<void> {
  step('Sending with a sender name that the account does not have');
  try {
    await http.sms.send({ to: '48500100204', message: 'Hi', from: 'Unknown' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    result(`${error.name}: gateway code ${error.result}, outcome "${error.outcome}"`);
    result(error.message);
  }
}
