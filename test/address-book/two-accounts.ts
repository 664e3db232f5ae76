import { SmsServiceClient } from '../../src/client/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';

/** The clients of two accounts of an embedded gateway. */
export function twoClients(sandbox: Sandbox): readonly [from: SmsServiceClient, to: SmsServiceClient] {
  const clientOf = (username: string): SmsServiceClient =>
    new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username, password: 'p' },
      transport: sandbox.transport(),
      retry: false,
    });
  return [clientOf('old'), clientOf('new')];
}
