import type { InterfaceVariant } from '../../src/domain/sending/message-parts.js';
import { ConnectionError } from '../../src/errors/errors.js';
import { SmsServiceHttpClient, type SmsServiceHttpClientOptions } from '../../src/http-client/index.js';
import type { Transport, TransportRequest } from '../../src/transport/transport.js';
import { bytesOf } from '../support/body-bytes.js';

/** A request as it arrived. */
export interface Arrived {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Those of the form; of a GET those of the query. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The reaction to a request: its response, as text or as JSON, or the loss of that. */
export type Reaction =
  | string
  | object
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

/** The connection is lost; the outcome is unknown. */
export const LOST = 'lost';

/** The connection was never there. */
export const REFUSED = 'refused';

/** A transport that responds with a function and stores the requests. */
export interface Script extends Transport {
  readonly arrived: readonly Arrived[];
}

/** Makes a transport of a function, or of a list of reactions, whose last one repeats. */
export function script(...reactions: readonly (Reaction | ((request: Arrived) => Reaction))[]): Script {
  const arrived: Arrived[] = [];
  return {
    arrived,
    send: async (request) => {
      const one = await arrivedRequest(request);
      arrived.push(one);
      const step = reactions[Math.min(arrived.length, reactions.length) - 1];
      const reaction = typeof step === 'function' ? step(one) : step;
      if (reaction === LOST) throw new ConnectionError('lost', 'unknown');
      if (reaction === REFUSED) throw new ConnectionError('refused', 'not-sent');
      return responseOf(reaction ?? '');
    },
  };
}

async function arrivedRequest({ url, method, headers, body }: TransportRequest): Promise<Arrived> {
  const form = body === undefined ? new URL(url).search : bytesOf(body).toString('utf8');
  return { url, method, headers, fields: Object.fromEntries(new URLSearchParams(form)) };
}

function responseOf(reaction: Reaction): Awaited<ReturnType<Transport['send']>> {
  if (typeof reaction === 'object' && 'status' in reaction && 'body' in reaction) {
    const {
      status,
      body,
      headers = {},
    } = reaction as { status: number; body: string; headers?: Record<string, string> };
    return { status, headers, body: Buffer.from(body) };
  }
  const isText = typeof reaction === 'string';
  return {
    status: 200,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
    body: Buffer.from(isText ? reaction : JSON.stringify(reaction)),
  };
}

const TOKEN = 't0ken-of-the-account';

/** A client over a script, which does not wait between attempts. */
export function clientOf<V extends InterfaceVariant = 'current'>(
  transport: Transport,
  options: Partial<SmsServiceHttpClientOptions<V>> = {},
): SmsServiceHttpClient<V> {
  return new SmsServiceHttpClient<V>({
    url: 'https://gateway.test/api/',
    token: TOKEN,
    transport,
    retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 },
    ...options,
  });
}

/** An item of a send's answer, as the specification shows it (section 2.1). */
export function item(number: string, more: object = {}): object {
  return {
    id: `id${number.slice(-3)}`,
    points: 0.16,
    number: `48${number}`,
    date_sent: 1_700_000_000,
    submitted_number: number,
    status: 'QUEUE',
    ...more,
  };
}
