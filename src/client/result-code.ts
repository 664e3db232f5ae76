import { accountIn } from '../calls/events/events.js';
import { gatewayError } from '../domain/gateway-codes.js';
import { AuthenticationError, DecodeError, type SmsServiceError } from '../errors/errors.js';
import { redact, type SecretSource } from '../redact/redact.js';
import { describeActual } from '../soap/codecs/describe-actual.js';
import { type DecodeContext, mayHaveExecuted } from '../soap/messages/decode-response.js';
import type { TransportRequest } from '../transport/transport.js';

export interface ResultParts {
  readonly result?: number | null | undefined;
  readonly description?: string | null | undefined;
}

/** The call and the settings by which a `result` is understood. */
export interface ResultContext {
  readonly operation: string;
  readonly isSuccess: (result: number, operation: string) => boolean;
  /** The form in which the password was sent, for the hint of an authentication error. */
  readonly hash: 'none' | 'md5';
  /** The path of `result` in the response. */
  readonly path: string;
  /** The request that was answered, for the same. */
  readonly request: Pick<TransportRequest, 'url' | 'label'>;
}

/**
 * Checks `result`, and returns if it means success.
 *
 * @param source - the sent data, which is hidden if the description echoes it
 * @param message - all parts of the response, if it has more
 * @throws DecodeError if there is no result: success is never assumed
 * @throws GatewayError of the class of the code
 */
export function assertSuccess(
  parts: ResultParts,
  source: SecretSource & Pick<DecodeContext<unknown>, 'isChange'>,
  context: ResultContext,
  message: object = parts,
): void {
  const { result, description } = parts;
  const { operation, path } = context;
  if (typeof result !== 'number') {
    const found = describeActual(parts, source) || describeActual(message, source);
    const what = `is missing, so the call cannot be treated as successful${found}${mayHaveExecuted(source)}`;
    throw new DecodeError(what, { path, xsdType: 'xsd:int', operation });
  }
  if (isGood(result, context)) return;
  throw failure(result, redact(description ?? '', source.secrets()), context);
}

/** Asks `isSuccess`, which is the caller's and may fail. */
export function isGood(result: number, { operation, isSuccess, path }: ResultContext): boolean {
  try {
    return isSuccess(result, operation);
  } catch (cause) {
    throw new DecodeError('the option isSuccess threw an error', { path, operation, cause });
  }
}

function failure(result: number, description: string, { operation, hash, request }: ResultContext): SmsServiceError {
  const error = gatewayError(result, description, { operation });
  if (!(error instanceof AuthenticationError)) return error;
  const hint =
    hash === 'none'
      ? "check username and password; accounts that store an MD5 digest need the option hash: 'md5'"
      : "check username and password; accounts that store the plain password need the option hash: 'none'";
  return gatewayError(result, description, { operation, hint, account: accountIn(request) });
}
