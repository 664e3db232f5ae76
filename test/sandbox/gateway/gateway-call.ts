import { readOptions } from '../../../src/options/table.js';
import type { AuthorizedCall } from '../../../src/sandbox/gateway/call.js';
import type { GatewayCredentials } from '../../../src/sandbox/gateway/gateway.js';
import type { SendReceipt } from '../../../src/sandbox/gateway/sending/accept.js';
import type { SendOrder } from '../../../src/sandbox/gateway/sending/orders.js';
import { sendSms } from '../../../src/sandbox/gateway/sending/send-sms.js';
import { Refusal, type RejectedNumber } from '../../../src/sandbox/gateway/store/refusal.js';
import type { AccountView, SandboxAccount, SandboxOptions } from '../../../src/sandbox/index.js';
import { SANDBOX_OPTIONS } from '../../../src/sandbox/options/sandbox-options.js';
import { createCore, type SandboxCore } from '../../../src/sandbox/sandbox.js';
import { ALICE, START } from '../setup.js';

/** The token of Alice. */
const TOKEN = 't0ken-4711';

/** A gateway that operations are called of without any wire. */
export interface DirectGateway extends SandboxCore {
  /** A call of Alice, or of other credentials. */
  call(credentials?: GatewayCredentials): AuthorizedCall;
  /** Moves the clock to a moment after the start. */
  setClock(ms: number): void;
  /** Alice's account. */
  readonly alice: AccountView;
}

/** A gateway with the account of Alice (changed as wished) and a clock that does not advance. */
export function directGateway(
  account: Partial<SandboxAccount> = {},
  options: Omit<SandboxOptions, 'accounts' | 'now'> = {},
): DirectGateway {
  let nowMs = START.getTime();
  const allOptions = { ...options, accounts: [{ ...ALICE, tokens: [TOKEN], ...account }], now: () => new Date(nowMs) };
  const core = createCore(readOptions(allOptions, SANDBOX_OPTIONS));
  return {
    ...core,
    call: (credentials = { token: TOKEN }) => {
      const call = core.gateway.authorize(credentials, '127.0.0.1');
      if (call === undefined) throw new Error('the credentials are refused');
      return call;
    },
    setClock: (ms) => {
      nowMs = START.getTime() + ms;
    },
    get alice() {
      const alice = core.sandbox.account('alice');
      if (alice === undefined) throw new Error('Alice has no account');
      return alice;
    },
  };
}

/** Sends an SMS: a correct one to one number, changed as wished. */
export function sms(gateway: DirectGateway, order: Partial<SendOrder> = {}): SendReceipt {
  return sendSms(gateway.call(), { to: ['500100200'], message: 'Hello', ...order });
}

/** The code and the numbers that an operation is refused with. */
export interface Refused {
  readonly code: number;
  readonly numbers: readonly RejectedNumber[];
}

/** Carries an operation out that has to be refused. */
export function refusal(act: () => unknown): Refused {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.result, numbers: error.numbers };
    throw error;
  }
  throw new Error('was not refused');
}
