import { isSmsServiceError, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';
import type { Fault } from '../proxy/fault.js';
import { FaultProxy } from '../proxy/fault-proxy.js';
import { type Send, sendOf, WORD } from './sends.js';
import { Responses, randomFault } from './troubles.js';

/** The options of a run of sends over HTTP. */
export interface HttpRunOptions {
  readonly sends: number;
  readonly seed: number;
  readonly concurrency: number;
  /** The share of requests that meet a fault. */
  readonly faultRate: number;
  readonly once: boolean;
  /** Moves the client's clock by a day and an hour at each fault: a send with unknown outcome must not be retried then. */
  readonly isPastHorizon?: boolean;
  /** The gateway does not hear of `check_idx`: a run that must find messages that were sent twice. */
  readonly isDeaf?: boolean;
}

/** What became of the sends. */
export interface HttpRunResult {
  readonly requests: number;
  readonly faults: ReadonlyMap<string, number>;
  /** How many sends ended how: `success`, or the outcome of their error. */
  readonly ends: ReadonlyMap<string, number>;
  /** Messages whose result reports that an earlier attempt was accepted. */
  readonly alreadyAccepted: number;
  /** Messages that the gateway has accepted. */
  readonly accepted: number;
  readonly twice: number;
  /** Messages whose reported outcome differs from that of the gateway. */
  readonly untrue: number;
  /** Messages whose result has the id of another message. */
  readonly foreign: number;
  readonly wrong: readonly string[];
}

const TOKEN = 't0ken-for-the-faults';
const ACCOUNT = { username: 'alice', password: 'wonderland', tokens: [TOKEN], points: 1_000_000 };
const DAY_AND_HOUR = 25 * 3_600_000;

/** Sends many messages over two addresses that fail, and compares the results with the messages of the gateway. */
export async function runHttpSends(options: HttpRunOptions): Promise<HttpRunResult> {
  const { sends, seed, concurrency, faultRate, once, isPastHorizon = false, isDeaf = false } = options;
  const sandbox = await startSandbox({ accounts: [ACCOUNT], maxKeptRequests: 0 });
  const random = new Random(seed);
  const faults = new Map<string, number>();
  const wrong: string[] = [];
  const responses = new Responses();
  let requests = 0;
  let passedMs = 0;
  const decide = (request: Buffer): { readonly fault: Fault; readonly forward: Buffer } => {
    requests += 1;
    const forward = isDeaf ? Buffer.from(request.toString('latin1').replace('check_idx=1', 'check_idx=0')) : request;
    if (!random.chance(faultRate)) return { fault: { response: (response) => responses.keep(response) }, forward };
    const { name, fault } = randomFault(random, responses, once);
    faults.set(name, (faults.get(name) ?? 0) + 1);
    if (isPastHorizon) passedMs += DAY_AND_HOUR;
    return { fault, forward };
  };
  const proxies = [new FaultProxy(sandbox.port, decide, () => {}), new FaultProxy(sandbox.port, decide, () => {})];
  for (const proxy of proxies) await proxy.listen();
  const client = new SmsServiceHttpClient({
    url: proxies.map(({ url }) => new URL('/', url).href),
    token: TOKEN,
    // Each fault is met again by one request of twenty: after nine attempts none is left that has met only those.
    retry: { attempts: 9, baseDelayMs: 1, maxDelayMs: 5 },
    adaptiveLimit: false,
    now: () => new Date(Date.now() + passedMs),
    logger: lookingFor(wrong),
  });
  const reported = new Map<number, Reported>();
  try {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let call = next++; call < sends; call = next++) {
        const send = sendOf(seed, call);
        reported.set(call, await madeSend(client, send, once, wrong));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    await client.close();
    if (isPastHorizon && requests !== sends) wrong.push(`${requests} requests of ${sends} sends: some were repeated`);
    return { requests, faults, ...compared(reported, sandbox, seed, { once, isPastHorizon }, wrong) };
  } finally {
    await client.close({ abort: true });
    for (const proxy of proxies) await proxy.close();
    await sandbox.close();
  }
}

/** The result of a send. */
interface Reported {
  readonly end: 'success' | 'not-sent' | 'rejected' | 'unknown';
  /** The recipients, as they were sent, that the result calls accepted. */
  readonly accepted: ReadonlySet<string>;
  readonly alreadyAccepted: number;
  /** The ids that the result gives to recipients. */
  readonly ids: ReadonlyMap<string, string>;
}

const NOTHING: Omit<Reported, 'end'> = { accepted: new Set(), alreadyAccepted: 0, ids: new Map() };

async function madeSend(client: SmsServiceHttpClient, send: Send, once: boolean, wrong: string[]): Promise<Reported> {
  const { to, message, timeoutMs } = send;
  try {
    const { messages, recipients } = await client.sms.send({ to, message, once }, { timeoutMs });
    const isAccepted = ({ status }: { readonly status: string }): boolean => status === 'accepted';
    const accepted = new Set(recipients.filter(isAccepted).map(({ submitted }) => submitted));
    const ids = new Map(recipients.map(({ submitted, message: one }) => [submitted, one?.id ?? '']));
    const before = messages.filter(({ alreadyAccepted }) => alreadyAccepted === true).length;
    return { end: 'success', accepted, alreadyAccepted: before, ids };
  } catch (error) {
    if (!isSmsServiceError(error)) {
      wrong.push(`send ${send.call}: no error of the library: ${String(error)}`);
      return { ...NOTHING, end: 'unknown' };
    }
    const shown = JSON.stringify(error) + String(error);
    if (shown.includes(TOKEN) || shown.includes(WORD)) wrong.push(`send ${send.call}: the error shows a secret`);
    return { ...NOTHING, end: error.outcome };
  }
}

/** Compares the result of each message with the gateway. */
function compared(
  reported: ReadonlyMap<number, Reported>,
  sandbox: RunningSandbox,
  seed: number,
  { once, isPastHorizon }: { readonly once: boolean; readonly isPastHorizon: boolean },
  wrong: string[],
): Omit<HttpRunResult, 'requests' | 'faults'> {
  const times = new Map<string, number>();
  const byId = new Map<string, string>();
  const stored = sandbox.account(ACCOUNT.username)?.messages ?? [];
  for (const { id, to, message } of stored) {
    const key = `${message} ${to}`;
    times.set(key, (times.get(key) ?? 0) + 1);
    byId.set(id, key);
  }
  const ends = new Map<string, number>();
  let [twice, untrue, foreign, alreadyAccepted] = [0, 0, 0, 0];
  for (const [call, { end, accepted, alreadyAccepted: before, ids }] of reported) {
    ends.set(end, (ends.get(end) ?? 0) + 1);
    alreadyAccepted += before;
    const { to, message } = sendOf(seed, call);
    for (const number of to) {
      const key = `${message} 48${number}`;
      const count = times.get(key) ?? 0;
      const id = ids.get(number) ?? '';
      const what = `send ${call} (${end}) to one of ${to.length}`;
      if (count > 1) {
        twice += 1;
        wrong.push(`${what}: accepted ${count} times`);
      }
      const isCalledAccepted = end === 'success' && accepted.has(number);
      if (end !== 'unknown' && isCalledAccepted !== count > 0) {
        untrue += 1;
        wrong.push(
          `${what}: ${isCalledAccepted ? 'called accepted' : 'not called accepted'}, and accepted ${count} times`,
        );
      }
      if (id !== '' && byId.get(id) !== key) {
        foreign += 1;
        wrong.push(`${what}: has the id of another message`);
      }
      if (once && !isPastHorizon && count !== 1) wrong.push(`${what}: accepted ${count} times, not once`);
    }
  }
  return { ends, alreadyAccepted, accepted: stored.length, twice, untrue, foreign, wrong };
}

/** A logger that keeps nothing, and looks for secrets. */
function lookingFor(wrong: string[]): NonNullable<SmsServiceClientOptions['logger']> {
  const look = (line: string): void => {
    if (line.includes(TOKEN) || line.includes(WORD)) wrong.push(`the log shows a secret: ${line}`);
  };
  return { debug: look, info: look, warn: look };
}
