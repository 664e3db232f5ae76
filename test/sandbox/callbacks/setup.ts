import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxAccount, type SandboxOptions } from '../../../src/sandbox/index.js';
import { ALICE, START } from '../setup.js';

/** The token of Alice. */
export const TOKEN = 't0ken-4711';

/** A request as it arrived. */
interface Received {
  readonly method: string;
  /** Path and query, as they stood on the wire. */
  readonly target: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Listener {
  readonly url: string;
  readonly origin: string;
  /** What arrived since it was asked the last time. */
  received(): readonly Received[];
}

/** A status and a body, or no answer at all. */
export type Answer =
  | { readonly status?: number; readonly body?: string; readonly location?: string }
  | 'lost'
  | 'never';

/** A program that listens for callbacks; it is closed when the test ends. */
export async function listener(answer: (count: number) => Answer = () => ({})): Promise<Listener> {
  const received: Received[] = [];
  let count = 0;
  const origin = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      received.push({
        method: request.method ?? '',
        target: request.url ?? '',
        contentType: request.headers['content-type'] ?? '',
        body,
      });
      count += 1;
      const reply = answer(count);
      if (reply === 'lost') request.socket.destroy();
      else if (reply !== 'never') {
        const { status = 200, body: text = 'OK', location } = reply;
        response.writeHead(status, { 'content-type': 'text/plain', ...(location && { location }) }).end(text);
      }
    });
  });
  return { url: `${origin}/callback`, origin, received: () => received.splice(0) };
}

/** Starts a server that is closed when the test ends. @returns its origin */
async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

export interface CallingGateway {
  readonly sandbox: Sandbox;
  readonly http: SmsServiceHttpClient;
  readonly earlier: SmsServiceHttpClient<'earlier'>;
  /** Moves the gateway's clock on. */
  wait(ms: number): void;
  /** Moves the clock on, and has all that is due sent. @returns how many calls were made */
  after(ms: number): Promise<number>;
}

/** A gateway with the account of Alice, whose callbacks go to an address, and a clock that does not advance. */
export function gatewayWithCallbacks(
  callbacks: SandboxAccount['callbacks'],
  options: Omit<SandboxOptions, 'accounts' | 'now'> = {},
  account: Partial<SandboxAccount> = {},
): CallingGateway {
  let nowMs = START.getTime();
  const now = (): Date => new Date(nowMs);
  const sandbox = createSandbox({ ...options, accounts: [{ ...ALICE, tokens: [TOKEN], callbacks, ...account }], now });
  onTestFinished(() => sandbox.callbacks.close());
  const client = { url: 'http://gateway.test/', token: TOKEN, transport: sandbox.transport(), now };
  const http = new SmsServiceHttpClient(client);
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return {
    sandbox,
    http,
    earlier: new SmsServiceHttpClient({ ...client, variant: 'earlier' }),
    wait,
    after: async (ms) => {
      wait(ms);
      return (await sandbox.callbacks.settle()).length;
    },
  };
}

/** A handler in this process that keeps the urls that it was asked under. */
export function handler(text: () => string = () => 'OK'): {
  readonly urls: string[];
  fetch(request: Request): Promise<Response>;
} {
  const urls: string[] = [];
  return {
    urls,
    fetch: async (request) => {
      urls.push(request.url);
      return new Response(text());
    },
  };
}

/** The values of a parameter, in the order of the calls. */
export function valuesOf(urls: readonly string[], name: string): readonly (string | null)[] {
  return urls.map((url) => new URL(url, 'http://x/').searchParams.get(name));
}
