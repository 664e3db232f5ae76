import type { CompleteResponse } from '../../calls/attempts/response.js';
import { refuseEmptyBody, refuseRedirect, unexpectedResponse } from '../../calls/attempts/response.js';
import { DecodeError, type SmsServiceError, SoapFaultError, TimeoutError } from '../../errors/errors.js';
import { DeadlinePassed, Problem } from '../../errors/problem.js';
import { latin1 } from '../../http-message/charset.js';
import { type ContentType } from '../../http-message/content-type.js';
import { redact, redactor, type SecretSource, secretRedactor } from '../../redact/redact.js';
import type { TimeLimit } from '../../transport/transport.js';
import { beginningAsUtf8, skipWhiteSpace, toUtf8 } from '../../xml/charset.js';
import { atOnce, ReadingTime, type Steps } from '../../xml/reading-time.js';
import type { TagScope } from '../../xml/tag.js';
import { NAME_LENGTH, shownName } from '../codecs/describe-actual.js';
import type { DecodeSettings } from '../decoder/limits.js';
import { documentOf } from './attachments.js';
import { type Fault, redactFault } from './fault.js';
import type { Operation, Service } from './operation.js';
import { envelopeSteps } from './response.js';

export interface ServiceContext {
  readonly service: Service<object>;
  readonly limits: DecodeSettings;
  readonly tags?: TagScope | undefined;
  /**
   * All private values in the requests. Default: any text of a request and any long number in a response may be
   * private.
   */
  readonly secrets?: readonly string[] | undefined;
}

/** The call that a response belongs to. */
export interface DecodeContext<O> extends SecretSource {
  readonly shared: ServiceContext;
  readonly operation: Operation<unknown, O>;
  /** The caller's limit for the complete call. */
  readonly timeLimit?: TimeLimit | undefined;
  readonly isChange?: boolean;
}

const BEGINS_LIKE_XML = /^\s*<(?!html|!doctype\s+html)/i;

/** Returns true if a document begins like XML data, not like a proxy's HTML page or plain text. */
export function beginsLikeXml(document: Uint8Array): boolean {
  // Nearly every response begins with `<?`, `<s`, `<S`, `<e` or `<E`. Other documents are checked more closely.
  if (document[0] === 0x3c && LIKELY.has(document[1] ?? 0)) return true;
  return BEGINS_LIKE_XML.test(latin1(document.subarray(0, 256)));
}

const LIKELY: ReadonlySet<number> = new Set([0x3f, 0x73, 0x53, 0x65, 0x45]);

/** The size in bytes above which a body is decoded in steps, with a check of the deadline. */
const LONG_BODY = 262_144;

export function isLong({ body }: CompleteResponse): boolean {
  return body.length > LONG_BODY;
}

/**
 * Decodes the output parts of a response, in steps if it is long.
 *
 * @throws TimeoutError, HttpStatusError (not SOAP), SoapFaultError (with any HTTP status), DecodeError (does not match
 *   the WSDL)
 */
export function* decodeSteps<O>(response: CompleteResponse, context: DecodeContext<O>): Steps<O> {
  const { status, headers, body: bytes } = response;
  const { operation } = context;
  const { service, limits, tags } = context.shared;
  const timeLimit = context.timeLimit ?? response.timeLimit;
  const time = isLong(response) ? new ReadingTime(timeLimit?.deadline ?? Number.POSITIVE_INFINITY) : undefined;
  const notSoap = (what: string, text: string, cause?: unknown): SmsServiceError =>
    unexpectedResponse(response, what, text, operation.name, context, cause);

  refuseRedirect(response, operation.name, context);
  if (operation.isOneWay === true && status >= 200 && status <= 299) {
    yield* refuseFault(response, context);
    return undefined as O;
  }
  const { document: complete, contentType } = documentOf(bytes, headers['content-type']);
  const document = skipWhiteSpace(complete);
  refuseEmptyBody(response, document, operation.name, context);

  try {
    const utf8 = skipWhiteSpace(toUtf8(document, contentType.charset));
    if (!beginsLikeXml(utf8)) {
      throw notSoap('the response is not SOAP', shownText(document, contentType, context));
    }
    const content = yield* envelopeSteps(service, operation, utf8, limits, { tags, time });
    if (content.kind === 'not-soap') {
      const root = shownName(content.root, context);
      throw notSoap(`the response is a document ${root}, not SOAP`, shownText(document, contentType, context));
    }
    if (content.kind === 'fault') throw faultError(content.fault, context);
    if (status < 200 || status > 299) throw notSoap('a SOAP response without a Fault', '');
    return content.output;
  } catch (error) {
    if (error instanceof DeadlinePassed && timeLimit !== undefined) throw tooLate(timeLimit, operation.name);
    if (!(error instanceof Problem)) throw error;
    const decodeError = decodeErrorOf(error, operation.name, context);
    // An error status with malformed XML is most likely the page of an intermediary.
    if (status >= 200 && status < 300) throw decodeError;
    throw notSoap('the response is not SOAP', shownText(document, contentType, context), decodeError);
  }
}

/** Decodes the output parts of a response synchronously. @throws the same errors as {@link decodeSteps} */
export function decodeResponse<O>(response: CompleteResponse, context: DecodeContext<O>): O {
  return atOnce(decodeSteps(response, context));
}

function* refuseFault<O>({ headers, body }: CompleteResponse, context: DecodeContext<O>): Steps<void> {
  const { service, limits, tags } = context.shared;
  let fault: Fault | undefined;
  try {
    const { document, contentType } = documentOf(body, headers['content-type']);
    const utf8 = skipWhiteSpace(toUtf8(skipWhiteSpace(document), contentType.charset));
    if (!beginsLikeXml(utf8)) return;
    const content = yield* envelopeSteps(service, context.operation, utf8, limits, { tags });
    if (content.kind === 'fault') ({ fault } = content);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  if (fault !== undefined) throw faultError(fault, context);
}

function tooLate({ timeoutMs }: TimeLimit, operation: string): TimeoutError {
  const what = `the call took longer than ${timeoutMs} ms; the limit was reached while the response was read`;
  return new TimeoutError(`${what}; the request may have been carried out`, timeoutMs, 'unknown', { operation });
}

export function decodeErrorOf(
  { message, path, xsdType, offset, quoted }: Problem,
  operation: string,
  source: SecretSource & Pick<DecodeContext<unknown>, 'isChange'>,
): DecodeError {
  const quote = quoted === undefined ? '' : `: "${redact(quoted, source.secrets()).slice(0, NAME_LENGTH)}"`;
  return new DecodeError(message + quote + mayHaveExecuted(source), { path, xsdType, offset, operation });
}

export function mayHaveExecuted({ isChange = false }: Pick<DecodeContext<unknown>, 'isChange'>): string {
  return isChange ? '; the request may have been carried out' : '';
}

export function faultError<O>(fault: Fault, context: DecodeContext<O>): SoapFaultError {
  const { shared, operation } = context;
  const redact = shared.secrets === undefined ? redactor(context.secrets()) : secretRedactor(context.secrets());
  return new SoapFaultError(redactFault(fault, redact), { operation: operation.name });
}

/** Returns the beginning of a document without secrets, to show it in an error. */
function shownText(document: Uint8Array, { charset }: ContentType, source: SecretSource): string {
  // Redact before truncating: a truncated secret would not be found.
  const head = document.subarray(0, 16_384);
  let text: string;
  try {
    const utf8 = head.length < document.length ? beginningAsUtf8(head, charset) : toUtf8(head, charset);
    text = Buffer.from(skipWhiteSpace(utf8)).toString('utf8');
  } catch {
    text = Buffer.from(head).toString('utf8');
  }
  return redact(text, source.secrets());
}
