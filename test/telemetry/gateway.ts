import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';

export const credentials = { username: 'demo-9', password: 'sesame-9' };
export const accounts = [{ ...credentials, tokens: ['token-9'] }];
export const NUMBER = '48500100200';

/** An embedded gateway, and a client whose address, credentials and numbers must not occur in its telemetry. */
export function gatewayOf(options: Partial<SmsServiceClientOptions> = {}): {
  readonly client: SmsServiceClient;
  readonly sandbox: Sandbox;
} {
  const sandbox = createSandbox({ accounts });
  const client = new SmsServiceClient({
    url: 'https://gateway.test:8443/soap?key=query-9',
    credentials,
    transport: sandbox.transport(),
    retry: { baseDelayMs: 1 },
    label: 'shop',
    ...options,
  });
  return { client, sandbox };
}
