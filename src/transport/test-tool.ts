import { ConnectionError } from '../errors/errors.js';
import { safeCause } from './cause.js';

interface NoAnswer {
  readonly tool: string;
  /** The name, the code and the beginning of the message of an error. All that are set must match. */
  readonly name?: string;
  readonly code?: string;
  readonly says?: RegExp;
  readonly why: string;
  readonly remedy: string;
}

const NOCK_NO_MATCH = 'ERR_NOCK_NO_MATCH';

const NOCK_HAS_NONE_THAT_FITS: Pick<NoAnswer, 'tool' | 'why' | 'remedy'> = {
  tool: 'nock',
  why: 'none of its interceptors for this host matches the request',
  remedy: 'compare path, body and headers; an interceptor answers once, unless it has .persist() or .times()',
};

const NO_ANSWERS: readonly NoAnswer[] = [
  { ...NOCK_HAS_NONE_THAT_FITS, code: NOCK_NO_MATCH },
  {
    tool: 'nock',
    name: 'NetConnectNotAllowedError',
    why: 'it has no interceptor for this host, and nock.disableNetConnect() blocks the connection',
    remedy: 'add one with nock(…).post(…), or allow the host with nock.enableNetConnect(…)',
  },
  {
    tool: 'MockAgent of undici',
    code: 'UND_MOCK_ERR_MOCK_NOT_MATCHED',
    why: 'none of its intercepts matches the request, and disableNetConnect() blocks the connection',
    remedy: 'add one with .get(…).intercept(…), or allow the host with .enableNetConnect(…)',
  },
  {
    tool: 'MSW',
    name: 'InternalError',
    says: /^\[MSW\] Cannot bypass a request/,
    why: "none of its handlers matches the request, and its strategy for such requests is 'error'",
    remedy: 'add one with server.use(http.post(…)), or allow such requests',
  },
];

/**
 * Makes the error of a request for which a tool that answers requests in tests has no answer; `undefined` for any other
 * error. Nothing was sent, and no retry makes it better.
 */
export function noAnswerOfTestTool(error: unknown, operation: string | undefined): ConnectionError | undefined {
  const found = NO_ANSWERS.find((each) => fits(error, each));
  return found && noAnswer(found, operation, safeCause(error));
}

export function noAnswerOfNock(status: number, text: string, operation: string): ConnectionError | undefined {
  if (status !== 501 || !text.startsWith(`{"code":"${NOCK_NO_MATCH}"`)) return undefined;
  return noAnswer(NOCK_HAS_NONE_THAT_FITS, operation);
}

/** Returns true for a socket of MSW or nock (14 or later), which does not connect before the request was read. */
export function isOfTestTool({ constructor }: object): boolean {
  return constructor.name === 'MockHttpSocket';
}

function noAnswer(
  { tool, why, remedy }: Pick<NoAnswer, 'tool' | 'why' | 'remedy'>,
  operation: string | undefined,
  cause?: Error,
): ConnectionError {
  const what = `${tool} has no answer for this request: ${why}; ${remedy}; nothing was sent`;
  return new ConnectionError(what, 'not-sent', { operation, cause, retryable: false });
}

function fits(error: unknown, { name, code, says }: NoAnswer): boolean {
  try {
    if (!(error instanceof Error)) return false;
    if (code !== undefined) return 'code' in error && error.code === code;
    return error.name === name && (says === undefined || says.test(error.message));
  } catch {
    // Its getters throw: it is not an error of these tools.
    return false;
  }
}
