import { SmsServiceHttpClient, type SmsServiceHttpClientOptions } from '../../http-client/index.js';
import type { HttpAccount } from './account.js';
import { transportOf } from './client.js';

/** A client of either variant: what the one in hand lacks is refused when it is called. */
export type HttpClient = SmsServiceHttpClient<'earlier'>;

/**
 * Does something with a client for an account over HTTP, and closes it.
 *
 * @param more - options that differ for this command
 */
export async function withHttpClient<T>(
  account: HttpAccount,
  act: (client: HttpClient) => Promise<T>,
  more: Partial<SmsServiceHttpClientOptions> = {},
): Promise<T> {
  const { urls, token, variant, profile } = account;
  const { timeoutMs, maxConcurrency, maxPerSecond } = profile;
  const transport = transportOf(profile);
  const client = new SmsServiceHttpClient({
    url: urls,
    token,
    transport,
    timeoutMs,
    maxConcurrency,
    maxPerSecond,
    ...more,
    variant: variant as 'earlier',
  });
  try {
    return await act(client);
  } finally {
    await client.close();
    await transport.close?.();
  }
}
