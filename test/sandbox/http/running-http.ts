import type { RunningSandbox, SandboxAccount, SandboxOptions } from '../../../src/sandbox/index.js';
import { ALICE, runningGateway, START } from '../setup.js';

/** The token of Alice. */
export const TOKEN = 't0ken-4711';

type Form = Readonly<Record<string, string>>;

/** A gateway that is asked over HTTP, by programs that know nothing of it. */
interface HttpGateway {
  readonly sandbox: RunningSandbox;
  /** Posts a form, with the token of Alice. @returns the text of the response */
  post(path: string, form: Form): Promise<string>;
  /** The same, with `format=json`. */
  json(path: string, form: Form): Promise<unknown>;
  /** Sends a request as it is given, with the token of Alice. */
  fetch(path: string, request?: RequestInit): Promise<Response>;
}

/** Starts a gateway with the account of Alice, changed as wished; it is closed when the test ends. */
export async function httpGateway(
  account: Partial<SandboxAccount> = {},
  options: Omit<SandboxOptions, 'accounts' | 'now'> = {},
): Promise<HttpGateway> {
  const accounts = [{ ...ALICE, tokens: [TOKEN], ...account }];
  const sandbox = await runningGateway({ ...options, accounts, now: () => START });
  const ask: HttpGateway['fetch'] = (path, { headers, ...request } = {}) =>
    fetch(sandbox.httpUrl + path, { ...request, headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
  const post: HttpGateway['post'] = async (path, form) =>
    (await ask(path, { method: 'POST', body: new URLSearchParams(form) })).text();
  return {
    sandbox,
    post,
    json: async (path, form) => JSON.parse(await post(path, { ...form, format: 'json' })),
    fetch: ask,
  };
}
