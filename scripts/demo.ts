/**
 * `npm start`: shows the main features with the embedded gateway, over SOAP and HTTP, and prints each step with its
 * result. If SMS_SERVICE_URL, SMS_SERVICE_USERNAME and SMS_SERVICE_PASSWORD are set, it only reads points, senders and
 * groups from that gateway.
 */
import { InsufficientPointsError, isSmsServiceError, SmsServiceClient } from 'sms-service-client';
import { startSandbox } from 'sms-service-client/sandbox';
import { migrateAddressBook } from './demo/migrate.js';
import { receiveCallbacks } from './demo/receive-callbacks.js';
import { recordAndReplay } from './demo/record-and-replay.js';
import { masked, result, say, step, time } from './demo/say.js';
import { sendOverHttp } from './demo/send-over-http.js';

const { SMS_SERVICE_URL, SMS_SERVICE_USERNAME, SMS_SERVICE_PASSWORD } = process.env;

/** Makes only calls that read and cost no points. */
async function read(client: SmsServiceClient): Promise<void> {
  step('Reading the points of the account (soap_CheckPoints)');
  result(`${await client.checkPoints()} points`);

  step('Listing the sender names of the account (soap_GetSenders)');
  result((await client.getSenders()).join(', ') || 'no sender names');

  step('Listing the contact groups (soap_GetGroups)');
  const groups = await client.getGroups();
  if (groups.length === 0) result('no groups');
  for (const { id, name, numberCount } of groups) result(`group ${id} "${name}", ${numberCount ?? '?'} numbers`);
}

async function send(client: SmsServiceClient): Promise<string[]> {
  step('Sending a message (soap_SendSms)');
  const one = await client.sendSms({ to: '48500100200', message: 'Zażółć gęślą jaźń', from: 'Test' });
  result(`accepted with id ${one.messages[0]?.id}; cost: ${one.points} points`);

  step('Sending to three recipients with a different parameter for each (soap_SendMulti)');
  const many = await client.sendMulti({
    to: ['48500100201', '48500100202', '48500100203'],
    message: 'Hello [%1%], your table is number [%2%].',
    params: [
      ['Ania', '4'],
      ['Błażej', '7'],
      ['Cecylia', '12'],
    ],
  });
  const ids = many.messages.map(({ id }) => id ?? '?');
  result(`${many.count} messages accepted with the ids ${ids.join(', ')}; cost: ${many.points} points`);
  return [one.messages[0]?.id ?? '', ...ids];
}

async function schedule(client: SmsServiceClient): Promise<void> {
  step('Scheduling a message for tomorrow (soap_SendSms) and deleting it (soap_DelSchSmsById)');
  const date = new Date(Date.now() + 24 * 3600 * 1000);
  const { messages } = await client.sendSms({ to: '48500100200', message: 'Good morning', date });
  const id = messages[0]?.id ?? '';
  result(`scheduled with id ${id} for ${time(date)} UTC`);
  await client.delSchSmsById(id);
  result('deleted');
}

async function group(client: SmsServiceClient): Promise<void> {
  step('Creating a contact group with two numbers (soap_AddGroup, soap_AddNumber, soap_GetNumbers)');
  const { groupId } = await client.addGroup({ name: 'Regulars', info: 'Come every week' });
  await client.addNumber({ groupId, number: '48500100201', name: 'Ania' });
  await client.addNumber({ groupId, number: '+48 500 100 202', name: 'Błażej' });
  result(`created group ${groupId}`);
  for await (const { number, name } of client.streamNumbers(groupId)) result(`${name}: ${masked(number)}`);
}

async function history(client: SmsServiceClient, ids: readonly string[]): Promise<void> {
  step('Reading the history of the last hour (soap_GetSmsByDate)');
  const now = Date.now();
  for (const sms of await client.getSmsByDate({ from: new Date(now - 3600_000), to: new Date(now + 1000) })) {
    result(`${sms.id} to ${masked(sms.to)} at ${time(sms.date)}: ${sms.statusName ?? sms.status}`);
  }
  step('Reading a message by its id (soap_GetSmsByIds)');
  for (const sms of await client.getSmsByIds(ids.slice(0, 1))) {
    result(`${sms.id} to ${masked(sms.to)}: "${sms.message}"`);
  }
}

async function refused(client: SmsServiceClient): Promise<void> {
  step('Sending to more recipients than the points allow');
  const to = Array.from({ length: 1000 }, (_, index) => `48500${String(200_000 + index)}`);
  try {
    await client.sendMulti({ to, message: 'To everybody' });
  } catch (error) {
    if (!(error instanceof InsufficientPointsError)) throw error;
    result(`${error.name}: gateway code ${error.result}, outcome "${error.outcome}"`);
    result(error.message);
  }
}

async function walkSandbox(): Promise<void> {
  const credentials = { username: 'demo', password: 'demo-password' };
  const token = 'demo-token';
  const sandbox = await startSandbox({
    port: 0,
    accounts: [{ ...credentials, tokens: [token], points: 100, senders: ['Test', 'Bistro'] }],
  });
  say(`The embedded gateway listens on ${sandbox.url} (SOAP) and ${sandbox.httpUrl} (HTTP)`);
  const client = new SmsServiceClient({ url: sandbox.url, credentials });
  try {
    await read(client);
    const ids = await send(client);
    await schedule(client);
    await group(client);
    await history(client, ids);
    await refused(client);
    await sendOverHttp(sandbox, token);
    step('Reading the points again (soap_CheckPoints)');
    result(`${await client.checkPoints()} points`);
  } finally {
    await client.close();
    await sandbox.close();
  }
  await receiveCallbacks();
  await recordAndReplay();
  await migrateAddressBook();
  say('\nDone. README.md shows how to use the client in a program.');
}

async function readFrom(url: string): Promise<void> {
  if (SMS_SERVICE_USERNAME === undefined || SMS_SERVICE_PASSWORD === undefined) {
    console.error('SMS_SERVICE_URL is set. Set SMS_SERVICE_USERNAME and SMS_SERVICE_PASSWORD, too.');
    process.exitCode = 1;
    return;
  }
  const credentials = { username: SMS_SERVICE_USERNAME, password: SMS_SERVICE_PASSWORD };
  const client = new SmsServiceClient({ url, credentials });
  say(`Reading from ${new URL(url).host}. No message is sent and no data is changed.`);
  try {
    await read(client);
  } finally {
    await client.close();
  }
}

try {
  await (SMS_SERVICE_URL === undefined ? walkSandbox() : readFrom(SMS_SERVICE_URL));
} catch (error) {
  console.error(isSmsServiceError(error) ? `\n${error.name}: ${error.message}` : error);
  process.exitCode = 1;
}
