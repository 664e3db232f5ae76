/** Compiles only if a fake can replace a client without a cast. */
import { vi } from 'vitest';
import { type SendResult, type SmsServiceApi, SmsServiceClient } from '../../src/client/index.js';
import { type SmsServiceHttpApi, SmsServiceHttpClient } from '../../src/http-client/index.js';

const sent: SendResult = { messages: [], count: 0, points: 0 } as never;

/** A complete fake, written by hand. */
class FakeClient implements SmsServiceApi {
  readonly texts: string[] = [];
  async sendSms({ message }: { readonly message: string }): Promise<SendResult> {
    this.texts.push(message);
    return sent;
  }
  sendSmsExt = vi.fn(async () => sent);
  sendMulti: SmsServiceApi['sendMulti'] = vi.fn();
  sendMany: SmsServiceApi['sendMany'] = vi.fn();
  addNumbers: SmsServiceApi['addNumbers'] = vi.fn();
  delSchSmsById = vi.fn();
  getSmsByIds = vi.fn(async () => []);
  getSmsByDate = vi.fn(async () => []);
  async *streamSmsByDate(): AsyncGenerator<never, void, undefined> {}
  getSenders = async (): Promise<string[]> => ['Test'];
  checkPoints = async (): Promise<number> => 100;
  getGroups = vi.fn();
  addGroup = async (): Promise<{ groupId: number }> => ({ groupId: 1 });
  delGroup = vi.fn();
  getNumbers = vi.fn();
  async *streamNumbers(): AsyncGenerator<never, void, undefined> {}
  addNumber = vi.fn();
  delNumber = vi.fn();
  close = async (): Promise<void> => {};
}

declare function service(client: SmsServiceApi): void;
declare function sender(client: Pick<SmsServiceApi, 'sendSms'>): void;
declare function httpService(client: SmsServiceHttpApi): void;
declare function earlierService(client: SmsServiceHttpApi<'earlier'>): void;

const client = new SmsServiceClient({ url: 'https://x', credentials: { username: 'a', password: 'b' } });
service(client);
service(new FakeClient());
sender({ sendSms: async () => sent });
sender({ sendSms: vi.fn() });
// @ts-expect-error -- an incomplete fake
service({ sendSms: vi.fn() });

const http = new SmsServiceHttpClient({ url: 'https://x', token: 't' });
const earlier = new SmsServiceHttpClient({ url: 'https://x', token: 't', variant: 'earlier' });
httpService(http);
earlierService(earlier);
httpService({
  sms: { send: vi.fn(), sendMany: vi.fn(), deleteScheduled: vi.fn() },
  mms: { send: vi.fn() },
  vms: { send: vi.fn() },
  profile: { get: vi.fn() },
  close: vi.fn(),
});
// @ts-expect-error -- the earlier variant has more methods
earlierService({ sms: { send: vi.fn(), sendMany: vi.fn(), deleteScheduled: vi.fn() }, close: vi.fn() });
