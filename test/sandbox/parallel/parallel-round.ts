import { SmsServiceClient } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import type { RunningSandbox, SandboxMessage } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';

/** Numbers that all tests send to: only the account identifies the test of a message. */
const NUMBERS: readonly [string, ...string[]] = ['48500100200', '48500100201', '48500100202'];
/** So long that only what was missed can take it. */
const TIMEOUT_MS = 60_000;
const POINTS = 100;
const PRICE = 0.16;

/** One who sends, in the way of one interface. */
interface Sender {
  /** Names the account, for filters. */
  readonly who: { readonly username: string } | { readonly token: string };
  send(to: string, message: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The figures of a round, and the promises that it broke, in words. */
export interface ParallelRound {
  readonly messages: number;
  readonly waits: number;
  readonly broken: readonly string[];
}

/** Runs so many tests at once on one gateway with `newAccounts`, and resets it at the end. */
export async function runParallelRound(sandbox: RunningSandbox, seed: number, tests: number): Promise<ParallelRound> {
  const broken: string[] = [];
  const sum = { messages: 0, waits: 0 };
  const before = sandbox.cursor();
  const one = async (index: number): Promise<void> => {
    const random = new Random(seed * 1000 + index);
    const name = `seed ${seed}, test ${index}`;
    const check = (isTrue: boolean, what: string): void => void (isTrue || broken.push(`${name}: ${what}`));
    const sender = senderOf(sandbox, random, index);
    try {
      const own: { readonly to: string; readonly text: string }[] = [];
      const start = sandbox.cursor();
      let after = start;
      for (let step = 0; step < 6; step += 1) {
        const to = random.pick(NUMBERS);
        const text = `${name}, step ${step}`;
        const filter = { ...sender.who, after, timeoutMs: TIMEOUT_MS, ...(random.chance(0.5) ? { to } : {}) };
        const early = random.chance(0.5) ? sandbox.waitForMessage(filter) : undefined;
        // Its answer alone is lost, and it is there once.
        const loses = 'username' in sender.who && random.chance(0.15);
        if (loses && 'username' in sender.who) sandbox.loseNextAnswer('soap_SendSms', sender.who);
        const isKnown = await sender.send(to, text).then(
          () => true,
          () => false,
        );
        check(isKnown !== loses, loses ? 'an answer was not lost' : "another test's answer was lost");
        own.push({ to, text });
        const found: SandboxMessage = await (early ?? sandbox.waitForMessage(filter));
        sum.messages += 1;
        sum.waits += 1;
        check(found.message === text && found.to === to, `it saw "${found.message}" in place of "${text}"`);
        check(found.cursor > after, 'a cursor went back');
        after = found.cursor;
      }
      const seen = sandbox.messages({ ...sender.who, after: start });
      check(
        JSON.stringify(seen.map(({ to, message }) => ({ to, text: message }))) === JSON.stringify(own),
        `it has ${seen.length} messages in place of ${own.length}`,
      );
      const rest = POINTS - PRICE * own.length;
      check(Math.abs((pointsOf(sandbox, sender) ?? 0) - rest) < 0.001, 'its points are not its own');
      // What never comes is never seen, however many others send.
      const caller = new AbortController();
      const nothing = sandbox.waitForMessage({ ...sender.who, after, signal: caller.signal }).then(
        ({ message }) => `it saw "${message}", which was not for it`,
        () => undefined,
      );
      setImmediate(() => caller.abort());
      const wrong = await nothing;
      check(wrong === undefined, wrong ?? '');
    } finally {
      await sender.close();
    }
  };
  await Promise.all(
    Array.from({ length: tests }, (_, index) =>
      one(index).catch((error: unknown) => void broken.push(`seed ${seed}, test ${index}: ${String(error)}`)),
    ),
  );
  if (sandbox.cursor() - before !== sum.messages) broken.push(`seed ${seed}: a message was accepted twice, or never`);
  await sandbox.reset();
  if (sandbox.messages().length + sandbox.callCount() > 0) broken.push(`seed ${seed}: something is left of the round`);
  return { ...sum, broken };
}

function pointsOf(sandbox: RunningSandbox, { who }: Sender): number | undefined {
  return sandbox.account('token' in who ? who : who.username)?.points;
}

/** Sends by SOAP or HTTP, over a socket or in process, with credentials that are new, or of an account made for it. */
function senderOf(sandbox: RunningSandbox, random: Random, index: number): Sender {
  const added = random.chance(0.3) ? sandbox.addAccount() : undefined;
  const transport = random.chance(0.5) ? { transport: sandbox.transport() } : {};
  if (random.chance(0.5)) {
    const { username, password } = added ?? { username: `test-${index}`, password: `p-${index}` };
    const credentials = { username, password };
    const client = new SmsServiceClient({ url: sandbox.url, credentials, retry: false, ...transport });
    return {
      who: { username },
      send: (to, message) => client.sendSms({ to, message }),
      close: () => client.close(),
    };
  }
  const token = added?.token ?? `of-test-${index}`;
  const http = new SmsServiceHttpClient({ url: sandbox.httpUrl, token, ...transport });
  return { who: { token }, send: (to, message) => http.sms.send({ to, message }), close: () => http.close() };
}
