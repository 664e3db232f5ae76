import { SmsServiceClient } from '../../../src/client/index.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxMessage } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';
import { GatewayModel, type ModelFilter } from './gateway-model.js';

const NUMBERS: readonly [string, ...string[]] = ['48500100200', '48500100201', '48500100202'];
const TEXTS: readonly [string, ...string[]] = ['one', 'two', 'three'];
const STEPS = 60;
const PENDING = 'pending';

/** An account that is sent from: its credentials, and the name by which the model knows it. */
interface Known {
  readonly username: string;
  send(to: string, text: string): Promise<unknown>;
}

/** A wait that is not over, and what the model says that it comes to. */
interface Waiting {
  readonly filter: ModelFilter;
  /** The cursor of the message that it has come to, or how it ended. */
  got: string;
  /** The same, as the model has it. */
  expected: string;
}

/** The figures of a machine, and the promises that were broken, in words. */
export interface MachineRun {
  readonly steps: number;
  readonly broken: readonly string[];
}

/** Does with a gateway whatever there is to do, in an order that the seed decides, and compares it with a model. */
export async function runMachine(seed: number): Promise<MachineRun> {
  const random = new Random(seed);
  const rateLimit = random.chance(0.5) ? ({ requests: 1 + random.below(4), windowMs: 100 } as const) : undefined;
  const maxKeptMessages = random.pick([1, 5, 100_000] as const);
  const model = new GatewayModel({ rateLimit, maxKept: maxKeptMessages });
  let nowMs = Date.UTC(2026, 0, 1);
  const sandbox = createSandbox({
    accounts: [{ username: 'alice', password: 'a', tokens: ['of-alice'], points: 1_000_000 }],
    newAccounts: { points: 1_000_000 },
    now: () => new Date(nowMs),
    maxKeptMessages,
    ...(rateLimit === undefined ? {} : { rateLimit }),
  });
  const broken: string[] = [];
  const check = (step: number, got: unknown, wanted: unknown, what: string): void => {
    const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (one !== other) broken.push(`seed ${seed}, step ${step}: ${what}: ${one} in place of ${other}`);
  };
  const given: Known[] = [soapSender(sandbox, 'alice', 'a'), httpSender(sandbox, 'alice', 'of-alice')];
  let known: Known[] = [...given];
  const cursors: number[] = [0];
  let waiting: Waiting[] = [];
  /** Settles those that the model says are over, after everything that was on its way has come. */
  const settle = async (step: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const { got, expected } of waiting) check(step, got, expected, 'a wait came to');
    waiting = waiting.filter(({ expected }) => expected === PENDING);
  };
  const end = (): void => {
    for (const each of waiting) if (each.expected === PENDING) each.expected = 'ended';
  };
  const filterOf = (): ModelFilter => ({
    ...(random.chance(0.7) ? { after: random.pick(cursors) ?? 0 } : {}),
    ...(random.chance(0.5) ? { username: random.pick(known)?.username ?? '' } : {}),
    ...(random.chance(0.5) ? { to: random.pick(NUMBERS) } : {}),
    ...(random.chance(0.3) ? { text: random.pick(TEXTS) } : {}),
  });
  for (let step = 0; step < STEPS; step += 1) {
    const turn = random.next();
    if (turn < 0.45) {
      const who = random.pick(known) as Known;
      const [to, text] = [random.pick(NUMBERS), random.pick(TEXTS)];
      const came = await outcomeOf(who.send(to, text));
      const logged = model.send(who.username, to, text, nowMs);
      check(step, came, logged === undefined ? '203' : 'ok', 'a send was');
      if (logged !== undefined) {
        for (const each of waiting) {
          if (each.expected === PENDING && model.fits(logged, each.filter)) each.expected = String(logged.cursor);
        }
      }
    } else if (turn < 0.65) {
      const filter = filterOf();
      const wait: Waiting = { filter, got: PENDING, expected: model.firstOf(filter) ?? PENDING };
      void waitOf(sandbox, filter).then((got) => {
        wait.got = got;
      });
      waiting.push(wait);
    } else if (turn < 0.75) {
      cursors.push(sandbox.cursor());
      check(step, sandbox.cursor(), model.cursor, 'the cursor was');
    } else if (turn < 0.82) {
      known.push(...newcomers(sandbox, random, `new-${seed}-${step}`));
    } else if (turn < 0.95) {
      nowMs += random.below(150);
    } else {
      await sandbox.reset();
      model.reset();
      known = [...given];
      end();
    }
    await settle(step);
    const filter = filterOf();
    check(step, listOf(sandbox, filter), model.list(filter), 'messages() gave');
  }
  end();
  await sandbox.close();
  await settle(STEPS);
  return { steps: STEPS, broken };
}

function listOf(sandbox: Sandbox, filter: ModelFilter): readonly (string | number)[] | 'refused' {
  try {
    return sandbox.messages(filter).map(({ cursor }) => cursor);
  } catch {
    return 'refused';
  }
}

function waitOf(sandbox: Sandbox, filter: ModelFilter): Promise<string> {
  return sandbox.waitForMessage({ ...filter, timeoutMs: 60_000 }).then(
    ({ cursor }: SandboxMessage) => String(cursor),
    (error: unknown) => (isSmsServiceError(error) && error.code === 'ABORTED' ? 'ended' : 'refused'),
  );
}

function outcomeOf(sent: Promise<unknown>): Promise<string> {
  return sent.then(
    () => 'ok',
    (error: unknown) => String((error as { readonly result?: number }).result ?? error),
  );
}

const TRY_ONCE = { url: 'http://gateway.test/', retry: false, validation: false } as const;

// A client for each send: one that was told of too much would slow itself down.
function soapSender(sandbox: Sandbox, username: string, password: string): Known {
  const credentials = { username, password };
  const client = (): SmsServiceClient =>
    new SmsServiceClient({ ...TRY_ONCE, credentials, transport: sandbox.transport() });
  return { username, send: (to, message) => client().sendSms({ to, message }) };
}

function httpSender(sandbox: Sandbox, username: string, token: string): Known {
  const http = (): SmsServiceHttpClient =>
    new SmsServiceHttpClient({ ...TRY_ONCE, token, transport: sandbox.transport() });
  return { username, send: (to, message) => http().sms.send({ to, message }) };
}

/** An account by credentials that come first, or one that is made, which both interfaces know. */
function newcomers(sandbox: Sandbox, random: Random, name: string): readonly Known[] {
  if (random.chance(0.5)) return [soapSender(sandbox, name, 'p')];
  const { username, password, token } = sandbox.addAccount({ points: 1_000_000 });
  return [soapSender(sandbox, username, password), httpSender(sandbox, username, token)];
}
