/**
 * Code that the compiler must accept or refuse. `types.test.ts` compiles this file and does not run it. An expected error
 * that is missing is an error, too.
 */
import { SmsServiceStub, type soap_GetGroupsOutput } from '../../generated/index.js';
import {
  type Attempt,
  failover,
  fetchTransport,
  httpTransport,
  type Interceptor,
  observe,
  type RequestBody,
  type RequestBodySource,
  rateLimit,
  retry,
  type SmsServiceEvent,
  type Transport,
  type TransportRequest,
} from '../../src/calls/index.js';
import {
  type AnySmsServiceError,
  type CertificateSummary,
  type CheckTrustOptions,
  type Contact,
  checkTrust,
  type ErrorCode,
  type GatewayErrorCode,
  type Group,
  isPhoneNumber,
  isSmsServiceError,
  type MultiSendResult,
  normalizePhoneNumber,
  type Outcome,
  RateLimitError,
  type RecipientStatus,
  type SendResult,
  type SentMessage,
  type SmsRecord,
  SmsServiceClient,
  type SmsServiceError,
  type TrustReason,
  type TrustReport,
} from '../../src/client/index.js';
import { type ContractReport, checkContract } from '../../src/contract-check/index.js';

/** Compiles only where both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_is: Same<A, B>): void {}

declare const transport: Transport;
const credentials = { username: 'a', password: 'b' };
const client = new SmsServiceClient({ url: 'https://x', credentials });

// Results of methods.
same<ReturnType<typeof client.getSenders>, Promise<string[]>>(true);
same<ReturnType<typeof client.checkPoints>, Promise<number>>(true);
same<ReturnType<typeof client.sendSms>, Promise<SendResult>>(true);
same<ReturnType<typeof client.sendSmsExt>, Promise<SendResult>>(true);
same<ReturnType<typeof client.sendMulti>, Promise<MultiSendResult>>(true);
for (const { status, message, number } of (await client.sendMulti({ to: [], message: 'x' })).recipients) {
  same<typeof status, RecipientStatus>(true);
  same<typeof message, SentMessage | undefined>(true);
  same<typeof number, string | undefined>(true);
}
for await (const result of client.addNumbers(1, [{ number: '500100200', name: 'Anna' }])) {
  same<typeof result.item, { number: string; name: string }>(true);
  if (result.ok) same<typeof result.error, undefined>(true);
  else same<typeof result.outcome, Outcome>(true);
}
for await (const result of client.sendMany({ message: 'x' }, new Set(['500100200']), { chunkSize: 10 })) {
  same<typeof result.item, string>(true);
  if (result.ok) same<typeof result.status, 'accepted' | 'duplicate'>(true);
  else same<typeof result.outcome, Outcome>(true);
}
// @ts-expect-error a telephone number is a string
void client.addNumbers(1, [500100200]);
// @ts-expect-error recipients are a separate argument
void client.sendMany({ message: 'x', to: ['500100200'] }, []);
for (const number of ['500100200'].filter(isPhoneNumber).map(normalizePhoneNumber)) same<typeof number, string>(true);
same<ReturnType<typeof client.getGroups>, Promise<Group[]>>(true);
same<ReturnType<typeof client.getNumbers>, Promise<Contact[]>>(true);
same<ReturnType<typeof client.getSmsByDate>, Promise<SmsRecord[]>>(true);
same<ReturnType<typeof client.addNumber>, Promise<void>>(true);
same<Group['id'], number>(true);
for (const message of (await client.sendSms({ to: '500100200', message: 'x' })).messages) {
  same<typeof message.outcome, 'accepted' | 'rejected' | 'unknown'>(true);
  same<typeof message.id, string | null>(true);
  if (message.outcome === 'accepted') same<typeof message.id, string>(true);
  if (message.outcome === 'rejected') same<typeof message.errorCode, number>(true);
  // @ts-expect-error an entry that was not understood has no id
  if (message.outcome === 'unknown') void message.id.length;
}
same<SmsRecord['submittedAt'], Date | null>(true);
same<SmsRecord['flash'], boolean>(true);
for await (const { number } of client.streamNumbers(1)) same<typeof number, string>(true);

// Arguments of methods.
void client.sendSms({ to: '500100200', message: 'x', params: ['a'] as const, date: new Date() }, { timeoutMs: 5 });
void client.getNumbers(1, { signal: AbortSignal.timeout(5) });
// @ts-expect-error a telephone number is a string
void client.sendSms({ to: 500100200, message: 'x' });
// @ts-expect-error a message is required
void client.sendSms({ to: '500100200' });
// @ts-expect-error one recipient; several go through sendMulti
void client.sendSms({ to: ['500100200'], message: 'x' });
// @ts-expect-error a misspelt option
void client.sendSms({ to: '500100200', message: 'x', sender: 'Test' });
// @ts-expect-error priority belongs to sendSmsExt
void client.sendSms({ to: '500100200', message: 'x', priority: 1 });
// @ts-expect-error the url is required
void new SmsServiceClient({ credentials });
// @ts-expect-error credentials are required
void new SmsServiceClient({ url: 'https://x' });
void new SmsServiceClient({ url: 'https://x', credentials: async () => credentials, hash: 'md5' });

// Errors.
declare const caught: unknown;

/** Each code determines the class, and the compiler checks that all codes are handled. */
export function handled(error: AnySmsServiceError): string | number | undefined {
  switch (error.code) {
    case 'VALIDATION':
      return error.path;
    case 'CREDENTIALS':
      return error.message;
    case 'REPLAY_MISS':
      return error.nearest.length;
    case 'FILE_LOCKED':
      return error.holder;
    case 'CONNECTION':
      return error.proxyStatus;
    case 'TIMEOUT':
      return error.timeoutMs;
    case 'TLS':
    case 'REQUEST_BODY':
      return error.outcome;
    case 'ABORTED':
      same<typeof error.reason, 'signal' | 'closed'>(true);
      return error.reason;
    case 'HTTP_STATUS':
      return error.status;
    case 'DECODE':
      return error.offset;
    case 'SOAP_FAULT':
      return error.faultCode;
    case 'RATE_LIMIT':
      same<typeof error, RateLimitError>(true);
      return error.limit;
    case 'AUTHENTICATION':
      // @ts-expect-error only a RateLimitError has it
      return error.limit;
    case 'INSUFFICIENT_POINTS':
    case 'NOT_ALLOWED':
    case 'INVALID_REQUEST':
    case 'NOT_FOUND':
    case 'CONFLICT':
    case 'GATEWAY_INTERNAL':
    case 'GATEWAY':
      same<(typeof error)['code'] extends GatewayErrorCode ? true : false, true>(true);
      return error.result;
    default:
      same<typeof error, never>(true);
      return error;
  }
}
same<AnySmsServiceError['code'], ErrorCode>(true);
if (isSmsServiceError(caught)) {
  same<typeof caught, AnySmsServiceError>(true);
  const asBase: SmsServiceError = caught;
  void asBase;
  same<typeof caught.outcome, 'not-sent' | 'rejected' | 'unknown'>(true);
  same<typeof caught.code, ErrorCode>(true);
  if (caught instanceof RateLimitError) same<typeof caught.limit, 'rate' | 'concurrency' | 'number'>(true);
  // @ts-expect-error the codes are a closed set
  if (caught.code === 'SOMETHING') void 0;
}

// The stub: wire names, wire shapes.
const stub = new SmsServiceStub({ transport, url: 'https://x' });
same<ReturnType<typeof stub.soap_GetGroups>, Promise<soap_GetGroupsOutput>>(true);
void stub.soap_SendMulti({
  client: credentials,
  sms_param: { arTo: ['1'], arParams: [['a'], []], eco: null },
});
// @ts-expect-error every input part is required
void stub.soap_GetNumbers({ client: credentials });

// Trust and proxies.
same<ReturnType<typeof checkTrust>, Promise<TrustReport>>(true);
same<TrustReport['certificate'], CertificateSummary | undefined>(true);
same<[TrustReport['problem'], TrustReport['code']], [string | undefined, string | undefined]>(true);
same<TrustReport['status'], number | undefined>(true);
same<CertificateSummary['validTo'], Date>(true);
const way: CheckTrustOptions = { proxy: 'env', ca: ['pem'], minVersion: 'TLSv1.3', timeoutMs: 5 };
void checkTrust('https://x', way);
void httpTransport({ proxy: 'http://user:password@host:3128', cert: 'pem', key: new Uint8Array(), passphrase: 'x' });
void fetchTransport({ fetch: globalThis.fetch, headers: { 'x-one': '1' }, timeoutMs: 1000 });
void httpTransport({ maxConnectionAgeMs: Number.POSITIVE_INFINITY, freshConnectionForWrites: true });
void httpTransport({ proxy: 'env' }, { HTTPS_PROXY: 'http://host:3128' });
// @ts-expect-error the reasons are a closed set
void ('because' satisfies TrustReason);
// @ts-expect-error a report cannot be changed
(await checkTrust('https://x')).trusted = true;
// @ts-expect-error an older TLS version is not supported
void httpTransport({ minVersion: 'TLSv1.1' });
void checkTrust('https://x', { connectTimeoutMs: 5, headers: {} });

// Retries, addresses, limits, events.
const once: Interceptor =
  <R>(next: Attempt<R>): Attempt<R> =>
  (request) =>
    next({ ...request, headers: { ...request.headers, 'x-trace': '1' } });

// Streamed bodies.
const source: RequestBodySource = {
  length: 3,
  open: async function* () {
    yield Buffer.from('one');
  },
};
same<TransportRequest['body'], RequestBody | undefined>(true);
void (source satisfies RequestBody);
// @ts-expect-error it is opened again for each attempt, not read once
void (source.open() satisfies RequestBody);
const interceptors = [
  once,
  retry({ attempts: 5 }),
  failover({ urls: ['https://x', 'https://y'] as const }),
  rateLimit({ maxPerSecond: 0.5, adaptiveLimit: true }),
  observe({ logger: console }),
];
void new SmsServiceStub({ transport, url: 'https://x', interceptors });
const onEvent = (event: SmsServiceEvent): void => {
  if (event.type === 'response') same<typeof event.status, number>(true);
  if (event.type === 'limit') same<typeof event.maxPerSecond, number | undefined>(true);
  if (event.type === 'error') same<typeof event.outcome, 'not-sent' | 'rejected' | 'unknown'>(true);
  if (event.type === 'done') same<typeof event.outcome, 'ok' | 'not-sent' | 'rejected' | 'unknown'>(true);
  // @ts-expect-error the end of a pause has no address
  if (event.type === 'retry') void event.address;
};
void new SmsServiceClient({ url: ['https://x', 'https://y'] as const, credentials, retry: false, onEvent });
void new SmsServiceClient({
  url: 'https://x',
  credentials,
  retry: { attempts: 5 },
  maxConcurrency: 4,
  adaptiveLimit: false,
  logger: console,
  interceptors,
});
// @ts-expect-error it is switched on or off
void new SmsServiceClient({ url: 'https://x', credentials, adaptiveLimit: 20 });
void client.close({ abort: true, timeoutMs: 5 });
void new SmsServiceClient({ url: 'https://x', credentials, validation: { shortLinkLimit: false } });
// @ts-expect-error a misspelt option of the retries
void new SmsServiceClient({ url: 'https://x', credentials, retry: { attempt: 5 } });
// @ts-expect-error a logger has debug, info and warn
void new SmsServiceClient({ url: 'https://x', credentials, logger: { info: () => undefined } });
// @ts-expect-error a failover needs addresses
void failover({});
// @ts-expect-error a request must define whether it is idempotent
void transport.send({ method: 'POST', url: 'https://x', operation: 'o', headers: {} });

// The drift of the contract.
const report: ContractReport = await checkContract({ url: 'https://x', credentials });
for (const { kind, interface: of } of report.findings) {
  same<typeof kind, 'additive' | 'breaking'>(true);
  same<typeof of, 'soap' | 'http'>(true);
}
// @ts-expect-error: the variant is one of two
void checkContract({ httpUrl: 'https://x/', token: 't0ken', variant: 'later' });
