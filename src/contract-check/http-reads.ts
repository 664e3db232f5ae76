import { SmsServiceHttpClient, type SmsServiceHttpClientOptions } from '../http-client/index.js';
import type { ContractSettings } from './check-options.js';
import type { ComparingTransport } from './exchanges.js';
import type { InterfaceCheck } from './interface-check.js';
import { REHEARSAL } from './soap-reads.js';

/** The values of fields whose list the specification gives, and leaves open (sections 2.3 and 2.5). */
const KNOWN = {
  paymentType: ['prepaid', 'postpaid'],
  userType: ['native', 'subuser'],
  senderStatus: ['ACTIVE', 'INACTIVE'],
} as const;

/** Asks the reading endpoints of the HTTP interface, whose answers the transport compares. */
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
      const order = { to: testTo, message: REHEARSAL, test: true, once: false };
      await read('sms.send', () => client.sms.send(order, call));
    }
  } finally {
    await client.close();
  }
}

function isUnknown(value: string | null | undefined, known: readonly string[]): boolean {
  return value !== null && value !== undefined && value !== '' && !known.includes(value);
}
