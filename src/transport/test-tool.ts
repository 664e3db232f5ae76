import { ConnectionError } from '../errors/errors.js';
import { safeCause } from './cause.js';

interface NoAnswer {
  readonly tool: string;
  /** The code, or the name and the beginning of the message of its error. */
  readonly code?: string;
  readonly name?: string;
  readonly message?: RegExp;
}

const NOCK_NO_MATCH = 'ERR_NOCK_NO_MATCH';

const NO_ANSWERS: readonly NoAnswer[] = [
  { tool: 'nock', code: NOCK_NO_MATCH },
  { tool: 'nock', name: 'NetConnectNotAllowedError' },
  { tool: 'MockAgent of undici', code: 'UND_MOCK_ERR_MOCK_NOT_MATCHED' },
  { tool: 'MSW', name: 'InternalError', message: /^\[MSW\] Cannot bypass a request/ },
];

/**
 * Creates the error of a request for which a test tool has no answer; `undefined` for any other error. Nothing was sent,
 * and a retry is useless.
 */
export function noAnswerOfTestTool(error: unknown, operation: string | undefined): ConnectionError | undefined {
  const found = NO_ANSWERS.find((each) => fits(error, each));
  return found && noAnswer(found.tool, operation, safeCause(error));
}

export function noAnswerOfNock(status: number, text: string, operation: string): ConnectionError | undefined {
  if (status !== 501 || !text.startsWith(`{"code":"${NOCK_NO_MATCH}"`)) return undefined;
  return noAnswer('nock', operation);
}

/** Returns true for a socket of MSW or nock (14 or later), which does not connect before the request was read. */
export function isOfTestTool({ constructor }: object): boolean {
  return constructor.name === 'MockHttpSocket';
}

function noAnswer(tool: string, operation: string | undefined, cause?: Error): ConnectionError {
  const what =
    `${tool} has no answer for this request: no interceptor or handler matches it; ` +
    'compare method, address, headers and body, and how often it answers; nothing was sent';
  return new ConnectionError(what, 'not-sent', { operation, cause, retryable: false });
}

function fits(error: unknown, { name, code, message }: NoAnswer): boolean {
  try {
    if (!(error instanceof Error)) return false;
    if (code !== undefined) return 'code' in error && error.code === code;
    return error.name === name && (message === undefined || message.test(error.message));
  } catch {
    // Its getters throw: it is not an error of these tools.
    return false;
  }
}
