import { readFileSync } from 'node:fs';
import { httpTransport, type Transport } from '../../calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../client/index.js';
import {
  type InterfaceVariant,
  SmsServiceHttpClient,
  type SmsServiceHttpClientOptions,
} from '../../http-client/index.js';
import { withProgress } from '../output/progress.js';
import type { Context } from '../running/command.js';
import {
  type Account,
  chosenAccount,
  chosenHttpAccount,
  chosenInterface,
  chosenProfile,
  type HttpAccount,
} from './account.js';
import type { Profile } from './config-file.js';

/** A client of either variant: it refuses the calls that its variant does not have. */
export type HttpClient = SmsServiceHttpClient<'earlier'>;

/** Calls a function with a client for an account, and closes the client. @param more - options of this command */
export function withClient<T>(
  account: Account,
  act: (client: SmsServiceClient) => Promise<T>,
  more: Partial<SmsServiceClientOptions> = {},
): Promise<T> {
  const { urls: url, username, password, profile } = account;
  const options = { url, credentials: { username, password }, hash: profile.hash, ...limitsOf(profile), ...more };
  return withClosed(profile, (transport) => new SmsServiceClient({ ...options, transport }), act);
}

export function withHttpClient<T>(
  account: HttpAccount,
  act: (client: HttpClient) => Promise<T>,
  more: Partial<SmsServiceHttpClientOptions> = {},
): Promise<T> {
  const { urls: url, token, profile } = account;
  const variant = account.variant as 'earlier';
  const options = { url, token, variant, ...limitsOf(profile), ...more };
  return withClosed(profile, (transport) => new SmsServiceHttpClient({ ...options, transport }), act);
}

function limitsOf({ timeoutMs, maxConcurrency, maxPerSecond }: Profile) {
  return { timeoutMs, maxConcurrency, maxPerSecond };
}

export interface Call {
  readonly signal: AbortSignal;
}

interface Either<T> {
  soap(client: SmsServiceClient, call: Call): Promise<T>;
  http(client: HttpClient, call: Call, variant: InterfaceVariant): Promise<T>;
}

/** Calls the gateway over the interface that the options or the account select. */
export async function overEither<T>(context: Context, { soap, http }: Either<T>): Promise<T> {
  const { output, interruption } = context;
  const call = { signal: interruption.signal };
  const waiting = (work: () => Promise<T>): Promise<T> => withProgress(output, 'answer', work, { isList: true });
  if (isOverHttp(context)) {
    const account = await chosenHttpAccount(context);
    return waiting(() => withHttpClient(account, (client) => http(client, call, account.variant)));
  }
  const account = await chosenAccount(context);
  return waiting(() => withClient(account, (client) => soap(client, call)));
}

export function isOverHttp(context: Context): boolean {
  return chosenInterface(context, chosenProfile(context).profile) === 'http';
}

export function transportOf(profile: Profile): Transport {
  return httpTransport({ ...routeOf(profile), maxSockets: profile.maxConcurrency });
}

export function routeOf({ ca, proxy }: Profile): { readonly ca?: string; readonly proxy?: string } {
  return {
    ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

async function withClosed<C extends { close(): Promise<void> }, T>(
  profile: Profile,
  create: (transport: Transport) => C,
  act: (client: C) => Promise<T>,
): Promise<T> {
  const transport = transportOf(profile);
  const client = create(transport);
  try {
    return await act(client);
  } finally {
    await client.close();
    await transport.close?.();
  }
}
