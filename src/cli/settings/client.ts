import { readFileSync } from 'node:fs';
import { httpTransport, type Transport } from '../../calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../client/index.js';
import type { Account } from './account.js';
import type { Profile } from './config-file.js';

/** Does something with a client for an account, and closes it. @param more - options that differ for this command */
export async function withClient<T>(
  account: Account,
  act: (client: SmsServiceClient) => Promise<T>,
  more: Partial<SmsServiceClientOptions> = {},
): Promise<T> {
  const { urls, username, password, profile } = account;
  const { hash, timeoutMs, maxConcurrency, maxPerSecond } = profile;
  const transport = transportOf(profile);
  const client = new SmsServiceClient({
    url: urls,
    credentials: { username, password },
    transport,
    hash,
    timeoutMs,
    maxConcurrency,
    maxPerSecond,
    ...more,
  });
  try {
    return await act(client);
  } finally {
    await client.close();
    await transport.close?.();
  }
}

/** The transport that a profile asks for. */
export function transportOf(profile: Profile): Transport {
  return httpTransport({ ...routeOf(profile), maxSockets: profile.maxConcurrency });
}

/** The way to the gateway: the authorities that are trusted, and the proxy. */
export function routeOf({ ca, proxy }: Profile): { readonly ca?: string; readonly proxy?: string } {
  return {
    ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}
