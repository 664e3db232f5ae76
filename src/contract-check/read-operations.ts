import type { SmsService } from '../../generated/service.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../client/index.js';
import { SmsServiceHttpClient, type SmsServiceHttpClientOptions } from '../http-client/index.js';
import type { ContractSettings } from './check-options.js';
import type { ComparingTransport } from './exchanges.js';
import type { InterfaceCheck } from './interface-check.js';

/** Messages of one day are read. */
const DAY_MS = 86_400_000;
const MAX_IDS = 10;
const TEST_MESSAGE = 'test';

/**
 * Calls the reading operations of the SOAP interface, whose responses the transport compares. Operations that need an
 * id use the first existing one.
 */
export async function readSoap(
  check: InterfaceCheck,
  settings: ContractSettings & Pick<SmsServiceClientOptions, 'url' | 'credentials'>,
  transport: ComparingTransport,
): Promise<void> {
  const { url, credentials, hash, timeoutMs, signal, testTo } = settings;
  const client = new SmsServiceClient({ url, credentials, hash, transport, timeoutMs });
  const call = { signal };
  const read = <T>(operation: keyof typeof SmsService.operations, ask: () => Promise<T>): Promise<T | undefined> =>
    check.read(operation, () => transport.takeCompared(), ask);
  try {
    await read('soap_CheckPoints', () => client.checkPoints(call));
    await read('soap_GetSenders', () => client.getSenders(call));
    const groups = await read('soap_GetGroups', () => client.getGroups(call));
    const [smallest] = (groups ?? [])
      .filter(({ numberCount }) => numberCount !== null && numberCount > 0)
      .sort((one, other) => (one.numberCount ?? 0) - (other.numberCount ?? 0));
    const group = smallest ?? groups?.[0];
    if (groups === undefined) check.skip('soap_GetNumbers', 'the groups could not be read');
    else if (group === undefined) check.skip('soap_GetNumbers', 'the account has no group');
    else await read('soap_GetNumbers', () => client.getNumbers(group.id, call));
    const to = new Date();
    const from = new Date(to.getTime() - DAY_MS);
    const records = await read('soap_GetSmsByDate', () => client.getSmsByDate({ from, to }, call));
    if (records?.some(({ status, statusName }) => status !== null && status !== 0 && statusName === undefined)) {
      check.unknownValue('soap_GetSmsByDate', 'arSms[].status');
    }
    const ids = (records ?? []).slice(0, MAX_IDS).map(({ id }) => id);
    if (records === undefined) check.skip('soap_GetSmsByIds', 'the messages of a day could not be read');
    else if (ids.length === 0) check.skip('soap_GetSmsByIds', 'the account has sent nothing within a day');
    else await read('soap_GetSmsByIds', () => client.getSmsByIds(ids, call));
    if (testTo !== undefined) {
      await read('soap_SendSms', () => client.sendSms({ to: testTo, message: TEST_MESSAGE, test: true }, call));
    }
  } finally {
    await client.close();
  }
}

/** The known values of open lists (sections 2.3 and 2.5). */
const KNOWN = {
  paymentType: ['prepaid', 'postpaid'],
  userType: ['native', 'subuser'],
  senderStatus: ['ACTIVE', 'INACTIVE'],
} as const;

export async function readHttp(
  check: InterfaceCheck,
  settings: ContractSettings & Pick<SmsServiceHttpClientOptions, 'url' | 'token'>,
  transport: ComparingTransport,
): Promise<void> {
  const { url, token, variant, timeoutMs, signal, testTo } = settings;
  const client = new SmsServiceHttpClient({ url, token, variant: 'earlier', transport, timeoutMs });
  const call = { signal };
  const read = <T>(method: string, ask: () => Promise<T>): Promise<T | undefined> =>
    check.read(method, () => transport.takeCompared(), ask);
  try {
    const profile = await read('profile.get', () => client.profile.get(call));
    if (isUnknown(profile?.paymentType, KNOWN.paymentType)) check.unknownValue('profile', 'payment_type');
    if (isUnknown(profile?.userType, KNOWN.userType)) check.unknownValue('profile', 'user_type');
    if (variant === 'earlier') {
      await read('points.get', () => client.points.get({ details: true }, call));
      await read('users.list', () => client.users.list(call));
      const senders = (await read('senders.list', () => client.senders.list({}, call))) ?? [];
      if (senders.some(({ status }) => isUnknown(status, KNOWN.senderStatus))) {
        check.unknownValue('sender.do list', '[].status');
      }
    }
    if (testTo !== undefined) {
      const order = { to: testTo, message: TEST_MESSAGE, test: true, once: false };
      await read('sms.send', () => client.sms.send(order, call));
    }
  } finally {
    await client.close();
  }
}

function isUnknown(value: string | null | undefined, known: readonly string[]): boolean {
  return value !== null && value !== undefined && value !== '' && !known.includes(value);
}
