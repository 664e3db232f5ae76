import { SmsServiceClient } from '../../../../src/client/index.js';
import { createSandbox, type SandboxOptions } from '../../../../src/sandbox/index.js';
import { PASSWORD } from '../secrets.js';

type Account = Omit<NonNullable<SandboxOptions['accounts']>[number], 'username' | 'password'>;

/** The clients of two accounts of a new embedded gateway. */
export function twoAccounts(old: Account, young: Account): readonly [from: SmsServiceClient, to: SmsServiceClient] {
  const sandbox = createSandbox({
    accounts: [
      { username: 'old', password: PASSWORD, ...old },
      { username: 'new', password: PASSWORD, ...young },
    ],
  });
  const clientOf = (username: string): SmsServiceClient =>
    new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username, password: PASSWORD },
      transport: sandbox.transport(),
      retry: false,
    });
  return [clientOf('old'), clientOf('new')];
}

/** The client of an empty account. */
export function emptyAccount(): SmsServiceClient {
  return twoAccounts({}, {})[1];
}
